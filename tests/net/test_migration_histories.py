"""Tables that move through thousands of random histories: never two of them, and nothing lost.

Two programs' halves of a move, joined by connections that deliver in order until they break, with
clocks that run apart. The table itself is a number that counts the moves made at it.
"""

from __future__ import annotations

import random
from collections import deque
from typing import Any

import pytest

from net.migration.handing import Handing, Place, Stage
from net.migration.taking import Role, Taking

PLACE = Place("10.0.0.2", 4000, "02" * 32)


class History:
    """The old host, the new one and a player: each with its own end of two connections."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.handing, self.taking = Handing(), Taking()
        self.made = 0
        """How many moves were made, wherever the table was."""
        self.table: int | None = 0
        """The table at the old host: moves made there; None once it has let it go."""
        self.arriving: int | None = None
        self.there: int | None = None
        self.to_new: deque[tuple[Any, ...]] | None = deque()
        self.to_old: deque[tuple[Any, ...]] | None = deque()
        self.connection = 0
        self.sent_there = False
        """Whether a player has heard where the table is."""
        self.now = 0.0
        self.slow = chance.choice((0.5, 1.0, 2.0))
        """How fast the old host's clock runs."""

    # --- the new host's program ------------------------------------------------------------------

    def say(self, *message: Any) -> None:
        if self.to_old is not None:
            self.to_old.append((self.connection, *message))

    def hear(self, message: tuple[Any, ...]) -> None:
        match message:
            case "chosen", int(attempt):
                self.taking.chosen(attempt)
            case "handed", int(attempt), int(part), int(parts), str(text):
                whole = self.taking.handed(attempt, part, parts, text)
                if whole is not None and self.chance.random() < 0.1:
                    self.say("decline", attempt)
                    self.taking.stays()
                elif whole is not None:
                    self.arriving = int(whole)
                    self.taking.prepare()
                    self.say("prepared", attempt)
            case ("moved",):
                self.arrive()
            case ("stays",) | ("seated",):
                self.taking.stays()
                if self.taking.role is Role.NONE:
                    self.arriving = None

    def arrive(self) -> None:
        if self.taking.let_go() and self.there is None:
            self.there, self.arriving = self.arriving, None

    # --- the old host ----------------------------------------------------------------------------

    def tell(self, *message: Any) -> None:
        if self.to_new is not None:
            self.to_new.append(message)

    def take(self, message: tuple[Any, ...]) -> None:
        handing, now = self.handing, self.now * self.slow
        match message:
            case int(key), "accept", int(attempt):
                if handing.accept(key, attempt, PLACE, ["player"], now):
                    handing.reached("player", attempt, reached=self.chance.random() < 0.9)
            case int(key), "decline", int(attempt):
                handing.decline(key, attempt, "no")
            case int(key), "prepared", int(attempt):
                handing.prepared(key, attempt)
            case int(), "join":
                if handing.stage is Stage.GONE:
                    self.tell("moved")
                else:
                    handing.lost(handing.chosen)
                    self.tell("seated")
        self.settle()

    def settle(self) -> None:
        handing = self.handing
        if handing.take_failure() is not None:
            self.tell("stays")
        if handing.stage is Stage.DUE and self.chance.random() < 0.7:
            handing.hand(self.now * self.slow)
            text = str(self.table)
            for number, part in enumerate(text, 1):
                self.tell("handed", handing.attempt, number, len(text), part)
        if handing.stage is Stage.GONE and self.table is not None:
            self.table = None
            self.tell("moved")

    # --- what may happen -------------------------------------------------------------------------

    def step(self) -> None:
        self.now += self.chance.expovariate(1.0)
        handing = self.handing
        match self.chance.randrange(10):
            case 0 if self.table is not None and not handing.frozen and self.to_new is not None:
                handing.begin(self.connection, self.now * self.slow, at_once=True)
                self.tell("chosen", handing.attempt)
            case 1 if not handing.frozen:
                handing.call_off()
            case 2 if self.taking.agree():
                self.say("accept", self.taking.attempt)
            case 3:
                self.cut()
            case 4 if self.to_new is None:
                self.connection += 1
                self.to_new, self.to_old = deque(), deque()
                self.say("join")
            case 5 if self.handing.stage is Stage.GONE:
                self.sent_there = True
            case 6 if self.sent_there and self.chance.random() < 0.3:
                self.arrive()  # the player comes with the token of a seat
            case 7:
                self.move()
            case _:
                for _ in range(self.chance.randrange(4)):
                    self.deliver()
        handing.tick(self.now * self.slow)
        self.settle()

    def cut(self) -> None:
        if self.chance.random() < 0.3:
            self.to_new = self.to_old = None
            self.handing.lost(self.connection)

    def deliver(self) -> None:
        if self.to_new and self.chance.random() < 0.5:
            self.hear(self.to_new.popleft())
        elif self.to_old:
            self.take(self.to_old.popleft())

    def move(self) -> None:
        if self.table is not None and not self.handing.frozen:
            self.table += 1
            self.made += 1
        elif self.there is not None:
            self.there += 1
            self.made += 1

    def check(self) -> None:
        assert self.table is None or self.there is None, "two tables"
        for table in (self.table, self.there):
            assert table in (None, self.made), "a move is lost or made twice"
        if self.table is None and self.there is None:
            assert self.arriving == self.made, "no table is left"


def play(seed: int) -> History:
    history = History(random.Random(seed))
    for _ in range(60):
        history.step()
        history.check()
    # Once the network is whole again, the table is at exactly one place.
    if history.to_new is None:
        history.connection += 1
        history.to_new, history.to_old = deque(), deque()
        history.say("join")
    history.now += 1000
    history.handing.tick(history.now * history.slow)
    history.settle()
    while history.to_new or history.to_old:
        history.deliver()
    history.check()
    assert (history.table is None) != (history.there is None)
    return history


def histories(seeds: range) -> None:
    ended = [play(seed) for seed in seeds]
    moved = sum(each.there is not None for each in ended)
    assert 0.1 < moved / len(ended) < 0.95, "both ends are tried"


def test_there_is_one_table_in_every_history() -> None:
    histories(range(600))


@pytest.mark.nightly
def test_there_is_one_table_in_very_many_histories() -> None:
    histories(range(1_000_000, 1_030_000))
