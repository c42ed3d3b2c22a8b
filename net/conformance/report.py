"""What a visit has found: the sentences of the page that the host kept, broke, was not tried on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from net.conformance.sentences import SENTENCES, Sentence

MOST_DETAILS = 5


@dataclass(slots=True)
class SentenceResult:
    """What is known about a sentence."""

    sentence: Sentence
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
    """Collects what a host does about each sentence."""

    def __init__(self) -> None:
        self.coded = False
        """Whether the table that was tried asks for a code."""
        self.obstacle = ""
        """Why a table could not be tried in full: "full", or "owner" if it is another's."""
        self._findings = {sentence: SentenceResult(sentence) for sentence in SENTENCES}

    @property
    def findings(self) -> tuple[SentenceResult, ...]:
        """In the order of the page."""
        return tuple(self._findings.values())

    @property
    def broken(self) -> tuple[SentenceResult, ...]:
        """The sentences that were not kept."""
        return tuple(finding for finding in self.findings if finding.broken)

    def lacking(self, finding: SentenceResult) -> str:
        """Return what it would have taken to try a sentence; empty if it was tried.

        "full" and "owner" as in `obstacle`, "code", "no code" and "deals" as in `Sentence.needs`.
        """
        if finding.tried:
            return ""
        needs = finding.sentence.needs
        if needs in ("code", "no code"):
            return "" if self.coded == (needs == "code") else needs
        return self.obstacle or needs

    def expect(self, sentence: Sentence, kept: bool, detail: str) -> bool:
        """Note whether a sentence was kept; `detail` says what was seen if it was not."""
        finding = self._findings[sentence]
        finding.tried += 1
        if not kept:
            finding.broken += 1
            if len(finding.details) < MOST_DETAILS and detail not in finding.details:
                finding.details.append(detail)
        return kept

    def check(self, sentence: Sentence, complaints: Iterable[str]) -> bool:
        """Note whether a sentence was kept, which it is if there are no complaints."""
        found = list(complaints)
        return self.expect(sentence, not found, "; ".join(found[:3]))
