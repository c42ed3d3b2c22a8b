"""The gain of other ways of searching: an expert that uses one, against the expert as it is.

    python -m bench.levers [GAME...] [--lever NAME] [--seats N] [--first N] [--matches N]
                           [--jobs N] [--record DIR]

`LEVERS` lists them. Both experts play the same decks with the seats exchanged; long, so it runs by
name only.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple, TypeVar

from bench import report
from bench.taken import BIDS, GAME, missed
from core.bots import BOTS, LEVELS, choose
from core.bots.weights import LEARNERS, learnt
from core.game import Game
from core.games import GAMES
from core.match import Match
from core.shuffle import SeededDecks
from core.tricks import bot as trick_bot, policy as trick_policy, tree as trick_tree
from core.tricks.bot import Bids, Level, TrickBot, Value, bid_simulation, play_simulation
from core.tricks.kernel import Tricks
from core.tricks.policy import still_wanted
from core.tricks.tree import Imagine, Simulation, Tree
from kozyr_kits.arena.duplicate import DeckReport, DeckTask, play_deck, standings
from kozyr_kits.arena.match import TimedDecision, generators, players

USUAL: Final = LEVELS[-1]
TRICK_GAMES: Final = tuple(game for game in LEARNERS if LEARNERS[game] is trick_policy)
MATCHES: Final = 50
TOLD_EVERY: Final = 5
"""The mean is printed each time this many decks have been played."""

_Choice = TypeVar("_Choice")


class Lever(NamedTuple):
    """Another way of searching."""

    what: str
    """An expert that searches so, in an English phrase."""
    games: tuple[str, ...]
    instead: Callable[[Any], Sequence[tuple[Any, str, Callable[..., Any]]]]
    """Module of the bots of a game -> its changes: a place, a name there, the new value."""


def run(words: Sequence[str] = ()) -> None:
    """Measure and print; `words` are the arguments that follow on the command line."""
    parser = report.part_parser("levers", tuple(BOTS), MATCHES)
    parser.add_argument("--lever", choices=LEVERS, default=next(iter(LEVERS)))
    parser.add_argument(
        "--seats", type=int, choices=(2, 4), default=2, help="4 where a game has no table for two"
    )
    parser.add_argument("--record", type=Path, metavar="DIR", help="write every match there")
    args = parser.parse_args(words)
    lever = LEVERS[args.lever]
    games = args.games or lever.games
    if others := [name for name in games if name not in lever.games]:
        parser.error(f"{args.lever} is no lever of {others[0]}, only of {', '.join(lever.games)}")
    report.heading("levers", f"Points that {lever.what} is ahead, 95 % intervals", *words)
    play = partial(play_both_ways, record=args.record)
    with ProcessPoolExecutor(args.jobs) as pool:
        for name in games:
            found: list[DeckReport] = []
            contestants = (args.lever, USUAL) * (max(args.seats, GAMES[name].SEATS[0]) // 2)
            tasks = [
                DeckTask(name, {}, contestants, seed)
                for seed in range(args.first, args.first + args.matches)
            ]
            for each in pool.map(play, tasks):
                found.append(each)
                if not len(found) % TOLD_EVERY or len(found) == len(tasks):
                    _tell(name, args.lever, found)


def play_both_ways(task: DeckTask, record: Path | None = None) -> DeckReport:
    """Play one deck twice, with the seats of the two exchanged."""
    seats = task.contestants
    play = partial(play_match, record=record)
    return play_deck(task, perf_counter, play, (seats, (*seats[1:], seats[0])))


def play_match(
    game: Game,
    options: Any,
    contestants: Sequence[str],
    seed: int,
    clock: Callable[[], float],
    record: Path | None = None,
) -> tuple[Match, list[TimedDecision]]:
    """Play a match between experts of both kinds, without a time limit; write it to a folder."""
    match = Match(game, options, players(contestants), SeededDecks(seed))
    match.deal_due()
    minds = generators(seed, len(contestants))
    while seats := game.to_act(match.state):
        seat = seats[0]
        view = game.view(match.state, seat)
        lever = LEVERS.get(contestants[seat])
        with pulled(lever, BOTS[game.NAME]) if lever else nullcontext():
            move = choose(game.NAME, view, USUAL, minds[seat])
        match.play(seat, move)
        match.deal_due()
    if record:
        record.mkdir(parents=True, exist_ok=True)
        name = "-".join((game.NAME, str(seed), *contestants))
        (record / f"{name}.jsonl").write_text(match.text())
    return match, []


@contextmanager
def pulled(lever: Lever, bot: Any) -> Iterator[None]:
    """Have a bot search in the other way meanwhile."""
    before = []
    for place, name, search in lever.instead(bot):
        if hasattr(place, name):
            before.append((place, name, getattr(place, name)))
            setattr(place, name, search)
    try:
        yield
    finally:
        for place, name, usual in before:
            setattr(place, name, usual)


# --- two half searches ----------------------------------------------------------------------------


class Half(NamedTuple):
    """One of two searches: a function that tries choices once more, and their worths so far."""

    grow: Callable[[Sequence[Any]], None]
    worth: Callable[[Any], float]


def in_the_same_worlds(
    choices: Sequence[_Choice],
    imagine: Callable[[], Any],
    cost: Callable[[Any, _Choice], float],
    playouts: int,
    *_: object,
) -> _Choice:
    """Search twice by trying choices in the same worlds; a stand-in for `core.bots.search`."""

    def half() -> Half:
        costs: dict[_Choice, list[float]] = {choice: [] for choice in choices}

        def grow(left: Sequence[_Choice]) -> None:
            world = imagine()
            for choice in left:
                costs[choice].append(cost(world, choice))

        return Half(grow, lambda choice: -sum(costs[choice]) / len(costs[choice]))

    return of_two(choices, playouts, (half(), half()))


def in_two_trees(simulation: Simulation, steps: int, *_: object) -> int:
    """Search in two trees; a stand-in for `tree_search`."""

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


# --- bids priced by the tricks experts really take ------------------------------------------------

PRICES: Final = (
    (100, 100, 95, 109, 120),
    (100, 104, 101, 87, 101),
    (150, 109, 99, 72, 73),
    (130, 103, 97, 93, 78),
    (116, 104, 97, 103, 90),
)
"""Bid, at most 4 -> tricks taken less the bid, from -2 to +2 -> the weight of such an end.

