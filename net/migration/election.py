"""One program's part when the host of its table is lost: whom it hears, votes for, and follows.

No I/O. What comes and the times are given to it; what it keeps is stored before anybody is told of
it. Three rules make sure that there is one table, and that no deal is lost which more than half of
the people held:

* A program votes once in an epoch, and for nobody who holds less than itself.
* Whoever comes to an epoch never goes back to an earlier one, and comes to none that was not opened
  after its own, or that goes on from less than it holds, unless more than half are there already.
* The host of a new epoch deals once more than half have come. If they do not, though more than half
  of all people could, it gives its epoch up for good, and they vote again, its player included.

Where no majority is to be had, a player may go on apart: at another table, and no more at this one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from core.game import Seat
from net.migration.contacts import HEARD_SECONDS, Contacts
from net.migration.epochs import (
    MAX_GIVEN_UP,
    Apart,
    Call,
    Coming,
    Genuine,
    Joining,
    Kept,
    Offer,
    Opened,
    Progress,
    Situation,
    Statement,
    Vote,
    electors,
    has_joined,
    is_settled,
    is_valid,
    may_come,
    needed,
)
from net.migration.handing import Place

ABSENCE_SECONDS: Final = 5.0
"""How long a connection has to be lost before the players are asked how to go on."""

GIVE_UP_SECONDS: Final = 15.0
"""How long the host of a new epoch waits for a majority that is there and does not come."""

FURTHEST_AHEAD: Final = 1 << 20
"""How far beyond all epochs known here a vote may be; one voter could use up all numbers else."""


class Election:
    """Follows the epochs of one table.

    `seat` is that of this program's player, None at a host without one; `people` are the seats with
    keys, `host` is that of the own player of the host at which the match began, in the epoch
    `first`. `sign` signs for this seat; `store` keeps what must not be forgotten, or raises
    OSError, and then nothing has happened. `patience` is how long a majority that is there has to
    come to an epoch that is opened here, in seconds.
    """

    def __init__(
        self,
        seat: Seat | None,
        people: frozenset[Seat],
        host: Seat | None,
        kept: Kept,
        *,
        first: int = 0,
        sign: Callable[[Statement], str],
        genuine: Genuine,
        store: Callable[[Kept], None],
        patience: float = GIVE_UP_SECONDS,
    ) -> None:
        self.seat = seat
        self.people = people
        self.kept = kept
        self.hosting = False
        """Whether the table is here."""
        self._moved_to: tuple[Seat | None] | None = None
        """The seat of the host to whose computer the table was moved on purpose."""
        self._given_up = False
        """Whether the host of the last epoch known has given it up."""
        self._all_vote = False
        """Whether that host's own player decides, too, how to go on after it."""
        self.patience = patience
        self._short_since: float | None = None
        """Since when a majority has been there that does not come to the epoch that is here."""
        self._first_host = host
        self.first = first
        """The epoch in which the match began."""
        self._sign = sign
        self._genuine = genuine
        self._store = store
        self._absent_since: float | None = None
        self._contacts = Contacts()
        self._votes: dict[Seat, Vote] = {}
        """The last vote of each voter."""
        self.apart: Apart | None = None
        """The other table to which this player has gone, and takes no part here any more."""
        self._apart: dict[Seat, tuple[Apart, float]] = {}
        """Tables apart, by whose computer they are at, and when they were heard of."""
        if kept.vote is not None:
            self._votes[kept.vote.voter] = kept.vote
        if kept.known is not None and kept.known.host == seat:
            self._given_up = self._all_vote = kept.known.epoch in kept.given_up
        elif kept.vote is not None:
            self._all_vote = self._lets_all_vote(kept.vote)

    # --- the table -------------------------------------------------------------------------------

    @property
    def epoch(self) -> int:
        """The last epoch known."""
        return self._number(self.kept.known)

    def _number(self, opened: Opened | None) -> int:
        return self.first if opened is None else opened.epoch

    @property
    def host(self) -> Seat | None:
        """The seat of the player at whose computer that epoch is; None if it is given up."""
        if self._all_vote:
            return None
        if self._moved_to is not None:
            return self._moved_to[0]
        return self._first_host if self.kept.known is None else self.kept.known.host

    @property
    def lost_host(self) -> Seat | None:
        """The seat of the host's own player that the epoch here goes on without.

        If a host between them gave its epoch up, that is still the one before, who dealt last.
        """
        opened, before = self.kept.joined, self.kept.before
        if opened is not None and opened.lost is not None:
            return opened.lost
        return self._first_host if before is None else before.host

    def follow_host(self, seat: Seat | None) -> None:
        """Note at whose computer the host says that the table is, in the same epoch."""
        self._moved_to = (seat,)

    @property
    def absent(self) -> bool:
        """Whether the host is away."""
        return self._absent_since is not None

    @property
    def may_deal(self) -> bool:
        """Whether the table is here and the match can go on."""
        return self.hosting and self.kept.progress.settled == self._number(self.kept.joined)

    def lost(self, now: float) -> None:
        """Note that the connection to the host is lost."""
        if self._absent_since is None and self.apart is None:
            self._absent_since = now

    def back(self) -> None:
        """Note that the host answers: everything is as if nothing had happened."""
        self._absent_since = None

    def shown(self, deals: int, dealt: int) -> None:
        """Note how many finished deals the host has shown, and which deal it has dealt last.

        An epoch counts from its first deal: a host that shows what was finished before may still
        wait for a majority, and never have one. Raises OSError.
        """
        joined, settled = self.kept.joined, self.kept.progress.settled
        if joined is None:
            settled = self.first
        elif dealt > joined.base.deals or is_settled(joined, self.people):
            settled = joined.epoch
        held = Progress(settled, self.kept.progress.match, deals)
        self._keep(replace(self.kept, progress=max(held, self.kept.progress)))

    def _keep(self, kept: Kept) -> None:
        if kept != self.kept:
            self._store(kept)
            self.kept = kept

    # --- what programs tell one another ----------------------------------------------------------

    def tell(self, sent: int) -> Situation:
        """Return what to tell the others now."""
        told = self._situation(sent)
        return replace(told, signature=self._sign(told))

    def say(self, sent: int) -> Situation:
        """Return what to tell a program that is called: no vote but the own, and no epoch."""
        told, own = self._situation(sent), self.seat
        votes = tuple(vote for vote in told.votes if vote.voter == own)
        told = replace(told, votes=votes, opened=None, given_up=())
        return replace(told, signature=self._sign(told))

    def _situation(self, sent: int) -> Situation:
        assert self.seat is not None, "nobody plays here"
        votes = tuple(self._votes[voter] for voter in sorted(self._votes))
        kept = self.kept
        return Situation(
            self.seat,
            sent,
            kept.progress,
            self.absent,
            votes,
            kept.known,
            kept.given_up[-MAX_GIVEN_UP:],
        )

    def call(self, sent: int) -> Call:
        """Return with what to call another program, which then tells its situation."""
        assert self.seat is not None, "nobody plays here"
        call = Call(self.seat, sent, self.epoch)
        return replace(call, signature=self._sign(call))

    def called(self, call: Call, now: float) -> bool:
        """Note that somebody has called this program; tell whether that may be answered."""
        if call.seat not in self.people or not self._genuine(call):
            return False
        self._contacts.called(call, now)
        return True

    def hear(self, told: Situation, now: float, *, reached: bool = True) -> None:
        """Take the situation of a program that this one has reached, or that has called it."""
        if told.seat not in self.people or told.seat == self.seat:
            return
        if not self._contacts.is_news(told) or not self._genuine(told):
            return
        self._contacts.hear(told, now, reached=reached)
        moved = told.opened is not None and self.hear_opened(told.opened)
        if moved and self._absent_since is not None:
            self._absent_since = now  # the new host has the time of an absence to answer
        self._hear_given_up(told)
        for vote in told.votes:
            self._hear_vote(vote)

    def _hear_given_up(self, told: Situation) -> None:
        """Take word of epochs that nobody will go on with from whoever had opened them."""
        known, own = self.kept.known, self.kept.joined
        if known is not None and known.host == told.seat and known.epoch in told.given_up:
            self._given_up = self._all_vote = not is_settled(known, self.people)
        elif own is not None and own.host == told.seat and own.epoch in told.given_up:
            self._keep(replace(self.kept, joined=self.kept.before))

    def _hear_vote(self, vote: Vote) -> None:
        """Take a vote that somebody passes on; ignore it if it is none, or an earlier one."""
        if vote.progress.match != self.kept.progress.match:
            return
        if vote.voter == self.seat or vote.after != self.epoch:
            return
        if vote.lost != self.host and not self._lets_all_vote(vote):
            return
        if not {vote.voter, vote.candidate} <= electors(self.people, vote.lost):
            return
        last = self._votes.get(vote.voter)
        if vote.epoch <= max(self.epoch, 0 if last is None else last.epoch):
            return
        if vote.epoch > self._last_epoch() + FURTHEST_AHEAD:
            return
        if self._genuine(vote):
            self._votes[vote.voter] = vote
            self._all_vote = self._all_vote or self._lets_all_vote(vote)

    def _lets_all_vote(self, vote: Vote) -> bool:
        """Whether the voter knows that the last epoch is given up, and this program takes it so.

        It takes more votes then, so nobody can use that for a false majority.
        """
        unsettled = not is_settled(self.kept.known, self.people)
        return vote.lost is None and vote.after == self.epoch and unsettled

    def _last_epoch(self) -> int:
        """Return the last epoch that anybody is known to have opened, joined or voted in."""
        voted = (vote.epoch for vote in self._votes.values())
        return max(self.epoch, self._number(self.kept.joined), self.kept.voted, *voted)

    def hear_opened(self, opened: Opened) -> bool:
        """Take word of an epoch; tell whether the table is there from now on."""
        joined = tuple(
            each for each in opened.joined if has_joined(each, opened, self.people, self._genuine)
        )
        opened, known = replace(opened, joined=joined), self.kept.known
        if known is not None and (opened.epoch, opened.host) == (known.epoch, known.host):
            self._hear_joined(known, joined)
            return False
        if opened.base.match != self.kept.progress.match:
            return False
        if not self._replaces(opened) or not is_valid(opened, self.people, self._genuine):
            return False
        kept, own = replace(self.kept, known=opened), self.kept.joined
        unsettled = own is not None and not is_settled(own, self.people)
        if own is not None and unsettled and own.host == self.seat:
            # Nobody can settle it without its host: it is as if it had never been opened.
            given_up = tuple(dict.fromkeys((*kept.given_up, own.epoch)))
            kept = replace(kept, joined=kept.before, given_up=given_up)
        self._keep(kept)
        self.hosting, self._moved_to = False, None
        self._given_up = self._all_vote = False
        self._votes = {who: vote for who, vote in self._votes.items() if vote.after == self.epoch}
        return True

    def _hear_joined(self, known: Opened, joined: tuple[Joining, ...]) -> None:
        more = {each.seat: each for each in (*joined, *known.joined)}
        if len(more) > len(known.joined):
            known = replace(known, joined=tuple(more[seat] for seat in sorted(more)))
            kept, own = replace(self.kept, known=known), self.kept.joined
            if own is not None and own.epoch == known.epoch:
                kept = replace(kept, joined=known)
            self._keep(kept)

    def _replaces(self, opened: Opened) -> bool:
        """Whether the table is at another epoch rather than at the one known up to now."""
        known = self.kept.known
        here = is_settled(known, self.people)
        there = is_settled(opened, self.people)
        if opened.epoch > self.epoch:
            return there or not here or opened.after >= self.epoch
        if known is None or opened.epoch == self.epoch:
            return known is not None and there and not here
        return there and not here and known.after < opened.epoch

    # --- voting ----------------------------------------------------------------------------------

    def offer(self, now: float) -> Offer | None:
        """Return what the player may choose from; None as long as there is no reason to ask."""
        since = self._absent_since
        if since is None or now - since < ABSENCE_SECONDS or self.hosting:
            return None
        who = electors(self.people, self.host)
        if self.seat not in who:
            return None
        heard = {seat for seat in who if self._contacts.waits(seat, now)}
        votes = self._current()
        top = max((vote.epoch for vote in votes), default=0)
        own = self._votes.get(self.seat)
        return Offer(
            self._candidates(heard, now),
            {vote.voter: vote.candidate for vote in votes if vote.epoch == top},
            needed(self.people, self.host),
            len(heard | {self.seat}),
            own.candidate if own in votes else None,
            tuple(sorted(seat for seat in self._apart if self._apart_of(seat, now))),
        )

    def _candidates(self, heard: set[Seat], now: float) -> tuple[Seat, ...]:
        """Who can be reached, and holds as much as anybody; clockwise from the lost host."""
        contacts = self._contacts
        reached = {seat for seat in heard if contacts.reaches(seat, now)}
        held = {seat: contacts.told[seat].progress for seat in reached}
        assert self.seat is not None
        held[self.seat] = self.kept.progress
        most = max(held.values())
        if not heard or contacts.is_reached(now):
            reached.add(self.seat)
        first = self.host or 0
        around = max(self.people) + 1
        found = [seat for seat in reached if held[seat] == most]
        return tuple(sorted(found, key=lambda seat: (seat - first) % around))

    def _current(self) -> list[Vote]:
        """The votes about where to go on from the last epoch."""
        return [
            vote
            for vote in self._votes.values()
            if (vote.after, vote.lost) == (self.epoch, self.host) and vote.epoch > self.epoch
        ]

    def choose(self, candidate: Seat) -> bool:
        """Vote for a candidate; tell whether that is possible. Raises OSError."""
        if self.seat is None or not self.absent or self.hosting:
            return False
        who = electors(self.people, self.host)
        if not {self.seat, candidate} <= who or self.epoch < self._number(self.kept.joined):
            return False
        if candidate != self.seat:
            heard = self._contacts.answered(candidate)
            if heard is None or heard.progress < self.kept.progress:
                return False
        least = max(self.epoch, self.kept.voted) + 1
        current = self._current()
        open_ = [vote for vote in current if vote.epoch >= least]
        same = [vote.epoch for vote in open_ if vote.candidate == candidate]
        mine = self._votes.get(self.seat)
        if mine in current and mine.candidate == candidate and not open_:
            return True
        epoch = max(same or [vote.epoch for vote in open_] or [least])
        vote = Vote(self.epoch, self.host, epoch, self.seat, candidate, self.kept.progress)
        vote = replace(vote, signature=self._sign(vote))
        self._keep(replace(self.kept, voted=epoch, vote=vote))
        self._votes[self.seat] = vote
        return True

    def won(self) -> tuple[Vote, ...]:
        """Return the votes with which this program may open the table; none if it may not."""
        if self.seat is None or not self.absent or self.hosting:
            return ()
        mine = self._votes.get(self.seat)
        if mine is None or mine.candidate != self.seat or mine not in self._current():
            return ()
        if mine.epoch <= self._number(self.kept.joined):
            return ()
        votes = [
            vote
            for vote in self._current()
            if (vote.epoch, vote.candidate) == (mine.epoch, self.seat)
            and vote.progress <= self.kept.progress
            and self._contacts.is_absent(vote.voter)
        ]
        return tuple(votes) if len(votes) >= needed(self.people, self.host) else ()

    # --- going on apart --------------------------------------------------------------------------

    def part(self, table: str, place: Place, now: float) -> Apart | None:
        """Go on here at another table, with that id; None where a majority may be had."""
        offer = self.offer(now)
        if offer is None or offer.possible or self.seat is None:
            return None
        where = place.address, place.port, place.fingerprint
        apart = Apart(self.seat, table, self.epoch + 1, self.kept.progress, *where)
        self.go_apart(replace(apart, signature=self._sign(apart)))
        return self.apart

    def hear_apart(self, apart: Apart, now: float) -> None:
        """Take word of a table apart."""
        own = apart.seat == self.seat or apart.base.match != self.kept.progress.match
        if apart.seat in self.people and not own and self._genuine(apart):
            self._apart[apart.seat] = apart, now

    def _apart_of(self, seat: Seat, now: float) -> Apart | None:
        """The table apart at somebody's computer, if this program may come there."""
        apart, at = self._apart.get(seat, (None, now))
        if apart is None or now - at >= HEARD_SECONDS or apart.base < self.kept.progress:
            return None
        return apart

    def follow_apart(self, seat: Seat, now: float) -> Apart | None:
        """Come along to the table apart at somebody's computer; None if that is not possible."""
        if self.offer(now) is None or (apart := self._apart_of(seat, now)) is None:
            return None
        self.go_apart(apart)
        return apart

    def go_apart(self, apart: Apart) -> None:
        """Take no part here any more: this player's vote counts for nobody from now on."""
        self.apart, self._absent_since = apart, None

    # --- the new epoch ---------------------------------------------------------------------------

    def open(self, place: Place) -> Opened:
        """Open the table here. Raises OSError."""
        votes = self.won()
        assert votes, "no majority"
        assert self.seat is not None
        epoch = votes[0].epoch
        opened = Opened(
            self.epoch,
            self.host,
            epoch,
            self.seat,
            self.kept.progress,
            place.address,
            place.port,
            place.fingerprint,
            tuple(votes),
        )
        opened = replace(opened, signature=self._sign(opened))
        opened = replace(opened, joined=(self._joining(opened),))
        self._keep(replace(self.kept, known=opened, joined=opened, before=self.kept.joined))
        self.hosting, self._absent_since, self._moved_to = True, None, None
        self._given_up = self._all_vote = False
        self._votes.clear()
        self._settle()
        return opened

    def _joining(self, opened: Opened) -> Joining:
        assert self.seat is not None
        joining = Joining(opened.epoch, self.seat, opened.fingerprint)
        return replace(joining, signature=self._sign(joining))

    def coming(self, joining: Joining) -> Coming:
        """Return with what this program comes where it has joined."""
        coming = Coming(joining)
        return replace(coming, signature=self._sign(coming))

    def admit(self, coming: Coming) -> bool:
        """Take somebody in who comes to the epoch that is here; tell whether that may be."""
        known = self.kept.known
        if not self.hosting or known is None:
            return False
        if not may_come(coming, known, self.people, self._genuine):
            return False
        self._hear_joined(known, (coming.joining,))
        self._settle()
        return True

    def _settle(self) -> None:
        """Mark this epoch as settled once more than half of the people have come."""
        if is_settled(self.kept.joined, self.people):
            self._keep(replace(self.kept, progress=replace(self.kept.progress, settled=self.epoch)))

    def give_up(self, now: float) -> bool:
        """Give the epoch that is here up if a majority is there and does not come; tell whether.

        Somebody may hold more than it goes on from, and so not come. Nobody can settle it
        without its host, so whatever majority goes on after it has lost nothing. Raises OSError.
        """
        own = self.kept.joined
        here = self.hosting and own is not None and own.host == self.seat
        if own is None or not here or not self._is_short(own, now):
            self._short_since = None
            return False
        if self._short_since is None:
            self._short_since = now
        if now - self._short_since < self.patience:
            return False
        self._keep(replace(self.kept, given_up=(*self.kept.given_up, own.epoch)))
        self.hosting, self._absent_since, self._short_since = False, now, None
        self._given_up = self._all_vote = True
        return True

    def _is_short(self, own: Opened, now: float) -> bool:
        """Whether too few have come to an epoch though more than half of all people are there."""
        if is_settled(own, self.people):
            return False
        contacts, came = self._contacts, {each.seat for each in own.joined}
        there = {
            seat
            for seat in self.people
            if contacts.waits(seat, now) or (seat in came and contacts.heard(seat, now))
        }
        return len(there | {own.host}) >= needed(self.people, None)

    def serve_again(self) -> bool:
        """Have the table here again after the program has ended; tell whether that may be."""
        joined = self.kept.joined
        if self.epoch != self._number(joined) or self.host != self.seat:
            return False
        self.hosting, self._absent_since = True, None
        self._settle()
        return True

    def way(self) -> Opened | None:
        """Return where to go, if the table is at an epoch that this program may come to."""
        known, own = self.kept.known, self._number(self.kept.joined)
        if known is None or self.hosting or self.seat is None or self._given_up:
            return None
        if known.epoch == own:
            return known
        if known.epoch < own:
            return None
        if is_settled(known, self.people):
            return known
        behind = known.base < self.kept.progress
        return None if behind or known.after < own else known

    def join(self) -> Coming:
        """Come to the epoch that `way` gives. Raises OSError."""
        known = self.way()
        assert known is not None, "no way"
        if known.epoch != self._number(self.kept.joined):
            self._keep(replace(self.kept, joined=known, before=self.kept.joined))
        return self.coming(self._joining(known))
