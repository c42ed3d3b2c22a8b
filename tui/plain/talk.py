"""Plain mode: one player's talk with a table, from the code at the door to the end. No I/O.

Knows no game: sentences come from the boards. `tui.plain.shell` reads the keyboard and the wire.
"""

from __future__ import annotations

from collections.abc import Callable

from net.client.seat import ClientSeat
from net.client.told import CodeWanted, Dismissed, NotSeated, SatDown, Told
from net.secure.code import CodeError, parse_code
from net.wire.protocol import Message
from net.wire.reasons import REFUSALS
from tui.language.text import t
from tui.plain.commands import parse_line
from tui.plain.hearing import Hearing
from tui.plain.orders import Orders
from tui.plain.plan import Plan
from tui.plain.player import Player
from tui.plain.room import RoomTalk
from tui.table.room_words import refusal_said


class PlainTalk:
    """Hears what is told and does what is typed, until `done`; `failed` tells how it ended."""

    def __init__(
        self,
        client: ClientSeat,
        send: Callable[[Message], None],
        say: Callable[[str], None],
        plan: Plan,
    ) -> None:
        self.player = Player(client, send, say, plan)
        self.failed = False
        """Whether the talk has not come to a good end."""
        self.wants_code = False
        """Whether the next line is the code of the table."""
        self._trying = False
        """Whether a code is being looked at; what was typed ahead waits for the answer."""
        self._over = False
        room = RoomTalk(client, send, say)
        self._hearing = Hearing(self.player, room)
        self._orders = Orders(self.player, room, self._hearing)

    @property
    def done(self) -> bool:
        """Whether there is nothing more to say."""
        return self._over or self.player.left

    def hear(self, told: Told, now: float) -> None:
        """Say what has happened; `now` is the time by which ends of time are told."""
        match told:
            case CodeWanted(wrong=wrong):
                self.player.say_no(t(REFUSALS["wrong" if wrong else "code"]))
                self.failed, self._trying, self.wants_code = True, False, True
                self.player.say(t("Type the code, or 'quit'."))
            case NotSeated():
                # There is nothing to talk about without a seat.
                self.player.say_no(refusal_said(told))
                self._over = self.failed = True
            case Dismissed():
                self._dismissed(told)
            case _:
                if isinstance(told, SatDown):
                    self.failed = self._trying = False
                self._hearing.hear(told, now)

    def _dismissed(self, told: Dismissed) -> None:
        if not self.done:
            self.player.sentence(refusal_said(told))
        good = self._hearing.finished or self.done or told.code == "left"
        self.failed = self.failed or not good
        self._over = True

    def hurry(self, now: float) -> None:
        """Warn the player that the time is nearly up."""
        self._hearing.hurry(now)

    def waits(self, line: str) -> bool:
        """Tell whether a line typed ahead has to wait: a move before it is this player's turn."""
        client = self.player.client
        if self.wants_code or self._trying:
            return self._trying
        watching = client.seated is not None and client.seat is None
        asks = parse_line(line, self.player.topics).command or not line.strip()
        if asks or self._hearing.finished or watching:
            return False
        return not client.my_turn

    def typed(self, line: str) -> None:
        """Do what a line asks for."""
        if not line.strip():
            return
        if self.wants_code:
            self._try_code(line)
        else:
            self._orders.typed(line)

    def _try_code(self, line: str) -> None:
        if parse_line(line).command == "quit":
            self._over = True
            return
        try:
            code = parse_code(line)
        except CodeError as error:
            self.player.sentence(t(error.reason, **error.facts))
            return
        self.wants_code, self._trying = False, True
        self.player.send(self.player.client.prove(code))
