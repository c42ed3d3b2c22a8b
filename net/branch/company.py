"""The programs of a table's people, as one of them sees them once the host is lost. No I/O.

    with the host --lost--> lost --5 s--> asking --the player's key--> at a branch, own or another's
          ^                  |             |   ^                           (for good)
          +------ the host answers --------+   +-- that computer is not reached after all --

Every program calls the others while its host is lost, and answers with a signed Situation whenever
it is called, also while it has the host or is at a branch. From what is heard the player is offered
to wait, to go on here, or to come along to a branch that somebody has opened. Nothing else follows:
no vote, no word of another program, and no number moves anybody. A word can change what is
suggested, and a lie can too; what this player holds, and where this player sits, only a key press
changes.

All programs suggest the same computer, as long as they have heard the same: of those who hold the
most finished deals and whom everybody else reaches, the first one clockwise from the lost host. So
one player opens the branch, and the others come along.

A program that has the table itself, or a branch, is never lost. It hears of other branches from
those who went there, and asks its own player only if nobody else is left at its table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from core.game import Seat
from core.records.record import MAX_ORIGINS
from net.branch.statements import Branch, Genuine, Situation, Statement
from net.migration import Place

ABSENCE_SECONDS: Final = 5.0
"""How long a connection has to be lost before the players are asked how to go on."""

HEARD_SECONDS: Final = 6.0
"""How long a program counts as heard."""

DOUBT_SECONDS: Final = 20.0
"""How long the word of others that the host answers them keeps a player from going on.

A liar could keep everybody waiting else.
"""


@dataclass(frozen=True, slots=True)
class Known:
    """A branch that a player can come along to."""

    branch: Branch
    there: tuple[Seat, ...]
    """The seats of the players there, as far as their programs have said so."""
    behind: bool
    """Whether it goes on from less than this program holds, or without deals finished here."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What a player may choose from."""

    lost: Seat | None
    """The seat of the lost host's own player, if it has one."""
    deals: int
    """How many finished deals are held here."""
    branches: tuple[Known, ...] = ()
    """The open branches; the first is the best one unless it is behind."""
    offline: bool = False
    """Whether this computer has no network: nothing else is offered."""
    answered: Seat | None = None
    """Somebody whose program says that the host answers: nothing else is offered for a while."""
    suggested: Seat | None = None
    """At whose computer to go on, as all programs suggest it; None while nothing can be opened."""
    reached: bool = True
    """Whether the others reach this computer, as far as can be seen."""
    others: int = 0
    """How many other programs answer."""
    hosts: bool = False
    """Whether this program has a table, or a branch, at which nobody else is left."""

    @property
    def may_open(self) -> bool:
        """Whether the player may go on at this computer."""
        return self.suggested is not None


