"""Duels of experts of trick games, who search in other ways, with experts as they are.

    python -m kozyr_kits.training.duel GAME [--experts N] [--seed N] [--part X] [--follows X]
                                            [--believes X] [--blind] [--keep FILE]

Each deal is played twice, with the seats exchanged, by a compiled copy (`copies.py`); at Joker it
is of nine cards, and premiums do not count. With `--keep` each deal is written to a file, and a
duel that was stopped continues from there.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random

from kozyr_kits.arena.interval import student
from kozyr_kits.training.copies import GAMES, SEATS, CompilerError, Copy, Mind, expert


def duel(
    copy: Copy, minds: tuple[Mind, Mind], deals: int, rng: Random, done: int = 0
) -> Iterator[float]:
    """Play deals of full hands twice, every second seat by either mind, and swapped.

    Yield by deal the lead of a seat of the first kind over one of the second; the first `done`
    deals are dealt, but not played.
    """
    game = copy.game
    for number in range(deals):
        (tricks, table), total = game.dealt(rng, game.SIZE), 0.0
        chance = rng.getrandbits(63)
        chances = chance, chance if game.SAME_CHANCE else rng.getrandbits(63)
        if number < done:
            continue
        for swapped in range(2):
            seats = [minds[(seat + swapped) % 2] for seat in range(SEATS)]
            played = copy.play(tricks, table, seats, chances[swapped])
            points = game.points(played.bids, played.taken)
            total += sum(points[swapped::2]) - sum(points[1 - swapped :: 2])
        yield total / SEATS


def _kept(file: Path, found: Callable[[int], Iterator[float]]) -> list[float]:
    """Return the deals in a file and those still to be played, each of which is added to it."""
    before = [*map(float, file.read_text().split())] if file.exists() else []
    with file.open("a") as out:
        for each in found(len(before)):
            print(each, file=out, flush=True)
            before.append(each)
    return before


def run(words: Sequence[str] = ()) -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m kozyr_kits.training.duel")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--experts", type=int, default=10_000, help="deals of experts")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", type=float, default=1.0, help="of the usual steps")
    parser.add_argument(
        "--follows", type=float, default=0.0, help="how often the others follow the policy"
    )
    parser.add_argument(
        "--believes", type=float, help="how much the likelihood of the others' plays counts; 0 or 1"
    )
    parser.add_argument(
        "--blind", action="store_true", help="others reply as pays if the own hand is not known"
    )
    parser.add_argument("--keep", type=Path, help="write each deal here, and go on from there")
    args = parser.parse_args(words)
    game = GAMES[args.game]
    copy = Copy(game)
    print("\nPoints a deal that experts are ahead, 95 % intervals")
    print(f"  $ python -m kozyr_kits.training.duel {' '.join(words)}", flush=True)
    mind = expert(game, args.part, args.follows, args.believes, blind=args.blind)
    play = partial(duel, copy, (mind, expert(game)), args.experts, Random(args.seed))
    ahead = student(_kept(args.keep, play) if args.keep else [*play()])
    said = f"{ahead.mean:+.3f} ± {ahead.half:.3f}  above 0"
    print(f"  {f'{ahead.count} deals':46} {said:>24}", flush=True)


if __name__ == "__main__":
    try:
        run(sys.argv[1:])
    except CompilerError as error:
        sys.exit(str(error))
