"""Lies of a host to one client, in place of its true messages. No I/O.

`cheats` lists the lies that are tried, with the fault that a client finds.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, Literal, TypeAlias

from msgspec.structs import replace

from core.deal_proof import LINKS, DealProof, chain_commitment, share_commitment
from core.game import Seat
from core.tiles import TILES
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

OTHER: Final = hashlib.sha256(b"what the host would rather have").digest()


def truth(seat: Seat) -> Lie:
    """Return every message as it is."""
    return lambda message: (message,)


def every(
    kind: type[Any], change: Callable[[Any], FromHost | None], stage: str = ""
) -> Callable[[Seat], Lie]:
    """Change every message of a kind, of one stage if it is Committed; None withholds it."""

    def lie(message: FromHost) -> Told:
        if isinstance(message, kind) and (not stage or getattr(message, "stage", "") == stage):
            changed = change(message)
            return () if changed is None else (changed,)
        return (message,)

    return lambda seat: lie


def at_seat(kind: type[Any], change: Callable[[Any, Seat], Told]) -> Callable[[Seat], Lie]:
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


def forge_after_cut(seat: Seat) -> Lie:
    cut: list[bool] = []

    def lie(message: FromHost) -> Told:
        if not isinstance(message, Committed):
            return (message,)
        if message.stage == "reveal":
            cut.append(True)
            return (CUT,)
        return forge_unasked(message, seat)

    return lie


def replace_own(stages: tuple[str, ...], *, commitment: bool) -> Callable[[Seat], Lie]:
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


def refuse_own(seat: Seat) -> Lie:
    """Refuse the client's hash as too late, and put another share in its place."""

    def lie(message: FromHost) -> Told:
        if not isinstance(message, Committed):
            yield message
            return
        if message.stage == "reveal":
            yield Refused("shuffled", "too late", "", {}, 0, 0)
        rows = [
            _row(message.shuffler, seat, shown=line.nonce is not None or message.stage == "done")
            if line.seat == seat
            else line
            for line in message.shares
        ]
        yield replace(message, shares=rows)

    return lie


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


def told_late(*stages: str, after: type[Any] = Updated) -> Callable[[Seat], Lie]:
    """Send the last of these stages only after another message, such as the first hands."""

    def lie_to(seat: Seat) -> Lie:
        held: list[FromHost] = []

        def lie(message: FromHost) -> Told:
            if isinstance(message, Committed) and message.stage in stages:
                held[:] = [message]
                return
            yield message
            if isinstance(message, after):
                yield from held
                held.clear()

        return lie

    return lie_to


def shuffled_again(*, number: bool, begun: bool, cut: bool) -> Callable[[Seat], Lie]:
    """Have all nonces revealed, withhold the last stage, and shuffle another time."""

    def lie_to(seat: Seat) -> Lie:
        first: list[Committed] = []
        room: list[Gathered] = []
        tried: list[int] = []

        def lie(message: FromHost) -> Told:
            if isinstance(message, Gathered):
                room[:] = [message]
            if not isinstance(message, Committed):
                yield message
                return
            if message.stage == "commit" and not first:
                first[:] = [message]
            if message.stage != "done" or tried or not first:
                yield replace(message, match=message.match + number * len(tried))
                return
            tried.append(1)
            match = message.match + number
            if cut:
                yield CUT
                return
            if begun:
                change = RoomChange("begun", facts={"match": match})
                yield replace(room[0], happened=[change])
            other = replace(first[0], match=match, commitment=OTHER.hex())
            seats = [line.seat for line in message.shares if line.seat != seat]
            yield other
            for stage in ("reveal", "done"):
                rows = [_row(message.shuffler, each, shown=stage == "done") for each in seats]
                yield replace(other, stage=stage, shares=rows)

        return lie

    return lie_to


def dealt_and_again(seat: Seat) -> Lie:
    """Deal, show two positions, cut the connection, and pretend that the rest is another match."""
    count: list[int] = []

    def lie(message: FromHost) -> Told:
        if isinstance(message, Committed | Revealed):
            yield replace(message, match=message.match + bool(count))
            return
        yield message
        if isinstance(message, Updated) and not count:
            count.append(1)
            yield replace(message, seq=message.seq + 1)
            yield CUT

    return lie


