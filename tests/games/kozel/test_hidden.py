"""Imagined deals of Kozel, prepared once a decision, are like the deals of the rules."""

from __future__ import annotations

from random import Random

import core.games.kozel.rules as kozel
from core.games.kozel.bot import brief
from core.games.kozel.bot_deal import HiddenDeal, OpenDeal
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
