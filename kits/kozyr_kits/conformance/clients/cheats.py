"""How a host may cheat in a shuffle and in what it shows, each way as data. No I/O.

A cheat changes what one client is told, message by message; `fault` is what a client of ours finds
(net.client.deal_watch.FAULTS), `when` the time by which it has to say so.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from msgspec.structs import replace

from core.deal_proof import LINKS, DealProof, chain_commitment, share_commitment
from core.game import Seat
from core.tiles import TILES
from net.public.host import recorded
from net.wire.changes import RoomChange
from net.wire.from_host import (
    Closed,
    Committed,
    FromHost,
    Gathered,
    MadeMove,
    Recorded,
    Refused,
    Revealed,
    ShareLine,
    Updated,
)

CUT: Final = "cut"
"""In place of a message: the connection ends here."""

Told: TypeAlias = "Iterable[FromHost | Literal['cut']]"
Phase: TypeAlias = Literal["gathering", "over"]
Lines: TypeAlias = list[dict[str, Any]]
"""Of a record."""
Lie: TypeAlias = Callable[[FromHost], Told]
"""What one client is told in place of a message; remembers what it has told before."""

OTHER: Final = hashlib.sha256(b"what the host would rather have").digest()


@dataclass(frozen=True, slots=True)
class Cheat:
    """One way to cheat. `lie` makes a Lie for the client at a seat."""

    lie: Callable[[Seat], Lie]
    fault: str
    when: Literal["shuffle", "match", "end"] = "match"
    """Before the first position; before the last one; once the match is over."""


def _each(
    kind: type[Any], change: Callable[[Any], FromHost | None], stage: str = ""
) -> Callable[[Seat], Lie]:
    """Change every message of a kind, of one stage if it is Committed; None is kept back."""

    def lie(message: FromHost) -> Told:
        if isinstance(message, kind) and (not stage or getattr(message, "stage", "") == stage):
            changed = change(message)
            return () if changed is None else (changed,)
        return (message,)

    return lambda seat: lie


def _at_seat(kind: type[Any], change: Callable[[Any, Seat], Told]) -> Callable[[Seat], Lie]:
    def lie_to(seat: Seat) -> Lie:
        return lambda message: change(message, seat) if isinstance(message, kind) else (message,)

    return lie_to


def _row(table: str, seat: Seat, *, shown: bool = True, nonce: bytes = OTHER) -> ShareLine:
    """A share of the host's own making."""
    commitment = share_commitment(bytes.fromhex(table), seat, nonce).hex()
    return ShareLine(seat, commitment, nonce.hex() if shown else None)


def _rows(
    message: Committed, change: Callable[[list[ShareLine], Committed], list[ShareLine]]
) -> Committed:
    return replace(message, shares=change(list(message.shares), message))


# --- the shuffle ---------------------------------------------------------------------------------


def _forge_unasked(message: Committed, seat: Seat) -> Told:
    """No stage `reveal`; then shares of the host's own making for every seat."""
    if message.stage == "reveal":
        return
    if message.stage == "done":
        rows = [_row(message.shuffler, line.seat) for line in message.shares]
        yield replace(message, shares=rows)
    else:
        yield message


def _forge_after_cut(seat: Seat) -> Lie:
    cut: list[bool] = []

    def lie(message: FromHost) -> Told:
        if not isinstance(message, Committed):
            return (message,)
        if message.stage == "reveal":
            cut.append(True)
            return (CUT,)
        return _forge_unasked(message, seat)

    return lie


def _replace_own(stages: tuple[str, ...], *, commitment: bool) -> Callable[[Seat], Lie]:
    """Put something else in place of the client's own share in these stages."""

    def change(message: Committed, seat: Seat) -> Told:
        def own(line: ShareLine) -> ShareLine:
            if line.seat != seat:
                return line
            if commitment:
                return _row(message.shuffler, seat, shown=line.nonce is not None)
            return replace(line, nonce=OTHER.hex())

        chosen = message.stage in stages
        yield replace(message, shares=list(map(own, message.shares))) if chosen else message

    return _at_seat(Committed, change)


def _refuse_own(seat: Seat) -> Lie:
    """Say that the hash came too late, and put another share in its place."""

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


def _more(rows: list[ShareLine], message: Committed) -> list[ShareLine]:
    return [*rows, _row(message.shuffler, 9, shown=message.stage == "done")]


