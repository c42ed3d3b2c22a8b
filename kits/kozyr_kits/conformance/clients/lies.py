"""Lies of a host to one client, in place of its true messages. No I/O.

`cheats` lists the lies that are tried, with the fault that a client finds.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from msgspec.structs import replace

from core.deal_proof import LINKS, DealProof, chain_commitment, share_commitment
from core.game import Seat
from core.pieces import TILES
from net.public.host import recorded
from net.wire.from_host import (
    Closed,
    Committed,
    FromHost,
    Gathered,
    Recorded,
    Refused,
    Revealed,
    Updated,
)
from net.wire.message import MadeMove, RoomChange, ShareLine

CUT: Final = "cut"
"""In place of a message: the end of the connection."""

Told: TypeAlias = "Iterable[FromHost | Literal['cut']]"
Phase: TypeAlias = Literal["gathering", "over"]
Lines: TypeAlias = list[dict[str, Any]]
"""The lines of a record."""
Lie: TypeAlias = Callable[[FromHost], Told]
"""Returns the messages sent to one client in place of a true one; it remembers the earlier ones."""

LieTo: TypeAlias = Callable[[Seat], Lie]
"""Makes the lie for the client at a seat."""

OTHER: Final = hashlib.sha256(b"what the host would rather have").digest()


@dataclass(slots=True)
class Heard:
    """The messages to one client so far, as far as a lie needs them."""

    seat: Seat
    room: Any = None
    """The last Gathered."""
    positions: int = 0
    kept: list[Any] = field(default_factory=list)
    """Whatever else a lie remembers."""


def remembering(tell: Callable[[FromHost, Heard], Told]) -> LieTo:
    """Make a lie that remembers; room and positions include the present message."""

    def lie_to(seat: Seat) -> Lie:
        heard = Heard(seat)

        def lie(message: FromHost) -> Told:
            if isinstance(message, Gathered):
                heard.room = message
            heard.positions += isinstance(message, Updated)
            return tell(message, heard)

        return lie

    return lie_to


def truth(seat: Seat) -> Lie:
    """Return every message as it is."""
    return lambda message: (message,)


def every(kind: type[Any], change: Callable[[Any], FromHost | None], stage: str = "") -> LieTo:
    """Change every message of a kind, of one stage if it is Committed; None withholds it."""

    def lie(message: FromHost) -> Told:
        if isinstance(message, kind) and (not stage or getattr(message, "stage", "") == stage):
            changed = change(message)
            return () if changed is None else (changed,)
        return (message,)

    return lambda seat: lie


def withheld(kind: type[Any], stage: str = "") -> LieTo:
    """Withhold every message of a kind, or those of one stage."""
    return every(kind, lambda told: None, stage)


def altered(kind: type[Any], stage: str = "", **changes: Any) -> LieTo:
    """Put other values into every message of a kind, or into those of one stage."""
    return every(kind, lambda told: replace(told, **changes), stage)


def at_seat(kind: type[Any], change: Callable[[Any, Seat], Told]) -> LieTo:
    """Change every message of a kind; the change depends on the client's seat."""

    def lie_to(seat: Seat) -> Lie:
        return lambda message: change(message, seat) if isinstance(message, kind) else (message,)

    return lie_to


def _row(table: str, seat: Seat, *, shown: bool = True) -> ShareLine:
    """Return a share of the host's own making."""
    commitment = share_commitment(bytes.fromhex(table), seat, OTHER).hex()
    return ShareLine(seat, commitment, OTHER.hex() if shown else None)


def with_rows(
    message: Committed, change: Callable[[list[ShareLine], Committed], list[ShareLine]]
) -> Committed:
    """Change the shares of a message."""
    return replace(message, shares=change(list(message.shares), message))


def shares(
    change: Callable[[list[ShareLine], Committed], list[ShareLine]], stage: str = ""
) -> LieTo:
    """Change the shares in all messages that have any, or in those of one stage."""
    return every(Committed, lambda told: with_rows(told, change) if told.shares else told, stage)


# --- the shuffle ---------------------------------------------------------------------------------


def forge_unasked(message: Committed, seat: Seat) -> Told:
    """Leave out the stage `reveal`, and then send the host's own share for every seat."""
    if message.stage == "reveal":
        return
    if message.stage == "done":
        rows = [_row(message.shuffler, line.seat) for line in message.shares]
        yield replace(message, shares=rows)
    else:
        yield message


