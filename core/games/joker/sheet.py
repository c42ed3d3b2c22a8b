"""The points of Joker's deals and pulkas, and the score sheet as data: pure functions of results.

Knows no cards and no turns; rules.py plays, and boards and lessons draw the sheet.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from core.dealing import gone, open_hands
from core.game import Length, Seat, choice, places

SEATS: Final = 4

Box = tuple[int, int]
"""A bid and the tricks taken."""


@dataclass(frozen=True, slots=True)
class Options:
    """The house rules of Joker."""

    khisht: str | int = choice(
        200,
        (200, 500, "by_size", "spec", "none"),
        "Points lost with no trick after a bid: fixed, 200 in pulkas 1 and 3 and 500 in the nines, "
        "100 for every card dealt, or nothing",
        words={"by_size": "200 or 500", "spec": "100 a card"},
    )
    khisht_min_bid: int = choice(
        1, (1, 2), "The smallest bid that can cost a khisht", title="khisht from a bid of"
    )
    trump_choice_after: int = choice(
        3,
        (3, 9),
        "How many cards the player who names trumps in a nine has seen",
        title="cards seen before trumps",
    )
    joker_upcard: str = choice(
        "no_trump",
        ("no_trump", "chooser"),
        "A joker turned up for trumps: no trumps, or the player left of the dealer names them",
        title="joker turned up",
        words={"no_trump": "no trumps"},
    )
    reply_joker_to_joker: str = choice(
        "always",
        ("always", "only_if_void"),
        "When a joker may answer a joker: always, or only without the called suit and trumps",
        title="joker on a joker",
        words={"only_if_void": "only without the suit"},
    )
    low_joker_vs_trump: str = choice(
        "trump",
        ("trump", "joker"),
        "Who takes a low joker's trick when nobody plays the called suit: a trump, or the joker",
        title="low joker goes to",
    )
    premium_mode: str = choice(
        "next_neighbour",
        ("next_neighbour", "all_others", "none"),
        "Who loses their best box to a premium: the next player, everybody who is not clean, or "
        "nobody, as there are no premiums",
        title="premium taken from",
        words={"next_neighbour": "the next player"},
    )
    premium_gain_in_run: str = choice(
        "first",
        ("first", "all"),
        "Who gains when clean players sit side by side: the first of them, or all",
        title="premium for neighbours",
    )
    premium_sole_only: str = choice(
        "off",
        ("off", "on"),
        "Only a player who is clean alone gains a premium",
        title="premium only if alone",
    )
    premium_skip_last: str = choice(
        "on",
        ("on", "off"),
        "The last box of a pulka does not count for premiums",
        title="premium without the last box",
    )
    premium_threshold: int = choice(
        0,
        (0, 150),
        "Boxes below this are neither added nor struck out by a premium",
        title="smallest box for premiums",
    )
    forced_dealer: str = choice(
        "on",
        ("on", "off"),
        "The dealer may not make the bids add up to the number of cards",
        title="dealer is forced",
    )
    deal_set: str = choice(
        "full",
        ("full", "nines", "one_pulka", "four_nines"),
        "Deals: 1 to 8, nines, 8 to 1, nines; four times four nines; or a short match of one "
        "pulka, 1 to 8 or four nines",
        title="which deals",
        words={"full": "1 to 8 and back", "one_pulka": "only 1 to 8"},
    )
    tie: str = choice(
        "sheet_order",
        ("sheet_order", "shared"),
        "With equal totals the player further left on the sheet is ahead, or they share the place",
        title="equal totals",
        words={"sheet_order": "by the sheet"},
    )
    tuzovanie: str = choice(
        "burn_first",
        ("burn_first", "first_to_player"),
        "The draw for the first dealer: the first card belongs to nobody, or to the first seat",
        title="draw for the dealer",
        words={"burn_first": "first card aside", "first_to_player": "first card counts"},
    )
    gone: str = gone()
    open_hands: str = open_hands()


# --- the course of a match (J-R3, J-R5) ---------------------------------------------------------

_PULKAS: Final = {
    "full": (tuple(range(1, 9)), (9,) * 4, tuple(range(8, 0, -1)), (9,) * 4),
    "nines": ((9,) * 4,) * 4,
    "one_pulka": (tuple(range(1, 9)),),
    "four_nines": ((9,) * 4,),
}
_SIZES: Final = {name: sum(pulkas, ()) for name, pulkas in _PULKAS.items()}


def deals(options: Options) -> int:
    """Return the number of deals of a match."""
    return len(_SIZES[options.deal_set])


def length(options: Options, seats: int) -> Length:
    """Return the length of a match: a bid and as many tricks as cards in each deal."""
    sizes = _SIZES[options.deal_set]
    return Length(len(sizes), len(sizes) + sum(sizes))


def pulkas(options: Options) -> int:
    """Return the number of pulkas of a match."""
    return len(_PULKAS[options.deal_set])


def cards_in(options: Options, deal: int) -> int:
    """Return the number of cards that each player gets in a deal, counted from 1."""
    return _SIZES[options.deal_set][deal - 1]


def pulka_of(options: Options, deal: int) -> int:
    """Return the pulka, from 1, to which a deal belongs."""
    pulka = 0
    while deal > 0:
        deal -= len(_PULKAS[options.deal_set][pulka])
        pulka += 1
    return pulka


def deals_of(options: Options, pulka: int) -> range:
    """Return the deals of a pulka, all counted from 1."""
    before = sum(map(len, _PULKAS[options.deal_set][: pulka - 1]))
    return range(before + 1, before + 1 + len(_PULKAS[options.deal_set][pulka - 1]))


def column(first_dealer: Seat, seat: Seat) -> int:
    """Return the column, 0..3, of a seat: the first dealer comes last."""
    return (seat - first_dealer - 1) % SEATS


def places_of(options: Options, first_dealer: Seat, totals: Sequence[int]) -> tuple[int, ...]:
    """Rank the final totals; of equal ones the one further left on the sheet is ahead (J-R36)."""
    if options.tie == "shared":
        return places(totals)
    # Totals are whole tens: a few units break ties and disturb nothing else.
    return places([total - column(first_dealer, seat) for seat, total in enumerate(totals)])


# --- points (J-R28, J-R29) ----------------------------------------------------------------------


def points(options: Options, cards: int, bid: int, taken: int) -> int:
    """Return the points for a bid and the tricks taken in a deal of `cards` cards."""
    if bid == taken:
        return 100 * bid if bid == cards else 50 * bid + 50
    if taken == 0 and bid >= options.khisht_min_bid:
        return -_khisht(options, cards)
    return 10 * taken


def _khisht(options: Options, cards: int) -> int:
    match options.khisht:
        case "by_size":
            return 500 if cards == 9 else 200
        case "spec":
            return 100 * cards
        case "none":
            return 0
        case fixed:
            return int(fixed)


# --- premiums (J-R31, J-R32) --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Premium:
    """The changes at the end of a pulka, in seat order."""

    clean: tuple[bool, ...]
    """Whether every bid was made."""
    ringed: tuple[int | None, ...]
    """Index of the player's own box that is added to their sum, if there is one."""
    struck: tuple[int | None, ...]
    """Index of the player's own box that is taken off their sum, if there is one."""
    amounts: tuple[int, ...]
    """The gain or loss of each sum."""


