"""The arguments that solo, host and simulate share: game, seats, bots, house rules.

They are checked here, before a screen opens or a port is taken, and raise UsageError.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from core.bots import levels as levels_of
from core.game import (
    Game,
    OptionError,
    Value,
    check_seats,
    house_rules,
    parse_options,
    unusual_rules,
    values_text,
)
from core.games import GAMES
from net.table.clock import CLOCKS, EVERYBODY, PAUSES
from tui.commands import FailedError, UsageError, did_you_mean
from tui.language.games import game_title, no_bots
from tui.language.text import t
from tui.language.words import refusal
from tui.preferences.settings import Settings

if TYPE_CHECKING:
    from net.table.log_contents import Log


def whole_number(text: str) -> int:
    """Read a whole number for argparse."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(t("'{word}' is not a whole number", word=text)) from None


def positive_number(text: str) -> int:
    """Read a number of at least 1 for argparse."""
    number = whole_number(text)
    if number < 1:
        raise argparse.ArgumentTypeError(t("it is at least 1; got {n}", n=number))
    return number


def seconds_to(most: int) -> Callable[[str], float]:
    """Return a reader of seconds from 0 to `most` for argparse."""

    def seconds(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if not 0 <= value <= most:
            raise argparse.ArgumentTypeError(
                t("seconds from 0 to {most}; got '{word}'", most=most, word=text)
            )
        return value

    return seconds


def port_number(text: str) -> int:
    """Read a port for argparse; 0 takes any free one."""
    number = whole_number(text)
    if not 0 <= number < 1 << 16:
        raise argparse.ArgumentTypeError(t("a port is a number from 0 to 65535; got {n}", n=number))
    return number


def clock_seconds(text: str) -> int:
    """Read the seconds of a turn clock for argparse."""
    seconds = whole_number(text)
    if seconds not in CLOCKS:
        known = ", ".join(map(str, CLOCKS))
        raise argparse.ArgumentTypeError(
            t("the clock is one of {values}; got {n}", values=known, n=seconds)
        )
    return seconds


def pause_seconds(text: str) -> int:
    """Read the seconds of the pause after a deal for argparse; "wait" is EVERYBODY."""
    seconds = EVERYBODY if text == "wait" else whole_number(text)
    if seconds not in PAUSES or text == str(EVERYBODY):
        known = ", ".join("wait" if known == EVERYBODY else str(known) for known in PAUSES)
        raise argparse.ArgumentTypeError(
            t("the pause is one of {values}; got {n}", values=known, n=text)
        )
    return seconds


def table_code(text: str, read: Callable[[str], str] | None = None) -> str:
    """Read the code of a table. Raises UsageError."""
    # The messages of its proof come with it, and simulations need none.
    from net.secure.code import CodeError, parse_code

    try:
        return (read or parse_code)(text)
    except CodeError as error:
        raise UsageError(t(error.reason, **error.facts)) from None


def add_table(parser: argparse.ArgumentParser, bots: str) -> None:
    """Declare game, seats, bots and house rules; `bots` is the help of --bots."""
    parser.add_argument("game", nargs="?", metavar="GAME", help=t("the game"))
    parser.add_argument(
        "--seats", type=whole_number, metavar="N", help=t("seats at the table, including yours")
    )
    parser.add_argument("--bots", metavar="LEVELS", help=bots)
    add_rules(parser)


def add_plain(parser: argparse.ArgumentParser) -> None:
    """Declare --plain."""
    parser.add_argument(
        "--plain", action="store_true", help=t("line by line, for screen readers, pipes, TERM=dumb")
    )


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Declare --rule."""
    parser.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=t("change a house rule; repeat it for more; '--rule list' names them all"),
    )


def check_resumed(args: argparse.Namespace, *named: str) -> None:
    """Refuse the named options beside --resume: the match continues as it is. Raises UsageError."""
    if _given(args, named):
        raise UsageError(t("--resume continues a match as it is and takes no other options"))


def check_today(args: argparse.Namespace, *named: str) -> None:
    """Refuse the named options beside --today: they would change the match. Raises UsageError."""
    if _given(args, named):
        raise UsageError(
            t("--today is the same match for everybody and takes no other options but --plain")
        )


def _given(args: argparse.Namespace, named: Sequence[str]) -> bool:
    given = [getattr(args, name) for name in named]
    return any(value or (value == 0 and value is not False) for value in given)


def unfinished_match(word: str, *, alone: bool) -> Log:
    """Return the match that --resume names; of several, the last one played. Raises FailedError."""
    from net.files.saved import Logs
    from tui.history.words import aside_said, called

    files = Logs()
    tables = [table for table in files.tables() if table.alone == alone]
    for aside in files.problems:
        print(f"kozyr: {aside_said(aside)}", file=sys.stderr)
    found = called(word, tables) if word else tables
    if found:
        return found[0]
    if any(table.alone == alone for table in called(word, files.in_use())):
        raise FailedError(t("this match is being played in another window"))
    for error in files.others:
        raise FailedError(refusal(error.reason, error.facts))
    if not tables:
        raise FailedError(t("there is no unfinished match"))
    known = ", ".join(f"{table.opened.name} ({game_title(table.opened.game)})" for table in tables)
    raise FailedError(t("no such match: {word}; there are: {known}", word=word, known=known))


def find_game(name: str) -> Game:
    """Return the game of a name; a space or a dash may stand for the underscore."""
    key = name.lower().replace(" ", "_").replace("-", "_")
    if key not in GAMES:
        known = ", ".join(GAMES)
        raise UsageError(
            t("no such game: {word}; there are: {known}", word=name, known=known)
            + did_you_mean(key, GAMES)
        )
    return GAMES[key]


def asked_game(args: argparse.Namespace) -> Game:
    """Return the game that the arguments name, or the one played last.

    `--rule list` lists its house rules and ends the program.
    """
    game = find_game(args.game) if args.game else _usual_game(args.settings)
    if any(text in ("list", "help", "?") for text in args.rule):
        for rule in house_rules(game.Options):
            print(f"{rule.name}={values_text(rule.values)} [{rule.default}]\n    {t(rule.text)}")
        raise SystemExit(0)
    return game


def _usual_game(settings: Settings) -> Game:
    last = settings.table.get("game")
    return GAMES[last] if isinstance(last, str) and last in GAMES else next(iter(GAMES.values()))


def chosen_rules(game: Game, given: Sequence[str], seats: int) -> dict[str, Value]:
    """Read the values of --rule; return the house rules that differ from the usual ones.

    Raises UsageError, also for rules that contradict each other or do not fit the seats.
    """
    options = _parsed_rules(game, given)[0]
    try:
        game.new(options, seats)
    except OptionError as error:
        raise UsageError(t(error.reason, **error.facts)) from None
    return dict(unusual_rules(options))


def named_rules(game: Game, given: Sequence[str]) -> dict[str, Value]:
    """Read the values of --rule; return all house rules named, usual ones too."""
    options, names = _parsed_rules(game, given)
    return {name: getattr(options, name) for name in names}


def _parsed_rules(game: Game, given: Sequence[str]) -> tuple[Any, list[str]]:
    names = [rule.name for rule in house_rules(game.Options)]
    pairs: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise UsageError(
                t("--rule takes NAME=VALUE, such as {example}", example=_example(game))
            )
        pairs[name.strip().replace("-", "_")] = value.strip()
    try:
        return parse_options(game.Options, pairs), list(pairs)
    except OptionError as error:
        unknown = [name for name in pairs if name not in names]
        said = t(error.reason, **error.facts)
        raise UsageError(said + (did_you_mean(unknown[0], names) if unknown else "")) from None


def _example(game: Game) -> str:
    rule = house_rules(game.Options)[0]
    return f"{rule.name}={rule.default}"


def seat_count(game: Game, seats: int | None, usual: int) -> int:
    """Return the number of seats; without one, `usual` or the nearest number that the game has."""
    if seats is None:
        return min(max(usual, game.SEATS[0]), game.SEATS[-1])
    try:
        check_seats(game.NAME, game.SEATS, seats)
    except OptionError as error:
        raise UsageError(t(error.reason, **error.facts)) from None
    return seats


def bot_levels(game: Game, text: str = "") -> tuple[str, ...]:
    """Read levels of bots: "easy" or "easy,hard"; without a text, the weakest of the game."""
    known = levels_of(game.NAME)
    if not known:
        raise UsageError(no_bots(game.NAME))
    if not text:
        return (known[0],)
    levels = tuple(word.strip().lower() for word in text.split(","))
    for level in levels:
        if level not in known:
            raise UsageError(
                t("no such bot: '{word}'; there are: {known}", word=level, known=", ".join(known))
                + did_you_mean(level, known)
            )
    return levels


def opponents(game: Game, bots: str | None, seats: int | None) -> tuple[str, ...]:
    """Return the level of each bot in a solo match; --bots and --seats have to agree."""
    levels = bot_levels(game, bots or "")
    if len(levels) == 1:
        return levels * (seat_count(game, seats, usual=4) - 1)
    count = seat_count(game, len(levels) + 1, usual=4)
    if seats not in (None, count):
        raise UsageError(
            t(
                "--seats {seats} leaves {free} free beside yours, but --bots names {n}",
                seats=seats,
                free=(seats or 0) - 1,
                n=len(levels),
            )
        )
    return levels