def anew(seat: Seat) -> Lie:
    """Shuffle once more for the later deals, as if a host had been lost after the first one."""
    told: list[Committed] = []

    def lie(message: FromHost) -> Told:
        yield message
        if isinstance(message, Committed):
            told[:] = [message]
        elif isinstance(message, Revealed) and message.deal == 1 and not message.more:
            yield replace(told[0], stage="commit", commitment=OTHER.hex(), shares=[], first=2)

    return lie


def bot_hidden(seat: Seat) -> Lie:
    """Present a bot as a person without a share."""
    bots: list[Seat] = []

    def lie(message: FromHost) -> Told:
        if isinstance(message, Gathered):
            bots[:] = [at for at, each in enumerate(message.seats) if each.kind[:4] == "bot:"]
            seats = [replace(each, kind=each.kind and "human") for each in message.seats]
            return (replace(message, seats=seats),)
        if isinstance(message, Committed):
            rows = [line for line in message.shares if line.seat not in bots]
            return (replace(message, shares=rows),)
        return (message,)

    return lie


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


def two_faced(seat: Seat) -> Lie:
    """Show this client another chain of seeds from the first stage on."""

    def lie(message: FromHost) -> Told:
        match message:
            case Committed():
                chain = chain_commitment(bytes.fromhex(message.shuffler), OTHER)
                tables[:] = [(message.shuffler, chain)]
                yield replace(message, commitment=chain.hex())
            case Revealed():
                table, commitment = tables[0]
                chain_proof = DealProof(bytes.fromhex(table), OTHER, commitment, {}, LINKS)
                yield replace(message, seed=chain_proof.seed_of(message.deal).hex())
            case _:
                yield message

    tables: list[tuple[str, bytes]] = []
    return lie


def other_share(seat: Seat) -> Lie:
    """Show this client a share of the last seat that is not in the decks."""

    def lie(message: FromHost) -> Told:
        if isinstance(message, Committed) and message.shares:
            last = message.shares[-1]
            shown = last.nonce is not None
            rows = [*message.shares[:-1], _row(message.shuffler, last.seat, shown=shown)]
            yield replace(message, shares=rows)
        else:
            yield message

    return lie


def told_early(seat: Seat) -> Lie:
    """Show the next seed together with that of a finished deal."""

    def lie(message: FromHost) -> Told:
        yield message
        if isinstance(message, Revealed) and message.deal == 1:
            yield replace(message, deal=2, moves=[])

    return lie


def during(seat: Seat) -> Lie:
    """Show the seed of a deal while it is played."""
    shown: list[int] = []

    def lie(message: FromHost) -> Told:
        yield message
        if isinstance(message, Updated) and not shown:
            shown.append(1)
            yield Revealed(1, 1, OTHER.hex(), message.seq, [])

    return lie


def in_one_position(
    change: Callable[[Updated], Iterator[FromHost]], when: int = 2
) -> Callable[[Seat], Lie]:
    """Change one position in which others are to move.

    A client that is to move could choose a move that the host then refuses.
    """

    def lie_to(seat: Seat) -> Lie:
        count: list[int] = []

        def lie(message: FromHost) -> Told:
            to_act = message.view.get("to_act", ()) if isinstance(message, Updated) else ()
            if isinstance(message, Updated) and to_act and seat not in to_act:
                count.append(1)
                if len(count) == when:
                    return change(message)
            return (message,)

        return lie

    return lie_to


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


def given_up(phase: Phase) -> Callable[[Seat], Lie]:
    """End the match in the middle of a deal, do not reveal the deal, and play on."""
    return lambda seat: _ended_and_on(phase)


def _ended_and_on(phase: Phase) -> Lie:
    room: list[Gathered] = []
    count: list[int] = []

    def lie(message: FromHost) -> Told:
        if isinstance(message, Gathered):
            room[:] = [message]
        yield message
        if isinstance(message, Updated):
            count.append(1)
            if len(count) == 3:
                yield replace(room[0], phase=phase, happened=[])

    return lie


