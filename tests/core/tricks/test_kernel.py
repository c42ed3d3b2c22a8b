"""The trick kernel, tried with a small game: two suits of four cards, six trumps, one joker."""

import pytest

from core.tricks import kernel as tricks
from core.tricks.kernel import (
    NO_LEAD,
    HiddenHands,
    MoveTexts,
    TrickRules,
    Tricks,
    actions,
    proven_missing,
    ruled_out,
)

# Pieces 0..3 are suit A, 4..7 suit B (trumps). Two wild pieces at bits 8 and 9 with the modes
# "lead" (as the best of A), "top" and "bottom": actions 8, 9, 10 and 11, 12, 13.
A, B = 0b1111, 0b11110000
LEAD, TOP, BOTTOM = 8, 9, 10
PLAIN_A, PLAIN_B, CALLED_A = 0, 1, 2


def power(kind: int, action: int) -> int:
    if action >= 8:
        return (20, 100, 0)[(action - 8) % 3]
    if action >= 4:
        return 50 + action
    return 0 if kind == PLAIN_B else 1 + action


def toy(**more: object) -> TrickRules:
    tables: dict[str, object] = {
        "seats": 3,
        "wild_bit": 8,
        "lead": [PLAIN_A] * 4 + [PLAIN_B] * 4 + [CALLED_A, 0, 0] * 2,
        "duties": [[(A, False), (B, False)], [(B, False)], [(A, True), (B, False)]],
        "power": [[power(kind, action) for action in range(14)] for kind in range(3)],
        "wild_lead": 1 << LEAD,
        "wild_follow": 1 << TOP | 1 << BOTTOM,
        "wilds": 2,
    }
    return TrickRules(**{**tables, **more})


RULES = toy()


def mask(*pieces: int) -> int:
    return sum(1 << piece for piece in pieces)


def after(lead: int, hand: int, rules: TrickRules = RULES) -> tuple[int, ...]:
    """The legal actions of the second seat."""
    game = Tricks(rules, [rules.bit[lead], hand, 0], 0, 1)
    game.apply(lead)
    return game.legal()


def test_actions_lists_set_bits_lowest_first() -> None:
    assert actions(0) == ()
    assert actions(0b101001) == (0, 3, 5)
    assert actions(0b101001) is actions(0b101001)


def test_remembered_masks_do_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tricks, "ACTIONS_KEPT", 2)
    monkeypatch.setattr(tricks, "_actions", {})
    assert [actions(n) for n in (1, 2, 4)] == [(0,), (1,), (2,)]
    assert tricks._actions == {4: (2,)}


def test_the_texts_of_a_mask_are_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tricks, "ACTIONS_KEPT", 2)
    texts = MoveTexts(["play a", "play b", "play c"])
    assert texts[0b101] == ("play a", "play c")
    assert texts[0b101] is texts[0b101]
    assert [texts[mask] for mask in (0b1, 0b10)] == [("play a",), ("play b",)]
    assert dict(texts) == {0b10: ("play b",)}, "the memory was not kept small"


def test_a_leader_may_play_anything_and_each_wild_piece_in_its_own_modes() -> None:
    game = Tricks(RULES, [mask(0, 5, 8, 9), 0, 0], 0, 1)
    assert game.kind == NO_LEAD
    assert game.legal() == (0, 5, 8, 11)


def test_a_leader_without_wild_pieces_has_no_modes() -> None:
    assert Tricks(RULES, [mask(0, 5), 0, 0], 0, 1).legal() == (0, 5)


@pytest.mark.parametrize(
    "lead, hand, may",
    [
        (0, mask(1, 2, 5), (1, 2)),
        (0, mask(5, 6), (5, 6)),
        (4, mask(1, 2), (1, 2)),
        (LEAD, mask(1, 2, 5), (2,)),
        (0, mask(1, 5, 9), (1, 12, 13)),
        (0, mask(8), (9, 10)),
    ],
)
def test_the_first_duty_that_can_be_met_binds(lead: int, hand: int, may: tuple[int, ...]) -> None:
    assert after(lead, hand) == may


