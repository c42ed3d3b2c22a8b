"""The order in which waiting connections are let in, with real sockets."""

from __future__ import annotations

import asyncio
import select
import socket
from dataclasses import replace

import pytest

from net.host.admission import LIMITS, AdmissionLimits
from net.host.connections import Accepted, Acceptor
from net.host.listener import listen

CROWD = 20


@pytest.mark.skipif(not hasattr(select, "POLLRDHUP"), reason="this system tells no hang-ups")
async def test_those_who_have_hung_up_take_nobodys_turn() -> None:
    served: list[bytes] = []
    newcomer = asyncio.Event()

    async def serve(accepted: Accepted, encrypted: bool) -> None:
        served.append(accepted.sock.recv(64))
        if served[-1] == b"newcomer":
            newcomer.set()
        accepted.sock.close()

    slow = AdmissionLimits(waiting=64, per_address=64, per_second=1.0)
    accepted = Acceptor(replace(LIMITS, strangers=slow), serve, frozenset, internet=False)
    sockets = listen("127.0.0.1", 0)
    where = sockets[0].getsockname()
    for _ in range(CROWD):
        with socket.create_connection(where) as gone:
            gone.sendall(b"gone")
    with socket.create_connection(where) as waiting:
        waiting.sendall(b"newcomer")
        accepted.open(sockets)
        await newcomer.wait()
    await accepted.close()
    assert served.index(b"newcomer") < CROWD / 2
