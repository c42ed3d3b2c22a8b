"""What programs say to one another when a table goes on without its host, and what that proves.

An epoch counts how many times a table has gone on after its host was lost. Its people are the seats
whose programs had a key when the match began; they are the same in all epochs of a match.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass, field
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta

from core.game import Seat
from net.wire.bounds import (
    MAX_SEATS,
    Bytes32,
    Id,
    Natural,
    PortNumber,
    SeatNumber,
    Signature,
    WayAddress,
)

MAX_GIVEN_UP: Final = 8


class Progress(msgspec.Struct, frozen=True, order=True, forbid_unknown_fields=True):
    """How much of an evening somebody holds; of two the greater one is to be gone on from."""

    settled: Natural = 0
    """The last epoch with a majority from whose host this was heard."""
    match: Natural = 0
    deals: Natural = 0
    """How many deals of the match are finished."""


class Vote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A voter wants to go on at the computer of a candidate. Nobody votes twice in an epoch."""

    after: Natural
    """The epoch whose host is lost."""
    lost: SeatNumber | None
    """The seat of that host's own player; None if it has none, or has given its epoch up."""
    epoch: Natural
    """The epoch to be opened."""
    voter: SeatNumber
    candidate: SeatNumber
    progress: Progress
    """What the voter holds."""
    signature: Signature = ""


Votes: TypeAlias = Annotated[tuple[Vote, ...], Meta(max_length=MAX_SEATS)]


