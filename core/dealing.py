"""Parts of dealing that several games share: hidden hands, the draw, the rule of open hands.

Knows no game: pieces are tokens, or bits of a mask.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice
from random import Random
from typing import Any, Final

from core.game import Seat, choice

# --- hidden hands -------------------------------------------------------------------------------


def share(slots: Sequence[int], pieces: Sequence[int], rng: Random) -> list[int]:
    """Give each slot one piece from its mask of possible ones, no piece twice, at random.

    Raises ValueError if that cannot be done.
    """
    pieces = list(pieces)
    rng.shuffle(pieces)
    order = list(range(len(slots)))
    rng.shuffle(order)
    holder: dict[int, int] = {}
    free = pieces[:]
    for slot in order:
        mask = slots[slot]
        for index, piece in enumerate(free):
            if mask >> piece & 1:
                holder[piece] = slot
                del free[index]
                break
        else:
            if not _place(slot, slots, pieces, holder, set()):
                raise ValueError("no piece is left for a slot")
            free = [piece for piece in free if piece not in holder]
    given = {slot: piece for piece, slot in holder.items()}
    return [given[slot] for slot in range(len(slots))]


def share_hands(slots: Sequence[Sequence[int]], pieces: Sequence[int], rng: Random) -> list[int]:
    """Fill hidden hands at random; `slots` has, by seat, a mask of possible pieces for each piece.

    Raises ValueError if that cannot be done.
    """
    owners = [seat for seat, masks in enumerate(slots) for _ in masks]
    given = share([mask for masks in slots for mask in masks], pieces, rng)
    hands = [0] * len(slots)
    for seat, piece in zip(owners, given, strict=True):
        hands[seat] |= 1 << piece
    return hands


def all_hands(
    slots: Sequence[Sequence[int]], pieces: Sequence[int], most: int
) -> list[list[int]] | None:
    """List the ways to fill hidden hands as `share_hands` does; None if there are more than `most`.

    The slots of one seat must all be alike.
    """
    if len(pieces) > _FEW:
        return None
    found = [*islice(_ways(slots, [1 << piece for piece in pieces]), most + 1)]
    return found if len(found) <= most else None


_FEW: Final = 10
"""With more pieces than this, there are too many ways to go through."""


def _ways(slots: Sequence[Sequence[int]], free: list[int]) -> Iterator[list[int]]:
    if not slots:
        yield []
        return
    masks, *rest = slots
    fits = [bit for bit in free if masks and bit & masks[0]]
    for held in combinations(fits, len(masks)):
        for others in _ways(rest, [bit for bit in free if bit not in held]):
            yield [sum(held), *others]


def _place(
    slot: int, slots: Sequence[int], pieces: Sequence[int], holder: dict[int, int], tried: set[int]
) -> bool:
    """Find a piece for a slot; if all are taken, move another slot to another piece."""
    mask = slots[slot]
    for piece in pieces:
        if mask >> piece & 1 and piece not in holder:
            holder[piece] = slot
            return True
    for piece in pieces:
        if mask >> piece & 1 and piece not in tried:
            tried.add(piece)
            if _place(holder[piece], slots, pieces, holder, tried):
                holder[piece] = slot
                return True
    return False


# --- who begins -------------------------------------------------------------------------------


def draw_highest(
    order: Sequence[str], seats: int, worth: Callable[[str], int]
) -> tuple[Seat, tuple[tuple[str, ...], ...]]:
    """Return the winner, and the piece of each seat in each round: "" if it did not draw again.

    If the deck runs out while seats are tied, the first of them wins.
    """
    tied = list(range(seats))
    rounds: list[tuple[str, ...]] = []
    at = 0
    while 1 < len(tied) <= len(order) - at:
        drawn = dict(zip(tied, order[at:], strict=False))
        at += len(tied)
        best = max(map(worth, drawn.values()))
        tied = [seat for seat, piece in drawn.items() if worth(piece) == best]
        rounds.append(tuple(drawn.get(seat, "") for seat in range(seats)))
    return tied[0], tuple(rounds)


# --- when a deal is over ------------------------------------------------------------------------


def open_hands() -> Any:
    """Declare the house rule that opens all hands after a deal or keeps them hidden."""
    return choice(
        "shown",
        ("shown", "hidden"),
        "When a deal is over everybody may look at all hands that were dealt, or nobody may.",
        title="all hands after a deal",
        words={"shown": "laid open", "hidden": "kept hidden"},
        added=True,
    )


def gone() -> Any:
    """Declare the house rule that lets all players look through the pieces played in a deal."""
    return choice(
        "shown",
        ("shown", "hidden"),
        "What has been played in a deal may be looked through, or only the last trick may.",
        title="what has been played",
        words={"shown": "laid open", "hidden": "only the last trick"},
        added=True,
    )
