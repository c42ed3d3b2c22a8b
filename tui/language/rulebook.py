"""The rule books: their files, their paragraphs, and their layout as plain text. Draws nothing."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest
from pathlib import Path
from textwrap import fill, indent, wrap
from typing import Final, TypedDict

PARAGRAPH: Final = re.compile(r"\b[A-Z]-R\d+\b")
"""The name of a paragraph, such as K-R7; refusals of moves cite it."""

_EXAMPLE: Final = 7
"""The number of the paragraph that serves as an example."""

_NAMED: Final = re.compile(rf"^({PARAGRAPH.pattern}) ")
_DRAWN: Final = re.compile("[│┌└─▒✓·]")
"""Characters found only in drawings, which are not read out."""

_MARKUP: Final = re.compile(r"\*\*(.+?)\*\*|(?<![\w*])\*([^*]+?)\*(?![\w*])|`([^`\n]+)`", re.DOTALL)

_ITEMS: Final = re.compile(r"\n(?=\* |\d+\. )")
_ITEM: Final = re.compile(r"\* |\d+\. ")
_RULE: Final = re.compile(r"\|[-:| ]+\|")
"""The line below the head of a table."""

WIDEST: Final = 100
"""The most columns of a page: longer lines are hard to read."""

_QUOTED: Final = "    "

_LEAST_COLUMN: Final = 20
"""The fewest columns for the rest of a folded line of a drawing, or of a row."""


class _Folding(TypedDict):
    break_long_words: bool
    break_on_hyphens: bool


_WORDS: Final[_Folding] = {"break_long_words": False, "break_on_hyphens": False}


def read(game: str, language: str) -> str:
    """Return the Markdown of a rule book, in English if there is no translation.

    Raises FileNotFoundError if the game has no rule book.
    """
    for code in (language, "en"):
        for folder in _FOLDERS:
            book = folder / f"{game}.{code}.md"
            if book.is_file():
                return book.read_text("utf-8")
    raise FileNotFoundError(game)


_PACKAGE: Final = Path(__file__).parents[1]
_FOLDERS: Final = (_PACKAGE / "rules", _PACKAGE.parent / "docs" / "rules")
"""A wheel has the books inside the package, a checkout among the documents."""


def paragraph(text: str, name: str) -> str:
    """Return the paragraph of a name, up to the next paragraph or heading; "" if there is none."""
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
    """List the names of a book's paragraphs, in order."""
    return [name for line in text.splitlines() if (name := _opens(line))]


def _opens(line: str) -> str:
    """Return the name of the paragraph that begins on a line; "" if none does."""
    found = PARAGRAPH.search(line)
    return found[0] if found and not line[: found.start()].strip("#*-` \t") else ""


def example(text: str) -> str:
    """Return the name of a paragraph of a book, as an example of such names."""
    names = paragraphs(text)
    return names[min(_EXAMPLE, len(names)) - 1] if names else "R"


def plain(markdown: str, width: int) -> str:
    """Lay out a book in lines of at most `width` columns, without the Markdown.

    Headings are in capitals, quotations indented, the columns of tables aligned.
    """
    laid_out = []
    for quoted, lines in groupby(markdown.splitlines(), lambda line: line.startswith(">")):
        text = "\n".join(re.sub("^> ?", "", line) for line in lines)
        margin = _QUOTED if quoted else ""
        laid_out.append(indent("\n\n".join(_blocks(text, width - len(margin))), margin))
    return "\n\n".join(filter(None, laid_out)) + "\n"


def marked(markdown: str, width: int) -> list[str]:
    """Lay out a book as `plain` does, with marks in it for a painter.

    A heading begins with HEADING. STRONG, SOFT and CODE hold until END, which may be in a later
    line.
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
"""The marks in the lines of `marked`: control characters, which no book contains."""


def _mark(found: re.Match[str]) -> str:
    strong, soft, code = found.groups()
    begin = STRONG if strong else SOFT if soft else CODE
    return f"{begin}{strong or soft or code}{END}"


def unmarked(line: str) -> str:
    """Return a line of `marked` without its marks."""
    return line.translate(_NO_MARKS)


_NO_MARKS: Final = dict.fromkeys(map(ord, MARKS))


def _blocks(text: str, width: int) -> Iterator[str]:
    """Yield the blocks between empty lines and fences, each folded."""
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
    """Fold a heading, a paragraph, or an item of a list, with its lines indented below its mark."""
    mark = _ITEM.match(item)
    hanging = " " * len(mark[0]) if mark else ""
    return fill(" ".join(_unmarked(item).split()), width, subsequent_indent=hanging, **_WORDS)


def _drawn(line: str, width: int) -> str:
    """Fold a line of a drawing if it is too long; the rest goes below its last column."""
    if len(line) <= width:
        return line
    last = line.rfind("  ", 0, width - _LEAST_COLUMN) + 2
    return fill(line, width, subsequent_indent=" " * last, **_WORDS)


def _table(lines: Sequence[str], width: int) -> str:
    """Align the columns of a table; the widest become narrower until it fits.

    If there is too little room for the sentences in the last of three, the rows become a list.
    """
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
    longest = max(map(len, cells[-1]))
    if len(widths) == 3 and widths[-1] < min(_LEAST_COLUMN, longest / 3):
        listed = (f"{row[0]}: {'; '.join(row[1:])}" for row in rows[1:])
        return "\n".join(fill(row, width, subsequent_indent="  ", **_WORDS) for row in listed)
    rows.insert(1, ["-" * columns for columns in widths])
    return "\n".join(line for row in rows for line in _row(row, widths))


def _row(cells: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    folded = [wrap(cell, width, **_WORDS) for cell, width in zip(cells, widths, strict=True)]
    for line in zip_longest(*folded, fillvalue=""):
        yield "  ".join(map(str.ljust, line, widths)).rstrip()


def spoken(markdown: str) -> list[str]:
    """Return a text as blocks to read out: rows of tables become lists, drawings are left out."""
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
