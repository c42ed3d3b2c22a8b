"""Plain mode: what can be typed, house rules and paragraphs of the rule book. No I/O."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from core.advice import can_advise
from core.game import house_rules, plain_options, values_text
from tui.boards.topics import Topic
from tui.language import rulebook
from tui.language.games import game_title
from tui.language.rule_names import rules_text
from tui.language.text import language, t
from tui.language.words import as_sentence


def help_lines(game: str, topics: Sequence[Topic], *, room: bool) -> Iterator[str]:
    """Say what can be typed at a table; `topics` are what its game can be asked about."""
    paragraph = rulebook.example(rulebook.read(game, language()))
    yield t("A move is its number in the list, its text, or some words of it: 6-4 right.")
    yield t(
        "turn, hand, table, moves: whose turn it is, what you hold, what is on the table, "
        "what you may do"
    )
    yield from (t(topic.help) for topic in topics if topic.help)
    if can_advise(game):
        yield t("hint: a good move and why; numbers: what each move would bring")
    yield t("Enter or continue: go to the next deal once you have read a finished one")
    yield t("score, log: the points, what happened last")
    yield t("summary: how a match that is over came out, with the totals deal by deal")
    yield t("why: the rule that forbids the move you tried last")
    yield t("{paragraph}: that paragraph of the rule book", paragraph=paragraph)
    yield t("picture, sheet: the table and the score sheet as drawings of characters")
    yield t("who: the seats; rule: the house rules; say WORDS: talk to the others")
    if room:
        yield t("ready, wait, start: agree to begin, take it back, begin")
        yield t("fill SEAT LEVEL, clear SEAT, rule NAME=VALUE: for the owner of the table")
        yield t("clock: the time for a decision; more: give more; clock SECONDS: for the owner")
        yield t("code: the code of the table; code new: take another one, for the owner")
        yield t("invite: every way for others to sit down here")
        yield t("doctor: why others do not find this table, or why the connection fails")
        yield t("put out NAME, keep out NAME (for the evening), let in NAME: for the owner")
        yield t("hand over NAME, ask NAME: give the table away, ask a player: are you there?")
        yield t("lock, unlock, watching off, talk off: what the owner allows; on allows it again")
        yield t("pause: how long a finished deal stays open; pause SECONDS: for the owner")
    yield t("quit: leave")


def rule_lines(options: type[Any], chosen: Any) -> Iterator[str]:
    """List the house rules of a table: first how they differ from the usual ones."""
    values = plain_options(chosen)
    yield rules_text(chosen) + "."
    for rule in house_rules(options):
        known = values_text(rule.values)
        yield f"{rule.name}={values[rule.name]} ({known}): {t(rule.text)}"


def paragraph_lines(game: str, name: str) -> Iterator[str]:
    """Read out a paragraph of the rule book of a game."""
    text = rulebook.paragraph(rulebook.read(game, language()), name)
    if text:
        yield from rulebook.spoken(text)
    else:
        facts = {"game": game_title(game), "name": name.upper()}
        said = t("the rule book of {game} has no paragraph {name}", **facts)
        yield as_sentence(said)