class Company:
    """Follows the people of one table, from the seat of one of them.

    `sign` signs for this seat; `genuine` tells whether a seat has signed a statement.
    """

    def __init__(
        self, table: str, seat: Seat, *, sign: Callable[[Statement], str], genuine: Genuine
    ) -> None:
        self.table = table
        self.seat = seat
        self.people: frozenset[Seat] = frozenset()
        """The seats that have keys."""
        self.host: Seat | None = None
        """The seat of the host's own player."""
        self.match, self.deals = 0, 0
        """What this program holds."""
        self.hosting = False
        """Whether this program has the table."""
        self.present: frozenset[Seat] = frozenset()
        """The other people who are at the table, or at the branch, that is here."""
        self.offline = False
        self.at = table
        """Where this player is."""
        self.own: Branch | None = None
        """The branch that was opened here."""
        self._sign, self._genuine = sign, genuine
        self._since: float | None = None
        self._told: dict[Seat, Situation] = {}
        self._heard: dict[Seat, float] = {}
        self._reached: dict[Seat, float] = {}
        """Seat -> when its program last answered a call from here."""
        self._reached_here = float("-inf")
        """When somebody else last reached this program."""
        self._branches: dict[Seat, Branch] = {}
        """The last branch that each seat's player has opened."""

    @property
    def lost(self) -> bool:
        """Whether the host is lost, and this player goes on nowhere yet."""
        return self.at == "" and not self.hosting

    @property
    def gone(self) -> bool:
        """Whether this player is at a branch."""
        return self.at not in ("", self.table)

    def lose(self, now: float) -> None:
        """Note that the connection to the host is lost."""
        if self.at == self.table and not self.hosting:
            self.at, self._since = "", now

    def back(self) -> None:
        """Note that the host answers: everything is as if nothing had happened."""
        if not self.gone:
            self.at, self._since = self.table, None

    def astray(self, now: float) -> None:
        """Note that the branch that was chosen cannot be reached: the host is lost as before."""
        if self.gone and self.own is None:
            self.at, self._since = "", now - ABSENCE_SECONDS

    def hold(self, match: int, deals: int) -> None:
        """Note how much of the evening is held here."""
        self.match, self.deals = max((match, deals), (self.match, self.deals))

    # --- what programs tell one another ----------------------------------------------------------

    def tell(self, sent: int, now: float) -> Situation:
        """Return what to tell another program."""
        reaches = sorted(seat for seat, at in self._reached.items() if now - at < HEARD_SECONDS)
        known = [known.branch for known in self._known(now)]
        if self.own is not None:
            known.insert(0, self.own)
        at = self.table if self.hosting and not self.gone else self.at
        told = Situation(
            self.seat, sent, self.match, self.deals, at, tuple(reaches), tuple(known[:MAX_ORIGINS])
        )
        return replace(told, signature=self._sign(told))

    def hear(self, told: Situation, now: float, *, reached: bool) -> bool:
        """Take what a program tells that this one has reached, or that has called here.

        Tell whether it is one of the people's: no other is answered.
        """
        if told.seat not in self.people or told.seat == self.seat:
            return False
        last = self._told.get(told.seat)
        if last is not None and told.sent <= last.sent:
            return False
        if not self._genuine(told.seat, told):
            return False
        self._told[told.seat], self._heard[told.seat] = told, now
        if reached:
            self._reached[told.seat] = now
        else:
            self._reached_here = now
        for branch in told.branches:
            self._note(branch, told.seat)
        return True

    def _note(self, branch: Branch, teller: Seat) -> None:
        """Take word of a branch; whoever opened it has the last word on which one it is."""
        seat, known = branch.seat, self._branches.get(branch.seat)
        if known == branch or seat not in self.people or seat == self.seat:
            return
        if branch.table == self.table or (known is not None and teller != seat):
            return
        if self._genuine(seat, branch):
            self._branches[seat] = branch

    def _fresh(self, now: float) -> dict[Seat, Situation]:
        return {s: self._told[s] for s, at in self._heard.items() if now - at < HEARD_SECONDS}

    def _known(self, now: float) -> list[Known]:
        """Return the branches where somebody is, the best one first."""
        where = {seat: told.at for seat, told in self._fresh(now).items()}
        if self.gone:
            where[self.seat] = self.at
        found, held, own = [], (self.match, self.deals), self.own
        parted = own is not None and held > (own.match, own.deals)
        for branch in self._branches.values():
            there = tuple(sorted(s for s, at in where.items() if at == branch.table))
            if there:
                behind = parted or (branch.match, branch.deals) < held
                found.append(Known(branch, there, behind))
        return sorted(found, key=self._rank)

    def _rank(self, known: Known) -> tuple[int, int, int, int]:
        branch = known.branch
        return -branch.match, -branch.deals, -len(known.there), self._around(branch.seat)

    def _around(self, seat: Seat) -> int:
        """How far clockwise a seat is from that of the lost host."""
        return (seat - (self.host or 0)) % (max(self.people, default=0) + 1)

    def missing(self, now: float) -> frozenset[Seat]:
        """Return who is to be called: everybody who does not say to be where this player is."""
        here = {seat for seat, told in self._fresh(now).items() if told.at == self.at != ""}
        return self.people - {self.seat} - (self.present if self.hosting else here)

    # --- what the player may choose --------------------------------------------------------------

    def offer(self, now: float) -> Offer | None:
        """Return what the player may choose from; None as long as there is no reason to ask."""
        known = tuple(self._known(now))
        if self.hosting or self.own is not None:
            left = bool(known) and not self.present
            return Offer(None, self.deals, known, hosts=True) if left else None
        if self.gone or self._since is None or now - self._since < ABSENCE_SECONDS:
            return None
        if self.offline:
            return Offer(self.host, self.deals, offline=True)
        fresh = self._fresh(now)
        answered = min((s for s, told in fresh.items() if told.at == self.table), default=None)
        doubted = now - self._since >= ABSENCE_SECONDS + DOUBT_SECONDS
        reached = (
            not fresh
            or now - self._reached_here < HEARD_SECONDS
            or any(self.seat in told.reaches for told in fresh.values())
        )
        return Offer(
            self.host,
            self.deals,
            known,
            answered=answered,
            suggested=None if answered is not None and not doubted else self._suggest(fresh, now),
            reached=reached,
            others=len(fresh),
        )

    def _suggest(self, fresh: dict[Seat, Situation], now: float) -> Seat:
        """Return at whose computer to go on, as everybody works it out who has heard the same."""
        waiting = {seat: told for seat, told in fresh.items() if told.at == ""}
        held = {seat: (told.match, told.deals) for seat, told in waiting.items()}
        held[self.seat] = self.match, self.deals
        reaches = {seat: {*told.reaches} for seat, told in waiting.items()}
        reaches[self.seat] = {s for s, at in self._reached.items() if now - at < HEARD_SECONDS}
        most = max(held.values())
        found = [
            seat
            for seat in held
            if held[seat] == most and all(seat in reaches[other] for other in held if other != seat)
        ]
        return min(found, key=self._around, default=self.seat)

    def open(self, table: str, lost: int, place: Place, now: float) -> Branch | None:
        """Go on here, as the player wants, at a branch with an id of its own.

        None if that is not possible any more.
        """
        offer = self.offer(now)
        if offer is None or not offer.may_open:
            return None
        return self.serve(table, lost, place, self.deals)

    def serve(self, table: str, lost: int, place: Place, deals: int) -> Branch:
        """Note that this program has a branch, of this table or of a branch of it.

        It has the first `deals` deals of this table.
        """
        where = place.address, place.port, place.fingerprint
        branch = Branch(self.seat, table, lost, self.match, deals, *where)
        self.own = replace(branch, signature=self._sign(branch))
        self.go(table)
        return self.own

    def come(self, table: str, now: float) -> Branch | None:
        """Come along to a branch, as the player wants; None if that is not possible any more."""
        offer = self.offer(now)
        known: Iterable[Known] = () if offer is None else offer.branches
        branch = next((each.branch for each in known if each.branch.table == table), None)
        if branch is not None:
            self.go(table)
        return branch

    def go(self, table: str) -> None:
        """Note that this player is at a branch, and at this table no more."""
        self.at, self._since, self.hosting, self.present = table, None, False, frozenset()
        if self.own is not None and self.own.table != table:
            self.own = None
