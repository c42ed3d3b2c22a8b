"""The last tricks: counted out by the worlds each player can tell apart, in all worlds at once."""

from collections.abc import Sequence

import pytest

from core.dealing import all_hands
from core.games.joker.sheet import Options
from core.games.joker.tricks import ACTION, card_mask, trick_rules
from core.tricks import endings
from core.tricks.endings import Counted, World, best, count, sure_plans
from core.tricks.kernel import Tricks

TRUMP = 1
"""Hearts."""


def world(hands: str, turn: int = 0, weight: float = 1.0) -> World:
    cards = [card_mask(hand.split()) for hand in hands.split("/")]
    rules = trick_rules(Options(), TRUMP)
    return World(Tricks(rules, cards, turn, cards[0].bit_count()), weight)


def want(*bids: int) -> object:
    """Value a deal by whether each seat takes the tricks it wants."""

    def value(taken: Sequence[int]) -> list[float]:
        return [float(bid == had) for bid, had in zip(bids, taken, strict=True)]

    return value


def counted(worlds: Sequence[World], bids: Sequence[int], goal: int) -> dict[str, Counted]:
    found = count(worlds, want(*bids), goal)
    assert found is not None
    names = {action: card for card, action in ACTION.items()}
    return {names[each.action]: each for each in found}


def test_what_makes_the_bid_in_every_world_is_sure() -> None:
    worlds = [
        world("Ah 7s / 8s 9s / Ts Js / Qs Ks"),
        world("Ah 7s / 8s Ks / Ts Js / 9s Qs"),
    ]
    one = counted(worlds, (1, 0, 0, 1), goal=1)
    assert one["Ah"].sure
    assert one["7s"].sure
    both = counted(worlds, (2, 0, 0, 0), goal=2)
    assert not both["Ah"].sure
    assert one["Ah"].worths[0] == pytest.approx(1)
    assert one["Ah"].kept == 1
    assert both["Ah"].kept == 0


def test_what_fails_in_one_world_is_not_sure_and_is_worth_as_much_less() -> None:
    worlds = [
        world("Kh 7s / 8s 9s / Ts Js / Qs Ks", weight=3),
        world("Kh 7s / Ks Ah / Ts Js / Qs 9s"),
    ]
    found = counted(worlds, (1, 1, 0, 0), goal=1)
    assert not found["Kh"].sure
    assert found["Kh"].worths[0] == pytest.approx(3 / 4)
    assert found["Kh"].kept == pytest.approx(3 / 4)


def test_what_needs_another_plan_in_each_world_is_not_sure() -> None:
    """Which king takes the trick depends on the hidden nine of spades."""
    worlds = [
        world("Kd Ks 8c / 7c 9s Qd / 9d 6h 7h / Ts Td 8d"),
        world("Kd Ks 8c / Qd Td 7c / 9s 7h 6h / 9d Ts 8d"),
    ]
    for each in worlds:
        assert counted([each], (1, 0, 0, 0), goal=1)["8c"].sure
    together = counted(worlds, (1, 0, 0, 0), goal=1)["8c"]
    assert not together.sure
    assert together.kept < 1


def test_no_player_sees_into_a_hand_that_is_hidden_from_him() -> None:
    """Seat 0 has to choose the same card in both worlds when it leads to the second trick."""
    worlds = [
        world("As 7d 7c / Ks 8d 9c / Qs 9d 8c / Js Td 6d"),
        world("As 7d 7c / Ks 8c 9c / Qs 9d 8d / Js Td 6d"),
    ]
    apart = [counted([each], (1, 0, 0, 2), goal=1)["As"].worths[0] for each in worlds]
    together = counted(worlds, (1, 0, 0, 2), goal=1)["As"].worths[0]
    assert together <= sum(apart) / 2 + 1e-9


def test_too_many_lines_are_not_counted() -> None:
    hands = ["As Ks Qs Js Ts", "Ad Kd Qd Jd Td", "Ac Kc Qc Jc Tc", "Ah Kh Qh Jh Th"]
    assert count([world("/".join(hands))], want(1, 1, 1, 1), None) is None


def test_the_best_is_a_sure_action_even_if_another_promises_more() -> None:
    promised = [Counted(1, (0.0, 0.0), sure=True), Counted(2, (5.0, 0.0), sure=False)]
    assert best(promised, 0) == 1
    assert best([each._replace(sure=False) for each in promised], 0) == 2


def test_a_sure_plan_is_found_in_far_more_worlds_than_are_counted_out() -> None:
    """The low spade is played first, however nine cards lie in three hands: led last, it might
    take.
    """
    rules, mine = trick_rules(Options(), TRUMP), card_mask(["Ah", "Kh", "7s"])
    rest = [ACTION[card] for card in ("8s", "9s", "Ts", "8d", "9d", "Td", "8c", "9c", "Tc")]
    free = sum(1 << card for card in rest)
    hands = all_hands([[free] * 3] * 3, rest, most=2000)
    assert hands is not None
    assert len(hands) == 1680 > endings.WORLDS
    worlds = [Tricks(rules, [mine, *others], 0, 3) for others in hands]
    assert sure_plans(worlds, 2, worlds[0].legal()) == [ACTION["7s"]]
    assert not sure_plans(worlds, 0, worlds[0].legal())


def test_without_time_no_plan_is_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    tricks = world("Ah 7s / 8s 9s / Ts Js / Qs Ks").tricks
    assert sure_plans([tricks], 1, tricks.legal())
    assert not sure_plans([tricks], 1, tricks.legal(), lambda: True)
    monkeypatch.setattr(endings, "_SURE_STEPS", 0)
    assert not sure_plans([tricks], 1, tricks.legal())


def test_all_ways_to_fill_hands_are_listed_once() -> None:
    pieces = [0, 1, 2]
    assert all_hands([[0b111], [0b011, 0b011]], pieces, most=10) == [[0b100, 0b011]]
    assert all_hands([[0b111], [0b111]], pieces, most=10) == [
        [1 << one, 1 << other] for one in pieces for other in pieces if one != other
    ]
    assert all_hands([[0b111], [0b111]], pieces, most=5) is None
    assert all_hands([[-1] * 9, [-1] * 9], range(28), most=10**9) is None
