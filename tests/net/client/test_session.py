"""The client's half: numbers, memory, and what it makes of nonsense."""

from __future__ import annotations

import pytest

from net.client.session import Session, Ticket
from net.wire.protocol import (
    BadMessageError,
    Closed,
    Gathered,
    Hello,
    Join,
    Message,
    Offered,
    Play,
    Ponged,
    Refused,
    Seated,
    SeatLine,
    Updated,
)
from tests.support import tiny_game
from tests.support.parlour import Parlour


def seated_session() -> Session:
    session = Session(games={"tiny": tiny_game})
    session.join("Ann")
    session.receive(Seated("t", "T", "tiny", 0, "secret", 0))
    session.receive(Gathered("playing", [SeatLine(), SeatLine()], 0, {"cards": 2, "blind": "off"}))
    return session


def test_a_new_session_only_greets() -> None:
    session = Session()
    assert session.resumed() == [session.hello()]
    assert isinstance(session.hello(), Hello)
    assert session.seat is None
    assert not session.my_turn


def test_join_cleans_the_name() -> None:
    assert Session().join(" A\x07nn ") == Join("Ann")


def test_coming_back_shows_the_token_and_repeats_the_move() -> None:
    session = seated_session()
    play = session.play("play 1")
    assert session.resumed() == [session.hello(), Join("Ann", "t", "secret", 0), play]


def test_two_quick_key_presses_are_one_move() -> None:
    session = seated_session()
    assert session.play("play 1") == session.play("play 2") == Play(1, 0, "play 1")


@pytest.mark.parametrize("typed, sent", [("", "?"), ("x" * 99, "x" * 40)])
def test_whatever_is_typed_can_be_sent(typed: str, sent: str) -> None:
    assert seated_session().play(typed).move == sent


def test_a_refused_move_frees_the_number() -> None:
    session = seated_session()
    session.play("play 1")
    session.receive(Refused("stale", "…", number=1))
    assert session.pending is None
    assert session.play("play 2") == Play(1, 0, "play 2")


def test_a_refusal_of_something_else_leaves_the_move_pending() -> None:
    session = seated_session()
    play = session.play("play 1")
    session.receive(Refused("fast", "…"))
    assert session.pending == play


def test_an_update_moves_the_position_and_the_number() -> None:
    parlour = Parlour()
    ann, bob = parlour.two()
    assert ann.session.my_turn
    assert not bob.session.my_turn
    ann.play(f"play {ann.session.view.hand[0]}")
    assert (ann.session.seq, bob.session.seq) == (2, 2)
    assert bob.session.events[0].kind == "moved"
    assert bob.session.my_turn
    assert bob.session.play("play 1").number == 1


def test_tokens_open_the_seat_for_a_new_program() -> None:
    parlour = Parlour()
    tickets: dict[str, Ticket] = {}
    games = {"tiny": tiny_game}
    ann = parlour.visitor(Session(tickets=tickets, games=games))
    ann.send(ann.session.join("Ann"))
    ann.cut()
    again = parlour.visitor(Session(tickets=tickets, games=games))
    again.send(again.session.join("Ann"))
    assert again.session.seat == 0
    other = parlour.visitor(Session(tickets=tickets, games=games))
    other.send(other.session.join("Bob"))
    assert other.session.seat == 1


def test_a_watcher_needs_no_token() -> None:
    tickets = {"t/Ann": Ticket("secret", "")}
    assert Session(tickets=tickets).join("Ann", "t", watch=True).token == ""


def test_what_changes_nothing_is_absorbed() -> None:
    session = seated_session()
    for message in (Offered(0, []), Ponged(1)):
        session.receive(message)
    session.receive(Closed("host", "…"))
    assert session.closed == Closed("host", "…")


ROOM = Gathered("playing", [SeatLine()], 0, {"cards": 2, "blind": "off"})


@pytest.mark.parametrize(
    "message",
    [
        Seated("t", "T", "whist", 0, "x", 0),
        Gathered("playing", [SeatLine()], 0, {"cards": 99}),
        Updated(1, {}, [], 0),
        Updated(1, {"seat": "x"}, [], 0),
        Updated(1, {"seat": 0, "seats": 3, "totals": [0, 0, 0]}, [], 0),
        Updated(1, {"seat": 0, "seats": 2, "totals": [0]}, [], 0),
        Updated(1, {"seat": 0, "seats": 2, "totals": [0, 0], "to_act": [2]}, [], 0),
    ],
)
def test_nonsense_is_refused(message: Message) -> None:
    session = seated_session()
    with pytest.raises(BadMessageError):
        session.receive(message)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "message", [Seated("t", "T", "tiny", 0, "x", 0), ROOM, Updated(1, {}, [], 0)]
)
def test_messages_out_of_order_are_refused(message: Message) -> None:
    with pytest.raises(BadMessageError):
        Session().receive(message)  # type: ignore[arg-type]


def test_somebody_elses_position_is_refused() -> None:
    parlour = Parlour()
    ann, bob = parlour.two()
    with pytest.raises(BadMessageError, match="somebody else"):
        bob.session.receive(ann.last(Updated))


def test_a_seat_that_nobody_asked_for_is_not_taken_and_its_key_not_kept() -> None:
    tickets: dict[str, Ticket] = {}
    session = Session(tickets=tickets)
    session.meet("ee", lambda code, table: None)  # type: ignore[arg-type,return-value]
    session.join("Ann", "kitchen")
    session.resumed()
    with pytest.raises(BadMessageError, match="nobody asked"):
        session.receive(Seated("cellar", "Cellar", "kozel", 0, "false", 0))
    session.receive(Seated("kitchen", "Kitchen", "kozel", 0, "token", 0))
    for number in range(71):
        with pytest.raises(BadMessageError, match="nobody asked"):
            session.receive(Seated("kitchen", "Kitchen", "kozel", 0, f"false {number}", 0))
    assert tickets == {"kitchen/Ann": Ticket("token", "ee")}


def test_the_key_of_the_host_at_the_other_end_is_shown_and_no_other() -> None:
    tickets = {"kitchen/Ann": Ticket("false", "ee"), "kitchen/Ann@aa": Ticket("true", "aa")}
    for host, token in (("aa", "true"), ("ee", "false")):
        session = Session(tickets=dict(tickets))
        session.join("Ann", "kitchen")
        session.meet(host, lambda code, table: None)  # type: ignore[arg-type,return-value]
        join = session.resumed()[1]
        assert isinstance(join, Join)
        assert join.token == token
    session = Session(tickets=dict(tickets))
    session.join("Ann", "kitchen")
    session.meet("bb", lambda code, table: None)  # type: ignore[arg-type,return-value]
    assert [type(message) for message in session.resumed()] == [Hello]
    assert session.closed is not None
    assert session.closed.code == "stranger"
