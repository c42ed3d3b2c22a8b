"""The order in which waiting connections are let in, and strangers' messages are read."""

import asyncio
import socket
import sys
from dataclasses import replace

import pytest

from net.host.admission import LIMITS, AdmissionLimits
from net.host.connections import Accepted, Acceptor
from net.host.listener import listen
from net.host.stream import open_stream

CROWD = 20


@pytest.mark.skipif(sys.platform != "linux", reason="needs the loopback addresses of Linux")
async def test_of_a_crowd_that_comes_at_once_nobody_who_is_sent_away_stays_open() -> None:
    taken: list[socket.socket] = []

    class Listening(socket.socket):
        def accept(self) -> tuple[socket.socket, object]:
            sock, where = super().accept()
            taken.append(sock)
            return sock, where

    async def serve(accepted: Accepted, encrypted: bool) -> None:
        raise AssertionError("nobody says anything")

    few = AdmissionLimits(waiting=4, per_address=4, per_second=1.0)
    acceptor = Acceptor(replace(LIMITS, strangers=few), serve, frozenset, internet=False)
    (heard,) = listen("127.0.0.1", 0)
    listening = Listening(fileno=heard.detach())
    listening.setblocking(False)
    where = listening.getsockname()
    addresses = [f"127.0.0.{1 + number // 4}" for number in range(CROWD)]
    crowd = [socket.create_connection(where, None, (each, 0)) for each in addresses]
    acceptor.open([listening])
    for _ in range(CROWD):
        await asyncio.sleep(0)
    assert len(taken) == CROWD
    assert sum(sock.fileno() != -1 for sock in taken) <= few.waiting
    for each in crowd:
        each.close()
    for task in acceptor.tasks:
        task.cancel()
    await acceptor.close()
    await asyncio.gather(*acceptor.tasks, return_exceptions=True)


async def test_what_is_written_to_somebody_who_is_gone_fills_no_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    here, there = socket.socketpair()
    here.setblocking(False)
    stream = await open_stream(here, None, 5)
    there.close()
    for _ in range(CROWD):
        stream.write(b"a line")
    await stream.wait_closed()
    assert not caplog.records
