"""The visitors to a table: how they come in, sit down, come back, leave, and what they are told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from net.conformance.reading import Heard
from net.conformance.sentences import (
    CODE_PROOF,
    ELSEWHERE,
    JOINING,
    LEAVING,
    ONE_GO,
    RETURN,
    TAKEN,
    TOKENS,
)
from net.conformance.visit import HELLO, StoppedError, Visit, Visitor
from net.table.phases import Role
from net.wire.from_host import TableLine
from net.wire.to_host import Confirm, Join, Leave, Prove

NAME: Final = "Conny"


class Company:
    """The visitors at one table: `players` in the order in which they came, and a watcher."""

    def __init__(self, visit: Visit, table: TableLine) -> None:
        self.visit = visit
        self.table = table
        self.players: list[Visitor] = []
        self.watchers: list[Visitor] = []

    def __iter__(self) -> Iterator[Visitor]:
        """Everybody who is at the table."""
        return iter([*self.players, *self.watchers])

    @property
    def owner(self) -> Visitor | None:
        """The visitor who owns the table."""
        owners = (
            player
            for player in self.players
            if player.observer.seat == player.observer.room.get("owner")
        )
        return next(owners, None)

    @property
    def guest(self) -> Visitor | None:
        """A player among the visitors who does not own the table."""
        owner = self.owner
        return next((player for player in self.players if player is not owner), None)

    @property
    def roles(self) -> dict[Role, Visitor]:
        """One visitor in each role, as far as there are any."""
        wanted = {
            Role.WATCHER: next(iter(self.watchers), None),
            Role.PLAYER: self.guest,
            Role.OWNER: self.owner,
        }
        return {role: visitor for role, visitor in wanted.items() if visitor is not None}

    # --- coming --------------------------------------------------------------------------------

    async def join(
        self, join: Join, *, at_once: bool = False, known: bool = False
    ) -> tuple[Visitor, Heard]:
        """Come to the table; return the connection and Seated, or what came instead of it.

        `at_once` sends Hello and Join together. A player who is `known` has a token and proves no
        code.
        """
        visit = self.visit
        number = len(self.players) + 1
        who = "a player who is back" if known else "a watcher" if join.watch else f"player {number}"
        if at_once:
            visitor = await visit.connect(who)
            visitor.send(HELLO)
        else:
            visitor = await visit.greet(who)
        visitor.keep_alive()
        if self.table.code and not known:
            await self._prove(visitor)
        told = await visit.ask(visitor, join, "Seated", "Refused", "Closed")
        if told.get("type") == "Seated":
            await self._check_told(visitor)
        if at_once:
            answered = told.get("type") in ("Seated", "Refused")  # for a table that is full
            visit.report.expect(ONE_GO, answered, f"then comes {told}")
        return visitor, told

    async def _prove(self, visitor: Visitor) -> None:
        from net.secure.pake import ClientSide  # few tables have a code

        visit, table = self.visit, self.table.id
        proof = ClientSide(visit.code, visitor.fingerprint, table)
        proving = await visit.ask(visitor, Prove(table, proof.share), "Proving")
        if not proving:
            raise StoppedError("the host does not answer Prove with Proving")
        sent = Confirm(proof.confirm(proving["share"]))
        confirmed = await visit.ask(visitor, sent, "Confirmed")
        if not confirmed:
            raise StoppedError("the host does not take the code")
        right = proof.confirmed(confirmed["proof"])
        visit.report.expect(CODE_PROOF, right, "the host does not prove that it knows the code")

    async def _check_told(self, visitor: Visitor) -> None:
        """Whoever comes is told the room, and the position if there is one."""
        observer, visit = visitor.observer, self.visit
        told = await visit.until(lambda: bool(observer.room))
        visit.report.expect(JOINING, told, f"{observer.who}: no Gathered after Seated")
        if observer.phase in ("playing", "over"):
            shown = await visit.until(lambda: "view" in observer.position)
            visit.report.expect(JOINING, shown, f"{observer.who}: no Updated after Gathered")
        kinds = [message["type"] for message in observer.heard]
        order = [kind for kind in kinds if kind in ("Seated", "Gathered", "Updated")][:3]
        expected = ["Seated", "Gathered", "Updated"][: len(order)]
        right = order == expected or order == ["Seated", "Gathered", "Gathered"]
        visit.report.expect(JOINING, right, f"{observer.who} hears {', '.join(order)}")

    async def sit(self, name: str = NAME, *, at_once: bool = False) -> Visitor | None:
        """Take a free seat; return None if that is refused."""
        at_once = at_once and not self.table.code
        visitor, told = await self.join(Join(name, self.table.id), at_once=at_once)
        if told.get("type") != "Seated":
            await visitor.close()
            return None
        self.players.append(visitor)
        return visitor

    async def watch(self) -> Visitor | None:
        """Begin to watch; return None if that is refused."""
        visitor, told = await self.join(Join(NAME, self.table.id, watch=True))
        if told.get("type") != "Seated":
            await visitor.close()
            return None
        self.watchers.append(visitor)
        return visitor

    # --- coming back and leaving ---------------------------------------------------------------

    async def come_back(self, old: Visitor) -> Visitor:
        """Come back to a seat on another connection; name, seat and `watch` do not matter.

        Raises StoppedError if the seat is not given.
        """
        report, before = self.visit.report, old.observer
        token, was_there = before.seated["token"], not old.ended
        join = Join("Somebody", self.table.id, token, 0, watch=True)
        visitor, told = await self.join(join, known=True)
        right = told.get("seat") == before.seat and told.get("token") == token
        report.expect(TOKENS, right, f"Join with the token of seat {before.seat}: {told}")
        if told.get("seat") != before.seat:
            raise StoppedError("a token does not open its seat again")
        taken = told["number"]
        report.expect(TAKEN, taken == before.number, f"Seated says {taken} after {before.number}")
        observer = visitor.observer
        if observer.position:
            position = observer.position
            report.expect(
                RETURN,
                not position["events"] and position["seq"] >= before.seq,
                f"position {position['seq']} with {len(position['events'])} events after a return",
            )
        if was_there:
            await self.visit.is_ended(old)
            code = before.closed.get("code")
            report.expect(ELSEWHERE, code == "elsewhere", f"the older connection hears {code}")
        await old.close()
        self.players[self.players.index(old)] = visitor
        return visitor

    async def leave(self, visitor: Visitor) -> None:
        """Leave for good."""
        closed = await self.visit.ask(visitor, Leave(), "Closed")
        ended = await self.visit.is_ended(visitor)
        self.visit.report.expect(
            LEAVING,
            closed.get("code") == "left" and ended,
            f"{visitor.observer.who} hears {closed.get('code')} after Leave",
        )
        for group in (self.players, self.watchers):
            if visitor in group:
                group.remove(visitor)
        await visitor.close()
