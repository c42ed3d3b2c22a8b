"""What is wrong with a record, in words that can be translated. It finds nothing itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.game import IllegalMoveError, Move, OptionError, Seat


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing wrong with a record: line number from 1, and what is wrong with it."""

    line: int
    reason: str
    """An English template, also the key of its translation."""
    facts: Mapping[str, str | int] = field(default_factory=dict)
    seat: Seat = 0
    move: str = ""
    """The move of `seat` that the rules forbid, if that is what is wrong."""
    rule: str = ""
    """The paragraph that forbids it."""

    def __str__(self) -> str:
        said = self.reason.format(**self.facts)
        move = f"seat {self.seat}, {self.move}: " if self.move else ""
        rule = f" ({self.rule})" if self.rule else ""
        return f"line {self.line}: {move}{said}{rule}"


class BrokenRecordError(ValueError):
    """A record that cannot be played back; `fault` says where and why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


def broken(line: int, reason: str, /, **facts: str | int) -> BrokenRecordError:
    """Report a fault in a line: template and facts."""
    return BrokenRecordError(Fault(line, reason, _shown_facts(facts)))


def unplayable(error: OptionError) -> BrokenRecordError:
    """Report house rules or seats, in the first line, that no match can have."""
    return broken(1, error.reason, **error.facts)


def illegal(line: int, seat: Seat, move: Move, error: IllegalMoveError) -> BrokenRecordError:
    """Report a move that the rules forbid."""
    facts = _shown_facts(error.facts)
    return BrokenRecordError(Fault(line, error.reason, facts, seat, _shown(move[:40]), error.rule))


def _shown_facts(facts: Mapping[str, str | int]) -> dict[str, str | int]:
    return {k: _shown(value) if isinstance(value, str) else value for k, value in facts.items()}


def _shown(value: str) -> str:
    """Remove what must not reach a terminal: a damaged record may contain anything."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in value)
