"""Files that the user writes by hand: what is wrong with one, and on which line. Reads none."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a file of the user's, and on which line (0: the whole file)."""

    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        return (
            f"{self.file}:{self.line}: {self.reason}"
            if self.line
            else f"{self.file}: {self.reason}"
        )


def line_of(text: str, key: str, table: str = "") -> int:
    """Return the line that sets a key or opens its table; 0 if there is none.

    A key of a table is first looked for below its heading.
    """
    name = rf"""["']?{re.escape(key)}["']?"""
    pattern = re.compile(rf"^\s*(?:{name}\s*=|\[{name}\])", re.MULTILINE)
    heading = text.find(f"[{table}]") if table else 0
    found = pattern.search(text, max(0, heading)) or pattern.search(text)
    return text.count("\n", 0, found.end()) + 1 if found else 0
