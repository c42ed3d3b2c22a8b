"""Moves and events as typed values: the parts sent, their receivers, and reading them again."""

import typing
from dataclasses import dataclass
from typing import Annotated, ClassVar, NamedTuple

import pytest

from core.game import PlainEvent, Seat
from core.moves import Bid, EventTable, MoveTable, SentAs, TypedEvent, secret, tricks_bid
from core.notation import OPEN, SECRET, Card
from kozyr_kits.conformance.hosts.positions import marks_of

BIDS: MoveTable[Bid] = MoveTable("Tiny", map(Bid, range(3)))


def test_a_move_is_read_from_its_own_text() -> None:
    assert BIDS.read("bid 2") == Bid(2)
    assert tricks_bid(BIDS.read("bid 0")) == 0
    assert "bid 1" in BIDS


def test_a_text_that_is_not_a_move_is_refused_with_the_name_of_the_game() -> None:
    assert "bid 3" not in BIDS
    with pytest.raises(ValueError, match="'bid 3' is not a move of Tiny"):
        BIDS.read("bid 3")


# --- events -----------------------------------------------------------------------------------


class Pile(NamedTuple):
    x: int
    cards: int


def _bid(text: str) -> Bid:
    return Bid(int(text.removeprefix("bid ")))


@dataclass(frozen=True, slots=True)
class Drew(TypedEvent):
    kind: ClassVar = "drew"
    whose: ClassVar = "whoever has drawn"

    seat: Seat
    left: int
    card: Annotated[Card, SECRET] = ""
    again: bool = False


@dataclass(frozen=True, slots=True)
class Dealt(TypedEvent):
    kind: ClassVar = "dealt"

    hands: tuple[tuple[str, ...], ...]
    pile: Pile
    trump: Annotated[Card | None, OPEN]
    bid: Annotated[Bid | None, SentAs(str, _bid)] = None
    shown: Annotated[Card, OPEN] = ""


@dataclass(frozen=True, slots=True)
class Ended(TypedEvent):
    kind: ClassVar = "ended"
    whose: ClassVar = "the winner"
    nobody: ClassVar = "a draw"

    seat: Seat | None


EVENTS: EventTable[Drew | Dealt | Ended] = EventTable((Drew, Dealt, Ended))
DEALT = Dealt((("Ah", "9s"), ()), Pile(1, 30), None, Bid(2))


def test_what_is_sent_are_the_fields_in_their_order_without_the_seat_and_what_has_its_default() -> (
    None
):
    assert list(DEALT.data.items()) == [
        ("hands", [["Ah", "9s"], []]),
        ("pile", [1, 30]),
        ("trump", None),
        ("bid", "bid 2"),
    ]
    assert (DEALT.kind, DEALT.seat) == ("dealt", None)
    assert Drew(3, 7, "Ah", again=True).data == {"left": 7, "card": "Ah", "again": True}


@pytest.mark.parametrize("event", [DEALT, Drew(3, 7), Drew(3, 7, "Ah"), Ended(None), Ended(0)])
def test_an_event_is_read_again_as_it_was(event: Drew | Dealt | Ended) -> None:
    assert EVENTS.read(event.seen_by(0)) == event
    assert EVENTS.read(event) is event


def test_a_secret_is_told_to_its_seat_alone() -> None:
    event = secret(Drew(3, 7, "Ah"), Drew(3, 7))
    assert (event.data, event.secret) == ({"left": 7}, {"card": "Ah"})
    assert EVENTS.read(event.seen_by(3)) == Drew(3, 7, "Ah")
    for other in (0, None):
        assert EVENTS.read(event.seen_by(other)) == Drew(3, 7)


def test_an_event_of_another_game_is_none_and_a_mutilated_one_is_refused() -> None:
    assert EVENTS.read(PlainEvent("redealt", 1)) is None
    with pytest.raises(ValueError, match="drew is of no seat"):
        EVENTS.read(PlainEvent("drew", None, {"left": 7}))
    with pytest.raises(ValueError, match="drew lacks a part"):
        EVENTS.read(PlainEvent("drew", 1, {"card": "Ah"}))


def test_the_form_follows_from_the_fields() -> None:
    form = EVENTS["dealt"]
    hints = typing.get_type_hints(form.data, include_extras=True)
    assert list(hints) == ["hands", "pile", "trump", "bid", "shown"]
    assert typing.get_origin(hints["bid"]) is typing.NotRequired
    assert typing.get_args(hints["bid"]) == (str,)
    assert (form.seat, EVENTS["ended"].seatless) == ("", "a draw")


def test_marks_are_seen_on_fields_that_may_be_missing_too() -> None:
    marks = marks_of(EVENTS["dealt"].data)
    assert marks["trump"] == marks["shown"] == {OPEN}
