"""What a client knows of one match: what it was committed to, shown, and has checked. No I/O."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from core.deal_proof import DealProof
from core.game import Move, Seat
from core.match import Player
from net.client import events
from net.client.agreed import Bound
from net.client.deal_check import DealCheck, MatchReplay, SeenPositions, ShownDeal
from net.client.shuffle_share import ShuffleShare
from net.wire.from_host import Committed


@dataclass(slots=True)
class WatchedMatch:
    """What is known of one match."""

    expected: bool
    """Whether this client saw it begin, before anything was committed to."""
    agreed: bool = True
    """Whether it has begun by the terms that this player had agreed to."""
    bound: Bound | None = None
    """What stays as it was until the match ends; None as long as that is not known."""
    depth: int = 0
    """How many hosts had been lost, one after the other, when this was first heard of."""
    late: bool = False
    """Whether this client came when the match was being played."""
    chains: list[ShuffleShare] = field(default_factory=list)
    """The shuffles from which its deals come, in the order of the deals."""
    renewals: int = 0
    """How many of them this client has agreed to since it heard of the match."""
    shuffled: int = -1
    """How many had been lost when this client was last asked for a share in one; -1 if never."""
    players: tuple[Player, ...] = ()
    seen: SeenPositions = field(default_factory=SeenPositions)
    shown: dict[int, ShownDeal] = field(default_factory=dict)
    """The deals that were shown, by number."""
    proof: DealProof | None = None
    """The proof of the deals that have been dealt again."""
    replay: MatchReplay | None = None
    dealt: int = 0
    """How many deals have been dealt again; all but the one in `check` are checked."""
    check: DealCheck | None = None
    moves: int = 0
    """How many moves were shown, and deals without any."""
    made: dict[int, list[tuple[Seat, Move]]] = field(default_factory=dict)
    """By the number of the deal, the moves of this client that the host has taken."""
    deal: int = 0
    """The deal of the last position."""
    next: int = 0
    """The deal with which the next position must begin; 0 if this client may have missed some."""
    begins: dict[int, int] = field(default_factory=dict)
    """By the number of a deal that followed a shuffle at once, the number of its first position."""
    played: bool = False
    """Whether this client knows that it was played: it has made a move or checked a deal."""
    finished: int = 0
    """The last deal known to be over."""
    over: bool = False
    """Whether a position was shown with a result."""
    ended: bool = False
    """Whether it is over or given up: nothing more is dealt."""
    in_the_open: bool = False
    """Whether this client was there when it was given up or over, and so has to be shown why."""
    told_ahead: bool = False
    """Whether the player has been told what can be checked."""
    verdict: events.MatchChecked | None = None

    @property
    def share(self) -> ShuffleShare | None:
        """The last shuffle; None if nothing was committed to."""
        return self.chains[-1] if self.chains else None

    @property
    def table(self) -> bytes:
        """The table id in the formulas; empty if nothing was committed to."""
        return self.chains[0].table if self.chains else b""

    @property
    def choice(self) -> int:
        """From how many decks the host could choose, by the shares that were not shown."""
        return max((each.choice for each in self.chains), default=1)

    @property
    def awaited(self) -> int:
        """The first deal that was not wholly shown."""
        return self.first_hidden(len(self.shown) + 1) or len(self.shown) + 1

    def lost(self) -> None:
        """Note that the connection is lost: a deal told in part is told anew from its beginning."""
        self.next = 0
        if not self.chains:
            self.bound = None  # another match may have begun when this client is back
        self.shown = {deal: shown for deal, shown in self.shown.items() if shown.whole}
        for share in self.chains:
            share.lost()

    def follows(self, seq: int, deal: int, last: int) -> bool:
        """Tell whether a new position follows the one before it, whose number was `last`, or 0.

        What follows a shuffle at once begins with its first deal; in a match whose host was lost
        that deal may leave out some numbers.
        """
        if self.next and deal >= self.next:
            follows, self.next = deal == self.next, 0
            self.begins[deal] = seq
            return follows
        anew = deal > self.deal and deal == self.chain(deal).deal
        return seq == last + 1 or not last or anew

    def chain(self, deal: int) -> ShuffleShare:
        """Return the shuffle from which a deal comes."""
        return next((each for each in reversed(self.chains) if each.deal <= deal), self.chains[0])

    def committed(self) -> DealProof | None:
        """Return what the decks have to follow from, without seeds."""
        proof: DealProof | None = None
        for share in self.chains:
            if not share.done:
                return None
            proof = replace(share.proof(b"", 0), before=proof)
        return proof

    def proof_of(self, deal: int, seed: bytes) -> DealProof:
        """Return the proof up to a deal if this was the host's seed for it."""
        chain = self.chain(deal)
        later = chain.proof(seed, deal)
        return later if self.proof is None else self.proof.anew(later, chain.deal)

    def allows(self, message: Committed, depth: int) -> bool:
        """Tell whether a stage begins another shuffle, as it may after a host was lost.

        A client accepts at most one for each of the `depth` hosts that were lost before the branch
        to which its player has come. As it may pass over some branches, the last shuffle is that of
        this branch. A client that comes in the middle hears of those before, and perhaps of one
        right after it has come.
        """
        if message.first != self.awaited or any(each.is_of(message) for each in self.chains):
            return False
        if self.shuffled == depth:
            return False
        return self.renewals < depth - self.depth + (self.late and self.deal < message.first)

    @property
    def _arriving(self) -> bool:
        return self.late and not self.seen.count

    def renew(self, share: ShuffleShare, depth: int) -> None:
        """Go on with a new shuffle; what was shown of its first deal is void."""
        deal = share.deal
        self.shuffled = depth if share.early else self.shuffled
        self.renewals += not self._arriving or share.early
        self.chains = [each for each in self.chains if each.deal < deal] + [share]
        self.seen.void(deal)
        self.shown.pop(deal, None)
        self.made.pop(deal, None)
        self.begins.pop(deal, None)
        self.finished, self.deal = min(self.finished, deal - 1), min(self.deal, deal - 1)
        self.over = False  # the last deal may be the one that is void

    def first_hidden(self, before: int) -> int:
        """Return the first deal before this one that was not shown; 0 if there is none."""
        for deal in range(1, before):  # this ends soon, however large a number a host has made up
            if deal not in self.shown or not self.shown[deal].whole:
                return deal
        return 0
