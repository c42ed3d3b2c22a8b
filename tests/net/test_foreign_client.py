"""A client written from docs/protocol.md alone: raw sockets, its own msgpack, nothing of net/.

Whatever it relies on, the document promises.
"""

from __future__ import annotations

import asyncio
import select
import socket
from collections.abc import Callable
from random import Random
from types import ModuleType
from typing import Any

import msgpack  # type: ignore[import-untyped]
import pytest

from core.games import domino_poker, graph_poker, joker, kozel
from net.host import Host, Limits
from net.lobby import Lobby
from net.opening import new_table

Told = dict[str, Any]


class Foreigner:
    """One connection, blocking; remembers seat, room and position as section 2 has them."""

    def __init__(self, port: int, *, version: int = 1, **unknown: Any) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self._unread = b""
        self.seated: Told = {}
        self.room: Told = {}
        self.position: Told = {}
        self.say("Hello", version=version, **unknown)

    def say(self, kind: str, **fields: Any) -> None:
        body = msgpack.packb({"type": kind, **fields})
        self._socket.sendall(len(body).to_bytes(4, "big") + body)

    def hear(self) -> Told:
        """The next message."""
        length = int.from_bytes(self._bytes(4), "big")
        assert 1 <= length <= 65536
        told: Told = msgpack.unpackb(self._bytes(length))
        match told["type"]:
            case "Seated":
                self.seated = told
            case "Gathered":
                self.room = told
            case "Updated":
                self.position = told
        return told

    def _bytes(self, count: int) -> bytes:
        while len(self._unread) < count:
            data = self._socket.recv(65536)
            if not data:
                raise EOFError
            self._unread += data
        data, self._unread = self._unread[:count], self._unread[count:]
        return data

    def until(self, *kinds: str) -> Told:
        while (told := self.hear())["type"] not in kinds:
            pass
        return told

    def ask(self, kind: str, answer: str, **fields: Any) -> Told:
        """Say something that brings about `answer`."""
        self.say(kind, **fields)
        told = self.until(answer, "Refused", "Closed")
        assert told["type"] == answer, told
        return told

    def refused(self, code: str, kind: str, **fields: Any) -> Told:
        told = self.ask(kind, "Refused", **fields)
        assert told["code"] == code, told
        assert told["reason"].format(**told["facts"])
        return told

    def closed(self) -> Told:
        """What the host says last; nothing follows."""
        told = self.until("Closed")
        with pytest.raises(EOFError):
            self.hear()
        return told

    def cut(self) -> None:
        self._socket.close()

    def catch_up(self) -> None:
        """Read what has come, without waiting for more than a moment."""
        while self._unread or select.select([self._socket], [], [], 0.002)[0]:
            self.hear()

    def until_room(self, fits: Callable[[Told], bool]) -> None:
        while not fits(self.room):
            self.hear()

    @property
    def acts(self) -> bool:
        return self.seated["seat"] in self.position["view"].get("to_act", [])

    def play(self, move: str) -> None:
        """Play, and wait until the host has taken it (section 3)."""
        number = self.position["number"] + 1
        self.ask("Play", "Updated", number=number, seq=self.position["seq"], move=move)
        while self.position["number"] < number:
            self.until("Updated")


Knock = Callable[..., Foreigner]
"""Opens a connection to the host of a story."""


async def visit(story: Callable[[Knock], None], game: ModuleType = kozel, seats: int = 3) -> None:
    """Run a blocking story against a host."""
    options = game.Options(target=50) if game is kozel else game.Options()
    table = new_table("Ann's table", game, options, seats, bot_seconds=0)
    visitors: list[Foreigner] = []

    def knock(**hello: Any) -> Foreigner:
        visitors.append(Foreigner(host.port, **hello))
        return visitors[-1]

    hasty = Limits(messages_per_second=1e6)  # these players take no time to think
    async with Host(Lobby("Ann", [table]), address="127.0.0.1", port=0, limits=hasty) as host:
        try:
            await asyncio.to_thread(story, knock)
        finally:
            for visitor in visitors:
                visitor.cut()


def sit_down(knock: Knock, seats: int) -> tuple[Foreigner, Foreigner]:
    """Ann and Bob at a table that bots fill, the match begun."""
    ann, bob = knock(), knock()
    ann.ask("Join", "Seated", name="Ann")
    bob.ask("Join", "Seated", name="Bob")
    for seat in range(2, seats):
        ann.ask("Fill", "Gathered", seat=seat, level="easy")
    bob.say("Ready")
    ann.until_room(lambda room: bool(room) and room["seats"][1]["ready"])
    ann.ask("Start", "Updated")
    bob.until("Updated")
    return ann, bob


