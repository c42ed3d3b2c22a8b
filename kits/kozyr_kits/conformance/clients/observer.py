"""Follows the messages of a client under test, and compares them with the page. No I/O.

    client -- said --> compared with the messages told --> the host
    client <-- told -- state: seat, position, intermission, shuffle <-- the host

The state is that of the table as told to the client, on all its connections: so a Play

    {"type":"Play","number":8,"seq":41,"move":"bid 1"}

is compared with the position, the number of the last move accepted, and the unanswered Play.
"""

from __future__ import annotations

import time
from typing import Any, Final, Protocol, get_args

from core.deal_proof import share_commitment
from kozyr_kits.conformance.clients.alterations import Plain
from kozyr_kits.conformance.report import ConformanceReport
from kozyr_kits.conformance.schema import brief, check, check_plain, unpacked
from net.wire.protocol import MAX_STRANGER, VERSION
from net.wire.to_host import ToHost

KINDS: Final[dict[str, Any]] = {kind.__name__: kind for kind in get_args(ToHost)}
PING_SECONDS: Final = 5.0
"""A connection that lasts this long needs a Ping: a host ends it after 6 s of silence."""


class Line(Protocol):
    """A connection of the client."""

    number: int
    strange: bool
    moved: bool
    said: list[Plain]

    def last(self, kind: str) -> Plain | None:
        """Return the last message of a kind that the client was told."""


