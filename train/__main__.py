"""`python -m train GAME`: learn a policy by self-play and write it if it plays better."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path

from core.arena.interval import Interval, student
from core.bots.weights import LEARNERS, written
from train.selfplay import duel, gather
from train.work import Position, Work

_PART = 100
"""Deals in one piece of work."""
_DUELS = 3000
"""Deals by which a policy is judged."""


def main(words: Sequence[str] | None = None) -> int:
    """Learn; return 0 if weights were written, 1 if they are no better, 2 for wrong words."""
    asked = _parser().parse_args(words)
    try:
        from train.fit import fit
    except ImportError:
        print("training needs numpy: pip install 'kozyr[train]'", file=sys.stderr)
        return 1
    with _executor(asked.jobs, asked.dask) as executor:
        weights: tuple[int, ...] | None = None
        found: list[Position] = []
        for number in range(1, asked.rounds + 1):
            seed = f"{asked.game}/{asked.seed}/{number}"
            fresh = _gathered(executor, asked, seed, weights)
            # What the rule of thumb led to is forgotten as soon as there is enough of better play.
            found = fresh if number == 2 and asked.rounds > 2 else found + fresh
            fitted = fit(found, LEARNERS[asked.game].SIZE, asked.seed, asked.weight_decay)
            ahead = _judged(executor, asked.game, f"{seed}/duel", fitted.weights, weights)
            print(
                f"round {number}: {len(found)} positions; lost a decision {fitted.lost:.3f}, "
                f"by rule of thumb {fitted.lost_by_rule:.3f}; "
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
    parser.add_argument("--rounds", type=_positive, default=4)
    parser.add_argument("--deals", type=_positive, default=5000, help="deals a round")
    parser.add_argument("--worlds", type=_positive, default=30, help="imagined deals a decision")
    parser.add_argument("--weight-decay", type=float, default=1e-4)
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
) -> list[Position]:
    """Play a round. The same words, the same positions, however many processes play."""
    parts = [
        Work(asked.game, f"{seed}/{part}", min(_PART, asked.deals - begun), asked.worlds, weights)
        for part, begun in enumerate(range(0, asked.deals, _PART))
    ]
    return [position for found in executor.map(gather, parts) for position in found]


def _judged(
    executor: Executor,
    game: str,
    seed: str,
    weights: tuple[int, ...],
    other: tuple[int, ...] | None,
) -> Interval:
    parts = [Work(game, f"{seed}/{part}", _PART, 0, weights) for part in range(_DUELS // _PART)]
    found = executor.map(duel, parts, [other] * len(parts))
    return student([ahead for part in found for ahead in part])


if __name__ == "__main__":
    sys.exit(main())
