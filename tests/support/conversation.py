"""The conversation with which docs/protocol.md begins: what one player sends and hears, in full.

A host of ours and two clients of ours, at a table of Kozel without a code. Nothing is made up; of
the house rules, which the rule book has, two are left, as the page says.
"""

import json
import textwrap
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from core.game import Value
from core.games.kozel import rules as kozel
from core.shuffle import SeededDecks
from net.client.seat import ClientSeat
from net.wire.from_host import Closed, FromHost, Gathered
from net.wire.message import Message
from net.wire.protocol import encode, frame
from net.wire.to_host import Continue, Leave, Ping, Ready, Start
from tests.support.harness import Harness, Visitor
from tests.support.shuffles import TABLE, ShuffledHarness, secret

SEED = 38
"""The deal of this seed is short, and its player draws a tile."""


class _Player(Visitor):
    """A visitor that writes down all messages on its line, in order."""

    def __init__(self, harness: Harness, client: ClientSeat) -> None:
        super().__init__(harness, client)
        self.line: list[tuple[str, Message]] = []
        self.answers = True

    def send(self, message: Message) -> list[Any]:
        self.line.append((">", message))
        return super().send(message)

    def take(self, message: FromHost) -> None:
        told = replace(message, options=_two(message)) if isinstance(message, Gathered) else message
        self.line.append(("<", told))
        super().take(message)


def _two(room: Gathered) -> dict[str, Value]:
    return dict(islice(room.options.items(), 2))


def talk() -> list[tuple[str, Message]]:
    """Bob sends (">") and hears ("<"): he sits down, plays a deal with Ann, and leaves."""
    decks = SeededDecks(secret(f"deal {SEED}"), TABLE)
    harness = ShuffledHarness(kozel, 2, pause=30, new_decks=lambda: decks)
    harness.chance.date = lambda: "2026-11-20T19:00:00"
    harness.lobby.host, harness.table.name = "Ann", "Ann's table"
    ann = harness.join("Ann")
    bob = _Player(harness, harness.client())
    bob.send(bob.client.handshake.hello())
    bob.send(bob.client.join("Bob", "table-1"))
    bob.send(Ready(terms=0))
    ann.send(Start())
    people = [ann, bob]
    while harness.table.match is None or harness.table.match.intermission is None:
        seat = harness.live.to_act()[0]
        people[seat].play(harness.live.legal(seat)[0])
    bob.send(Ping(1000))
    for player in people:
        player.send(Continue(harness.live.seq))
    bob.send(Leave())
    assert isinstance(bob.line[-1][1], Closed)
    return bob.line


def conversation() -> str:
    """Return the conversation as JSON, and the first message as it is sent."""
    line = talk()
    first = frame(encode(line[0][1])).hex(" ")
    rows = textwrap.wrap(first, 120)
    lines = [f"    {row}" for row in rows] + [""]
    for way, message in line:
        text = f"{way} {json.dumps(msgspec.to_builtins(message))}"
        wrapped = textwrap.wrap(
            text, 130, subsequent_indent="      ", break_long_words=False, break_on_hyphens=False
        )
        lines += [f"    {part}" for part in wrapped]
    return "\n".join(lines)
