"""A host with a table in this process, and guests' programs that report every file they open."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pyte

from core.games import GAMES
from net.guests import GuestTerms
from net.guests.screen import GuestScreen, WindowSize
from net.host.factory import new_table
from net.host.server import Host
from net.table.lobby import Lobby
from net.table.table import Table
from tests.support.terminal import ROOT

WATCHED = f"""
import json, os, sys
sys.path.append({str(ROOT)!r})
report = int(sys.argv[-1])
def hook(event, args):
    if event == "open" and isinstance(args[0], (str, bytes, int)):
        if not isinstance(args[0], int):
            said = {{"open": os.fsdecode(args[0]), "write": bool((args[2] or 0) & 3)}}
            os.write(report, json.dumps(said).encode() + b"\\n")
    elif event in ("os.listdir", "os.scandir"):
        said = {{"open": os.fsdecode(args[0]), "write": False}}
        os.write(report, json.dumps(said).encode() + b"\\n")
    elif event in ("subprocess.Popen", "os.exec"):
        os.write(report, json.dumps({{event: str(args[:2])}}).encode() + b"\\n")
from tui.guest.program import main
sys.addaudithook(hook)
main()
"""


def watched_program() -> list[str]:
    """Return the command of a guest's program that reports what it opens."""
    return [sys.executable, "-P", "-B", "-c", WATCHED]


@asynccontextmanager
async def table_of_bots(code: str | None = None) -> AsyncIterator[tuple[Host, Table]]:
    """A host without a player of its own, with three bots and one free seat."""
    game = GAMES["kozel"]
    bots = ("easy",) * 3
    table = new_table("Kitchen", game, game.Options(), 4, unattended=True, bots=bots, code=code)
    async with Host(Lobby("Ann", [table]), port=0) as host:
        yield host, table


class Window:
    """A guest's view of a screen, read as it comes."""

    def __init__(self, screen: GuestScreen, columns: int = 80, rows: int = 24) -> None:
        self.screen = screen
        self._shown = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._shown)

    @property
    def text(self) -> str:
        return "\n".join(self._shown.display)

    async def wait_for(self, text: str, seconds: float = 60) -> None:
        """Read until the screen shows a text."""
        try:
            async with asyncio.timeout(seconds):
                while text not in self.text:
                    data = await self.screen.read()
                    assert data, f"it ended without {text!r}:\n{self.text}"
                    self._stream.feed(data)
        except TimeoutError:
            raise AssertionError(f"{text!r} never came:\n{self.text}") from None


@asynccontextmanager
async def guest(
    terms: GuestTerms,
    program: list[str],
    **environment: str,
) -> AsyncIterator[Window]:
    """Run a guest's real program; yield what it shows."""
    given = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "TEXTUAL_ANIMATIONS": "none"}
    screen = await GuestScreen.open(program, terms, WindowSize(80, 24), {**given, **environment})
    try:
        yield Window(screen)
    finally:
        await screen.close()


def reports_kept(monkeypatch: Any) -> list[dict[str, Any]]:
    """Return the list to which everything reported by guests' programs is added."""
    # each opened file is one report
    monkeypatch.setattr("net.guests.screen.REPORTS_AT_ONCE", 1 << 20)
    kept: list[dict[str, Any]] = []
    as_before = GuestScreen.report

    async def keep(self: GuestScreen, line: bytes) -> None:
        kept.append(json.loads(line))
        await as_before(self, line)

    monkeypatch.setattr(GuestScreen, "report", keep)
    return kept
