"""A client written from docs/protocol.md alone, and the ways in which it may be wrong.

It knows no game: it asks which moves are legal and makes the first one.
"""

import asyncio
import contextlib
import hashlib
import os
import ssl
import sys
import time
from typing import Any

import msgpack

from net.wire.protocol import VERSION

Told = dict[str, Any]

FAULTS = {
    "gives its token to anybody": "token",
    "forgets a move when the line breaks": "again",
    "counts a refused move": "numbers",
    "chooses again at once": "one-choice",
    "comes back from elsewhere": "elsewhere",
    "tries another version again": "closed",
    "gives up when there is a crowd": "crowd",
    "waits for a silent host": "silent-host",
    "never pings": "pings",
    "minds unknown fields": "skipped-fields",
    "minds unknown events": "unknown-events",
    "minds fields that are left out": "left-out-fields",
    "reads the type first": "key-order",
    "reads whole frames only": "pieces",
    "minds unknown ways in": "ways",
    "sends fields of its own": "messages",
    "sends fractions": "plain-values",
    "makes a new nonce when it is back": "same-share",
    "takes no part in the shuffle": "commit",
    "keeps its nonce to itself": "reveal",
    "continues twice": "continue-once",
    "never continues": "continue",
    "comes back as somebody else": "return",
    "begins with Join": "hello",
    "keeps to the game it began with": "game-followed",
    "minds another game when it is back": "game-in-seated",
    "counts its moves anew in another game": "numbers",
    "comes back though it cannot play the game": "closed",
    "asks for cards though it watches": "watcher-requests",
    "keeps watching when it is given a seat": "given",
    "takes a given seat on the same connection": "given",
    "minds phrases that it does not know": "phrase",
    "minds that its line is slow": "quick",
    "leaves its seat to a bot": "stood-in",
    "plays one match only": "rule-after",
    "measures in seconds": "took",
    "comes along to nobody": "moved",
    "comes along to anybody": "moved-token",
    "comes along without the word": "moved-word",
}
"""A possible fault -> the requirement that finds it."""


class ClosedError(Exception):
    """The host has said Closed, with this code and these facts."""


