"""The length of the offered moves reveals nothing of the hand."""

from random import Random
from typing import Any

import pytest

from core.games import GAMES
from net.table.match import MAX_OFFERED
from net.wire.bounds import MAX_MOVE
from net.wire.from_host import Offered
from net.wire.protocol import BLOCK, MAX_FRAME, encode, padded
from net.wire.to_host import Ask
from tests.support.harness import Harness

OPEN_NUMBERS = {"graph_poker"}
"""Here the cards in hand and the open cells determine the number of moves, and all players know
both.
"""


def length(offered: Offered) -> int:
    return len(encode(padded(offered)))


@pytest.mark.parametrize("count", [0, 1, 20, 100, 148, 149, 150, 151, 500])
def test_every_offer_fills_whole_blocks(count: int) -> None:
    for size in range(1, MAX_MOVE + 1):
        assert length(Offered(7, ["m" * size] * count)) % BLOCK == 0


def test_the_longest_offer_fits_into_a_frame() -> None:
    assert length(Offered((1 << 53) - 1, ["m" * MAX_MOVE] * MAX_OFFERED, True)) <= MAX_FRAME


@pytest.mark.parametrize("game", [game for name, game in GAMES.items() if name not in OPEN_NUMBERS])
def test_all_offers_of_a_match_have_one_length(game: Any) -> None:
    harness, rng, lengths = Harness(game, game.SEATS[0]), Random(4), set()
    people = [harness.join(f"Player {seat}") for seat in range(game.SEATS[0])]
    harness.start(*people[1:], owner=people[0])
    for _ in range(400):
        if harness.table.phase != "playing":
            break
        seat = rng.choice(harness.live.to_act())
        lengths |= {len(encode(person.send(Ask())[-1])) for person in people}
        people[seat].play(rng.choice(harness.live.legal(seat)))
    assert lengths == {BLOCK}
