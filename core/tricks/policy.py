"""A learnt policy for tricks: weights of features, added up for each action.

The features are a few small numbers: the tricks that the player and the others still want, the
effect of an action on the current trick, the strength of the piece it spends. Pairs and triples of
them have weights, which `python -m kozyr_kits.training` learns by self-play. Looks at no other
hand, so that it also plays out imagined deals. Knows no cards, bids or points.
"""

from collections.abc import Sequence
from math import exp, fsum, inf
from random import Random
from typing import Final, NamedTuple

from core.bots.weights import SCALE
from core.tricks.kernel import TrickRules, Tricks

# The number of values of each feature.
_NEEDS: Final = 7
_PRESSURES: Final = 3
_WANTERS: Final = 3
_LEFTS: Final = 5
_OWNERS: Final = 4
_RISKS: Final = 6
_RESULTS: Final = 1 + 2 * _RISKS
_PIECES: Final = 2 * _RISKS + 1
_LENGTHS: Final = 5
_CALLS: Final = 32

# The first weight of each group.
_PRESSED: Final = 0
_SPENT: Final = _PRESSED + _NEEDS * _PRESSURES * _WANTERS * _RESULTS
_SUITED: Final = _SPENT + _NEEDS * 2 * _LEFTS * _PIECES
_OWNED: Final = _SUITED + _NEEDS * 3 * _LENGTHS * 2
_LATE: Final = _OWNED + _OWNERS * _NEEDS * _RESULTS
_CALLED: Final = _LATE + _LEFTS * _NEEDS * _RESULTS
_PAIRED: Final = _CALLED + _NEEDS * _CALLS
SIZE: Final = _PAIRED + 3 * _RESULTS * _PIECES
"""The number of weights of a policy."""

_PIECES_AT_MOST: Final = 64
"""More pieces than any deal has: the length of the tables below."""
_RISK: Final = (0, *(1,) * 4, *(2,) * 4, *(3,) * 8, *(4,) * 16, *(5,) * 16 * _PIECES_AT_MOST)
"""Expected number of stronger pieces -> risk.

The numbers are in sixteenths for the risk of an action in its trick, in eighths for the strength of
a piece.
"""
_MANY: Final = (0, 1, 1, 2, 2, *(3,) * _PIECES_AT_MOST)
"""The number of pieces of a suit that are out -> a class, from none to many."""
_LENGTH: Final = (0, 1, 2, 3, *(4,) * _PIECES_AT_MOST)
"""The number of pieces of a suit that are held -> a class of length."""

ALL: Final = -1
"""The goal of taking as many tricks as possible."""


def still_wanted(goals: Sequence[int], taken: Sequence[int], *, fixed: bool) -> list[int]:
    """Return the tricks that each seat still wants: always its goal if goals are `fixed`."""
    return [
        goal if goal == ALL or fixed else goal - had for goal, had in zip(goals, taken, strict=True)
    ]


class Strengths:
    """A table of the pieces that beat others by the rules of a deal; made once a deal."""

    __slots__ = ("beats", "stronger", "suit", "suit_of", "suited", "trumps", "wild_bit")

    def __init__(self, rules: TrickRules, trumps: int, *, suited: bool) -> None:
        """`trumps` is a mask; `suited` tells whether the length of a suit matters."""
        modes: dict[int, list[int]] = {}
        for action, bit in enumerate(rules.bit):
            modes.setdefault(bit, []).append(action)
        self.beats = [
            [
                sum(
                    bit
                    for bit, actions in modes.items()
                    if bit != rules.bit[action]
                    and max(power[other] for other in actions) >= power[action] + rules.later_wins
                )
                for action in range(len(rules.bit))
            ]
            for power in rules.power
        ]
        """Kind of lead -> action -> the pieces that can take the trick from it."""
        self.stronger = [self.beats[kind][action] for action, kind in enumerate(rules.lead)]
        """Action -> the pieces that can take the trick from it if it leads."""
        self.suit = [duties[0][0] if duties else 0 for duties in rules.duties]
        """Kind of lead -> the pieces that follow it."""
        self.suit_of = [self.suit[kind] for kind in rules.lead]
        """Action -> the pieces that follow it if it leads."""
        self.trumps = trumps
        self.suited = suited
        self.wild_bit = rules.wild_bit


