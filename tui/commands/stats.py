"""`kozyr stats`: the statistics of a player's finished matches, as text or as JSON."""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from core.bots import LEVELS
from core.records.career import Career, Filter
from net.files.history import PastMatch, careers_by_game, outcomes_of, people
from tui.commands import Examples, UsageError, did_you_mean, print_json
from tui.commands.history import listed_matches
from tui.commands.table import add_plain, asked_game, named_rules
from tui.drawing.canvas import columns
from tui.history.painting import recent_said, recent_title, sections
from tui.history.words import career_rows, career_title, filter_said, summary
from tui.language.text import t, tn
from tui.preferences.settings import player_name


def examples() -> Examples:
    """List the command lines that open the help."""
    return [
        ("kozyr stats", t("your matches, game by game")),
        ("kozyr stats Ann Anna", t("the matches of Ann, who was also called Anna")),
        ("kozyr stats --game joker --with Bob", t("one game, with Bob at the table")),
        ("kozyr stats --game joker --rule deal_set=nines", t("only those with a house rule")),
        ("kozyr stats --plain", t("one number a line, to be read out")),
        ("kozyr stats --names", t("who has played here")),
        ("kozyr stats --json", t("for a program")),
    ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "names", nargs="*", metavar="PLAYER", help=t("whose matches; by default your own")
    )
    parser.add_argument("--game", metavar="GAME", help=t("count this game only"))
    parser.add_argument(
        "--with",
        dest="players",
        action="append",
        default=[],
        metavar="WHO",
        help=t("count matches with this person, or with bots of this level; may be repeated"),
    )
    parser.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=t("count matches by this house rule of --game; may be repeated"),
    )
    parser.add_argument("--names", dest="who", action="store_true", help=t("list who has played"))
    add_plain(parser)
    parser.add_argument("--json", action="store_true", help=t("print the numbers as JSON"))


def run(args: argparse.Namespace) -> int:
    """Count the matches and print the numbers."""
    if args.rule and not args.game:
        raise UsageError(t("--rule needs --game: each game has house rules of its own"))
    game = asked_game(args) if args.game else None
    rules = named_rules(game, args.rule) if game is not None else {}
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
    players = tuple(_player(word, known) for word in args.players)
    chosen = Filter(game.NAME if game else "", players, rules)
    counted = [each for each in outcomes_of(matches, names) if chosen.admits(each)]
    careers = list(careers_by_game(counted).values())
    if args.json:
        print_json(_plain(careers, names, chosen, matches))
    else:
        _print(careers, names, chosen, matches, known, aloud=args.plain)
    return 0


def _player(word: str, known: dict[str, int]) -> str:
    """Return the name in a filter of a person, or of the bots of a level. Raises UsageError."""
    if word.casefold() in map(str.casefold, known):
        return word
    if word.casefold() in LEVELS:
        return f"bot:{word.casefold()}"
    raise UsageError(
        t("'{word}' has not played here and is not a level of bots", word=word)
        + did_you_mean(word, [*known, *LEVELS])
    )


def _print_people(known: dict[str, int], *, as_json: bool) -> None:
    if as_json:
        print_json(known)
        return
    for name, count in known.items():
        print(f"{name}: " + tn("{n} match", "{n} matches", count))


def _plain(
    careers: Iterable[Career],
    names: Sequence[str],
    chosen: Filter,
    matches: Sequence[PastMatch],
) -> dict[str, Any]:
    return {
        "players": list(names),
        "filter": {
            "game": chosen.game or None,
            "with": list(chosen.players),
            "rules": dict(chosen.rules),
        },
        "damaged": sum(past.fault is not None for past in matches),
        "games": {career.name: asdict(career) for career in careers},
    }


def _print(
    careers: Sequence[Career],
    names: Sequence[str],
    chosen: Filter,
    matches: Sequence[PastMatch],
    known: dict[str, int],
    *,
    aloud: bool,
) -> None:
    damaged = sum(past.fault is not None for past in matches)
    lines = [summary(careers, names, damaged)]
    if chosen != Filter():
        lines.append(filter_said(chosen))
    for career in careers:
        if aloud:
            lines += [f"{career_title(career)}:", *_spoken(career)]
        else:
            lines += ["", career_title(career), *_lines(career)]
    for line in lines:
        print(_read_out(line) if aloud else line)
    own = {name.casefold() for name in names}
    others = ", ".join(name for name in known if name.casefold() not in own)
    if not careers and others:
        print(t("These have played here: {names}", names=others), file=sys.stderr)


def _lines(career: Career) -> Iterator[str]:
    """Yield the lines about one game: its numbers, then those that the screen draws as charts."""
    yield from columns([("", *row) for row in career_rows(career)])
    for section in sections(career):
        yield f"  {section.title}"
        yield from columns([("", "", row.label, row.said) for row in section.rows])
    if career.results:
        yield f"  {recent_title(career)}"
        yield f"    {recent_said(career)}"


def _spoken(career: Career) -> Iterator[str]:
    """Yield the same numbers for reading out: a line each, without columns."""
    for label, number in career_rows(career):
        yield f"{label}: {number}"
    for section in sections(career):
        yield section.title if ":" in section.title else f"{section.title}:"
        yield from (f"{row.label}: {row.said}" for row in section.rows)
    if career.results:
        yield f"{recent_title(career)}; {recent_said(career)}"


def _read_out(line: str) -> str:
    """Return a line without signs that are only for the eye, and without control characters."""
    return "".join(char for char in line.replace(" · ", ", ") if char.isprintable())
