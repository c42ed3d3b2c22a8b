"""What another way of searching would win: an expert that uses it, against the expert as it is.

    python -m bench.levers [GAME...] [--seats N] [--first N] [--matches N] [--jobs N]

The lever: two searches with half the playouts each, which drop choices independently, instead of
one; where they differ, the choice with the better mean over both. In the trick games that is two
half trees. Both experts play the same decks with the seats exchanged; long, so it runs by
name only.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from time import perf_counter
from typing import Any, Final, NamedTuple, TypeVar

from bench import report
from core.arena.duplicate import DeckReport, DeckTask, play_deck, standings
from core.arena.match import TimedDecision, generators, players
from core.bots import BOTS, LEVELS, choose
from core.bots.values import ROLLERS
from core.game import Game
from core.games import GAMES
from core.match import Match
from core.shuffle import SeededDecks
from core.tricks import tree as trick_tree
from core.tricks.tree import Simulation, Tree

USUAL: Final = LEVELS[-1]
LEVER: Final = "halves"
"""The name of the contestant that searches in the other way."""
MATCHES: Final = 50
TOLD_EVERY: Final = 5
"""The mean is printed each time this many decks have been played."""

_Choice = TypeVar("_Choice")


class Half(NamedTuple):
    """One of two searches: what tries choices once more, and what they are worth so far."""

    grow: Callable[[Sequence[Any]], None]
    worth: Callable[[Any], float]


def run(words: Sequence[str] = ()) -> None:
    """Measure and print; `words` are the arguments that follow on the command line."""
    parser = report.part_parser("levers", tuple(ROLLERS), MATCHES)
    parser.add_argument(
        "--seats", type=int, choices=(2, 4), default=2, help="4 where a game has no table for two"
    )
    args = parser.parse_args(words)
    report.heading("levers", "Points that two half searches are ahead of one, 95 % intervals")
    with ProcessPoolExecutor(args.jobs) as pool:
        for name in args.games or ROLLERS:
            found: list[DeckReport] = []
            contestants = (LEVER, USUAL) * (max(args.seats, GAMES[name].SEATS[0]) // 2)
            tasks = [
                DeckTask(name, {}, contestants, seed)
                for seed in range(args.first, args.first + args.matches)
            ]
            for each in pool.map(play_both_ways, tasks):
                found.append(each)
                if not len(found) % TOLD_EVERY or len(found) == len(tasks):
                    _tell(name, found)


def play_both_ways(task: DeckTask) -> DeckReport:
    """Play one deck twice, with the seats of the two exchanged."""
    seats = task.contestants
    return play_deck(task, perf_counter, play_match, (seats, (*seats[1:], seats[0])))


def play_match(
    game: Game, options: Any, contestants: Sequence[str], seed: int, clock: Callable[[], float]
) -> tuple[Match, list[TimedDecision]]:
    """Play a match between experts of both kinds, without a time limit."""
    match = Match(game, options, players(contestants), SeededDecks(seed))
    match.deal_due()
    minds = generators(seed, len(contestants))
    while seats := game.to_act(match.state):
        seat = seats[0]
        view = game.view(match.state, seat)
        with pulled(BOTS[game.NAME]) if contestants[seat] == LEVER else nullcontext():
            move = choose(game.NAME, view, USUAL, minds[seat])
        match.play(seat, move)
        match.deal_due()
    return match, []


@contextmanager
def pulled(bot: Any) -> Iterator[None]:
    """Have a bot search in the other way meanwhile."""
    others = ((bot, "search", in_the_same_worlds), (trick_tree, "tree_search", in_two_trees))
    before = []
    for module, name, search in others:
        if hasattr(module, name):
            before.append((module, name, getattr(module, name)))
            setattr(module, name, search)
    try:
        yield
    finally:
        for module, name, usual in before:
            setattr(module, name, usual)


def in_the_same_worlds(
    choices: Sequence[_Choice],
    imagine: Callable[[], Any],
    cost: Callable[[Any, _Choice], float],
    playouts: int,
    *_: object,
) -> _Choice:
    """Search twice by trying choices in the same worlds; takes what `core.bots.search` takes."""

    def half() -> Half:
        costs: dict[_Choice, list[float]] = {choice: [] for choice in choices}

        def grow(left: Sequence[_Choice]) -> None:
            world = imagine()
            for choice in left:
                costs[choice].append(cost(world, choice))

        return Half(grow, lambda choice: -sum(costs[choice]) / len(costs[choice]))

    return of_two(choices, playouts, (half(), half()))


def in_two_trees(simulation: Simulation, steps: int, *_: object) -> int:
    """Search in two trees; takes what `tree_search` takes."""

    def half() -> Half:
        tree = Tree(simulation)

        def grow(left: Sequence[int]) -> None:
            for action in left:
                tree.grow(action)

        return Half(grow, tree.worth)

    return of_two(simulation.imagine().legal(), steps, (half(), half()))


def of_two(choices: Sequence[_Choice], steps: int, halves: tuple[Half, Half]) -> _Choice:
    """Return the best choice of two searches, each with half of the steps."""
    found = dict.fromkeys(_best(choices, steps // 2, half) for half in halves)
    if len(found) == 1:
        return next(iter(found))
    return max(found, key=lambda choice: sum(half.worth(choice) for half in halves))


def _best(choices: Sequence[_Choice], steps: int, half: Half) -> _Choice:
    """Drop the worse half of the choices again and again, as the bots' searches do."""
    left = [*choices]
    rounds = (len(left) - 1).bit_length()
    while len(left) > 1:
        for _ in range(max(1, steps // (rounds * len(left)))):
            half.grow(left)
        left.sort(key=half.worth, reverse=True)
        del left[(len(left) + 1) // 2 :]
    return left[0]


def _tell(name: str, found: Sequence[DeckReport]) -> None:
    lever = standings((LEVER, USUAL), found)[0]
    # A contestant's deals are counted at each of its seats, with either seating.
    deals = round(lever.tally.deals / lever.tally.matches * len(found))
    for what, each in (("deal", lever.a_deal), ("match", lever.a_match)):
        said = f"{each.mean:+.2f} ± {each.half:.2f}"
        report.line(f"{name}, {len(found)} decks, {deals} deals, a {what}", said, "above 0")


if __name__ == "__main__":
    print(report.machine())
    run(sys.argv[1:])
