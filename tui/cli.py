"""Runs the command line, with the exit codes 0, 1 and 2."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from net.wire.names import readable_name
from tui.commands import FailedError, UsageError, did_you_mean
from tui.language.text import LANGUAGES, t, use_language
from tui.parsers import parse
from tui.preferences.settings import Settings, config_folder, load


def run(argv: Sequence[str]) -> int:
    """Parse a command line, do what it says and return the exit code."""
    folder = config_folder()
    settings, problems = load(folder)
    use_language(_language_of(argv) or settings.spoken())
    try:
        args = parse(argv)
        args.settings = chosen(settings, args)
        if problems and getattr(args, "plain", False):
            _complain(folder)
        code: int = args.run(args)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 1
    except UsageError as error:
        print(f"kozyr: {error}", file=sys.stderr)
        return 2
    except FailedError as error:
        print(f"kozyr: {error}", file=sys.stderr)
        return 1
    return code


def _complain(folder: Path) -> None:
    """Report what is wrong with the settings file in the player's language, if no screen will."""
    title = t("the settings file has a mistake")
    for problem in load(folder)[1]:
        print(f"kozyr: {title}: {problem}", file=sys.stderr)


def _check_theme(name: str) -> None:
    from tui.drawing.theming import Themes  # reads every theme, but only when one is named

    known = ("auto", *Themes(config_folder() / "themes").by_name)
    if name not in known:
        raise UsageError(
            t("no such theme: {word}; there are: {known}", word=name, known=", ".join(known))
            + did_you_mean(name, known)
        )


def chosen(settings: Settings, args: argparse.Namespace) -> Settings:
    """Give the options of this run precedence over the settings file."""
    given = vars(args)
    changes: dict[str, Any] = {key: given[key] for key in ("theme", "colors") if key in given}
    if "theme" in given:
        _check_theme(given["theme"])
    if "lang" in given:
        changes["language"] = given["lang"]
    if given.get("no_mouse"):
        changes["mouse"] = False
    if "name" in given:
        changes["name"] = readable_name(given["name"])
        if not changes["name"]:
            raise UsageError(t("--name has to be something that can be read"))
    return replace(settings, **changes)


def _language_of(argv: Sequence[str]) -> str | None:
    """Find --lang before anything is parsed: help and errors already use it."""
    for at, word in enumerate(argv):
        name, equals, value = word.partition("=")
        if name == "--lang":
            value = value if equals else " ".join(argv[at + 1 : at + 2])
            return value if value in LANGUAGES else None
    return None
