"""Whether real play bears out the costly decisions of a review.

    python -m bench.borne_out [GAME...] [--first N] [--matches N] [--wanted N] [--deals N]
                              [--level LEVEL] [--jobs N]

Matches of medium bots are reviewed until enough costly decisions have been drawn. Each is then
played out from the move made and from the one named as better, in the same imagined deals, by bots
that search at every turn. A decision is proven the other way if 95 % intervals say so twice: in
these deals and in fresh ones, as of many decisions some lie beyond one interval by chance. Long, so
it runs by name only, and in the nightly tests.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from typing import Any, Final, NamedTuple

from bench import report
from bench.agreement import DECISIONS, SEATS, places
from core.bots import BOTS as POLICIES, LEVELS, choose
from core.game import Game, Move, Seat
from core.games import GAMES
from core.records.replay import walk
from core.review.decision import PLAYOUTS, judge
from core.tricks.bot import TrickBot
from core.tricks.tree import LEAST, POOL
from kozyr_kits.arena.interval import Interval, student
from kozyr_kits.arena.match import play

MATCHES: Final = 40
"""The most matches that are reviewed; as a rule some twenty have enough."""
WANTED: Final = 60
"""The costly decisions of each game."""
DEALS: Final = 40
"""The imagined deals that each is played out in."""
FRESH: Final = 3
"""This many times as many, fresh ones, decide about one that seems to be the other way."""
MOST: Final = 0.02
"""The greatest part of them that may be proven the other way."""

BOTS: Final[dict[str, Callable[[Any, str, Random], TrickBot]]] = {
    name: bot
    for name in POLICIES
    for bot in vars(POLICIES[name]).values()
    if isinstance(bot, type) and issubclass(bot, TrickBot) and bot is not TrickBot
}
"""Game of tricks -> its value of the end of a deal and belief in bids, as in the review."""


_PHASES: Final = ("bid", "play")
"""Decisions of the fifth stage, and of which trump to name, are about another deal yet."""


class Costly(NamedTuple):
    """A decision that a review calls costly."""

    seed: int
    at: int
    view: Any
    move: Move
    best: Move
    loss: float


class BorneOut(NamedTuple):
    """The verdict of real play on a decision."""

    costly: Costly
    ahead: Interval
    """By how much the better move is ahead; in fresh deals, if it seemed to be behind."""

    @property
    def otherwise(self) -> bool:
        """Whether the move made is proven to be the better one."""
        return self.ahead.proven and self.ahead.mean < 0


def run(words: Sequence[str] = ()) -> None:
    """Measure and print; `words` are the arguments that follow on the command line."""
    parser = report.part_parser("borne_out", tuple(BOTS), MATCHES)
    parser.add_argument("--wanted", type=int, default=WANTED, help="costly decisions, or some more")
    parser.add_argument("--deals", type=int, default=DEALS, help="for each of them")
    parser.add_argument("--level", choices=LEVELS, default=LEVELS[1], help="of the bots")
    args = parser.parse_args(words)
    report.heading("borne_out", "What real play brings after the better move", *words)
    with ProcessPoolExecutor(args.jobs) as pool:
        for name in args.games or BOTS:
            played = partial(of_match, name, level=args.level, deals=args.deals)
            found: list[BorneOut] = []
            for first in range(args.first, args.first + args.matches, args.jobs):
                if len(found) < args.wanted:
                    for some in pool.map(played, range(first, first + args.jobs)):
                        found += some
                        for each in some:
                            _tell(each)
            _sum_up(name, found)


def _tell(each: BorneOut) -> None:
    costly, ahead = each
    what = f"{costly.seed}/{costly.at}: {costly.move}, better {costly.best}"
    said = f"{costly.loss:.1f}, in play {ahead.mean:+.1f} ± {ahead.half:.1f}"
    report.line(what, said, "", False if each.otherwise else None)


def _sum_up(name: str, found: Sequence[BorneOut]) -> None:
    otherwise = sum(each.otherwise for each in found)
    said = f"{otherwise} of {len(found)}"
    good = otherwise <= MOST * len(found)
    report.line(f"{name}, proven the other way", said, f"at most {MOST:.0%}", good)
    losses = student([each.costly.loss for each in found])
    plays = student([each.ahead.mean for each in found])
    said = f"{losses.mean:.1f} and {plays.mean:.1f} ± {plays.half:.1f}"
    report.line(f"{name}, mean cost by review and in play", said)


def of_match(name: str, seed: int, level: str, deals: int) -> list[BorneOut]:
    """Play the costly decisions of a match out."""
    return [in_play(name, each, level, deals) for each in draw(name, seed)]


def draw(name: str, seed: int, wanted: int = DECISIONS) -> list[Costly]:
    """Return the costly ones of some decisions of a match."""
    game = GAMES[name]
    lines = play(game, game.Options(), (LEVELS[1],) * SEATS, seed).text().splitlines()
    replay = walk(GAMES, lines)
    found = []
    for at in places(replay, seed, wanted):
        judged = judge(replay, at, 0, PLAYOUTS)
        if judged and judged.costly and (view := replay.view(at, judged.seat)).phase in _PHASES:
            found.append(Costly(seed, at, view, judged.move, judged.best, judged.loss))
    return found


def in_play(name: str, costly: Costly, level: str = LEVELS[1], deals: int = DEALS) -> BorneOut:
    """Play a decision out, and once more if the move made seems to be the better one."""
    rng = Random(f"{costly.seed}/{costly.at}")
    pair, out = (costly.best, costly.move), partial(play_out, name, costly.view, level=level)
    apart = [best - made for best, made in out(pair, deals=deals, rng=rng)]
    found = BorneOut(costly, student(apart))
    if found.otherwise:
        again = [best - made for best, made in out(pair, deals=FRESH * deals, rng=rng)]
        found = BorneOut(costly, student(again))
    return found


def play_out(
    name: str, view: Any, moves: Sequence[Move], level: str, deals: int, rng: Random
) -> Iterator[list[float]]:
    """Have bots play imagined deals to the end after each of some moves.

    Yield the points of each deal, as the review weighs them.
    """
    game, bot = GAMES[name], BOTS[name](view, LEVELS[-1], rng)
    explains = bot.likelihood() or (lambda _: 1.0)
    pool = [game.imagine(view, rng) for _ in range(max(POOL, 4 * deals))]
    weights = [explains(state.tricks) + LEAST for state in pool]
    for state in rng.choices(pool, weights, k=deals):
        chance = rng.getrandbits(32)
        after = [_end(game, state.copy(), view.seat, move, level, chance) for move in moves]
        ends = [bot.values(end.bids, end.taken) for end in after]
        yield [values[view.seat] for values in ends]


def _end(game: Game, state: Any, seat: Seat, move: Move, level: str, chance: int) -> Any:
    """Return the View of the deal that is over, after a move and the moves of bots."""
    game.apply(state, seat, move)
    minds = [Random(f"{chance}/{each}") for each in range(SEATS)]
    while seats := game.to_act(state):
        view = game.view(state, seats[0])
        game.apply(state, seats[0], choose(game.NAME, view, level, minds[seats[0]]))
    return game.view(state, None)


if __name__ == "__main__":
    print(report.machine())
    run(sys.argv[1:])
