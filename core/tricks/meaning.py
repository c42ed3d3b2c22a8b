"""The meaning of a play in the current trick, for advice on trick-taking games.

Knows no cards, bids or points: pieces and actions are numbers, as in the kernel.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from core.tricks.kernel import Tricks, actions


@dataclass(frozen=True, slots=True)
class Trick:
    """The meaning of one action in the current trick."""

    action: int
    piece: str
    """The token of the card or tile that it plays."""
    kind: int
    """The kind of lead that the trick has, or gets by this action if it leads."""
    leads: bool
    last: bool
    """Whether it is the last of the trick."""
    takes: bool
    """Whether it would be the best so far."""
    beaten_by: int
    """The number of pieces that would beat it and that the mover has not seen."""

    @property
    def holds(self) -> bool:
        """Whether none of the pieces counted can take the trick away."""
        return self.takes and (self.last or not self.beaten_by)


@dataclass(frozen=True, slots=True)
class Hand:
    """The position as the mover sees it."""

    tricks: Tricks
    tokens: Sequence[str]
    """Number of a piece -> its token."""
    unseen: int
    """Mask of the pieces that count among those the mover has not seen."""

    @property
    def legal(self) -> tuple[int, ...]:
        """The actions the mover may take."""
        return self.tricks.legal()

    @property
    def takes_none(self) -> bool:
        """Whether no legal action takes the trick."""
        return not any(self.trick(action).takes for action in self.legal)

    def safer_than(self, trick: Trick) -> bool:
        """Tell whether another legal action is likelier to lose the trick than this one."""
        others = (self.trick(action) for action in self.legal if action != trick.action)
        return any(not other.takes or other.beaten_by > trick.beaten_by for other in others)

    def trick(self, action: int) -> Trick:
        """Return the meaning of an action."""
        tricks, rules = self.tricks, self.tricks.rules
        leads = tricks.count == 0
        kind = rules.lead[action] if leads else tricks.kind
        power = rules.power[kind]
        beats = power[action] + rules.later_wins
        return Trick(
            action=action,
            piece=self.tokens[rules.bit[action].bit_length() - 1],
            kind=kind,
            leads=leads,
            last=tricks.count == rules.seats - 1,
            takes=leads or power[action] >= tricks.best + rules.later_wins,
            beaten_by=sum(power[other] >= beats for other in actions(self.unseen)),
        )
