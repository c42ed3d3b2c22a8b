"""The record of a finished match in parts that fit into frames."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.game import Plain
from core.match import to_line
from net.wire.bounds import MAX_PART, MAX_PARTS
from net.wire.from_host import Recorded


def recorded(match: int, begun: str, lines: Iterable[Mapping[str, Plain]]) -> list[Recorded]:
    """Return the messages that carry a record; none if it is longer than they can carry."""
    text = "".join(to_line(line) + "\n" for line in lines)
    cut = [text[at : at + MAX_PART] for at in range(0, len(text), MAX_PART)]
    if len(cut) > MAX_PARTS:
        return []
    return [Recorded(match, begun, part, len(cut), each) for part, each in enumerate(cut, 1)]
