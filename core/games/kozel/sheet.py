"""The score sheet of Kozel: its house rules, the opener, the count of a hand, the goat.

Pure functions; hands are masks of tiles, and the paragraphs are those of docs/rules/kozel.en.md.
The play of the tiles is in core/games/kozel/rules.py.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from core.dealing import open_hands
from core.game import Length, Result, Seat, choice, places
from core.pieces import DOUBLES, PIPS, WITH, bits

_ON_OFF: Final = ("on", "off")


@dataclass(frozen=True, slots=True)
class Options:
    """The house rules of a match."""

    target: int = choice(
        101, range(50, 501), "The match ends when somebody has this many points; that is the goat."
    )
    hand_size: int = choice(
        755,
        (755, 777),
        "Tiles dealt to each of 2, 3 and 4 players: 7, 5, 5 or always 7.",
        title="tiles for 2, 3, 4 players",
        words={755: "7, 5, 5", 777: "7, 7, 7"},
    )
    entry: int = choice(
        13, (13, 0), "The first points on an empty sheet must be at least this many."
    )
    entry_mode: str = choice(
        "first_only_lost",
        ("first_only_lost", "carry", "every_write"),
        "Points too few for the entry: lost, or carried until the sum is enough,"
        " or carried and enough is needed for every write.",
        title="points short of the entry",
        words={
            "first_only_lost": "lost",
            "carry": "carried",
            "every_write": "needed for every write",
        },
    )
    zero_double_25: str = choice(
        "always",
        ("always", "only_if_alone", "off"),
        "0-0 left in the hand counts 25: always, only if it is the only tile left, or never.",
        title="0-0 counts 25",
    )
    six_double_alone_50: str = choice(
        "off",
        _ON_OFF,
        "6-6 counts 50 if it is the only tile left in the hand.",
        title="6-6 alone counts 50",
    )
    fish: str = choice(
        "all_write",
        ("all_write", "lightest_exempt"),
        "After a fish everybody writes their points, or the lightest hand writes nothing.",
        title="after a fish",
        words={"lightest_exempt": "all but the lightest"},
    )
    goat_tie: str = choice(
        "highest",
        ("highest", "all_over"),
        "When several pass the target at once the goat is the highest, or all of them are.",
        title="several over the target",
        words={"highest": "the highest", "all_over": "all of them"},
    )
    next_opener: str = choice(
        "highest_double",
        ("highest_double", "last_winner"),
        "Later deals are opened by the highest double, or with any tile by whoever went out.",
        title="later deals opened by",
        words={"last_winner": "whoever went out"},
    )
    opening_order: str = choice(
        "from_66_down",
        ("from_66_down", "from_11_up"),
        "The double that opens is looked for from 6-6 down, or from 1-1 up with 0-0 last.",
        title="opening double",
        words={"from_66_down": "from 6-6 down", "from_11_up": "from 1-1 up"},
    )
    may_open_00: str = choice(
        "on", _ON_OFF, "0-0 may be the double that has to open.", title="opening with 0-0"
    )
    double_double: str = choice(
        "on",
        _ON_OFF,
        "Two doubles that fit both ends may be laid in one move.",
        title="two doubles at once",
    )
    redeal: str = choice(
        "off", _ON_OFF, "A hand with five doubles or six tiles of one number is dealt again."
    )
    open_hands: str = open_hands()


_WRITTEN: Final = 17
"""The growth of the highest total in a deal, on average in matches of bots."""


def length(options: Options, seats: int) -> Length:
    """Return the approximate length of a match: nearly all tiles are laid or drawn in each deal."""
    deals = max(1, round(options.target / _WRITTEN))
    return Length(deals, deals * 27 // seats, exact=False)


_ONLY_00: Final = 1 << DOUBLES[0]
_ONLY_66: Final = 1 << DOUBLES[6]


def count(hand: int, options: Options) -> int:
    """Count the points left in a hand, a mask of tiles (K-R11, K-R12)."""
    if hand == _ONLY_66 and options.six_double_alone_50 == "on":
        return 50
    points = sum(PIPS[tile] for tile in bits(hand))
    if hand & _ONLY_00 and (
        options.zero_double_25 == "always"
        or (options.zero_double_25 == "only_if_alone" and hand == _ONLY_00)
    ):
        points += 25
    return points


def owed(left: Sequence[int], options: Options, *, fish: bool) -> list[int]:
    """Return the points that each seat has to write, of those left in the hands (K-R13)."""
    if fish and options.fish == "lightest_exempt":
        lightest = min(left)
        return [0 if points == lightest else points for points in left]
    return list(left)


def written(points: int, total: int, hanging: int, options: Options) -> tuple[int, int]:
    """Return the points written on a sheet, and those that hang from now on (K-R14)."""
    mode = options.entry_mode
    if mode == "first_only_lost":
        return (points if total or points >= options.entry else 0), 0
    if total and mode == "carry":
        return points, 0
    points += hanging
    return (points, 0) if points >= options.entry else (0, points)


def settle(totals: Sequence[int], options: Options) -> Result | None:
    """Return the result if a player has reached the target (K-R15)."""
    highest = max(totals)
    if highest < options.target:
        return None
    least = highest if options.goat_tie == "highest" else options.target
    goats = tuple(seat for seat, total in enumerate(totals) if total >= least)
    return Result(tuple(totals), places(totals, lowest_first=True), goats)


# --- how a deal begins ------------------------------------------------------------------------


_ALL_DOUBLES: Final = sum(1 << tile for tile in DOUBLES)


def hand_size(options: Options, seats: int) -> int:
    """Return the number of tiles dealt to each seat (K-R1)."""
    return 7 if seats == 2 or options.hand_size == 777 else 5


def is_spoilt(hand: int) -> bool:
    """Tell whether a hand must be dealt again by the house rule `redeal`."""
    doubles = (hand & _ALL_DOUBLES).bit_count()
    return doubles >= 5 or any((hand & tiles).bit_count() >= 6 for tiles in WITH)


@lru_cache
def _order(direction: str, may_open_00: str) -> tuple[int, ...]:
    """Tiles in the order in which they open a deal (K-R2, K-R3)."""
    numbers = [6, 5, 4, 3, 2, 1, 0] if direction == "from_66_down" else [1, 2, 3, 4, 5, 6, 0]
    doubles = [DOUBLES[n] for n in numbers if n or may_open_00 == "on"]
    # Tile numbers rise with the larger half, then with the smaller: K-R3 read backwards.
    others = [tile for tile in range(27, -1, -1) if not _ALL_DOUBLES >> tile & 1]
    return (*doubles, *others)


def find_opener(options: Options, hands: Sequence[int]) -> tuple[Seat, int]:
    """Return the opener, and the tile to open with (K-R2, K-R3)."""
    held = sum(hands)
    order = _order(options.opening_order, options.may_open_00)
    opening = next(tile for tile in order if held >> tile & 1)
    return next(seat for seat, hand in enumerate(hands) if hand >> opening & 1), opening


@lru_cache
def opens_before(options: Options, opening: int) -> int:
    """Return the mask of the tiles that would have opened before this one, had they been held."""
    order = _order(options.opening_order, options.may_open_00)
    return sum(1 << tile for tile in order[: order.index(opening)])
