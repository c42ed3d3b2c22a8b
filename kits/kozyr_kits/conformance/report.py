"""What a run has found: the sentences of the page that were kept, broken, or not tried."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

PAGE: Final = "docs/protocol.md"
MOST_DETAILS: Final = 5

Names: TypeAlias = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Requirement:
    """A promise of the page: `anchor` is its section, `text` its exact words."""

    name: str
    anchor: str
    text: str
    needs: str = ""
    """What it takes to try it, such as a table with a code; empty if any table will do."""
    must: str = ""
    """Once this has happened, it counts as broken if it was never seen."""


def requirements(
    texts: Mapping[str, Mapping[str, str]], needs: Names, must: Names
) -> tuple[Requirement, ...]:
    """List requirements: anchor of a section -> name -> text; `needs` and `must` -> names."""

    def listed(table: Names, name: str) -> str:
        return next((key for key, names in table.items() if name in names), "")

    return tuple(
        Requirement(name, anchor, " ".join(text.split()), listed(needs, name), listed(must, name))
        for anchor, named in texts.items()
        for name, text in named.items()
    )


@dataclass(slots=True)
class Result:
    """What is known about a requirement."""

    requirement: Requirement
    tried: int = 0
    """How often it was checked."""
    broken: int = 0
    details: list[str] = field(default_factory=list)
    """What was seen instead, the first few times; in technical English, as on the page."""

    @property
    def verdict(self) -> str:
        """ "kept", "broken", or "not reached"."""
        if self.broken:
            return "broken"
        return "kept" if self.tried else "not reached"


class ConformanceReport:
    """Collects what a host or a client does about each requirement."""

    def __init__(self, wanted: Iterable[Requirement]) -> None:
        self.coded = False
        """Whether the table that was tried asks for a code."""
        self.obstacle = ""
        """Why a table could not be tried in full: "full", or "owner" if it is another's."""
        self._results = {each.name: Result(each) for each in wanted}

    @property
    def results(self) -> tuple[Result, ...]:
        """In the order of the page."""
        return tuple(self._results.values())

    @property
    def broken(self) -> tuple[Result, ...]:
        """The requirements that were not kept."""
        return tuple(result for result in self.results if result.broken)

    def lacking(self, result: Result) -> str:
        """Return what it would have taken to try a requirement; empty if it was tried.

        "full" and "owner" as in `obstacle`, otherwise as in `Requirement.needs`.
        """
        if result.tried:
            return ""
        needs = result.requirement.needs
        if needs in ("code", "no code"):
            return "" if self.coded == (needs == "code") else needs
        return needs if needs == "restart" else self.obstacle or needs

    def expect(self, name: str, kept: object, detail: str = "") -> bool:
        """Note whether a requirement was kept; `detail` says what was seen if it was not."""
        result = self._results[name]
        result.tried += 1
        if not kept:
            result.broken += 1
            if len(result.details) < MOST_DETAILS and detail not in result.details:
                result.details.append(detail)
        return bool(kept)

    def add(self, other: ConformanceReport) -> None:
        """Add what another report of the same requirements has found."""
        for result, found in zip(self.results, other.results, strict=True):
            result.tried += found.tried
            result.broken += found.broken
            details = dict.fromkeys([*result.details, *found.details])
            result.details = list(details)[:MOST_DETAILS]

    def check(self, name: str, complaints: Iterable[str]) -> bool:
        """Note whether a requirement was kept, which it is if there are no complaints."""
        found = list(complaints)
        return self.expect(name, not found, "; ".join(found[:3]))

    def require(self, happened: str, detail: str) -> None:
        """Note as broken what should have been seen by now and never was."""
        for result in self.results:
            if result.requirement.must == happened and not result.tried:
                self.expect(result.requirement.name, False, detail)
