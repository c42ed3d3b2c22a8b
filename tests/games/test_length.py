"""The stated length of a match, beside matches that were played."""

import pytest

from core.game import DEAL_ENDS, house_rules, parse_options
from core.games import FACTS, GAMES, NAMES
from core.records.replay import walk
from tests.support.matches import Case, finished

MATCHES = 5


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("which", [0, -1], ids=["fewest", "most"])
def test_a_match_has_as_many_deals_and_moves_as_is_said(name: str, which: int) -> None:
    game = GAMES[name]
    options = parse_options(game.Options, FACTS[name].SHORT_MATCH)
    seats = game.SEATS[which]
    length = game.length(options, seats)
    counts, moves = [], []
    for seed in range(1 if length.exact else MATCHES):
        match = finished(Case(game, options, seats, name), seed)
        replay = walk(GAMES, match.text().splitlines())
        told = [event.kind for step in replay.steps for event in step.events]
        counts.append(sum(kind in DEAL_ENDS for kind in told))
        moves.append(sum(step.seat is not None for step in replay.steps) / seats)
        assert length.unit in told
    if length.exact:
        assert counts == [length.count]
    assert length.count == pytest.approx(sum(counts) / len(counts), rel=0.5)
    assert length.moves == pytest.approx(sum(moves) / len(moves), rel=0.5)


@pytest.mark.parametrize("name", NAMES)
def test_the_house_rule_of_the_length_is_one_of_the_game(name: str) -> None:
    assert FACTS[name].LENGTH in {rule.name for rule in house_rules(GAMES[name].Options)}