class ClientObserver:
    """The messages of one client and to it, on all its connections."""

    def __init__(self, report: ConformanceReport) -> None:
        self.seated: Plain | None = None
        """The last Seated, which has the token of the seat."""
        self.number = 0
        """The number of the last move that the host has accepted."""
        self.pending: Plain | None = None
        """The Play that has not been answered yet."""
        self.plays = 0
        """The number of moves accepted."""
        self.position: Plain = {}
        self._acting: dict[int, bool] = {}
        """Number of a position -> whether the client was waited for in it."""
        self._played: Plain = {}
        """The last Play."""
        self.closed = ""
        """The code of the last Closed."""
        self._report = report
        self._paused: Plain = {}
        self._continued: set[tuple[int, int]] = set()
        """Connection and position of each Continue."""
        self._commitment = ""
        """The commitment of the last stage `commit`."""
        self._shares: dict[tuple[int, str], str] = {}
        """Match and commitment -> the hash sent by the client for it."""
        self._table = b""
        self._opened: dict[int, float] = {}
        self._pings: dict[int, int] = {}

    def _expect(self, name: str, kept: object, detail: str) -> bool:
        return self._report.expect(name, kept, detail)

    @property
    def seat(self) -> int:
        return -1 if self.seated is None or self.seated["seat"] is None else self.seated["seat"]

    @property
    def reading(self) -> bool:
        """Whether a finished deal lies open, and the client has not continued."""
        here = self._paused.get("seq") == self.position.get("seq")
        return here and self.seat in self._paused.get("awaited", ())

    @property
    def never_continues(self) -> bool:
        """Whether deals have lain open for the client, and it has continued from none."""
        return bool(self._paused) and not self._continued

    # --- connections ---------------------------------------------------------------------------

    def opened(self, line: Line) -> None:
        """Note a new connection."""
        self._opened[line.number] = time.monotonic()

    def ended(self, line: Line) -> None:
        """Note that a connection has ended, or that it still lasts as the run ends."""
        lasted = time.monotonic() - self._opened[line.number]
        if lasted > PING_SECONDS:
            pings = self._pings.get(line.number, 0)
            self._expect("pings", pings, f"{lasted:.0f} s without a Ping")

    def unreadable(self, line: Line, problem: str) -> None:
        """Note that the connection cannot be read any further."""
        self._expect("messages", False, problem)

    # --- messages of the client ----------------------------------------------------------------

    def said(self, line: Line, body: bytes) -> Plain | None:
        """Check a frame of the client; return its message, or None if it is none."""
        message, wrong = unpacked(body)
        if wrong:
            self._expect("maps", False, f"a frame holds no msgpack map: {wrong}")
            return None
        kind = KINDS.get(str(message.get("type"))) if isinstance(message, dict) else None
        if not self._expect("maps", kind, f"{brief(message)} is no message of the page"):
            return None
        name = str(message["type"])
        self._report.check("plain-values", check_plain(message, name))
        if not self._report.check("messages", check(message, kind, name)):
            return None
        if line.last("Seated") is None:
            self._expect("small-frames", len(body) <= MAX_STRANGER, f"{name}: {len(body)} bytes")
        if not line.said:
            right = name == "Hello" and message["version"] == VERSION
            self._expect("hello", right, f"a connection begins with {brief(message)}")
        match name:
            case "Join":
                self._join(line, message)
            case "Play":
                self._play(message)
            case "Continue":
                self._continue(line, message["seq"])
            case "Commit" | "Reveal":
                self._share(message)
            case "Ping":
                self._pings[line.number] = self._pings.get(line.number, 0) + 1
            case "Ready":
                self._expect("ready", True, "")
        return dict(message)

    def _join(self, line: Line, message: Plain) -> None:
        token = message.get("token", "")
        if line.strange and not line.moved:
            self._expect("token", not token, "a host with another certificate is shown a token")
        elif self.seated is not None:
            right = token == self.seated["token"] and message.get("table") == self.seated["table"]
            self._expect("return", right, f"{brief(message)} comes instead of the token of a seat")

    def _play(self, message: Plain) -> None:
        if message == self._played:
            return  # sent again
        number, seq = message["number"], message["seq"]
        if self.pending is not None:
            detail = f"{brief(message)} before {brief(self.pending)} is answered"
            self._expect("one-choice", False, detail)
        elif self._expect("numbers", number == self.number + 1, f"{number} after {self.number}"):
            self._expect("position", seq in self._acting, f"a move for {seq}, which was not shown")
            self._expect("playing", self._acting.get(seq), f"{brief(message)} out of turn")
        self.pending = self._played = message

    def _continue(self, line: Line, seq: int) -> None:
        now = self._paused.get("seq")
        self._expect("continue", seq == now, f"Continue names {seq} after Paused of {brief(now)}")
        again = (line.number, seq) in self._continued
        self._expect("continue-once", not again, f"Continue of {seq} comes again")
        self._continued.add((line.number, seq))

    def _share(self, message: Plain) -> None:
        shuffle = message["match"], self._commitment
        if "share" in message:
            before = self._shares.setdefault(shuffle, message["share"])
            self._expect("commit", True, "")
            self._expect("same-share", before == message["share"], "another c for the same shuffle")
            return
        share, nonce = self._shares.get(shuffle), bytes.fromhex(message["nonce"])
        fits = self.seat >= 0 and share_commitment(self._table, self.seat, nonce).hex() == share
        self._expect("reveal", fits, "the nonce does not fit its c")

    # --- messages to the client ----------------------------------------------------------------

    def told(self, line: Line, message: Plain) -> None:
        """Note a message to the client."""
        match message["type"]:
            case "Seated":
                self.seated = message
                self._take(message["number"])
            case "GameChanged":
                # A watcher has no token, and comes back as a newcomer.
                watches = message["seat"] is None
                self.seated = None if watches else {**(self.seated or {}), "seat": message["seat"]}
                self.position, self._paused = {}, {}
            case "Given" if (seated := line.last("Seated")) is not None:
                self.seated = {**seated, "seat": message["seat"], "token": message["token"]}
            case "Updated":
                self.position = message
                self._acting[message["seq"]] = self.seat in message["view"].get("to_act", ())
                self._take(message["number"])
            case "Refused" if self.pending and message.get("number") == self.pending["number"]:
                self.pending, self._played = None, {}  # the same move may be chosen again
            case "Paused":
                self._paused = message
            case "Committed":
                self._table = bytes.fromhex(message["shuffler"])
                if message["stage"] == "commit":
                    self._commitment = message["commitment"]
            case "Closed":
                self.closed = message["code"]

    def _take(self, number: int) -> None:
        if number > self.number:
            self.plays += number - self.number
            self.number = number
        if self.pending is not None and self.pending["number"] <= number:
            self.pending = None
