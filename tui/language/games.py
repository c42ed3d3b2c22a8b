"""The words about games: titles, house rules, levels of bots, lengths of matches."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, Literal

from core.game import Game, HouseRule, Value, house_rules, unusual_rules
from tui.language.text import speak_of, t, tn

if TYPE_CHECKING:
    from core.games import GameFacts


def game_title(name: str) -> str:
    """Return the title of a game; an unknown game of another host is called by its name."""
    facts = _facts(name)
    return t(facts.TITLE) if facts else t(name)


def speak_of_game(name: str) -> Literal["", "tiles"]:
    """Use the words of a game's players from now on; for an unknown game those of card players.

    Returns the kind of pieces before, as `speak_of` does.
    """
    return speak_of(getattr(_facts(name), "PIECES", ""))


def _facts(name: str) -> GameFacts | None:
    from core.games import FACTS  # the home screen and --version do not load the games

    return FACTS.get(name)


@contextmanager
def words_of(name: str) -> Iterator[None]:
    """Use the words of a game's players within the block."""
    before = speak_of_game(name)
    yield
    speak_of(before)


def no_bots(name: str) -> str:
    """Say that a game has no bots."""
    return t("{game} has no bots yet: it is played with people only", game=game_title(name))


def no_lesson(name: str) -> str:
    """Say that a game has no lesson, only a rule book."""
    return t("{game} has no lesson yet; the rule book explains it", game=game_title(name))


def no_hints(name: str) -> str:
    """Say that a game has no hints."""
    return t("{game} has no hints yet", game=game_title(name))


def rule_name(rule: HouseRule) -> str:
    """Return the title of a house rule: "after a fish" for the rule `fish`."""
    return t(rule.title)


def rule_value(rule: HouseRule, value: Value) -> str:
    """Word a value of a house rule."""
    return t(rule.worded(value))


def rule_said(options: type[Any], name: str, value: Value) -> str:
    """Say that a house rule has a new value."""
    rule = next(rule for rule in house_rules(options) if rule.name == name)
    said = rule_value(rule, value)
    return t("House rule: {name} is now {value}", name=rule_name(rule), value=said)


def level_name(level: str) -> str:
    """Name a level of bots: "easy bot"."""
    names = {
        "easy": t("easy bot"),
        "medium": t("medium bot"),
        "hard": t("hard bot"),
        "expert": t("expert bot"),
    }
    return names.get(level, level)


def temper_name(temper: str) -> str:
    """Name a temper of bots: "bold"."""
    names = {"bold": t("bold"), "careful": t("careful"), "spoiler": t("spoiler")}
    return names.get(temper, temper)


def game_about(name: str) -> str:
    """Describe a game in a sentence."""
    facts = _facts(name)
    assert facts is not None, "it is among the games here"
    return t(facts.ABOUT)


_DECISION, _TURN, _READING = 4.0, 1.2, 10.0
"""Seconds for the player's own decision, for showing any move, for reading a finished deal."""

_EVEN: Final = 5
"""More minutes than this are rounded to a multiple of it."""


def length_said(game: Game, options: Any, seats: int, *, short: bool = False) -> str:
    """Estimate the length of a match: "8 deals, about 10 min", or `short` "10 min"."""
    length = game.length(options, seats)
    seconds = length.moves * (_DECISION + seats * _TURN) + length.count * _READING
    minutes = max(1, round(seconds / 60))
    if minutes > _EVEN:
        minutes = _EVEN * round(minutes / _EVEN)
    if short:
        return t("{n} min", n=minutes)
    if length.unit == "round":
        count = tn("{n} round", "{n} rounds", length.count)
    else:
        count = tn("{n} deal", "{n} deals", length.count)
    if length.exact:
        return t("{count}, about {n} min", count=count, n=minutes)
    return t("about {count}, {n} min", count=count, n=minutes)


def rules_text(options: Any) -> str:
    """List in one line the house rules that differ from the usual ones."""
    changed = unusual_rules(options)
    if not changed:
        return t("House rules: the usual ones")
    rules = (rule for rule in house_rules(type(options)) if rule.name in changed)
    return t("House rules: ") + ", ".join(rule_in_short(rule, changed[rule.name]) for rule in rules)


def rule_in_short(rule: HouseRule, value: Value) -> str:
    """Return a house rule and its value in a few words: "target 50"."""
    said = rule_value(rule, value)
    return f"{rule_name(rule)} {said}" if said.isdecimal() else f"{rule_name(rule)}: {said}"
