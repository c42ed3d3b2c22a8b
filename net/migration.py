"""Moving a table to another computer on purpose: who decides what, and when. Pure.

The present host asks a program, has the others try the way there, sends the table and commits
itself, which is one step: Prepared has come. From then on it never plays on. The other program
serves no player before it knows of that step, so the table is never at two places.

    OutgoingHandover, the present host      messages         IncomingHandover, the new host
    NONE                                                     NONE
    ASKED     begin        60 s             Choose, Chosen   ASKED     chosen
    TESTED    accept        5 s             Accept           READY     agree
              reached, from everybody       Announced, Reached
    DUE       the deal ends, unless `at_once`
    HANDED    hand         10 s             Handed, in parts           handed
    GONE      prepared                      Prepared         PREPARED  prepare
                                            Closed("moved")  SERVING   let_go

A refusal, a lost connection or an overdue answer ends an attempt at any stage before GONE:
`call_off` there, `stays` here. Sample: `Accept(attempt=2, address="10.0.0.7", port=4040, ...)`
counts only while attempt 2 is ASKED, and only from the connection that was chosen.

Rules, seats and sockets are unknown here: `net.table.migration` and `net.client` carry out what is
decided. A lost host moves nothing: how the match continues then is the subject of `net.branch`.
"""

from collections.abc import Collection, Hashable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

ASK_SECONDS: Final = 60.0
"""Seconds that the chosen player has to agree."""

TEST_SECONDS: Final = 5.0
"""Seconds that the others have to connect to the new place."""

HAND_SECONDS: Final = 10.0
"""Seconds that the new host has to prepare the table, counted from the sending."""


LOOPBACK: Final = ("127.", "::1")
"""The beginnings of the addresses by which a machine reaches itself."""


class OutgoingStage(IntEnum):
    """The progress of an attempt at the present host."""

    NONE = 0
    ASKED = 1
    """The chosen player has been asked."""
    TESTED = 2
    """The other programs try to connect to the new place."""
    DUE = 3
    """The table moves as soon as it may."""
    HANDED = 4
    """The table has been sent, and this host may change nothing any more."""
    GONE = 5
    """This host has committed itself: the table is at the new place for good."""


@dataclass(frozen=True, slots=True)
class Place:
    """The new place of the table."""

    address: str
    port: int
    fingerprint: str


