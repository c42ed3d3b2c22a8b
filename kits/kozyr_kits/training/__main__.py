"""`python -m kozyr_kits.training GAME`: learn a policy by self-play; write it if it is better."""

import argparse
import os
import sys
from collections.abc import Sequence
from concurrent.futures import Executor
from math import isfinite
from pathlib import Path
from typing import Any

from core.bots.weights import LEARNERS, written
from kozyr_kits.arena.interval import Interval, student
from kozyr_kits.training.selfplay import USUAL, duel, gather
from kozyr_kits.training.work import PART, Work
from kozyr_kits.workers import leave_in_order, pool
from tui.commands import FailedError


def main(words: Sequence[str] | None = None) -> int:
    """Learn; return 0 if weights were written, 1 if not, 2 for wrong arguments, 130 if stopped."""
    asked = _parser().parse_args(words)
    asked.rounds = asked.rounds or USUAL[asked.game].rounds
    asked.deals = asked.deals or USUAL[asked.game].deals
    asked.worlds = asked.worlds or USUAL[asked.game].worlds
    if asked.weight_decay is None:
        asked.weight_decay = USUAL[asked.game].weight_decay
    leave_in_order()
    try:
        with pool(asked.jobs, asked.dask) as players:
            text, said = _learnt(players.executor, asked)
        asked.out.write_text(text)
    except (FailedError, OSError) as error:
        print(f"not written: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped; nothing was written", file=sys.stderr)
        return 130
    print(f"written to {asked.out}: ahead of the rule of thumb by {said}")
    return 0


def _learnt(executor: Executor, asked: argparse.Namespace) -> tuple[str, str]:
    """Return the text of a policy, and its lead over the rule of thumb.

    Raises FailedError if it has no lead, or if weights cannot be fitted here.
    """
    try:
        from kozyr_kits.training.fitters import FITTERS
    except ImportError:
        raise FailedError("training needs numpy: pip install 'kozyr-kits[train]'") from None
    weights: tuple[int, ...] | None = None
    found: list[Any] = []
    for number in range(1, asked.rounds + 1):
        seed = f"{asked.game}/{asked.seed}/{number}"
        fresh = _gathered(executor, asked, seed, weights)
        # Positions of the rule of thumb are dropped once there are enough of better play.
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
        raise FailedError(f"ahead of the rule of thumb by {said}")
    how = (
        f"seed {asked.seed}, {asked.rounds} rounds of {asked.deals} deals, {asked.worlds} worlds, "
        f"weight decay {asked.weight_decay:g}"
    )
    return written(asked.game, list(weights), learnt=how, ahead_of_the_rule_of_thumb=said), said


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m kozyr_kits.training", description=__doc__)
    parser.add_argument("game", choices=list(LEARNERS))
    parser.add_argument(
        "--out", required=True, type=_new_file, help="the file to write, policy.json of the game"
    )
    parser.add_argument("--rounds", type=_positive)
    parser.add_argument("--deals", type=_positive, help="deals a round")
    parser.add_argument("--worlds", type=_positive, help="imagined deals a decision")
    parser.add_argument("--weight-decay", type=_share)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=_positive, default=os.cpu_count() or 1)
    parser.add_argument("--dask", metavar="ADDRESS", help="spread the work over a Dask cluster")
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def _share(text: str) -> float:
    number = float(text)
    if not isfinite(number) or not 0 <= number < 1:
        raise argparse.ArgumentTypeError("at least 0 and below 1")
    return number


def _new_file(text: str) -> Path:
    """Refuse a file that cannot be written before hours of work, not after them."""
    path = Path(text)
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise argparse.ArgumentTypeError(f"{text} cannot be written")
    return path


def _gathered(
    executor: Executor,
    asked: argparse.Namespace,
    seed: str,
    weights: tuple[int, ...] | None,
) -> list[Any]:
    """Play a round. The same arguments give the same result, however many processes play."""
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
