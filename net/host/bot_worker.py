"""The process in which bots think: pickled questions come in on stdin, moves go out on stdout.

It ends by itself when stdin ends, so that it never outlives a parent that was killed.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
from random import Random
from time import perf_counter
from typing import BinaryIO

from core.bots import choose
from core.bots.thinking import Thinking, at_most


def answer(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer (game, view, level, seed, seconds or None) with a move, or with an error's text."""
    while True:
        try:
            game, view, level, seed, seconds = pickle.load(questions)
        except EOFError:
            return
        try:
            thinking = Thinking(perf_counter, at_most(seconds))
            reply: str | tuple[str] = choose(game, view, level, Random(seed), thinking)
        except Exception as error:
            reply = (repr(error),)
        pickle.dump(reply, answers)
        answers.flush()


def main() -> None:
    """Run until stdin ends."""
    # The terminal's Ctrl+C is meant for the parent, which ends this process in its own time.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)  # On a machine with one core the screen comes first.
    with (
        contextlib.suppress(BrokenPipeError),
        os.fdopen(os.dup(1), "wb") as answers,
    ):
        os.dup2(2, 1)  # A stray print must not end up among the answers.
        answer(sys.stdin.buffer, answers)