def begun_in_between(seat: Seat) -> Lie:
    """Announce another match in the middle of a match."""
    room: list[Gathered] = []
    count: list[int] = []

    def lie(message: FromHost) -> Told:
        if isinstance(message, Gathered):
            room[:] = [message]
        if isinstance(message, Updated):
            count.append(1)
            if len(count) == 4:
                yield replace(room[0], happened=[RoomChange("begun", facts={"match": 2})])
        yield message

    return lie


def closed_at_end(seat: Seat) -> Lie:
    """Close after the last position, without revealing the last deal."""
    over: list[bool] = []

    def lie(message: FromHost) -> Told:
        if over and isinstance(message, Revealed):
            return (Closed("kept", "", {}),)
        if isinstance(message, Updated) and "result" in message.view:
            over.append(True)
        return (message,)

    return lie


def leaping(seat: Seat) -> Lie:
    """Skip a number: later positions have higher numbers than at the other clients."""
    count: list[int] = []

    def lie(message: FromHost) -> Told:
        to_act = message.view.get("to_act", ()) if isinstance(message, Updated) else ()
        if not isinstance(message, Updated) or not (count or (to_act and seat not in to_act)):
            return (message,)
        count.append(1)
        return (replace(message, seq=message.seq + (len(count) > 1)),)

    return lie


def on_after_end(seat: Seat) -> Lie:
    def lie(message: FromHost) -> Told:
        yield message
        if isinstance(message, Updated) and "result" in message.view:
            yield replace(message, seq=message.seq + 1)

    return lie


def with_moves(change: Callable[[list[MadeMove]], list[MadeMove]]) -> Callable[[Seat], Lie]:
    return every(Revealed, lambda told: replace(told, moves=change(list(told.moves))))


def no_moves_first(seat: Seat) -> Lie:
    """Reveal a deal without its moves first, and then with them."""
    told: list[int] = []

    def lie(message: FromHost) -> Told:
        if isinstance(message, Revealed) and not told:
            told.append(1)
            yield replace(message, moves=[], more=False)
        yield message

    return lie


def other_rules(when: int) -> Callable[[Seat], Lie]:
    """Show another target of points after some positions."""

    def lie_to(seat: Seat) -> Lie:
        count: list[int] = []
        room: list[Gathered] = []

        def changed(message: Gathered) -> Gathered:
            target = 500 if message.options.get("target") == 50 else 50
            options = {**message.options, "target": target}
            return replace(message, options=options)

        def lie(message: FromHost) -> Told:
            if isinstance(message, Gathered):
                room[:] = [message]
                started = message.phase == "playing" and len(count) >= when
                yield changed(message) if started else message
                return
            yield message
            if isinstance(message, Updated):
                count.append(1)
                if len(count) == when:
                    yield replace(changed(room[0]), happened=[])

        return lie

    return lie_to


# --- the record ----------------------------------------------------------------------------------


def of_record(
    change: Callable[[Lines], Lines],
) -> Callable[[Seat], Lie]:
    """Change the record, once all of its parts have been sent."""

    def lie_to(seat: Seat) -> Lie:
        parts: list[str] = []

        def lie(message: FromHost) -> Told:
            if not isinstance(message, Recorded):
                return (message,)
            parts.append(message.text)
            if message.part < message.parts:
                return ()
            lines = [json.loads(line) for line in "".join(parts).splitlines()]
            parts.clear()
            return recorded(message.match, message.begun, change(lines))

        return lie

    return lie_to


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


def forbidden(seat: Seat) -> Lie:
    """Refuse the client's first move as illegal."""
    told: list[int] = []

    def lie(message: FromHost) -> Told:
        if isinstance(message, Updated) and message.number == 1 and not told:
            told.append(1)
            yield Refused("illegal", "{reason}", "", {"reason": "no"}, message.seq - 1, 1)
        yield message

    return lie


def renumbered(seat: Seat) -> Lie:
    """Announce the match under another number, and send its record with other names."""
    renamed = of_record(other_names)(seat)

    def lie(message: FromHost) -> Told:
        if isinstance(message, Gathered):
            return (replace(message, happened=[replace(c, facts={}) for c in message.happened]),)
        return renamed(message)

    return lie
