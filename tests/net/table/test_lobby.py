"""Greeting, listing, and finding the table."""

from __future__ import annotations

import pytest

from net.wire.protocol import (
    VERSION,
    Ask,
    Closed,
    Hello,
    Join,
    Leave,
    Message,
    Ping,
    Play,
    Ponged,
    Refused,
    Say,
    Start,
    Welcomed,
)
from tests.support.parlour import Parlour, Visitor


def test_hello_is_answered_with_the_tables() -> None:
    welcomed = Parlour().visitor().last(Welcomed)
    assert welcomed.host == "Hostess"
    (line,) = welcomed.tables
    assert (line.id, line.game, line.seats, line.free, line.phase) == (
        "table-1", "tiny", 2, 2, "gathering"
    )  # fmt: skip


def test_a_second_hello_lists_again() -> None:
    parlour = Parlour()
    visitor = parlour.visitor()
    parlour.join("Ann")
    assert visitor.send(Hello(VERSION))[-1].tables[0].free == 1


def test_a_table_in_play_has_no_free_seats() -> None:
    parlour = Parlour()
    parlour.two()
    line = parlour.visitor().last(Welcomed).tables[0]
    assert (line.free, line.phase) == (0, "playing")


def test_another_version_is_told_plainly() -> None:
    parlour = Parlour()
    visitor = Visitor(parlour, parlour.client())
    visitor.send(Hello(VERSION + 1))
    closed = visitor.last(Closed)
    assert closed.code == "version"
    assert closed.facts == {"host": VERSION, "yours": VERSION + 1}
    assert f"version {VERSION} " in closed.reason.format(**closed.facts)
    assert visitor.dropped


@pytest.mark.parametrize("message", [Join("Ann"), Ping(1), Start(), Leave()])
def test_nothing_comes_before_hello(message: Message) -> None:
    parlour = Parlour()
    visitor = Visitor(parlour, parlour.client())
    assert visitor.send(message)[-1].code == "hello"
    assert visitor.dropped


def test_ping_is_answered_at_any_time() -> None:
    parlour = Parlour()
    assert parlour.visitor().send(Ping(7)) == [Ponged(7)]
    assert parlour.join("Ann").send(Ping(8)) == [Ponged(8)]


@pytest.mark.parametrize("message", [Say("hi"), Ask(), Play(1, 1, "x")])
def test_without_a_table_requests_are_refused(message: Message) -> None:
    assert Parlour().visitor().refused(message) == "join"


def test_who_leaves_without_a_table_is_let_go() -> None:
    visitor = Parlour().visitor()
    assert visitor.send(Leave())[-1].code == "left"
    assert visitor.dropped


def test_who_was_refused_a_seat_may_try_again() -> None:
    parlour = Parlour()
    visitor = parlour.visitor()
    assert visitor.refused(Join("Ann", seat=9)) == "seat"
    visitor.send(visitor.client.join("Ann"))
    assert visitor.client.seat == 0


def test_a_connection_lost_before_it_joined_leaves_nothing() -> None:
    parlour = Parlour()
    parlour.visitor().cut()
    assert parlour.lobby.close() == []


def test_a_host_without_tables_refuses_to_seat() -> None:
    parlour = Parlour()
    parlour.lobby.tables.clear()
    visitor = parlour.visitor()
    assert visitor.last(Welcomed).tables == []
    assert isinstance(visitor.send(Join("Ann"))[-1], Refused)
