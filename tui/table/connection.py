"""One table as the screens see it: the link, the positions not yet shown, the log.

No Textual here: the application feeds it, screens read it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any, Final, Literal, TypeAlias

from core.game import DEAL_ENDS, RECORDED, Event, Seat, unusual_rules
from net.client.session import Link, Session
from net.secure.code import code_name
from net.wire.protocol import (
    FromHost,
    Gathered,
    Message,
    Refused,
    Said,
    SeatLine,
    Timed,
    Updated,
)
from net.wire.reasons import TROUBLES
from tui.boards import BOARDS, Board
from tui.language.rule_names import rule_said
from tui.language.text import t, tn
from tui.language.words import refusal, seat_names
from tui.start import Start
from tui.table.countdown import Countdown, clock_said
from tui.table.deal_end import ends_deal, whole_deal

KEPT: Final = 500
"""Lines remembered: more than any match of the longest game has moves in two deals."""

LineKind: TypeAlias = Literal["event", "chat", "notice", "deal"]


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of what has happened, worded when it is read: the language may change meanwhile."""

    kind: LineKind
    say: Callable[[], str]
    about: str = ""
    """What it tells the state of; a newer line about the same takes its place."""


@dataclass(frozen=True, slots=True)
class Position:
    """A view, and what led to it."""

    seq: int
    view: Any
    events: tuple[Event, ...]
    late: Seat | None = None
    """For whom a bot has made the move that led here, the time being up."""

    @property
    def ends_deal(self) -> bool:
        """Whether a deal was finished by what led here."""
        return ends_deal(self.events)

    @property
    def whole_deal(self) -> int:
        """How many of the events belong to the deal that was finished here, its points included."""
        return whole_deal(self.events)

    @property
    def events_after_deal(self) -> tuple[Event, ...]:
        """What happened after the last deal that was finished here."""
        ends = [at for at, event in enumerate(self.events) if event.kind in DEAL_ENDS]
        return self.events[ends[-1] + 1 :] if ends else self.events


