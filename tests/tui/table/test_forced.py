"""Moves made for players who like that: none gives away anything in the hand."""

import pytest

from net.client.events import RoomState
from net.wire.message import SeatLine
from tui.boards.scene import Piece
from tui.table.match import among_people, plays_itself

ACE = Piece("Ah", ("play Ah",))
BARRED = Piece("9s", ())


@pytest.mark.parametrize("watched", [False, True])
@pytest.mark.parametrize("wanted", ["off", "bids", "last", "every"])
def test_what_everybody_can_tell_is_done_at_once(wanted: str, watched: bool) -> None:
    likes = wanted != "off"
    assert plays_itself(wanted, "kozel", ("draw",), (BARRED, BARRED), watched=watched) == likes
    assert plays_itself(wanted, "joker", ("bid 1",), (ACE,), watched=watched) == likes
    assert not plays_itself(wanted, "joker", ("bid 1", "bid 2"), (ACE,), watched=watched)


@pytest.mark.parametrize("watched", [False, True])
@pytest.mark.parametrize("wanted", ["off", "bids", "last", "every"])
def test_the_last_piece_is_no_secret_either(wanted: str, watched: bool) -> None:
    likes = wanted in ("last", "every")
    assert plays_itself(wanted, "joker", ("play Ah",), (ACE,), watched=watched) == likes


@pytest.mark.parametrize("wanted", ["off", "bids", "last", "every"])
def test_that_a_suit_leaves_no_choice_is_not_told_to_people(wanted: str) -> None:
    hand = (ACE, BARRED)
    assert not plays_itself(wanted, "joker", ("play Ah",), hand, watched=True)
    assert plays_itself(wanted, "joker", ("play Ah",), hand, watched=False) == (wanted == "every")


def test_a_button_that_only_this_hand_leaves_is_not_pressed_among_people() -> None:
    """For example in a game where "done" alone means that no card in hand could be thrown in."""
    assert not plays_itself("last", "joker", ("done",), (BARRED,), watched=True)


def room(*kinds: str) -> RoomState:
    seats = tuple(SeatLine(f"Player {n}", kind=kind) for n, kind in enumerate(kinds))
    return RoomState("match", seats, 0, None)


def test_bots_are_no_people() -> None:
    assert among_people(room("human", "bot", "human"))
    assert not among_people(room("human", "bot", ""))
    assert not among_people(None)
