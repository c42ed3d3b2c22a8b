"""The View of a match of Joker, and its knowledge of the hidden hands.

Shared by the rules, boards and bots; it plays nothing.
"""

from dataclasses import dataclass
from typing import Annotated, Final

from core.game import FINISHED, OVER, Result, Seat
from core.games.joker.sheet import Options, Sheet, cards_in, draw_up, pulka_of
from core.games.joker.tricks import (
    ACTION,
    NO_TRUMP,
    TRUMPS,
    WHOLE_DECK,
    card_mask,
    open_tricks,
    trick_rules,
)
from core.notation import BY_SEAT, EARLIER, OWN, Among, Card, CardOrNone, Span, Written
from core.pieces import JOKERS
from core.tricks.kernel import HiddenHands, Tricks, actions, proven_missing, takes_the_rest

CARD_PLAYED: Final = Written("play", "[2-9TJQKA][shdc]|X[rb] (high|low) [shdc]|X[rb] (top|bottom)")
"""A card as it was played; for a joker with its call."""

SHEET_ROW: Final = Written("row", r"\d{8}[0-3]{0,2}")


@dataclass(frozen=True, slots=True)
class View:
    """All that a seat or a spectator may know (J-R37). Cards are tokens; everything is by seat."""

    seat: Seat | None
    seats: int
    options: Options
    deal: int
    """1..24; 0 before the first deal.

    Each gets 1, 2, ... 8 cards in deals 1 to 8, 9 in four deals, 8, 7, ... 1 in eight, 9 in four;
    with `deal_set` = `nines` 9 in all of 1..16, with `one_pulka` the first 8 deals alone, with
    `four_nines` 9 in all of 1..4 (J-R3).
    """
    phase: Annotated[str, Among("trump", "bid", "play", "shuffle", "deal", "over")]
    """The step that is awaited; every game has the last three values."""
    dealer: Seat
    trump: Annotated[str, Among("s", "h", "d", "c", "none", "")]
    """A suit, "none" for a deal without trumps, or "" before it is named."""
    upcard: CardOrNone
    """The card turned up for trumps, "" in nines."""
    hand: Annotated[tuple[Card, ...], OWN]
    """The viewer's own: by suits s h d c, lowest first, then Xr and Xb.

    In a nine, before the trump is named, only the cards that its chooser has seen.
    """
    bids: Annotated[tuple[Annotated[int, Span(0, 9)] | None, ...], BY_SEAT]
    """None for a seat that has not bid yet."""
    plays: tuple[Annotated[str, CARD_PLAYED], ...]
    """All cards of this deal as they were played: "Ah", "Xr high s", "Xb bottom".

    The current trick begins after 4 x len(`winners`) of them.
    """
    winners: tuple[Seat, ...]
    """The seat that took each finished trick of this deal, and so led the next one."""
    sheet: tuple[Annotated[str, SHEET_ROW], ...]
    """Finished deals, digits without separators: four bids, four tricks taken, joker holders.

    "0120201013": bids 0 1 2 0, taken 2 0 1 0, seats 1 and 3 were dealt a joker. The lower seat
    stands first, a seat with both jokers twice; fewer digits follow if a joker was not dealt.
    """
    totals: Annotated[tuple[int, ...], BY_SEAT]
    last_draw: Annotated[tuple[Card, ...], EARLIER]
    """Before the first bid of the match: the cards of the draw for the first dealer."""
    to_act: tuple[Seat, ...]
    result: Result | None

    @property
    def cards(self) -> int:
        """The number of cards dealt to each player in this deal."""
        return cards_in(self.options, self.deal)

    @property
    def turn(self) -> Seat:
        """The seat to act; between deals, the one that led last."""
        return self.to_act[0] if self.to_act else self.leader

    @property
    def tricks(self) -> Tricks:
        """The play of the deal as the viewer sees it: of the hands only their own."""
        left = self.cards - len(self.winners)
        begun = 4 * len(self.winners)
        seats, plays = players(self)[begun:], [ACTION[play] for play in self.plays[begun:]]
        rules = trick_rules(self.options, TRUMPS.index(self.trump) if self.trump else NO_TRUMP)
        hands = [0] * 4
        if self.seat is not None:
            hands[self.seat] = card_mask(self.hand)
        for seat, action in zip(seats, plays, strict=True):
            hands[seat] |= rules.bit[action]
        tricks = open_tricks(self.options, hands, self.leader, left)
        tricks.rules, tricks.taken = rules, list(self.taken)
        for action in plays:
            tricks.apply(action)
        return tricks

    @property
    def pulka(self) -> int:
        """The number of the pulka, from 1."""
        return pulka_of(self.options, self.deal)

    @property
    def first_dealer(self) -> Seat:
        """The dealer of deal 1, whose column is the last on the sheet."""
        return (self.dealer - self.deal + 1) % 4

    @property
    def chooser(self) -> Seat | None:
        """The seat that names trumps in this deal; None if the upcard decides."""
        named = self.options.joker_upcard == "chooser" and self.upcard in JOKERS
        return (self.dealer + 1) % 4 if named or not self.upcard else None

    @property
    def taken(self) -> tuple[int, ...]:
        """Tricks taken in this deal."""
        return tuple(self.winners.count(seat) for seat in range(4))

    @property
    def leader(self) -> Seat:
        """The seat that leads, or led, the current trick."""
        return self.winners[-1] if self.winners else (self.dealer + 1) % 4

    @property
    def trick(self) -> tuple[str, ...]:
        """The cards of the current trick, the leader's first."""
        return self.plays[4 * len(self.winners) :]

    @property
    def last_trick(self) -> tuple[str, ...]:
        """The cards of the last finished trick of this deal, its leader's first."""
        done = 4 * len(self.winners)
        return self.plays[max(0, done - 4) : done]

    @property
    def last_leader(self) -> Seat:
        """The seat that led the last finished trick of this deal."""
        return self.winners[-2] if len(self.winners) > 1 else (self.dealer + 1) % 4

    def score_sheet(self) -> Sheet:
        """Draw up the score sheet."""
        return draw_up(self.options, self.first_dealer, self.sheet)


