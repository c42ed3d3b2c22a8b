"""A review as text, to be kept beside its record; a review of another record is refused."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from math import isfinite
from typing import Final

from core.game import Plain
from core.records.replay import Replay
from core.review.decision import Decision
from core.review.review import Review

VERSION: Final = 1
"""The version of the method as well: judgements of another version are made again."""

_ROUND: Final = 4


def fingerprint(lines: Iterable[str]) -> str:
    """Return what tells a record from all others, whatever is added at its end."""
    kept = [line for line in lines if line.strip()]
    return sha256("\n".join(kept).encode("utf-8", "surrogatepass")).hexdigest()


def written(review: Review, record: str) -> str:
    """Write a review of the record with this fingerprint."""
    entry = {
        "kozyr_review": VERSION,
        "record": record,
        "seed": review.seed,
        "playouts": review.playouts,
        "reached": review.reached,
        "decisions": [row(each) for each in review.decisions],
    }
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n"


def read(text: str, record: str, replay: Replay) -> Review | None:
    """Read what `written` wrote; None if it is damaged, foreign or of another version."""
    try:
        entry = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(entry, dict) or entry.get("kozyr_review") != VERSION:
        return None
    if entry.get("record") != record:
        return None
    match entry:
        case {"seed": int(seed), "playouts": int(playouts), "reached": int(reached)}:
            rows = entry.get("decisions")
        case _:
            return None
    if not isinstance(rows, list) or not 0 <= reached <= replay.last or playouts < 1:
        return None
    found = [read_row(each, reached, replay) for each in rows]
    decisions = [each for each in found if each is not None]
    places = [each.at for each in decisions]
    if len(decisions) < len(rows) or sorted(set(places)) != places:
        return None
    return Review(seed, playouts, reached, decisions)


def row(decision: Decision) -> list[Plain]:
    """Return a decision as a row of plain values."""
    return [
        *(decision.at, decision.part, decision.seat, decision.move, decision.best),
        *(decision.worth, decision.best_worth, decision.loss, decision.error),
    ]


def read_row(found: Plain, reached: int, replay: Replay) -> Decision | None:
    """Read what `row` gave; None if it is not a decision in a position of this record."""
    match found:
        case [int(at), int(part), int(seat), str(move), str(best), *numbers]:
            known = [each for each in numbers if type(each) in (int, float) and isfinite(each)]
            if len(numbers) != 4 or len(known) != 4 or not 0 <= at < reached:
                return None
            step = replay.steps[at]
            if (step.seat, step.move, replay.part_of(at)) != (seat, move, part):
                return None
            if best not in replay.legal(at) or min(numbers[2:]) < 0:
                return None
            return Decision(at, part, seat, move, best, *map(float, numbers))
    return None


def as_plain(decision: Decision) -> Mapping[str, Plain]:
    """Return a decision for programs, points rounded."""
    return {
        "position": decision.at,
        "deal": decision.part + 1,
        "seat": decision.seat,
        "move": decision.move,
        "best": decision.best,
        "worth": round(decision.worth, _ROUND),
        "best_worth": round(decision.best_worth, _ROUND),
        "loss": round(decision.loss, _ROUND),
        "error": round(decision.error, _ROUND),
        "costly": decision.costly,
    }
