"""The kernel of trick-taking games: the legal plays, the winner of a trick, and the meaning of a
play in the current one, for advice.

A game describes itself as tables over its actions (a piece, or a joker in one of its modes, is an
action number); one bit-mask kernel plays them. Knows no cards, bids or points.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, TypeVar

from core.dealing import all_hands, share_hands
from core.game import Seat

Duty = tuple[int, bool]
"""A mask of pieces of which one must be played if held, and whether it must be the highest."""

NO_LEAD: Final = -1


class TrickRules:
    """The tables of one deal's rules.

    Actions 0 .. wild_bit-1 are plain pieces and stand at the same bits of a hand; the wild pieces
    stand at the bits from wild_bit on. Each wild piece has the same number of modes: the first one
    has the actions from wild_bit on, the next one those that follow.
    """

    __slots__ = (
        "bit",
        "duties",
        "later_wins",
        "lead",
        "plain",
        "power",
        "seats",
        "strict",
        "wild_bit",
        "wild_follow",
        "wild_lead",
    )

    def __init__(
        self,
        *,
        seats: int,
        wild_bit: int,
        lead: Sequence[int],
        duties: Sequence[Sequence[Duty]],
        power: Sequence[Sequence[int]],
        wild_lead: int = 0,
        wild_follow: int = 0,
        wilds: int = 1,
        strict: Collection[int] = (),
        later_wins: bool = False,
    ) -> None:
        self.seats = seats
        self.wild_bit = wild_bit
        self.plain = (1 << wild_bit) - 1
        self.lead = list(lead)
        """Action that leads -> the kind of its lead, an index of duties and power."""
        self.duties = [tuple(tiers) for tiers in duties]
        """Kind of lead -> duties: the first that a hand can meet binds it; if none, it is free."""
        self.power = [list(row) for row in power]
        """Kind of lead -> action -> strength, above 0 for what is led; the strongest wins."""
        modes = (len(lead) - wild_bit) // wilds
        self.bit = [
            1 << min(a, wild_bit + (a - wild_bit) // (modes or 1)) for a in range(len(lead))
        ]
        """Action -> the bit that it removes from a hand."""
        self.wild_lead = _by_held(wild_lead, modes, wilds)
        """Wild pieces held -> actions they add to a lead; given for the first of them."""
        self.wild_follow = _by_held(wild_follow, modes, wilds)
        """Wild pieces held -> actions they add in reply; given for the first of them."""
        self.strict = frozenset(strict)
        """Kinds of lead that wild pieces may answer only if no duty is binding."""
        self.later_wins = 0 if later_wins else 1
        """The least by which a later action must exceed the best: 0 if the later of equals wins."""

    def binds(self, kind: int, hand: int) -> bool:
        """Tell whether a hand can meet a duty of this kind of lead."""
        return any(hand & pieces for pieces, _ in self.duties[kind])


def _by_held(first: int, modes: int, wilds: int) -> tuple[int, ...]:
    return tuple(
        sum(first << modes * wild for wild in range(wilds) if held >> wild & 1)
        for held in range(1 << wilds)
    )


_actions: dict[int, tuple[int, ...]] = {}
ACTIONS_KEPT: Final = 200_000


def actions(mask: int) -> tuple[int, ...]:
    """Return the numbers of the set bits, lowest first; cached, as the same masks recur."""
    found = _actions.get(mask)
    if found is None:
        rest, numbers = mask, []
        while rest:
            low = rest & -rest
            numbers.append(low.bit_length() - 1)
            rest ^= low
        if len(_actions) >= ACTIONS_KEPT:
            _actions.clear()
        found = _actions[mask] = tuple(numbers)
    return found


class MoveTexts(dict[int, tuple[str, ...]]):
    """Mask of actions -> the texts of their moves, written once for each mask that occurs."""

    __slots__ = ("_texts",)

    def __init__(self, texts: Sequence[str]) -> None:
        """`texts` are the moves of all actions, by number."""
        super().__init__()
        self._texts = texts

    def __missing__(self, mask: int) -> tuple[str, ...]:
        if len(self) >= ACTIONS_KEPT:
            self.clear()
        found = self[mask] = tuple([self._texts[action] for action in actions(mask)])
        return found


def ruled_out(rules: TrickRules, kind: int, action: int) -> int:
    """Return the pieces that a player cannot hold after this reply to this kind of lead."""
    wild = action >= rules.wild_bit
    if wild and kind not in rules.strict:
        return 0
    missing = 0
    for pieces, only_highest in rules.duties[kind]:
        if not wild and pieces >> action & 1:
            return missing | (pieces & -(2 << action) if only_highest else 0)
        missing |= pieces
    return missing


class HiddenHands:
    """The play of a deal as a viewer sees it, with the possible pieces of the other hands.

    Worked out once and dealt many times. `slots` has, by seat, a mask of possible pieces for each
    hidden one; `unseen` are the pieces to share out; `own` is the mask of the viewer's hand;
    `plays` are the seats and actions of the deal so far.
    """

    __slots__ = ("_own", "_seat", "_slots", "_tricks", "_unseen", "played", "plays", "rules")

    def __init__(
        self,
        tricks: Tricks,
        slots: Sequence[Sequence[int]],
        unseen: Sequence[int],
        seat: Seat | None,
        own: int,
        plays: Sequence[tuple[Seat, int]],
    ) -> None:
        self._tricks, self._slots, self._unseen = tricks, slots, unseen
        self._seat, self._own = seat, own
        self.rules, self.plays = tricks.rules, plays
        self.played = [0] * tricks.rules.seats
        """By seat, a mask of the pieces played in this deal."""
        for player, action in plays:
            self.played[player] |= tricks.rules.bit[action]

    def deal(self, rng: Random) -> Tricks:
        """Deal the hidden pieces at random, each only to a hand that may hold it."""
        return self._dealt(share_hands(self._slots, self._unseen, rng))

    def all_deals(self, most: int) -> list[Tricks] | None:
        """Deal the hidden pieces in every way; None if there are more ways than `most`."""
        found = all_hands(self._slots, self._unseen, most)
        return None if found is None else [self._dealt(hands) for hands in found]

    def _dealt(self, hands: list[int]) -> Tricks:
        tricks = self._tricks.copy()
        tricks.hands = hands
        if self._seat is not None:
            tricks.hands[self._seat] |= self._own
        return tricks


def proven_missing(rules: TrickRules, plays: Iterable[tuple[int, int]]) -> list[int]:
    """Return for each seat the pieces that its plays prove it does not hold.

    `plays` are seats and actions from the first lead of the deal on.
    """
    missing = [0] * rules.seats
    kind = NO_LEAD
    for i, (seat, action) in enumerate(plays):
        if i % rules.seats == 0:
            kind = rules.lead[action]
        else:
            missing[seat] |= ruled_out(rules, kind, action)
    return missing


_TricksT = TypeVar("_TricksT", bound="Tricks")


class Tricks:
    """The play of one deal: hands as masks, the trick on the table, tricks taken.

    Searches run on `legal()` and `apply()`; the latter trusts its caller.
    """

    __slots__ = ("best", "count", "hands", "kind", "left", "rules", "taken", "turn", "winner")

    def __init__(self, rules: TrickRules, hands: Sequence[int], turn: int, left: int) -> None:
        self.rules = rules
        self.hands = list(hands)
        self.turn = turn
        self.left = left
        """Tricks still to be finished."""
        self.taken = [0] * rules.seats
        self.kind = NO_LEAD
        """The kind of lead of the current trick."""
        self.best = 0
        """Strength of the action that is winning the trick."""
        self.winner = turn
        """The seat that is winning the trick."""
        self.count = 0
        """Actions in the trick so far."""

    def copy(self: _TricksT) -> _TricksT:
        """Return an independent copy; the rules are shared."""
        other = self.__class__.__new__(self.__class__)
        other.rules = self.rules
        other.hands = self.hands[:]
        other.turn = self.turn
        other.left = self.left
        other.taken = self.taken[:]
        other.kind = self.kind
        other.best = self.best
        other.winner = self.winner
        other.count = self.count
        return other

    def legal_mask(self, seat: int) -> int:
        """Return the mask of the actions a seat could take if it were its turn."""
        rules = self.rules
        hand = self.hands[seat]
        kind = self.kind
        if kind < 0:
            if hand > rules.plain:
                return hand & rules.plain | rules.wild_lead[hand >> rules.wild_bit]
            return hand
        for pieces, only_highest in rules.duties[kind]:
            mask = hand & pieces
            if mask:
                if only_highest:
                    mask = 1 << (mask.bit_length() - 1)
                break
        else:
            mask = hand & rules.plain
        if hand > rules.plain and (kind not in rules.strict or not rules.binds(kind, hand)):
            mask |= rules.wild_follow[hand >> rules.wild_bit]
        return mask

    def legal(self) -> tuple[int, ...]:
        """Return the actions of the seat whose turn it is, lowest first."""
        mask = self.legal_mask(self.turn)
        return _actions.get(mask) or actions(mask)

    def apply(self, action: int) -> None:
        """Take a legal action for the seat whose turn it is."""
        rules = self.rules
        turn = self.turn
        self.hands[turn] ^= rules.bit[action]
        if self.count == 0:
            self.kind = kind = rules.lead[action]
            self.best = rules.power[kind][action]
            self.winner = turn
            self.count = 1
        else:
            power = rules.power[self.kind][action]
            if power >= self.best + rules.later_wins:
                self.best = power
                self.winner = turn
            self.count += 1
            if self.count == rules.seats:
                self.count = 0
                self.kind = NO_LEAD
                self.turn = winner = self.winner
                self.taken[winner] += 1
                self.left -= 1
                return
        turn += 1
        self.turn = 0 if turn == rules.seats else turn


def takes_the_rest(tricks: Tricks, seat: int, unseen: int) -> bool:
    """Tell whether a seat that is about to lead takes every trick left, whatever is played.

    `unseen` are all pieces that the others may hold. None of them beats any lead of this seat, so
    the deal has the same end in every world and line of play.
    """
    rules = tricks.rules
    if tricks.turn != seat or tricks.kind != NO_LEAD or not tricks.hands[seat]:
        return False
    replies = actions(unseen & rules.plain | rules.wild_follow[unseen >> rules.wild_bit])
    for action in tricks.legal():
        power = rules.power[rules.lead[action]]
        beaten = power[action] + rules.later_wins
        if any(power[reply] >= beaten for reply in replies):
            return False
    return True


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
    """The number of pieces the mover has not seen that would beat it."""

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
    """The mask of unseen pieces that count."""

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
