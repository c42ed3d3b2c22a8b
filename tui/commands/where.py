"""`kozyr where`: prints the folders and files that hold this player's data."""

import argparse
from pathlib import Path

from net.files.folders import state_directory, tables_folder
from tui.commands import Examples, print_json
from tui.drawing.canvas import columns
from tui.language.text import t
from tui.preferences.settings import FILE_NAME, config_folder, homeless
from tui.terminal.crash import log_file


def places() -> list[tuple[str, str, Path]]:
    """Return the name of each place in JSON, its meaning, and its path, which need not exist."""
    config, state = config_folder(), state_directory()
    return [
        ("settings", t("settings"), config / FILE_NAME),
        ("themes", t("themes of your own"), config / "themes"),
        ("records", t("past matches and their reviews"), state / "matches"),
        ("unfinished", t("matches that can be resumed"), tables_folder()),
        ("state", t("keys to your seats, and the rest"), state),
        ("log", t("log of troubles"), log_file()),
    ]


def examples() -> Examples:
    """List the command lines that open the help."""
    return [
        ("kozyr where", t("the folders of settings, past matches and the rest")),
        ("kozyr where --json", t("the same for programs")),
    ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("--json", action="store_true", help=t("print the folders as JSON"))


def run(args: argparse.Namespace) -> int:
    """Print the places."""
    found = places()
    if args.json:
        print_json({name: str(path) for name, _, path in found})
        return 0
    print("\n".join(columns([(meaning, _said(path)) for _, meaning, path in found])))
    if said := homeless():
        print(f"\n{said}")
    return 0


def _said(path: Path) -> str:
    return str(path) if path.exists() else t("{path} (not there yet)", path=path)
