"""Follows what one connection hears and compares it with the page. No I/O."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from core.game import Game, OptionError, parse_options
from core.games import GAMES
from net.conformance.forms import check_event, check_left_out, check_view, event_forms
from net.conformance.positions import Positions
from net.conformance.reading import Heard, read
from net.conformance.record import RecordReader
from net.conformance.report import ConformanceReport
from net.conformance.schema import brief
from net.conformance.sentences import (
    CHANGES,
    COUNTED,
    EMPTY_VALUES,
    EVENTS,
    FILLED_UP,
    FIRST_POSITION,
    FIRST_ROOM,
    HOLDING,
    MESSAGES,
    PAUSES_TOLD,
    PINGS,
    RECORDS,
    TAKEN,
    VERSIONS,
    VIEWS,
    WATCHER_TOKENS,
)
from net.conformance.shuffle import Nonces, ShuffleObserver
from net.wire.padding import BLOCK
from net.wire.protocol import VERSION

NewPositions = Callable[[Game, Any, int], Positions]


class Observer:
    """One connection: what it has heard, and what holds for it now."""

    def __init__(
        self, who: str, report: ConformanceReport, positions: NewPositions, nonces: Nonces
    ) -> None:
        self.who = who
        self.heard: list[Heard] = []
        self.welcomed: Heard = {}
        self.seated: Heard = {}
        self.room: Heard = {}
        self.position: Heard = {}
        self.paused: Heard = {}
        """The seats of the current intermission; empty if there is none."""
        self.pings: deque[int] = deque()
        """Those that have not been answered."""
        self.closed: Heard = {}
        self._report = report
        self._new_positions = positions
        self._positions: Positions | None = None
        self.shuffle = ShuffleObserver(who, report, nonces)
        self._record = RecordReader()
        self._begun = False
        """Whether the next position is the first of a match."""

    # --- what holds ----------------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        seat: int | None = self.seated.get("seat")
        return seat

    @property
    def seq(self) -> int:
        return int(self.position.get("seq", 0))

    @property
    def number(self) -> int:
        """The number of the last move that the host accepted from us."""
        return max(int(self.position.get("number", 0)), int(self.seated.get("number", 0)))

    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.position.get("view", {})
        return view

    @property
    def phase(self) -> str:
        return str(self.room.get("phase", ""))

    @property
    def game(self) -> Game | None:
        return GAMES.get(self.seated.get("game", ""))

    @property
    def acts(self) -> bool:
        """Whether the host is waiting for this seat."""
        return self.phase == "playing" and self.seat in self.view.get("to_act", ())

    def options(self) -> Any:
        """Return the house rules. Raises OptionError."""
        assert self.game is not None
        return parse_options(self.game.Options, self.room.get("options", {}))

    # --- what is heard -------------------------------------------------------------------------

    def take(self, body: bytes) -> None:
        """Take the next frame."""
        message = read(body, self._report)
        if message is None:
            return
        self._expect(MESSAGES, not self.closed, "a message after Closed")
        self.heard.append(message)
        match message["type"]:
            case "Welcomed":
                self.welcomed = message
                spoken = message["version"]
                self._expect(VERSIONS, spoken == VERSION, f"Welcomed by version {spoken}")
            case "Seated":
                self._seated(message)
            case "Gathered":
                self._gathered(message)
            case "Updated":
                self._updated(message)
            case "Paused":
                self._paused(message)
            case "Committed":
                bots = [line.get("kind", "") for line in self.room.get("seats", ())]
                self.shuffle.committed(message, self.seat, bots)
            case "Recorded":
                problem = self._record.take(message, self.view)
                self._expect(RECORDS, not problem, problem)
            case "Revealed" if self.game is not None:
                self.shuffle.revealed(message, self.seat, self.game, self.options)
            case "Refused":
                self._expect(
                    HOLDING,
                    message["seq"] >= self.seq,
                    f"Refused in position {message['seq']} after position {self.seq}",
                )
            case "Offered":
                self._expect(FILLED_UP, len(body) % BLOCK == 0, f"Offered of {len(body)} bytes")
            case "Ponged":
                expected = self.pings.popleft() if self.pings else None
                sent = message["sent"]
                self._expect(PINGS, sent == expected, f"Ponged {sent} instead of {expected}")
            case "Closed":
                self.closed = message

    def _expect(self, sentence: Any, kept: bool, detail: str) -> bool:
        return self._report.expect(sentence, kept, f"{self.who}: {detail}")

    def _seated(self, message: Heard) -> None:
        self.seated, self.room, self.position = message, {}, {}
        token, watches = message["token"], message["seat"] is None
        self._expect(
            WATCHER_TOKENS, watches == (token == ""), f"the token of {message['seat']} is {token!r}"
        )

    def _gathered(self, message: Heard) -> None:
        before, self.room = self.room, message
        happened = message.get("happened", [])
        if not before:
            self._expect(FIRST_ROOM, not happened, f"{brief(happened)} in the first Gathered")
            self._check_rules()
        else:
            parts = message.keys() | before.keys()
            changed = [
                name
                for name in parts - {"happened", "code"}
                if message.get(name) != before.get(name)
            ]
            self._expect(
                CHANGES,
                bool(happened) or not changed,
                f"{', '.join(changed)} changed and nothing happened",
            )
        if any(change["kind"] == "begun" for change in happened):
            self._begun = True
            self.position, self._positions = {"seq": self.seq}, None

    def _check_rules(self) -> None:
        game = self.game
        if not self._expect(
            MESSAGES, game is not None, f"an unknown game {brief(self.seated.get('game'))}"
        ):
            return
        try:
            self.options()
        except OptionError as error:
            self._expect(MESSAGES, False, f"Gathered.options: {error}")

    def _updated(self, message: Heard) -> None:
        before, self.position = self.position, message
        self.paused = {}
        seq, known = message["seq"], before.get("seq")
        events, game = message["events"], self.game
        if known is not None and (before.get("view") is not None or self._begun):
            grown = seq == known + 1 or (seq == known and not events)
            self._expect(COUNTED, grown, f"position {seq} after {known}")
        taken = before.get("number", self.seated.get("number", 0))
        self._expect(TAKEN, message["number"] >= taken, f"number {message['number']} after {taken}")
        if self._begun:
            self._expect(FIRST_POSITION, not events, f"the first position has {brief(events)}")
            self._begun = False
        if game is None:
            return
        complaints = list(check_view(game, message["view"]))
        if message["view"].get("seat") != self.seat:
            complaints.append(f"view.seat is {message['view'].get('seat')}, not {self.seat}")
        right = self._report.check(VIEWS, (f"{self.who}: {each}" for each in complaints))
        self._report.check(EMPTY_VALUES, check_left_out(game, message["view"]))
        forms = event_forms(game.NAME)
        for number, event in enumerate(events):
            right &= self._report.check(EVENTS, check_event(forms, event, f"event {number}"))
        if right:
            self.shuffle.shown(message)
            self._compare(game, message)

    def _compare(self, game: Game, message: Heard) -> None:
        if self._positions is None:
            try:
                options = self.options()
            except OptionError:
                return
            self._positions = self._new_positions(game, options, len(self.room.get("seats", ())))
        self._positions.add(self.seat, message)

    def _paused(self, message: Heard) -> None:
        self.paused = message
        result, acting = self.view.get("result"), self.view.get("to_act")
        self._expect(
            PAUSES_TOLD,
            message["seq"] == self.seq and not result and not acting,
            f"Paused names {message['seq']} in position {self.seq}",
        )
        both = set(message["awaited"]) & set(message.get("gone_on", ()))
        self._expect(PAUSES_TOLD, not both, f"seats {sorted(both)} are waited for and have gone on")