def test_a_strict_kind_of_lead_bars_wild_pieces_from_the_player_who_meets_a_duty() -> None:
    rules = toy(strict=(CALLED_A,))
    assert after(LEAD, mask(1, 2, 9), rules) == (2,)
    assert after(LEAD, mask(5, 9), rules) == (5,)
    assert after(LEAD, mask(9), rules) == (12, 13)
    assert after(0, mask(1, 9), rules) == (1, 12, 13)


def play(rules: TrickRules, *plays: int) -> Tricks:
    game = Tricks(rules, [rules.bit[action] for action in plays], 0, 1)
    for action in plays:
        assert action in game.legal()
        game.apply(action)
    return game


@pytest.mark.parametrize(
    "plays, winner",
    [
        ((0, 2, 1), 1),
        ((0, 2, 4), 2),
        ((LEAD, 3, 2), 0),
        ((0, 12, 10), 1),
        ((0, 12, 9), 1),
    ],
)
def test_the_strongest_takes_the_trick_and_leads_the_next(
    plays: tuple[int, ...], winner: int
) -> None:
    game = play(RULES, *plays)
    assert (game.turn, game.left, game.count, game.kind) == (winner, 0, 0, NO_LEAD)
    assert game.taken == [int(seat == winner) for seat in range(3)]
    assert game.hands == [0, 0, 0]


def test_later_wins_decides_between_equals() -> None:
    assert play(toy(later_wins=True), 0, 12, 9).winner == 2


def test_a_copy_goes_its_own_way() -> None:
    game = Tricks(RULES, [mask(0, 1), mask(2, 3), mask(4, 5)], 0, 2)
    game.apply(0)
    other = game.copy()
    other.apply(2)
    assert (game.turn, game.hands[1], game.count) == (1, mask(2, 3), 1)
    assert (other.turn, other.hands[1], other.count) == (2, mask(3), 2)
    assert other.rules is game.rules


@pytest.mark.parametrize(
    "kind, action, missing",
    [
        (PLAIN_A, 2, 0),
        (PLAIN_A, 5, A),
        (PLAIN_B, 2, B),
        (CALLED_A, 1, mask(2, 3)),
        (CALLED_A, 5, A),
        (PLAIN_A, TOP, 0),
        (CALLED_A, BOTTOM, 0),
    ],
)
def test_a_reply_rules_out_what_would_have_bound_it(kind: int, action: int, missing: int) -> None:
    assert ruled_out(RULES, kind, action) == missing


def test_a_discard_shows_that_no_duty_could_be_met() -> None:
    rules = toy(duties=[[(0b11, False), (B, False)], [(B, False)], [(A, True)]])
    assert ruled_out(rules, PLAIN_A, 2) == 0b11 | B


def test_a_wild_piece_on_a_strict_lead_shows_that_nothing_bound() -> None:
    rules = toy(strict=(CALLED_A,))
    assert ruled_out(rules, CALLED_A, TOP) == A | B
    assert ruled_out(rules, PLAIN_A, TOP) == 0


def test_the_plays_of_a_deal_prove_what_each_seat_lacks() -> None:
    """Only replies prove anything; a proof in one trick remains one in the next."""
    rules = toy()
    plays = [(0, 0), (1, 5), (2, 1), (2, LEAD), (0, 2), (1, 4), (2, 6), (0, 3)]
    first = ruled_out(rules, PLAIN_A, 5)
    second = [ruled_out(rules, CALLED_A, 2), ruled_out(rules, CALLED_A, 4)]
    third = ruled_out(rules, PLAIN_B, 3)
    assert first
    assert second[1]
    assert third
    assert proven_missing(rules, plays) == [second[0] | third, first | second[1], 0]


def test_all_deals_are_as_many_as_there_are_ways_to_share_the_hidden_pieces_out() -> None:
    hidden = HiddenHands(Tricks(toy(), [0] * 3, 0, 1), [[], [-1], [-1]], (1, 2), 0, 1, ())
    deals = hidden.all_deals(most=2)
    assert deals is not None
    assert [each.hands for each in deals] == [[1, 1 << 1, 1 << 2], [1, 1 << 2, 1 << 1]]
    assert hidden.all_deals(most=1) is None
    watched = HiddenHands(Tricks(toy(), [0] * 3, 0, 1), [[-1], [-1], [-1]], (1, 2, 3), None, 0, ())
    assert len(watched.all_deals(most=6) or ()) == 6
