"""Each promise of the documents about proofs, doors and cheating has its tests by name."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
TABLE: dict[str, dict[str, Any]] = tomllib.loads((ROOT / "tests/promises.toml").read_text("utf-8"))
WHOLE, SAID = TABLE.pop("whole"), TABLE.pop("said")


@cache
def words(document: str) -> str:
    return " ".join((ROOT / document).read_text("utf-8").split())


@cache
def names_in(path: str) -> set[str]:
    found = re.findall(r"^ *(?:async )?def (test_\w+)\(", (ROOT / path).read_text("utf-8"), re.M)
    return set(found)


@pytest.mark.parametrize("document", TABLE)
def test_each_promise_stands_in_its_document_and_has_its_tests(document: str) -> None:
    for text, tests in TABLE[document].items():
        assert text in words(document)
        assert tests, text
        for test in tests:
            path, _, name = test.partition("::")
            assert name in names_in(path), f"there is no {test}"


def items(document: str, section: str) -> Iterator[str]:
    """The items of the lists and the rows of the tables of a section, each on one line."""
    text = (ROOT / document).read_text("utf-8")
    match = re.search(rf"^#+ {re.escape(section)}\n(.*?)(?=^#|\Z)", text, re.M | re.S)
    assert match is not None, f"{document} has no section {section!r}"
    for block in re.findall(r"^(?:\*|\d+\.) .*(?:\n  .*)*|^\| .*", match[1], re.M):
        yield " ".join(block.split())


@pytest.mark.parametrize(
    "document, section", [(each, section) for each, names in WHOLE.items() for section in names]
)
def test_no_item_of_these_sections_is_without_a_test(document: str, section: str) -> None:
    named = [*TABLE[document], *SAID.get(document, [])]
    found = [item for item in items(document, section) if not item.startswith(("| stage", "| `"))]
    found = [item for item in found if item != "| what the program cannot do | what enforces it |"]
    assert found
    assert [item for item in found if not any(text in item for text in named)] == []