def players(view: View) -> list[Seat]:
    """Return the seat of each of the view's plays."""
    leaders = ((view.dealer + 1) % 4, *view.winners)
    return [(leaders[i // 4] + i) % 4 for i in range(len(view.plays))]


def check(view: View) -> None:
    """Raise ValueError if fields contradict one another: no match has such a View."""
    finished = view.phase in (FINISHED, OVER)
    made = len(view.trick) if view.phase == "play" else 4 - view.bids.count(None)
    if view.deal and (
        finished != (len(view.winners) == view.cards)
        or len(view.sheet) != view.deal - (not finished)
        or not 0 <= len(view.trick) <= len(view.plays) - 4 * len(view.winners) <= 4
        or (view.phase in ("bid", "play") and view.to_act != ((view.leader + made) % 4,))
    ):
        raise ValueError("these tricks and deals belong to no match")


def unseen(view: View) -> int:
    """Return the cards that the viewer has not seen in this deal."""
    upcard = [view.upcard] if view.upcard else []
    return WHOLE_DECK & ~card_mask([*view.hand, *view.plays, *upcard])


def rest_is_mine(view: View) -> bool:
    """Tell whether the viewer, about to lead, takes every trick left, whatever is played."""
    played = view.seat is not None and view.to_act == (view.seat,) and None not in view.bids
    return played and takes_the_rest(view.tricks, view.to_act[0], unseen(view))


def known_missing(view: View) -> list[int]:
    """Return for each seat the cards that, by its plays, it does not hold."""
    rules = trick_rules(view.options, TRUMPS.index(view.trump or "none"))
    plays = [ACTION[play] for play in view.plays]
    return proven_missing(rules, zip(players(view), plays, strict=True))


# --- the cards that a viewer does not see -----------------------------------------------------


class HiddenCards(HiddenHands):
    """The hidden hands of a deal, with the knowledge of a viewer."""

    def __init__(self, view: View) -> None:
        seats, tricks = players(view), view.tricks
        wanted = [view.cards - seats.count(seat) for seat in range(4)]
        own = 0
        if view.seat is not None:
            wanted[view.seat] -= len(view.hand)
            own = tricks.hands[view.seat]
        slots = [[~none] * count for none, count in zip(known_missing(view), wanted, strict=True)]
        plays = [*zip(seats, map(ACTION.__getitem__, view.plays), strict=True)]
        super().__init__(tricks, slots, actions(unseen(view)), view.seat, own, plays)
