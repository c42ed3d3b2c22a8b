"""Whether experts and hints play a sure plan where there is one, and lose no counted end.

    python -m bench.plans [GAME...] [--first N] [--matches N] [--wanted N]

Positions of two to four tricks come from matches of medium bots. A search by brute force finds the
plans that make the bid whatever the others hold and do: it shares nothing with that of the bots but
the rules. Ten experts, and the hint, are then asked for their moves. Long, so it runs by name only.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from bench import report
from bench.borne_out import BOTS
from core.advice import advise
from core.bots import BOTS as POLICIES, LEVELS, choose
from core.bots.search import never
from core.game import Move, against_others
from core.games import GAMES
from core.records.replay import walk
from core.tricks.bot import TrickBot, last_tricks
from core.tricks.kernel import Tricks
from core.tricks.policy import ALL
from kozyr_kits.arena.match import play

TEXTS: Final[dict[str, Sequence[Move]]] = {
    name: vars(POLICIES[name])["PLAY_MOVES"] for name in BOTS
}
"""Game -> the move of each action."""
SEATS: Final = 4
MATCHES: Final = 60
"""The most matches; as a rule some ten have enough positions."""
WANTED: Final = 200
"""The positions of each game."""
OF_A_MATCH: Final = 25
HELD: Final = range(2, 5)
"""The pieces in hand."""
WORLDS: Final = 2000
"""The most ways in which the hidden pieces may lie."""
STEPS: Final = 150_000
"""The most hands that the search goes through."""
EXPERTS: Final = 10
_EXACT: Final = 1e-6


class Asked(NamedTuple):
    """A position: what is right there, and what was played."""

    counted: bool
    """Whether its end is counted out."""
    lost: bool
    """Whether an expert plays less than the best counted move."""
    plan: bool | None
    """Whether a sure plan exists; None if the search takes too long."""
    passed: bool
    """Whether an expert, or the hint, passes it over."""


def run(words: Sequence[str] = ()) -> None:
    """Measure and print; `words` are the arguments that follow on the command line."""
    parser = report.part_parser("plans", tuple(TEXTS), MATCHES)
    parser.add_argument("--wanted", type=int, default=WANTED, help="positions of each game")
    args = parser.parse_args(words)
    report.heading("plans", f"Sure plans and counted ends, {EXPERTS} experts and the hint")
    for name in args.games or TEXTS:
        found: list[Asked] = []
        for seed in range(args.first, args.first + args.matches):
            found += of_match(name, seed, min(OF_A_MATCH, args.wanted - len(found)))
            if len(found) >= args.wanted:
                break
        _tell(name, found)


def _tell(name: str, found: Sequence[Asked]) -> None:
    lost, passed = sum(each.lost for each in found), sum(each.passed for each in found)
    counted = sum(each.counted for each in found)
    plans = sum(each.plan is True for each in found)
    large = sum(each.plan is None for each in found)
    report.line(f"{name}, positions, too large for the search", f"{len(found)}, {large}")
    report.line(f"{name}, counted ends lost", f"{lost} of {counted}", "none", not lost)
    report.line(f"{name}, sure plans passed over", f"{passed} of {plans}", "none", not passed)


def of_match(name: str, seed: int, wanted: int) -> Iterator[Asked]:
    """Draw positions of a match of medium bots, and ask experts and the hint in each."""
    game = GAMES[name]
    record = play(game, game.Options(), (LEVELS[1],) * SEATS, seed).text()
    replay = walk(GAMES, record.splitlines())
    moves = [at for at, step in enumerate(replay.steps) if step.seat is not None]
    Random(seed).shuffle(moves)
    for at in moves:
        seat = replay.steps[at].seat
        if wanted <= 0:
            return
        if seat is None or len(replay.legal(at)) < 2:
            continue
        view = replay.view(at, seat)
        if view.phase != "play" or len(view.hand) not in HELD:
            continue
        bot = BOTS[name](view, LEVELS[-1], Random(0))
        worlds = bot.hidden.all_deals(WORLDS)
        if worlds:
            wanted -= 1
            yield _ask(name, view, bot, worlds)


def _ask(name: str, view: object, bot: TrickBot, worlds: Sequence[Tricks]) -> Asked:
    texts, goal = TEXTS[name], bot.goals(bot.bids)[bot.seat]
    plans: set[int] | None = set()
    if goal != ALL:
        plans = plans_of(worlds, bot.seat, goal)
    right = {texts[action] for action in plans or ()}
    counted = last_tricks(bot, never)
    if counted is None and not right:
        return Asked(False, False, None if plans is None else False, False)
    moves = [choose(name, view, LEVELS[-1], Random(seed)) for seed in range(EXPERTS)]
    best: set[Move] = set(moves)
    if counted is not None:
        worths = {texts[each.action]: against_others(each.worths)[bot.seat] for each in counted}
        sure = {texts[each.action] for each in counted if each.sure}
        most = max(worths[move] for move in sure or worths)
        best = sure or {move for move, worth in worths.items() if worth >= most - _EXACT}
    told = {*moves, advise(name, view, Random(0)).move} if right else set()
    return Asked(
        counted=counted is not None,
        lost=not best.issuperset(moves),
        plan=None if plans is None else bool(right),
        passed=bool(right) and not told <= right,
    )


def plans_of(worlds: Sequence[Tricks], seat: int, goal: int) -> set[int] | None:
    """Return the actions that begin a plan which takes exactly `goal` tricks in all worlds.

    None if more hands than STEPS would have to be gone through.
    """
    search = _Search(seat, goal)
    try:
        return {action for action in worlds[0].legal() if search.is_sure(_after(action, worlds))}
    except TimeoutError:
        return None


class _Search:
    """All lines of play in all worlds; the others know everything."""

    def __init__(self, seat: int, goal: int) -> None:
        self._seat, self._goal = seat, goal
        self._left = STEPS

    def is_sure(self, worlds: Sequence[Tricks]) -> bool:
        """Tell whether the seat reaches its goal by one plan. Raises TimeoutError."""
        tricks = worlds[0]
        if not 0 <= self._goal - tricks.taken[self._seat] <= tricks.left:
            return False
        if not tricks.left:
            return True
        able: dict[int, list[Tricks]] = {}
        for world in worlds:
            for action in world.legal():
                able.setdefault(action, []).append(world)
        self._left -= len(worlds)
        if self._left < 0:
            raise TimeoutError
        ends = (self.is_sure(_after(action, fitting)) for action, fitting in able.items())
        return any(ends) if tricks.turn == self._seat else all(ends)


def _after(action: int, worlds: Sequence[Tricks]) -> list[Tricks]:
    found = []
    for world in worlds:
        after = world.copy()
        after.apply(action)
        found.append(after)
    return found


if __name__ == "__main__":
    run(sys.argv[1:])
