"""Domino Poker's moves and events as typed values: each is read once and written as it was."""

import pytest

from core.game import PlainEvent
from core.games.domino_poker.moves import (
    BIDS,
    COUNTS,
    DECISIONS,
    PICKS,
    PLAY_MOVES,
    Began,
    Bid,
    Count,
    DealScored,
    Keep,
    Moved,
    Pick,
    PlayTile,
    Show,
    Shown,
    TrickTaken,
    Turned,
    bid_of,
    parse_event,
    parse_move,
)
from tui.boards.scene import PLAY_SECONDS
from tui.games.domino_poker.board import moving_seconds


def test_every_move_is_written_as_it_was_read() -> None:
    for text in (*BIDS, *PLAY_MOVES, *PICKS, *COUNTS, *DECISIONS):
        assert str(parse_move(text)) == text


def test_a_move_says_what_it_is() -> None:
    assert parse_move("bid 3") == Bid(3)
    assert bid_of("bid 0") == 0
    assert parse_move("play 6-4") == PlayTile("6-4")
    assert parse_move("pick 27") == Pick(27)
    assert parse_move("count left") == Count("left")
    assert (parse_move("show"), parse_move("keep")) == (Show(), Keep())


@pytest.mark.parametrize(
    "text", ["", "bid", "bid 8", "bid 03", "play 4-6", "pick 28", "count", "count up", "6-4"]
)
def test_what_is_no_move_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match="not a move of Domino Poker"):
        parse_move(text)


def test_events_are_read_by_their_kind() -> None:
    began = {"deal": 2, "stage": "plain", "size": 2, "starter": 1}
    scored = {"deal": 2, "points": [1, -2], "totals": [5, 6]}
    trick = {"winner": 0, "leader": 1, "tiles": ["6-4", "6-6"]}
    assert [
        parse_event(PlainEvent("began", None, began)),
        parse_event(PlainEvent("moved", 1, {"move": "pick 3"})),
        parse_event(PlainEvent("turned", None, {"position": 3, "tile": "2-1"})),
        parse_event(PlainEvent("turned", 1, {"position": 7, "tile": "2-2"})),
        parse_event(PlainEvent("trick", 0, trick)),
        parse_event(
            PlainEvent("shown", None, {"decisions": ["show", "keep"], "tiles": ["2-2", ""]})
        ),
        parse_event(PlainEvent("deal", None, scored)),
    ] == [
        Began(2, "plain", 2, 1),
        Moved(1, Pick(3)),
        Turned(None, 3, "2-1"),
        Turned(1, 7, "2-2"),
        TrickTaken(0, 0, 1, ("6-4", "6-6")),
        Shown(("show", "keep"), ("2-2", "")),
        DealScored(2, (1, -2), (5, 6)),
    ]
    assert parse_event(PlainEvent("window", 0)) is None


def test_the_best_tile_of_a_trick_is_that_of_its_taker() -> None:
    assert TrickTaken(0, 0, 1, ("6-4", "6-6")).best == "6-6"
    assert TrickTaken(1, 1, 1, ("6-4", "5-5")).best == "6-4"


def test_a_secret_decision_is_a_move_that_is_not_told() -> None:
    """D-R25."""
    secret = PlainEvent("moved", 1, {}, {"move": "show"})
    assert parse_event(secret.seen_by(0)) == Moved(1, None)
    assert parse_event(secret.seen_by(1)) == Moved(1, Show())


def test_only_what_is_played_flies() -> None:
    bid, play = (
        PlainEvent("moved", 0, {"move": "bid 1"}),
        PlainEvent("moved", 0, {"move": "play 6-4"}),
    )
    assert moving_seconds([bid, play]) == PLAY_SECONDS
    assert moving_seconds([bid]) == 0
    assert moving_seconds([]) == 0
