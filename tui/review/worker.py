"""The process that judges a record for a replay: a line for each position goes out on stdout.

Ends by itself when nobody reads it any more.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
from pathlib import Path

from core.records.fault import BrokenRecordError
from core.review.kept import row
from core.review.review import Review, go_on
from net.files.history import StillGoingOnError, load_replay


def main() -> None:
    """Judge the record, by seed and playouts, from a position on, as the arguments say."""
    # The terminal's Ctrl+C is meant for the parent, which ends this process in its own time.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)  # On a machine with one core the screen comes first.
    path, *numbers = sys.argv[1:]
    seed, playouts, reached = map(int, numbers)
    with contextlib.suppress(OSError, BrokenRecordError, StillGoingOnError):
        replay = load_replay(Path(path))
        review = Review(seed, playouts, reached)
        for at in go_on(replay, review):
            found = [row(each) for each in review.decisions[-1:] if each.at == at]
            print(json.dumps([at, found]), flush=True)
