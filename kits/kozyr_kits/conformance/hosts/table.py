"""Our connections at the table under test: they join, resume, leave, and check what they hear."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import inf
from typing import Any, Final

from msgspec.structs import replace

from kozyr_kits.conformance.hosts.connections import (
    DECISIVE_SECONDS,
    FULL_HELLO,
    HELLO,
    Connection,
    Connections,
    StoppedError,
)
from kozyr_kits.conformance.hosts.observer import Observer
from kozyr_kits.conformance.schema import brief
from net.public.client import ClientSide
from net.public.host import Role
from net.wire.from_host import (
    Closed,
    Confirmed,
    Gathered,
    Missed,
    Proving,
    Refused,
    Seated,
    Updated,
)
from net.wire.message import TableLine
from net.wire.to_host import Confirm, Hello, Identify, Join, Leave, Prove

NAME: Final = "Conny"
WATCHING_HELLO: Final = replace(FULL_HELLO, migrates=False, way="page")
PORT: Final = 4040
"""The port that our programs claim; no program connects to it."""


class TableUnderTest:
    """Our `players`, in the order of joining, and our `watchers` at one table."""

    def __init__(self, connections: Connections, line: TableLine) -> None:
        self.net = connections
        self.report = connections.report
        self.line = line
        self.players: list[Connection] = []
        self.watchers: list[Connection] = []
        self.mover: Connection | None = None
        """The player whose decision is awaited during a trial in a match."""
        self.asker: Connection | None = None
        """The watcher of ours who wants a seat during a trial."""
        self.asker_name = NAME
        self.slow_sent = self.slow_seen = -inf
        """The earliest and the latest time at which the line of a watcher of ours became slow."""
        self.fresh: dict[str, Connection] = {}
        """Connections opened for the current trial: connected, greeted, or plain without TLS."""

    def __iter__(self) -> Iterator[Connection]:
        """Iterate over our players and watchers."""
        return iter([*self.players, *self.watchers])

    # --- roles ---------------------------------------------------------------------------------

    @property
    def owner(self) -> Connection | None:
        """The player of ours who owns the table."""
        ours = (each for each in self.players if each.observer.seat == each.observer.room.owner)
        return next(ours, None)

    @property
    def guest(self) -> Connection | None:
        """A player of ours who does not own the table."""
        return next((player for player in self.players if player is not self.owner), None)

    @property
    def other(self) -> Connection | None:
        """A player of ours whose decision is not awaited."""
        acting = self.mover.observer.acting if self.mover else ()
        return next((each for each in self.players if each.observer.seat not in acting), None)

    @property
    def first(self) -> Connection | None:
        return self.players[0] if self.players else None

    @property
    def last(self) -> Connection | None:
        return self.players[-1] if self.players else None

    @property
    def watcher(self) -> Connection | None:
        return self.watchers[0] if self.watchers else None

    @property
    def last_watcher(self) -> Connection | None:
        return self.watchers[-1] if self.watchers else None

    @property
    def roles(self) -> dict[Role, Connection]:
        """One of our connections in each role, as far as there are any."""
        wanted = {Role.WATCHER: self.watcher, Role.PLAYER: self.guest, Role.OWNER: self.owner}
        return {role: connection for role, connection in wanted.items() if connection is not None}

    @property
    def free(self) -> list[int]:
        """The free seats, as our first player has heard."""
        seats = self.players[0].observer.room.seats if self.players else []
        return [number for number, line in enumerate(seats) if not line.kind]

    # --- joining -------------------------------------------------------------------------------

    async def join(
        self,
        join: Join,
        *,
        at_once: bool = False,
        known: Connection | None = None,
        hello: Hello | None = None,
    ) -> tuple[Connection, Any]:
        """Join the table; return the connection and Seated, or the answer in its place.

        `at_once` sends Hello and Join together. A player who is `known` has the token of that
        connection and proves no code. The third player's program states the least in its `hello`.
        """
        net = self.net
        number = len(self.players) + 1
        who = "a player who is back" if known else "a watcher" if join.watch else f"player {number}"
        if hello is None:
            usual = WATCHING_HELLO if join.watch else HELLO if number == 3 else FULL_HELLO
            hello = known.observer.hello if known else usual
        if at_once:
            connection = await net.connect(who)
            connection.send(hello)
        else:
            connection = await net.greet(who, hello=hello)
        connection.keep_alive()
        if self.line.code and not known:
            await self._prove(connection)
        told = await net.ask(connection, join, Seated, Refused, Closed)
        if isinstance(told, Seated):
            await self._check_told(connection)
        if at_once:
            answered = isinstance(told, Seated | Refused)  # Refused where the table is full
            self.report.expect("one-go", answered, f"then comes {brief(told)}")
        return connection, told

    async def _prove(self, connection: Connection) -> None:
        net = self.net
        proof = ClientSide(connection.fingerprint, net.code, self.line.id)
        proving = await net.ask(connection, Prove(self.line.id, proof.share), Proving)
        if proving is None:
            raise StoppedError("the host does not answer Prove with Proving")
        confirm = Confirm(proof.confirm(proving.share))
        confirmed = await net.ask(connection, confirm, Confirmed)
        if confirmed is None:
            raise StoppedError("the host does not take the code")
        right = proof.confirmed(confirmed.proof)
        self.report.expect("code-proof", right, "the host does not prove that it knows the code")

    async def _check_told(self, connection: Connection) -> None:
        """Expect Gathered, and Updated if there is a position, for a client that has joined."""
        observer = connection.observer
        told = await self.net.patiently(lambda: bool(observer.room.seats), DECISIVE_SECONDS)
        self.report.expect("joining", told, f"{observer.who}: no Gathered after Seated")
        if not told:
            raise StoppedError("the host does not show who is at the table")
        if observer.phase in ("playing", "over"):
            shown = await self.net.until(lambda: observer.position is not None)
            self.report.expect("joining", shown, f"{observer.who}: no Updated after Gathered")
        kinds = [
            type(m).__name__ for m in observer.heard if isinstance(m, Seated | Gathered | Updated)
        ][:3]
        at_most = ["Seated", "Gathered", "Updated"], ["Seated", "Gathered", "Gathered"]
        right = kinds in (at_most[0][: len(kinds)], at_most[1])
        self.report.expect("joining", right, f"{observer.who} hears {' '.join(kinds)}")
        self._check_way(observer)

    def _check_way(self, observer: Observer) -> None:
        """Expect the `way` of our Hello in the line of our seat, or of a watcher."""
        room, seat, way = observer.room, observer.seat, observer.hello.way
        lines = room.watchers if seat is None else room.seats[seat : seat + 1]
        told = [line.way for line in lines]
        said = f"{observer.who}: `way` is {brief(told)} in Gathered after Hello.way {brief(way)}"
        self.report.expect("way", way in told, said)

    async def sit(
        self, join: Join | None = None, *, at_once: bool = False, hello: Hello | None = None
    ) -> Connection | None:
        """Take a free seat; return None if it is refused."""
        join, at_once = join or Join(NAME, self.line.id), at_once and not self.line.code
        connection, told = await self.join(join, at_once=at_once, hello=hello)
        if not isinstance(told, Seated):
            await connection.close()
            return None
        self.players.append(connection)
        return connection

    async def watch(self, *, hello: Hello | None = None) -> Connection | None:
        """Begin to watch; return None if it is refused."""
        connection, told = await self.join(Join(NAME, self.line.id, watch=True), hello=hello)
        if not isinstance(told, Seated):
            await connection.close()
            return None
        self.watchers.append(connection)
        return connection

    async def expect_peers(self) -> None:
        """Check that all players of ours with a key hear the keys of this match."""
        keyed = [player.observer for player in self.players if player.observer.key]
        named = {str(each.seat): each.key for each in keyed}
        for each in keyed if self.net.migrates else ():
            await self.net.until(partial(_has_peers, each))
            lines = each.peers.peers if each.peers else []
            told = {str(line.seat): line.key for line in lines if str(line.seat) in named}
            said = f"{each.who}: Peers.peers has the keys {brief(told)}, not {brief(named)}"
            self.report.expect("peers", told == named, said)

    # --- resuming and leaving ------------------------------------------------------------------

    async def come_back(self, old: Connection) -> Connection:
        """Resume a seat on another connection; name, seat and `watch` do not matter.

        Raises StoppedError if the seat is not given.
        """
        report, before = self.report, old.observer
        assert before.seated is not None
        token, was_there = before.seated.token, not old.ended
        join = Join("Somebody", self.line.id, token, 0, watch=True, seen=before.seq)
        connection, told = await self.join(join, known=old)
        seated = isinstance(told, Seated) and told.seat == before.seat
        right = seated and told.token == token
        report.expect("tokens", right, f"Join with the token of seat {before.seat}: {brief(told)}")
        if not seated:
            raise StoppedError("a token does not open its seat again")
        taken = told.number
        report.expect("taken", taken == before.number, f"Seated says {taken} after {before.number}")
        position = connection.observer.position
        if position is not None:
            events, seq = position.events, position.seq
            report.expect(
                "return",
                not events and seq >= before.seq,
                f"position {seq} with {len(events)} events after a return to {before.seq}",
            )
        said = wrong_in_missed(before.heard, connection.observer.heard, before.seq)
        report.check("missed", (f"{connection.observer.who}: {each}" for each in said))
        if was_there:
            await self.net.is_ended(old)
            code = before.closed.code if before.closed else None
            report.expect(
                "elsewhere", code == "elsewhere", f"the older connection hears {brief(code)}"
            )
        await old.close()
        self.players[self.players.index(old)] = connection
        if before.key:
            await self.net.ask(connection, Identify(before.key, PORT), Gathered)
        return connection

    async def leave(self, connection: Connection) -> None:
        """Leave for good."""
        closed = await self.net.ask(connection, Leave(), Closed)
        ended = await self.net.is_ended(connection)
        self.report.expect(
            "leaving",
            closed is not None and closed.code == "left" and ended,
            f"{connection.observer.who} hears {brief(closed) if closed else 'nothing'} after Leave",
        )
        await self.forget(connection)

    async def forget(self, connection: Connection) -> None:
        """Close a connection that is no longer at the table."""
        for group in (self.players, self.watchers):
            if connection in group:
                group.remove(connection)
        await connection.close()

    async def expect_all(
        self,
        name: str,
        holds: Callable[[Connection], object],
        what: str,
        *,
        but: Connection | None = None,
    ) -> None:
        """Check that a condition soon holds for all of ours at the table."""

        def known(each: Connection) -> bool:
            return bool(holds(each)) or each.ended

        for each in [connection for connection in self if connection is not but]:
            seen = await self.net.until(partial(known, each))
            self.report.expect(name, seen, f"{each.observer.who} {what}")


def _has_peers(observer: Observer) -> bool:
    return observer.peers is not None


def wrong_in_missed(before: Sequence[Any], after: Sequence[Any], seen: int = 0) -> Iterator[str]:
    """Yield the faults of the Missed sent to a returning player, if there is one.

    `before` are all messages on the seat's last connection, `after` all on the new one; `seen` is
    the last position that it has claimed.
    """
    told = [at for at, message in enumerate(after) if isinstance(message, Missed)]
    if not told:
        return
    positions = [at for at, message in enumerate(after) if isinstance(message, Updated)]
    if len(told) > 1 or not positions or told[0] > positions[0]:
        yield "Missed does not come once, before the position"
        return
    lines = after[told[0]].events
    numbers = [line.seq for line in lines]
    if numbers != sorted(numbers) or any(seq > after[positions[0]].seq for seq in numbers):
        yield f"Missed tells of the positions {brief(numbers)}, before {after[positions[0]].seq}"
    if numbers and min(numbers) <= seen:
        yield f"Missed tells of the position {min(numbers)} to a client that has {seen}"
    heard = {each.seq: each.events for each in before if isinstance(each, Updated) and each.events}
    for line in lines:
        if line.seq in heard and line.event not in heard[line.seq]:
            event = brief(line.event)
            yield f"Missed tells of {line.seq} what this seat was not told then: {event}"
