"""Records, matches as text: replayed, verified and added up. The format is in docs/records.md.

A record is replayed line by line; a broken one is shown up to the fault. Dealing is a step as a
move is, so a finished deal is a position like any other. Statistics replay nothing: the points on
the deal lines show which bids were made, or leave it open.

The faults of records stand here, in words that can be translated; `record.py` finds them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.game import IllegalMoveError, Move, OptionError, Seat


@dataclass(frozen=True, slots=True)
class Fault:
    """The first fault of a record; its line counts from 1."""

    line: int
    reason: str
    """An English template, also the key of its translation."""
    facts: Mapping[str, str | int] = field(default_factory=dict)
    seat: Seat = 0
    move: str = ""
    """The move of `seat`, if the fault is that the rules forbid it."""
    rule: str = ""
    """The paragraph that forbids it."""

    def __str__(self) -> str:
        said = self.reason.format(**self.facts)
        move = f"seat {self.seat}, {self.move}: " if self.move else ""
        rule = f" ({self.rule})" if self.rule else ""
        return f"line {self.line}: {move}{said}{rule}"


class BrokenRecordError(ValueError):
    """A record cannot be played back; `fault` has the line and the reason."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


def broken(line: int, reason: str, /, **facts: str | int) -> BrokenRecordError:
    """Return the error for a fault in a line: a template and its facts."""
    return BrokenRecordError(Fault(line, reason, _shown_facts(facts)))


def unplayable(error: OptionError) -> BrokenRecordError:
    """Return the error for house rules or seats, in the first line, that no match can have."""
    return broken(1, error.reason, **error.facts)


def illegal(line: int, seat: Seat, move: Move, error: IllegalMoveError) -> BrokenRecordError:
    """Return the error for a move that the rules forbid."""
    facts = _shown_facts(error.facts)
    return BrokenRecordError(Fault(line, error.reason, facts, seat, _shown(move[:40]), error.rule))


def _shown_facts(facts: Mapping[str, str | int]) -> dict[str, str | int]:
    return {k: _shown(value) if isinstance(value, str) else value for k, value in facts.items()}


def _shown(value: str) -> str:
    """Replace characters that must not reach a terminal: a damaged record may contain any."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in value)