def _twice(rows: list[ShareLine], message: Committed) -> list[ShareLine]:
    return [*rows, *rows[-1:]]


def _without_last(rows: list[ShareLine], message: Committed) -> list[ShareLine]:
    return rows[:-1]


def _last_silent(rows: list[ShareLine], message: Committed) -> list[ShareLine]:
    return [*rows[:-1], replace(rows[-1], nonce=None)]


def _last_other_nonce(rows: list[ShareLine], message: Committed) -> list[ShareLine]:
    return [*rows[:-1], replace(rows[-1], nonce=OTHER.hex())]


def _last_other_hash(rows: list[ShareLine], message: Committed) -> list[ShareLine]:
    return [*rows[:-1], _row(message.shuffler, rows[-1].seat)]


def _late(*stages: str, after: type[Any] = Updated) -> Callable[[Seat], Lie]:
    """Show these stages, or the last of them, only after another message: the first hands."""

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


def _again(*, number: bool, begun: bool, cut: bool) -> Callable[[Seat], Lie]:
    """Have everybody show a nonce, keep the last stage back, and shuffle another time."""

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


def _dealt_and_again(seat: Seat) -> Lie:
    """Deal, show two positions, cut the connection, and call what comes then another match."""
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


def _anew(seat: Seat) -> Lie:
    """Shuffle for the later deals once more, as if a host had been lost after the first."""
    told: list[Committed] = []

    def lie(message: FromHost) -> Told:
        yield message
        if isinstance(message, Committed):
            told[:] = [message]
        elif isinstance(message, Revealed) and message.deal == 1 and not message.more:
            yield replace(told[0], stage="commit", commitment=OTHER.hex(), shares=[], first=2)

    return lie


def _bot_hidden(seat: Seat) -> Lie:
    """Say that a bot is a person, who had no share."""
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


def _called_silent(message: Committed, seat: Seat) -> Told:
    """Say that the client has not shown its nonce."""
    rows = [replace(line, nonce=None) if line.seat == seat else line for line in message.shares]
    yield replace(message, shares=rows)


def _taken_back(message: Committed, seat: Seat) -> Told:
    """Show all nonces, and then all but one."""
    yield message
    if message.stage == "done":
        yield replace(message, stage="reveal")
        yield _rows(message, _last_silent)


# --- the deals -----------------------------------------------------------------------------------


def _two_faced(seat: Seat) -> Lie:
    """Tell this client of another chain of seeds from the first stage on, and show its seeds."""

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


def _other_share(seat: Seat) -> Lie:
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


def _early(seat: Seat) -> Lie:
    """Show the next seed together with the one of a finished deal."""

    def lie(message: FromHost) -> Told:
        yield message
        if isinstance(message, Revealed) and message.deal == 1:
            yield replace(message, deal=2, moves=[])

    return lie


def _during(seat: Seat) -> Lie:
    """Show the seed of a deal while it is being played."""
    shown: list[int] = []

    def lie(message: FromHost) -> Told:
        yield message
        if isinstance(message, Updated) and not shown:
            shown.append(1)
            yield Revealed(1, 1, OTHER.hex(), message.seq, [])

    return lie


