"""The documents: nothing is missing from the index or the guide, and links lead somewhere."""

import re
from pathlib import Path

import pytest

from tui.cli import COMMANDS, parse

ROOT = Path(__file__).parents[2]
DOCS = sorted((ROOT / "docs").glob("*.md"))
PAGES = [
    *sorted(ROOT.glob("*.md")),
    *DOCS,
    *sorted((ROOT / "docs" / "rules").glob("*.md")),
]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_between_documents_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        name, _, anchor = link.partition("#")
        if "://" in link:
            continue
        target = page.parent / name if name else page
        assert target.exists(), link
        assert not anchor or anchor in _anchors(target), link


def _anchors(page: Path) -> set[str]:
    """The names of the headings of a page, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_index_lists_every_document() -> None:
    index = (ROOT / "docs" / "README.md").read_text("utf-8")
    missing = [path.name for path in DOCS if f"({path.name})" not in f"{index}(README.md)"]
    assert not missing, f"docs/README.md does not list {missing}"
    rules = (ROOT / "docs" / "rules" / "README.md").read_text("utf-8")
    books = sorted((ROOT / "docs" / "rules").glob("*.*.md"))
    missing = [path.name for path in books if f"({path.name})" not in rules]
    assert not missing, f"docs/rules/README.md does not list {missing}"


def test_the_command_lines_of_the_readme_can_be_typed() -> None:
    block = (ROOT / "README.md").read_text("utf-8").split("```")[1]
    lines = [line.partition("#")[0].split() for line in block.strip().splitlines()]
    assert len(lines) > 4
    for program, *words in lines:
        assert program == "kozyr"
        parse(words)  # ends the program with a sentence about an unknown one


def test_the_guide_names_every_command() -> None:
    guide = (ROOT / "docs" / "playing.md").read_text("utf-8")
    assert [name for name in COMMANDS if f"`kozyr {name}" not in guide] == []


@pytest.mark.parametrize(
    "book", sorted((ROOT / "docs" / "rules").glob("*.*.md")), ids=lambda path: path.name
)
def test_a_drawing_in_a_rule_book_says_that_it_is_text(book: Path) -> None:
    """Otherwise the screen loads some two hundred highlighters to guess its language."""
    fences = re.findall(r"^(?:> )?```(.*)$", book.read_text("utf-8"), re.MULTILINE)
    assert {*fences[::2]} <= {"text"}
    assert not any(fences[1::2])
