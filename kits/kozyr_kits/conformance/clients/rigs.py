"""Cheats of a host that deals by its lies, so that no replay shows them. No I/O.

A lie on the line about the shuffle does not fit the deals, so a client that deals them again finds
it anyway. Cheats like these are found only by the check of the shuffle itself, or of the terms of
the match.

`cheats` lists the ones that are tried.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from core.deal_proof import DealProof, NonceShare, share_commitment
from core.game import Seat
from core.shuffle import SeededDecks
from kozyr_kits.conformance.clients.lies import OTHER, Heard, LieTo, Told, remembering
from net.public.host import CommitReveal, Stage, Table
from net.wire.from_host import Committed, FromHost, Recorded, Revealed
from net.wire.message import RoomChange

DealtLie: TypeAlias = Callable[[DealProof, Stage, Seat], DealProof]
"""Returns the false proof by which the host deals, given the stage and the client's seat."""

Rig: TypeAlias = Callable[[Table, Callable[[], Seat]], None]
"""Alters a table for a client, whose seat the function returns."""

ODD_SEAT: Final = 9
"""A seat that no table for conformance has."""


def _other(proof: DealProof, seat: Seat) -> NonceShare:
    return NonceShare(share_commitment(proof.table, seat, OTHER), OTHER)


def _row(proof: DealProof, seat: Seat, share: NonceShare | None) -> DealProof:
    """Put a share in the place of a seat, or leave it out."""
    rows = {each: known for each, known in proof.shares.items() if each != seat}
    return dataclasses.replace(proof, shares={**rows, seat: share} if share else rows)


def uncommitted(proof: DealProof, stage: Stage, seat: Seat) -> DealProof:
    return dataclasses.replace(proof, commitment=OTHER)


def other_chain(proof: DealProof, stage: Stage, seat: Seat) -> DealProof:
    return proof if stage == "done" else dataclasses.replace(proof, commitment=OTHER)


def made_up_nonce(proof: DealProof, stage: Stage, seat: Seat) -> DealProof:
    last = max(proof.shares)
    share = dataclasses.replace(proof.shares[last], nonce=OTHER)
    return _row(proof, last, share) if stage == "done" else proof


def other_share(proof: DealProof, stage: Stage, seat: Seat) -> DealProof:
    last = max(proof.shares)
    return _row(proof, last, _other(proof, last)) if stage == "done" else proof


def own_share(proof: DealProof, stage: Stage, seat: Seat) -> DealProof:
    return proof if stage == "commit" else _row(proof, seat, _other(proof, seat))


def no_bot(proof: DealProof, stage: Stage, seat: Seat) -> DealProof:
    return _row(proof, max(proof.shares), None)


def odd_seat(proof: DealProof, stage: Stage, seat: Seat) -> DealProof:
    return _row(proof, ODD_SEAT, _other(proof, ODD_SEAT))


class _Lying(CommitReveal):
    """A shuffle that shows a lie and deals by it."""

    def __init__(self, lie: DealtLie, client: Callable[[], Seat], *shuffled: Any) -> None:
        super().__init__(*shuffled)
        self._lie, self._client = lie, client

    def proof(self) -> DealProof:
        return self._lie(super().proof(), self.stage, self._client())


class Repeated(CommitReveal):
    """A shuffle for learning the nonces, and another one, under the next number, for dealing."""

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


def renumbered(*, begun: bool) -> LieTo:
    """Have the match end under the number of its second shuffle, which `begun` announces."""

    @remembering
    def lie(message: FromHost, heard: Heard) -> Told:
        match message:
            case Committed(match=match) if match not in heard.kept:
                heard.kept.append(match)
                if begun and len(heard.kept) > 1:
                    change = RoomChange("begun", facts={"match": match})
                    yield replace(heard.room, happened=[change])
            case Revealed() | Recorded():
                message = replace(message, match=message.match + 1)
        yield message

    return lie


def shuffled(exchange: Callable[..., CommitReveal]) -> Rig:
    """Return a rig by which the table shuffles differently; `exchange` also gets the seat."""

    def rig(table: Table, client: Callable[[], Seat]) -> None:
        table.shuffle.exchange = partial(exchange, client)

    return rig


def lying(lie: DealtLie) -> Rig:
    """Return a rig by which the table shows a lie and deals by it."""
    return shuffled(partial(_Lying, lie))


def honest(table: Table, client: Callable[[], Seat]) -> None:
    """Leave the table as it is: the lies to the client are enough."""