def premium(options: Options, boxes: Sequence[Sequence[int]], clean: Sequence[bool]) -> Premium:
    """Work out the premiums of a finished pulka; `boxes` is points by seat and deal."""
    gains, loses = _moved(options, clean)
    best = [_best_box(options, row) for row in boxes]
    ringed = tuple(box if gain else None for gain, box in zip(gains, best, strict=True))
    struck = tuple(box if loss else None for loss, box in zip(loses, best, strict=True))
    amounts = tuple(
        (0 if added is None else row[added]) - (0 if removed is None else row[removed])
        for row, added, removed in zip(boxes, ringed, struck, strict=True)
    )
    return Premium(tuple(clean), ringed, struck, amounts)


def _moved(options: Options, clean: Sequence[bool]) -> tuple[list[bool], list[bool]]:
    """Tell for each seat whether it gains, and whether it loses, its best box."""
    if options.premium_mode == "none":
        return [False] * SEATS, [False] * SEATS
    after_clean = [clean[seat - 1] for seat in range(SEATS)]
    if options.premium_sole_only == "on":
        gains = [mine and sum(clean) == 1 for mine in clean]
    elif options.premium_gain_in_run == "all":
        gains = list(clean)
    else:
        gains = [mine and not before for mine, before in zip(clean, after_clean, strict=True)]
    if options.premium_mode == "all_others":
        return gains, [any(clean) and not mine for mine in clean]
    return gains, [before and not mine for mine, before in zip(clean, after_clean, strict=True)]


def _best_box(options: Options, row: Sequence[int]) -> int | None:
    """Return the index of the box that premiums move: the largest, the earliest of equal ones."""
    counted = row[:-1] if options.premium_skip_last == "on" else row
    best = max(range(len(counted)), key=counted.__getitem__)
    return best if counted[best] > 0 and counted[best] >= options.premium_threshold else None