class TrickSituation(NamedTuple):
    """The features of a position that do not depend on the mover's hand."""

    need: int
    """Tricks wanted: 0 any number, 1 none, 2 all left, 3 one, 4 two, 5 more, 6 too many."""
    pressure: int
    """Tricks wanted by all seats: 0 fewer than are left, 1 as many, 2 more."""
    wanters: int
    """The seats yet to play that want the trick; 2 for two or more."""
    left: int
    """Tricks left, less one; 4 for more."""
    owner: int
    """0 the mover leads; else the winner so far 1 wants the trick, 2 does not, 3 takes any."""


class Strays(NamedTuple):
    """Actions that are taken at random when a policy plays a deal out."""

    share: float
    """The share of them, 0 to 1."""
    last: int
    """With this many tricks left, or fewer, no action is random."""
    rng: Random


Sign = tuple[int, int]
"""An action: its result and piece as one number, and the weight of its suit; -1 for none."""


def situation(tricks: Tricks, needs: Sequence[int]) -> TrickSituation:
    """Return the features of a position; `needs` are the tricks that each seat still wants."""
    turn, left, count = tricks.turn, tricks.left, tricks.count
    need, seats = needs[turn], len(needs)
    if need <= 0:
        wanted = 0 if need else 1
    elif need >= left:
        wanted = 2 if need == left else 6
    else:
        wanted = 3 if need == 1 else 4 if need == 2 else 5
    total = wanters = 0
    for each in needs:
        if each > 0:
            total += each
    for seat in range(turn + 1 - seats, turn - count):
        if needs[seat] > 0:
            wanters += 1
    owner = 0
    if count:
        theirs = needs[tricks.winner]
        owner = 1 if theirs > 0 else 2 if not theirs else 3
    pressure = 0 if total < left else 1 if total == left else 2
    return TrickSituation(wanted, pressure, min(wanters, 2), min(left, 5) - 1, owner)


