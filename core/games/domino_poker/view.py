"""The View of a match of Domino Poker: a seat's knowledge, the score sheet, hidden hands.

Shared by the rules, boards and bots; it plays nothing.
"""

from dataclasses import dataclass
from typing import Annotated, Final

from core.game import FINISHED, OVER, Result, Seat
from core.games.domino_poker.row import Fifth
from core.games.domino_poker.sheet import Deal, Options, Row, rows, schedule
from core.games.domino_poker.tricks import NUMBER, hand_mask, trick_rules
from core.notation import BY_SEAT, EARLIER, OWN, Among, Span, Tile, TileOrNone, Written
from core.pieces import ALL_TILES
from core.tricks.kernel import HiddenHands, Tricks, actions, proven_missing, takes_the_rest

SHEET_ROW: Final = Written("row", r"\d*/\d+")


@dataclass(frozen=True, slots=True)
class View:
    """All that a seat may know (D-R17)."""

    seat: Seat | None
    seats: int
    options: Options
    to_act: tuple[Seat, ...]
    """If several decide at the same time: clockwise from the chooser."""
    deal: int
    """From 1; 0 before the first deal.

    With m the smaller of 7 and 28 / seats, rounded down, each gets 1, 2, ... m - 1 tiles, then m in
    `full_deals` deals, then m - 1, ... 1; then m in each of `blind_deals`, `hapok_deals` and
    `mizer_deals`; the fifth stage, if played, is the last one (D-R5 to D-R7). With `deal_set` =
    `rising` the deals of m - 1, ... 1 are left out, with `largest` all of less than m.
    """
    phase: Annotated[
        str, Among("bid", "play", "pick", "count", "decide", "shuffle", "deal", "over")
    ]
    """The step that is awaited; every game has the last three values."""
    totals: Annotated[tuple[int, ...], BY_SEAT]
    starter: Seat
    """The seat that bids and leads first; in the fifth stage, the one who would (D-R21)."""
    leader: Seat
    """The seat that leads, or led, the current trick; once it is full, the player who took it.

    In the fifth stage the same as `starter`.
    """
    hand: Annotated[tuple[Tile, ...], OWN]
    """Weakest first, equally strong ones by their larger half.

    Empty for all seats while a blind deal is bid (D-R12).
    """
    bids: Annotated[tuple[Annotated[int, Span(0, 7)] | None, ...], BY_SEAT]
    """nil for a seat that has not bid yet."""
    taken: Annotated[tuple[int, ...], BY_SEAT]
    """Tricks each seat has taken in this deal."""
    played: tuple[Tile, ...]
    """Every tile of this deal in the order of play.

    The current trick begins after `seats` times the sum of `taken`.
    """
    last: Annotated[tuple[Tile, ...], EARLIER]
    """The previous trick, even across the end of a deal, and the seat that led it."""
    last_leader: Seat
    sheet: tuple[Annotated[str, SHEET_ROW], ...]
    """For each finished deal: bids, a slash, tricks taken, a digit a seat: "2100/1120", "/1222".

    The fifth stage has none.
    """
    last_draw: Annotated[tuple[Annotated[tuple[TileOrNone, ...], BY_SEAT], ...], EARLIER]
    """Until the first deal is over: the tiles drawn to find the starter (D-R8).

    "" if a seat did not draw again.
    """
    fifth: Annotated[Fifth | None, OWN]
    """The fifth stage, while it is played."""
    result: Result | None

    @property
    def now(self) -> Deal:
        """The deal being played."""
        return schedule(self.options, self.seats)[self.deal - 1]

    @property
    def tricks(self) -> Tricks:
        """The tricks of the deal as the viewer sees them: of the hands, the viewer's alone."""
        left = (0 if self.fifth else self.now.size) - sum(self.taken)
        hands = [0] * self.seats
        if self.seat is not None:
            hands[self.seat] = hand_mask(self.hand)
        for i, tile in enumerate(self.trick):
            hands[(self.leader + i) % self.seats] |= 1 << NUMBER[tile]
        tricks = Tricks(trick_rules(self.options, self.seats), hands, self.leader, left)
        tricks.taken = list(self.taken)
        for tile in self.trick:
            tricks.apply(NUMBER[tile])
        return tricks

    @property
    def trick(self) -> tuple[str, ...]:
        """The tiles on the table, from `leader` on clockwise."""
        return self.played[len(self.played) - len(self.played) % self.seats :]


def check(view: View) -> None:
    """Raise ValueError if fields contradict one another: no match has such a View."""
    deals = schedule(view.options, view.seats)
    rows = (row.split("/") for row in view.sheet)
    if any(
        len(taken) != view.seats or len(bids) != view.seats * deal.bidding
        for (bids, taken), deal in zip(rows, deals, strict=False)
    ):
        raise ValueError("this sheet belongs to another table")
    if not view.deal:
        return
    last, playing = view.now.stage == "fifth", view.phase not in (FINISHED, OVER)
    if (view.fifth is not None) != last or len(view.sheet) != view.deal - (last or playing):
        raise ValueError("this deal has another stage, or lacks its points")


def sheet(view: View) -> tuple[Row, ...]:
    """Return the score sheet: a row for every deal; deals still to come have no points."""
    fifth = view.fifth.points(view.options.stage5_top_tie) if view.fifth and view.result else ()
    return rows(view.options, view.seats, view.sheet, fifth)


def rest_is_mine(view: View) -> bool:
    """Tell whether the viewer, about to lead, takes every trick left whatever the others play."""
    if view.seat is None or view.to_act != (view.seat,) or view.fifth or None in view.bids:
        return False
    unseen = ALL_TILES & ~hand_mask(view.hand) & ~hand_mask(view.played)
    return takes_the_rest(view.tricks, view.seat, unseen)


# --- the tiles that a viewer does not see -----------------------------------------------------


class HiddenTiles(HiddenHands):
    """A viewer's knowledge of the hidden hands of a deal with tricks."""

    def __init__(self, view: View) -> None:
        """Replay the deal so far to find the tiles that each seat cannot hold."""
        size = view.now.size
        rules = trick_rules(view.options, view.seats)
        tricks = Tricks(rules, [0] * view.seats, view.starter, size)
        left = [size] * view.seats
        plays: list[tuple[Seat, int]] = []
        for tile in view.played:
            plays.append((tricks.turn, NUMBER[tile]))
            left[tricks.turn] -= 1
            tricks.apply(NUMBER[tile])
        own = hand_mask(view.hand)
        if view.seat is not None and own:
            left[view.seat] = 0
        missing = proven_missing(rules, plays)
        slots = [[~none] * held for none, held in zip(missing, left, strict=True)]
        unseen = actions(ALL_TILES & ~own & ~hand_mask(view.played))
        super().__init__(tricks, slots, unseen, view.seat, own, plays)
