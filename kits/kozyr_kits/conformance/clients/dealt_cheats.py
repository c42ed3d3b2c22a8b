"""How a host may cheat and deal by what it says, so that no replay shows it. No I/O.

What a lie on the line says of the shuffle does not fit the deals; who deals them again notices
anyway. Here only the check of the shuffle itself, or of what it was made for, finds something.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from core.deal_proof import DealProof, NonceShare, share_commitment
from core.game import Seat
from core.shuffle import SeededDecks
from kozyr_kits.conformance.clients import late_choices as late
from kozyr_kits.conformance.clients.cheats import OTHER, Lie, Told
from net.public.host import CommitReveal, Stage, Table
from net.wire.changes import RoomChange
from net.wire.from_host import Committed, FromHost, Gathered, Recorded, Revealed

DealtLie: TypeAlias = Callable[[DealProof, Stage, Seat], DealProof]
"""What the host says, and deals by, in place of the truth; the seat is that of the client."""

Rig: TypeAlias = Callable[[Table, Callable[[], Seat]], None]
"""Alters a table for a client, whose seat can be asked for."""

ODD_SEAT: Final = 9
"""No table for conformance has it."""


def _other(proof: DealProof, seat: Seat) -> NonceShare:
    return NonceShare(share_commitment(proof.table, seat, OTHER), OTHER)


def _row(proof: DealProof, seat: Seat, share: NonceShare | None) -> DealProof:
    """Put a share in the place of a seat, or leave it out."""
    rows = {each: known for each, known in proof.shares.items() if each != seat}
    return dataclasses.replace(proof, shares={**rows, seat: share} if share else rows)


def _uncommitted(proof: DealProof, stage: Stage, seat: Seat) -> DealProof:
    return dataclasses.replace(proof, commitment=OTHER)


def _other_chain(proof: DealProof, stage: Stage, seat: Seat) -> DealProof:
    return proof if stage == "done" else dataclasses.replace(proof, commitment=OTHER)


def _made_up_nonce(proof: DealProof, stage: Stage, seat: Seat) -> DealProof:
    last = max(proof.shares)
    share = dataclasses.replace(proof.shares[last], nonce=OTHER)
    return _row(proof, last, share) if stage == "done" else proof


def _other_share(proof: DealProof, stage: Stage, seat: Seat) -> DealProof:
    last = max(proof.shares)
    return _row(proof, last, _other(proof, last)) if stage == "done" else proof


def _own_share(proof: DealProof, stage: Stage, seat: Seat) -> DealProof:
    return proof if stage == "commit" else _row(proof, seat, _other(proof, seat))


def _no_bot(proof: DealProof, stage: Stage, seat: Seat) -> DealProof:
    return _row(proof, max(proof.shares), None)


def _odd_seat(proof: DealProof, stage: Stage, seat: Seat) -> DealProof:
    return _row(proof, ODD_SEAT, _other(proof, ODD_SEAT))


class _Lying(CommitReveal):
    """Says something else than the truth, and deals by it."""

    def __init__(self, lie: DealtLie, client: Callable[[], Seat], *shuffled: Any) -> None:
        super().__init__(*shuffled)
        self._lie, self._client = lie, client

    def proof(self) -> DealProof:
        return self._lie(super().proof(), self.stage, self._client())


class _Repeated(CommitReveal):
    """Shuffles once to hear the nonces, and once more, under the next number, to deal."""

    def __init__(
        self, client: Callable[[], Seat], match: int, begun: str, decks: SeededDecks, *rest: Any
    ) -> None:
        super().__init__(match, begun, SeededDecks(OTHER, decks.table), *rest)
        self._next: tuple[Any, ...] = (match + 1, begun, decks, *rest)

    def follow(self, now: float) -> Iterator[Committed]:
        for stage in super().follow(now):
            if stage.stage == "done" and self._next:
                again, self._next = self._next, ()
                super().__init__(*again)
                yield from super().follow(now)
                return
            yield stage


def _renumbered(*, begun: bool) -> Callable[[Seat], Lie]:
    """Have the match end under the number of its second shuffle, which `begun` announces."""

    def lie_to(seat: Seat) -> Lie:
        return partial(_renumber, [], [], begun)

    return lie_to


def _renumber(room: list[Gathered], heard: list[int], begun: bool, message: FromHost) -> Told:
    match message:
        case Gathered():
            room[:] = [message]
        case Committed(match=match) if match not in heard:
            heard.append(match)
            if begun and len(heard) > 1:
                change = RoomChange("begun", facts={"match": match})
                yield replace(room[0], happened=[change])
        case Revealed() | Recorded():
            yield replace(message, match=message.match + 1)
            return
    yield message


def _truth(seat: Seat) -> Lie:
    return lambda message: (message,)


def _shuffled(exchange: Callable[..., CommitReveal]) -> Rig:
    """Have a table shuffle in another way, which is told first how to learn the client's seat."""

    def rig(table: Table, client: Callable[[], Seat]) -> None:
        table.shuffle.exchange = partial(exchange, client)

    return rig


