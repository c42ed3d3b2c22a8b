"""Joker with known hands, reached through the public functions: stacked decks in chosen deals."""

from collections.abc import Sequence

from core.game import Event, Move
from core.games.joker import rules as joker
from core.games.joker.tricks import DECK
from core.shuffle import SeededDecks
from tests.support.dealing import begin, make

Hands = Sequence[Sequence[str]]


def stacked(hands: Hands, first: int, upcard: str = "") -> list[str]:
    """Return a deck that deals these hands when `first` gets the first card."""
    turned = [upcard] if upcard else []
    order = [hands[(first + i) % 4][i // 4] for i in range(4 * len(hands[0]))] + turned
    return order + [card for card in DECK if card not in order]


class Decks:
    """Shuffles by a seed, but with given orders in some deals; `dealer` deals first."""

    def __init__(self, dealer: int, orders: dict[int, list[str]]) -> None:
        self.dealer = dealer
        self.orders = orders
        self.calls = -1
        self.others = SeededDecks(7)

    def __call__(self, cards: Sequence[str], /) -> Sequence[str]:
        self.calls += 1
        if self.calls == 0:
            draw = [*("6h", "7h", "8h", "9h")[: self.dealer + 1], "Ah"]
            return draw + [card for card in cards if card not in draw]
        return self.orders.get(self.calls) or self.others(cards)


def play_first(state: joker.State) -> list[Event]:
    """Make the first legal move."""
    seat = joker.to_act(state)[0]
    return make(joker, state, seat, joker.legal(state, seat)[0])


def position(
    hands: str,
    upcard: str = "",
    *,
    trump: str = "none",
    bids: Sequence[int] = (0, 0, 0, 0),
    options: joker.Options | None = None,
) -> joker.State:
    """Deal hands ("Ah 7s / Xr Kd / ...", seat 0 first) in the first deal of their size.

    Seat 3 deals and seat 0 leads. Nines are dealt with deal_set "nines", and `trump` is named;
    without bids the bidding stays open.
    """
    rows = [hand.split() for hand in hands.split("/")]
    size = len(rows[0])
    chosen = options or joker.Options()
    deal = size
    if size == 9:
        chosen = joker.Options(
            **{name: getattr(chosen, name) for name in joker.Options.__slots__}
            | {"deal_set": "nines"}
        )
        deal = 1
    decks = Decks((4 - deal) % 4, {deal: stacked(rows, 0, upcard)})
    state = begin(joker, chosen, 4, decks)
    while state.deal < deal:
        play_first(state)
    if state.phase == "trump" and (size == 9 or bids):
        make(joker, state, 0, f"trump {trump}")
    for seat, bid in enumerate(bids):
        make(joker, state, seat, f"bid {bid}")
    return state


def play_all(state: joker.State, plays: Sequence[Move]) -> list[Event]:
    """Play cards in turn; return the events of the last one."""
    events: list[Event] = []
    for play in plays:
        events = make(joker, state, joker.to_act(state)[0], f"play {play}")
    return events


def winner(state: joker.State, plays: Sequence[Move]) -> int:
    """Play a trick; return the seat that takes it."""
    events = play_all(state, plays)
    return next(event.seat for event in events if event.kind == "trick" and event.seat is not None)
