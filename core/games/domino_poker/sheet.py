"""The score sheet of Domino Poker: house rules, the order of deals, points, the sheet as data.

Knows no tricks, turns or hands; core.games.domino_poker.rules plays, and boards draw the sheet.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.dealing import gone, open_hands
from core.game import Length, choice


@dataclass(frozen=True, slots=True)
class Options:
    """The house rules."""

    hook: str = choice(
        "off",
        ("off", "on"),
        "The last bidder may not make the bids add up to the tricks.",
        title="last bidder is forced",
    )
    deal_set: str = choice(
        "full",
        ("full", "rising", "largest"),
        "Hands of the first stage grow and shrink again, only grow, or are all full.",
        title="first-stage hands",
        words={"full": "up and down", "rising": "only up", "largest": "only full hands"},
        added=True,
    )
    full_deals: int = choice(
        4,
        range(1, 9),
        "How many deals are played with the largest hand.",
        title="deals with full hands",
    )
    blind_deals: int = choice(1, range(5), "How many deals are bid before anybody looks.")
    hapok_deals: int = choice(1, range(5), "How many deals of hapok: every trick is worth 10.")
    mizer_deals: int = choice(1, range(5), "How many deals of mizer: every trick costs 10.")
    blind_multiplier: int = choice(
        1,
        (1, 2),
        "Points of a blind deal, won or lost, are multiplied by this.",
        title="blind deals are multiplied by",
    )
    stage5: str = choice(
        "on", ("on", "off"), "The match ends with the row of 28 tiles.", title="fifth stage"
    )
    stage5_reveal: str = choice(
        "simultaneous",
        ("simultaneous", "in_turn"),
        "In the fifth stage everybody reveals at once, or one after the other.",
        title="fifth stage: reveal",
        words={"simultaneous": "all at once"},
    )
    stage5_direction: str = choice(
        "chooser",
        ("chooser", "right"),
        "In the fifth stage the chooser names the direction, or it is always to the right.",
        title="fifth stage: direction",
        words={"right": "always to the right"},
    )
    stage5_top_tie: str = choice(
        "zero",
        ("zero", "plus", "minus"),
        "Equal highest shown tiles get nothing, 30 each, or lose 30 each.",
        title="fifth stage: equal tiles",
        words={"zero": "nothing", "plus": "30 each", "minus": "30 lost"},
    )
    equal_pips: str = choice(
        "first_played",
        ("first_played", "last_played"),
        "Of ordinary tiles with equal pips the one played first, or last, is stronger.",
        title="stronger of equal tiles",
    )
    poker_on_trump_lead: str = choice(
        "only_without_trumps",
        ("only_without_trumps", "anytime"),
        "On a trump lead 1-1 may be played only without trumps, or at any time.",
        title="1-1 on a trump lead",
    )
    first_starter: str = choice(
        "draw_highest",
        ("draw_highest", "seat0"),
        "The first starter draws the highest tile, or is the first seat.",
        title="who begins",
        words={"draw_highest": "highest tile", "seat0": "first seat"},
    )
    gone: str = gone()
    open_hands: str = open_hands()


@dataclass(frozen=True, slots=True)
class Deal:
    """One row of the schedule. `stage` is "plain", "blind", "hapok", "mizer" or "fifth"."""

    stage: str
    size: int
    part: int = 0
    """1, 2, ... if several deals in a row are alike (7-I, 7-II); 0 for a deal that stands alone."""

    @property
    def bidding(self) -> bool:
        """Whether the players bid."""
        return self.stage in ("plain", "blind")


def length(options: Options, seats: int) -> Length:
    """Return the length of a match: bids, tricks and the fifth stage."""
    deals = schedule(options, seats)
    return Length(len(deals), sum(deal.size + deal.bidding for deal in deals))


@lru_cache
def schedule(options: Options, seats: int) -> tuple[Deal, ...]:
    """List the deals of a match (D-R5 to D-R7); the fifth stage, if played, is the last one."""
    full = min(7, 28 // seats)
    steps = [Deal("plain", size) for size in range(1, full)]

    def block(stage: str, count: int) -> list[Deal]:
        return [Deal(stage, full, part if count > 1 else 0) for part in range(1, count + 1)]

    up = steps if options.deal_set != "largest" else []
    down = steps[::-1] if options.deal_set == "full" else []
    deals = up + block("plain", options.full_deals) + down
    deals += block("blind", options.blind_deals) + block("hapok", options.hapok_deals)
    deals += block("mizer", options.mizer_deals)
    if options.stage5 == "on":
        deals.append(Deal("fifth", 1))
    return tuple(deals)


def score(bid: int, taken: int) -> int:
    """Return the points of a bid (D-R18)."""
    if taken < bid:
        return -10 * (bid - taken)
    if taken > bid:
        return taken
    return 10 * bid or 5


def deal_points(
    options: Options, stage: str, bids: Sequence[int], taken: Sequence[int]
) -> tuple[int, ...]:
    """Return the points of a finished deal of tricks (D-R18, D-R19); no bids in hapok and mizer."""
    if stage == "hapok":
        return tuple(10 * tricks for tricks in taken)
    if stage == "mizer":
        return tuple(-10 * tricks for tricks in taken)
    times = options.blind_multiplier if stage == "blind" else 1
    return tuple(times * score(*each) for each in zip(bids, taken, strict=True))


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the score sheet; a deal still to come has only its `deal`."""

    deal: Deal
    bids: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()


def written(bids: Sequence[int], taken: Sequence[int]) -> str:
    """Write a finished deal for a View: "2100/1120", in hapok and mizer "/1222"."""
    return "".join(map(str, bids)) + "/" + "".join(map(str, taken))


def rows(
    options: Options, seats: int, finished: Sequence[str], fifth: Sequence[int]
) -> tuple[Row, ...]:
    """Write out the score sheet from `written` deals and the points of the fifth stage, if any."""
    sheet = []
    totals = (0,) * seats
    left = list(finished)
    for deal in schedule(options, seats):
        bids: tuple[int, ...] = ()
        taken: tuple[int, ...] = ()
        if left:
            bids, taken = (tuple(map(int, part)) for part in left.pop(0).split("/"))
            points = deal_points(options, deal.stage, bids, taken)
        elif deal.stage == "fifth" and fifth:
            points = tuple(fifth)
        else:
            sheet.append(Row(deal))
            continue
        totals = tuple(map(int.__add__, totals, points))
        sheet.append(Row(deal, bids, taken, points, totals))
    return tuple(sheet)
