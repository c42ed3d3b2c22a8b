"""The process that judges a record: it prints a line for each position.

It ends by itself once its output is no longer read.
"""

import contextlib
import json
import os
import signal
import sys
from pathlib import Path

from core.records.fault import BrokenRecordError
from core.review.decision import judge
from core.review.kept import row
from net.files.history import StillGoingOnError, load_replay


def main() -> None:
    """Judge every n-th position; the arguments are path, seed, playouts, first position and n."""
    # The terminal's Ctrl+C is meant for the parent, which ends this process in its own time.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)  # On a machine with one core the screen comes first.
    path, *numbers = sys.argv[1:]
    seed, playouts, first, step = map(int, numbers)
    with contextlib.suppress(OSError, BrokenRecordError, StillGoingOnError):
        replay = load_replay(Path(path))
        for at in range(first, replay.last, step):
            found = judge(replay, at, seed, playouts)
            print(json.dumps([at, [row(found)] if found else []]), flush=True)
