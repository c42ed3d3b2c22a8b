"""`python -m train GAME`: learn a policy by self-play and write it if it plays better."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path
from typing import Any

from core.arena.interval import Interval, student
from core.bots.weights import LEARNERS, written
from train.selfplay import USUAL, duel, gather
from train.work import PART, Work


def main(words: Sequence[str] | None = None) -> int:
    """Learn; return 0 if weights were written, 1 if they are no better, 2 for wrong words."""
    asked = _parser().parse_args(words)
    asked.rounds = asked.rounds or USUAL[asked.game].rounds
    asked.deals = asked.deals or USUAL[asked.game].deals
    asked.worlds = asked.worlds or USUAL[asked.game].worlds
    if asked.weight_decay is None:
        asked.weight_decay = USUAL[asked.game].weight_decay
    try:
        from train.fitters import FITTERS
    except ImportError:
        print("training needs numpy: pip install 'kozyr[train]'", file=sys.stderr)
        return 1
    with _executor(asked.jobs, asked.dask) as executor:
        weights: tuple[int, ...] | None = None
        found: list[Any] = []
        for number in range(1, asked.rounds + 1):
            seed = f"{asked.game}/{asked.seed}/{number}"
            fresh = _gathered(executor, asked, seed, weights)
            # What the rule of thumb led to is forgotten as soon as there is enough of better play.
            found = fresh if number == 2 and asked.rounds > 2 else found + fresh
            size = LEARNERS[asked.game].SIZE
            fitted = FITTERS[asked.game](found, size, asked.seed, asked.weight_decay)
            ahead = _judged(executor, asked.game, f"{seed}/duel", fitted.weights, weights)
            print(
                f"round {number}: {len(found)} parts to learn from; {fitted.said}; "
                f"ahead of the round before {ahead.mean:+.2f} ± {ahead.half:.2f} a deal",
                flush=True,
            )
            weights = fitted.weights
        assert weights is not None
        rule = _judged(executor, asked.game, f"{asked.game}/{asked.seed}/rule", weights, None)
    said = f"{rule.mean:+.2f} ± {rule.half:.2f} points a deal"
    if rule.mean <= rule.half:
        print(f"not written: ahead of the rule of thumb by {said}", file=sys.stderr)
        return 1
    how = (
        f"seed {asked.seed}, {asked.rounds} rounds of {asked.deals} deals, {asked.worlds} worlds, "
        f"weight decay {asked.weight_decay:g}"
    )
    text = written(asked.game, list(weights), learnt=how, ahead_of_the_rule_of_thumb=said)
    Path(asked.out).write_text(text)
    print(f"written to {asked.out}: ahead of the rule of thumb by {said}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m train", description=__doc__)
    parser.add_argument("game", choices=list(LEARNERS))
    parser.add_argument("--out", required=True, help="the file to write, policy.json of the game")
    parser.add_argument("--rounds", type=_positive)
    parser.add_argument("--deals", type=_positive, help="deals a round")
    parser.add_argument("--worlds", type=_positive, help="imagined deals a decision")
    parser.add_argument("--weight-decay", type=float)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=_positive, default=os.cpu_count() or 1)
    parser.add_argument("--dask", metavar="ADDRESS", help="spread the work over a Dask cluster")
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def _executor(jobs: int, dask: str | None) -> Executor:
    if dask:
        from distributed import Client  # type: ignore[import-not-found,unused-ignore]  # an extra

        executor: Executor = Client(dask).get_executor()
        return executor
    return ProcessPoolExecutor(jobs)


def _gathered(
    executor: Executor,
    asked: argparse.Namespace,
    seed: str,
    weights: tuple[int, ...] | None,
) -> list[Any]:
    """Play a round. The same words, the same result, however many processes play."""
    parts = [
        Work(asked.game, f"{seed}/{part}", min(PART, asked.deals - begun), asked.worlds, weights)
        for part, begun in enumerate(range(0, asked.deals, PART))
    ]
    return [each for found in executor.map(gather, parts) for each in found]


def _judged(
    executor: Executor,
    game: str,
    seed: str,
    weights: tuple[int, ...],
    other: tuple[int, ...] | None,
) -> Interval:
    duels = USUAL[game].duels
    parts = [
        Work(game, f"{seed}/{part}", min(PART, duels - begun), 0, weights)
        for part, begun in enumerate(range(0, duels, PART))
    ]
    found = executor.map(duel, parts, [other] * len(parts))
    return student([ahead for part in found for ahead in part])


if __name__ == "__main__":
    sys.exit(main())