How often it comes in hundredths of how often experts imagine it, as `bench.taken` counts it.
"""


def priced_bid(bot: TrickBot, bids: Sequence[int], hand: int, playouts: int, *_: object) -> int:
    """Search for a bid by weighed ends; a stand-in for `searched_bid`."""
    likely = bot.likely(hand, bot.bids)
    near = sorted(bids, key=lambda bid: abs(bid - likely))[: bot.level.tries]
    imagine = bot.imagine()
    weights = dict.fromkeys(near, 0.0)
    worths = dict.fromkeys(near, 0.0)

    def grow(left: Sequence[int]) -> None:
        deal = imagine()
        for bid in left:
            made = bot.bids_after(deal, bid)
            taken = bot.ended(deal.copy(), made, bot.unplayed)
            weight = PRICES[min(bid, BIDS - 1)][missed(bid, taken[bot.seat])]
            weights[bid] += weight
            worths[bid] += weight * bot.values(made, taken)[bot.seat]

    def worth(bid: int) -> float:
        return worths[bid] / weights[bid]

    return _best(near, min(4 * playouts, bot.MOST), Half(grow, worth))


# --- others who do not see the hand ---------------------------------------------------------------

FOLLOWS: Final = 0.7
"""The chance that another seat does at a node of a grown tree as the learnt policy says."""


class Followed(Simulation):
    """The course of imagined deals, with replies of others that are not left to the tree."""

    reply: Callable[[Tricks, int], int | None]
    """Position, pieces played since -> the action of the seat to act; None if the tree picks."""


class FollowedTree(Tree):
    """A tree in which others do not learn what beats the hand of the seat that searches."""

    def __init__(self, simulation: Simulation) -> None:
        super().__init__(simulation)
        self._reply = simulation.reply if isinstance(simulation, Followed) else None

    def _pick(self, node: Any, tricks: Tricks, played: int) -> tuple[int, Any]:
        action = self._reply(tricks, played) if self._reply else None
        if action is None:
            return super()._pick(node, tricks, played)
        return action, node.after.setdefault(action, type(node)())


def followed_play(bot: TrickBot, imagine: Imagine, value: Value) -> Followed:
    """Return the course of deals in which a piece is to be played, as `core.tricks` does."""
    return _followed(play_simulation(bot, imagine, value), bot, bot.bids)


def followed_bid(bot: TrickBot, imagine: Imagine, value: Value, bid: int) -> Followed:
    """Return the course of deals after a bid, as `core.tricks` does."""
    usual = bid_simulation(bot, imagine, value, bid)
    bids: list[int | None] = []

    def dealt() -> Tricks:
        tricks = usual.imagine()
        bids[:] = bot.bids_after(tricks, bid)
        return tricks

    return _followed(usual._replace(imagine=dealt), bot, bids)


def _followed(usual: Simulation, bot: TrickBot, bids: Bids) -> Followed:
    policy, known, chance = learnt(bot.GAME), bot.strengths(), bot.rng.random

    def reply(tricks: Tricks, played: int) -> int | None:
        if tricks.turn == bot.seat or chance() >= FOLLOWS:
            return None
        unseen = bot.unplayed & ~(played | tricks.hands[tricks.turn])
        needs = still_wanted(bot.goals(bids), tricks.taken, fixed=bot.fixed)
        action: int = policy.choose(known, tricks, needs, unseen)
        return action

    followed = Followed(*usual)
    followed.reply = reply
    return followed


# --- all levers -----------------------------------------------------------------------------------


LEVERS: Final[Mapping[str, Lever]] = {
    "halves": Lever(
        # They drop choices independently; where they differ, the better mean over both decides.
        "an expert with two half searches (in the trick games: trees) instead of one",
        tuple(BOTS),
        lambda bot: (
            (bot, "search", in_the_same_worlds),
            (trick_tree, "tree_search", in_two_trees),
        ),
    ),
    "priced": Lever(
        "an expert that prices bids by what experts really take",
        (GAME,),
        lambda bot: ((bot, "searched_bid", priced_bid),),
    ),
    "unbelieving": Lever(
        "an expert that imagines hands without regard to bids and plays",
        TRICK_GAMES,
        lambda bot: ((bot, "LEVELS", _unbelieving(bot.LEVELS)),),
    ),
    "followed": Lever(
        "an expert whose trees let the others follow the policy seven times in ten",
        TRICK_GAMES,
        lambda bot: (
            (trick_tree, "Tree", FollowedTree),
            (trick_bot, "play_simulation", followed_play),
            (trick_bot, "bid_simulation", followed_bid),
        ),
    ),
}
"""The name of a lever, and of the contestant that uses it -> the lever."""


def _unbelieving(levels: Mapping[str, Level]) -> Any:
    return {**levels, USUAL: replace(levels[USUAL], believes=False)}


def _tell(name: str, contestant: str, found: Sequence[DeckReport]) -> None:
    lever = standings((contestant, USUAL), found)[0]
    # A contestant's deals are counted at each of its seats, with either seating.
    deals = round(lever.tally.deals / lever.tally.matches * len(found))
    for what, each in (("deal", lever.a_deal), ("match", lever.a_match)):
        said = f"{each.mean:+.2f} ± {each.half:.2f}"
        report.line(f"{name}, {len(found)} decks, {deals} deals, a {what}", said, "above 0")


if __name__ == "__main__":
    print(report.machine())
    run(sys.argv[1:])
