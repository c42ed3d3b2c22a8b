"""Stories on the application's screens: the player's text, and keys until something is there."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Protocol

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot

from core.game import Move
from core.games import GAMES
from net.client.seat import ClientSeat
from net.wire.message import Message
from net.wire.to_host import Continue
from tui.app import AnyStart, KozyrApp, StartHome
from tui.preferences.settings import Settings
from tui.room.screen import RoomScreen
from tui.table.last_page import LastPage
from tui.table.screen import TableScreen
from tui.widgets.menu import Menu

HOME = StartHome()

_parse = Stylesheet._parse_rules
_parsed: dict[tuple[Any, ...], list[RuleSet]] = {}


def _parse_once(sheet: Stylesheet, css: str, **asked: Any) -> list[RuleSet]:
    """Read each style sheet once a process, not once an application: that took a third of a test.

    Textual itself keeps rules as long as the variables stay; nothing changes them afterwards.
    """
    key = (css, *asked.items(), *sheet._variables.items())
    if key not in _parsed:
        _parsed[key] = _parse(sheet, css, **asked)
    return _parsed[key]


Stylesheet._parse_rules = _parse_once
# The same number, but not computed in Python: each widget asks it of two hundred rules.
RuleSet.__hash__ = object.__hash__


@asynccontextmanager
async def opened(
    start: AnyStart = HOME,
    size: tuple[int, int] = (80, 24),
    *,
    trick_seconds: float = 0.0,
    folder: Path | None = None,
    **chosen: Any,
) -> AsyncIterator[Pilot[None]]:
    """Open the application; bots answer at once and say nothing, and tricks do not stay."""
    quiet = {
        "name": "Ann",
        "language": "en",
        "animation": "off",
        "autoplay": "off",
        "banter": False,
        "lessons_seen": tuple(GAMES),
    }
    settings = Settings(**{**quiet, **chosen})
    app = KozyrApp(settings, start, folder)
    app.bot_seconds, app.trick_seconds = 0.0, trick_seconds
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        yield pilot


@asynccontextmanager
async def room_open(start: AnyStart, **chosen: Any) -> AsyncIterator[Pilot[None]]:
    """Open the application in the waiting room of a table, as `opened` does."""
    async with opened(start, **chosen) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, RoomScreen))
        yield pilot


def read(pilot: Pilot[None]) -> str:
    """The text that the player reads on the screen."""
    strips = pilot.app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


async def until(pilot: Pilot[None], true: Callable[[], object]) -> None:
    """Let the application run until a condition holds and everything after it is done.

    The time limit of the test ends a wait. The pilot's pause has every widget answer: in each round
    it would cost a seventh of the processor time of all tests of screens.
    """
    while not true():
        await asyncio.sleep(0.005)
        if true():
            await pilot.pause()


async def pick(pilot: Pilot[None], entry: str) -> None:
    """Choose from the menu in front, once it is there: an id, or the first words of a label.

    The digits are tested with the menu; a new entry moves them.
    """

    def find() -> tuple[Menu, int] | None:
        for menu in pilot.app.screen.query(Menu):
            for index, option in enumerate(menu.options):
                if option.id == entry or str(option.prompt)[4:].startswith(entry):
                    return menu, index
        return None

    await until(pilot, find)
    found = find()
    found[0].highlighted = found[1]
    found[0].action_select()
    await pilot.pause()


async def seen(pilot: Pilot[None], text: str) -> None:
    """Wait until a text can be read; a failure shows the text there instead."""
    for _ in range(5000):
        if text in read(pilot):
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"{text!r} is not on the screen:\n{read(pilot)}")


def table_of(pilot: Pilot[None]) -> TableScreen | None:
    """The table screen, if it is open."""
    screens = pilot.app.screen_stack
    return next((screen for screen in screens if isinstance(screen, TableScreen)), None)


class Playing(Protocol):
    """Another player: a link, or a visitor of a harness."""

    @property
    def client(self) -> ClientSeat: ...

    def send(self, message: Message, /) -> object: ...


async def play_on(pilot: Pilot[None], *others: Playing) -> None:
    """Have all make their first legal moves until the match is over and the places are shown."""
    while not isinstance(pilot.app.screen, LastPage):
        for other in others:
            client = other.client
            paused = client.paused
            if client.my_turn and client.game is not None:
                other.send(client.play(client.game.legal(client.view)[0]))
            elif paused and paused.seq == client.seq and client.seat in paused.awaited:
                other.send(Continue(paused.seq))
        table = table_of(pilot)
        assert table is not None
        if table.model.match.reading is not None:
            await pilot.press("enter")
        elif table.model.board.legal:
            make(table, table.model.board.legal[0])
        await asyncio.sleep(0.005)


def make(table: TableScreen, move: Move) -> None:
    """Play a move as the player does: reach it, then Enter."""
    table.driver.do("reach", move)
    table.driver.do("play")


async def shown_table(pilot: Pilot[None]) -> TableScreen:
    """Wait until the table shows a position, with any player to move, and return it."""

    def shows() -> bool:
        table = table_of(pilot)
        return table is not None and table.model.match.shown is not None

    await until(pilot, shows)
    table = table_of(pilot)
    assert table is not None
    return table


async def my_turn(pilot: Pilot[None]) -> TableScreen:
    """Wait for the player's turn and return the table."""

    def mine() -> bool:
        table = table_of(pilot)
        return table is not None and bool(table.model.board.legal)

    await until(pilot, mine)
    table = table_of(pilot)
    assert table is not None
    return table


def app_of(pilot: Pilot[None]) -> KozyrApp:
    """Return the application with its own attributes."""
    app = pilot.app
    assert isinstance(app, KozyrApp)
    return app