class OutgoingHandover:
    """The attempts to move one table away from this host, one after another.

    A connection is any hashable key. The caller calls `take_failure` after every other call.
    """

    def __init__(self, attempt: int = 0) -> None:
        self.attempt = attempt
        """The number of the attempt, counted over all hosts of this table."""
        self.idle = True
        """Whether there is no attempt, no finished move and no failure to report."""
        self.stage = OutgoingStage.NONE
        self.chosen: Hashable = None
        """The connection of the program that is to take over."""
        self.place: Place | None = None
        self.at_once = False
        self._untested: set[Hashable] = set()
        self.deadline: float | None = None
        """The time at which the next answer is overdue."""
        self._failure: tuple[str, Hashable] | None = None

    @property
    def running(self) -> bool:
        """Whether the table is on its way to another place, but may still stay."""
        return OutgoingStage.NONE < self.stage < OutgoingStage.GONE

    @property
    def frozen(self) -> bool:
        """Whether this host may change nothing until the move has failed."""
        return self.stage >= OutgoingStage.HANDED

    def take_failure(self) -> tuple[str, Hashable] | None:
        """Return the reason of the last failure and the connection that caused it, once."""
        failure, self._failure = self._failure, None
        self.idle = self.stage is OutgoingStage.NONE
        return failure

    def begin(self, chosen: Hashable, now: float, *, at_once: bool) -> None:
        """Choose the program that is to take over; an earlier attempt is called off."""
        self.call_off()
        self.attempt += 1
        self.stage, self.chosen, self.at_once = OutgoingStage.ASKED, chosen, at_once
        self.idle = False
        self.deadline = now + ASK_SECONDS

    def call_off(self, why: str = "off", whose: Hashable = None) -> None:
        """End a running attempt: the table stays here."""
        if self.running:
            self._failure = (why, whose)
            self.stage, self.chosen, self.place = OutgoingStage.NONE, None, None
            self.deadline = None
            self._untested.clear()

    def accept(
        self,
        connection: Hashable,
        attempt: int,
        place: Place,
        testers: Collection[Hashable],
        now: float,
    ) -> bool:
        """Note that the chosen program agrees; return whether it had been asked."""
        if (self.stage, self.chosen, self.attempt) != (OutgoingStage.ASKED, connection, attempt):
            return False
        self.place, self._untested = place, set(testers)
        self.stage, self.deadline = OutgoingStage.TESTED, now + TEST_SECONDS
        self._all_tested()
        return True

    def decline(self, connection: Hashable, attempt: int, why: str) -> bool:
        """Note that the chosen program refuses; return whether it had been asked."""
        if not self.running or connection != self.chosen or attempt != self.attempt:
            return False
        self.call_off(why, connection)
        return True

    def reached(self, connection: Hashable, attempt: int, *, reached: bool) -> bool:
        """Note the result of a test; return whether the test had been requested."""
        if self.stage is not OutgoingStage.TESTED or attempt != self.attempt:
            return False
        if connection not in self._untested:
            return False
        if reached:
            self._untested.discard(connection)
            self._all_tested()
        else:
            self.call_off("unreached", connection)
        return True

    def _all_tested(self) -> None:
        if not self._untested:
            self.stage, self.deadline = OutgoingStage.DUE, None

    def hand(self, now: float) -> None:
        """Note that the table is being sent now."""
        assert self.stage is OutgoingStage.DUE, self.stage
        self.stage, self.deadline = OutgoingStage.HANDED, now + HAND_SECONDS

    def prepared(self, connection: Hashable, attempt: int) -> bool:
        """Commit this host, as the new one has the table; return whether that was expected."""
        if (self.stage, self.chosen, self.attempt) != (OutgoingStage.HANDED, connection, attempt):
            return False
        self.stage, self.deadline = OutgoingStage.GONE, None
        return True

    def lost(self, connection: Hashable) -> None:
        """Note a lost connection: without the chosen program the attempt fails."""
        if self.running and connection == self.chosen:
            self.call_off("lost", connection)
        elif connection in self._untested:
            self._untested.discard(connection)
            if self.stage is OutgoingStage.TESTED:
                self._all_tested()

    def keep(self, present: Collection[Hashable]) -> None:
        """Treat every connection that is not `present` at the table as lost."""
        for gone in {self.chosen, *self._untested}.difference(present):
            self.lost(gone)

    def tick(self, now: float) -> None:
        """Call off the attempt if an answer is overdue."""
        if self.deadline is None or now < self.deadline:
            return
        if self.stage is OutgoingStage.TESTED:
            self.call_off("unreached", next(iter(self._untested)))
        else:
            self.call_off("silent", self.chosen)


class IncomingStage(IntEnum):
    """The progress of an attempt at the program that is to take over."""

    NONE = 0
    ASKED = 1
    """The player of this program has been asked."""
    READY = 2
    """This program has agreed and listens; it has no table."""
    PREPARED = 3
    """This program has the whole table, but serves no player yet."""
    SERVING = 4
    """The table is here for good."""


class IncomingHandover:
    """The part of a player's program in the attempts to move its table."""

    def __init__(self) -> None:
        self.stage = IncomingStage.NONE
        self.attempt = 0
        self._parts: list[str] = []

    def chosen(self, attempt: int) -> None:
        """Note that the host has chosen this program; that ends an earlier attempt."""
        self._drop()
        self.stage, self.attempt = IncomingStage.ASKED, attempt

    def agree(self) -> bool:
        """Note that the player agrees; return whether the question still stands."""
        if self.stage is not IncomingStage.ASKED:
            return False
        self.stage = IncomingStage.READY
        return True

    def handed(self, attempt: int, part: int, parts: int, text: str) -> str | None:
        """Add a part of the table; return the whole text with the last one.

        An unexpected part is ignored.
        """
        if (
            self.stage is not IncomingStage.READY
            or attempt != self.attempt
            or part != len(self._parts) + 1
        ):
            return None
        self._parts.append(text)
        return "".join(self._parts) if part == parts else None

    def prepare(self) -> None:
        """Note that the table can be continued here once the old host lets it go."""
        assert self.stage is IncomingStage.READY, self.stage
        self.stage = IncomingStage.PREPARED
        self._parts.clear()

    def let_go(self) -> bool:
        """Note that the old host has let the table go; return whether it is here now.

        A player who connects with the word, which only the old host gives out, proves that as well.
        """
        if self.stage is IncomingStage.PREPARED:
            self.stage = IncomingStage.SERVING
        return self.stage is IncomingStage.SERVING

    def stays(self) -> None:
        """Note that the old host keeps the table: it has said so, or continues the match."""
        if self.stage is not IncomingStage.SERVING:
            self._drop()

    def _drop(self) -> None:
        self.stage = IncomingStage.NONE
        self._parts.clear()
