"""The programs of a table's players, as one of them sees them once the host is lost. No I/O.

    with the host --lost--> lost --5 s--> asking --the player's key--> at a branch, own or another's
          ^                  |             |   ^                           (for good)
          +------ the host answers --------+   +-- the branch cannot be reached after all --

Every program calls the others while its host is lost, and answers each call with a signed
Situation, even if it has a host or is at a branch. From these the program offers its player to
wait, to open a branch here, or to join one that another player has opened. Only the player's key
press changes the seat and the deals held here: there is no vote, and a false Situation can change
no more than the suggestion.

Programs that have received the same Situations suggest the same computer: of those that hold the
most finished deals and are reached by all others, the first one clockwise from the lost host. So
one player opens the branch, and the others join it.

A program that has the table itself, or a branch, is never lost. It learns of other branches from
the programs of the players there, and asks its own player only if its table has no other player.
Sample: `Situation(seat=2, sent=1765000000000, match=1, deals=3, at="", reaches=(0, 3))`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from core.game import Seat
from core.records.record import MAX_ORIGINS
from net.branch.statements import Branch, Genuine, Situation, Statement
from net.migration import Place

ABSENCE_SECONDS: Final = 5.0
"""The absence of a host after which the players are asked how to continue."""

HEARD_SECONDS: Final = 6.0
"""The time for which a program's last Situation counts."""

DOUBT_SECONDS: Final = 20.0
"""The time for which others' Situations at the host's table keep a player from opening a branch.

The time is limited because such a Situation may be false.
"""


@dataclass(frozen=True, slots=True)
class OpenBranch:
    """A branch that a player can join."""

    branch: Branch
    there: tuple[Seat, ...]
    """The seats of the players there, by their programs' Situations."""
    behind: bool
    """Whether it began from fewer deals than this program holds, or lacks deals finished here."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The choices of a player whose host is lost."""

    lost: Seat | None
    """The seat of the lost host's own player, if it has one."""
    deals: int
    """The number of finished deals held here."""
    branches: tuple[OpenBranch, ...] = ()
    """The open branches; the first is the best one unless it is behind."""
    offline: bool = False
    """Whether this computer has no network: nothing else is offered."""
    answered: Seat | None = None
    """A seat whose program still has the host: no branch can be opened for DOUBT_SECONDS."""
    suggested: Seat | None = None
    """The seat whose computer suits a branch best; None while no branch can be opened."""
    reached: bool = True
    """Whether the others reach this computer, by their Situations and calls."""
    others: int = 0
    """The number of other programs that answer."""
    hosts: bool = False
    """Whether this program has a table, or a branch, without any other player."""

    @property
    def may_open(self) -> bool:
        """Whether the player may open a branch at this computer."""
        return self.suggested is not None