class Joining(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody has come to a new epoch, and will never go back to an earlier one."""

    epoch: Natural
    seat: SeatNumber
    fingerprint: Bytes32
    """The SHA-256 of the certificate of the host."""
    signature: Signature = ""


class Coming(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """With what somebody comes to the host of a new epoch.

    Hosts pass a Joining on; this signature is for the host alone, and opens the seat.
    """

    joining: Joining
    signature: Signature = ""


class Opened(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table is open again, at the computer of whoever has the votes."""

    after: Natural
    lost: SeatNumber | None
    epoch: Natural
    host: SeatNumber
    base: Progress
    """The progress from which the match goes on."""
    address: WayAddress
    port: PortNumber
    fingerprint: Bytes32
    """Where it is, and the certificate that is shown there."""
    votes: Votes
    signature: Signature = ""
    joined: Annotated[tuple[Joining, ...], Meta(max_length=MAX_SEATS)] = ()
    """The people who have come; the signature does not cover them, as more come later."""


class Apart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody goes on with the match at another table, as no majority was to be had.

    It is no epoch of this table, where the others may go on too.
    """

    seat: SeatNumber
    """The seat of the player at whose computer the table is."""
    table: Id
    """The id of the other table."""
    epoch: Natural
    """How many hosts of the match have been lost: what Joining says there."""
    base: Progress
    """The progress from which the match goes on."""
    address: WayAddress
    port: PortNumber
    fingerprint: Bytes32
    """Where it is, and the certificate that is shown there."""
    signature: Signature = ""


Statement: TypeAlias = "Vote | Joining | Coming | Opened | Apart | Situation | Call"
Genuine: TypeAlias = Callable[[Statement], bool]
"""Tells whether a statement carries the signature of the seat that it says it is of."""


GivenUp: TypeAlias = Annotated[tuple[Natural, ...], Meta(max_length=MAX_GIVEN_UP)]


class Situation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a program tells the others, again and again, while its host is away.

    The votes and the epoch in it have signatures of their own.
    """

    seat: SeatNumber
    sent: Natural
    """A number that rises with every Situation of this seat."""
    progress: Progress
    absent: bool
    """Whether the sender's host is away; while it is not, the sender's vote does not count."""
    votes: Votes = ()
    opened: Opened | None = None
    given_up: GivenUp = ()
    """Epochs that this program had opened and that nobody will go on with."""
    signature: Signature = ""


class Call(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody asks a program for its situation; that also shows that it can be reached."""

    seat: SeatNumber
    sent: Natural
    """A number that rises with every Call of this seat."""
    epoch: Natural
    """The last epoch that the caller knows."""
    signature: Signature = ""


class Kept(msgspec.Struct, frozen=True):
    """What a program must not forget when it ends."""

    progress: Progress = Progress()
    voted: Natural = 0
    """The last epoch in which it has voted."""
    vote: Vote | None = None
    joined: Opened | None = None
    """The epoch it belongs to; None for the first one."""
    before: Opened | None = None
    """The epoch it belonged to before that."""
    known: Opened | None = None
    """The last epoch it has heard of."""
    given_up: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """What the players may choose from when their host is gone."""

    candidates: tuple[Seat, ...]
    """At whose computers the table can go on, the first one proposed."""
    votes: dict[Seat, Seat] = field(default_factory=dict)
    """Each voter's candidate, in the last epoch that anybody has voted in."""
    needed: int = 1
    """How many have to agree."""
    heard: int = 1
    """How many can be asked, oneself included."""
    own: Seat | None = None
    """What this player has chosen."""
    apart: tuple[Seat, ...] = ()
    """At whose computers the match goes on apart, as far as this player may come along."""
    offline: bool = False
    """Whether it is this player's own computer that is on no network."""

    @property
    def possible(self) -> bool:
        """Whether enough people can be asked."""
        return self.heard >= self.needed


def seat_of(statement: Statement) -> Seat:
    """Return whose signature a statement should carry."""
    match statement:
        case Vote(voter=seat) | Opened(host=seat):
            return seat
        case Coming(joining=Joining(seat=seat)):
            return seat
        case Joining(seat=seat) | Apart(seat=seat) | Situation(seat=seat) | Call(seat=seat):
            return seat


def electors(people: Set[Seat], lost: Seat | None) -> frozenset[Seat]:
    """Return who decides when a host is lost: everybody but its own player."""
    return frozenset(people - {lost})


def needed(people: Set[Seat], lost: Seat | None) -> int:
    """Return how many are more than half of those who decide."""
    return len(electors(people, lost)) // 2 + 1


def is_valid(opened: Opened, people: Set[Seat], genuine: Genuine) -> bool:
    """Tell whether an epoch was opened by whoever had the votes."""
    if opened.epoch <= opened.after or opened.host not in electors(people, opened.lost):
        return False
    same = opened.after, opened.lost, opened.epoch, opened.host
    voters = {vote.voter for vote in opened.votes}
    return (
        all((v.after, v.lost, v.epoch, v.candidate) == same for v in opened.votes)
        and all(vote.progress.match == opened.base.match for vote in opened.votes)
        and all(vote.progress <= opened.base for vote in opened.votes)
        and len(voters) == len(opened.votes)
        and opened.host in voters <= electors(people, opened.lost)
        and len(voters) >= needed(people, opened.lost)
        and genuine(opened)
        and all(genuine(vote) for vote in opened.votes)
    )


def may_come(coming: Coming, opened: Opened | Apart, people: Set[Seat], genuine: Genuine) -> bool:
    """Tell whether one of the people comes to an epoch, or to a table apart."""
    return genuine(coming) and has_joined(coming.joining, opened, people, genuine)


def has_joined(
    joining: Joining, opened: Opened | Apart, people: Set[Seat], genuine: Genuine
) -> bool:
    """Tell whether one of the people has come to an epoch, or to a table apart."""
    return (
        joining.epoch == opened.epoch
        and joining.fingerprint == opened.fingerprint
        and joining.seat in people
        and genuine(joining)
    )


def is_settled(opened: Opened | None, people: Set[Seat]) -> bool:
    """Tell whether more than half have come, so that the match can go on; checked before."""
    if opened is None:
        return True
    came = {one.seat for one in opened.joined} & electors(people, opened.lost)
    return len(came) >= needed(people, opened.lost)
