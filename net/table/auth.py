"""The door of a table with a code: one proof at a time, wrong codes counted and slowed. No I/O.

    Prove -> waiting -> begun (the first step) -> open, answered with Proving -> Confirm
                                                           right: Confirmed, may join
                                                           wrong: Refused, the address has to wait

A connection has one attempt. An attempt has two steps of a few milliseconds each, and moves are
heard in between. Times and the cryptography come in from the shell.
"""

import math
from dataclasses import dataclass
from hmac import compare_digest
from typing import Final

from net.secure.code import HostProof, ProofError, plain_code
from net.table.effects import UNKNOWN, ConnectionKey, Effect, EffectQueue, Peer
from net.table.table import Table
from net.wire.from_host import Confirmed, Proving
from net.wire.reasons import RefusalError, refusal
from net.wire.to_host import Confirm, Join, Prove

FIRST_PENALTY_SECONDS: Final = 0.5
LONGEST_PENALTY_SECONDS: Final = 8.0
"""The wait of an address after its first wrong code, doubled with each one, and its limit."""

FORGOTTEN_SECONDS: Final = 60.0
"""The time after which an address's wrong codes are forgiven, and its last turn is forgotten."""


@dataclass(slots=True)
class _Wrong:
    count: int = 0
    since: float = 0.0

    def over(self) -> float:
        seconds = FIRST_PENALTY_SECONDS * (1 << min(self.count - 1, 10))
        return self.since + min(LONGEST_PENALTY_SECONDS, seconds)


class CodeAttempts:
    """The wrong codes and the turns of each group of addresses."""

    def __init__(self) -> None:
        self.wrong: dict[str, _Wrong] = {}
        self.turns: dict[str, float] = {}
        """The time of the last turn of each group."""

    def last_turn(self, group: str) -> float:
        """Return the time of the last turn of a group: the oldest goes first.

        So a crowd that never confirms, and therefore never has to wait, delays only itself.
        """
        return self.turns.get(group, -math.inf)

    def take_turn(self, group: str, now: float) -> None:
        """Note the beginning of an attempt, and forget turns long past."""
        recent = self.turns.items()
        self.turns = {each: at for each, at in recent if now <= at + FORGOTTEN_SECONDS}
        self.turns[group] = now

    def due(self, group: str) -> float:
        """Return the time from which a group may make its next attempt."""
        wrong = self.wrong.get(group)
        return wrong.over() if wrong else 0.0

    def fail(self, group: str, now: float) -> None:
        """Count a wrong code, and forgive groups whose last one is long past."""
        for address, wrong in list(self.wrong.items()):
            if now > wrong.since + FORGOTTEN_SECONDS:
                del self.wrong[address]
        wrong = self.wrong.setdefault(group, _Wrong())
        wrong.count += 1
        wrong.since = now

    def forgive(self, group: str) -> None:
        """Forget the wrong codes of a group, after a right one."""
        self.wrong.pop(group, None)


PACE_SECONDS: Final = 0.03
"""The least time between any two attempts: each costs a quick host some 7 ms."""

REST: Final = 10
"""The least time from an attempt's second step to the next attempt, as a multiple of its first
step's duration. The second step takes not quite twice as long as the first, so at most a quarter of
a slow host's time goes to attempts.
"""

LONGEST_REST_SECONDS: Final = 0.3


@dataclass(slots=True)
class _Attempt:
    """A connection's single attempt at a code."""

    connection: ConnectionKey
    table: Table
    share: str
    peer: Peer
    proof: HostProof | None = None
    code: str = ""
    """The table's code when the proof began."""
    begun: float = 0.0