class Company:
    """The players of one table and their programs, as known at one seat.

    `sign` signs for this seat; `genuine` checks the signature of another seat.
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
        """The last match, and its finished deals, that this program holds."""
        self.hosting = False
        """Whether this program has the table."""
        self.present: frozenset[Seat] = frozenset()
        """The other players at the table, or branch, that is here."""
        self.offline = False
        self.at = table
        """The table or branch where this player is; empty if the host is lost."""
        self.own: Branch | None = None
        """The branch that was opened here."""
        self._sign, self._genuine = sign, genuine
        self._since: float | None = None
        self._told: dict[Seat, Situation] = {}
        self._heard: dict[Seat, float] = {}
        self._reached: dict[Seat, float] = {}
        """Seat -> the time of its program's last answer to a call from here."""
        self._reached_here = float("-inf")
        """The time of the last call from another program."""
        self._branches: dict[Seat, Branch] = {}
        """Seat -> the last branch that its player has opened."""

    @property
    def lost(self) -> bool:
        """Whether the host is lost, and this player has not joined a branch yet."""
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
        """Note that the host answers again; this makes no difference to a player at a branch."""
        if not self.gone:
            self.at, self._since = self.table, None

    def lose_branch(self, now: float) -> None:
        """Note that the chosen branch cannot be reached: the host is lost as before."""
        if self.gone and self.own is None:
            self.at, self._since = "", now - ABSENCE_SECONDS

    def hold(self, match: int, deals: int) -> None:
        """Note the last match and its finished deals held here; less than before is ignored."""
        self.match, self.deals = max((match, deals), (self.match, self.deals))

    # --- what programs tell one another ----------------------------------------------------------

    def tell(self, sent: int, now: float) -> Situation:
        """Return the signed Situation of this program."""
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
        """Take a Situation; return False unless it is new, genuine and another player's.

        `reached` says that it answers a call from here, rather than being a call.
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
        """Note a branch; only the player who opened it can replace it with another one."""
        seat, known = branch.seat, self._branches.get(branch.seat)
        if known == branch or seat not in self.people or seat == self.seat:
            return
        if branch.table == self.table or (known is not None and teller != seat):
            return
        if self._genuine(seat, branch):
            self._branches[seat] = branch

    def _fresh(self, now: float) -> dict[Seat, Situation]:
        return {s: self._told[s] for s, at in self._heard.items() if now - at < HEARD_SECONDS}

    def _known(self, now: float) -> list[OpenBranch]:
        """Return the branches that have a player, the best one first."""
        where = {seat: told.at for seat, told in self._fresh(now).items()}
        if self.gone:
            where[self.seat] = self.at
        found, held, own = [], (self.match, self.deals), self.own
        parted = own is not None and held > (own.match, own.deals)
        for branch in self._branches.values():
            there = tuple(sorted(s for s, at in where.items() if at == branch.table))
            if there:
                behind = parted or (branch.match, branch.deals) < held
                found.append(OpenBranch(branch, there, behind))
        return sorted(found, key=self._rank)

    def _rank(self, known: OpenBranch) -> tuple[int, int, int, int]:
        branch = known.branch
        return -branch.match, -branch.deals, -len(known.there), self._around(branch.seat)

    def _around(self, seat: Seat) -> int:
        """Return the clockwise distance of a seat from that of the lost host."""
        return (seat - (self.host or 0)) % (max(self.people, default=0) + 1)

    def missing(self, now: float) -> frozenset[Seat]:
        """Return the seats to call: those not known to be where this player is."""
        here = {seat for seat, told in self._fresh(now).items() if told.at == self.at != ""}
        return self.people - {self.seat} - (self.present if self.hosting else here)

    # --- what the player may choose --------------------------------------------------------------

    def offer(self, now: float) -> Offer | None:
        """Return the player's choices; None as long as there is no reason to ask."""
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
        """Return the seat whose computer suits a branch best, by the rule of this module."""
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
        """Open a branch here; return its statement, or None if that is no longer possible.

        `table` is the id of the branch, `lost` the number of hosts lost up to it.
        """
        offer = self.offer(now)
        if offer is None or not offer.may_open:
            return None
        return self.serve(table, lost, place, self.deals)

    def serve(self, table: str, lost: int, place: Place, deals: int) -> Branch:
        """Note that this program has a branch with the first `deals` deals of this table.

        It is a branch of this table, or of a branch of it.
        """
        where = place.address, place.port, place.fingerprint
        branch = Branch(self.seat, table, lost, self.match, deals, *where)
        self.own = replace(branch, signature=self._sign(branch))
        self.go(table)
        return self.own

    def join(self, table: str, now: float) -> Branch | None:
        """Join a branch; return its statement, or None if it is no longer offered."""
        offer = self.offer(now)
        known: Iterable[OpenBranch] = () if offer is None else offer.branches
        branch = next((each.branch for each in known if each.branch.table == table), None)
        if branch is not None:
            self.go(table)
        return branch

    def go(self, table: str) -> None:
        """Note that this player has left this table for a branch."""
        self.at, self._since, self.hosting, self.present = table, None, False, frozenset()
        if self.own is not None and self.own.table != table:
            self.own = None
