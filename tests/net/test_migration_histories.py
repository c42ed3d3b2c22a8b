"""Tables that move through thousands of random histories: never two of them, and nothing lost.

Three computers that can have the table, and a player's that cannot, each with both halves of a
move, are joined by connections that deliver in order until they break. Hosts notice late that one
is broken, their clocks run apart, people who were away look for the table at its old place, and
some programs lie. The table itself is a number that counts the moves made at it.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from typing import Any

import pytest

from net.migration import IncomingHandover, IncomingStage, OutgoingHandover, OutgoingStage, Place

COMPUTERS = range(3)


class Line:
    """A connection of a player's program to a host."""

    def __init__(self, key: int, player: Program, host: Program) -> None:
        self.key, self.player, self.host = key, player, host
        self.speed = 1.0
        self.to_host: deque[tuple[Any, ...]] = deque()
        self.to_player: deque[tuple[Any, ...]] = deque()

    @property
    def whole(self) -> bool:
        return self.player.line is self


class Program:
    """One computer's knowledge of the table."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.table: int | None = None
        """The number of moves made at the table, if it is here."""
        self.outgoing, self.incoming = OutgoingHandover(), IncomingHandover()
        self.lines: dict[int, Line] = {}
        """The people who sit here, as far as this host knows."""
        self.held: list[tuple[Line, str]] = []
        """The people who want to join while the table may be about to leave."""
        self.chosen = -1
        self.word = ""
        """The word that this host tells only those whom it sends on."""
        self.testers: set[int] = set()
        self.gone_to: tuple[int, str] | None = None
        self.arriving: tuple[int, int, str] | None = None
        """The moves, the attempt and the word of a table that may come here."""
        self.home = 0
        """The place where its player looks for the table, with the word from there."""
        self.pass_word = ""
        self.line: Line | None = None


class History:
    """One evening at one table."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.programs = [Program(number) for number in range(4)]
        self.programs[0].table = 0
        self.made = 0
        """The number of moves made, wherever the table was."""
        self.moves = 0
        """The number of times that the table has moved."""
        self.keys = 0
        self.lines: list[Line] = []
        self.agreed: set[tuple[int, int]] = set()
        """Connection and attempt, like the next two."""
        self.declined: set[tuple[int, int]] = set()
        self.tried: set[tuple[int, int]] = set()
        self.now = 0.0
        self.calm = False
        """Whether the network is whole again, and all programs are honest."""
        self.slow = [chance.choice((0.5, 1.0, 2.0)) for _ in self.programs]
        """The speed of each computer's clock."""
        self.rough = chance.choice((0.02, 0.1, 0.4))
        """The likelihood that connections break."""
        self.lies = chance.random() < 0.4
        """Whether some programs lie."""

    def host(self) -> Program | None:
        """Return the program that has the table, if it is not between two places."""
        here = [program for program in self.programs if program.table is not None]
        assert len(here) < 2, "two tables"
        return here[0] if here else None

    def time(self, program: Program) -> float:
        return self.now * self.slow[program.number]

    # --- a player's program ----------------------------------------------------------------------

    def say(self, program: Program, *message: Any) -> None:
        if program.line is not None:
            program.line.to_host.append(message)

    def connect(self, program: Program) -> None:
        if program.line is None and program.table is None:
            self.keys += 1
            program.line = Line(self.keys, program, self.programs[program.home])
            program.line.speed = self.chance.choice((0.05, 0.3, 1.0))
            self.lines.append(program.line)
            self.say(program, "join", program.pass_word)

    def answer(self, program: Program, *, agrees: bool) -> None:
        """Have the player say yes or no, at any time."""
        incoming, line = program.incoming, program.line
        if line is None:
            return
        asked = incoming.stage is IncomingStage.ASKED
        if agrees and incoming.agree():
            assert asked, "agrees to nothing"
            if self.lies and self.chance.random() < 0.1:
                self.say(program, "prepared", incoming.attempt)
            self.agreed.add((line.key, incoming.attempt))
            self.say(program, "accept", incoming.attempt)
        elif asked and not agrees:
            self.decline(program, line)

    def decline(self, program: Program, line: Line) -> None:
        self.say(program, "decline", program.incoming.attempt)
        program.incoming.stays()

    def lie(self, liar: Program) -> None:
        """Have a program send unrequested messages, or connect where no host has sent it."""
        host = self.host()
        attempt = 0 if host is None else host.outgoing.attempt
        said = self.chance.choice(("accept", "prepared", "decline", "reached", "join"))
        if said == "reached":
            self.say(liar, said, attempt - 1, True)
        elif said != "join":
            self.say(liar, said, attempt)
        else:
            self.keys += 1
            ready = [program for program in self.programs if program.arriving is not None]
            liar.line = Line(self.keys, liar, self.chance.choice(ready or self.programs[:3]))
            self.lines.append(liar.line)
            self.say(liar, "join", "a guess")

    def hear(self, line: Line, message: tuple[Any, ...]) -> None:
        program, incoming = line.player, line.player.incoming
        match message:
            case ("seated",):
                self.drop(program)
            case "stays", int(number) if number == program.number:
                self.drop(program)
            case "chosen", int(attempt):
                incoming.chosen(attempt)
            case "announced", int(attempt):
                reached = self.calm or self.chance.random() < 0.9
                if reached:
                    self.tried.add((line.key, attempt))
                self.say(program, "reached", attempt, reached)
            case "handed", int(attempt), int(part), int(parts), str(text):
                whole = incoming.handed(attempt, part, parts, text)
                if whole is not None and not self.calm and self.chance.random() < 0.1:
                    self.decline(program, line)
                elif whole is not None:
                    moves, word = whole.split()
                    program.arriving = int(moves), attempt, word
                    incoming.prepare()
                    self.say(program, "prepared", attempt)
            case "moved", int(number), str(_) if number == program.number:
                if incoming.stage is IncomingStage.PREPARED:
                    self.arrive(program)
            case ("refused",):
                program.line = None
            case "moved", int(number), str(word):
                self.drop(program)
                program.home, program.pass_word, program.line = number, word, None

    def drop(self, program: Program) -> None:
        """Note that the table is not coming here."""
        if program.incoming.stage not in (IncomingStage.NONE, IncomingStage.SERVING):
            program.incoming.stays()
            program.arriving = None

    def arrive(self, program: Program) -> None:
        """Open the table: its old host has let it go."""
        assert program.incoming.let_go()
        assert program.arriving is not None
        program.table, attempt, _ = program.arriving
        program.outgoing, program.incoming = OutgoingHandover(attempt), IncomingHandover()
        program.home, program.gone_to, program.arriving = program.number, None, None
        program.line = None
        self.moves += 1

    # --- a host ----------------------------------------------------------------------------------

    def take(self, line: Line, message: tuple[Any, ...]) -> None:
        host, key, now = line.host, line.key, self.time(line.host)
        outgoing = host.outgoing
        match message:
            case "join", str(word):
                self.join(host, line, word)
            case _ if key not in host.lines:
                pass
            case "accept", int(attempt):
                testers = set(host.lines) - {key}
                place = Place("10.0.0.2", 4000, "02" * 32)
                if outgoing.accept(key, attempt, place, testers, now):
                    host.testers = testers
                    for tester in testers:
                        host.lines[tester].to_player.append(("announced", attempt))
            case "decline", int(attempt):
                if key == outgoing.chosen and attempt == outgoing.attempt:
                    self.declined.add((key, attempt))
                outgoing.decline(key, attempt, "no")
            case "reached", int(attempt), bool(reached):
                if outgoing.reached(key, attempt, reached=reached):
                    host.testers.discard(key)
            case "prepared", int(attempt):
                outgoing.prepared(key, attempt)
        self.settle(host)

    def join(self, host: Program, line: Line, word: str) -> None:
        if host.arriving is not None and word == host.arriving[2]:
            self.arrive(host)  # no other program has let the word out
        if host.table is None:
            assert host.gone_to is not None or word == "a guess", "sent to where no table is"
            moved = ("refused",) if host.gone_to is None else ("moved", *host.gone_to)
            line.to_player.append(moved)
            return
        if host.outgoing.frozen and line.player.number != host.chosen:
            host.held.append((line, word))
            return
        earlier = [key for key, other in host.lines.items() if other.player is line.player]
        for key in earlier:
            self.lose(host, key)
        host.lines[line.key] = line
        line.to_player.append(("seated",))

    def lose(self, host: Program, key: int) -> None:
        """Have a host notice that a connection is broken."""
        del host.lines[key]
        host.testers.discard(key)
        host.outgoing.lost(key)
        self.settle(host)

    def begin(self, host: Program, line: Line, *, at_once: bool) -> None:
        host.outgoing.begin(line.key, self.time(host), at_once=at_once)
        self.settle(host)
        host.chosen = line.player.number
        line.to_player.append(("chosen", host.outgoing.attempt))

    def settle(self, host: Program) -> None:
        outgoing = host.outgoing
        failure = outgoing.take_failure()
        if failure is not None:
            why, whose = failure
            if why == "no":
                assert (whose, outgoing.attempt) in self.declined, "declined by nobody"
            for line in host.lines.values():
                line.to_player.append(("stays", host.chosen))
            held, host.held = host.held, []
            for line, word in held:
                self.join(host, line, word)
        if outgoing.stage is OutgoingStage.DUE and (self.calm or self.chance.random() < 0.7):
            self.hand(host)
        if outgoing.stage is OutgoingStage.GONE and host.table is not None:
            host.table, host.gone_to = None, (host.chosen, host.word)
            for line in [*host.lines.values(), *(line for line, _ in host.held)]:
                line.to_player.append(("moved", *host.gone_to))
            host.lines, host.held = {}, []
            host.home, host.pass_word = host.gone_to

    def hand(self, host: Program) -> None:
        outgoing = host.outgoing
        key = host.lines[outgoing.chosen].key
        assert (key, outgoing.attempt) in self.agreed, "nobody has agreed to that"
        for tester in host.testers:
            assert (tester, outgoing.attempt) in self.tried, "nobody has tried the way"
        outgoing.hand(self.time(host))
        host.word = str(self.chance.getrandbits(32))
        text = f"{host.table} {host.word}"
        parts = [text[at : at + 6] for at in range(0, len(text), 6)]
        for number, part in enumerate(parts, 1):
            handed = "handed", outgoing.attempt, number, len(parts), part
            host.lines[key].to_player.append(handed)

    # --- what may happen -------------------------------------------------------------------------

    def step(self) -> None:
        self.now += self.chance.expovariate(2.0)
        host, some = self.host(), self.chance.choice(self.programs)
        match self.chance.randrange(12):
            case 0 if host is not None and not host.outgoing.frozen:
                able = [each for each in host.lines.values() if each.player.number in COMPUTERS]
                if able:
                    self.begin(host, self.chance.choice(able), at_once=True)
            case 1 if host is not None and not host.outgoing.frozen and self.chance.random() < 0.1:
                host.outgoing.call_off()
                self.settle(host)
            case 2 | 3:
                for each in self.programs:
                    self.answer(each, agrees=self.chance.random() < 0.9)
            case 4 if self.chance.random() < self.rough:
                some.line = None
            case 5:
                self.connect(some)
            case 6:
                broken = [key for key, line in some.lines.items() if not line.whole]
                if broken:
                    self.lose(some, self.chance.choice(broken))
            case 7:
                self.move()
            case 8 if self.lies and self.chance.random() < 0.3:
                self.lie(self.programs[3])
            case _:
                for _ in range(self.chance.randrange(12)):
                    self.deliver()
        self.tick()

    def tick(self) -> None:
        for program in self.programs:
            if program.table is not None:
                program.outgoing.tick(self.time(program))
                self.settle(program)
                due = program.outgoing.deadline
                assert due is None or due > self.time(program), "waits for ever"

    def deliver(self) -> bool:
        """Deliver one message; tell whether there was any."""
        self.lines = [line for line in self.lines if line.whole]
        ways: list[tuple[Callable[..., None], Line, deque[tuple[Any, ...]]]] = []
        for line in self.lines:
            ways += [(self.take, line, line.to_host)] if line.to_host else []
            ways += [(self.hear, line, line.to_player)] if line.to_player else []
        if not ways:
            return False
        speeds = [line.speed for _, line, _ in ways]
        do, line, queue = self.chance.choices(ways, speeds)[0]
        do(line, queue.popleft())
        return True

    def move(self) -> None:
        host = self.host()
        if host is not None and host.table is not None and not host.outgoing.frozen:
            host.table += 1
            self.made += 1

    def check(self) -> None:
        host = self.host()
        if host is None:
            waiting = [each.arriving[0] for each in self.programs if each.arriving is not None]
            assert self.made in waiting, "no table is left"
            return
        outgoing = host.outgoing
        assert host.table == self.made, "a move is lost or made twice"
        assert not outgoing.running or outgoing.chosen in host.lines, "waits for somebody gone"
        assert outgoing.stage is not OutgoingStage.TESTED or host.testers, "waits for nobody"

    # --- the end ---------------------------------------------------------------------------------

    def come_together(self) -> None:
        """Have everything delivered, every patience end, and every program reconnect."""
        self.calm = True
        self.reconnect()
        self.now += 1000
        self.tick()
        self.reconnect()
        host = self.host()
        assert host is not None, "the table is between two places"
        for program in self.programs:
            here = program is host or (program.line is not None and program.line.key in host.lines)
            assert here, "somebody does not find the table"

    def reconnect(self) -> None:
        """Have every program with a broken connection reconnect, until everything has been said."""
        for _ in range(8):
            for program in self.programs:
                self.connect(program)
            while self.deliver():
                self.check()
            for program in self.programs:
                for key in [key for key, line in program.lines.items() if not line.whole]:
                    self.lose(program, key)

    def move_once_more(self) -> None:
        """Move the table while nothing stands in the way."""
        host = self.host()
        others = [line for line in host.lines.values() if line.player.number in COMPUTERS]
        chosen = self.chance.choice(others)
        self.begin(host, chosen, at_once=True)
        while self.deliver():
            for program in self.programs:
                self.answer(program, agrees=True)
            self.check()
        assert chosen.player.table == self.made, "the next move does not come about"


def play(seed: int) -> History:
    history = History(random.Random(seed))
    for _ in range(150):
        history.step()
        history.check()
    for again in range(3):
        history.come_together()
        for program in history.programs:
            if program.table is None:
                assert program.incoming.stage is IncomingStage.NONE, "still prepared"
                assert program.arriving is None, "a second table is ready"
        if again < 2:
            history.move_once_more()
    return history


def histories(seeds: range) -> None:
    moves = [play(seed).moves for seed in seeds]
    assert sum(each > 2 for each in moves) > len(moves) / 5, "too few moves come about"
    assert sum(each > 4 for each in moves) > len(moves) / 50, "hardly any table moves on"


def test_there_is_one_table_in_every_history() -> None:
    histories(range(400))


@pytest.mark.nightly
def test_there_is_one_table_in_very_many_histories() -> None:
    histories(range(1_000_000, 1_020_000))
