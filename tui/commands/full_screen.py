"""Opening the full screen, if the terminal can draw, or plain mode with --plain.

Textual is imported last.
"""

import argparse
import os
import sys
from typing import Final

from tui.commands import UsageError
from tui.language.text import t
from tui.preferences.settings import Settings
from tui.start import AnyStart, StartHome
from tui.terminal.asking import settle_colours, settle_encoding
from tui.terminal.depth import choose_colour_system, lacks_signs
from tui.terminal.safe_exit import is_terminal

HOME: Final = StartHome()

FRAMES_PER_SECOND: Final = "120"
"""The most frames per second; without changes nothing is drawn."""


def need_terminal() -> None:
    """Raise UsageError, which names --plain, if drawing is impossible here."""
    if not is_terminal():
        raise UsageError(
            t("the full screen needs a terminal; 'kozyr solo --plain' plays line by line in a pipe")
        )
    if os.environ.get("TERM") == "dumb":
        raise UsageError(
            t("this terminal (TERM=dumb) cannot draw; 'kozyr solo --plain' plays line by line")
        )


def fits_screen(args: argparse.Namespace) -> bool:
    """Tell whether a command that can also print should draw: not in a pipe, nor with --plain."""
    dumb = os.environ.get("TERM") == "dumb"
    return not args.plain and not dumb and is_terminal() and sys.stdout.isatty()


def prepare_drawing(settings: Settings) -> None:
    """Set the environment variables that Textual reads while it is imported."""
    choose_colour_system(os.environ, settings.colors)
    # A key may have to wait for the next frame: at Textual's own 60 a second that takes 16 ms.
    os.environ.setdefault("TEXTUAL_FPS", FRAMES_PER_SECOND)


def open_app(args: argparse.Namespace, start: AnyStart = HOME) -> int:
    """Run the application, beginning with `start`, and return the exit code. Raises UsageError."""
    settings: Settings = args.settings
    need_terminal()
    if not lacks_signs(os.environ):
        settle_encoding(os.environ)
    if settings.colors == "auto":
        settle_colours(os.environ)
    prepare_drawing(settings)
    # Only now: Textual reads both while it is imported.
    from tui.app import run_app

    return run_app(start, settings)


def open_table(args: argparse.Namespace, start: AnyStart, /, **wishes: bool) -> int:
    """Open a table on the full screen, or with --plain in plain mode; `wishes` are for its Plan."""
    if not args.plain:
        return open_app(args, start)
    from tui.plain.start import play

    return play(start, args.settings, **wishes)
