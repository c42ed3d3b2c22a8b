"""The report of an examination, in sentences and as JSON: causes first, the address last."""

import shutil
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final

from net.doctor.examination import STEPS as STEPS, Scope, examine
from net.doctor.facts import Facts
from net.doctor.judging import Severity, is_well, judge
from net.files.store import CredentialStore
from tui.doctor.words import Wording, say
from tui.language.text import t
from tui.start import StartHost, StartJoin
from tui.table.session import TableSession

MARKS: Final = {Severity.FAULT: "✗", Severity.WARNING: "!", Severity.FINE: "✓"}

ONLY_UNSEEN: Final = frozenset(
    (
        *("mdns_taken", "mdns_denied", "mdns_unsent", "mdns_blocked", "mdns_blocked_by"),
        *("no_multicast", "mac_permission", "firewall_mdns"),
    )
)
"""Faults that hide a table from the lists on other computers; joining by address still works."""

WIDEST: Final = 100
"""The most columns: longer lines are hard to read."""


@dataclass(frozen=True, slots=True)
class Report:
    """The facts of an examination, worded when they are read: the language may have changed."""

    facts: Facts

    @property
    def is_well(self) -> bool:
        """Whether others can find a table here or, with a target, whether it can be joined."""
        return is_well(self.facts, judge(self.facts))

    @property
    def heading(self) -> str:
        """The outcome, in a sentence."""
        target = self.facts.target
        if target is not None:
            if self.is_well:
                return t("The table at {where} can be joined from here.", where=target.where)
            return t("The table at {where} cannot be joined from here now.", where=target.where)
        if self.is_well and self._is_unheard:
            return t(
                "Others on this network can join the table here by its address; this computer "
                "did not hear its announcement."
            )
        if self.is_well:
            return t(
                "As far as this computer can tell, others on this network can find a table here."
            )
        return t("Others cannot find or reach a table on this computer now.")

    @property
    def _is_unheard(self) -> bool:
        """Whether the announcement of the table open here was not heard: lists may lack it."""
        return any(finding.code == "table_unheard" for finding in judge(self.facts))

    @property
    def findings(self) -> tuple[Wording, ...]:
        """The findings in words: faults, then warnings, then the things that work."""
        return tuple(map(say, judge(self.facts)))

    @property
    def way(self) -> tuple[str, str]:
        """The way in that always works: a sentence and the command after it, or two empty texts."""
        target = self.facts.target
        if target is not None:
            if self.is_well:
                return t("What always works:"), f"kozyr join {target.where}"
            return t("The host's screen shows the address that works:"), t(
                "kozyr join ADDRESS:PORT"
            )
        if not self.facts.address:
            return "", ""
        faults = (each.code for each in judge(self.facts) if each.level is Severity.FAULT)
        if all(code in ONLY_UNSEEN for code in faults):
            sentence = t("What always works for others on this network:")
        else:
            sentence = t("Once that is fixed, this always works for others on this network:")
        return sentence, f"kozyr join {self.facts.address}"


async def diagnose(
    target: tuple[str, int] | None = None,
    port: int | None = None,
    on_step: Callable[[int], None] = lambda done: None,
) -> Report:
    """Examine this machine, and the way to a host if one is given. Takes some seconds."""
    return Report(await examine(Scope(target, port, CredentialStore().hosts()), on_step))


def spoken(report: Report) -> Iterator[str]:
    """Yield the sentences of plain mode: with faults, only these and the warnings."""
    yield report.heading
    bad = [said for said in report.findings if said.level is not Severity.FINE]
    for said in bad or report.findings:
        yield said.sentence
        if said.step:
            yield t("Try: {step}", step=said.step)
    if any(report.way):
        yield " ".join(report.way)


def printed(report: Report) -> str:
    """Return a report as lines for a terminal."""
    width = min(WIDEST, max(40, shutil.get_terminal_size().columns))
    parts = [textwrap.fill(report.heading, width), ""]
    for said in report.findings:
        parts.append(_indented(f"{MARKS[said.level]} ", said.sentence, width))
        if said.step:
            parts.append(_indented("  → ", said.step, width))
    sentence, command = report.way
    if command:
        parts += ["", sentence, f"  {command}"]
    return "\n".join(parts)


def _indented(mark: str, words: str, width: int) -> str:
    return textwrap.fill(
        words,
        width,
        initial_indent=mark,
        subsequent_indent=" " * len(mark),
        break_long_words=False,
        break_on_hyphens=False,
    )


def as_json(report: Report) -> dict[str, Any]:
    """Return a report for JSON; codes and facts are the same in every language."""
    return {
        "well": report.is_well,
        "address": report.facts.address,
        "summary": report.heading,
        "findings": [
            {
                "code": finding.code,
                "level": finding.level,
                "facts": dict(finding.facts),
                "sentence": said.sentence,
                "step": said.step,
            }
            for finding, said in zip(judge(report.facts), report.findings, strict=True)
        ],
        "facts": asdict(report.facts),
    }


def of_table(session: TableSession | None) -> tuple[tuple[str, int] | None, int | None]:
    """Return the address of the table joined, and the port of the player's own table, or None."""
    start = session.start if session is not None else None
    match start:
        case StartJoin(address=address):
            return address, None
        case StartHost() if session is not None and session.address:
            return None, int(session.address.rpartition(":")[2])
        case _:
            return None, None
