"""Plans: a coach sees those of a few tricks, and experts and hints play those that cannot fail.

Each position is from a match of medium bots, with all its plays. The right move was found by
having bots that search at every turn play dozens of imagined deals to the end after each move
(`bench/borne_out.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

import pytest

from core.advice import at_table, numbers, settle, settled_sample
from core.bots import choose
from core.bots.values import mean, sample
from core.game import Move
from core.games import GAMES
from core.games.domino_poker.bot import TileBot
from core.games.domino_poker.moves import PLAY_MOVES
from core.games.joker import rules as joker
from core.review.decision import judge_now
from core.shuffle import SeededDecks
from core.tricks.bot import lowest_alike
from tests.core.bots.test_dear_decisions import TilePosition
from tests.games.joker.joker_table import play_first
from tests.support.dealing import begin
from tests.support.matches import THOROUGH, daily

GENERATORS: Final = 10 if THOROUGH else 1


@dataclass(frozen=True)
class CardPosition:
    """A decision of Joker; everything is by seat."""

    deal: int
    trump: str
    bids: tuple[int | None, ...]
    seat: int
    hand: str
    plays: str
    winners: tuple[int, ...]
    dealer: int
    right: tuple[Move, ...]
    upcard: str = ""

    def view(self) -> joker.View:
        """Return the view of the seat."""
        state = begin(joker, joker.Options(), 4, SeededDecks(7))
        while state.deal < self.deal:
            play_first(state)
        return replace(
            joker.view(state, self.seat),
            phase="play" if self.plays else "bid",
            dealer=self.dealer,
            trump=self.trump,
            upcard=self.upcard,
            hand=tuple(self.hand.split()),
            bids=self.bids,
            plays=tuple(play.strip() for play in self.plays.split(",") if play),
            winners=self.winners,
            to_act=(self.seat,),
        )


DRAWS: Final = TilePosition(
    *(8, (3, 0, 3, 1), 0, "6-1 6-5 6-6 5-0"),
    ((3, "1-1 0-0 6-0 4-0"), (3, "6-3 6-4 4-1 1-0"), (2, "4-3 2-1 3-1 4-4"), (1, "5-3 2-0 2-2")),
    *(("play 6-1",), (0, 1, 1, 1)),
)
"""5-0 is kept: if led next, it draws the last trump, and both sixes take their tricks."""

LETS_GO: Final = TilePosition(
    *(9, (1, 2, 2, 2), 2, "3-3 5-1 6-6 4-0"),
    ((0, "2-2 3-1 4-4 5-0"), (3, "4-3 0-0 1-1 6-5"), (1, "2-0 1-0 6-0 4-1"), (3, "6-3 5-3 3-2")),
    *(("play 3-3", "play 5-1"), (0, 1, 0, 2)),
)
"""6-6 and 4-0 take two of the next three tricks, so this trick goes to a player whom it hurts."""

TAKES: Final = CardPosition(
    *(15, "d", (0, 4, 2, 2), 2, "7h 8h 6d Ad"),
    *("Kh, 8s, Qh, 7d, Ac, Jc, Js, Kc, 8d", (1, 1), 1, ("play Ad",), "Jd"),
)
"""The ace of trumps takes the trick needed: only a player who saw this hand would top it."""

COSTS_NOTHING: Final = CardPosition(
    *(24, "c", (1, 2, 2, 3), 0, "7h Th Qh Ad"),
    "9d, Td, 6d, Qd, 7s, 9s, As, Qc, 7d, 9c, Kd, Jd, Ts, 7c, 8s, Kc, 8c, Ac, Tc, Xb top,"
    "Js, 8d, Xr bottom",
    *((3, 2, 3, 2, 1), 3, ("play Ad", "play 7h", "play Th")),
)
"""Trees say that the ace is 40 ahead; at a table the small hearts bring as much."""

SAFE_TILES: Final = TilePosition(
    *(17, (1, 1, 1, 1), 3, "4-2 5-2 6-4"),
    (
        *((0, "6-2 0-0 4-4 3-1"), (1, "4-3 6-5 6-0 2-2"), (3, "1-0 4-0 3-0 5-0")),
        *((2, "5-1 4-1 3-3 5-3"), (1, "5-5 6-3")),
    ),
    *(("play 5-2", "play 6-4"), (0, 2, 1, 1)),
)
SAFE_CARDS: Final = CardPosition(
    *(12, "s", (1, 5, 2, 0), 1, "9c Ac Xb"),
    "Qc, 7c, Tc, Kc, 6d, 9s, Ad, Qd, Kh, Qh, 7h, 6h, Ah, 9h, Th, 8h, Qs, Xr top, 7s, As,"
    "Ts, 8s, Js, Ks",
    *((0, 1, 1, 1, 2, 1), 0, ("play 9c", "play Ac")),
)

COUNTED: Final = TilePosition(
    *(9, (2, 1, 2, 3), 3, "4-2 6-4"),
    (
        *((0, "0-0 4-0 1-0 6-0"), (0, "4-1 2-1 5-0 3-1"), (2, "4-4 3-0 5-5 2-2")),
        *((3, "1-1 3-3 3-2 2-0"), (3, "4-3 6-1 5-1 6-2"), (2, "5-4")),
    ),
    *(("play 4-2", "play 6-4"), (1, 0, 2, 2)),
)
"""With this hand known to the others, 6-4 is 3.5 ahead; at the table it is 6 behind."""

UNSURE: Final = CardPosition(
    *(21, "c", (1, 0, 5, 2), 3, "Ks 6h Tc Jc Qc"),
    "6d, 7d, Jd, 8d, 9c, 7s, Xr top, 7c, Ad, 9d, 8s, Td, 8h, Th, 9h, 7h",
    *((0, 2, 2, 3), 1, ("play Tc", "play Ks", "play 6h")),
)
"""The numbers put Ks 50 ahead of the ten of trumps; at the table it is 40 behind."""

BIDS_FOUR: Final = CardPosition(
    *(23, "h", (2, 3, None, 1), 2, "9s Js 6h Th Kh 6d Jc Qc Xb"),
    *("", (), 2, ("bid 4", "bid 3", "bid 2")),
)
"""By the policy a bid of two is 28 ahead of four; in real play four is 40 ahead."""

BIDS_ONE: Final = CardPosition(
    *(2, "s", (0, 0, None, None), 2, "Ks Td"),
    *("", (), 3, ("bid 2",), "As"),
)
"""No other player has bid: two is 50 to 80 ahead of one by the policy, at the table and in play."""

WITHHELD: Final = {
    "counted": (COUNTED, "play 4-2"),
    "unsure": (UNSURE, "play Tc"),
    "bids four": (BIDS_FOUR, "bid 4"),
}

PLANS: Final = {"draws": DRAWS, "lets go": LETS_GO, "takes": TAKES, "costs nothing": COSTS_NOTHING}
SAFE: Final = {"tiles": SAFE_TILES, "cards": SAFE_CARDS}
SURE: Final = {"lets go": LETS_GO} | SAFE
BIDS_WORTH: Final = {"lets go": 20, "tiles": 10, "cards": 300}
"""The points of the bid in these positions, the most that can be gained; no premium is in sight."""
EXACT: Final = 1e-9


def game_of(position: TilePosition | CardPosition) -> str:
    return "joker" if isinstance(position, CardPosition) else "domino_poker"


@pytest.mark.parametrize("name", PLANS)
def test_the_plan_is_seen_by_every_generator_and_nothing_is_called_certain_against_it(
    name: str,
) -> None:
    """The first of the numbers is the hint: both are the best of the same sample."""
    position = PLANS[name]
    view = position.view()
    for seed in range(GENERATORS):
        found = numbers(game_of(position), view, Random(seed), "").moves
        assert found[0].move in position.right, seed
        assert not [each for each in found if each.certain and each.move in position.right], seed


@pytest.mark.parametrize("name", daily(WITHHELD, "counted"))
def test_nothing_is_called_costly_that_is_no_worse_at_a_table(name: str) -> None:
    position, made = WITHHELD[name]
    assert judge_now(game_of(position), position.view(), made) is None


def test_what_costs_at_a_table_too_is_called_costly() -> None:
    assert judge_now("joker", SAFE_CARDS.view(), "play Xb high c").best in SAFE_CARDS.right
    bid = judge_now("joker", BIDS_ONE.view(), "bid 1")
    assert bid.best in BIDS_ONE.right


def test_a_plan_that_small_trees_do_not_see_is_worth_what_the_table_says() -> None:
    view = DRAWS.view()
    small = sample("domino_poker", view, Random(1), 1200)
    settled = settled_sample("domino_poker", view, Random(1))
    assert (small.best, settled.best) == ("play 5-0", "play 6-1")
    assert settled.moves == small.moves
    assert settled.second["play 5-0"][0] < 0
    means = dict(zip(settled.moves, map(mean, settled.ahead), strict=True))
    assert means["play 6-1"] > means["play 5-0"] + 10


def test_the_same_chance_deals_the_same_at_a_table_whatever_else_is_tried() -> None:
    view, moves = DRAWS.view(), ("play 6-1", "play 5-0")
    both = at_table("domino_poker", view, 3, moves, 8)
    assert both is not None
    for at, move in enumerate(moves):
        alone = at_table("domino_poker", view, 3, (move,), 8)
        assert alone.ahead[0] == both.ahead[at]


def test_without_time_the_table_settles_nothing() -> None:
    view = DRAWS.view()
    assert at_table("domino_poker", view, 3, ("play 6-1", "play 5-0"), 8, lambda: True) is None
    hurried = settled_sample("domino_poker", view, Random(1), stop=lambda: True)
    assert hurried.cut_short
    assert not hurried.second


@pytest.mark.parametrize("name", SAFE)
def test_a_plan_that_cannot_fail_is_found_where_too_much_is_hidden_to_count(name: str) -> None:
    position = SAFE[name]
    game, view = game_of(position), position.view()
    found = sample(game, view, Random(1), 100)
    assert not found.exact
    assert found.sure
    assert {*found.sure} <= {*position.right}
    said = numbers(game, view, Random(1), "")
    assert said.sure
    assert said.moves[0].move in position.right


@pytest.mark.parametrize("name", SURE)
def test_a_plan_that_cannot_fail_is_worth_the_bid_by_every_one_of_ten_generators(name: str) -> None:
    position = SURE[name]
    for seed in range(GENERATORS):
        game, view, rng = game_of(position), position.view(), Random(seed)
        first = sample(game, view, rng, 300)
        assert first is not None
        found = settle(first, game, view, rng)
        assert found.sure
        for move, kept, own in zip(found.moves, found.kept, found.own, strict=True):
            assert kept == 1.0 or move not in found.sure
            assert mean(own) <= BIDS_WORTH[name] + EXACT
            if move in found.sure:
                assert mean(own) > BIDS_WORTH[name] - EXACT


def test_tiles_that_come_to_the_same_are_sure_together() -> None:
    """3-3 and 5-1 win and lose against the same, and 250 000 hands are too few for both."""
    assert {*sample("domino_poker", LETS_GO.view(), Random(1), 100).sure} == {*LETS_GO.right}


@pytest.mark.parametrize("name", SAFE)
def test_experts_play_a_plan_that_cannot_fail(name: str) -> None:
    position = SAFE[name]
    game, view = game_of(position), position.view()
    found = {choose(game, view, "expert", Random(seed)) for seed in range(GENERATORS)}
    assert found <= {*position.right}


@pytest.mark.parametrize("name", PLANS | SAFE)
def test_the_positions_are_legal(name: str) -> None:
    position = (PLANS | SAFE)[name]
    view: Any = position.view()
    legal: Sequence[Move] = GAMES[game_of(position)].legal(view)
    assert {*position.right} < {*legal}


# --- of equal pieces the lowest -------------------------------------------------------------------


def test_of_cards_that_come_to_the_same_the_lowest_is_played_and_both_are_worth_the_same() -> None:
    """Only the queen of spades is out: the king and the ace of spades are equivalent."""
    view = replace(TAKES.view(), hand=("Ks", "As", "7h", "8h"), trump="c", upcard="")
    view = replace(view, plays=(*view.plays[:-1], "7s"))
    for level in ("medium", "hard", "expert"):
        moves = {choose("joker", view, level, Random(seed)) for seed in range(GENERATORS)}
        assert "play As" not in moves
    found = sample("joker", view, Random(1), 200)
    worths = dict(zip(found.moves, found.ahead, strict=True))
    assert worths["play Ks"] == worths["play As"]
    assert found.best != "play As"


def test_cards_with_another_between_them_that_is_out_do_not_come_to_the_same() -> None:
    view = replace(TAKES.view(), hand=("Qs", "As", "7h", "8h"), trump="c", upcard="")
    view = replace(view, plays=(*view.plays[:-1], "7s"))
    found = sample("joker", view, Random(1), 200)
    worths = dict(zip(found.moves, found.ahead, strict=True))
    assert worths["play Qs"] != worths["play As"]


def test_tiles_of_which_one_beats_an_equal_that_is_out_do_not_come_to_the_same() -> None:
    """Nothing that is out beats 5-5 or 6-3 by following them; but only one tile beats 5-4 later."""
    played = (
        *("2-1", "3-3", "1-1", "6-4", "2-2", "5-2", "0-0", "6-0", "3-1", "4-3", "4-2", "2-0"),
        *("4-1", "1-0", "3-0", "4-4", "6-2", "6-1", "6-5", "5-0", "3-2", "6-6"),
    )
    view = replace(LETS_GO.view(), hand=("6-3", "5-5"), bids=(2, 1, 1, 2), played=played)
    bot = TileBot(view, "expert", Random(1))
    lowest = {PLAY_MOVES[action]: PLAY_MOVES[low] for action, low in lowest_alike(bot).items()}
    assert lowest["play 5-5"] == "play 5-5"
