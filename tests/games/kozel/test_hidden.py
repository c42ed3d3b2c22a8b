"""Imagined deals of Kozel, prepared once per decision, are like deals by the rules."""

from collections import Counter
from random import Random

import core.games.kozel.rules as kozel
from core.games.kozel.bot import brief, packed
from core.games.kozel.bot_deal import HiddenDeal, OpenDeal
from core.games.kozel.moves import DRAW, PASS
from tests.support.matches import cases, some_positions

CASES = [case for case in cases() if case.game.NAME == kozel.NAME]


def test_they_are_what_the_rules_would_imagine() -> None:
    compared = 0
    for case in CASES:
        for number, match in enumerate(some_positions(case, seed=41, wanted=6)):
            for seat in kozel.to_act(match.state):
                view = kozel.view(match.state, seat)
                dealt = HiddenDeal(view).deal(Random(number))
                imagined = brief(kozel.imagine(view, Random(number)))
                for name in OpenDeal.__slots__:
                    assert getattr(dealt, name) == getattr(imagined, name)
                compared += 1
    assert compared > 20


def test_one_deal_does_not_change_the_next() -> None:
    match = next(iter(some_positions(CASES[0], seed=42, wanted=3)))
    hidden = HiddenDeal(kozel.view(match.state, kozel.to_act(match.state)[0]))
    first = hidden.deal(Random(1))
    first.lacks[0] = 127
    first.hands[0] = 0
    again = hidden.deal(Random(1))
    assert again.lacks[0] != 127
    assert again.hands[0]


def test_deals_played_out_draw_and_pass_as_the_rules_do() -> None:
    """K-R8, which stands a second time in what the bots play out, by every house rule."""
    ways: Counter[str] = Counter()
    for case in CASES:
        for number, match in enumerate(some_positions(case, seed=43)):
            state = match.state.copy()
            if not kozel.to_act(state) or not (lays := _lays(state)):
                continue
            deal, move = brief(state.copy()), Random(number).choice(lays)
            ended = deal.lay(packed(move, kozel.view(state, None).ends)) or deal.fetch()
            kozel.apply(state, state.turn, move)
            while state.playing and not _lays(state):
                ways[kozel.legal(state, state.turn)[0]] += 1
                kozel.apply(state, state.turn, kozel.legal(state, state.turn)[0])
            assert ended is not state.playing
            if state.playing:
                assert (deal.turn, deal.hands, deal.market, deal.lacks) == (
                    state.turn,
                    state.hands,
                    state.market,
                    state.lacks,
                )
    assert min(ways[DRAW], ways[PASS]) > 10


def _lays(state: kozel.State) -> list[str]:
    return [move for move in kozel.legal(state, state.turn) if move not in (DRAW, PASS)]
