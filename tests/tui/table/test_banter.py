"""Bots' lines at great moments: by their temper, each once, and none when not wanted."""

from itertools import product
from types import SimpleNamespace

import pytest

from core.bots.search import TEMPERS
from core.games.joker import rules as joker
from net.wire.message import SeatLine
from tests.games.joker.joker_table import play_all, position
from tests.support.screens import my_turn, opened, seen, until
from tui.boards import BOARDS
from tui.start import StartSolo
from tui.table.banter import LINES, spoken


def line(seats: tuple[SeatLine, ...], view: object, events: tuple[object, ...]) -> str:
    """Return a bot's line about a position."""
    at = SimpleNamespace(view=view, events=events)
    return spoken(BOARDS["joker"], at, seats)[1]


def test_every_moment_has_a_line_for_every_temper() -> None:
    for moment, temper in product(LINES, ("", *TEMPERS)):
        assert LINES[moment][temper]


@pytest.mark.parametrize(
    "thief, victim, said",
    [
        (("Magpie", "bot:hard"), ("Rook", "bot:hard"), LINES["stole"]["spoiler"]),
        (("Ann", "human"), ("Rook", "bot:hard"), LINES["robbed"]["bold"]),
        (("Ann", "human"), ("Rook", "bot:easy"), LINES["robbed"][""]),
        (("Ann", "human"), ("Bo", "human"), ""),
    ],
)
def test_a_stolen_joker_makes_the_thief_speak_or_else_the_victim(
    thief: tuple[str, str], victim: tuple[str, str], said: str
) -> None:
    state = position("Xr 7s / Xb 8s / Ad Kd / 6d 7d", "Ah", bids=(1, 1, 0, 1))
    events = play_all(state, ["Xr high s", "Xb top", "Kd", "7d"])
    seats = (
        SeatLine(victim[0], kind=victim[1]),
        SeatLine(thief[0], kind=thief[1]),
        SeatLine("Cy", kind="human"),
        SeatLine("Di", kind="human"),
    )
    assert line(seats, joker.view(state, 2), tuple(events)) == said


def test_of_a_fish_a_bot_speaks_unless_the_goat_is_a_bot_that_has_more_to_say() -> None:
    view = SimpleNamespace(
        seats=2, last=SimpleNamespace(out=None, left=(7, 9)), result=SimpleNamespace(goats=(1,))
    )
    events = (SimpleNamespace(kind="deal"),)
    seats = (SeatLine("Ann", kind="human"), SeatLine("Stoat", kind="bot:hard"))
    at = SimpleNamespace(view=view, events=events)
    assert spoken(BOARDS["kozel"], at, seats) == (1, LINES["goat"]["bold"])
    view.result = None
    assert spoken(BOARDS["kozel"], at, seats) == (1, LINES["fish"]["bold"])


async def test_one_key_silences_the_bots_and_the_setting_is_kept() -> None:
    async with opened(StartSolo("kozel", 4, "easy", {}, 3), banter=True) as pilot:
        await my_turn(pilot)
        await pilot.press("e")
        await seen(pilot, "The bots keep silent")
        assert not pilot.app.settings.banter
        await pilot.press("e")
        await until(pilot, lambda: pilot.app.settings.banter)
