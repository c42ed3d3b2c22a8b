"""Plain mode: one player's dialogue with a table, from the code to the end. No I/O.

Knows no game: sentences come from the boards. `tui.plain.shell` reads the keyboard and the wire.
"""

from __future__ import annotations

from collections.abc import Callable

from net.client.happenings import CodeWanted, Dismissed, NotSeated, SatDown, SeatHappening
from net.client.seat import ClientSeat
from net.secure.code import CodeError, parse_code
from net.wire.message import Message
from net.wire.reasons import REFUSALS
from tui.language.text import t
from tui.plain.commands import may_name_move, parse_line
from tui.plain.context import Advise, PlainContext, Plan, advise_at_once
from tui.plain.hearing import Hearing
from tui.plain.orders import Orders
from tui.plain.room import RoomDialogue, order_in
from tui.plain.table import verbs_of
from tui.room.words import refusal_said


class PlainDialogue:
    """Hears what is reported and does what is typed, until `done`; `failed` says how it ended."""

    def __init__(
        self,
        client: ClientSeat,
        send: Callable[[Message], None],
        say: Callable[[str], None],
        plan: Plan,
        look_into: Callable[[], None] = lambda: None,
        invite: Callable[[], None] = lambda: None,
        advise: Advise = advise_at_once,
        take_back: Callable[[], str] = str,
        *,
        asks: bool = False,
    ) -> None:
        self.player = PlainContext(
            client, send, say, plan, look_into, invite, advise, take_back, asks=asks
        )
        self.failed = False
        """Whether the dialogue ended badly."""
        self.wants_code = False
        """Whether the next line is the code of the table."""
        self._trying = False
        """Whether a code is being checked; lines typed ahead wait for the answer."""
        self._over = False
        room = RoomDialogue(client, send, say)
        self._hearing = Hearing(self.player, room)
        self._orders = Orders(self.player, room, self._hearing)

    @property
    def done(self) -> bool:
        """Whether the dialogue is over."""
        return self._over or self.player.left

    @property
    def thinking(self) -> bool:
        """Whether something asked for is still to come: the next line is for after it."""
        return self.player.thinking

    def hear(self, happening: SeatHappening, now: float) -> None:
        """Say what has happened; `now` is the clock for times that run out."""
        match happening:
            case CodeWanted(wrong=wrong):
                self.player.say_no(t(REFUSALS["wrong" if wrong else "code"]))
                self.failed, self._trying, self.wants_code = True, False, True
                self.player.say(t("Type the code, or 'quit'."))
            case NotSeated():
                # Without a seat there is nothing left to do.
                self.player.say_no(refusal_said(happening))
                self._over = self.failed = True
            case Dismissed():
                self._dismissed(happening)
            case _:
                if isinstance(happening, SatDown):
                    self.failed = self._trying = False
                self._hearing.hear(happening, now)

    def _dismissed(self, happening: Dismissed) -> None:
        if not self.done:
            self.player.sentence(refusal_said(happening))
            if happening.code == "unreachable":
                address = happening.facts.get("address", "")
                self.player.say(t("'kozyr doctor {address}' finds out why.", address=address))
        good = self._hearing.finished or self.done or happening.code == "left"
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
        asks = parse_line(line, self.player.topics).command or order_in(line)[0] or not line.strip()
        if asks or self._hearing.finished or watching:
            return False
        if client.view is None and client.game is not None:
            return may_name_move(line, verbs_of(client.game.NAME))
        return not client.my_turn

    def typed(self, line: str) -> None:
        """Do what a line asks for."""
        if not line.strip():
            if not self.wants_code:
                self._orders.entered()
        elif self.wants_code:
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
