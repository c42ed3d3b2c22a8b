"""A game without a bot, advice or a lesson is offered without them, with a sentence about that."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from core import games
from core.advice import can_advise
from core.games import GAMES
from tests.support.matches import Case, finished
from tests.support.past_matches import kept
from tests.support.screens import opened, pick, read, seen, table_of, until
from tui.__main__ import main
from tui.lessons import LESSONS
from tui.plain.words import help_lines
from tui.short_matches import line_of_day
from tui.start import StartHost, StartLesson, StartSolo


def take(monkeypatch: pytest.MonkeyPatch, *parts: str) -> None:
    """Take away parts of every game."""

    def exists(module: str) -> bool:
        return module.rpartition(".")[2] not in parts and THERE(module)

    monkeypatch.setattr(games, "exists", exists)


THERE = games.exists


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Take away from every game the parts that a game may lack, for one test."""
    take(monkeypatch, "bot", "advice", "lesson")
    can_advise.cache_clear()
    yield
    can_advise.cache_clear()


NO_BOTS = "Kozel has no bots yet: it is played with people only"


@pytest.mark.parametrize(
    "words, said",
    [
        (["solo", "kozel", "--plain"], NO_BOTS),
        (["host", "kozel", "--plain", "--bots", "easy"], NO_BOTS),
        (["simulate", "kozel"], NO_BOTS),
        (
            ["lesson", "kozel", "--plain"],
            "Kozel has no lesson yet; the rule book explains it",
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_command_says_what_is_not_there(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--lang", "en"]) == 2
    assert said in capsys.readouterr().err


def test_the_game_itself_is_there() -> None:
    assert "kozel" in GAMES
    assert not LESSONS


def test_a_match_among_people_is_no_deal_of_the_day(tmp_path: Path) -> None:
    match = finished(Case(GAMES["kozel"], GAMES["kozel"].Options(), 2, ""), seed=1)
    assert line_of_day(kept(tmp_path, match, "2026-11-23-120000")) == ""


def test_the_help_of_plain_mode_offers_no_hint() -> None:
    assert not [line for line in help_lines("kozel", (), alone=False) if line.startswith("hint")]


async def test_a_match_alone_cannot_be_started() -> None:
    async with opened(table={"game": "kozel"}) as pilot:
        await pick(pilot, "solo")
        await seen(pilot, "players at the table")
        await pilot.press("enter")
        await seen(pilot, NO_BOTS)
        assert table_of(pilot) is None


async def test_free_seats_of_a_table_wait_for_people() -> None:
    async with opened(StartHost("kozel", 2, {}, (), "Kitchen", name="Ann", port=0)) as pilot:
        await seen(pilot, "free seat")
        await pilot.press("f6")
        await seen(pilot, "Kozel has no bots yet")


async def test_a_lesson_that_is_not_there_is_neither_opened_nor_offered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    take(monkeypatch, "lesson")
    async with opened(StartLesson("kozel")) as pilot:
        await seen(pilot, "Kozel has no lesson yet")
    async with opened(StartSolo("kozel", 2, "easy", {}, 3, "Ann"), lessons_seen=()) as pilot:
        await until(pilot, lambda: table_of(pilot))
        await seen(pilot, "Kozel")


async def test_the_waiting_room_offers_no_lesson() -> None:
    start = StartHost("kozel", 2, {}, (), "Kitchen", name="Ann", port=0)
    async with opened(start, (160, 40), lessons_seen=()) as pilot:
        await seen(pilot, "free seat")
        assert "lesson" not in read(pilot)
