"""Draws the film of the README: a deal of a real match in a pty, played with the hints.

python -m tests.support.draw_film docs/pictures/match.svg
"""

import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import Final

from tests.support.film import Frame, Rows, film_of, shown
from tests.support.terminal import Terminal

COLUMNS, ROWS = 80, 24

FASTEST: Final = 0.2
"""Seconds: everything drawn within that time is one frame."""

LONGEST: Final = 1.1
"""Seconds: a longer rest is shortened to this."""

LAST: Final = 4.0
"""Seconds: the time for which the last frame stays."""

MATCH: Final = ("solo", "joker", "--rule", "deal_set=nines", "--bots", "medium,medium,medium")


class Camera:
    """Camera records the pictures of a terminal, each with its duration."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._taken: list[tuple[float, Rows]] = []

    def roll(self, seconds: float, *until: str) -> bool:
        """Film for `seconds` or until the screen shows one of the texts; return whether it does."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self._terminal.drew(min(left, FASTEST / 2))
            self._take()
            if any(text in self._terminal.text() for text in until):
                return True
        return False

    def _take(self) -> None:
        rows, now = shown(self._terminal.screen), time.monotonic()
        if self._taken and self._taken[-1][1] == rows:
            return
        if self._taken and now - self._taken[-1][0] < FASTEST:
            self._taken[-1] = (self._taken[-1][0], rows)
        else:
            self._taken.append((now, rows))

    def frames(self) -> list[Frame]:
        """Return the recorded frames, without unchanged parts and without long rests."""
        times = [at for at, _ in self._taken]
        lengths = [min(LONGEST, after - at) for at, after in pairwise(times)]
        return [
            Frame(rows, seconds)
            for (_, rows), seconds in zip(self._taken, [*lengths, LAST], strict=True)
        ]


def film(seed: int, theme: str, tricks: int) -> list[Frame]:
    """Play the beginning of a match, asking for a hint before each move."""
    with tempfile.TemporaryDirectory() as state:
        folders = {"KOZYR_STATE": state, "KOZYR_CONFIG_DIR": state}
        command = [sys.executable, "-m", "tui", "--theme", theme, *MATCH, "--seed", str(seed)]
        with Terminal([*command, "--name", "Ann"], columns=COLUMNS, rows=ROWS, env=folders) as term:
            term.wait_for("a short lesson first")
            camera = Camera(term)
            camera.roll(1.5)
            term.press("enter")
            for _ in range(2 + tricks):  # the trumps and the bid come before the first card
                camera.roll(30, "Your turn")
                term.press("h")
                camera.roll(0.9)
                term.press("enter")
                camera.roll(0.5)
            camera.roll(30, "is over")
            camera.roll(3)  # the points are written beside the last trick
            return camera.frames()


def main(path: Path) -> None:
    """Film it."""
    path.write_text(film_of(film(seed=3, theme="felt", tricks=9)), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