class Connection:
    """A seat at somebody's table, or at one's own."""

    def __init__(
        self,
        link: Link,
        start: Start,
        *,
        address: str = "",
    ) -> None:
        self.link = link
        self.start = start
        self.address = address
        """What others type to join; empty where nobody can."""
        self.up = False
        self.positions: deque[Position] = deque()
        """Received and not yet shown."""
        self.lines: deque[LogLine] = deque(maxlen=KEPT)
        self.refused: Refused | None = None
        """The last refusal."""
        self.countdown: Countdown | None = None
        """The time that runs now, of the player's own decision if one is open."""
        self.now: Callable[[], float] = monotonic
        self._given = False
        self._room: Gathered | None = None
        self._told: set[str] = set()

    @property
    def session(self) -> Session:
        """What is known of the table."""
        return self.link.session

    @property
    def board(self) -> Board:
        """Who draws this game."""
        assert self.session.seated is not None
        return BOARDS[self.session.seated.game]

    @property
    def phase(self) -> str:
        """ "gathering", "playing" or "over"; empty before the room is known."""
        return self.session.room.phase if self.session.room else ""

    @property
    def seats(self) -> tuple[SeatLine, ...]:
        """Who sits where."""
        return tuple(self.session.room.seats) if self.session.room else ()

    @property
    def names(self) -> tuple[str, ...]:
        """What each seat is called."""
        return seat_names(self.seats)

    @property
    def away(self) -> frozenset[Seat]:
        """Seats whose players have lost their connection, and no bot plays for them."""
        return frozenset(
            n for n, seat in enumerate(self.seats) if seat.away and seat.kind == "human"
        )

    @property
    def owns(self) -> bool:
        """Whether this player is the owner of the table."""
        room, seat = self.session.room, self.session.seat
        return room is not None and seat is not None and room.owner == seat

    @property
    def playing(self) -> bool:
        """Whether leaving now would leave a match."""
        return self.phase == "playing" and self.session.seat is not None

    @property
    def may_give_time(self) -> bool:
        """Whether this player can give somebody else more time."""
        session, seats = self.session, self.seats
        if self.countdown is None or self._given or session.seat is None or session.view is None:
            return False
        others = (seat for seat in session.view.to_act if seat != session.seat)
        return any(seats[seat].kind == "human" for seat in others)

    @property
    def lost(self) -> tuple[Seat, ...]:
        """Seats of people who are away and for whom this player can let a bot play."""
        return tuple(sorted(self.away)) if self.owns and self.playing else ()

    def send(self, message: Message) -> None:
        """Send something to the host."""
        self.link.send(message)

    def new_troubles(self) -> list[str]:
        """Say what has gone wrong on this computer, each thing once."""
        new = [code for code in self.link.troubles if code not in self._told]
        self._told.update(new)
        for code in new:
            self.note("notice", TROUBLES[code])
        return [t(TROUBLES[code]) for code in new]

    def link_changed(self, up: bool) -> None:
        """Note that the connection stands or is lost; while it is lost nothing is known of time."""
        self.up = up
        if not up:
            self.countdown = None
        elif self._room is not None:
            self.note("notice", "The connection stands again.")

    # --- what the host says -----------------------------------------------------------------------

    def absorb(self, said: FromHost) -> None:
        """Keep what the screens will want; the session has absorbed the message already."""
        match said:
            case Updated():
                session = self.session
                self.positions.append(Position(said.seq, session.view, session.events, said.late))
                self._count_down(said.left)
                self._given = False
            case Timed():
                self._count_down(said.left)
                self._log_given(said)
            case Said(name=name, text=text):
                self.note("chat", f"{name}: {text}")
            case Gathered():
                self._log_changes(self._room, said)
                self._room = said
            case Refused():
                self.refused = said
            case _:
                pass

    def _count_down(self, left: int) -> None:
        self.countdown = Countdown(self.now() + left / 1000) if left else None

    def _log_given(self, said: Timed) -> None:
        if said.giver is not None:
            self._given = True
            names = self.names
            others = ", ".join(names[seat] for seat in said.given)
            self.note(
                "notice", "{name} gives more time: {others}", name=names[said.giver], others=others
            )

    def tell_late(self, position: Position) -> None:
        """Write into the log that a bot has made this move, if it has."""
        if position.late is not None:
            name = self.names[position.late]
            self.note("notice", "{name}: time is up, a bot has moved", name=name)

    def note(self, kind: LineKind, template: str, /, **facts: object) -> None:
        """Write a line of the log, in the language of the day it is read."""
        if kind == "chat":
            self.lines.append(LogLine(kind, lambda: template))
        else:
            self.lines.append(LogLine(kind, partial(t, template, **facts)))

    def note_worded(self, say: Callable[[], str]) -> None:
        """Write a notice that is more than one template."""
        self.lines.append(LogLine("notice", say))

    def _note_state(self, about: str, say: Callable[[], str]) -> None:
        """Write how something stands now; who tries out every value fills no log with them."""
        if self.lines and self.lines[-1].about == about:
            self.lines.pop()
        self.lines.append(LogLine("notice", say, about))

    def tell(self, events: Iterable[Event]) -> None:
        """Write what has happened into the log, as it is shown: not what still waits."""
        board, names, seat = self.board, self.names, self.session.seat
        for event in events:
            kind: LineKind = "deal" if event.kind in ("began", *RECORDED) else "event"
            say = partial(board.sentence, event, names, seat)
            if say():
                self.lines.append(LogLine(kind, say))

    def _log_changes(self, before: Gathered | None, now: Gathered) -> None:
        if before is None:
            return
        if before.code and now.code != before.code:
            code = code_name(now.code)
            self.note("notice", "Too many wrong codes: the code is now {code}", code=code)
        if now.clock != before.clock:
            self._note_state("the clock", partial(clock_said, now.clock))
        game = self.session.game
        for name, value in now.options.items():
            if game is not None and before.options.get(name) != value:
                self._note_state(name, partial(rule_said, game.Options, name, value))
        if now.watchers != before.watchers:
            self._note_state("the watchers", partial(watchers_said, now.watchers))
        for old, new in zip(before.seats, now.seats, strict=False):
            if new.away and not old.away:
                self.note("notice", "{name} has lost the connection", name=new.name)
            elif old.away and not new.away and new.name == old.name:
                self.note("notice", "{name} is back", name=new.name)
            elif now.phase == "over" and new.ready and not old.ready and new.kind == "human":
                self.note("notice", "{name} is ready for another match", name=new.name)
            elif new.kind.startswith("bot:") and old.kind == "human" and new.name == old.name:
                self.note("notice", "A bot plays for {name} now", name=new.name)
            elif new.name != old.name:
                if old.kind:
                    self.note("notice", "{name} leaves the table", name=old.name)
                if new.kind:
                    self.note("notice", "{name} sits down", name=new.name)
        agreed = (before.options, before.clock) == (now.options, now.clock)
        if not agreed and self._ready_in(before) and not self._ready_in(now):
            self.note("notice", "You are no longer ready: say so again if you agree")

    def _ready_in(self, room: Gathered) -> bool:
        seat = self.session.seat
        return seat is not None and room.seats[seat].ready

    def refusal_text(self) -> str:
        """Word the last refusal, with its paragraph."""
        said = self.refused
        return refusal(said.reason, said.facts, said.rule) if said else ""


def watchers_said(number: int) -> str:
    """Say how many people look on."""
    if not number:
        return t("Nobody watches any more.")
    return tn("{n} person watches.", "{n} people watch.", number)


def changed_rules(connection: Connection) -> Mapping[str, Any]:
    """Return the house rules of a table that differ from the usual ones."""
    options = connection.session.options
    return {} if options is None else unusual_rules(options)
