"""Domino Poker by rule of thumb: the worth of a hand, and the tile to play for the bid.

Knows of other hands only how many unseen tiles are stronger.
"""

from math import exp, fsum
from typing import Final

from core.games.domino_poker.tricks import TRUMP_LEAD
from core.tiles import ALL_TILES
from core.tricks.kernel import Tricks, actions

_STRONG: Final = 0.5
"""A tile that takes its trick more often than this is worth spending."""
_FADE: Final = 0.4
"""How fast a tile loses worth as stronger ones are out; with it bids add up to the tricks."""


def expected(hand: int, held: int) -> float:
    """Estimate how many tricks a hand takes from others who hold this many tiles together."""
    return fsum(_worth(hand, ALL_TILES & ~hand, held).values())


def unbeatable(hand: int) -> int:
    """Count the tiles of a hand that are stronger than all it does not hold."""
    return (hand >> (ALL_TILES & ~hand).bit_length()).bit_count()


def _worth(hand: int, unseen: int, held: int) -> dict[int, float]:
    """Estimate for each tile of a hand how likely it takes a trick."""
    fade = -_FADE * held / max(1, unseen.bit_count())
    return {number: exp(fade * (unseen >> number).bit_count()) for number in actions(hand)}


def play(tricks: Tricks, need: int, unplayed: int) -> int:
    """Return the tile to play: to take the trick, to slip under it, or to get rid of a danger.

    Looks at no other hand, so that it also plays out imagined deals; `unplayed` is a mask.
    """
    numbers = tricks.legal()
    if len(numbers) == 1:
        return numbers[0]
    hand = tricks.hands[tricks.turn]
    unseen = unplayed & ~hand
    holds = {number: _holds(tricks, number, unseen) for number in numbers}
    if need == 0:
        return _slip(tricks, numbers, holds)
    must = need < 0 or need >= tricks.left
    if not must:
        others = sum(map(int.bit_count, tricks.hands)) - hand.bit_count()
        worth = _worth(hand, unseen, others)
        if fsum(worth.values()) > need + 0.8:
            # The hand is too strong for its bid: lose a strong tile where that is sure.
            under = [number for number in numbers if holds[number] == 0]
            if under and worth[under[-1]] > _STRONG:
                return under[-1]
    return _take(numbers, holds, must, leads=tricks.count == 0)


def _holds(tricks: Tricks, number: int, unseen: int) -> float:
    """Estimate how likely a tile, played now, takes this trick."""
    rules = tricks.rules
    kind = tricks.kind if tricks.count else rules.lead[number]
    power = rules.power[kind][number]
    if tricks.count and power < tricks.best + rules.later_wins:
        return 0.0
    stronger = (unseen >> number).bit_count()
    if not stronger:
        return 1.0
    share = stronger / unseen.bit_count()
    # On a trump lead players with trumps must play one; on others few spend a better tile.
    spends = 0.8 if kind == TRUMP_LEAD else 0.6
    later = (rules.seats - 1 - tricks.count) * tricks.left
    return float((1 - share) ** (spends * later))


def _slip(tricks: Tricks, numbers: tuple[int, ...], holds: dict[int, float]) -> int:
    """Avoid the trick: the strongest tile that loses it, else the one likeliest to lose it."""
    under = [number for number in numbers if holds[number] == 0]
    if under:
        return under[-1]
    if tricks.count == tricks.rules.seats - 1:
        return numbers[-1]  # the trick is mine anyway: spend the most dangerous tile
    return min(numbers, key=lambda number: holds[number])


def _take(numbers: tuple[int, ...], holds: dict[int, float], must: bool, leads: bool) -> int:
    """Take the trick with the weakest tile that is likely to hold it; else keep the strong ones."""
    good = [number for number in numbers if holds[number] > _STRONG]
    if good and must and leads:
        return good[-1]  # the strongest first: it draws the others' best tiles out of their hands
    if good:
        return good[0]
    best = max(numbers, key=lambda number: holds[number])
    return best if must and holds[best] > 0 else numbers[0]