@remembering
def forge_after_cut(message: FromHost, heard: Heard) -> Told:
    if not isinstance(message, Committed):
        return (message,)
    return (CUT,) if message.stage == "reveal" else forge_unasked(message, heard.seat)


def replace_own(stages: tuple[str, ...], *, commitment: bool) -> LieTo:
    """Replace the client's own share in these stages."""

    def change(message: Committed, seat: Seat) -> Told:
        def own(line: ShareLine) -> ShareLine:
            if line.seat != seat:
                return line
            if commitment:
                return _row(message.shuffler, seat, shown=line.nonce is not None)
            return replace(line, nonce=OTHER.hex())

        chosen = message.stage in stages
        yield replace(message, shares=list(map(own, message.shares))) if chosen else message

    return at_seat(Committed, change)


@remembering
def refuse_own(message: FromHost, heard: Heard) -> Told:
    """Refuse the client's hash as too late, and put another share in its place."""
    if not isinstance(message, Committed):
        yield message
        return
    if message.stage == "reveal":
        yield Refused("shuffled", "too late", "", {}, 0, 0)
    rows = [
        _row(message.shuffler, line.seat, shown=line.nonce is not None or message.stage == "done")
        if line.seat == heard.seat
        else line
        for line in message.shares
    ]
    yield replace(message, shares=rows)


def more(rows: list[ShareLine], message: Committed) -> list[ShareLine]:
    return [*rows, _row(message.shuffler, 9, shown=message.stage == "done")]


def twice(rows: list[ShareLine], message: Committed) -> list[ShareLine]:
    return [*rows, *rows[-1:]]


def without_last(rows: list[ShareLine], message: Committed) -> list[ShareLine]:
    return rows[:-1]


def last_silent(rows: list[ShareLine], message: Committed) -> list[ShareLine]:
    return [*rows[:-1], replace(rows[-1], nonce=None)]


def last_other_nonce(rows: list[ShareLine], message: Committed) -> list[ShareLine]:
    return [*rows[:-1], replace(rows[-1], nonce=OTHER.hex())]


def last_other_hash(rows: list[ShareLine], message: Committed) -> list[ShareLine]:
    return [*rows[:-1], _row(message.shuffler, rows[-1].seat)]


def told_late(*stages: str, after: type[Any] = Updated) -> LieTo:
    """Send the last of these stages only after another message, such as the first hands."""

    @remembering
    def lie(message: FromHost, heard: Heard) -> Told:
        if isinstance(message, Committed) and message.stage in stages:
            heard.kept[:] = [message]
            return
        yield message
        if isinstance(message, after):
            yield from heard.kept
            heard.kept.clear()

    return lie


def shuffled_again(*, number: bool, begun: bool, cut: bool) -> LieTo:
    """Have all nonces revealed, withhold the last stage, and shuffle another time."""

    @remembering
    def lie(message: FromHost, heard: Heard) -> Told:
        first = heard.kept  # and a mark once the shuffle has been repeated
        if not isinstance(message, Committed):
            yield message
            return
        if message.stage == "commit" and not first:
            first.append(message)
        if message.stage != "done" or len(first) != 1:
            yield replace(message, match=message.match + number * (len(first) > 1))
            return
        first.append(True)
        match = message.match + number
        if cut:
            yield CUT
            return
        if begun:
            yield replace(heard.room, happened=[RoomChange("begun", facts={"match": match})])
        other = replace(first[0], match=match, commitment=OTHER.hex())
        seats = [line.seat for line in message.shares if line.seat != heard.seat]
        yield other
        for stage in ("reveal", "done"):
            rows = [_row(message.shuffler, each, shown=stage == "done") for each in seats]
            yield replace(other, stage=stage, shares=rows)

    return lie


@remembering
def dealt_and_again(message: FromHost, heard: Heard) -> Told:
    """Deal, show two positions, cut the connection, and pretend that the rest is another match."""
    if isinstance(message, Committed | Revealed):
        yield replace(message, match=message.match + bool(heard.positions))
        return
    yield message
    if isinstance(message, Updated) and heard.positions == 1:
        yield replace(message, seq=message.seq + 1)
        yield CUT


@remembering
def anew(message: FromHost, heard: Heard) -> Told:
    """Shuffle once more for the later deals, as if a host had been lost after the first one."""
    yield message
    if isinstance(message, Committed):
        heard.kept[:] = [message]
    elif isinstance(message, Revealed) and message.deal == 1 and not message.more:
        [told] = heard.kept
        yield replace(told, stage="commit", commitment=OTHER.hex(), shares=[], first=2)


