"""The process in which bots think: pickled questions on stdin, pickled answers on stdout.

It ends when stdin ends, so that it does not outlive a killed parent.
"""

import contextlib
import os
import pickle
import signal
import sys
from collections.abc import Callable, Mapping
from random import Random
from time import perf_counter
from typing import Any, BinaryIO, Final

from core.advice import advise, numbers
from core.bots import choose
from core.bots.search import Thinking, at_most
from core.game import Move


def _choose(game: str, view: Any, level: str, seed: int, seconds: float | None) -> Move:
    """Choose a bot's move, within some seconds if there is a limit."""
    return choose(game, view, level, Random(seed), Thinking(perf_counter, at_most(seconds)))


def _advise(game: str, view: Any, seconds: float | None) -> object:
    """Advise a player; the same position gets the same advice, if there is time."""
    return advise(game, view, Random(0), Thinking(perf_counter, seconds))


def _number(game: str, view: Any, hint: Move, seconds: float | None) -> object:
    """Compare a player's moves; the same position gets the same numbers, if there is time."""
    return numbers(game, view, Random(0), hint, Thinking(perf_counter, seconds))


def _judge(game: str, view: Any, move: Move) -> object:
    """Judge a player's move; the same position gets the same judgement."""
    from core.review.decision import judge_now  # a process for bots does without it

    return judge_now(game, view, move)


ANSWERS: Final[Mapping[str, Callable[..., object]]] = {
    "choose": _choose,
    "advise": _advise,
    "number": _number,
    "judge": _judge,
}
"""The function that answers a question, by its first word; it takes the other words."""


def answer(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer each question by its function of ANSWERS, or with the text of an error."""
    while True:
        try:
            word, *facts = pickle.load(questions)
        except EOFError:
            return
        try:
            reply: object = ANSWERS[word](*facts)
        except Exception as error:
            reply = (repr(error),)
        pickle.dump(reply, answers)
        answers.flush()


def main() -> None:
    """Run until stdin ends."""
    # The terminal's Ctrl+C is meant for the parent, which ends this process itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)  # on a machine with one core the screen comes first
    with (
        contextlib.suppress(BrokenPipeError),
        os.fdopen(os.dup(1), "wb") as answers,
    ):
        os.dup2(2, 1)  # a stray print must not end up among the answers
        answer(sys.stdin.buffer, answers)
