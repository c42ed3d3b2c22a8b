"""The tree search of trick games: it finds sure tricks and the best reply, and repeats itself."""

from random import Random

from core.tricks.kernel import TrickRules, Tricks
from core.tricks.tree import Simulation, bid_search, tree_search

RULES = TrickRules(
    seats=2, wild_bit=8, lead=[0] * 8, duties=[()], power=[[n + 1 for n in range(8)]]
)
"""Eight pieces, the higher one takes the trick, and no seat has to follow anything."""


def hands(mine: str, his: str, left: int = 2) -> Tricks:
    masks = [sum(1 << int(piece) for piece in hand) for hand in (mine, his)]
    return Tricks(RULES, masks, 0, left)


def tricks_taken(tricks: Tricks, played: int) -> list[float]:
    """Play on with the lowest piece each time; the value is the tricks taken."""
    while tricks.left:
        tricks.apply(tricks.legal()[0])
    return [float(taken) for taken in tricks.taken]


def test_replies_are_the_best_ones_and_not_those_of_the_policy() -> None:
    """One trick counts: the policy would reply to 5 with 4, but the holder of the 6 does not."""
    assert tree_search(Simulation(lambda: hands("57", "46", left=1), tricks_taken, 1.0), 200) == 7


def test_the_tricks_taken_are_told_to_the_policy_that_plays_on() -> None:
    seen = set()

    def note(tricks: Tricks, played: int) -> list[float]:
        seen.add((played | tricks.hands[0] | tricks.hands[1], played.bit_count() > 0))
        return tricks_taken(tricks, played)

    tree_search(Simulation(lambda: hands("57", "46"), note, 1.0), 50)
    assert seen == {(0b11110000, True)}


def test_the_same_generator_leads_to_the_same_action() -> None:
    def found(seed: int) -> int:
        rng = Random(seed)

        def imagine() -> Tricks:
            pieces = list("0123467")
            rng.shuffle(pieces)
            return hands("5" + "".join(pieces[:2]), "".join(pieces[2:5]))

        return tree_search(Simulation(imagine, tricks_taken, 1.0), 60)

    assert [found(seed) for seed in range(5)] == [found(seed) for seed in range(5)]


def test_told_to_stop_it_has_tried_each_action_once() -> None:
    tried = []

    def note(tricks: Tricks, played: int) -> list[float]:
        tried.append(played)
        return tricks_taken(tricks, played)

    simulation = Simulation(lambda: hands("57", "46", left=1), note, 1.0)
    assert tree_search(simulation, 10**9, lambda: True) in (5, 7)
    assert sorted(tried) == [1 << 5, 1 << 7]


def test_a_bid_is_priced_with_others_who_spoil_it() -> None:
    """The policy would leave both tricks to seat 0; the 6's holder, who wants tricks, does not."""

    def simulation(bid: int) -> Simulation:
        def worth(tricks: Tricks, played: int) -> list[float]:
            mine, his = tricks_taken(tricks, played)
            return [float(mine == bid) * (1 + bid), his]

        return Simulation(lambda: hands("57", "46"), worth, 1.0)

    assert bid_search((0, 1, 2), simulation, 0, 600) == 1


def test_told_to_stop_each_bid_has_been_tried_once() -> None:
    tried = []

    def simulation(bid: int) -> Simulation:
        def worth(tricks: Tricks, played: int) -> list[float]:
            tried.append(bid)
            return [float(bid), 0.0]

        return Simulation(lambda: hands("57", "46"), worth, 1.0)

    assert bid_search((1, 3, 2), simulation, 0, 100_000, stop=lambda: True) == 3
    assert sorted(tried) == [1, 2, 3]


def test_likely_replies_are_tried_first_and_poor_ones_given_up() -> None:
    """The holder is expected to reply to 5 with 4; that loses the trick, so 6 is found all the
    same.
    """
    answers = []

    def note(tricks: Tricks, played: int) -> list[float]:
        answers.append(played & ~(1 << 5 | 1 << 7))
        return tricks_taken(tricks, played)

    def prior(tricks: Tricks, played: int) -> list[float]:
        return [0.9, 0.1]  # the lower of the two pieces that each seat holds is likely

    simulation = Simulation(lambda: hands("57", "46", left=1), note, 1.0, prior)
    assert tree_search(simulation, 200) == 7
    replies = [answer for answer in answers if answer]
    assert replies[:2] == [1 << 4, 1 << 4], "to 5 and to 7"
    assert replies.count(1 << 6) > 20
