"""House rules as documents list them: a row for each in both rule books and in docs/records.md.

`pytest --renew` of this file writes the missing rows. Those of the rule books have the sentence of
the form, and may be worded better by hand.
"""

from __future__ import annotations

import re
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
    """The page with a row for each rule in the table of that head, in the order of the rules."""
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


def check(path: Path, page: str, *, renew: bool) -> None:
    if renew:
        path.write_text(page, "utf-8")
    assert path.read_text("utf-8") == page, f"{path.name} lacks a row: `pytest --renew` writes it"


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


@pytest.mark.parametrize(
    "language, span", [("en", "{}, or {} to {}"), ("ru", "{}, или от {} до {}")]
)
def test_both_rule_books_have_a_row_for_it(
    name: str, language: str, span: str, renew: bool
) -> None:
    use_language(language)
    span = SPANS[language]

    def row(rule: HouseRule) -> str:
        said = t(rule.text).rstrip(".")
        return f"| `{rule.name}` | {values(rule, span)} | {said[:1].lower()}{said[1:]} |"

    path = DOCS / "rules" / f"{name}.{language}.md"
    rules = house_rules(GAMES[name].Options)
    with words_of(name):
        check(path, with_rows(path.read_text("utf-8"), HEADS[language], rules, row), renew=renew)
    for rule in rules:
        assert f"\n| `{rule.name}` | {values(rule, span)} | " in path.read_text("utf-8")


def test_the_page_of_records_has_a_row_with_its_values(name: str, renew: bool) -> None:
    def row(rule: HouseRule) -> str:
        said = values(rule, "{}; {}..{}")
        if rule.added:
            said = said.replace(",", " (then it is left out),", 1)
        return f"| `{rule.name}` | {said} |"

    path = DOCS / "records.md"
    rules = house_rules(GAMES[name].Options)
    page = with_rows(path.read_text("utf-8"), f"| {name} | values |", rules, row)
    check(path, page, renew=renew)
    table = page.split(f"| {name} | values |")[1].split("\n\n")[0]
    for rule in rules:
        (own,) = (line for line in table.splitlines() if f"`{rule.name}`" in first(line))
        words = re.findall(r"[\w.]+", re.sub(r"\(.*?\)", "", own.split("|")[2]))
        if isinstance(rule.values, range):
            assert f"{rule.values[0]}..{rule.values[-1]}" in words
        else:
            assert set(words) == {str(value) for value in rule.values}
        assert words[0].split("..")[0] == str(rule.default), "the usual value stands first"