class SmallClient:
    """Plays at the first table of a host until it is told to go."""

    def __init__(self, host: str, port: int, fault: str = "") -> None:
        assert not fault or fault in FAULTS
        self.where = host, port
        self.fault = fault
        self.table, self.token, self.certificate = "", "", b""
        self.word = ""
        self.migrates = fault.startswith("comes along")
        self.seat: int | None = None
        self.number = 0
        self.pending: Told | None = None
        self.nonce = os.urandom(32)
        self.first: Told = {}
        self.seats = 0
        self.ready, self.replaced = False, False
        self.gone_on = 0
        self.asked = 0
        self.game = ""
        self.pinged, self.took, self.offset = 0.0, 0, 0
        knows_one = fault == "comes back though it cannot play the game"
        self.games = ["kozel"] if knows_one else ["kozel", "domino_poker", "joker"]

    async def run(self) -> None:
        """Connect, and come back, until the host says Closed."""
        wait = 0.1
        while True:
            with contextlib.suppress(OSError, EOFError, TimeoutError):
                try:
                    await self.live()
                except ClosedError as closed:
                    code, facts = closed.args
                    again = code == "moved" and self.follow(facts)
                    again |= (code, self.fault) in (
                        ("elsewhere", "comes back from elsewhere"),
                        ("version", "tries another version again"),
                        ("changed", "comes back though it cannot play the game"),
                    )
                    if code == "crowd" and self.token:
                        again = self.fault != "gives up when there is a crowd"
                    if not again:
                        return
            await asyncio.sleep(wait)
            wait = min(2 * wait, 1.0) if not self.token else 0.1

    async def live(self) -> None:
        """Play on one connection."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        self.reader, self.writer = await asyncio.open_connection(*self.where, ssl=context)
        shown = self.writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
        certificate = hashlib.sha256(shown).digest()
        pings = asyncio.ensure_future(self.ping())
        try:
            if self.token and certificate != self.certificate:
                if self.fault not in ("gives its token to anybody", "comes along to anybody"):
                    return
            elif not self.token:
                self.certificate = certificate
            await self.talk()
        finally:
            pings.cancel()
            self.writer.transport.abort()

    async def talk(self) -> None:
        if self.fault == "begins with Join":
            self.say("Ping", sent=0)
        also = {"migrates": self.migrates, "word": self.word, "games": self.games}
        self.say("Hello", version=VERSION, **also)
        if self.token:
            new = self.fault == "comes back as somebody else"
            self.say("Join", name="Small", table=self.table, token="" if new else self.token)
            self.asked = 0
            if self.pending is not None and self.fault != "forgets a move when the line breaks":
                self.say(**self.pending)
            elif self.pending is not None:
                self.pending, self.asked = None, self.number + 10**9  # and never thinks of it
        while True:
            waits = self.fault == "waits for a silent host"
            async with asyncio.timeout(60 if waits else 6):
                told = await self.hear()
            self.take(told)

    async def ping(self) -> None:
        while self.fault != "never pings":
            await asyncio.sleep(2)
            self.pinged = time.monotonic()
            self.say("Ping", sent=1, took=self.took)

    def say(self, type: str, **fields: Any) -> None:
        body = msgpack.packb({"type": type, **fields})
        self.writer.write(len(body).to_bytes(4) + body)

    async def hear(self) -> Told:
        if self.fault == "reads whole frames only":
            data = await self.reader.read(4)
            if len(data) < 4:
                raise EOFError
        else:
            data = await self.reader.readexactly(4)
        told: Told = msgpack.unpackb(await self.reader.readexactly(int.from_bytes(data)))
        if self.fault == "reads the type first" and next(iter(told)) != "type":
            raise EOFError
        if self.fault == "minds unknown fields" and "weather" in told:
            raise EOFError
        if self.fault == "minds unknown events" and "applause" in str(told.get("events")):
            raise EOFError
        if self.fault == "minds unknown ways in" and "carrier" in str(told.get("ways")):
            raise EOFError
        if self.fault == "minds phrases that it does not know" and told.get("phrase"):
            raise EOFError
        if self.fault == "minds fields that are left out" and told["type"] == "Gathered":
            told["kept_out"]
        return told

    def take(self, told: Told) -> None:
        match told["type"]:
            case "Welcomed" if not self.token:
                self.table = told["tables"][0]["id"]
                self.say("Join", name="Small", table=self.table)
            case "Ponged":
                scale = 1 if self.fault == "measures in seconds" else 1000
                self.took = round((time.monotonic() - self.pinged) * scale)
            case "Seated":
                if self.game not in ("", told["game"]):
                    self.change()
                    if self.fault == "minds another game when it is back":
                        raise ClosedError("game", {})
                self.game = told["game"]
                self.token, self.seat, self.number = told["token"], told["seat"], told["number"]
            case "GameChanged" if self.fault != "keeps to the game it began with":
                self.change()
                self.game, self.seat = told["game"], told["seat"]
            case "Given" if self.fault != "keeps watching when it is given a seat":
                self.token = told["token"]
                if self.fault != "takes a given seat on the same connection":
                    raise EOFError  # and come back with it
                self.say("Join", name="Small", table=self.table, token=self.token)
            case "Gathered":
                self.seats = len(told["seats"])
                own = told["seats"][self.seat] if self.seat is not None else {}
                if self.fault == "minds that its line is slow" and own.get("slow"):
                    raise EOFError
                self.replaced |= own.get("kind", "human") != "human"
                if told["phase"] == "over" and self.fault != "plays one match only":
                    self.change()
                watches = self.seat is None and self.fault != "asks for cards though it watches"
                if told["phase"] == "gathering" and not self.ready and not watches:
                    self.ready = True
                    extra = {"sent": 0.5} if self.fault == "sends fractions" else {}
                    extra |= {"mood": "fine"} if self.fault == "sends fields of its own" else {}
                    self.say("Ready", **extra)
            case "Committed" if self.fault != "takes no part in the shuffle":
                self.share(told)
            case "Updated":
                self.update(told)
            case "Offered" if told["moves"] and self.pending is None:
                self.play(told["seq"], told["moves"][0])
            case "Paused" if self.seat in told["awaited"] and told["seq"] > self.gone_on:
                self.gone_on = told["seq"]
                times = {"continues twice": 2, "never continues": 0}
                for _ in range(times.get(self.fault, 1)):
                    self.say("Continue", seq=told["seq"])
            case "Refused" if self.pending and told.get("number") == self.pending["number"]:
                self.number += self.fault == "counts a refused move"
                self.pending, self.asked = None, 0
            case "Closed":
                raise ClosedError(told["code"], told.get("facts", {}))

    def change(self) -> None:
        """Begin another match: be ready again, with another share of this client."""
        self.ready, self.first, self.nonce, self.asked = False, {}, os.urandom(32), 0
        if self.fault == "counts its moves anew in another game":
            self.offset = self.number

    def follow(self, facts: Told) -> bool:
        """Go where the table has moved, if this client wants that."""
        if not self.migrates or self.fault == "comes along to nobody":
            return False
        self.where = facts["address"], facts["port"]
        self.certificate = bytes.fromhex(facts["fingerprint"])
        self.word = "" if self.fault == "comes along without the word" else facts["word"]
        return True

    def update(self, told: Told) -> None:
        if self.fault != "counts a refused move" or told["number"] > self.number:
            self.number = told["number"]
        if self.pending is not None and told["number"] >= self.pending["number"]:
            self.pending = None
        waited = self.seat in told["view"].get("to_act", ())
        waited &= not self.replaced or self.fault != "leaves its seat to a bot"
        hasty = self.fault == "chooses again at once" and self.pending is not None
        if waited and hasty and self.pending is not None:
            self.play(told["seq"], self.pending["move"], number=self.pending["number"] + 1)
        elif waited and self.pending is None and told["seq"] >= self.asked:
            self.asked = told["seq"] + 1
            self.say("Ask")

    def play(self, seq: int, move: str, number: int = 0) -> None:
        number = number or self.number + 1 - self.offset
        self.pending = {"type": "Play", "number": number, "seq": seq, "move": move}
        self.say(**self.pending)

    def share(self, told: Told) -> None:
        table = bytes.fromhex(told["shuffler"])
        if told["stage"] == "commit":
            self.first = self.first or told
        fixed = ("match", "shuffler", "commitment")
        if any(told[name] != self.first.get(name, told[name]) for name in fixed):
            return  # a player cheats
        seats = [line[0] for line in told["shares"]] if "shares" in told else []
        if len({*seats}) < len(seats) or any(seat >= self.seats for seat in seats):
            return
        if told["stage"] == "commit" and self.fault == "makes a new nonce when it is back":
            self.nonce = os.urandom(32)
        tag = b"kozyr/shuffle/1/nonce\0"
        c = hashlib.sha256(tag + table + bytes(8) + self.seat.to_bytes(2) + self.nonce).hexdigest()
        if told["stage"] == "commit":
            self.say("Commit", match=told["match"], share=c)
        elif self.fault == "keeps its nonce to itself":
            return
        elif told["stage"] == "reveal" and [self.seat, c] in [line[:2] for line in told["shares"]]:
            self.say("Reveal", match=told["match"], nonce=self.nonce.hex())


if __name__ == "__main__":
    asyncio.run(SmallClient("127.0.0.1", int(sys.argv[1])).run())
