"""A client watches how its matches are dealt, and checks at the end that nothing was stacked.

No I/O: `step` checks a little at a time, for a link that has other things to do in between.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterator
from typing import Final

from core.game import Game, Move, Seat
from net.client.deal_check import DealCheck, SeenPositions
from net.client.happenings import (
    Answer,
    CheckAhead,
    DealChecked,
    Position,
    SeatHappening,
    Shuffled,
)
from net.client.shuffle_share import ShuffleShare
from net.wire.from_host import Committed, Revealed

FAULTS: Final = {
    "none": "The host has committed to nothing: this deal cannot be checked",
    "unrevealed": "The host has not shown how it dealt: this deal could not be checked",
    "late": "Beware: the host committed to its deal only after it knew the shares of the others",
    "again": "Beware: the host had the deck shuffled again after it could know everybody's share",
    "changed": "Beware: the host has changed what had been committed to for this deal",
    "share": "Beware: the host has put something else in place of your share in this deal",
    "skipped": "Beware: the host has dealt without asking for the shares that were committed to",
    "seats": "Beware: the host has counted shares of seats that this table does not have",
    "tried": "Beware: the deck was shuffled {shuffles} times before the first deal was played",
    "nonce": "Beware: somebody's share in this deal is not the one that was committed to",
    "bots": "Beware: the host has left out the share of one of its own bots",
    "seed": "Beware: the host has shown a shuffle other than the one it had committed to",
    "deal": "Beware: deal {deal} is not the one that the host had committed to",
    "early": "Beware: the host has shown all cards before the match was over",
    "after": "Beware: the host has played on after it had shown how the match was dealt",
    "shown": "Beware: the host has shown the same position of this match in two ways",
}
"""What may be wrong with the deals of a match, in English for the player."""


MOST_MOVES: Final = 20_000
"""No match has this many moves: a host that goes on sending them would never finish."""


def new_nonce() -> bytes:
    """Return 32 bytes that nobody can guess."""
    return secrets.token_bytes(32)


class DealWatch:
    """Watches match after match; `verdict` is what is known about the last one."""

    def __init__(self, new_nonce: Callable[[], bytes] = new_nonce) -> None:
        self.verdict: DealChecked | None = None
        self.new_nonce = new_nonce
        self._expected = False
        """Whether this client saw a match begin and nothing had been committed to yet."""
        self._share: ShuffleShare | None = None
        self._seen = SeenPositions()
        self._moves: list[tuple[Seat, Move]] = []
        self._shown: tuple[Revealed, Game] | None = None
        """What the host has shown of a match that is not known to be over."""
        self._check: DealCheck | None = None
        self._told_ahead = False
        """Whether the player has been told what can be checked in this match."""
        self._unbroken = False
        """Whether the connection has lasted since the host committed to something."""
        self._tries = 0
        """How many shuffles before this one led to no match that anybody has played."""
        self._over = False
        """Whether the match is over or given up, so that its deals may be shown."""

    def begin(self) -> None:
        """Forget the previous match: another one begins now."""
        share = self._share
        if share is not None:
            # A host could shuffle until it likes the deck, and hide that behind new matches.
            self._tries = self._tries + 1 if share.tried and len(self._seen) < 2 else 0
        self.verdict = self._share = self._shown = self._check = None
        self._expected = True
        self._seen, self._moves = SeenPositions(), []
        self._told_ahead = self._over = False

    def hear(
        self, message: Committed, seat: Seat | None, bots: Collection[Seat], seats: int
    ) -> Iterator[SeatHappening]:
        """Follow a stage of the shuffle; return what is to be sent and who was left out."""
        if self._share is None or self._share.match != message.match:
            # Each match begins with a room that says so.
            again = self._share is not None and self._unbroken
            if self._share is not None or self.verdict is not None:
                self.begin()
                self._expected = False
            self._share = ShuffleShare(
                message, seat, self.new_nonce, expected=self._expected, seats=seats, bots=bots
            )
            if again:
                self._share.fault = "again"
            elif self._seen:
                self._share.fault = "late"  # the first hands were dealt before
            self._unbroken = True
        share, was_done, fault = self._share, self._share.done, self._share.fault
        answer = share.hear(message)
        if answer is not None:
            yield Answer(answer)
        if share.done and not was_done:
            missing = tuple(s for s in range(seats) if s not in share.shares)
            yield Shuffled(missing, sent=share.shown)
            if self._tries and not share.fault:
                share.fault = "tried"
        if share.fault and not (fault and self.verdict):
            yield self._judge(share.fault)

    def refused(self, code: str) -> None:
        """Note that the host has refused this client's part of the shuffle."""
        if code == "shuffled" and self._share is not None:
            self._share.refused()

    def lost(self) -> None:
        """Note that the connection is lost: what is said meanwhile is not heard."""
        self._expected = self._unbroken = False
        if self._share is not None:
            self._share.lost()

    def see(self, position: Position, seat: Seat | None) -> Iterator[CheckAhead | DealChecked]:
        """Keep what is needed to check a position later; report once what can be checked at all."""
        share = self._share
        if share is not None or self._expected:
            last = len(self._seen)
            fits = self._seen.note(position.seq, position.view, seat)
            fault = "" if fits else "shown"
            if self._shown is not None and len(self._seen) > last:
                fault = "early"  # the host has shown all cards, and plays on
            elif self._over and len(self._seen) > last:
                fault = "after"
            if fault and not (self.verdict and self.verdict.fault):
                yield self._judge(fault)
        self._over = self._over or position.view.result is not None
        if self._told_ahead or position.view.result is not None:
            return
        self._told_ahead = True
        if share is None:
            yield CheckAhead("none")
        elif not (share.early or share.fault):
            yield CheckAhead("", self._seen.deal, share.shares)

    def match_over(self) -> Iterator[DealChecked]:
        """Note that the match has come to its end; one without commitments cannot be checked."""
        self._over = True
        if self._share is None and self.verdict is None:
            yield self._judge("none")
        yield from self._begin_check()

    def take(self, message: Revealed, game: Game) -> Iterator[DealChecked]:
        """Take the host's seed and moves; once the last of them is here, the check begins."""
        share = self._share
        if share is None or share.match != message.match or self.verdict or self._check:
            return
        self._moves += [(made.seat, made.move) for made in message.moves]
        if not message.more or len(self._moves) >= MOST_MOVES:
            self._shown = (message, game)
            if self._over:
                yield from self._begin_check()

    def _begin_check(self) -> Iterator[DealChecked]:
        """Begin to check what has been shown, now that the match is over or given up."""
        share, shown, self._shown = self._share, self._shown, None
        if share is None or shown is None or self.verdict:
            return
        message, game = shown
        proof = share.proof(bytes.fromhex(message.seed))
        if (fault := proof.fault()) or not share.done:
            yield self._judge(fault or "unrevealed")
        elif self._seen:
            moves, decks = self._moves, proof.decks()
            self._check = DealCheck(game, self._seen, decks, message.seq, moves)

    @property
    def due(self) -> bool:
        """Whether there is something to check."""
        return self._check is not None

    def step(self) -> Iterator[DealChecked]:
        """Check a little; report the verdict when everything has been checked."""
        check = self._check
        if check is not None and check.step():
            self._check = None
            yield self._judge("" if check.wrong is None else "deal", check.wrong or 0)

    def finish(self, *, closed: bool = False) -> Iterator[DealChecked]:
        """Check all that is due; if the match is over and nothing was revealed, report that."""
        yield from self._begin_check()
        while self._check is not None:
            yield from self.step()
        if closed and self._share is not None and self._seen and self.verdict is None:
            yield self._judge("unrevealed")

    def _judge(self, fault: str, deal: int = 0) -> DealChecked:
        share = self._share
        since = 0 if share is None or share.early else self._seen.deal
        shares = () if share is None else share.shares
        own = share is not None and share.own
        self.verdict = DealChecked(fault, deal, since, shares, own, self._tries + 1)
        return self.verdict
