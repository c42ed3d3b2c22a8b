"""The evening in words and on its page: in the waiting room, on the last page, in plain mode."""

import pytest
from msgspec.structs import replace

from core.games.kozel import rules as kozel
from net.client.events import EveningTold, RoomState
from net.table.base import Evening
from net.wire.message import PlayedMatch, PlayedSeat, SeatLine, Standing
from net.wire.to_host import Fill
from tests.support.harness import Harness
from tests.support.harness_app import at_harness
from tests.support.screens import read, seen
from tui.drawing.look import look_from
from tui.language.text import use_language
from tui.room.evening import evening_kept, evening_page, matches_said, totals_said
from tui.room.evening_page import EveningPage, evening_shown
from tui.room.words import rematch_said

FIRST = PlayedMatch(
    "kozel",
    "2026-11-28T21:40:00",
    [
        PlayedSeat("Ann", False, 2, 60),
        PlayedSeat("Bob", False, 1, 45),
        PlayedSeat("Rook", True, 3, 110),
    ],
)
SECOND = PlayedMatch(
    "joker",
    "2026-11-28T22:15:00",
    [
        PlayedSeat("Ann", False, 1, 900),
        PlayedSeat("Bob", False, 2, 850),
        PlayedSeat("Cyr", False, 3, 20),
        PlayedSeat("Rook", True, 4, -100),
    ],
)
LINES = (
    Standing("Ann", matches=2, points=90, firsts=1, latest=True),
    Standing("Rook", True, matches=2, points=120, firsts=1, goats=1, latest=True),
    Standing("Bob", matches=1, points=10),
)
ROOM = RoomState("gathering", (SeatLine(),) * 3, None, kozel.Options(), evening=LINES)


def test_places_are_added_up_over_games_and_points_are_not() -> None:
    third = replace_first_place(FIRST, "Bob")
    assert totals_said([FIRST, SECOND, third]) == [
        "Bob: 3 matches, place 1 × 2, place 2 × 1",
        "Ann: 3 matches, place 1 × 1, place 2 × 2",
        "Rook: 3 matches, place 3 × 2, place 4 × 1",
        "Cyr: 1 match, place 3 × 1",
    ]
    assert totals_said([]) == []


def replace_first_place(match: PlayedMatch, name: str) -> PlayedMatch:
    """The same match again, won by the same player."""
    assert next(seat for seat in match.seats if seat.place == 1).name == name
    return match


def test_each_match_is_named_with_its_time_and_all_places() -> None:
    assert list(matches_said([FIRST])) == ["21:40 Kozel: 1. Bob 45, 2. Ann 60, 3. Rook 110"]
    untimed = PlayedMatch("kozel", "", FIRST.seats)
    assert next(matches_said([untimed])).startswith("Kozel: 1. Bob")


def test_the_page_has_the_totals_and_every_match() -> None:
    assert evening_page([FIRST, SECOND], "Ann's table") == [
        "Ann's table 2026-11-28",
        "",
        "      matches  place 1  place 2  place 3  place 4",
        "Ann   2        1        1        ·        ·",
        "Bob   2        1        1        ·        ·",
        "Rook  2        ·        ·        1        1",
        "Cyr   1        ·        ·        1        ·",
        "",
        "21:40  Kozel  1. Bob 45, 2. Ann 60, 3. Rook 110",
        "22:15  Joker  1. Ann 900, 2. Bob 850, 3. Cyr 20, 4. Rook -100",
    ]
    assert evening_page([], "x") == ["No match has been played to its end here this evening."]


def test_a_phone_has_the_places_in_one_row_a_player() -> None:
    for code in ("en", "ru"):
        use_language(code)
        narrow = evening_page([FIRST, SECOND], "Стол", "Bob", 40)
        assert max(map(len, narrow[2:7])) <= 40
        assert narrow[2].split()[1:] == ["1.", "2.", "3.", "4."]
        assert narrow[3].split() == ["Ann", "2", "1", "1", "·", "·"]