@remembering
def bot_hidden(message: FromHost, heard: Heard) -> Told:
    """Present a bot as a person without a share."""
    if isinstance(message, Gathered):
        seats = [replace(each, kind=each.kind and "human") for each in message.seats]
        return (replace(message, seats=seats),)
    if isinstance(message, Committed):
        bots = [at for at, each in enumerate(heard.room.seats) if each.kind[:4] == "bot:"]
        return (replace(message, shares=[row for row in message.shares if row.seat not in bots]),)
    return (message,)


def called_silent(message: Committed, seat: Seat) -> Told:
    """Leave out the client's nonce, as if it had not revealed one."""
    rows = [replace(line, nonce=None) if line.seat == seat else line for line in message.shares]
    yield replace(message, shares=rows)


def taken_back(message: Committed, seat: Seat) -> Told:
    """Send all nonces, and then all but one."""
    yield message
    if message.stage == "done":
        yield replace(message, stage="reveal")
        yield with_rows(message, last_silent)


# --- the deals -----------------------------------------------------------------------------------


@remembering
def two_faced(message: FromHost, heard: Heard) -> Told:
    """Show this client another chain of seeds from the first stage on."""
    match message:
        case Committed():
            chain = chain_commitment(bytes.fromhex(message.shuffler), OTHER)
            heard.kept[:] = [message.shuffler, chain]
            yield replace(message, commitment=chain.hex())
        case Revealed():
            table, commitment = heard.kept
            chain_proof = DealProof(bytes.fromhex(table), OTHER, commitment, {}, LINKS)
            yield replace(message, seed=chain_proof.seed_of(message.deal).hex())
        case _:
            yield message


@remembering
def other_share(message: FromHost, heard: Heard) -> Told:
    """Show this client a share of the last seat that is not in the decks."""
    if isinstance(message, Committed) and message.shares:
        *others, last = message.shares
        shown = last.nonce is not None
        message = replace(message, shares=[*others, _row(message.shuffler, last.seat, shown=shown)])
    yield message


@remembering
def told_early(message: FromHost, heard: Heard) -> Told:
    """Show the next seed together with that of a finished deal."""
    yield message
    if isinstance(message, Revealed) and message.deal == 1:
        yield replace(message, deal=2, moves=[])


@remembering
def during(message: FromHost, heard: Heard) -> Told:
    """Show the seed of a deal while it is played."""
    yield message
    if isinstance(message, Updated) and heard.positions == 1:
        yield Revealed(1, 1, OTHER.hex(), message.seq, [])


def in_one_position(change: Callable[[Updated], Iterator[FromHost]], when: int = 2) -> LieTo:
    """Change one position in which others are to move.

    A client that is to move could choose a move that the host then refuses.
    """

    @remembering
    def lie(message: FromHost, heard: Heard) -> Told:
        if isinstance(message, Updated) and _others_act(message, heard.seat):
            heard.kept.append(message)
            if len(heard.kept) == when:
                return change(message)
        return (message,)

    return lie


def _others_act(message: Updated, seat: Seat) -> bool:
    to_act = message.view.get("to_act", ())
    return bool(to_act) and seat not in to_act


def _changed_view(message: Updated, **changes: Any) -> Updated:
    return replace(message, view={**message.view, **changes})


def other_hand(message: Updated) -> Iterator[FromHost]:
    _, *others = message.view["hand"]
    shown = json.dumps(message.view)
    unseen = next(tile for tile in TILES if f'"{tile}"' not in shown)
    yield _changed_view(message, hand=sorted([unseen, *others]))


def other_totals(message: Updated) -> Iterator[FromHost]:
    yield _changed_view(message, totals=[total + 7 for total in message.view["totals"]])


def same_number(message: Updated) -> Iterator[FromHost]:
    yield message
    yield from other_totals(message)


def no_position(message: Updated) -> Iterator[FromHost]:
    yield from ()


def later_deal(message: Updated) -> Iterator[FromHost]:
    yield _changed_view(message, deal=message.view["deal"] + 1)


def lower_number(message: Updated) -> Iterator[FromHost]:
    yield message
    yield replace(message, seq=0)


def given_up(phase: Phase) -> LieTo:
    """End the match in the middle of a deal, do not reveal the deal, and play on."""

    @remembering
    def lie(message: FromHost, heard: Heard) -> Told:
        yield message
        if isinstance(message, Updated) and heard.positions == 3:
            yield replace(heard.room, phase=phase, happened=[])

    return lie


