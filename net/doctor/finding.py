"""One thing that was found out: a code for programs, and the facts for its sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Severity(StrEnum):
    """How bad a finding is."""

    FAULT = "fault"
    """Others cannot find or reach a table because of it."""
    WARNING = "warning"
    """It may be in the way."""
    FINE = "fine"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is in the way, may be, or is not."""

    code: str
    level: Severity
    facts: Mapping[str, str | int] = field(default_factory=dict)


def fault(code: str, **facts: str | int) -> Finding:
    """Make a finding that is in the way."""
    return Finding(code, Severity.FAULT, facts)


def warning(code: str, **facts: str | int) -> Finding:
    """Make a finding that may be in the way."""
    return Finding(code, Severity.WARNING, facts)


def fine(code: str, **facts: str | int) -> Finding:
    """Make a finding of something that works."""
    return Finding(code, Severity.FINE, facts)
