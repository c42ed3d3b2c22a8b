"""The findings of a run: the sentences of the page that were kept, broken, or not tried."""

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
    """The need for trying it, such as a table with a code; empty if any table will do."""
    must: str = ""
    """The event by which it counts as broken if it was never seen."""


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
    """The findings about one requirement."""

    requirement: Requirement
    tried: int = 0
    """The number of checks."""
    broken: int = 0
    details: list[str] = field(default_factory=list)
    """The first few observations that break it; in technical English, as on the page."""

    @property
    def verdict(self) -> str:
        """ "kept", "broken", or "not reached"."""
        if self.broken:
            return "broken"
        return "kept" if self.tried else "not reached"


class ConformanceReport:
    """The findings about a host or a client, requirement by requirement."""

    def __init__(self, wanted: Iterable[Requirement]) -> None:
        self.coded = False
        """Whether the table that was tried asks for a code."""
        self.obstacle = ""
        """The reason why a table could not be tried in full: "full", or "owner" if not ours."""
        self._results = {each.name: Result(each) for each in wanted}

    @property
    def results(self) -> tuple[Result, ...]:
        """All results, in the order of the page."""
        return tuple(self._results.values())

    @property
    def broken(self) -> tuple[Result, ...]:
        """The requirements that were not kept."""
        return tuple(result for result in self.results if result.broken)

    def lacking(self, result: Result) -> str:
        """Return the need of a requirement that was not tried; empty if it was tried.

        "full" and "owner" as in `obstacle`, otherwise as in `Requirement.needs`.
        """
        if result.tried:
            return ""
        needs = result.requirement.needs
        if needs in ("code", "no code"):
            return "" if self.coded == (needs == "code") else needs
        return needs if needs == "restart" else self.obstacle or needs

    def expect(self, name: str, kept: object, detail: str = "") -> bool:
        """Note whether a requirement was kept; `detail` words the observation if it was not."""
        result = self._results[name]
        result.tried += 1
        if not kept:
            result.broken += 1
            if len(result.details) < MOST_DETAILS and detail not in result.details:
                result.details.append(detail)
        return bool(kept)

    def add(self, other: ConformanceReport) -> None:
        """Add the findings of another report of the same requirements."""
        for result, found in zip(self.results, other.results, strict=True):
            result.tried += found.tried
            result.broken += found.broken
            details = dict.fromkeys([*result.details, *found.details])
            result.details = list(details)[:MOST_DETAILS]

    def check(self, name: str, complaints: Iterable[str]) -> bool:
        """Note a requirement as kept if there are no complaints, else as broken."""
        found = list(complaints)
        return self.expect(name, not found, "; ".join(found[:3]))

    def require(self, happened: str, detail: str) -> None:
        """Note as broken the requirements that this event demands and that were never seen."""
        for result in self.results:
            if result.requirement.must == happened and not result.tried:
                self.expect(result.requirement.name, False, detail)
