"""Runs the parts: all but the long ones, or those that are named."""

import importlib
import sys
from typing import Final

from bench.report import machine

PARTS: Final = (
    "rules",
    "start",
    "screen",
    "memory",
    "thinking",
    "sizes",
    "history",
    "deals",
    "wire",
    "moving",
    "load",
    "crowd",
    "strangers",
    "attacks",
    "guests",
    "guest_attacks",
)

LONG: Final = ("regret", "agreement", "borne_out", "plans", "luck", "ends", "levers")
"""Parts that run only when they are named."""


def main() -> int:
    """Measure and print."""
    wanted = sys.argv[1:] or PARTS
    unknown = [part for part in wanted if part not in PARTS + LONG]
    if unknown:
        known = ", ".join(PARTS + LONG)
        print(f"no such part: {unknown[0]}; there are: {known}", file=sys.stderr)
        return 2
    print(machine())
    for part in wanted:
        importlib.import_module(f"bench.{part}").run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