@remembering
def begun_in_between(message: FromHost, heard: Heard) -> Told:
    """Announce another match in the middle of a match."""
    if isinstance(message, Updated) and heard.positions == 4:
        yield replace(heard.room, happened=[RoomChange("begun", facts={"match": 2})])
    yield message


@remembering
def closed_at_end(message: FromHost, heard: Heard) -> Told:
    """Close after the last position, without revealing the last deal."""
    if heard.kept and isinstance(message, Revealed):
        return (Closed("kept", "", {}),)
    if isinstance(message, Updated) and "result" in message.view:
        heard.kept.append(message)
    return (message,)


@remembering
def leaping(message: FromHost, heard: Heard) -> Told:
    """Skip a number: later positions have higher numbers than at the other clients."""
    if not isinstance(message, Updated) or not (heard.kept or _others_act(message, heard.seat)):
        return (message,)
    heard.kept.append(message)
    return (replace(message, seq=message.seq + (len(heard.kept) > 1)),)


@remembering
def on_after_end(message: FromHost, heard: Heard) -> Told:
    yield message
    if isinstance(message, Updated) and "result" in message.view:
        yield replace(message, seq=message.seq + 1)


def with_moves(change: Callable[[list[MadeMove]], list[MadeMove]]) -> LieTo:
    return every(Revealed, lambda told: replace(told, moves=change(list(told.moves))))


@remembering
def no_moves_first(message: FromHost, heard: Heard) -> Told:
    """Reveal a deal without its moves first, and then with them."""
    if isinstance(message, Revealed) and not heard.kept:
        heard.kept.append(message)
        yield replace(message, moves=[], more=False)
    yield message


def other_rules(when: int) -> LieTo:
    """Show another target of points after some positions."""

    def changed(message: Gathered) -> Gathered:
        target = 500 if message.options.get("target") == 50 else 50
        return replace(message, options={**message.options, "target": target})

    @remembering
    def lie(message: FromHost, heard: Heard) -> Told:
        if isinstance(message, Gathered):
            started = message.phase == "playing" and heard.positions >= when
            yield changed(message) if started else message
            return
        yield message
        if isinstance(message, Updated) and heard.positions == when:
            yield replace(changed(heard.room), happened=[])

    return lie


# --- the record ----------------------------------------------------------------------------------


def of_record(change: Callable[[Lines], Lines]) -> LieTo:
    """Change the record, once all of its parts have been sent."""

    @remembering
    def lie(message: FromHost, heard: Heard) -> Told:
        if not isinstance(message, Recorded):
            return (message,)
        heard.kept.append(message.text)
        if message.part < message.parts:
            return ()
        lines = [json.loads(line) for line in "".join(heard.kept).splitlines()]
        heard.kept.clear()
        return recorded(message.match, message.begun, change(lines))

    return lie


def header(**changes: Any) -> Callable[[Lines], Lines]:
    return lambda lines: [{**lines[0], **changes}, *lines[1:]]


def other_seed(lines: Lines) -> Lines:
    proof = lines[0]["deal_proof"]
    return [{**lines[0], "deal_proof": {**proof, "shares": proof["shares"][:-1]}}, *lines[1:]]


def other_names(lines: Lines) -> Lines:
    seats = [{**seat, "name": seat["name"] + "!"} for seat in lines[0]["seats"]]
    return [{**lines[0], "seats": seats}, *lines[1:]]


def other_move(lines: Lines) -> Lines:
    at = next(at for at, line in enumerate(lines) if "move" in line)
    side = lines[at]["move"]
    return [*lines[:at], {**lines[at], "move": side.replace("left", "right")}, *lines[at + 1 :]]


@remembering
def forbidden(message: FromHost, heard: Heard) -> Told:
    """Refuse the client's first move as illegal."""
    if isinstance(message, Updated) and message.number == 1 and not heard.kept:
        heard.kept.append(message)
        yield Refused("illegal", "{reason}", "", {"reason": "no"}, message.seq - 1, 1)
    yield message


def renumbered(seat: Seat) -> Lie:
    """Announce the match under another number, and send its record with other names."""
    renamed = of_record(other_names)(seat)

    def lie(message: FromHost) -> Told:
        if isinstance(message, Gathered):
            return (replace(message, happened=[replace(c, facts={}) for c in message.happened]),)
        return renamed(message)

    return lie
