"""House rules as documents list them: a row for each in both rule books.

`pytest --renew` of this file writes the missing rows with the sentence of the form, which may be
worded better by hand.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from core.game import HouseRule, house_rules, parse_options
from core.games import GAMES
from tui.language.games import words_of
from tui.language.text import t, use_language

DOCS = Path(__file__).parents[2] / "docs"
HEADS = {
    "en": "| name | values | what it means |",
    "ru": "| название | значения | что значит |",
}
SPANS = {"en": "{}, or {} to {}", "ru": "{}, или от {} до {}"}


@pytest.fixture(params=GAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def values(rule: HouseRule, span: str) -> str:
    """The values as a row has them, the usual one first; `span` words a range."""
    if isinstance(rule.values, range):
        return span.format(rule.default, rule.values[0], rule.values[-1])
    return ", ".join(map(str, sorted(rule.values, key=lambda value: value != rule.default)))


def with_rows(
    page: str, head: str, rules: tuple[HouseRule, ...], row: Callable[[HouseRule], str]
) -> str:
    """The page with a row for each rule in the table with that head, in the order of the rules."""
    lines = page.splitlines()
    begins = at = lines.index(head) + 1
    for rule in rules:
        named = f"`{rule.name}`"
        own = [n for n, line in enumerate(lines) if n > begins and named in first(line)]
        if not own:
            lines.insert(at + 1, row(rule))
        at = own[0] if own else at + 1
    return "\n".join(lines) + "\n"


def first(line: str) -> str:
    """The first cell of a row, "" outside of tables."""
    return line.split("|")[1] if line.startswith("|") else ""


def test_every_house_rule_has_values_and_a_sentence(name: str) -> None:
    options = GAMES[name].Options
    for rule in house_rules(options):
        assert rule.default in rule.values
        assert len(rule.values) > 1
        assert len(rule.text) > 10
        for value in rule.values:
            parsed = parse_options(options, {rule.name: value})
            assert getattr(parsed, rule.name) == value
            assert parse_options(options, {rule.name: str(value)}) == parsed


@pytest.mark.parametrize("language", HEADS)
def test_both_rule_books_have_a_row_for_it(name: str, language: str, renew: bool) -> None:
    use_language(language)
    span = SPANS[language]

    def row(rule: HouseRule) -> str:
        said = t(rule.text).rstrip(".")
        return f"| `{rule.name}` | {values(rule, span)} | {said[:1].lower()}{said[1:]} |"

    path = DOCS / "rules" / f"{name}.{language}.md"
    rules = house_rules(GAMES[name].Options)
    if renew:
        with words_of(name):
            page = with_rows(path.read_text("utf-8"), HEADS[language], rules, row)
        path.write_text(page, "utf-8")
    for rule in rules:
        wanted = f"\n| `{rule.name}` | {values(rule, span)} | "
        assert wanted in path.read_text("utf-8"), "`pytest --renew` of this test writes it"
