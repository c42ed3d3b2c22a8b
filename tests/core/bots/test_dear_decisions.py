"""Decisions that once cost experts most, as positions: chosen right in nine of ten seeds.

Each was found by trying every move some thousand times in the same imagined deals. Only the takers
of earlier tricks are kept; the tricks are filled with cards of one suit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

import pytest

from core.advice import advise
from core.bots import choose
from core.games.domino_poker import rules as domino_poker
from core.games.joker import rules as joker
from core.games.joker.tricks import DECK
from core.games.joker.view import View
from core.games.kozel import rules as kozel
from core.pieces import TILES, tile_mask
from core.shuffle import SeededDecks
from tests.games.domino_poker.domino_table import Rigged, options, play_while
from tests.games.joker.joker_table import play_first
from tests.support.dealing import begin, make

SEEDS: Final = 10
RIGHT: Final = 9


@dataclass(frozen=True)
class Position:
    """A card to be played in Joker; everything is by seat."""

    deal: int
    trump: str
    bids: tuple[int, ...]
    taken: tuple[int, ...]
    seat: int
    hand: str
    table: str
    right: tuple[str, ...]
    """The moves that cost least."""
    reached: str = ""
    """Why an expert fails in more than one of ten seeds, with measurements."""

    def view(self) -> View:
        """Return the view of the seat."""
        state = begin(joker, joker.Options(), 4, SeededDecks(7))
        while state.deal < self.deal:
            play_first(state)
        found = joker.view(state, self.seat)
        table = [play.strip() for play in self.table.split(",") if play.strip()]
        leader = (self.seat - len(table)) % 4
        winners = _winners(self.taken, leader)
        first = (found.dealer + 1) % 4 if winners else leader
        return replace(
            found,
            phase="play",
            dealer=(first - 1) % 4,
            trump=self.trump,
            upcard="",
            hand=tuple(self.hand.split()),
            bids=self.bids,
            plays=(*_plays(winners, first, {*self.hand.split(), *table}, self.trump), *table),
            winners=winners,
            to_act=(self.seat,),
        )


def _winners(taken: Sequence[int], last: int) -> tuple[int, ...]:
    """Order the tricks taken so that the last one goes to the leader of the next."""
    order = [seat for seat, count in enumerate(taken) for _ in range(count)]
    if order:
        order.remove(last)
        order.append(last)
    return tuple(order)


def _plays(winners: Sequence[int], first: int, kept: set[str], trump: str) -> list[str]:
    """Fill in the finished tricks: all follow suit, and the winner plays the highest card."""
    plays: list[str] = []
    leader = first
    free = [card for card in DECK if not card.startswith("X") and card not in kept]
    for winner in winners:
        by_suit = {suit: [card for card in free if card[1] == suit] for suit in "shdc"}
        # The least useful cards: not trumps, and not of the suit that is still needed most.
        suit = max(by_suit, key=lambda each: (len(by_suit[each]) >= 4, each != trump))
        four = by_suit[suit][:4]
        if len(four) < 4:
            rest = [card for card in free if card not in four and card[1] != trump]
            four = (rest[: 4 - len(four)]) + four
        free = [card for card in free if card not in four]
        cards = dict(zip([s for s in range(4) if s != winner] + [winner], four, strict=True))
        plays += [cards[(leader + step) % 4] for step in range(4)]
        leader = winner
    return plays


POSITIONS: Final = {
    "the low heart is kept from a trick that is not needed": Position(
        *(11, "c", (3, 4, 1, 2), (4, 2, 1, 0), 2, "8h Jh", "6h, 9s", ("play 8h",)),
        reached="7 of 10: what had been played is not known, and as it is filled in here both "
        "hearts are worth the same",
    ),
    "a plain card takes what a joker need not": Position(
        *(12, "c", (2, 3, 5, 0), (0, 0, 2, 0), 1),
        *("7s 6d 9d Kd 7c Xr Xb", "Qh, Kh, 7h", ("play 7c",)),
    ),
    "the last to play takes with a joker what he needs": Position(
        *(12, "h", (3, 3, 2, 2), (0, 1, 2, 0), 1),
        *("6d 8d Qc Ac Xr Xb", "8s, Ts, 6h", ("play Xr top", "play Xb top")),
        reached="1 of 10: 12000 playouts make it worth 162, and any diamond or club 152 to 155",
    ),
    "the queen of trumps goes under the joker, not the ace": Position(
        *(12, "h", (0, 0, 4, 3), (0, 0, 0, 1), 2),
        *("9s As Th Qh Ah 8c Kc Ac", "Xb high d, Kd, 7d", ("play Qh", "play Th")),
    ),
    "the jack of diamonds is led": Position(
        *(9, "c", (2, 4, 3, 2), (0, 1, 1, 0), 1, "9h Th Jd 8c 9c Jc Xr", "", ("play Jd",)),
        reached="0 of 10: 8000 playouts say 91 for the jack and 71 for the joker called high in "
        "clubs if they try all replies alike, -6 and 42 as experts do",
    ),
    # The ace, the ten and the eight of diamonds had been played; here they are plain cards.
    "the joker takes a trick of trumps and saves a trump for a ruff": Position(
        *(7, "d", (3, 1, 4, 2), (1, 0, 2, 0), 2, "6h Qh 7d Xr", "6d, Kd", ("play Xr top",)),
    ),
    "a low heart is led, not the king": Position(
        *(12, "s", (4, 0, 3, 3), (0, 0, 0, 1), 3),
        *("9s Js 7h Jh Kh 7d Td 9c", "", ("play 7h",)),
        reached="3 of 10: to its playouts three hearts are within a point of each other",
    ),
}


def right_in(game: str, view: Any, right: Sequence[str]) -> int:
    """Count the seeds in which an expert chooses right."""
    return sum(choose(game, view, "expert", Random(seed)) in right for seed in range(SEEDS))


def marked(positions: Mapping[str, Position | TilePosition]) -> list[Any]:
    """Mark decisions not yet chosen right; ten decisions of an expert take seconds."""
    return [
        pytest.param(
            name,
            marks=[
                *([pytest.mark.xfail(reason=each.reached, strict=True)] if each.reached else []),
                pytest.mark.nightly,
            ],
        )
        for name, each in positions.items()
    ]


@pytest.mark.parametrize("name", marked(POSITIONS))
def test_an_expert_chooses_right_in_nine_of_ten_seeds(name: str) -> None:
    position = POSITIONS[name]
    found = right_in("joker", position.view(), position.right)
    assert found >= RIGHT, f"right in {found} of {SEEDS} seeds"


HINTED: Final = [name for name, position in POSITIONS.items() if not position.reached]


@pytest.mark.nightly
@pytest.mark.parametrize("name", HINTED)
def test_a_hint_is_right_by_every_one_of_ten_generators(name: str) -> None:
    position = POSITIONS[name]
    found = {advise("joker", position.view(), Random(seed)).move for seed in range(SEEDS)}
    assert found <= {*position.right}


def test_a_hint_takes_with_the_joker_and_keeps_the_trump() -> None:
    """One hint with one generator is enough to see it."""
    position = POSITIONS["the joker takes a trick of trumps and saves a trump for a ruff"]
    assert advise("joker", position.view(), Random(1)).move in position.right


def test_a_joker_is_not_spent_on_a_trick_that_a_plain_card_takes() -> None:
    """At a glance: the position of the long run, for a weaker bot with three seeds."""
    view = POSITIONS["a plain card takes what a joker need not"].view()
    assert {choose("joker", view, "hard", Random(seed)) for seed in range(3)} == {"play 7c"}


@pytest.mark.parametrize("name", list(POSITIONS))
def test_the_positions_are_what_they_are_said_to_be(name: str) -> None:
    position = POSITIONS[name]
    view = position.view()
    assert view.taken == position.taken
    assert set(position.right) <= set(joker.legal(view))
    assert len(set(view.plays)) == len(view.plays)
    held = view.cards - sum(position.taken)
    assert len(view.hand) == held


# --- Domino Poker -----------------------------------------------------------------------------


@dataclass(frozen=True)
class TilePosition:
    """A tile to be played in Domino Poker; bids are by seat."""

    deal: int
    bids: tuple[int | None, ...]
    seat: int
    hand: str
    tricks: tuple[tuple[int, str], ...]
    """The leader, and the tiles in the order of play; the last trick is on the table."""
    right: tuple[str, ...]
    """The moves that cost least."""
    taken: tuple[int, ...]
    reached: str = ""
    """Why an expert fails in more than one of ten seeds, with measurements."""

    def view(self) -> domino_poker.View:
        """Play up to the decision; return the view of the seat."""
        plays = [
            ((leader + step) % 4, tile)
            for leader, trick in self.tricks
            for step, tile in enumerate(trick.split())
        ]
        state = begin(domino_poker, options(), 4, Rigged(4, {self.deal: self._hands(plays)}))
        play_while(state, lambda s: s.deal < self.deal)
        while state.phase == "bid":
            bidder = domino_poker.to_act(state)[0]
            make(domino_poker, state, bidder, f"bid {self.bids[bidder]}")
        for seat, tile in plays:
            make(domino_poker, state, seat, f"play {tile}")
        return domino_poker.view(state, self.seat)

    def _hands(self, plays: Sequence[tuple[int, str]]) -> list[str]:
        """Give each player the tiles played, the seat its hand, and the others any tiles."""
        hands = [[tile for seat, tile in plays if seat == own] for own in range(4)]
        hands[self.seat] += self.hand.split()
        free = [tile for tile in TILES if not any(tile in hand for hand in hands)]
        size = len(hands[self.seat])
        for hand in hands:
            while len(hand) < size:
                hand.append(free.pop())
        return [" ".join(hand) for hand in hands]


TILE_POSITIONS: Final = {
    # The tiles played are unknown: here they are two tricks of plain tiles.
    "the middling trump is spent, not the second best": TilePosition(
        *(5, (2, 1, 0, 1), 0, "3-1 5-0 0-0"),
        ((0, "5-3 2-1 5-1 6-5"), (3, "5-4 2-2 4-4 6-6"), (2, "3-3 4-3")),
        *(("play 5-0",), (0, 0, 1, 1)),
        reached="6 of 10: of 120 ways to fill in what had been played this one is the best for it, "
        "and 40 000 playouts still find both trumps worth the same",
    ),
    # The first trick of a deal without bids: all of it is known.
    "the last to play takes a trick as cheaply as he can": TilePosition(
        *(18, (None,) * 4, 0, "3-2 5-1 4-3 5-5 1-0 5-0 1-1"),
        ((1, "3-3 2-1 2-2"),),
        *(("play 4-3",), (0, 0, 0, 0)),
    ),
    # The tiles played are unknown: here they are three tricks after which 1-1 costs two points, as
    # was claimed.
    "the best tile is kept where not every trick can be taken": TilePosition(
        *(8, (0, 2, 5, 2), 2, "2-1 6-4 2-0 1-1"),
        ((3, "6-1 4-3 6-6 5-2"), (1, "6-2 5-0 6-0 6-5"), (3, "6-3 5-5 3-0 4-0")),
        *(("play 2-1",), (0, 1, 1, 1)),
    ),
}


@pytest.mark.parametrize("name", marked(TILE_POSITIONS))
def test_an_expert_at_domino_poker_chooses_right_in_nine_of_ten_seeds(name: str) -> None:
    position = TILE_POSITIONS[name]
    found = right_in("domino_poker", position.view(), position.right)
    assert found >= RIGHT, f"right in {found} of {SEEDS} seeds"


@pytest.mark.parametrize("name", list(TILE_POSITIONS))
def test_the_positions_at_domino_poker_are_what_they_are_said_to_be(name: str) -> None:
    position = TILE_POSITIONS[name]
    view = position.view()
    assert view.to_act == (position.seat,)
    assert view.taken == position.taken
    assert {*view.hand} == {*position.hand.split()}
    assert set(position.right) < set(domino_poker.legal(view))


# --- Kozel ------------------------------------------------------------------------------------


def kozel_view() -> kozel.View:
    """Seat 0 of two with 0-0 4-0 4-1 6-1 6-5 at ends 1 and 4, and fourteen in the market."""
    mine = tile_mask(["0-0", "4-0", "4-1", "6-1", "6-5"])
    line = ["1-2", "2-2", "2-3", "3-4"]
    laid = tile_mask(["2-1", "2-2", "3-2", "4-3"])
    unseen = [tile for tile in range(28) if not (mine | laid) >> tile & 1]
    state = kozel.State(kozel.Options(), 2)
    state.deal = 1
    state.hands = [mine, sum(1 << tile for tile in unseen[:5])]
    state.line, state.left, state.right, state.laid = line, 1, 4, laid
    state.market = unseen[5:]
    return kozel.view(state, 0)


@pytest.mark.nightly
@pytest.mark.xfail(
    reason="hardly ever: if everybody plays on by what was learnt, 4-0 is worth 1.3 points more;"
    " only a tree over the replies finds 4-1, and over whole matches it plays no better",
    strict=True,
)
def test_in_kozel_the_tile_that_keeps_both_ends_is_laid() -> None:
    """4-1 and not 6-1: 4.7 points, found by 30 000 playouts."""
    moves = [choose("kozel", kozel_view(), "expert", Random(seed)) for seed in range(SEEDS)]
    right = sum(move.startswith("lay 4-1") for move in moves)
    assert right >= RIGHT, f"right in {right} of {SEEDS} seeds: {moves}"
