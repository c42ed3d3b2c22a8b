"""The present host's half of a move: it asks, has the way tested, hands over, and commits itself.

Whatever goes wrong before the commitment leaves the table where it is.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

ASK_SECONDS: Final = 60.0
"""How long the chosen player has to agree."""

TEST_SECONDS: Final = 5.0
"""How long the others have to connect to the new place."""

HAND_SECONDS: Final = 10.0
"""How long the new host has to take the table, from when it was sent."""


LOOPBACK: Final = ("127.", "::1")
"""How the addresses begin at which a machine reaches itself."""


class Stage(IntEnum):
    """How far a move has come."""

    NONE = 0
    ASKED = 1
    """The chosen player has been asked."""
    TESTED = 2
    """The others try to connect to the new place."""
    DUE = 3
    """The table moves as soon as it may."""
    HANDED = 4
    """The table has been sent, and nothing may change at this host."""
    GONE = 5
    """This host has committed itself: the table is at the new place for good."""


@dataclass(frozen=True, slots=True)
class Place:
    """The new place of the table."""

    address: str
    port: int
    fingerprint: str


class Handing:
    """The moves of one table away from this host, one attempt after another.

    Connections are any keys. After each call `failure` is to be taken.
    """

    def __init__(self, attempt: int = 0) -> None:
        self.attempt = attempt
        """Counts the attempts of this table, at all its hosts."""
        self.idle = True
        """Whether no move is under way or has been made, and none has failed that is to be told."""
        self.stage = Stage.NONE
        self.chosen: Hashable = None
        """The connection of the program that is to take over."""
        self.place: Place | None = None
        self.at_once = False
        self._untested: set[Hashable] = set()
        self._deadline: float | None = None
        self._failure: tuple[str, Hashable] | None = None

    @property
    def running(self) -> bool:
        """Whether the table is on its way to another place, and may still stay."""
        return Stage.NONE < self.stage < Stage.GONE

    @property
    def frozen(self) -> bool:
        """Whether nothing may change at this host until the move has failed."""
        return self.stage >= Stage.HANDED

    def take_failure(self) -> tuple[str, Hashable] | None:
        """Return why the last attempt has failed and whose connection failed it, once."""
        failure, self._failure = self._failure, None
        self.idle = self.stage is Stage.NONE
        return failure

    def begin(self, chosen: Hashable, now: float, *, at_once: bool) -> None:
        """Ask a program to take over; an earlier attempt is called off."""
        self.call_off()
        self.attempt += 1
        self.stage, self.chosen, self.at_once = Stage.ASKED, chosen, at_once
        self.idle = False
        self._deadline = now + ASK_SECONDS

    def call_off(self, why: str = "off", whose: Hashable = None) -> None:
        """End a running attempt: the table stays here."""
        if self.running:
            self._failure = (why, whose)
            self.stage, self.chosen, self.place = Stage.NONE, None, None
            self._deadline = None
            self._untested.clear()

    def accept(
        self,
        connection: Hashable,
        attempt: int,
        place: Place,
        testers: Collection[Hashable],
        now: float,
    ) -> bool:
        """Take the agreement of the chosen program; tell whether it was asked."""
        if not self._expects(connection, attempt, Stage.ASKED):
            return False
        self.place, self._untested = place, set(testers)
        self.stage, self._deadline = Stage.TESTED, now + TEST_SECONDS
        self._all_tested()
        return True

    def decline(self, connection: Hashable, attempt: int, why: str) -> bool:
        """Take a refusal of the chosen program; tell whether it was asked."""
        if not self.running or connection != self.chosen or attempt != self.attempt:
            return False
        self.call_off(why, connection)
        return True

    def reached(self, connection: Hashable, attempt: int, *, reached: bool) -> bool:
        """Take the result of a test; tell whether it was asked for."""
        if self.stage is not Stage.TESTED or attempt != self.attempt:
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
            self.stage, self._deadline = Stage.DUE, None

    def hand(self, now: float) -> None:
        """Note that the table is being sent now."""
        assert self.stage is Stage.DUE, self.stage
        self.stage, self._deadline = Stage.HANDED, now + HAND_SECONDS

    def prepared(self, connection: Hashable, attempt: int) -> bool:
        """Commit this host if the new one has the table; tell whether that was expected."""
        if not self._expects(connection, attempt, Stage.HANDED):
            return False
        self.stage, self._deadline = Stage.GONE, None
        return True

    def lost(self, connection: Hashable) -> None:
        """Note that a connection is lost."""
        if self.running and connection == self.chosen:
            self.call_off("lost", connection)
        elif connection in self._untested:
            self._untested.discard(connection)
            if self.stage is Stage.TESTED:
                self._all_tested()

    def keep(self, present: Collection[Hashable]) -> None:
        """Note who is still at the table."""
        for gone in {self.chosen, *self._untested}.difference(present):
            self.lost(gone)

    def tick(self, now: float) -> None:
        """Give up waiting for an answer that is overdue."""
        if self._deadline is None or now < self._deadline:
            return
        if self.stage is Stage.TESTED:
            self.call_off("unreached", next(iter(self._untested)))
        else:
            self.call_off("silent", self.chosen)

    def deadline(self) -> float | None:
        """When the next answer is overdue."""
        return self._deadline

    def _expects(self, connection: Hashable, attempt: int, stage: Stage) -> bool:
        return self.stage is stage and connection == self.chosen and attempt == self.attempt