def test_a_guest_is_left_with_the_totals_and_the_latest_matches() -> None:
    assert (
        evening_kept([FIRST, SECOND], "x", 80).splitlines()[-2].startswith("22:15  Joker  1. Ann")
    )
    many = [replace(FIRST, begun=f"2026-11-28T21:{minute}:00") for minute in range(10, 60)]
    kept = evening_kept(many, "Ann's table", 80)
    assert len(kept) < 2100
    assert "Bob   50" in kept
    assert "21:59" in kept
    assert "21:10" not in kept
    assert "1.  2.  3." in evening_kept([FIRST], "x", 30), "on a phone"


def test_whoever_reads_the_page_is_you_and_winners_stand_out() -> None:
    look = look_from({})
    shown = evening_shown([FIRST, SECOND], "Ann's table", "Bob", look)
    lines = shown.plain.splitlines()
    assert lines[2:5] == [
        "      matches  place 1  place 2  place 3  place 4",
        "Ann         2        1        1        ·        ·",
        "You         2        1        1        ·        ·",
    ]
    assert lines[-1] == "22:15  Joker  1. Ann 900, 2. You 850, 3. Cyr 20, 4. Rook -100"

    def said_in(style: str) -> list[str]:
        return [shown.plain[each.start : each.end] for each in shown.spans if each.style == style]

    winners = said_in(f"bold {look.active}")
    assert winners == [*lines[3:5], "1. You 45", "1. Ann 900"], "first places are shared"
    assert "2. You 850" in said_in(f"bold {look.ink}")
    assert "2. Ann 60" in said_in(look.ink)
    assert "Bob" in "\n".join(evening_page([FIRST], "")), "it is copied with all names"


def test_the_page_speaks_russian_too() -> None:
    use_language("ru")
    page = evening_page([FIRST], "Стол")
    assert page[2].split() == ["партий", *["1-е", "место", "2-е", "место", "3-е", "место"]]
    assert page[-1] == "21:40  Козёл  1. Bob 45, 2. Ann 60, 3. Грач 110"


def test_a_host_that_sends_what_cannot_be_read_spoils_nothing() -> None:
    odd = PlayedMatch("че\u202eсс", "soon", [PlayedSeat("\x1b[2J", False, 1, 0)])
    page = "\n".join(evening_page([odd], "\x1b]0;x"))
    assert "\x1b" not in page
    assert "\u202e" not in page
    assert "\x1b" not in evening_shown([odd], "\x1b]0;x", "Ann", look_from({})).plain


def test_the_same_players_are_spoken_of_only_as_long_as_they_are_the_same() -> None:
    ann, rook = (
        SeatLine("Ann", kind="human", ready=True),
        SeatLine("Rook", kind="bot:easy", ready=True),
    )
    room = replace(ROOM, seats=(ann, rook, SeatLine()), rematch="same")
    assert rematch_said(room).startswith("The same players again? Agreed: Ann. A seat is free:")
    swapped = replace(room, seats=(ann, rook, SeatLine("Vera", kind="human")))
    assert rematch_said(swapped) == "Another match? Agreed: Ann. Waiting for Vera."


async def test_somebody_who_sits_down_later_sees_who_played_and_the_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = Harness(kozel, 3)
    harness.table.evening = Evening(LINES, [FIRST])
    async with at_harness(harness, monkeypatch) as (pilot, session):
        await seen(pilot, "At this table up to now:")
        await seen(pilot, "Bob: 1 match, place 1 × 1")
        session.send(Fill(1, "easy"))
        assert "You are the goat" not in read(pilot)
        await pilot.press("f")
        await seen(pilot, "21:40  Kozel  1. Bob 45, 2. You 60")
        page = pilot.app.screen
        assert isinstance(page, EveningPage)
        page.receive(EveningTold((FIRST, SECOND)))
        await seen(pilot, "22:15  Joker  1. You 900")
        await pilot.press("c")
        assert "22:15  Joker  1. Ann 900" in pilot.app.clipboard
        await pilot.press("escape")
        await seen(pilot, "Bob: 1 match")