# --- the sheet (J-R34, J-R35) -------------------------------------------------------------------


def deal_text(bids: Sequence[int], taken: Sequence[int], jokers: Sequence[int]) -> str:
    """Return the text of a finished deal: bids, tricks taken, the seat of each joker dealt."""
    dealt = (str(seat) * held for seat, held in enumerate(jokers))
    return "".join(map(str, (*bids, *taken, *dealt)))


def parse_deal(text: str) -> tuple[tuple[Box, ...], tuple[int, ...]]:
    """Read a text of deal_text: bid and tricks by seat, jokers by seat."""
    numbers = [int(digit) for digit in text]
    bids, taken, dealt = numbers[:SEATS], numbers[SEATS : 2 * SEATS], numbers[2 * SEATS :]
    jokers = tuple(dealt.count(seat) for seat in range(SEATS))
    return tuple(zip(bids, taken, strict=True)), jokers


@dataclass(frozen=True, slots=True)
class Entry:
    """The entry of one player for one finished deal."""

    bid: int
    taken: int
    points: int
    dots: int
    """Jokers dealt to the player."""
    ringed: bool = False
    struck: bool = False

    @property
    def spoiled(self) -> bool:
        """Whether the bid was missed."""
        return self.bid != self.taken


@dataclass(frozen=True, slots=True)
class Line:
    """One finished deal; entries in seat order."""

    deal: int
    cards: int
    dealer: Seat
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Pulka:
    """A pulka that has begun; by seat. Premiums, sums and totals are filled in at its end."""

    number: int
    lines: tuple[Line, ...]
    spoiled: tuple[bool, ...]
    """Whether the player has an X, for a bid missed in this pulka."""
    clean: tuple[bool, ...]
    """Whether the player has the premium sign, which comes at the end."""
    premiums: tuple[int, ...] = ()
    sums: tuple[int, ...] = ()
    """The sum of each seat, premiums included."""
    totals: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet so far."""

    order: tuple[Seat, ...]
    """The seat of each column, left to right: the first dealer stands last."""
    pulkas: tuple[Pulka, ...]


@lru_cache(32)
def draw_up(options: Options, first_dealer: Seat, finished: tuple[str, ...]) -> Sheet:
    """Return the sheet of the finished deals, texts of deal_text."""
    order = tuple((first_dealer + 1 + place) % SEATS for place in range(SEATS))
    drawn: list[Pulka] = []
    totals: tuple[int, ...] = (0,) * SEATS
    for number in range(1, pulkas(options) + 1):
        span = deals_of(options, number)
        done = finished[span.start - 1 : span.stop - 1]
        if not done:
            break
        pulka = _pulka(options, number, span, first_dealer, done, totals)
        totals = pulka.totals or totals
        drawn.append(pulka)
    return Sheet(order, tuple(drawn))


def _pulka(
    options: Options,
    number: int,
    span: range,
    first_dealer: Seat,
    done: Sequence[str],
    before: Sequence[int],
) -> Pulka:
    lines = [
        _line(options, deal, (first_dealer + deal - 1) % SEATS, text)
        for deal, text in zip(span, done, strict=False)
    ]
    spoiled = tuple(any(line.entries[seat].spoiled for line in lines) for seat in range(SEATS))
    if len(done) < len(span):
        return Pulka(number, tuple(lines), spoiled, (False,) * SEATS)
    boxes = [[line.entries[seat].points for line in lines] for seat in range(SEATS)]
    moved = premium(options, boxes, [not missed for missed in spoiled])
    sums = tuple(sum(row) + amount for row, amount in zip(boxes, moved.amounts, strict=True))
    return Pulka(
        number,
        tuple(_marked(line, index, moved) for index, line in enumerate(lines)),
        spoiled,
        moved.clean,
        moved.amounts,
        sums,
        tuple(old + new for old, new in zip(before, sums, strict=True)),
    )


def _line(options: Options, deal: int, dealer: Seat, text: str) -> Line:
    cards = cards_in(options, deal)
    boxes, jokers = parse_deal(text)
    return Line(
        deal,
        cards,
        dealer,
        tuple(
            Entry(bid, taken, points(options, cards, bid, taken), dots)
            for (bid, taken), dots in zip(boxes, jokers, strict=True)
        ),
    )


def _marked(line: Line, index: int, moved: Premium) -> Line:
    entries = tuple(
        Entry(
            entry.bid,
            entry.taken,
            entry.points,
            entry.dots,
            ringed=moved.ringed[seat] == index,
            struck=moved.struck[seat] == index,
        )
        for seat, entry in enumerate(line.entries)
    )
    return Line(line.deal, line.cards, line.dealer, entries)