async def test_first_words() -> None:
    """Sections 1 and 2: versions, and what comes before a seat."""

    def story(knock: Knock) -> None:
        stranger = knock(version=7, future=[{"a": 1}])
        assert stranger.closed()["facts"] == {"host": 1, "yours": 7}
        early = knock(version=1)
        (line,) = early.until("Welcomed")["tables"]
        assert (line["seats"], line["free"], line["phase"]) == (3, 3, "gathering")
        assert early.refused("join", "Play", number=4, seq=0, move="draw")["number"] == 4
        early.refused("table", "Join", name="Eve", table="nonsense")
        early.refused("seat", "Join", name="Eve", seat=9)
        assert early.ask("Ping", "Ponged", sent=77)["sent"] == 77
        early.say("Leave")
        assert early.closed()["code"] == "left"
        long = knock()
        long.say("Join", name="x" * 25)
        assert long.closed()["code"] == "garbage"

    await visit(story)


async def test_the_room() -> None:
    """Section 2: the owner's rights, a full table, watchers, chat."""

    def story(knock: Knock) -> None:
        ann, bob, eve = (knock() for _ in range(3))
        ann.ask("Join", "Seated", name="Ann")
        ann.until("Gathered")
        assert ann.room["owner"] == 0
        ann.refused("joined", "Join", name="Ann")
        bob.refused("taken", "Join", name="ann", seat=0)
        bob.ask("Join", "Seated", name="ann", seat=1)
        bob.until("Gathered")
        assert [line["name"] for line in bob.room["seats"]] == ["Ann", "ann 2", ""]
        owners: list[tuple[str, Told]] = [
            ("Start", {}),
            ("Fill", {"seat": 2, "level": "easy"}),
            ("Clear", {"seat": 0}),
            ("Rule", {"options": {}}),
        ]
        for kind, fields in owners:
            bob.refused("owner", kind, **fields)
        ann.refused("free", "Start")
        ann.refused("level", "Fill", seat=2, level="genius")
        assert ann.refused("rule", "Rule", options={"goat": 1})["facts"]["name"] == "'goat'"
        ann.ask("Fill", "Gathered", seat=2, level="easy")
        eve.refused("full", "Join", name="Eve")
        assert eve.ask("Join", "Seated", name="Eve", watch=True)["seat"] is None
        eve.refused("watching", "Ready")
        ann.refused("unready", "Start")
        for word in range(5):
            eve.ask("Say", "Said", text=f"hello {word}\x1b")
        eve.refused("fast", "Say", text="and more")
        assert ann.until("Said")["text"] == "hello 0"
        ann.ask("Clear", "Gathered", seat=1)
        assert bob.closed()["code"] == "removed"

    await visit(story)


async def test_moves_are_made_exactly_once() -> None:
    """Section 3, and section 4: another connection with the token goes on where the old one was."""

    def story(knock: Knock) -> None:
        ann, bob = sit_down(knock, 2)
        while not ann.acts:
            ann.until("Updated") if not bob.acts else bob.play(
                bob.ask("Ask", "Offered")["moves"][0]
            )
            ann.catch_up()
        move = ann.ask("Ask", "Offered")["moves"][0]
        number, seq = ann.position["number"] + 1, ann.position["seq"]
        refused = ann.refused("stale", "Play", number=number, seq=seq + 1, move=move)
        assert (refused["number"], refused["seq"]) == (number, seq)
        ann.refused("number", "Play", number=number + 1, seq=seq, move=move)
        assert ann.refused("illegal", "Play", number=number, seq=seq, move="dance")["rule"]
        ann.play(move)
        after = ann.position["seq"]
        ann.say("Play", number=number, seq=seq, move=move)
        assert ann.until("Updated", "Refused")["number"] == number
        bob.until("Updated")
        assert bob.position["seq"] == after
        again = knock()
        token = ann.seated["token"]
        again.refused("playing", "Join", name="Ann", token=token[:-1])
        told = again.ask("Join", "Seated", name="Somebody", token=token, watch=True, seat=1)
        assert (told["seat"], told["token"], told["number"]) == (0, token, number)
        assert again.hear()["seats"][0]["name"] == "Ann"
        assert (again.hear()["events"], again.position["seq"]) == ([], after)
        assert ann.closed()["code"] == "elsewhere"
        again.say("Leave")
        assert again.closed()["code"] == "left"
        bob.until_room(lambda room: room["seats"][0]["kind"] == "bot:easy")
        assert bob.room["owner"] == 1

    await visit(story, seats=2)


@pytest.mark.parametrize(
    ("game", "seats"), [(kozel, 3), (domino_poker, 3), (graph_poker, 5), (joker, 4)]
)
async def test_a_whole_match_with_offered_moves(game: ModuleType, seats: int) -> None:
    """Sections 2 and 9: whoever knows no rules asks, and the match comes to its end."""

    def story(knock: Knock) -> None:
        rng = Random(3)
        players = sit_down(knock, seats)
        while not all(player.room["phase"] == "over" for player in players):
            for player in players:
                player.catch_up()
                if player.room["phase"] == "playing" and player.acts:
                    offered = player.ask("Ask", "Offered")
                    if offered["seq"] == player.position["seq"]:
                        player.play(rng.choice(offered["moves"]))
        ann, bob = (player.position["view"]["result"] for player in players)
        assert ann == bob
        assert len(ann["places"]) == seats

    await visit(story, game, seats)