def signs(
    strengths: Strengths, tricks: Tricks, unseen: int, need: int, legal: Sequence[int]
) -> list[Sign]:
    """Return the sign of each action; `need` is of a TrickSituation, `unseen` a mask of pieces."""
    rules, hand, count = tricks.rules, tricks.hands[tricks.turn], tricks.count
    seats, left, kind = rules.seats, tricks.left, tricks.kind
    beaten_by, suit_of, suited_game = strengths.stronger, strengths.suit_of, strengths.suited
    wild_bit, trumps = strengths.wild_bit, strengths.trumps
    takers, power, wins = strengths.beats[kind], rules.power[kind], tricks.best + rules.later_wins
    led_suit = strengths.suit[kind]
    out = unseen.bit_count() or 1
    front, held = 16 * (seats - 1 - count) * left, 8 * ((seats - 1) * left - count)
    found = []
    for action in legal:
        stronger = (unseen & beaten_by[action]).bit_count()
        if not count:
            result = 1 + _RISKS + _RISK[stronger * front // out]
        elif power[action] < wins:
            result = 0
        else:
            result = 1 + _RISK[(unseen & takers[action]).bit_count() * front // out]
        suited = -1
        if action >= wild_bit:
            piece = 2 * _RISKS
            if suited_game and not count:
                suit = suit_of[action]
                many = _MANY[(unseen & suit).bit_count()] * 2 + bool(hand & suit)
                sure = result == 1 + _RISKS
                suited = _CALLED + need * _CALLS + (many * 2 + sure) * 2 + (suit == trumps)
        else:
            piece = _RISK[stronger * held // out]
            trump = trumps >> action & 1
            if trump:
                piece += _RISKS
            if suited_game:
                suit = suit_of[action]
                follows = 0 if not count else 1 if suit == led_suit else 2
                length = _LENGTH[(hand & suit).bit_count()]
                suited = _SUITED + ((need * 3 + follows) * _LENGTHS + length) * 2 + trump
        found.append((result * _PIECES + piece, suited))
    return found


def rows(now: TrickSituation) -> tuple[int, int, int, int, int]:
    """Return the first weights of a situation: four by result or piece, one by both."""
    need, leads = now.need, not now.owner
    return (
        _PRESSED + ((need * _PRESSURES + now.pressure) * _WANTERS + now.wanters) * _RESULTS,
        _LATE + (now.left * _NEEDS + need) * _RESULTS,
        _OWNED + (now.owner * _NEEDS + need) * _RESULTS,
        _SPENT + ((need * 2 + leads) * _LEFTS + now.left) * _PIECES,
        _PAIRED + min(need, 2) * _RESULTS * _PIECES,
    )


def weights_of(now: TrickSituation, sign: Sign) -> list[int]:
    """List the numbers of the weights of an action."""
    result, piece = divmod(sign[0], _PIECES)
    pressed, late, owned, spent, paired = rows(now)
    found = [pressed + result, late + result, owned + result, spent + piece, paired + sign[0]]
    return [*found, sign[1]] if sign[1] >= 0 else found


_LOOKED_KEPT: Final = 10_000
"""The most positions whose sums are kept at hand: some 2 MB."""


class LearntPolicy:
    """Weights, added up in advance for each situation that comes up."""

    __slots__ = ("_known", "_looked", "_weights")

    def __init__(self, weights: Sequence[int]) -> None:
        """Raises ValueError if there are not SIZE weights."""
        if len(weights) != SIZE:
            raise ValueError(f"{len(weights)} weights instead of {SIZE}")
        self._weights = [*weights, 0]
        """One more weight than there are: -1 stands for no suit."""
        self._known: dict[TrickSituation, list[int]] = {}
        self._looked: dict[tuple[int, ...], tuple[int, list[int]]] = {}
        """The position without the mover's hand -> its need and those sums."""

    def choose(
        self, strengths: Strengths, tricks: Tricks, needs: Sequence[int], unseen: int
    ) -> int:
        """Return the action with the largest sum of weights, the lowest of equal ones."""
        legal = tricks.legal()
        if len(legal) == 1:
            return legal[0]
        need, row = self._look(tricks, needs)
        weights, most, best = self._weights, -inf, -1
        found = signs(strengths, tricks, unseen, need, legal)
        for action, (sign, suited) in zip(legal, found, strict=True):
            worth = row[sign] + weights[suited]
            if worth > most:
                most, best = worth, action
        return best

    def chances(
        self, strengths: Strengths, tricks: Tricks, needs: Sequence[int], unseen: int
    ) -> list[float]:
        """Return the chance of each legal action: a softmax over the sums of weights."""
        (need, row), weights = self._look(tricks, needs), self._weights
        found = signs(strengths, tricks, unseen, need, tricks.legal())
        worths = [row[sign] + weights[suited] for sign, suited in found]
        most = max(worths)
        odds = [exp((worth - most) / SCALE) for worth in worths]
        total = fsum(odds)
        return [each / total for each in odds]

    def _look(self, tricks: Tricks, needs: Sequence[int]) -> tuple[int, list[int]]:
        """Return the need of the mover, and the sum of weights for each sign."""
        count = tricks.count
        position = (tricks.turn, tricks.left, count, count and tricks.winner, *needs)
        found = self._looked.get(position)
        if found is None:
            now = situation(tricks, needs)
            found = now.need, self._known.get(now) or self._add_up(now)
            if len(self._looked) >= _LOOKED_KEPT:
                self._looked.clear()
            self._looked[position] = found
        return found

    def _add_up(self, now: TrickSituation) -> list[int]:
        weights = self._weights
        row = [
            sum(weights[each] for each in weights_of(now, (sign, -1)))
            for sign in range(_RESULTS * _PIECES)
        ]
        self._known[now] = row
        return row

    def play_out(
        self,
        strengths: Strengths,
        tricks: Tricks,
        goals: Sequence[int],
        unplayed: int,
        *,
        fixed: bool = False,
        strays: Strays | None = None,
    ) -> list[int]:
        """Play a deal out for all seats; return the tricks taken by each.

        `goals` are the tricks that each seat wants in all, or ALL. If they are `fixed`, a seat that
        has missed its goal still wants no trick. `unplayed` is a mask of pieces.
        """
        bit, hands, taken = tricks.rules.bit, tricks.hands, tricks.taken
        needs = still_wanted(goals, taken, fixed=fixed)
        while tricks.left:
            if strays and tricks.left > strays.last and strays.rng.random() < strays.share:
                action = strays.rng.choice(tricks.legal())
            else:
                action = self.choose(strengths, tricks, needs, unplayed & ~hands[tricks.turn])
            unplayed &= ~bit[action]
            tricks.apply(action)
            winner = tricks.turn
            if not tricks.count and goals[winner] != ALL and not fixed:
                needs[winner] = goals[winner] - taken[winner]
        return taken
