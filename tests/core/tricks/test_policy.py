"""A learnt policy of trick games: its signs, and their sums."""

from dataclasses import replace
from random import Random

import pytest

from core.tricks.kernel import TrickRules, Tricks
from core.tricks.policy import (
    ALL,
    SIZE,
    LearntPolicy,
    Strays,
    Strengths,
    signs,
    situation,
    weights_of,
)
from kozyr_kits.training.trainers import TRAINERS

RULES = TrickRules(
    seats=3, wild_bit=9, lead=[0] * 9, duties=[()], power=[[n + 1 for n in range(9)]]
)
"""Nine pieces, the higher one takes the trick, and no seat has to follow anything."""
STRENGTHS = Strengths(RULES, trumps=0, suited=False)


def hands(*each: str, left: int = 2) -> Tricks:
    masks = [sum(1 << int(piece) for piece in hand) for hand in each]
    return Tricks(RULES, masks, 0, left)


def random_weights(seed: int) -> list[int]:
    rng = Random(seed)
    return [rng.randint(-100, 100) for _ in range(SIZE)]


def test_a_policy_needs_all_its_weights() -> None:
    with pytest.raises(ValueError, match="weights instead of"):
        LearntPolicy([0] * (SIZE - 1))


def test_of_actions_that_weigh_the_same_it_takes_the_lowest() -> None:
    assert (
        LearntPolicy([0] * SIZE).choose(STRENGTHS, hands("15", "04", "23"), [1, 1, 0], 0b11101) == 1
    )


def test_chances_follow_the_weights_and_add_up_to_one() -> None:
    policy, tricks = LearntPolicy(random_weights(3)), hands("15", "04", "23")
    chances = policy.chances(STRENGTHS, tricks, [1, 1, 0], 0b11101)
    assert sum(chances) == pytest.approx(1)
    chosen = policy.choose(STRENGTHS, tricks, [1, 1, 0], 0b11101)
    assert tricks.legal()[chances.index(max(chances))] == chosen
    assert LearntPolicy([0] * SIZE).chances(STRENGTHS, tricks, [1, 1, 0], 0b11101) == [0.5, 0.5]


class TestSituation:
    def test_what_is_wanted_is_seen_against_what_is_left(self) -> None:
        tricks = hands("15", "04", "23")
        needs = {ALL: 0, 0: 1, 1: 3, 2: 2, 3: 6}
        assert {need: situation(tricks, [need, 0, 0]).need for need in needs} == needs

    def test_together_they_want_too_few_as_many_or_too_many(self) -> None:
        tricks = hands("15", "04", "23")
        found = [situation(tricks, needs).pressure for needs in ([1, 0, 0], [1, 1, 0], [1, 1, 1])]
        assert found == [0, 1, 2]

    def test_only_those_yet_to_play_count_as_wanting_the_trick(self) -> None:
        tricks = hands("15", "04", "23")
        assert situation(tricks, [1, 1, 1]).wanters == 2
        tricks.apply(1)
        assert situation(tricks, [1, 1, 1]).wanters == 1

    def test_a_player_who_has_the_trick_wants_it_or_not(self) -> None:
        tricks = hands("15", "04", "23")
        assert situation(tricks, [1, 1, 1]).owner == 0
        tricks.apply(5)
        assert [situation(tricks, [need, 1, 1]).owner for need in (1, 0, ALL)] == [1, 2, 3]


def test_an_action_that_nothing_unseen_can_beat_looks_the_same_whatever_its_number() -> None:
    tricks = hands("58", "04", "23")
    found = signs(STRENGTHS, tricks, 0b11101, situation(tricks, [1, 1, 0]).need, (5, 8))
    assert found[0] == found[1]


@pytest.mark.parametrize("game", list(TRAINERS))
class TestGames:
    def test_it_adds_up_the_weights_that_training_counts(self, game: str) -> None:
        """The weights learnt are those used in play: both ways of adding up agree in every
        position.
        """
        weights, rng = random_weights(1), Random(2)
        policy = LearntPolicy(weights)
        for _ in range(8):
            deal = TRAINERS[game].training_deal(rng)
            tricks, unplayed = deal.tricks.copy(), deal.unplayed
            while tricks.left:
                needs, legal = deal.needs(tricks), tricks.legal()
                unseen = unplayed & ~tricks.hands[tricks.turn]
                now = situation(tricks, needs)
                seen = signs(deal.strengths, tricks, unseen, now.need, legal)
                worths = [sum(weights[each] for each in weights_of(now, sign)) for sign in seen]
                chosen = policy.choose(deal.strengths, tricks, needs, unseen)
                assert chosen == legal[worths.index(max(worths))]
                action = rng.choice(legal)
                unplayed &= ~tricks.rules.bit[action]
                tricks.apply(action)

    def test_it_looks_at_no_other_hand(self, game: str) -> None:
        policy, rng = LearntPolicy(random_weights(3)), Random(4)
        for _ in range(20):
            deal = TRAINERS[game].training_deal(rng)
            tricks = deal.tricks
            unseen = deal.unplayed & ~tricks.hands[tricks.turn]
            other = tricks.copy()
            other.hands = [
                hand if seat == tricks.turn else 0 for seat, hand in enumerate(tricks.hands)
            ]
            choices = [
                policy.choose(deal.strengths, each, deal.needs(tricks), unseen)
                for each in (tricks, other)
            ]
            assert choices[0] == choices[1]

    def test_it_plays_deals_out_to_the_last_trick(self, game: str) -> None:
        policy, rng = LearntPolicy(random_weights(5)), Random(6)
        for _ in range(20):
            deal = TRAINERS[game].training_deal(rng)
            tricks = deal.tricks.copy()
            taken = policy.play_out(
                deal.strengths, tricks, deal.goals, deal.unplayed, fixed=deal.fixed
            )
            assert sum(taken) == deal.tricks.left
            assert not any(tricks.hands)


def test_a_missed_goal_still_wants_no_trick_where_goals_are_fixed() -> None:
    deal = TRAINERS["domino_poker"].training_deal(Random(1))
    mizer = replace(deal, goals=(0,) * len(deal.goals), fixed=True)
    tricks = deal.tricks.copy()
    tricks.taken[0] = 2
    assert mizer.needs(tricks)[0] == 0
    assert replace(mizer, fixed=False).needs(tricks)[0] == -2


def test_strays_change_the_play_and_come_from_their_generator() -> None:
    policy = LearntPolicy(random_weights(5))

    def played(share: float, seed: int) -> list[int]:
        rng, strays = Random(seed), Strays(share, 1, Random(seed))
        found = []
        for _ in range(60):
            deck = list(range(9))
            rng.shuffle(deck)
            dealt = [sum(1 << piece for piece in deck[seat::3]) for seat in range(3)]
            tricks = Tricks(RULES, dealt, 0, 3)
            policy.play_out(STRENGTHS, tricks, [1, 1, 1], 0b111111111, strays=strays)
            found += tricks.taken
        return found

    assert played(0.5, 1) == played(0.5, 1)
    assert played(1.0, 1) != played(0.0, 1)
