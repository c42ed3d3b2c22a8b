"""Sharing out hidden pieces, and the draw that decides who begins a match."""

from collections import Counter
from random import Random

import pytest

from core.dealing import draw_highest, share, share_hands


def test_every_slot_gets_a_piece_it_may_have_and_no_piece_goes_twice() -> None:
    masks = [0b111100, 0b000011, 0b000110, 0b110000]
    for seed in range(50):
        given = share(masks, range(6), Random(seed))
        assert len(set(given)) == 4
        assert all(mask >> piece & 1 for mask, piece in zip(masks, given, strict=True))


def test_a_tight_fit_is_found_whatever_the_order() -> None:
    masks = [0b1111, 0b0111, 0b0011, 0b0001]
    for seed in range(50):
        assert share(masks, range(4), Random(seed)) == [3, 2, 1, 0]


def test_free_slots_are_filled_evenly() -> None:
    firsts = Counter(share([0b1111] * 2, range(4), Random(seed))[0] for seed in range(400))
    assert min(firsts.values()) > 60


def test_too_few_pieces_are_an_error() -> None:
    with pytest.raises(ValueError, match="no piece is left"):
        share([0b01, 0b01], range(2), Random(0))


def test_hands_get_as_many_pieces_as_they_have_slots_and_only_such_as_fit() -> None:
    slots = [[0b110, 0b100], [], [0b111]]
    for seed in range(20):
        assert share_hands(slots, range(3), Random(seed)) == [0b110, 0, 0b001]


def test_hands_need_not_take_every_piece() -> None:
    hands = share_hands([[0b1111], [0b1111]], range(4), Random(1))
    assert [hand.bit_count() for hand in hands] == [1, 1]
    assert not hands[0] & hands[1]


# --- who begins -------------------------------------------------------------------------------


def test_the_highest_wins_and_the_draw_is_told() -> None:
    assert draw_highest(["3", "9", "5", "8"], 3, int) == (1, (("3", "9", "5"),))


def test_tied_seats_alone_draw_again_from_what_follows() -> None:
    order = ["7", "2", "7", "4", "4", "1", "6", "9"]
    rounds = (("7", "2", "7"), ("4", "", "4"), ("1", "", "6"))
    assert draw_highest(order, 3, int) == (2, rounds)


def test_the_first_of_tied_seats_wins_when_the_deck_runs_out() -> None:
    assert draw_highest(["2", "5", "5", "5", "1"], 4, int) == (1, (("2", "5", "5", "5"),))
