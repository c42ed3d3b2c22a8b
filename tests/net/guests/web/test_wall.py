"""The page for the wall in a real browser: it follows its host, or says that the host is lost."""

import pytest

from tests.net.guests.web.conftest import Serve
from tests.support.browser import chromium, unavailable

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(bool(unavailable()), reason=unavailable() or "there is a browser"),
]

LOOKS = 10_000
"""Milliseconds between two looks."""


async def test_a_new_address_is_on_the_wall_by_itself_and_a_lost_host_is_said(serve: Serve) -> None:
    browser, host = await serve("K7QM2X")
    host.address = "192.168.1.20"
    async with chromium() as real:
        context = await real.new_context(ignore_https_errors=True)
        tab = await context.new_page()
        await tab.clock.install()
        await tab.goto(f"{browser.address}/wall#code=K7QM2X")
        await tab.wait_for_selector("text=https://192.168.1.20:")
        host.address = "10.0.0.7"
        await tab.clock.run_for(LOOKS)
        await tab.wait_for_selector("text=https://10.0.0.7:")
        assert await tab.locator(".large").inner_text() == "K7QM2X"
        assert await tab.locator("#lost").is_hidden()
        await context.set_offline(True)
        for _ in range(3):
            await tab.clock.run_for(LOOKS)
        await tab.wait_for_selector("#lost")
        await context.set_offline(False)
        await tab.clock.run_for(LOOKS)
        await tab.wait_for_selector("#lost", state="hidden")
