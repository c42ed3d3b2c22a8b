"""Plain mode before the match: who sits where, being ready, bots, house rules. No I/O."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from core.bots import levels
from core.game import parse_options, unusual_rules
from net.client.session import Session
from net.secure.code import code_name
from net.table.clock import CLOCKS
from net.wire.protocol import (
    MAX_CLOCK,
    Clear,
    Clock,
    Fill,
    Gathered,
    Message,
    Rule,
    Seated,
    SeatLine,
    Start,
    Wait,
)
from tui.language.games import game_title, no_bots
from tui.language.rule_names import level_name, rules_text
from tui.language.text import t, tn
from tui.table.countdown import clock_said

MAX_RULE: Final = 40
"""No name or value of a house rule is longer; the protocol refuses it."""


class RoomTalk:
    """Says how the room changes and does what its owner types. Seats are told from 1."""

    def __init__(
        self, session: Session, send: Callable[[Message], None], say: Callable[[str], None]
    ) -> None:
        self._session = session
        self._send = send
        self._say = say
        self._room: Gathered | None = None
        self._complete = False
        self._agreed = False
        self.begins = False
        """Whether the match was not yet being played when this player came."""

    def seated(self, message: Seated) -> None:
        """Say where one sits."""
        facts = {"game": game_title(message.game), "table": message.table_name}
        if message.seat is None:
            self._say(t("You watch {game} at the table {table}.", **facts))
        else:
            self._say(
                t("You sit at the table {table}: {game}, seat {n}.", n=message.seat + 1, **facts)
            )

    def gathered(self, room: Gathered) -> None:
        """Say what has changed in the room."""
        old = self._room
        self._room = room
        self.begins = self.begins or room.phase == "gathering"
        if old is None:
            self.who()
        else:
            for number, (was, now) in enumerate(zip(old.seats, room.seats, strict=False), 1):
                sentence = self._change(was, now, number)
                if sentence:
                    self._say(sentence)
        if old is None or old.options != room.options:
            self._changed_rules(room, first=old is None)
        if room.clock != (0 if old is None else old.clock):
            self._say(clock_said(room.clock) + ".")
        if room.code and (old is None or old.code != room.code):
            self._say(t("The code of this table is {code}.", code=code_name(room.code)))
        if room.phase == "playing" and (old is None or old.phase != "playing"):
            self._say(t("The match begins.") if self.begins else t("The match is on."))
        elif room.phase == "gathering":
            self._invite(old, room)

    def _change(self, was: SeatLine, now: SeatLine, number: int) -> str:
        if (was.name, was.kind) != (now.name, now.kind):
            if was.name == now.name and now.kind:
                if now.kind == "human":
                    return t("{name} is back.", name=now.name)
                return t("A bot plays for {name} now", name=now.name) + "."
            if not now.kind:
                return t("{name} has left seat {n}.", name=was.name, n=number)
            return t("Seat {n}: {who}.", n=number, who=_who(now))
        if was.away != now.away:
            if now.away:
                return t("{name} is away.", name=now.name)
            return t("{name} is back.", name=now.name)
        if now.ready and not was.ready:
            return t("{name} is ready.", name=now.name)
        return ""

    def _changed_rules(self, room: Gathered, *, first: bool) -> None:
        game = self._session.game
        if game is None:
            return
        chosen = parse_options(game.Options, room.options)
        if unusual_rules(chosen) or not first:
            self._say(rules_text(chosen) + ".")

    def _invite(self, old: Gathered | None, room: Gathered) -> None:
        """Say what to type, when that changes."""
        mine = self._session.seat
        if mine is None:
            return
        free = sum(not line.kind for line in room.seats)
        if mine == room.owner:
            before = -1 if old is None else sum(not line.kind for line in old.seats)
            if free and free != before:
                seats = tn("{n} seat is free", "{n} seats are free", free)
                self._say(t("{seats}: 'fill' puts a bot there.", seats=seats))
            elif not free and before:
                self._say(t("Every seat is taken: 'start' begins."))
        elif not room.seats[mine].ready and (old is None or old.owner != room.owner):
            self._say(t("'ready' says that you agree and want to begin."))

    def follow(self, room: Gathered, *, start: bool, ready: bool) -> None:
        """Do what was asked for on the command line."""
        mine = self._session.seat
        if mine is None:
            return
        if mine != room.owner:
            if ready and not self._agreed:
                self._send(self._session.ready())
            self._agreed = True
            return
        others = (line for seat, line in enumerate(room.seats) if seat != mine)
        complete = all(line.kind and line.ready and not line.away for line in others)
        if start and complete and not self._complete:
            self._send(Start())
        self._complete = complete

    def who(self) -> None:
        """Say who sits where."""
        room = self._session.room
        if room is None:
            return
        # Alone among bots nobody has to be told who owns the table.
        mine = self._session.seat
        others = (line for seat, line in enumerate(room.seats) if seat != mine)
        company = any(line.away or not line.kind.startswith("bot:") for line in others)
        for number, line in enumerate(room.seats, 1):
            marks = [_who(line) if line.kind else t("free")]
            marks += [t("you")] if number - 1 == mine else []
            marks += [t("owner of the table")] if number - 1 == room.owner and company else []
            marks += [t("away")] if line.away else []
            marks += [t("ready")] if line.ready and line.kind == "human" else []
            self._say(t("Seat {n}: {who}.", n=number, who=", ".join(marks)))
        if room.watchers:
            self._say(tn("{n} person watches.", "{n} people watch.", room.watchers))

    def do(self, command: str, rest: str) -> None:
        """Do what was typed: ready, wait, more, fill, clear, start, clock or rule."""
        if command in ("ready", "wait"):
            self._send(self._session.ready(command == "ready"))
        elif command == "start":
            self._send(Start())
        elif command == "more":
            self._send(Wait())
        elif command == "clock" and rest.isdecimal():
            self._send(Clock(min(int(rest), MAX_CLOCK)))
        elif command == "clock":
            self._say(t("clock SECONDS; {values}", values=", ".join(map(str, CLOCKS))))
        elif command == "rule":
            name, equals, value = (part.strip()[:MAX_RULE] for part in rest.partition("="))
            if equals:
                self._send(Rule({name: value}))
            else:
                self._say(t("rule NAME=VALUE; 'rule' alone lists them"))
        else:
            self._seat_command(command, rest.split())

    def _seat_command(self, command: str, words: list[str]) -> None:
        room = self._session.room
        if room is None:
            return
        numbers = [int(word) for word in words if word.isdecimal()]
        wanted = [word.casefold() for word in words if not word.isdecimal()]
        if command == "fill":
            known = levels(self._session.seated.game) if self._session.seated else ()
            if not known and self._session.seated:
                self._say(no_bots(self._session.seated.game) + ".")
                return
            waiting = [
                seat for seat, line in enumerate(room.seats, 1) if not line.kind or line.away
            ]
            level = wanted[0] if wanted else known[0]
            for number in numbers or waiting:
                if 1 <= number <= len(room.seats):
                    self._send(Fill(number - 1, level[:12]))
                else:
                    self._say(t("this table has no seat {seat}", seat=number))
            if not numbers and not waiting:
                self._say(t("No seat is free."))
        elif len(numbers) == 1 and 1 <= numbers[0] <= len(room.seats):
            self._send(Clear(numbers[0] - 1))
        else:
            self._say(t("Clear which seat? Say its number."))


def _who(line: SeatLine) -> str:
    level = line.kind.removeprefix("bot:")
    return line.name if level == line.kind else f"{line.name}, {level_name(level)}"
