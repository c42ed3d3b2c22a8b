"""The choices for a new table: remembered ones, their check, and the start. Draws nothing."""

from collections.abc import Mapping
from typing import Any, Final

from core.bots import levels
from core.game import Game, HouseRule, OptionError, house_rules, parse_options
from core.games import FACTS, GAMES
from net.table.clock import CLOCKS, DEFAULT_PAUSE, PAUSES
from tui.boards import BOARDS
from tui.language.games import length_said, no_bots, rule_in_short
from tui.language.words import refusal
from tui.start import EACH, USUAL_PORT, StartHost, StartSolo

MAX_TABLE_NAME: Final = 24

CODES: Final = ("no", "asked for")
"""Whether newcomers need the code that the table makes."""

GUESTS: Final = ("no", "by ssh", "in a browser", "by ssh or in a browser")
"""The ways in for guests without Kozyr."""


def games() -> list[str]:
    """List the games that have a board."""
    return [name for name in GAMES if name in BOARDS]


class TableChoices:
    """The choices by name, `chosen`, and the unusual house rules, `rules`."""

    def __init__(self, last: Mapping[str, Any], game: str = "") -> None:
        """Begin with the last choices, as far as they are valid; `game` takes another game."""
        known = games()
        name = game or str(last.get("game"))
        rules = GAMES[name if name in known else known[0]]
        again = last.get("game") == rules.NAME
        seats, level = last.get("seats"), last.get("level")
        self.chosen: dict[str, Any] = {
            "game": rules.NAME,
            "seats": seats if seats in rules.SEATS else min(4, rules.SEATS[-1]),
            "level": str(level),
            "levels": _texts(last.get("levels")),
            "bots": last.get("bots") if isinstance(last.get("bots"), int) else 0,
            "clock": last.get("clock") if last.get("clock") in CLOCKS else 0,
            "pause": last.get("pause") if last.get("pause") in PAUSES else DEFAULT_PAUSE,
            "code": last.get("code") if last.get("code") in CODES else CODES[0],
            "guests": last.get("guests") if last.get("guests") in GUESTS else GUESTS[0],
            "table": str(last.get("table", ""))[:MAX_TABLE_NAME],
        }
        self.rules = _known_rules(rules, last.get("rules", {})) if again else {}
        self._check_level()

    @property
    def game(self) -> Game:
        """The chosen game."""
        return GAMES[self.chosen["game"]]

    def take_game(self, game: str) -> None:
        """Choose another game, by the usual rules, with the same number of seats if possible."""
        self.chosen["game"], self.rules = game, {}
        if self.chosen["seats"] not in self.game.SEATS:
            self.chosen["seats"] = self.game.SEATS[-1]
        self._check_level()

    def _check_level(self) -> None:
        known = levels(self.game.NAME)
        if self.chosen["level"] not in (*known, EACH):
            self.chosen["level"] = known[0] if known else ""

    def set_rule(self, name: str, value: Any, usual: Any) -> None:
        """Change a house rule."""
        if value == usual:
            self.rules.pop(name, None)
        else:
            self.rules[name] = value

    @property
    def length_rule(self) -> HouseRule:
        """The house rule that decides the length of a match."""
        wanted = FACTS[self.game.NAME].LENGTH
        return next(rule for rule in house_rules(self.game.Options) if rule.name == wanted)

    def length_of(self, value: Any, *, short: bool = False) -> str:
        """Estimate the length of a match by a value of that rule; empty if the rules contradict."""
        try:
            options = parse_options(self.game.Options, {**self.rules, self.length_rule.name: value})
            return length_said(self.game, options, self.chosen["seats"], short=short)
        except OptionError:
            return ""

    def other_rules(self) -> list[HouseRule]:
        """List all house rules except that of the length."""
        length = self.length_rule.name
        return [rule for rule in house_rules(self.game.Options) if rule.name != length]

    def changed_said(self) -> str:
        """Word the other house rules that differ from the usual ones; empty if none do."""
        changed = [rule for rule in self.other_rules() if rule.name in self.rules]
        return ", ".join(rule_in_short(rule, self.rules[rule.name]) for rule in changed)

    def own_levels(self, *, hosting: bool) -> list[str]:
        """Return the level of each bot if each has its own, else an empty list."""
        return list(self.bot_levels(hosting=hosting)) if self.chosen["level"] == EACH else []

    def bot_levels(self, *, hosting: bool) -> tuple[str, ...]:
        """Return the level of each bot at the table."""
        chosen, known = self.chosen, levels(self.game.NAME)
        count = chosen["seats"] - 1
        if hosting:
            count = min(chosen["bots"] * bool(known), count)
        if chosen["level"] != EACH:
            return (str(chosen["level"]),) * int(count)
        own = [level if level in known else known[0] for level in chosen["levels"]]
        return (*own, *[known[0]] * count)[:count]

    def problem(self, *, hosting: bool) -> str:
        """Return the contradiction among the choices; empty if there is none."""
        try:
            options = parse_options(self.game.Options, self.rules)
            self.game.new(options, self.chosen["seats"])
        except OptionError as error:
            return refusal(error.reason, error.facts)
        return "" if hosting or levels(self.game.NAME) else no_bots(self.game.NAME)

    def remembered(self) -> dict[str, Any]:
        """Return the choices in the form kept in the settings."""
        return {**self.chosen, "rules": dict(self.rules)}

    def solo(self, name: str) -> StartSolo:
        """Return the start of a match against bots."""
        bots = self.bot_levels(hosting=False)
        level = next(iter(bots), "")
        chosen = self.chosen
        return StartSolo(chosen["game"], chosen["seats"], level, dict(self.rules), None, name, bots)

    def host(self, name: str) -> StartHost:
        """Return the start of a table on the LAN."""
        chosen = self.chosen
        return StartHost(
            chosen["game"],
            chosen["seats"],
            dict(self.rules),
            self.bot_levels(hosting=True),
            chosen["table"].strip(),
            name=name,
            clock=chosen["clock"],
            pause=chosen["pause"],
            code="" if chosen["code"] == CODES[1] else None,
            ssh=USUAL_PORT if "ssh" in chosen["guests"] else None,
            web=USUAL_PORT if "browser" in chosen["guests"] else None,
        )


def _texts(value: Any) -> list[str]:
    """Return the texts in a remembered list; the file may have been edited."""
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _known_rules(game: Game, saved: Any) -> dict[str, Any]:
    """Return the remembered house rules that exist and differ from the usual ones."""
    if not isinstance(saved, Mapping):
        return {}
    return {
        rule.name: saved[rule.name]
        for rule in house_rules(game.Options)
        if saved.get(rule.name, rule.default) in rule.values
        and saved.get(rule.name, rule.default) != rule.default
    }
