"""A real Chromium at the page of a real host, read through the contents of its terminal."""

import asyncio
import contextlib
import os
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from tests.support.players import KOZYR, asked, own_places, read_on
from tests.support.terminal import ROOT

CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser")

PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}

DESK: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 800}}

SHOWN: Final = """() => {
  const { active } = terminal.buffer, rows = [];
  for (let y = 0; y < terminal.rows; y++) rows.push(active.getLine(y).translateToString(true));
  return rows.join("\\n");
}"""

PLACE: Final = """([x, y]) => {
  const box = document.querySelector(".xterm-screen").getBoundingClientRect();
  const width = box.width / terminal.cols, height = box.height / terminal.rows;
  return [box.left + (x + .5) * width, box.top + (y + .5) * height];
}"""


def unavailable() -> str:
    """Return the reason why there is no browser here; empty if there is one."""
    if find_spec("playwright") is None:
        return "playwright is not installed"
    return "" if CHROMIUM else "there is no Chromium on this machine"


@asynccontextmanager
async def host_with_page(
    folder: Path, *options: str, table: str = "kozel", port: int = 0, killed: bool = False
) -> AsyncIterator[int]:
    """`kozyr host --no-seat --web`; gives the port of the page. It is stopped, or `killed`."""
    host = await asyncio.create_subprocess_exec(
        *(*KOZYR, "host", table, "--no-seat", "--port", "0", "--web", str(port), *options),
        cwd=ROOT,
        env={**os.environ, **own_places(folder)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        start_new_session=True,
    )
    assert host.stdout is not None
    said = ""
    try:
        while not (found := re.search(r"https?://127\.0\.0\.1:(\d+)", said)):
            line = (await host.stdout.readline()).decode()
            assert line, f"the host has ended:\n{said}"
            said += line
        yield int(found[1])
    finally:
        (host.kill if killed else host.terminate)()
        await host.communicate()


@asynccontextmanager
async def chromium() -> AsyncIterator[Any]:
    """A browser without a window."""
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        await browser.close()


class Page:
    """The page in one tab."""

    def __init__(self, tab: Any) -> None:
        self.tab = tab

    async def text(self) -> str:
        """The text of the terminal; empty before it is there, and while a page replaces another."""
        from playwright.async_api import Error

        try:
            if not await self.tab.evaluate("Boolean(globalThis.terminal)"):
                return ""
            return str(await self.tab.evaluate(SHOWN))
        except Error:
            return ""

    async def wait_for(self, *texts: str, seconds: float = 40) -> str:
        """Wait until the terminal shows one of the texts, perhaps across two rows; return that
        text.
        """
        shown = ""
        try:
            async with asyncio.timeout(seconds):
                while True:
                    shown = await self.text()
                    in_one_row = " ".join(shown.split())
                    for text in texts:
                        if text in shown or text in in_one_row:
                            return text
                    await asyncio.sleep(0.2)
        except TimeoutError:
            raise AssertionError(f"{texts} never came; screen:\n{shown}") from None

    async def wait_for_bottom(self, text: str) -> None:
        """Wait until the last line of the terminal shows a text: the screen has its size."""
        bottom = f"text => ({SHOWN})().split('\\n').at(-1).includes(text)"
        await self.tab.wait_for_function(bottom, arg=text)

    async def _tap(self, text: str) -> bool:
        """Tap where the terminal has shown a text for a while; return whether that was possible."""
        rows = (await self.text()).split("\n")
        await asyncio.sleep(0.3)
        if rows != (await self.text()).split("\n"):
            return False
        y = next((at for at, row in enumerate(rows) if text in row), -1)
        if y >= 0:
            x, top = await self.tab.evaluate(PLACE, [rows[y].index(text), y])
            await self.tab.touchscreen.tap(x, top)
        return y >= 0

    async def tap_for(self, text: str, result: str) -> None:
        """Tap a text until that has an effect: lines move while people join the room."""
        for _ in range(40):
            if not (await self._tap(text) or result in await self.text()):
                continue
            with contextlib.suppress(AssertionError):
                await self.wait_for(result, seconds=10)
                return
        raise AssertionError(f"{result!r} never came of {text!r}:\n{await self.text()}")

    async def unfold(self, key: str) -> None:
        """Press one of the keys that the three dots unfold."""
        await self.tab.tap("#more")
        await self.tab.tap(f"#unfolded [data-key='{key}']")

    async def sit(self, name: str, code: str = "") -> None:
        """Fill in the form, without a code if the table has none."""
        await self.tab.fill("input[name=name]", name)
        if code:
            await self.tab.fill("input[name=code]", code)
        await self.tab.click("main button")

    async def play(self, turns: int | None = None, language: str = "en") -> None:
        """Press Enter whenever it is awaited, to the end of the match or for `turns` turns."""
        turn, where, rest = asked(language)
        over = {"en": ("match over", "copy as text"), "ru": ("партия окончена", "скопировать")}[
            language
        ]
        deal_over = (read_on(language, touched=each) for each in (True, False))
        words = (*over, *deal_over, where, turn, rest)
        while turns is None or turns > 0:
            seen = await self.wait_for(*words)
            if seen in over:
                return
            before = await self.text()
            await self.tab.keyboard.press("Enter")
            await self.tab.wait_for_function(f"before => ({SHOWN})() !== before", arg=before)
            await asyncio.sleep(0.1)  # an Enter too many would start the next match
            if turns is not None:
                turns -= seen in (turn, rest)
