"""The player's own settings and keys, the file in which they are kept, and mistakes in it."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """A mistake in one of the user's files, with its line (0: the file as a whole)."""

    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        return f"{where}: {self.reason}"


def line_of(text: str, key: str, table: str = "") -> int:
    """Return the line that sets a key or opens its table; 0 if there is none.

    A key of a `table` is first looked for below the heading of the table.
    """
    name = rf"""["']?{re.escape(key)}["']?"""
    pattern = re.compile(rf"^\s*(?:{name}\s*=|\[{name}\])", re.MULTILINE)
    heading = text.find(f"[{table}]") if table else 0
    found = pattern.search(text, max(0, heading)) or pattern.search(text)
    return text.count("\n", 0, found.end()) + 1 if found else 0
