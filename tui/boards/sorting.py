"""The order of the hand: as the board lists it, by rank, trumps at one end, or the player's own."""

from collections.abc import Sequence

from core.cards import JOKERS, RANKS
from core.tiles import TILES, pips_of
from tui.boards.scene import Piece


def sorted_hand(
    pieces: Sequence[Piece], order: str, trump: str, own: Sequence[str]
) -> tuple[Piece, ...]:
    """Sort a hand that the board has listed; `order` is one of HAND_ORDERS.

    The player's `own` order of tokens comes before all.
    A piece without a place of its own keeps its neighbours of the other order.
    """
    found = list(pieces)
    match order:
        case "rank":
            found.sort(key=lambda piece: -_rank(piece.token))
        case "left" | "right" if trump not in ("", "none"):
            found.sort(key=lambda piece: _is_trump(piece.token, trump) is (order == "right"))
    if own:
        places = {token: at for at, token in enumerate(own)}
        found.sort(key=lambda piece: places.get(piece.token, len(own)))
    return tuple(found)


def moved(pieces: Sequence[Piece], index: int, way: int) -> tuple[str, ...]:
    """Return the tokens of a hand in which one has changed places with its neighbour."""
    tokens = [piece.token for piece in pieces]
    other = index + way
    if 0 <= index < len(tokens) and 0 <= other < len(tokens):
        tokens[index], tokens[other] = tokens[other], tokens[index]
    return tuple(tokens)


def _is_trump(token: str, trump: str) -> bool:
    return token in JOKERS or token[1] == trump


def _rank(token: str) -> int:
    if token in JOKERS:
        return len(RANKS)
    return pips_of(token) if token in TILES else RANKS.index(token[0])
