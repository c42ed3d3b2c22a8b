"""`kozyr` without a command: the home screen."""

import argparse

from tui.commands import Examples
from tui.language.text import t


def examples() -> Examples:
    """List the command lines that open the help."""
    return [
        ("kozyr", t("the home screen: play, host, join, read the rules")),
        ("kozyr solo kozel", t("a match against bots, right away")),
        ("kozyr host kozel", t("a table that others on the LAN can find")),
        ("kozyr join", t("find that table and sit down")),
        ("kozyr solo --plain", t("line by line: screen readers, pipes, slow links")),
    ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare no arguments: the home screen asks for everything."""


def run(args: argparse.Namespace) -> int:
    """Open the home screen."""
    # Imported here: `kozyr --help` loads this module, and has to be fast.
    from tui.commands.full_screen import open_app

    return open_app(args)
