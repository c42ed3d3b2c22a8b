"""The rule books: where they are, single paragraphs, and their plain text. Draws nothing."""

import re
from collections.abc import Iterator, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import groupby, zip_longest
from pathlib import Path
from textwrap import fill, indent, wrap
from typing import Final, TypedDict

PARAGRAPH: Final = re.compile(r"\b[A-Z]-R\d+\b")
"""The name of a paragraph, such as K-R7: what a refused move cites."""

_EXAMPLE: Final = 7
"""Which paragraph serves as an example: one from the middle."""

_NAMED: Final = re.compile(rf"^({PARAGRAPH.pattern}) ")
_DRAWN: Final = re.compile("[│┌└─▒✓·]")
"""Characters of a drawing, which cannot be read out."""

_MARKUP: Final = re.compile(r"\*\*(.+?)\*\*|(?<![\w*])\*([^*]+?)\*(?![\w*])|`([^`\n]+)`", re.DOTALL)

_ITEMS: Final = re.compile(r"\n(?=\* |\d+\. )")
_ITEM: Final = re.compile(r"\* |\d+\. ")
_RULE: Final = re.compile(r"\|[-:| ]+\|")
"""The line below the head of a table."""

WIDEST: Final = 100
"""Columns of a page: longer lines are hard to read."""

_QUOTED: Final = "    "

_LEAST_COLUMN: Final = 20
"""Columns that have to be left below the last column of a drawing."""


class _Folding(TypedDict):
    break_long_words: bool
    break_on_hyphens: bool


_WORDS: Final[_Folding] = {"break_long_words": False, "break_on_hyphens": False}


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


def plain(markdown: str, width: int) -> str:
    """Lay out a book in lines of at most `width` columns, without the Markdown.

    Headings become capitals, quotations are indented, tables have aligned columns.
    """
    laid_out = []
    for quoted, lines in groupby(markdown.splitlines(), lambda line: line.startswith(">")):
        text = "\n".join(re.sub("^> ?", "", line) for line in lines)
        margin = _QUOTED if quoted else ""
        laid_out.append(indent("\n\n".join(_blocks(text, width - len(margin))), margin))
    return "\n\n".join(filter(None, laid_out)) + "\n"


def marked(markdown: str, width: int) -> list[str]:
    """Lay out a book as `plain` does, with MARKS left in for a painter.

    A heading begins with HEADING; STRONG and its kin begin what END ends, in this line or a later
    one.
    """
    parts = re.split(r"^((?:> ?)?```.*\n)", markdown, flags=re.MULTILINE)
    drawn = False
    for number, part in enumerate(parts):
        if number % 2:
            drawn = not drawn
        elif not drawn:
            part = _MARKUP.sub(_mark, part)
            parts[number] = re.sub(r"^#+ ", HEADING, part, flags=re.MULTILINE)
    return plain("".join(parts), width).rstrip("\n").split("\n")


HEADING, STRONG, SOFT, CODE, END = MARKS = "\x01\x02\x03\x04\x05"
"""What `marked` leaves in lines: characters that are never in a book."""


def _mark(found: re.Match[str]) -> str:
    strong, soft, code = found.groups()
    begin = STRONG if strong else SOFT if soft else CODE
    return f"{begin}{strong or soft or code}{END}"


def unmarked(line: str) -> str:
    """Return a line of `marked` without its marks."""
    return line.translate(_NO_MARKS)


_NO_MARKS: Final = dict.fromkeys(map(ord, MARKS))


def _blocks(text: str, width: int) -> Iterator[str]:
    """Yield what empty lines and fences divide, each folded."""
    for number, part in enumerate(re.split(r"^```.*(?:\n|\Z)", text, flags=re.MULTILINE)):
        if number % 2:
            yield "\n".join(_drawn(line, width) for line in part.splitlines())
            continue
        for block in re.split(r"\n\s*\n", part.strip()):
            if block.startswith("|"):
                yield _table(block.splitlines(), width)
            elif block:
                yield "\n".join(_folded(item, width) for item in _ITEMS.split(block))


def _folded(item: str, width: int) -> str:
    """Fold a heading, a paragraph, or an item of a list, whose mark stays alone in its column."""
    mark = _ITEM.match(item)
    hanging = " " * len(mark[0]) if mark else ""
    return fill(" ".join(_unmarked(item).split()), width, subsequent_indent=hanging, **_WORDS)


def _drawn(line: str, width: int) -> str:
    """Fold a line of a drawing only if it is too long: what follows goes below its last column."""
    if len(line) <= width:
        return line
    last = line.rfind("  ", 0, width - _LEAST_COLUMN) + 2
    return fill(line, width, subsequent_indent=" " * last, **_WORDS)


def _table(lines: Sequence[str], width: int) -> str:
    """Align the columns of a table; the widest give way until it fits."""
    rows = [
        [_unmarked(cell.strip()) for cell in line.strip("|").split("|")]
        for line in lines
        if not _RULE.fullmatch(line)
    ]
    cells = list(zip(*rows, strict=True))
    widths = [max(map(len, column)) for column in cells]
    least = [max(len(word) for cell in column for word in cell.split()) for column in cells]
    while sum(widths) + 2 * (len(widths) - 1) > width and widths != least:
        widest = max(range(len(widths)), key=lambda at: (widths[at] > least[at], widths[at]))
        widths[widest] -= 1
    rows.insert(1, ["-" * columns for columns in widths])
    return "\n".join(line for row in rows for line in _row(row, widths))


def _row(cells: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    folded = [wrap(cell, width, **_WORDS) for cell, width in zip(cells, widths, strict=True)]
    for line in zip_longest(*folded, fillvalue=""):
        yield "  ".join(map(str.ljust, line, widths)).rstrip()


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
