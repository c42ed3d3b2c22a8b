"""The rule books: where they are, single paragraphs, and their plain text. Draws nothing."""

from __future__ import annotations

import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

PARAGRAPH: Final = re.compile(r"\b[A-Z]-R\d+\b")
"""The name of a paragraph, such as K-R7: what a refused move cites."""

_EXAMPLE: Final = 7
"""Which paragraph serves as an example: one from the middle."""

_NAMED: Final = re.compile(rf"^({PARAGRAPH.pattern}) ")
_DRAWN: Final = re.compile("[│┌└─▒✓·]")
"""Characters of a drawing, which cannot be read out."""

_MARKUP: Final = re.compile(r"\*\*(.+?)\*\*|(?<![\w*])\*([^*]+?)\*(?![\w*])|`([^`\n]+)`", re.DOTALL)


def read(game: str, language: str) -> str:
    """Return the Markdown of a rule book, in English if it is not translated.

    Raises FileNotFoundError if the game has none.
    """
    for code in (language, "en"):
        for folder in _folders():
            book = folder.joinpath(f"{game}.{code}.md")
            if book.is_file():
                return book.read_text("utf-8")
    raise FileNotFoundError(game)


def _folders() -> tuple[Traversable, ...]:
    # The wheel carries the books inside the package; a checkout has them among the documents.
    package = files("tui")
    return (package.joinpath("rules"), Path(str(package)).parent / "docs" / "rules")


def paragraph(text: str, name: str) -> str:
    """Return the paragraph of that name, up to the next one or the next heading; "" if none."""
    wanted = name.upper()
    kept: list[str] = []
    for line in text.splitlines():
        opens = _opens(line)
        if kept and (opens or line.startswith("#")):
            break
        if kept or opens == wanted:
            kept.append(line)
    return "\n".join(kept).strip()


def paragraphs(text: str) -> list[str]:
    """List the names of the paragraphs of a book in order."""
    return [name for line in text.splitlines() if (name := _opens(line))]


def _opens(line: str) -> str:
    """Return the name of the paragraph that begins on a line, or ""."""
    found = PARAGRAPH.search(line)
    return found[0] if found and not line[: found.start()].strip("#*-` \t") else ""


def example(text: str) -> str:
    """Return the name of one paragraph of a book, to show how its paragraphs are named."""
    names = paragraphs(text)
    return names[min(_EXAMPLE, len(names)) - 1] if names else "R"


def plain(markdown: str) -> str:
    """Strip the Markdown: headings become capitals, the rest reads as it is."""
    # Every other part stands between fences and stays as it was drawn.
    parts = re.split(r"^```.*\n", markdown, flags=re.MULTILINE)
    parts[::2] = [_unmarked(part) for part in parts[::2]]
    return "".join(parts).strip() + "\n"


def spoken(markdown: str) -> list[str]:
    """Return what can be read out, block by block: rows as lists with commas, drawings left out."""
    parts = re.split(r"^(?:> ?)?```.*(?:\n|\Z)", markdown, flags=re.MULTILINE)
    parts[1::2] = ["" if _DRAWN.search(part) else _rows(part) for part in parts[1::2]]
    text = re.sub(r"^> ?", "", "".join(parts), flags=re.MULTILINE)
    text = re.sub(r"^\|[-| ]+\|\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"^\|(.*)\|$", lambda row: _cells(row[1]), text, flags=re.MULTILINE)
    blocks = (" ".join(_unmarked(block).split()) for block in text.split("\n\n"))
    return [_NAMED.sub(r"\1. ", block) for block in blocks if block]


def _rows(drawn: str) -> str:
    """Turn lines of columns into blocks of their own, with commas between the columns."""
    rows = (re.sub(r" {2,}", ", ", line.strip("> ")) for line in drawn.splitlines())
    return "\n" + "".join(f"{row}.\n\n" for row in rows if row)


def _cells(row: str) -> str:
    """Turn a row of a table into a block with commas between its cells."""
    return "; ".join(cell.strip() for cell in row.split("|") if cell.strip()) + ".\n"


def _unmarked(text: str) -> str:
    text = re.sub(r"^#+ (.*)$", lambda heading: heading[1].upper(), text, flags=re.MULTILINE)
    return _MARKUP.sub(lambda mark: mark[1] or mark[2] or mark[3], text)
