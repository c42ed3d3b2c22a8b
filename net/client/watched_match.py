"""What a client knows of one match: what it was committed to, shown, and has checked. No I/O."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.deal_proof import DealProof
from core.game import Move, Seat
from core.match import Player
from net.client import events
from net.client.deal_check import DealCheck, MatchReplay, SeenPositions, ShownDeal
from net.client.shuffle_share import ShuffleShare


@dataclass(slots=True)
class WatchedMatch:
    """What is known of one match."""

    expected: bool
    """Whether this client saw it begin, before anything was committed to."""
    share: ShuffleShare | None = None
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
    """How many moves were shown."""
    made: dict[int, list[tuple[Seat, Move]]] = field(default_factory=dict)
    """By the number of the deal, the moves of this client that the host has taken."""
    deal: int = 0
    """The deal of the last position."""
    finished: int = 0
    """The last deal known to be over."""
    over: bool = False
    """Whether a position was shown with a result."""
    ended: bool = False
    """Whether it is over or given up: nothing more is dealt."""
    told_ahead: bool = False
    """Whether the player has been told what can be checked."""
    verdict: events.MatchChecked | None = None

    def first_hidden(self, before: int) -> int:
        """Return the first deal before this one that was not shown; 0 if there is none."""
        for deal in range(1, before):  # this ends soon, however large a number a host has made up
            if deal not in self.shown or not self.shown[deal].whole:
                return deal
        return 0
