"""Graph-Poker's moves and events as typed values: each is read once and written as it was."""

import pytest

from core.game import PlainEvent
from core.games.graph_poker.grid import parse_place
from core.games.graph_poker.moves import (
    Began,
    Moved,
    Opened,
    OpenedCard,
    PlaceCard,
    RoundScored,
    WindowPaid,
    parse_event,
    parse_move,
)
from core.games.graph_poker.poker import HIDDEN, Combination
from core.pieces import DECK_52


def test_every_move_is_written_as_it_was_read() -> None:
    for card in DECK_52:
        for x, y in ((0, 0), (-12, 7), (3, -999)):
            text = str(PlaceCard(card, x, y))
            assert parse_move(text) == PlaceCard(card, x, y)
            assert parse_place(text) == (card, x, y), "the rules read the same"


def test_a_move_says_what_it_is() -> None:
    assert parse_move("place Th -12 7") == PlaceCard("Th", -12, 7)
    assert parse_move("place Th -12 7").cell == (-12, 7)


@pytest.mark.parametrize(
    "text",
    ["", "place", "place Th", "place Th 0", "place Th -0 7", "place Th 1000 0", "place 1h 0 0"],
)
def test_what_is_no_move_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match="not a move of Graph-Poker"):
        parse_move(text)


def test_a_card_face_down_is_known_to_whoever_placed_it() -> None:
    """G-R5."""
    event = PlainEvent("moved", 1, {"move": "place ? 0 -1"}, {"move": "place Ah 0 -1"})
    assert parse_event(event.seen_by(1)) == Moved(1, PlaceCard("Ah", 0, -1))
    assert parse_event(event.seen_by(0)) == Moved(1, PlaceCard(HIDDEN, 0, -1))


def test_events_are_read_by_their_kind() -> None:
    paid = [0, 2, False, "2s3s4s5s", 1, 2]
    assert [
        parse_event(PlainEvent("began", None, {"deal": 1, "dealer": 2})),
        parse_event(PlainEvent("opened", None, {"cards": [[0, 0, "Ah", 1], [0, 1, "Kh", 0]]})),
        parse_event(PlainEvent("window", 1, {"paid": paid})),
        parse_event(PlainEvent("round", None, {"round": 3, "points": [0, 2], "totals": [1, 2]})),
    ] == [
        Began(1, 2),
        Opened((OpenedCard(0, 0, "Ah", 1), OpenedCard(0, 1, "Kh", 0))),
        WindowPaid(1, Combination(0, 2, False, "2s3s4s5s", 1, 2)),
        RoundScored(3, (0, 2), (1, 2)),
    ]
    assert parse_event(PlainEvent("trick", 0)) is None


def test_a_window_that_was_paid_knows_its_cells_its_cards_and_what_they_are() -> None:
    event = parse_event(PlainEvent("window", 1, {"paid": [-1, 0, True, "2s3s4s5s", 1, 2]}))
    assert isinstance(event, WindowPaid)
    assert event.paid.cells == ((-1, 0), (0, 0), (1, 0), (2, 0))
    assert event.paid.cards == ("2s", "3s", "4s", "5s")
    assert event.paid.category == "flush"
