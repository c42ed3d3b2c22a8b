"""People in a real browser: at a desk and on a phone, through a reload and a lost line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.browser import DESK, PHONE, Page, chromium, host_with_page, unavailable
from tests.support.cut_proxy import CutProxy

pytestmark = pytest.mark.skipif(bool(unavailable()), reason=unavailable() or "there is a browser")

BOTS = ("--seats", "4", "--bots", "easy,easy,easy", "--rule", "target=50", "--code", "K7QM2X")


@pytest.mark.timeout(400)  # of which a machine with nothing else to do needs twenty seconds
async def test_a_phone_sits_down_plays_reloads_and_survives_a_lost_line(tmp_path: Path) -> None:
    async with (
        host_with_page(tmp_path, *BOTS) as port,
        CutProxy(port) as line,
        chromium() as browser,
    ):
        context = await browser.new_context(ignore_https_errors=True, locale="en-US", **PHONE)
        page = Page(await context.new_page())
        faults: list[str] = []
        page.tab.on("pageerror", lambda error: faults.append(str(error)))
        page.tab.on(
            "console",
            lambda said: faults.append(said.text) if "Content Security" in said.text else None,
        )
        await page.tab.goto(f"https://127.0.0.1:{line.port}/")
        await page.sit("Vera", "AAAAAA")
        await page.tab.wait_for_selector(".trouble")
        await page.sit("Vera", "k7q-m2x")
        await page.wait_for("start the match")
        assert await page.tab.evaluate("terminal.cols >= 44 && terminal.cols < 60")
        assert await page.tab.evaluate("terminal.rows >= 30")
        await page.tap_for("start the match", "deal 1")
        await page.play(turns=1)
        await page.tab.reload()
        await page.wait_for("deal 1")
        await page.wait_for("Your turn", "Vera")
        line.refusing = True
        line.cut()
        await page.tab.wait_for_selector("#front:not([hidden])")
        line.met.clear()
        line.relaying.clear()
        line.refusing = False
        await line.met.wait()
        await page.tab.set_viewport_size({"width": 844, "height": 390})  # turned on its side
        await page.tab.wait_for_function("() => terminal.cols > 60")
        line.relaying.set()
        await page.tab.wait_for_selector("#front", state="hidden", timeout=40_000)
        await page.wait_for("deal 1")
        await page.wait_for_bottom("Esc leave")
        await page.tab.tap("#keys [data-key='?']")
        await page.wait_for("Esc goes back")
        await page.tab.tap("#keys [data-key=escape]")
        assert await page.tab.evaluate("document.activeElement.inputMode") == "none"
        second = Page(await context.new_page())
        await second.tab.goto(f"https://127.0.0.1:{line.port}/")
        await second.wait_for("deal 1")
        async with page.tab.expect_navigation():
            await page.tab.tap("#again")
        await page.wait_for("deal 1")
        await second.tab.wait_for_selector("#again")
        assert faults == []


@pytest.mark.nightly
async def test_a_whole_match_is_played_at_a_desk(tmp_path: Path) -> None:
    async with host_with_page(tmp_path, *BOTS) as port, chromium() as browser:
        context = await browser.new_context(ignore_https_errors=True, locale="en-US", **DESK)
        page = Page(await context.new_page())
        await page.tab.goto(f"https://127.0.0.1:{port}/")
        await page.sit("Vera", "K7QM2X")
        await page.wait_for("start the match")
        await page.tab.keyboard.press("Enter")
        await page.wait_for("deal 1")
        await page.play()
        await page.wait_for("match over")
