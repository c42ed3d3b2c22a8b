"""The dialogues of docs/protocol.md: the real messages at the end of a deal and in a shuffle."""

import json
from itertools import zip_longest
from typing import Any

import msgspec
from msgspec.structs import replace

from core.deal_proof import LINKS
from core.games.kozel import rules as kozel
from core.pieces import TILES
from core.shuffle import SeededDecks, list_hash
from net.table.effects import STAGE_SECONDS
from net.wire.from_host import Committed, Revealed, Updated
from net.wire.message import Message
from net.wire.to_host import Commit, Fill, Reveal
from tests.support.harness import Harness, Visitor
from tests.support.lost_hosts import come, go_on
from tests.support.shuffles import TABLE, ShuffledHarness


def shuffle() -> str:
    """Ann, Bob and a bot at Kozel; Bob's program does not know of shuffles. Then the values."""
    nonces = iter(bytes([number]) * 32 for number in (0xB0, 0xA0))
    seed, table = b"\x07" * 32, bytes(range(16))
    harness = Harness(
        kozel, 3, new_nonce=lambda: next(nonces), new_decks=lambda: SeededDecks(seed, table)
    )
    harness.chance.date = lambda: "2026-11-20T19:00:00"
    ann, bob = harness.join("Ann"), harness.join("Bob")
    assert ann.client.deals is not None
    ann.client.deals.new_nonce = lambda: next(nonces)
    ann.answers = True
    ann.send(Fill(2, "easy"))
    ann.heard.clear()
    harness.start(bob, owner=ann)
    harness.pass_time(STAGE_SECONDS)
    stages = [heard for heard in ann.heard if isinstance(heard, Committed)]
    answers = [sent for sent in ann.sent if isinstance(sent, Commit | Reveal)]
    lines = [
        line
        for stage, answer in zip_longest(stages, answers)
        for line in (f"host  {_text(stage)}", *([_line(ann, answer)] if answer else ()))
    ]
    proof = harness.proof()
    harness.table.match.reveal()
    harness.carry_out(harness.table.sender.hand_out())
    lines.append(f"host  {_text(replace(ann.last(Revealed), moves=[]))}")
    decks = [SeededDecks(proof.key(deal), table)(TILES) for deal in (1, 2)]
    values = [
        (f"seed of deal {LINKS}", seed.hex()),
        *((f"seed of deal {deal}", proof.seed_of(deal).hex()) for deal in (2, 1)),
        (
            "C, the seed of deal 0",
            proof.commitment.hex(),
        ),
        (
            "L",
            list_hash(proof.commitment, {s: c.commitment for s, c in proof.shares.items()}).hex(),
        ),
        *((f"K of deal {deal}", proof.key(deal).hex()) for deal in (1, 2)),
        *(
            (f"the first order of 28 tiles in deal {deal}", " ".join(deck))
            for deal, deck in enumerate(decks, 1)
        ),
    ]
    return "\n".join(
        [
            *(f"    {line}" for line in lines),
            "",
            "The nonce of seat 2 is the bot's, Bob was silent, and the moves are left out.",
            "The other values:",
            "",
            "| | |",
            "|---|---|",
            *(f"| {name} | `{value}` |" for name, value in values),
        ]
    )


def shuffled_anew() -> str:
    """Ann and a bot at Kozel; the host is lost in deal 2, and Ann's program goes on."""
    harness = ShuffledHarness(kozel, 2, target=50)
    harness.chance.date = lambda: "2026-11-20T19:00:00"
    (ann,) = harness.seat_people(1)
    harness.start(owner=ann)
    while harness.live.match.state.deal < 2:
        harness.play_to_the_end(ann, moves=1)
    new, (seed, nonce, own) = go_on(harness, ann), (bytes([each]) * 32 for each in (9, 0xD0, 0xE0))
    new.chance.nonce, new.chance.decks = lambda: nonce, lambda: SeededDecks(seed, TABLE)
    assert ann.client.deals is not None
    ann.client.deals.new_nonce = lambda: own
    (ann,) = come(new, [ann])
    stages = [heard for heard in ann.heard if isinstance(heard, Committed)]
    answers = [sent for sent in ann.sent if isinstance(sent, Commit | Reveal)]
    lines = [
        line
        for stage, answer in zip_longest(stages[1:], answers)
        for line in (f"host  {_text(stage)}", *([_line(ann, answer)] if answer else ()))
    ]
    proof = new.proof()
    values = [
        (f"seed of deal {LINKS}", seed.hex()),
        ("seed of deal 2", proof.seed_of(2).hex()),
        ("C, the seed of deal 0", proof.commitment.hex()),
        ("K of deal 2", proof.key(2).hex()),
        (
            "the first order of 28 tiles in deal 2",
            " ".join(SeededDecks(proof.key(2), TABLE)(TILES)),
        ),
    ]
    table = (f"| {name} | `{value}` |" for name, value in values)
    return "\n".join([*(f"    {line}" for line in lines), "", "| | |", "|---|---|", *table])


def _line(visitor: Visitor, message: Message) -> str:
    assert visitor.client.seat is not None
    return f"{('Ann', 'Bob')[visitor.client.seat]:4}  {_text(message)}"


def _heard(visitor: Visitor, count: int) -> list[str]:
    return [f"host  {_text(message)}" for message in visitor.heard[-count:]]


def _text(message: Message) -> str:
    """Write a message as JSON, a view as its deal and turn, an event as its kind."""
    plain: dict[str, Any] = msgspec.to_builtins(message)
    if not isinstance(message, Updated):
        return json.dumps(plain)
    shown = {name: message.view[name] for name in ("deal", "to_act") if name in message.view}
    plain["view"] = "view"
    plain["events"] = "events"
    view = json.dumps(shown)[:-1] + ", ...}"
    events = ", ".join(f'["{line.kind}", ...]' for line in message.events)
    return (
        json.dumps(plain)
        .replace('"view": "view"', f'"view": {view}')
        .replace('"events": "events"', f'"events": [{events}]')
    )
