"""The moves of a game as a table."""

import pytest

from core.moves import MoveTable
from core.tricks.bids import Bid, tricks_bid

BIDS: MoveTable[Bid] = MoveTable("Tiny", map(Bid, range(3)))


def test_a_move_is_read_from_its_own_text() -> None:
    assert BIDS.read("bid 2") == Bid(2)
    assert tricks_bid(BIDS.read("bid 0")) == 0
    assert "bid 1" in BIDS


def test_a_text_that_is_not_a_move_is_refused_with_the_name_of_the_game() -> None:
    assert "bid 3" not in BIDS
    with pytest.raises(ValueError, match="'bid 3' is not a move of Tiny"):
        BIDS.read("bid 3")
