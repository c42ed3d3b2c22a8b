"""The rows of the form of a new table."""

import os
from collections.abc import Callable, Iterator
from typing import Final

from textual.widget import Widget

from core.bots import levels
from tui.language.games import game_title, level_name, rule_name
from tui.language.text import t
from tui.room.house_rules import clock_row, pause_row, rule_row
from tui.screens.table_choices import CODES, EACH, GUESTS, MAX_TABLE_NAME, TableChoices, games
from tui.widgets.form import Field, Fold, TextRow

BOT: Final = "bot-"
"""The prefix of the name of a bot's row; its number follows."""

FOLD: Final = "fold"
"""The name of the row that shows and hides the house rules."""


def table_rows(
    table: TableChoices, own: str, *, unfolded: bool, length_said: Callable[[str | int], str]
) -> Iterator[Widget]:
    """Yield the rows of the form; `own` is the usual name of the player's table, "" for solo."""
    chosen, length, hosting = table.chosen, table.length_rule, bool(own)
    if hosting:
        label = t("name of the table")
        yield TextRow("table", label, chosen["table"], most=MAX_TABLE_NAME, hint=own)
    yield from _player_rows(table, hosting=hosting)
    yield Field(
        f"rule-{length.name}",
        f"{t('length')}: {rule_name(length)}",
        length.values if isinstance(length.values, range) else list(length.values),
        table.rules.get(length.name, length.default),
        say=length_said,
        usual=length.default,
    )
    if hosting:
        yield Field("code", t("a code to join"), CODES, chosen["code"], say=t)
        if os.name == "posix":
            yield Field("guests", t("guests without Kozyr"), GUESTS, chosen["guests"], say=t)
        yield clock_row(chosen["clock"])
        yield pause_row(chosen["pause"])
    yield Fold(
        *(FOLD, t("house rules"), unfolded),
        say=lambda _: table.changed_said() or t("the usual ones"),
    )
    yield from rule_rows(table) if unfolded else ()


def rule_rows(table: TableChoices) -> Iterator[Field]:
    """Yield the rows of the house rules behind the fold."""
    for rule in table.other_rules():
        yield rule_row(rule, table.rules.get(rule.name, rule.default))


def _player_rows(table: TableChoices, *, hosting: bool) -> Iterator[Widget]:
    """Yield the rows of the game, the seats and the bots."""
    chosen, game = table.chosen, table.game
    known = levels(game.NAME)
    yield Field("game", t("game"), games(), game.NAME, say=game_title)
    yield Field("seats", t("players at the table"), list(game.SEATS), chosen["seats"])
    if hosting:
        most = chosen["seats"] - 1 if known else 0
        yield Field("bots", t("bots among them"), range(most + 1), min(chosen["bots"], most))
    if known:
        every = [*known, EACH] if len(known) > 1 else known
        yield Field("level", t("the bots"), every, chosen["level"], say=_level_said)
    for number, level in enumerate(table.own_levels(hosting=hosting), 1):
        yield Field(f"{BOT}{number}", t("bot {n}", n=number), known, level, say=level_name)


def _level_said(level: str) -> str:
    return t("each its own") if level == EACH else level_name(level)
