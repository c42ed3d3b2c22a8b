"""`kozyr completion`: prints the script, made by shtab, that completes command lines in a shell."""

import argparse
from contextlib import suppress
from typing import Final

from core.bots import LEVELS, levels
from core.games import NAMES
from tui.arguments import Parser
from tui.commands import Examples, FailedError
from tui.drawing.theming import Themes
from tui.language.text import t
from tui.preferences.settings import config_folder

SHELLS: Final = ("bash", "zsh", "fish")


def examples() -> Examples:
    """List the command lines that open the help."""
    scripts = "~/.local/share/bash-completion/completions"
    return [
        (f"kozyr completion bash > {scripts}/kozyr", "bash"),
        ("kozyr completion zsh > ~/.zfunc/_kozyr", t("zsh: a folder of fpath")),
        ("kozyr completion fish > ~/.config/fish/completions/kozyr.fish", "fish"),
    ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    print(script(args.shell))
    return 0


def script(shell: str) -> str:
    """Return the script for a shell, with explanations in the player's language."""
    # shtab reads private parts of argparse: only this command may depend on it.
    import shtab

    from tui.cli import fill, offered, parser

    top = parser()
    commands = top.add_subparsers(prog=top.prog, parser_class=Parser)
    parsers = [top]
    for name, summary in offered().items():
        made = commands.add_parser(name, help=summary, description=summary)
        with suppress(FailedError):  # another package's, which cannot be loaded
            fill(made, name)
        parsers.append(made)
    themes = ("auto", *Themes(config_folder() / "themes").by_name)
    named = [level for level in LEVELS if any(level in levels(game) for game in NAMES)]
    words = {"GAME": NAMES, "LEVELS": named}
    places = {"FILE": shtab.FILE, "DIR": shtab.DIRECTORY}
    for action in (action for each in parsers for action in each.arguments()):
        place = places.get(str(action.metavar))
        if place:
            vars(action)["complete"] = place  # shtab reads this attribute
        elif action.choices is None:
            known = themes if action.dest == "theme" else words.get(str(action.metavar))
            action.choices = known
    return str(shtab.complete(top, shell))
