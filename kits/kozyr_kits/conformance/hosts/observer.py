"""Follows the messages on one connection and compares them with the page. No I/O.

    frame -- read --> message -- Observer.take --> compared with the state, then part of it

The state is that of a client: Welcomed, Seated, room, position, intermission, Closed; our own
messages are noted too, as `number` or `gone_on`. So after position 41 the message

    {"type":"Updated","seq":43,...}

breaks "each new position has the next number".
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from core.game import Game, OptionError, parse_options
from core.games import GAMES
from core.records.record import verify
from kozyr_kits.conformance.hosts.positions import Positions
from kozyr_kits.conformance.hosts.reading import read
from kozyr_kits.conformance.hosts.shuffle import Nonces, ShuffleObserver
from kozyr_kits.conformance.report import ConformanceReport
from kozyr_kits.conformance.schema import (
    brief,
    check_event,
    check_left_out,
    check_view,
    event_forms,
)
from net.public.client import Bound, retaken
from net.wire.from_host import (
    Announced,
    Chosen,
    Closed,
    Committed,
    GameChanged,
    Gathered,
    Given,
    Handed,
    Moved,
    Offered,
    Paused,
    Peers,
    Ponged,
    Recorded,
    Refused,
    Revealed,
    Said,
    Seated,
    Tallied,
    Updated,
    Welcomed,
)
from net.wire.message import Message, SeatLine
from net.wire.protocol import BLOCK, VERSION
from net.wire.to_host import Hello

NewPositions = Callable[[Game, Any, int], Positions]

FIXED: Final = {"rules": "same-terms", "seated": "same-seats"}
"""A term that is fixed in a match -> the requirement of a host not to change it."""
EMPTY_ROOM: Final = Gathered("", (), None, {})
"""The room before any Gathered."""


class Observer:
    """One connection: the messages it has heard, and the state that follows from them."""

    def __init__(
        self, who: str, report: ConformanceReport, positions: NewPositions, nonces: Nonces
    ) -> None:
        self.who = who
        self.heard: list[Any] = []
        """All messages that could be read."""
        self.unreadable = 0
        """The number of messages that could not be read."""
        self.welcomed: Welcomed | None = None
        self.seated: Seated | None = None
        self.room = EMPTY_ROOM
        self.position: Updated | None = None
        """The last position of the current match, or else of the last one."""
        self.seq = 0
        self.number = 0
        """The number of the last move that the host accepted from us."""
        self.paused: Paused | None = None
        """The current intermission."""
        self.closed: Closed | None = None
        self.hello = Hello(VERSION)
        """The last Hello of ours."""
        self.pings: deque[int] = deque()
        """The numbers of the Pings that have not been answered."""
        self.records = 0
        """The number of whole records heard."""
        self.shuffle = ShuffleObserver(who, report, nonces)
        self._report = report
        self._new_positions = positions
        self._positions: Positions | None = None
        self._parts: list[Recorded] = []
        self._bound: Bound | None = None
        """The terms fixed until the match ends, once a room of it was heard."""
        self.gone_on: set[int] = set()
        """The finished positions from which we have sent Continue."""
        self.given: Given | None = None
        """The seat that the owner has given us while we watched."""
        self.tallied: Tallied | None = None
        """The matches of the evening, as last told."""
        self.peers: Peers | None = None
        """The keys heard since the match began, or since we resumed it."""
        self._game_changed = False
        """Whether the game has changed since the last position."""
        self.key = ""
        """The key in our Identify."""
        self._begun_with = EMPTY_ROOM
        """The room with which the match began, as far as it was heard."""
        self._begun = 0
        """The number of the match whose first position comes next; 0 for none."""

    # --- the state -----------------------------------------------------------------------------

    @property
    def migrates(self) -> bool:
        """Whether our Hello has said `migrates`."""
        return self.hello.migrates

    @property
    def seat(self) -> int | None:
        return self.seated.seat if self.seated else None

    @property
    def view(self) -> dict[str, Any]:
        return self.position.view if self.position else {}

    @property
    def phase(self) -> str:
        return self.room.phase

    @property
    def game(self) -> Game | None:
        return GAMES.get(self.seated.game) if self.seated else None

    @property
    def acting(self) -> list[int]:
        """The seats whose decision is awaited."""
        return list(self.view.get("to_act", ())) if self.phase == "playing" else []

    @property
    def awaited(self) -> list[int]:
        """The seats that have not continued after a deal."""
        return self.paused.awaited if self.paused else []

    def options(self) -> Any:
        """Return the house rules. Raises OptionError."""
        assert self.game is not None
        return parse_options(self.game.Options, self.room.options)

    def has_heard(self, change: str, seat: int | None) -> bool:
        """Tell whether a change of the room has been told."""
        rooms = (message for message in self.heard if isinstance(message, Gathered))
        return any(
            (each.kind, each.seat) == (change, seat) for room in rooms for each in room.happened
        )

    def facts_of(self, change: str) -> Mapping[str, str | int]:
        """Return the facts of the last change of a kind; none if there was no such change."""
        rooms = (message for message in reversed(self.heard) if isinstance(message, Gathered))
        told = (each.facts for room in rooms for each in room.happened if each.kind == change)
        return next(told, {})

    def line(self, seat: int) -> SeatLine:
        """Return the line of a seat; an empty one if the room has no such seat."""
        return next(iter(self.room.seats[seat : seat + 1]), SeatLine())

    # --- messages ------------------------------------------------------------------------------

    def take(self, body: bytes) -> None:
        """Take the next frame."""
        message = read(body, self._report)
        if message is None:
            self.unreadable += 1
            return
        self._expect("messages", self.closed is None, "a message after Closed")
        self.heard.append(message)
        match message:
            case Welcomed(version=spoken):
                self.welcomed = message
                self._expect("versions", spoken == VERSION, f"Welcomed.version is {spoken}")
            case Seated():
                self.seated, self.room, self.position = message, EMPTY_ROOM, None
                self.seq, self.number = 0, message.number
                self._expect(
                    "watcher-tokens",
                    (message.seat is None) == (message.token == ""),
                    f"Seated.token is {brief(message.token)} and Seated.seat {brief(message.seat)}",
                )
            case Peers():
                self.peers = message
            case Moved(seat=seat) if self.seated is not None:
                self.seated = msgspec.structs.replace(self.seated, seat=seat)
            case GameChanged(game=game, seat=seat) if self.seated is not None:
                self._expect_asked_for(message)
                self.seated = msgspec.structs.replace(self.seated, game=game, seat=seat)
                self.position = self.paused = self._positions = None
                self._game_changed = True
            case Tallied():
                self._expect_asked_for(message)
                self._check_tallied(message)
                self.tallied = message
            case Given():
                self._expect("given", self.seat is None, f"Given to seat {brief(self.seat)}")
                self.given = message
            case Gathered():
                self._gathered(message)
            case Updated():
                self._updated(message)
            case Said():
                self._check_speaker(message)
            case Paused():
                self._paused(message)
            case Committed():
                self.shuffle.committed(message, self.seat, self.room.seats, self._begun)
            case Recorded():
                self._recorded(message)
            case Revealed() if self.game is not None:
                self.shuffle.revealed(
                    message, self.seat, len(self.room.seats), self.game, self.options
                )
            case Refused(seq=seq):
                right = seq >= self.seq or not seq
                self._expect("holding-position", right, f"Refused.seq is {seq} after {self.seq}")
            case Offered():
                self._expect("filled-up", len(body) % BLOCK == 0, f"Offered of {len(body)} bytes")
            case Ponged(sent=sent):
                expected = self.pings.popleft() if self.pings else None
                self._expect(
                    "pings", sent == expected, f"Ponged.sent is {sent}, not {brief(expected)}"
                )
            case Chosen() | Announced() | Handed():
                said = f"{type(message).__name__} after a Hello without `migrates`"
                self._expect("moving-left-out", self.migrates, said)
            case Closed():
                self.closed = message

    def _expect(self, name: str, kept: object, detail: str) -> bool:
        return self._report.expect(name, kept, f"{self.who}: {detail}")

    def _gathered(self, room: Gathered) -> None:
        before, self.room = self.room, room
        happened = [change.kind for change in room.happened]
        if before is EMPTY_ROOM:
            self._expect(
                "first-room", not happened, f"Gathered.happened is {brief(happened)} after Seated"
            )
            self._check_rules()
        else:
            names = (field.name for field in msgspec.structs.fields(Gathered))
            changed = [name for name in names if getattr(room, name) != getattr(before, name)]
            unsaid = not happened and {*changed} - {"happened", "code"}
            said = f"Gathered.{', '.join(sorted(unsaid or ()))} changed and happened is empty"
            self._expect("changes", not unsaid, said)
        self._check_bound(room, happened)
        if (before.phase, room.phase) == ("playing", "over"):
            self._check_revealed("Gathered says that the match is over")
            self._expect_before(Tallied, "tallied", "Gathered.phase over")
        if "game" in happened:
            self._expect_before(GameChanged, "game-changed", "`game` in Gathered.happened")
            ready = [line.name for line in room.seats if line.ready]
            said = f"Gathered.phase is {brief(room.phase)}, and ready are {brief(ready)}"
            self._expect("nobody-ready", room.phase == "gathering" and not ready, said)
            self._check_rules()
        for begun in (change for change in room.happened if change.kind == "begun"):
            self._begun = int(begun.facts.get("match", 0))
            self.position = self._positions = self.peers = None

    def _expect_asked_for(self, message: Message) -> None:
        """Expect that our Hello listed games: otherwise this message must not be sent."""
        said = f"{type(message).__name__} after a Hello without `games`"
        self._expect("games-unasked", self.hello.games, said)

    def _expect_before(self, kind: type[Message], name: str, what: str) -> None:
        """Expect that a message of a kind came just before the last one."""
        if self.hello.games and self.welcomed is not None and self.welcomed.games:
            last = type(self.heard[-2]).__name__
            self._expect(name, last == kind.__name__, f"{last} comes just before {what}")

    def _check_tallied(self, message: Tallied) -> None:
        """Compare the last match of the evening with the result shown to us."""
        result = self.view.get("result")
        if not result or self.seated is None or not message.matches:
            self._expect("tallied", message.matches, "Tallied.matches is empty")
            return
        last = message.matches[-1]
        told = [last.game, *([each.place, each.points] for each in last.seats)]
        ended = [self.seated.game, *map(list, zip(result["places"], result["totals"], strict=True))]
        said = f"Tallied.matches ends with {brief(told)}, the match with {brief(ended)}"
        self._expect("tallied", told == ended, said)

    def _check_revealed(self, when: str) -> None:
        """Expect that the deal that has just ended is revealed by now."""
        deal, dealt = self.view.get("deal"), self.shuffle.dealt
        if self.position is not None and self.position.events and dealt is not None:
            self._expect("revealed", dealt >= (deal or 0), f"{when} before Revealed of deal {deal}")

    def _check_bound(self, room: Gathered, happened: Sequence[str]) -> None:
        """Compare a room with the one in which the match began."""
        if room.phase != "playing":
            self._bound = None
        elif self._bound is None or "begun" in happened:
            self._bound, self._begun_with = Bound(room, self.seat), room
        else:
            fault = self._bound.follow(room, self.seat, retaken(room.happened))
            for kind, name in FIXED.items():
                self._expect(name, fault != kind, _other_terms(self._begun_with, room))

    def _check_rules(self) -> None:
        if self.game is None:
            self._expect("messages", False, f"an unknown game: {brief(self.seated)}")
            return
        try:
            self.options()
        except OptionError as error:
            said = str(error).replace("'", '"')
            self._expect("messages", False, f"Gathered.options: {said}")

    def _updated(self, message: Updated) -> None:
        seq, events = message.seq, message.events
        if self.position is not None or self._begun == 1 or (self._begun and self.seq):
            grown = seq == self.seq + 1 or (seq == self.seq and not events)
            name = "go-on" if self._game_changed else "counted"
            self._expect(name, grown, f"Updated.seq is {seq} after {self.seq}")
        self._game_changed = False
        taken = message.number >= self.number
        self._expect("taken", taken, f"Updated.number is {message.number} after {self.number}")
        if self._begun:
            self._expect(
                "first-position", not events, f"Updated.events is {brief(events)} at first"
            )
        self._begun = 0
        self.position, self.paused = message, None
        self._check_left(message)
        self.seq, self.number = seq, max(self.number, message.number)
        if (game := self.game) is None:
            return
        complaints = list(check_view(game, message.view))
        if message.view.get("seat") != self.seat:
            complaints.append(
                f"view.seat is {brief(message.view.get('seat'))}, not {brief(self.seat)}"
            )
        right = self._report.check("views", (f"{self.who}: {each}" for each in complaints))
        self._report.check("empty-values", check_left_out(game, message.view))
        forms = event_forms(game.NAME)
        for event in msgspec.to_builtins(events):
            right &= self._report.check("events", check_event(forms, event, f"event of {seq}"))
        if right:
            self.shuffle.shown(message)
            self._compare(game, message)

    def _compare(self, game: Game, message: Updated) -> None:
        if self._positions is None:
            try:
                options = self.options()
            except OptionError:
                return
            self._positions = self._new_positions(game, options, len(self.room.seats))
        self._positions.add(self.seat, message)

    def _check_speaker(self, message: Said) -> None:
        """Expect the name of the seat in Gathered, or the name of a watcher."""
        seats = [line.name for line in self.room.seats]
        watchers = [line.name for line in self.room.watchers]
        named = watchers if message.seat is None else seats[message.seat :][:1]
        right = message.name in named
        self._expect("talk", right, f"Said.name is {brief(message.name)}, not of {brief(named)}")

    def _check_left(self, message: Updated) -> None:
        """Check the time for our own decision: two periods at most (Wait); 0 without a clock."""
        clock, seat = self.room.clock, self.seat
        if not clock or (seat is not None and seat in message.view.get("to_act", ())):
            right = (0 < message.left <= 2000 * clock) if clock else not message.left
            said = f"Updated.left is {message.left} ms with Gathered.clock {clock} s"
            self._expect("time-left", right, said)

    def _paused(self, message: Paused) -> None:
        self.paused = message
        self._check_revealed("Paused comes")
        pause, own = self.room.pause, self.seat
        right = (0 < message.left <= 2000 * pause) if pause > 0 else message.left == -1
        said = f"Paused.left is {message.left} ms with Gathered.pause {pause} s"
        self._expect("pauses-told", right, said)
        early = own in message.gone_on and message.seq not in self.gone_on
        said = f"Paused.gone_on has seat {brief(own)}, which has not said Continue"
        self._expect("pauses-told", not early, said)
        open_ = not self.view.get("result") and not self.view.get("to_act")
        here = message.seq == self.seq and open_
        self._expect("pauses-told", here, f"Paused.seq is {message.seq} in position {self.seq}")
        both = {*message.awaited} & {*message.gone_on}
        self._expect(
            "pauses-told", not both, f"Paused.awaited and Paused.gone_on both have {brief(both)}"
        )

    def _recorded(self, message: Recorded) -> None:
        """Add a part of a record; check the whole record when the last part has come."""
        told, part = self._parts, message.part
        same = all((each.match, each.parts) == (message.match, message.parts) for each in told)
        if part != len(told) + 1 or part > message.parts or not same:
            self._parts = []
            self._expect("records", False, f"part {part} of {message.parts} after {len(told)}")
            return
        told.append(message)
        if part < message.parts:
            return
        lines = "".join(each.text for each in told).split("\n")
        self._parts = []
        self.records += 1
        if (fault := verify(GAMES, lines)) is not None:
            self._expect("records", False, f"line {fault.line} of the record: {fault.reason}")
            return
        result = json.loads(lines[-2])["result"] if len(lines) > 1 else None
        totals = self.view.get("totals")
        right = result is not None and result["totals"] == totals
        said = f"the record ends with {brief(result)}, the match with {brief(totals)}"
        self._expect("records", right, said)
        self.shuffle.compare(message, lines)


def _other_terms(begun: Gathered, room: Gathered) -> str:
    """Word the fields of the room that differ from the beginning of the match."""
    terms = ("options", "clock", "pause")
    pairs = [(name, getattr(begun, name), getattr(room, name)) for name in terms]
    for at, (old, new) in enumerate(zip(begun.seats, room.seats, strict=False)):
        parts = (("name", old.name, new.name), ("kind", old.kind, new.kind))
        pairs += ((f"seats[{at}].{name}", before, now) for name, before, now in parts)
    other = [
        f"Gathered.{name} is {brief(now)}, and was {brief(before)}"
        for name, before, now in pairs
        if before != now
    ]
    return "; ".join(other[:3]) or "Gathered.seats has others than as the match began"
