"""The program of a guest: its messages to the gateway."""

import json
import socket

from net.client.events import Dismissed, EveningTold
from net.guests import GuestTerms
from net.wire.message import PlayedMatch, PlayedSeat
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


async def test_a_guest_leaves_the_evening_to_the_gateway_which_outlives_the_program() -> None:
    mine, gateway = socket.socketpair()
    played = PlayedMatch("kozel", "2026-11-28T21:40:00", [PlayedSeat("Ann", False, 1, 45)])
    with mine, gateway:
        app = GuestApp(Settings(name="Ann"), GuestStay(GuestTerms(1, "t", "Ann"), mine))
        async with app.run_test() as pilot:
            for matches in ((), (played,)):
                app.post_message(EventReceived(EveningTold(matches)))
            app.post_message(EventReceived(Dismissed("moved", "", {"address": "192.0.2.7"})))
            await until(pilot, lambda: app.return_code is not None)
        reports = [json.loads(line) for line in gateway.recv(1 << 16).splitlines()]
    (evening,) = (said["evening"] for said in reports if "evening" in said)
    assert "21:40  Kozel  1. Ann 45" in evening
