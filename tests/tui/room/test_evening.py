"""The list of an evening in words: in the waiting room, on the last page, in plain mode."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.games.kozel import rules as kozel
from net.client.events import RoomState
from net.table.evening import Evening
from net.wire.message import SeatLine, Standing
from net.wire.to_host import Fill
from tests.support.harness import Harness
from tests.support.harness_app import at_harness
from tests.support.screens import read, seen
from tui.room.words import evening_said, rematch_said

LINES = (
    Standing("Ann", matches=2, points=90, firsts=1, latest=True),
    Standing("Rook", True, matches=2, points=120, firsts=1, goats=1, latest=True),
    Standing("Bob", matches=1, points=10),
)
ROOM = RoomState("gathering", (SeatLine(),) * 3, None, kozel.Options(), evening=LINES)


def test_the_best_come_first_and_those_of_the_last_match_are_named() -> None:
    assert evening_said(ROOM, lowest_wins=True) == [
        "Ann: 2 matches, points 90, came first 1",
        "Rook: 2 matches, points 120, came first 1, goat 1",
        "Bob: 1 match, points 10",
        "The last match was played by Ann, Rook",
    ]
    assert evening_said(ROOM, lowest_wins=False)[0].startswith("Rook")
    assert evening_said(replace(ROOM, evening=()), lowest_wins=True) == []


def test_the_same_players_are_spoken_of_only_as_long_as_they_are_the_same() -> None:
    ann, rook = (
        SeatLine("Ann", kind="human", ready=True),
        SeatLine("Rook", kind="bot:easy", ready=True),
    )
    room = replace(ROOM, seats=(ann, rook, SeatLine()), rematch="same")
    assert rematch_said(room).startswith("The same players again? Agreed: Ann. A seat is free:")
    swapped = replace(room, seats=(ann, rook, SeatLine("Vera", kind="human")))
    assert rematch_said(swapped) == "Another match? Agreed: Ann. Waiting for Vera."


async def test_somebody_who_sits_down_later_sees_who_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = Harness(kozel, 3)
    harness.table.evening = Evening(LINES)
    async with at_harness(harness, monkeypatch) as (pilot, session):
        await seen(pilot, "At this table up to now:")
        await seen(pilot, "Ann: 2 matches")
        session.send(Fill(1, "easy"))
        assert "You are the goat" not in read(pilot)
