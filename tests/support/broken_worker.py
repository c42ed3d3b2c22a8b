"""A bots' process that cannot load a game and answers every question with that error."""

import pickle
import sys


def main() -> None:
    """Run until stdin ends."""
    while True:
        try:
            pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        pickle.dump(("ModuleNotFoundError(\"No module named 'core.games'\")",), sys.stdout.buffer)
        sys.stdout.buffer.flush()