def _lying(lie: DealtLie) -> Rig:
    return _shuffled(partial(_Lying, lie))


def _honest(table: Table, client: Callable[[], Seat]) -> None:
    """Do nothing wrong: what the client is told is enough."""


@dataclass(frozen=True, slots=True)
class DealtCheat:
    """One way to cheat. `requirement` is what a client breaks which finds nothing."""

    requirement: str
    rig: Rig
    line: Callable[[Seat], Lie] = _truth
    """What else the client is told."""


DEALT_CHEATS: Final = {
    "seeds that were not committed to": DealtCheat("seed", _lying(_uncommitted)),
    "deals from another commitment": DealtCheat("same-commitments", _lying(_other_chain)),
    "deals from another share": DealtCheat("same-commitments", _lying(_other_share)),
    "deals from a nonce that does not fit": DealtCheat("nonces", _lying(_made_up_nonce)),
    "deals from another share of the client": DealtCheat("own-share", _lying(_own_share)),
    "deals without a bot's share": DealtCheat("bots", _lying(_no_bot)),
    "deals from a share of no seat": DealtCheat("share-seats", _lying(_odd_seat)),
    "deals from another shuffle": DealtCheat(
        "one-shuffle", _shuffled(_Repeated), _renumbered(begun=False)
    ),
    "deals from the shuffle of another match": DealtCheat(
        "shuffles-counted", _shuffled(_Repeated), _renumbered(begun=True)
    ),
    "other house rules once it knows the nonces": DealtCheat("same-terms", late.by_other_rules),
    "another clock once it knows the nonces": DealtCheat(
        "same-terms", _honest, late.told_later(late.other_clock)
    ),
    "another pause once it knows the nonces": DealtCheat(
        "same-terms", _honest, late.told_later(late.other_pause)
    ),
    "another clock after a cut": DealtCheat(
        "same-terms", _honest, late.told_later(late.other_clock, cut=True)
    ),
    "two others on each other's seats": DealtCheat(
        "same-seats", _honest, late.told_later(late.others_swapped)
    ),
    "two others on each other's seats after a cut": DealtCheat(
        "same-seats", _honest, late.told_later(late.others_swapped, cut=True)
    ),
    "somebody else on another's seat": DealtCheat(
        "same-seats", _honest, late.told_later(late.other_name)
    ),
    "a bot that plays better": DealtCheat("same-seats", _honest, late.told_later(late.other_level)),
    "another seat for the client after a cut": DealtCheat(
        "same-seat", late.reseated, late.cut_when_known
    ),
    "matches given up": DealtCheat("given-up-counted", late.given_up),
    "begun by other house rules, nobody ready": DealtCheat("agreed", late.begun_unready),
    "begun by other house rules, the client called ready": DealtCheat(
        "agreed", partial(late.begun_unready, called=True)
    ),
    "begun by other house rules, the client called the owner": DealtCheat(
        "agreed", late.begun_unready, late.owner_called
    ),
}
"""What the host does, by name."""


def cheat(table: Table, name: str, client: Callable[[], Seat]) -> None:
    """Have a table cheat in this way; `client` tells the seat of the client under test."""
    DEALT_CHEATS[name].rig(table, client)
