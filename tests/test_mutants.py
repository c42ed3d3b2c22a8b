"""The list of faults put into the code: what it names is there, and each fault has its turn."""

import ast
import fnmatch
import re
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from tests.support.mutants import CONFIG, ROOT, changes_nothing, part_of

GROUPS = CONFIG["group"]


def modules(group: str) -> list[Path]:
    return [path for pattern in GROUPS[group]["modules"] for path in ROOT.glob(pattern)]


def functions(path: Path) -> Iterator[tuple[str, list[str]]]:
    """The functions of a module: the name that mutmut gives each, and its lines."""
    module, text = ".".join(path.relative_to(ROOT).with_suffix("").parts), path.read_text("utf-8")
    lines = [line.strip() for line in text.splitlines()]
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            yield f"{module}.x_{node.name}", lines[node.lineno - 1 : node.end_lineno]
        elif isinstance(node, ast.ClassDef):
            for each in node.body:
                if isinstance(each, ast.FunctionDef):
                    name = f"{module}.xǁ{node.name}ǁ{each.name}"
                    yield name, lines[each.lineno - 1 : each.end_lineno]


def is_there(place: str, line: str, known: dict[str, list[str]]) -> bool:
    """Whether a function of that place has a line that matches."""
    found = (each for name in fnmatch.filter(known, place) for each in known[name])
    return any(re.fullmatch(line, each) for each in found)


@pytest.mark.parametrize("group", GROUPS)
def test_a_group_names_modules_and_tests_that_are_there(group: str) -> None:
    assert modules(group)
    assert [path for path in GROUPS[group]["tests"] if not (ROOT / path).exists()] == []


def test_what_changes_nothing_is_a_line_that_is_there() -> None:
    known = dict(each for group in GROUPS for path in modules(group) for each in functions(path))
    stale = [
        (place, line)
        for rule in CONFIG["equivalent"]
        for change in re.split(r"\|(?=- (?!\d))", rule["change"])
        for place, line in [(rule.get("where", "*"), change.removeprefix("- ").split(r"\n")[0])]
        if not is_there(place, line, known)
    ]
    assert stale == []


def test_a_fault_changes_nothing_only_where_a_rule_says_so() -> None:
    changed = "- if count > 0:\n+ if count >= 0:"
    assert changes_nothing("net.client.deal_check.xǁDealCheckǁforget__mutmut_1", changed)
    assert not changes_nothing("net.client.deal_check.xǁDealCheckǁstep__mutmut_1", changed)
    assert not changes_nothing("net.client.deal_check.xǁDealCheckǁforget__mutmut_1", changed + "0")


def test_parts_have_their_turn_day_by_day_unless_one_is_named() -> None:
    group, days = {"parts": 4}, [date(2026, 12, 30) + timedelta(n) for n in range(4)]
    assert {part_of(group, "", day) for day in days} == {(part, 4) for part in range(1, 5)}
    assert part_of(group, "2/10", days[0]) == (2, 10)
    assert {part_of({}, "", day) for day in days} == {(1, 1)}
    for wrong in ("5/4", "0/4", "one"):
        with pytest.raises(ValueError, match=wrong):
            part_of(group, wrong, days[0])
