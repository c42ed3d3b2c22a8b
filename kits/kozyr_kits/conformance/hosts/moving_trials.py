"""Trials of moving a table: its owner has it moved to a player of ours, and each time it stays.

Player 3 is a program that leaves out `migrates`. A host that leaves it out itself is not tried.
"""

from __future__ import annotations

from typing import Any, Final

from kozyr_kits.conformance.hosts.connections import Connection
from kozyr_kits.conformance.hosts.steps import Step, Trial, carry_out
from kozyr_kits.conformance.hosts.table import PORT, TableUnderTest
from kozyr_kits.conformance.schema import brief
from net.wire.from_host import Announced, Chosen, Gathered, Handed, Said
from net.wire.to_host import Accept, Decline, Migrate, Reached, Say

FINGERPRINT: Final = 32 * "5a"
"""The certificate claimed by our chosen player's program; the owner's Reached confirms it."""
LINE: Final = "said while the table is on its way"

UNASKED: Final[Trial] = tuple(
    Step("moving-unasked", "guest", kind, "Refused unasked")
    for kind in (Accept(0, PORT, FINGERPRINT), Decline(0), Reached(0, reached=True))
)


async def try_moving(table: TableUnderTest) -> None:
    """Have the owner move the table three times; each time a player declines or cannot reach it."""
    owner, chosen = table.owner, table.guest
    if owner is None or chosen is None or not table.net.migrates:
        return
    if not (owner.observer.migrates and chosen.observer.migrates):
        return
    attempt = _Attempt(table, owner, chosen)
    await carry_out(table, UNASKED)
    for player in table.players:
        if not player.observer.migrates:
            seat = player.observer.seat
            await carry_out(
                table, (Step("moving-rooted", "owner", Migrate(seat), "Refused rooted"),)
            )
    await attempt.declined()
    await attempt.unreached()
    await attempt.handed_back()


class _Attempt:
    """Attempts of the owner to move the table to the chosen one of our players."""

    def __init__(self, table: TableUnderTest, owner: Connection, chosen: Connection) -> None:
        self._table, self._owner, self._chosen = table, owner, chosen
        self._net, self._report = table.net, table.report
        self._mark: dict[Connection, int] = {}
        """The number of messages that each had heard before this attempt."""

    async def declined(self) -> None:
        """Have the chosen player decline."""
        chosen = await self._begin()
        if chosen is not None:
            await self._decline(chosen)

    async def unreached(self) -> None:
        """Have the owner's program report that it cannot reach the place."""
        announced = await self._accepted()
        if announced is not None:
            self._owner.send(Reached(announced.attempt, reached=False))
            await self._stays()

    async def handed_back(self) -> None:
        """Have the chosen player's program decline after it has received the whole table."""
        announced = await self._accepted()
        if announced is None:
            return
        self._owner.send(Reached(announced.attempt, reached=True))
        whole = await self._until(self._chosen, Handed, lambda part: part.part == part.parts)
        parts = [each.part for each in self._heard(self._chosen, Handed)]
        right = whole is not None and parts == [*range(1, len(parts) + 1)]
        self._report.expect(
            "moving-handed", right, f"the new host is sent the parts {brief(parts)}"
        )
        if whole is None:
            return
        self._owner.send(Say(LINE))
        for each in (self._owner, self._chosen):
            await self._net.catch_up(each)
        early = self._heard(self._chosen, Said)
        self._report.expect("moving-held", not early, f"after Handed comes {brief(early[:1])}")
        await self._decline(whole)
        said = await self._until(self._chosen, Said, lambda line: line.text == LINE)
        self._report.expect("moving-held", said, "what came meanwhile is not done afterwards")

    async def _begin(self) -> Chosen | None:
        """Have the owner send Migrate; return the Chosen to the chosen program."""
        seat = self._chosen.observer.seat
        self._mark = {each: len(each.observer.heard) for each in self._table}
        await self._net.ask(self._owner, Migrate(seat, at_once=True), Gathered)
        await self._all_hear("migrating", "moving-asked")
        chosen: Chosen | None = await self._until(self._chosen, Chosen)
        self._report.expect("moving-asked", chosen, "the program of that player hears no Chosen")
        await self._nobody_else(Chosen, (self._chosen,), "moving-asked")
        return chosen

    async def _accepted(self) -> Announced | None:
        """Have the chosen player agree; return the Announced to the owner's program."""
        chosen = await self._begin()
        if chosen is None:
            return None
        self._chosen.send(Accept(chosen.attempt, PORT, FINGERPRINT))
        await self._all_hear("accepted", "moving-announced")
        announced: Announced | None = await self._until(self._owner, Announced)
        right = announced is not None and (
            (announced.attempt, announced.port, announced.fingerprint)
            == (chosen.attempt, PORT, FINGERPRINT)
        )
        detail = f"after Accept of {PORT} the owner's program hears {brief(announced)}"
        self._report.expect("moving-announced", right, detail)
        others = [each for each in self._table.players if each.observer.migrates]
        others.remove(self._chosen)
        await self._nobody_else(Announced, others, "moving-announced")
        for other in (each for each in others if each is not self._owner):
            if announced is not None:
                other.send(Reached(announced.attempt, reached=True))
        return announced

    async def _decline(self, told: Chosen | Handed) -> None:
        self._chosen.send(Decline(told.attempt))
        await self._stays()

    async def _stays(self) -> None:
        """Check that the table stays, and that all are told so."""
        await self._all_hear("staying", "moving-stays")
        for each in self._table:
            gone = each.ended or each.observer.closed
            self._report.expect("moving-stays", not gone, f"{each.observer.who} has to go")

    async def _all_hear(self, change: str, name: str) -> None:
        seat = self._chosen.observer.seat

        def told(each: Connection) -> bool:
            changes = (c for room in self._heard(each, Gathered) for c in room.happened)
            return any((c.kind, c.seat) == (change, seat) for c in changes)

        await self._table.expect_all(name, told, f"does not hear {change} in `happened`")

    async def _nobody_else(self, kind: type[Any], right: Any, name: str) -> None:
        for each in (each for each in self._table if each not in right):
            await self._net.catch_up(each)
            told = self._heard(each, kind)
            self._report.expect(name, not told, f"{each.observer.who} hears {brief(told[:1])}")

    def _heard(self, who: Connection, kind: type[Any]) -> list[Any]:
        since = self._mark.get(who, 0)
        return [each for each in who.observer.heard[since:] if isinstance(each, kind)]

    async def _until(self, who: Connection, kind: type[Any], fits: Any = lambda each: True) -> Any:
        """Wait for a message of a kind; return it, or None if it does not come."""

        def found() -> list[Any]:
            return [each for each in self._heard(who, kind) if fits(each)]

        await self._net.until(lambda: bool(found()) or who.ended)
        return found()[0] if found() else None
