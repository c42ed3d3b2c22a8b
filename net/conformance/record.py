"""The record of a finished match as one connection hears it, part by part. No I/O."""

from __future__ import annotations

import json
from typing import Any

from core.games import GAMES
from core.records.record import verify
from net.conformance.reading import Heard


class RecordReader:
    """Joins the parts of each record and looks at the whole."""

    def __init__(self) -> None:
        self._parts: list[Heard] = []

    def take(self, message: Heard, view: dict[str, Any]) -> str:
        """Take a part; return what is wrong with it or with the record, if anything is."""
        told, parts, part = self._parts, message["parts"], message["part"]
        same = all(each[key] == message[key] for each in told for key in ("match", "parts"))
        if part != len(told) + 1 or part > parts or not same:
            self._parts = []
            return f"part {part} of {parts} after {len(told)} parts"
        told.append(message)
        if part < parts:
            return ""
        lines = "".join(each["text"] for each in told).split("\n")
        self._parts = []
        if (fault := verify(GAMES, lines)) is not None:
            return f"line {fault.line} of the record: {fault.reason}"
        result = json.loads(lines[-2])["result"] if len(lines) > 1 else None
        totals = view.get("totals")
        if result is None or result["totals"] != totals:
            return f"the record ends with {result}, and the match with {totals}"
        return ""
