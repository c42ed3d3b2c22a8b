"""Unfinished matches in words, for the home screen and the command line."""

from collections.abc import Sequence
from typing import Final

from net.files.saved import Logs, SetAside
from net.table.log_contents import Log
from tui.language.games import game_title, words_of
from tui.language.text import t
from tui.language.words import refusal

MOST_OFFERED: Final = 2
"""The most matches on the home screen; the command line lists all."""


def unfinished() -> tuple[list[tuple[str, str]], list[str]]:
    """Return the ids and the words of the matches for the home screen, and of files set aside."""
    files = Logs()
    offered = [(table.id, log_said(table)) for table in files.tables()[:MOST_OFFERED]]
    return offered, [aside_said(aside) for aside in files.problems]


def aside_said(aside: SetAside) -> str:
    """Say why a file was set aside."""
    return t(
        "a match cannot be resumed: {problem}; its file is now {file}",
        problem=refusal(aside.problem.reason, aside.problem.facts),
        file=aside.path.name,
    )


def log_said(table: Log) -> str:
    """Name a match in a menu: its game, its people, the deal that it has reached."""
    game, deal = game_title(table.opened.game), table.deal
    people = [seat.name for seat in table.others if seat.token]
    names = ", ".join(people) or t("bots")
    with words_of(table.opened.game):
        if table.alone:
            return t("continue: {game} against bots · deal {deal}", game=game, deal=deal)
        return t("continue: {game} with {names} · deal {deal}", game=game, names=names, deal=deal)


def called(word: str, tables: Sequence[Log]) -> list[Log]:
    """Return the matches that a word names, by table, id or game; "" names all."""
    wanted = word.casefold()
    game = wanted.replace(" ", "_").replace("-", "_")
    return [
        table
        for table in tables
        if wanted == table.opened.name.casefold()
        or game == table.opened.game
        or table.id.startswith(wanted)
    ]
