"""`kozyr stats`: what the finished matches of a player add up to, as text or as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from tui.commands import Examples, UsageError, did_you_mean
from tui.commands.history import listed_matches
from tui.language.games import game_title
from tui.language.text import t, tn

if TYPE_CHECKING:
    from core.records.career import Career
    from net.files.history import PastMatch


def examples() -> Examples:
    """List the command lines that open the help."""
    return [
        ("kozyr stats", t("your matches, game by game")),
        ("kozyr stats Ann Anna", t("the matches of Ann, who was also called Anna")),
        ("kozyr stats --names", t("who has played here")),
        ("kozyr stats --json", t("for a program")),
    ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "names", nargs="*", metavar="PLAYER", help=t("whose matches; by default your own")
    )
    parser.add_argument("--names", dest="who", action="store_true", help=t("list who has played"))
    parser.add_argument("--json", action="store_true", help=t("print the numbers as JSON"))


def run(args: argparse.Namespace) -> int:
    """Count and print."""
    from net.files.history import careers_of, people
    from tui.table.links import player_name

    matches = listed_matches()
    known = people(matches)
    if args.who:
        _print_people(known, as_json=args.json)
        return 0
    names: Sequence[str] = args.names or (player_name(args.settings),)
    for name in args.names:
        if name.casefold() not in map(str.casefold, known):
            raise UsageError(
                t("nobody called '{word}' has finished or begun a match here", word=name)
                + did_you_mean(name, known)
            )
    careers = careers_of(matches, names)
    if args.json:
        print(json.dumps(_plain(careers.values(), names, matches), ensure_ascii=False, indent=2))
    else:
        _print(careers.values(), names, matches, known)
    return 0


def _print_people(known: dict[str, int], *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(known, ensure_ascii=False, indent=2))
        return
    for name, count in known.items():
        print(f"{name}: " + tn("{n} match", "{n} matches", count))


def _plain(
    careers: Iterable[Career], names: Sequence[str], matches: Sequence[PastMatch]
) -> dict[str, Any]:
    return {
        "players": list(names),
        "damaged": sum(past.fault is not None for past in matches),
        "games": {career.game: asdict(career) for career in careers},
    }


def _print(
    careers: Iterable[Career],
    names: Sequence[str],
    matches: Sequence[PastMatch],
    known: dict[str, int],
) -> None:
    from tui.history.words import career_rows, columns, summary

    found = list(careers)
    damaged = sum(past.fault is not None for past in matches)
    print(summary(found, names, damaged))
    for career in found:
        print(f"\n{game_title(career.game)}")
        rows = [("", *row) for row in career_rows(career)]
        print("\n".join(columns(rows, _ROOM)))
    own = {name.casefold() for name in names}
    others = ", ".join(name for name in known if name.casefold() not in own)
    if not found and others:
        print(t("These have played here: {names}", names=others), file=sys.stderr)


_ROOM = 1000
"""Cells of a line: nothing is cut off."""
