"""Joker's moves and events as typed values: each is read once and written as it was."""

import pytest

from core.game import PlainEvent
from core.games.joker.moves import (
    Began,
    Bid,
    DealScored,
    Moved,
    NameTrump,
    PlayCard,
    PremiumsPaid,
    TrickTaken,
    TrumpNamed,
    bid_of,
    parse_event,
    parse_move,
    parse_play,
    play_of,
)
from core.games.joker.rules import BID_MOVES, TRUMP_MOVES
from core.games.joker.tricks import PLAY_MOVES, PLAYS
from tui.boards.scene import PLAY_SECONDS
from tui.games.joker.board import moving_seconds


def test_every_move_is_written_as_it_was_read() -> None:
    for text in (*BID_MOVES, *TRUMP_MOVES, *PLAY_MOVES):
        assert str(parse_move(text)) == text
    for text in PLAYS:
        assert parse_play(text).text == text
        assert play_of(f"play {text}") == parse_play(text)


def test_a_move_says_what_it_is() -> None:
    assert parse_move("bid 3") == Bid(3)
    assert bid_of("bid 0") == 0
    assert parse_move("trump none") == NameTrump("none")
    assert parse_move("play Ah") == PlayCard("Ah")
    assert parse_move("play Xr high s") == PlayCard("Xr", "high", "s")
    assert parse_move("play Xb bottom") == PlayCard("Xb", "bottom")


@pytest.mark.parametrize(
    "text", ["", "bid", "bid 10", "bid 03", "trump x", "play Xr", "play 1h", "play Ah top", "Ah"]
)
def test_what_is_no_move_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match="not a move of Joker"):
        parse_move(text)


def test_events_are_read_by_their_kind() -> None:
    began = {"deal": 2, "cards": 2, "dealer": 1, "upcard": "8c"}
    cards = ["Ah", "Xr top", "9s", "8s"]
    scored = {"deal": 2, "points": [1, 2, 3, 4], "totals": [5, 6, 7, 8]}
    premium = {"premium": [400, -150, 0, 0], "totals": [800, 0, 50, 50]}
    assert [
        parse_event(PlainEvent("began", None, began)),
        parse_event(PlainEvent("moved", 2, {"move": "bid 1"})),
        parse_event(PlainEvent("trump", 3, {"trump": "h"})),
        parse_event(PlainEvent("trick", 1, {"leader": 0, "cards": cards})),
        parse_event(PlainEvent("deal", None, scored)),
        parse_event(PlainEvent("premium", None, premium)),
    ] == [
        Began(2, 2, 1, "8c"),
        Moved(2, Bid(1)),
        TrumpNamed(3, "h"),
        TrickTaken(1, 0, ("Ah", "Xr top", "9s", "8s")),
        DealScored(2, (1, 2, 3, 4), (5, 6, 7, 8)),
        PremiumsPaid((400, -150, 0, 0), (800, 0, 50, 50)),
    ]
    assert parse_event(PlainEvent("window", 0)) is None


def test_a_move_of_nobody_is_refused() -> None:
    with pytest.raises(ValueError, match="of no seat"):
        parse_event(PlainEvent("moved", None, {"move": "bid 1"}))


def test_only_what_is_played_flies() -> None:
    bid, play = (
        PlainEvent("moved", 0, {"move": "bid 1"}),
        PlainEvent("moved", 0, {"move": "play Ah"}),
    )
    assert moving_seconds([bid, play]) == PLAY_SECONDS
    assert moving_seconds([bid]) == 0
    assert moving_seconds([]) == 0
