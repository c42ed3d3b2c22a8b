"""Connections are accepted one by one, and none is lost while the host is full."""

import asyncio
import contextlib
import os
import socket

import pytest

from net.host import listener
from net.host.listener import HostError, accept, listen, listen_at, reserve


@pytest.mark.parametrize("steps", range(6))
async def test_a_connection_that_comes_while_accepting_ends_is_taken_in_or_left_waiting(
    steps: int,
) -> None:
    """A socket that is neither would be a ResourceWarning, which fails a test."""
    (listening,) = listen("127.0.0.1", 0)
    taken: list[socket.socket] = []

    async def take_in() -> None:
        async for sock, _ in accept(listening, internet=False):
            taken.append(sock)

    taking = asyncio.ensure_future(take_in())
    await asyncio.sleep(0)
    with socket.create_connection(listening.getsockname()):
        for _ in range(steps):
            await asyncio.sleep(0)
        taking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await taking
        left = []
        with contextlib.suppress(BlockingIOError):
            left.append(listening.accept()[0])
        assert len(taken) + len(left) == 1
        for sock in (*taken, *left, listening):
            sock.close()


def test_any_port_will_do_where_the_usual_one_is_taken_and_none_was_chosen() -> None:
    (taken,) = listen("127.0.0.1", 0)
    port = taken.getsockname()[1]
    (other,) = listen("127.0.0.1", None, usual=port)
    try:
        assert other.getsockname()[1] not in (0, port)
        with pytest.raises(HostError, match="in use"):
            listen("127.0.0.1", port)
    finally:
        taken.close()
        other.close()


def taken_by_choice() -> socket.socket:
    """Return a socket at a port that the system gives only to programs that ask for it.

    Any other port, once free, may be given to the next connection on this machine.
    """
    first = 20000 + os.getpid() % 10000
    for port in range(first, first + 1000):
        with contextlib.suppress(OSError):
            return socket.create_server(("127.0.0.1", port))
    raise AssertionError("no port can be taken")


def test_a_port_is_kept_free_where_firewalls_let_hosts_be_reached(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with taken_by_choice() as taken:
        usual = taken.getsockname()[1]
        monkeypatch.setattr(listener, "DEFAULT_PORT", usual)
        other = reserve()
    assert other is not None
    with other:
        assert other.getsockname()[1] != usual
    again = reserve()
    assert again is not None
    with again:
        assert again.getsockname()[1] == usual


def test_nobody_can_take_a_port_that_is_kept_free() -> None:
    """Another program on this machine may look for a port at any moment."""
    kept = reserve()
    port = kept.getsockname()[1]
    with pytest.raises(HostError, match="in use"):
        listen(None, port)
    sockets = listen_at(kept)
    try:
        with pytest.raises(HostError, match="in use"):
            listen(None, port)
        with socket.create_connection(("127.0.0.1", port)):
            pass
    finally:
        for sock in sockets:
            sock.close()


def test_a_port_that_was_let_go_cannot_be_listened_at() -> None:
    """The player may leave the table just when this computer is needed."""
    kept = reserve()
    kept.close()
    with pytest.raises(HostError, match="cannot listen"):
        listen_at(kept)
