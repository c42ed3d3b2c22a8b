"""Draws the pictures of docs/guests.md: the page at a desk, on a phone, and the invitation.

python -m tests.support.draw_guests docs/pictures
"""

import asyncio
import os
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from tests.support.browser import DESK, PHONE, Page, chromium, host_with_page, unavailable
from tests.support.screens import opened, seen
from tests.support.svg import svg_of
from tui.room import invite
from tui.room.invitation import Way
from tui.start import StartHost

TURNS: Final = 7

WINDOWS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "guest_desk": ("joker", {**DESK, "viewport": {"width": 1000, "height": 620}}),
    "guest_phone": ("kozel", {**PHONE, "device_scale_factor": 1}),
}
"""The name of a picture -> the game played, and the window."""

CODE: Final = "K7QM2X"
BOTS: Final = ("--seats", "4", "--bots", "easy,easy,easy", "--pause", "0", "--code", CODE)

HOST: Final = "192.168.1.20"
WAYS: Final = [
    Way("kozyr", f"kozyr join {HOST}"),
    Way("ssh", f"ssh NAME@{HOST} -p 4022", f"SSH://{HOST}:4022", "SHA256:" + "k0Zy" * 10 + "R4s"),
    Way("https", f"https://{HOST}:8443", f"HTTPS://{HOST}:8443", "4b6f7a79" * 8),
]
"""The ways in as at home, not as on the machine that draws."""


async def _photograph(path: Path, game: str, window: dict[str, Any]) -> None:
    """Play some turns in a real browser; keep the picture."""
    with tempfile.TemporaryDirectory() as folder:
        async with host_with_page(Path(folder), *BOTS, table=game) as port, chromium() as browser:
            context = await browser.new_context(ignore_https_errors=True, locale="en", **window)
            page = Page(await context.new_page())
            await page.tab.goto(f"https://127.0.0.1:{port}/")
            await page.sit("Vera", CODE)
            await page.wait_for("start the match")
            await page.tab.keyboard.press("Enter")
            await page.play(TURNS)
            while "Your turn" not in await page.text():
                await page.play(1)
                await asyncio.sleep(1)  # the effects of the turn move for a while
            await page.tab.screenshot(path=path)


async def _invite() -> str:
    """Return the page that invites."""
    invite.ways = lambda session: WAYS
    start = StartHost("joker", 4, code=CODE, port=0)
    async with opened(start, (90, 24)) as pilot:
        await seen(pilot, "K7Q-M2X")
        await pilot.press("i")
        await seen(pilot, HOST)
        await pilot.press("down", "down")
        await pilot.pause(0.2)
        return svg_of(pilot.app.screen._compositor.render_strips())


def main(folder: Path) -> None:
    """Draw all of them."""
    if why := unavailable():
        sys.exit(why)
    folder.mkdir(parents=True, exist_ok=True)
    for name, (game, window) in WINDOWS.items():
        asyncio.run(_photograph(folder / f"{name}.png", game, window))
    with tempfile.TemporaryDirectory() as state:
        os.environ["KOZYR_STATE"] = state
        (folder / "invite.svg").write_text(asyncio.run(_invite()), "utf-8")


if __name__ == "__main__":
    os.environ["TEXTUAL_COLOR_SYSTEM"] = "truecolor"
    main(Path(sys.argv[1]))