class Authenticator:
    """The attempts of all connections of a host at the codes of its tables."""

    def __init__(self) -> None:
        self._peers: dict[ConnectionKey, Peer] = {}
        self._tried: set[ConnectionKey] = set()
        self._waiting: dict[ConnectionKey, _Attempt] = {}
        self._begun: _Attempt | None = None
        self._open: dict[ConnectionKey, _Attempt] = {}
        self._proved: dict[ConnectionKey, str] = {}
        self.attempts = CodeAttempts()
        self._next = 0.0
        self._out = EffectQueue()

    def meet(self, connection: ConnectionKey, peer: Peer) -> None:
        """Note the other end of a new connection."""
        self._peers[connection] = peer

    def peer(self, connection: ConnectionKey) -> Peer:
        """Return the other end of a connection."""
        return self._peers.get(connection, UNKNOWN)

    def connections(self) -> list[ConnectionKey]:
        """Return all connections."""
        return list(self._peers)

    def lost(self, connection: ConnectionKey) -> None:
        """Forget a connection."""
        self._peers.pop(connection, None)
        self._tried.discard(connection)
        self._waiting.pop(connection, None)
        self._open.pop(connection, None)
        self._proved.pop(connection, None)

    def check(self, connection: ConnectionKey, table: Table, join: Join) -> None:
        """Raise RefusalError unless a connection may join a table."""
        peer = self.peer(connection)
        if not table.code or peer.own:
            return
        if peer.new_proof is None:
            # Not even with the token of a seat: an eavesdropper could have read it.
            raise RefusalError("plain")
        proved = self._proved.get(connection) == table.id
        if not proved and table.room.find_token(join.token) is None:
            raise RefusalError("code")

    def prove(
        self, connection: ConnectionKey, table: Table, message: Prove, now: float
    ) -> list[Effect]:
        """Begin an attempt, or queue it. Raises RefusalError."""
        peer = self.peer(connection)
        if not table.code:
            raise RefusalError("codeless")
        if peer.new_proof is None:
            raise RefusalError("plain")
        if connection in self._tried:
            raise RefusalError("tried")
        self._tried.add(connection)
        self._waiting[connection] = _Attempt(connection, table, message.share, peer)
        return self.tick(now)

    def confirm(self, connection: ConnectionKey, message: Confirm, now: float) -> list[Effect]:
        """Check a client's confirmation. Raises RefusalError."""
        attempt = self._open.pop(connection, None)
        if attempt is None or attempt.proof is None:
            raise RefusalError("unproved")
        answer = attempt.proof.check(message.proof)
        # The code may have changed since: guessing must not profit from waiting.
        if answer is None or attempt.code != attempt.table.code:
            self._fail(attempt, now)
            return self._out.hand_out()
        self.attempts.forgive(attempt.peer.group)
        self._proved[connection] = attempt.table.id
        self._out.send(connection, Confirmed(answer))
        return self._out.hand_out()

    def tick(self, now: float) -> list[Effect]:
        """Do the next step of the next attempt, if it is due.

        A thread would not help: it would hold Python's lock just as long.
        """
        if self._begun is not None:
            self._answer(self._begun, now)
        elif now >= self._next and (attempt := self._due(now)) is not None:
            del self._waiting[attempt.connection]
            self.attempts.take_turn(attempt.peer.group, now)
            assert attempt.peer.new_proof is not None, "prove() refuses these"
            attempt.code, attempt.begun = attempt.table.code, now
            attempt.proof = attempt.peer.new_proof(attempt.code, attempt.table.id)
            self._begun = attempt
        self._out.wake_at(self._deadline(now), now)
        return self._out.hand_out()

    def _due(self, now: float) -> _Attempt | None:
        """Return the next attempt that is due: that of the group whose turn is longest ago.

        Within a group, or among several without a turn so far, the newest attempt goes first: those
        that have waited longest came in a crowd.
        """
        known = self.attempts
        ready = [e for e in self._waiting.values() if known.due(e.peer.group) <= now]
        return min(reversed(ready), key=lambda e: known.last_turn(e.peer.group), default=None)

    def _answer(self, attempt: _Attempt, now: float) -> None:
        """Do the second step: answer the client's share with the host's."""
        self._begun = None
        rest = min(REST * (now - attempt.begun), LONGEST_REST_SECONDS)
        self._next = now + max(rest, PACE_SECONDS)
        if attempt.connection not in self._peers:
            return
        assert attempt.proof is not None, "begun with one"
        try:
            attempt.proof.take(attempt.share)
        except ProofError:
            self._fail(attempt, now)
            return
        self._open[attempt.connection] = attempt
        self._out.send(attempt.connection, Proving(attempt.proof.share))

    def _fail(self, attempt: _Attempt, now: float) -> None:
        self._out.send(attempt.connection, refusal(RefusalError("wrong"), 0))
        self._count_wrong(attempt.peer.group, attempt.table, now)

    def _count_wrong(self, group: str, table: Table, now: float) -> None:
        self.attempts.fail(group, now)
        for effect in table.guessed_wrong():
            self._out.add(effect)

    def guess(
        self, group: str, table: Table, code: str, now: float, *, known: bool
    ) -> tuple[bool, list[Effect]]:
        """Return whether a guest may enter, by the code typed into a gateway of this host.

        It counts like any other attempt. A guest who is `known` needs no code.
        """
        wanted = plain_code(table.code)
        right = known or not wanted or compare_digest(plain_code(code).encode(), wanted.encode())
        if right:
            self.attempts.forgive(group)
        else:
            self._count_wrong(group, table, now)
        return right, self._out.hand_out()

    def _deadline(self, now: float) -> float | None:
        """Return the time of the next step; None if there is none."""
        if self._begun is not None:
            return now
        if not self._waiting:
            return None
        ready = (self.attempts.due(each.peer.group) for each in self._waiting.values())
        return max(self._next, min(ready))