def _once(change: Callable[[Updated], Iterator[FromHost]], when: int = 2) -> Callable[[Seat], Lie]:
    """Tell something else in place of one position in which others are to move.

    A client that is to move could choose what the host then refuses.
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


def _other_hand(message: Updated) -> Iterator[FromHost]:
    _, *others = message.view["hand"]
    shown = json.dumps(message.view)
    unseen = next(tile for tile in TILES if f'"{tile}"' not in shown)
    yield _changed_view(message, hand=sorted([unseen, *others]))


def _other_totals(message: Updated) -> Iterator[FromHost]:
    yield _changed_view(message, totals=[total + 7 for total in message.view["totals"]])


def _same_number(message: Updated) -> Iterator[FromHost]:
    yield message
    yield from _other_totals(message)


def _no_position(message: Updated) -> Iterator[FromHost]:
    yield from ()


def _later_deal(message: Updated) -> Iterator[FromHost]:
    yield _changed_view(message, deal=message.view["deal"] + 1)


def _lower_number(message: Updated) -> Iterator[FromHost]:
    yield message
    yield replace(message, seq=0)


def _given_up(phase: Phase) -> Callable[[Seat], Lie]:
    """Say in the middle of a deal that the match is over, do not show the deal, and play on."""
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


def _begun_in_between(seat: Seat) -> Lie:
    """Say in the middle of a match that another one begins."""
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


def _closed_at_end(seat: Seat) -> Lie:
    """Close after the last position, without having shown the last deal."""
    over: list[bool] = []

    def lie(message: FromHost) -> Told:
        if over and isinstance(message, Revealed):
            return (Closed("kept", "", {}),)
        if isinstance(message, Updated) and "result" in message.view:
            over.append(True)
        return (message,)

    return lie


def _leaping(seat: Seat) -> Lie:
    """Leave out a number: later positions have a higher one than they had with the others."""
    count: list[int] = []

    def lie(message: FromHost) -> Told:
        to_act = message.view.get("to_act", ()) if isinstance(message, Updated) else ()
        if not isinstance(message, Updated) or not (count or (to_act and seat not in to_act)):
            return (message,)
        count.append(1)
        return (replace(message, seq=message.seq + (len(count) > 1)),)

    return lie


def _on_after_end(seat: Seat) -> Lie:
    def lie(message: FromHost) -> Told:
        yield message
        if isinstance(message, Updated) and "result" in message.view:
            yield replace(message, seq=message.seq + 1)

    return lie


def _moves(change: Callable[[list[MadeMove]], list[MadeMove]]) -> Callable[[Seat], Lie]:
    return _each(Revealed, lambda told: replace(told, moves=change(list(told.moves))))


def _no_moves_first(seat: Seat) -> Lie:
    """Show a deal without its moves, and with them only then."""
    told: list[int] = []

    def lie(message: FromHost) -> Told:
        if isinstance(message, Revealed) and not told:
            told.append(1)
            yield replace(message, moves=[], more=False)
        yield message

    return lie


def _other_rules(when: int) -> Callable[[Seat], Lie]:
    """Say after some positions that the match is played to other points."""

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


def _record(
    change: Callable[[Lines], Lines],
) -> Callable[[Seat], Lie]:
    """Send the record otherwise, once all of its parts are there."""

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


def _header(**changes: Any) -> Callable[[Lines], Lines]:
    return lambda lines: [{**lines[0], **changes}, *lines[1:]]


def _other_seed(lines: Lines) -> Lines:
    proof = lines[0]["deal_proof"]
    return [{**lines[0], "deal_proof": {**proof, "shares": proof["shares"][:-1]}}, *lines[1:]]


def _other_names(lines: Lines) -> Lines:
    seats = [{**seat, "name": seat["name"] + "!"} for seat in lines[0]["seats"]]
    return [{**lines[0], "seats": seats}, *lines[1:]]


def _other_move(lines: Lines) -> Lines:
    at = next(at for at, line in enumerate(lines) if "move" in line)
    side = lines[at]["move"]
    return [*lines[:at], {**lines[at], "move": side.replace("left", "right")}, *lines[at + 1 :]]


def _forbidden(seat: Seat) -> Lie:
    """Say of the client's first move that the rules forbid it."""
    told: list[int] = []

    def lie(message: FromHost) -> Told:
        if isinstance(message, Updated) and message.number == 1 and not told:
            told.append(1)
            yield Refused("illegal", "{reason}", "", {"reason": "no"}, message.seq - 1, 1)
        yield message

    return lie


