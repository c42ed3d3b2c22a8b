"""Opens the full screen, or says why it cannot. Imports Textual last of all."""

from __future__ import annotations

import argparse
import os

from tui.commands import UsageError
from tui.safe_exit import is_terminal
from tui.settings import Settings
from tui.start import Start
from tui.text import t
from tui.theming import choose_colour_system


def need_terminal() -> None:
    """Refuse where nothing can be drawn. Raises UsageError, which names --plain."""
    if not is_terminal():
        raise UsageError(
            t("the full screen needs a terminal; 'kozyr solo --plain' plays line by line in a pipe")
        )
    if os.environ.get("TERM") == "dumb":
        raise UsageError(
            t("this terminal (TERM=dumb) cannot draw; 'kozyr solo --plain' plays line by line")
        )


def open_app(args: argparse.Namespace, start: Start) -> int:
    """Run the application from `start` on and return the exit code. Raises UsageError."""
    settings: Settings = args.settings
    need_terminal()
    choose_colour_system(os.environ, settings.colors)
    from tui.app import (
        run_app,
    )  # only now: Textual reads the choice of colours while it is imported

    return run_app(start, settings)
