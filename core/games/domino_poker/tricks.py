"""Domino Poker's tiles as numbers by strength, and the tables of its tricks for core.tricks.kernel.

Knows the duties of a trick and its winner (D-R1, D-R2, D-R13 to D-R16), not bids or points. The
numbers are not those of core.pieces.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from core.game import IllegalMoveError, Seat
from core.games.domino_poker.sheet import Options
from core.pieces import TILES, pips_of
from core.tricks.kernel import TrickRules, Tricks, actions
from core.tricks.policy import Strengths

POKER: Final = "1-1"


def strength(tile: str) -> int:
    """Return the rank of a tile: ordinary ones by pips, then the trumps, 0-0, and 1-1 on top."""
    if tile == POKER:
        return 40
    if tile == "0-0":
        return 30
    return 20 + pips_of(tile) if is_trump(tile) else pips_of(tile)


def is_trump(tile: str) -> bool:
    """Tell whether a tile has a blank half."""
    return tile.endswith("0")


BY_STRENGTH: Final = tuple(sorted(TILES, key=strength))
"""Action number -> token, weakest first."""

NUMBER: Final = {tile: number for number, tile in enumerate(BY_STRENGTH)}
_POKER: Final = NUMBER[POKER]
_TRUMPS: Final = sum(1 << NUMBER[tile] for tile in BY_STRENGTH if is_trump(tile))
ORDINARY_LEAD, TRUMP_LEAD, POKER_LEAD = range(3)


def hand_mask(tiles: Iterable[str]) -> int:
    """Turn tokens into a mask."""
    mask = 0
    for tile in tiles:
        mask |= 1 << NUMBER[tile]
    return mask


def hand_names(mask: int) -> tuple[str, ...]:
    """Turn a mask into tokens, weakest first."""
    return tuple([BY_STRENGTH[number] for number in actions(mask)])


@lru_cache
def trick_rules(options: Options, seats: int) -> TrickRules:
    """Describe to the trick engine the duties of a trick, and the tile that wins it."""
    leads = [TRUMP_LEAD if is_trump(tile) else ORDINARY_LEAD for tile in BY_STRENGTH]
    leads[_POKER] = POKER_LEAD
    anytime = options.poker_on_trump_lead == "anytime"
    return TrickRules(
        seats=seats,
        # The engine calls a piece that escapes every duty wild: 1-1 by one house rule.
        wild_bit=_POKER if anytime else _POKER + 1,
        wild_lead=1 << _POKER,
        wild_follow=1 << _POKER,
        lead=leads,
        duties=[(), ((_TRUMPS, False),), ((_TRUMPS, True),)],
        power=[[strength(tile) for tile in BY_STRENGTH]] * 3,
        later_wins=options.equal_pips == "last_played",
    )


@lru_cache
def strengths(options: Options, seats: int) -> Strengths:
    """Return the table of tiles that beat others, for policies."""
    return Strengths(trick_rules(options, seats), _TRUMPS, suited=False)


def refused_play(tricks: Tricks, seat: Seat, tile: str) -> IllegalMoveError:
    """Return the refusal of a tile, with its paragraph of the rules."""
    hand = tricks.hands[seat]
    if not hand >> NUMBER[tile] & 1:
        return IllegalMoveError("you do not hold {tile}", "D-R9", tile=tile)
    if tricks.kind == POKER_LEAD:
        best = BY_STRENGTH[(hand & _TRUMPS).bit_length() - 1]
        reason = "1-1 was led: you must play your strongest trump, {tile}"
        return IllegalMoveError(reason, "D-R15", tile=best)
    if tile == POKER:
        reason = "1-1 is no trump: it may not be played on a trump while you hold one"
        return IllegalMoveError(reason, "D-R14")
    return IllegalMoveError("a trump was led: you must play a trump", "D-R14")