CHEATS: Final[dict[str, Cheat]] = {
    "forged shares, nobody asked": Cheat(_at_seat(Committed, _forge_unasked), "share", "shuffle"),
    "forged shares after a cut": Cheat(_forge_after_cut, "share", "shuffle"),
    "no stage reveal": Cheat(_each(Committed, lambda told: None, "reveal"), "skipped", "shuffle"),
    "own hash replaced before the nonces": Cheat(
        _replace_own(("reveal", "done"), commitment=True), "share", "shuffle"
    ),
    "own hash replaced at the end": Cheat(
        _replace_own(("done",), commitment=True), "changed", "shuffle"
    ),
    "own nonce replaced": Cheat(_replace_own(("done",), commitment=False), "nonce", "shuffle"),
    "own share refused and replaced": Cheat(_refuse_own, "deal", "match"),
    "a share of no seat before the nonces": Cheat(
        _each(Committed, lambda told: _rows(told, _more) if told.shares else told),
        "seats",
        "shuffle",
    ),
    "a share of no seat at the end": Cheat(
        _each(Committed, lambda told: _rows(told, _more), "done"), "seats", "shuffle"
    ),
    "a share twice": Cheat(
        _each(Committed, lambda told: _rows(told, _twice), "reveal"), "seats", "shuffle"
    ),
    "another commitment before the nonces": Cheat(
        _each(Committed, lambda told: replace(told, commitment=OTHER.hex()), "reveal"),
        "changed",
        "shuffle",
    ),
    "another commitment at the end": Cheat(
        _each(Committed, lambda told: replace(told, commitment=OTHER.hex()), "done"),
        "changed",
        "shuffle",
    ),
    "another table": Cheat(
        _each(Committed, lambda told: replace(told, shuffler="0" * 32), "reveal"),
        "changed",
        "shuffle",
    ),
    "a share taken away at the end": Cheat(
        _each(Committed, lambda told: _rows(told, _without_last), "done"), "changed", "shuffle"
    ),
    "a share added at the end": Cheat(
        _each(
            Committed,
            lambda told: _rows(told, _without_last) if told.stage == "reveal" else told,
        ),
        "changed",
        "shuffle",
    ),
    "another share at the end": Cheat(
        _each(Committed, lambda told: _rows(told, _last_other_hash), "done"), "changed", "shuffle"
    ),
    "a nonce that does not fit": Cheat(
        _each(Committed, lambda told: _rows(told, _last_other_nonce), "done"), "nonce", "shuffle"
    ),
    "a bot's nonce left out": Cheat(
        _each(Committed, lambda told: _rows(told, _last_silent), "done"), "bots", "shuffle"
    ),
    "a bot's share left out": Cheat(
        _each(Committed, lambda told: _rows(told, _without_last) if told.shares else told),
        "bots",
        "shuffle",
    ),
    "committed with the hashes": Cheat(
        _each(Committed, lambda told: None, "commit"), "late", "shuffle"
    ),
    "committed with the nonces": Cheat(
        _each(Committed, lambda told: told if told.stage == "done" else None), "late", "shuffle"
    ),
    "committed after the first deal": Cheat(_late("commit", "reveal", "done"), "before"),
    "nothing committed": Cheat(_each(Committed, lambda told: None), "before"),
    "shuffled again": Cheat(_again(number=True, begun=False, cut=False), "again", "shuffle"),
    "shuffled again under the same number": Cheat(
        _again(number=False, begun=False, cut=False), "changed", "shuffle"
    ),
    "shuffled again as another match": Cheat(
        _again(number=True, begun=True, cut=False), "terms", "shuffle"
    ),
    "shuffled again after a cut": Cheat(
        _again(number=True, begun=False, cut=True), "tried", "shuffle"
    ),
    "dealt, cut and shuffled again": Cheat(_dealt_and_again, "tried", "match"),
    "committed after the hashes": Cheat(_late("commit", after=Committed), "late", "shuffle"),
    "a nonce taken back": Cheat(_at_seat(Committed, _taken_back), "changed", "shuffle"),
    "a bot called a person and left out": Cheat(_bot_hidden, "deal", "match"),
    "own nonce called silent": Cheat(_at_seat(Committed, _called_silent), "deal", "match"),
    "a chain for later deals before the nonces": Cheat(
        _each(Committed, lambda told: replace(told, first=2), "reveal"), "again", "shuffle"
    ),
    "a chain for later deals": Cheat(
        _each(Committed, lambda told: replace(told, first=2)), "again", "shuffle"
    ),
    "another table for one": Cheat(
        _each(Committed, lambda told: replace(told, shuffler=OTHER.hex()[:32])), "nonce", "shuffle"
    ),
    "dealt before the nonces are shown": Cheat(
        _each(Committed, lambda told: None, "done"), "before", "match"
    ),
    "dealt, and then the nonces are shown": Cheat(_late("done"), "before", "match"),
    "shuffled again in the middle": Cheat(_anew, "again", "match"),
    "other seeds": Cheat(
        _each(Revealed, lambda told: replace(told, seed=OTHER.hex())), "seed", "match"
    ),
    "another seed first": Cheat(
        _at_seat(Revealed, lambda told, seat: (replace(told, seed=OTHER.hex()), told)),
        "seed",
        "match",
    ),
    "the seed of another deal": Cheat(
        _each(Revealed, lambda told: replace(told, deal=told.deal + 1)), "early", "match"
    ),
    "another number of the match": Cheat(
        _each(Revealed, lambda told: replace(told, match=told.match + 1)), "hidden", "match"
    ),
    "no seeds": Cheat(_each(Revealed, lambda told: None), "hidden", "match"),
    "one seed kept back": Cheat(
        _each(Revealed, lambda told: None if told.deal == 1 else told), "hidden", "match"
    ),
    "moves that never end": Cheat(
        _each(Revealed, lambda told: replace(told, more=True)), "hidden", "match"
    ),
    "the next seed with this one": Cheat(_early, "early", "match"),
    "a seed during its deal": Cheat(_during, "early", "match"),
    "a move left out": Cheat(_moves(lambda moves: moves[:-1]), "deal", "match"),
    "a move twice": Cheat(_moves(lambda moves: [*moves, *moves[-1:]]), "deal", "match"),
    "another order of moves": Cheat(_moves(lambda moves: moves[::-1]), "deal", "match"),
    "a deal without moves first": Cheat(_no_moves_first, "deal", "match"),
    "another rule from the beginning": Cheat(_other_rules(0), "terms", "shuffle"),
    "another rule in the middle": Cheat(_other_rules(3), "rules", "match"),
    "moves of nobody": Cheat(
        _moves(lambda moves: [*moves[:-1], MadeMove(9, moves[-1].move)]), "deal", "match"
    ),
    "other numbers of positions": Cheat(
        _each(Revealed, lambda told: replace(told, seq=told.seq + 1000)), "deal", "match"
    ),
    "another chain for one": Cheat(_two_faced, "deal", "match"),
    "other shares for one": Cheat(_other_share, "deal", "match"),
    # Before anybody has drawn or passed: later no match may come to a position with this tile.
    "a tile that was not dealt": Cheat(_once(_other_hand, when=1), "deal", "match"),
    "totals that nobody has": Cheat(_once(_other_totals), "deal", "match"),
    "the same number with other totals": Cheat(_once(_same_number), "shown", "match"),
    "back to an earlier number": Cheat(_once(_lower_number), "back", "match"),
    "over, and on": Cheat(_given_up("over"), "hidden", "match"),
    "given up, and on": Cheat(_given_up("gathering"), "hidden", "match"),
    "closed before the last deal is shown": Cheat(_closed_at_end, "hidden", "end"),
    "a position left out": Cheat(_once(_no_position, when=1), "gap", "match"),
    "a number left out": Cheat(_leaping, "gap", "match"),
    "the last position left out": Cheat(
        _each(Updated, lambda told: None if "result" in told.view else told), "gap", "end"
    ),
    "a deal before its time": Cheat(_once(_later_deal), "hidden", "match"),
    "another match in between": Cheat(_begun_in_between, "begun", "match"),
    "a legal move refused": Cheat(_forbidden, "refused", "match"),
    "a position after the end": Cheat(_on_after_end, "after", "end"),
}
"""What is said of the shuffle and of the deals, by name."""


def _renumbered(seat: Seat) -> Lie:
    """Announce the match under another number, and send its record with other names."""
    other_names = _record(_other_names)(seat)

    def lie(message: FromHost) -> Told:
        if isinstance(message, Gathered):
            return (replace(message, happened=[replace(c, facts={}) for c in message.happened]),)
        return other_names(message)

    return lie


RECORD_CHEATS: Final[dict[str, Callable[[Seat], Lie]]] = {
    "no proof": _record(_header(deal_proof=None)),
    "a proof without a share": _record(_other_seed),
    "other names": _record(_other_names),
    "another move": _record(_other_move),
    "half of it": _record(lambda lines: lines[: len(lines) // 2]),
    "no result": _record(lambda lines: lines[:-1]),
    "another number": _each(Recorded, lambda told: replace(told, match=told.match + 1)),
    "other names, begun unheard": _renumbered,
    "another rule": _record(_header(options={})),
}
"""Records that are not the match; a client keeps its own instead."""
