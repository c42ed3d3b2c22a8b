"""The regret of decisions: nothing for the best move, what it gives away for a worse one."""

from __future__ import annotations

from random import Random

from bench.regret import regret
from core.games.joker import rules as joker
from tests.games.joker.joker_table import play_all, position


def test_a_move_costs_what_the_best_would_have_brought_more() -> None:
    """Whoever has passed plays last: with the ace he takes a trick that he does not want."""
    state = position("Ts 7d / 8s 8d / 9s 9d / 7s As", "6h", bids=(1, 0, 0, 0))
    play_all(state, ["Ts", "8s", "9s"])
    view = joker.view(state, 3)
    good, dear = (regret("joker", view, f"play {card}", Random(1), 80) for card in ("7s", "As"))
    assert good is not None
    assert dear is not None
    assert good < 6, "nothing but what chance does to so few deals"
    assert dear > 30


def test_where_there_is_no_choice_there_is_no_regret() -> None:
    state = position("Ts / 8s / 9s / 7s", "6h", bids=(1, 1, 0, 0))
    view = joker.view(state, 0)
    assert regret("joker", view, joker.legal(state, 0)[0], Random(1), 40) is None
