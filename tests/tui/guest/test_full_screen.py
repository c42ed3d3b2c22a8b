"""The program of a guest: what it tells the gateway."""

from __future__ import annotations

import socket

from net.client.events import Dismissed
from net.guests.terms import GuestTerms
from tests.support.screens import until
from tui.guest.full_screen import GuestApp
from tui.guest.stay import GuestStay
from tui.preferences.settings import Settings
from tui.program import EventReceived


async def test_a_guest_whose_table_moves_tells_where_it_is_and_ends() -> None:
    mine, gateway = socket.socketpair()
    with mine, gateway:
        app = GuestApp(Settings(name="Ann"), GuestStay(GuestTerms(1, "t", "Ann"), mine))
        async with app.run_test() as pilot:
            facts = {"name": "Bob", "address": "192.0.2.7", "port": 23636}
            app.post_message(EventReceived(Dismissed("moved", "", facts)))
            await until(pilot, lambda: app.return_code is not None)
        assert b'{"moved": "192.0.2.7"}' in gateway.recv(1 << 16)
