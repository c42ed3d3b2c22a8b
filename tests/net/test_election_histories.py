"""Tables that lose their hosts in thousands of random histories: one table, and no deal lost.

Computers with a player each, one of which is the first host, with or without a player. They break
down, come back without what they had not written down, lose their connections to some and not to
others; messages are lost, doubled and late, clocks run apart, people change their minds, and
somebody who has no key says what is not so. A deal is a number, and the epoch in which it was
dealt.
"""

from __future__ import annotations

import contextlib
import random

import pytest
from msgspec.structs import replace

from net.migration.election import ABSENCE_SECONDS, GIVE_UP_SECONDS, Election
from net.migration.epochs import (
    Joining,
    Kept,
    Opened,
    Progress,
    Situation,
    Vote,
    is_settled,
    needed,
)
from net.migration.handing import Place
from tests.support.electing import genuine, signature

Deal = tuple[int, int]


def epoch_of(opened: Opened | None) -> int:
    return 0 if opened is None else opened.epoch


class Program:
    """What runs at one computer, and what stays there when it ends."""

    def __init__(self, number: int, seat: int | None, history: History) -> None:
        self.number, self.seat, self.history = number, seat, history
        self.disk = Kept(Progress(0, 1, 0))
        self.deals: tuple[Deal, ...] = ()
        """The record: what this program holds of the match."""
        self.up, self.gone = True, False
        self.line: int | None = None
        """The computer of the host that this program is connected to."""
        self.patience = history.chance.choice((0.0, 2.0, GIVE_UP_SECONDS))
        self.slow = history.chance.choice((0.5, 1.0, 2.0))
        self.begin()

    def begin(self) -> None:
        self.line = None
        self.election = Election(
            self.seat,
            self.history.people,
            self.history.host,
            self.disk,
            sign=signature,
            genuine=genuine,
            store=self.store,
            patience=self.patience,
        )

    def store(self, kept: Kept) -> None:
        if not self.history.calm and self.history.chance.random() < 0.02:
            raise OSError("disk full")
        assert kept.voted >= self.disk.voted, "votes again where it has voted"
        self.disk = kept

    @property
    def now(self) -> float:
        return self.history.now * self.slow


class History:
    """One evening at one table."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.calm, self.now, self.sent = False, 0.0, 0
        players = chance.choice((2, 3, 4, 4, 5, 6))
        self.people = frozenset(range(players))
        self.host = 0 if chance.random() < 0.8 else None
        self.programs = [Program(seat, seat, self) for seat in range(players)]
        if self.host is None:
            self.programs.append(Program(players, None, self))
        first = self.programs[0 if self.host == 0 else -1]
        self.first = first.number
        first.election.serve_again()
        self.whole = {(a.number, b.number) for a in self.programs for b in self.programs}
        self.opened: dict[int, int] = {}
        """The seats that have opened an epoch."""
        self.dealt: dict[Deal, int] = {}
        """Deal -> whose host dealt it."""
        self.finished: list[tuple[int, tuple[Deal, ...]]] = []
        """The epoch of each deal that more than half held, and the record with it."""
        self.late: list[tuple[Situation, int]] = []
        self.parted = 0
        """How often somebody has gone on apart."""
        self.given_up: set[int] = set()
        """Epochs that their hosts have given up, as too few came."""
        others = [p.number for p in self.programs if p.number != self.first]
        self.walled = {number for number in others if chance.random() < 0.4}
        """The computers that let nobody in; they can call others."""
        self.unreached = 0
        """How often the table has gone on with a vote of one of them."""
        self.rough = chance.choice((0.1, 0.2, 0.5))
        self.patience = chance.choice((0.1, 0.5, 1.0))
        """How soon people vote."""

    def reach(self, a: Program, b: Program) -> bool:
        return a.up and b.up and {(a.number, b.number), (b.number, a.number)} <= self.whole

    # --- the network -----------------------------------------------------------------------------

    def change_network(self) -> None:
        some = self.chance.choice(self.programs)
        match self.chance.randrange(5):
            case 0:
                side = {p.number for p in self.programs if self.chance.random() < 0.5}
                every = [p.number for p in self.programs]
                self.whole = {(a, b) for a in every for b in every if (a in side) == (b in side)}
            case 1:
                self.whole = {(a.number, b.number) for a in self.programs for b in self.programs}
            case 2:
                other = self.chance.choice(self.programs)
                self.whole -= {(some.number, other.number)}
            case 3:
                self.stop(some)
            case 4:
                for host in [p for p in self.programs if p.election.hosting]:
                    self.stop(host)

    def stop(self, program: Program) -> None:
        program.up = program.election.hosting = False
        down = [each for each in self.programs if each.gone]
        if program.number == self.first and not down and self.chance.random() < 0.5:
            program.gone = True  # its folder is deleted

    def start(self, program: Program) -> None:
        if not program.gone and not program.up:
            program.up = True
            program.begin()
            kept = program.election
            first = program.number == self.first and kept.epoch == 0
            own = kept.epoch > 0 and kept.host == program.seat
            if (first or own) and self.chance.random() < 0.7:
                assert kept.serve_again() or epoch_of(program.disk.joined) != kept.epoch

    def notice(self, program: Program) -> None:
        """Have a program notice that its host is gone, or is not the host any more."""
        if program.line is None or not program.up:
            return
        host = self.programs[program.line]
        if not self.reach(program, host):
            program.line = None
        elif not host.election.hosting:
            program.line = None
            self.tell(host, program)
        if program.line is None:
            program.election.lost(program.now)

    def tell(self, teller: Program, hearer: Program) -> None:
        """Have one program tell another where the table is, as far as it knows."""
        if teller.election.kept.known is not None:
            hearer.election.hear_opened(teller.election.kept.known)

    def come(self, program: Program) -> None:
        """Try to come to the table, wherever it is as far as this program knows."""
        election = program.election
        if not program.up or election.hosting or program.line is not None or program.seat is None:
            return
        if election.apart is not None:
            return
        election.lost(program.now)
        way = election.way()
        if way is None:
            if epoch_of(election.kept.joined) == 0:
                self.come_to_first(program)
            return
        host = self.programs[way.host]
        if not self.reach(program, host) or host.number in self.walled:
            return
        if not host.election.hosting or host.election.epoch != way.epoch:
            self.tell(host, program)
            return
        coming = election.join()
        if not self.calm and self.chance.random() < 0.1:
            return  # nobody hears of it
        assert host.election.admit(coming), "refused where it belongs"
        if self.calm or self.chance.random() < 0.9:
            self.sit(program, host)

    def come_to_first(self, program: Program) -> None:
        host = self.programs[self.first]
        if not self.reach(program, host):
            return
        if host.election.hosting and host.election.epoch == 0:
            self.sit(program, host)
        else:
            self.tell(host, program)

    def sit(self, program: Program, host: Program) -> None:
        """Come to a host, and be told what was finished there."""
        known = host.election.kept.known
        if known is not None:
            program.election.hear_opened(known)
        deals = len(host.deals)
        dealt = host.election.may_deal and self.chance.random() < 0.5
        program.election.shown(deals, deals + dealt)
        program.deals, program.line = host.deals, host.number
        program.election.back()
        self.note()

    # --- the table -------------------------------------------------------------------------------

    def deal(self, host: Program) -> None:
        election = host.election
        if not host.up or not election.may_deal:
            return
        epoch = election.epoch
        assert epoch == election.kept.progress.settled, "deals before more than half have come"
        assert epoch not in self.given_up, "deals in an epoch that it has given up"
        number = len(host.deals) + 1
        deal = epoch, number
        assert self.dealt.setdefault(deal, host.number) == host.number, "two tables of one epoch"
        election.shown(number, number)
        host.deals = (*host.deals, deal)
        for program in self.programs:
            if program.line == host.number and self.reach(program, host):
                if not self.calm and self.chance.random() < 0.2:
                    program.line = None
                    program.election.lost(program.now)
                else:
                    program.election.shown(number, number)
                    program.deals = host.deals
        self.note()
        for earlier, deals in self.finished:
            if earlier <= epoch:
                assert host.deals[: len(deals)] == deals[: len(host.deals)], "a deal is lost"

    def note(self) -> None:
        """Note which deals more than half hold."""
        for host in self.programs:
            election = host.election
            if not (host.up and election.may_deal and host.deals):
                continue
            if host.deals[-1][0] != election.epoch:
                continue
            lost = host.seat
            holding = [p for p in self.programs if p.seat is not None and p.seat != lost]
            holding = [p for p in holding if p.deals[: len(host.deals)] == host.deals]
            entry = election.epoch, host.deals
            if len(holding) >= needed(self.people, lost) and entry not in self.finished:
                self.finished.append(entry)

    # --- people ----------------------------------------------------------------------------------

    def poll(self, caller: Program, called: Program) -> None:
        """Have one program call another, and both say what they know."""
        if caller is called or caller.seat is None or not self.reach(caller, called):
            return
        if called.number in self.walled:
            return
        self.sent += 3
        said = caller.election.tell(self.sent - 2)
        if self.chance.random() < 0.1:
            self.late.append((said, called.number))
        if not called.election.called(caller.election.call(self.sent), called.now):
            raise AssertionError("does not answer")
        if caller.election.absent and called.seat is not None:
            told = caller.election.say(self.sent - 1)
            called.election.hear(told, called.now, reached=False)
        if caller.election.epoch > called.election.epoch and caller.number not in self.walled:
            # Whoever is called by somebody who knows a later epoch calls back.
            called.election.hear(said, called.now)
        if called.seat is None:
            self.tell(called, caller)
        elif self.calm or self.chance.random() < 0.9:
            caller.election.hear(called.election.tell(self.sent), caller.now)
            if called.election.apart is not None:
                caller.election.hear_apart(called.election.apart, caller.now)

    def part(self, program: Program) -> None:
        """Have somebody without a majority go on apart, or come along to whoever does."""
        election = program.election
        offer = election.offer(program.now) if program.up else None
        if offer is None:
            return
        if offer.apart:
            election.follow_apart(offer.apart[0], program.now)
        else:
            place = Place("10.0.0.3", 4000, f"{program.number:02d}" * 32)
            election.part(f"apart {program.number}", place, program.now)
            assert (election.apart is None) == offer.possible, "parts where a majority may be had"
        self.parted += election.apart is not None

    def check_parted(self, program: Program) -> None:
        """Check that whoever has gone on apart takes no part here: in no vote, and as no host."""
        election = program.election
        election.lost(program.now)
        assert not election.hosting
        assert not election.absent
        assert election.offer(program.now) is None
        assert election.won() == ()
        assert not election.choose(program.seat or 0)
        assert not election.tell(self.sent).absent

    def vote(self, program: Program) -> None:
        offer = program.election.offer(program.now) if program.up else None
        if offer is None or not offer.candidates or self.chance.random() > self.patience:
            return
        wish = offer.candidates[0]
        if not self.calm and self.chance.random() < 0.4:
            wish = self.chance.choice((*offer.candidates, *offer.votes.values()))
        program.election.choose(wish)

    def open(self, program: Program) -> None:
        votes = program.election.won() if program.up else ()
        if not votes:
            return
        lost = votes[0].lost
        assert len(votes) >= needed(self.people, lost), "no majority"
        assert lost not in {vote.voter for vote in votes}
        epoch = votes[0].epoch
        place = Place("10.0.0.2", 4000, f"{program.number:02d}" * 32)
        opened = program.election.open(place)
        assert opened.epoch == epoch
        assert epoch not in self.opened, "two tables of one epoch"
        assert program.number not in self.walled or len(votes) == 1, "opens where nobody can come"
        self.unreached += bool(self.walled & {vote.voter for vote in votes})
        self.opened[epoch] = program.number

    def give_up(self, program: Program) -> None:
        if program.up and program.election.give_up(program.now):
            self.given_up.add(program.election.epoch)

    def lie(self) -> None:
        """Have somebody without a key say what is not so, or repeat what others have said."""
        hearer = self.chance.choice(self.programs)
        other = self.chance.choice(self.programs)
        seat = self.chance.choice(sorted(self.people))
        epoch = self.chance.randrange(1, 6)
        heard = hearer.election
        base = Progress(0, 1, self.chance.randrange(20))
        votes = tuple(
            Vote(heard.epoch, heard.host, epoch, voter, seat, base, "forged")
            for voter in self.people
        )
        kept = other.election.kept
        real = [each for each in (kept.vote, *(kept.known.votes if kept.known else ())) if each]
        place = "10.0.0.66", 4000, "66" * 32
        opened = Opened(heard.epoch, heard.host, epoch, seat, base, *place, votes, "forged")
        thin = replace(opened, votes=tuple(real), host=real[0].candidate if real else seat)
        self.sent += 1
        before = heard.kept.known, heard.kept.joined
        for each in (opened, thin, replace(thin, epoch=epoch + 1, joined=kept_joined(kept))):
            assert not hearer.election.hear_opened(each), "believes a liar"
        assert (heard.kept.known, heard.kept.joined) == before

    def step(self) -> None:
        self.now += self.chance.expovariate(2.0)
        one, other = self.chance.choice(self.programs), self.chance.choice(self.programs)
        for host in self.programs:
            if host.election.hosting and not host.election.may_deal and self.chance.random() < 0.2:
                for guest in self.programs:
                    self.poll(host, guest)
                self.give_up(host)
        match self.chance.randrange(16):
            case 0 if self.chance.random() < self.rough:
                self.change_network()
            case 1:
                self.start(one)
            case 2 | 3:
                self.notice(one)
            case 4 | 5:
                self.come(one)
            case 6 | 7 | 8:
                self.deal(one)
            case 9 | 10 | 11:
                self.poll(one, other)
            case 12 | 13:
                self.vote(one)
            case 14:
                self.open(one)
                if self.chance.random() < 0.1:
                    self.part(one)
            case 15 if self.late and self.chance.random() < 0.5:
                poll, to = self.chance.choice(self.late)
                hearer, reached = self.programs[to], poll.seat not in self.walled
                hearer.election.hear(poll, hearer.now, reached=reached)
            case _:
                self.lie()

    def check(self) -> None:
        dealing = [p for p in self.programs if p.up and p.election.may_deal]
        epochs = [p.election.epoch for p in dealing]
        assert len(epochs) == len({*epochs}), "two tables of one epoch"
        for program in self.programs:
            kept = program.election.kept
            assert kept == program.disk
            if program.up and program.election.apart is not None:
                self.check_parted(program)
            if program.election.hosting:
                assert epoch_of(kept.joined) == program.election.epoch, "an old host plays on"

    @property
    def enough(self) -> bool:
        """Whether more than half of all people are there."""
        up = [program for program in self.programs if program.up and program.seat is not None]
        return len(up) > len(self.people) // 2

    def together(self) -> bool:
        """Whether everybody who is up is at a table that goes on."""
        here = [p for p in self.programs if p.up and p.election.may_deal]
        up = [p for p in self.programs if p.up and p.seat is not None]
        return bool(here) and all(p.line == here[0].number or p is here[0] for p in up)

    def come_together(self) -> None:
        """Have everybody come back who can, and agree to whatever is proposed."""
        self.calm, self.patience, self.walled = True, 1.0, set()
        self.whole = {(a.number, b.number) for a in self.programs for b in self.programs}
        for program in self.programs:
            program.patience = program.election.patience = GIVE_UP_SECONDS
            if program.election.apart is not None:
                self.stop(program)
            self.start(program)
            if program.up and program.election.epoch > 0 and not program.election.hosting:
                program.election.serve_again()
        for number in range(96):
            if number >= 24 and (self.together() or not self.enough):
                break
            self.now += 1 + ABSENCE_SECONDS / 4
            for program in self.programs:
                self.notice(program)
                self.come(program)
                for other in self.programs:
                    self.poll(program, other)
            for program in self.programs:
                self.vote(program)
                self.open(program)
                self.give_up(program)
            self.check()
        here = [program for program in self.programs if program.up and program.election.may_deal]
        alive = [program for program in self.programs if program.up and program.seat is not None]
        if not self.enough:
            return
        assert self.together(), "somebody does not find the table" if here else "no table is left"
        assert len(here) == 1, "two tables"
        self.deal(here[0])
        assert {program.deals for program in alive} == {here[0].deals}


def kept_joined(kept: Kept) -> tuple[Joining, ...]:
    return kept.known.joined if kept.known is not None else ()


def play(seed: int) -> History:
    history = History(random.Random(seed))
    for _ in range(500):
        with contextlib.suppress(OSError):  # if nothing can be written down, nothing is said
            history.step()
        history.check()
    history.come_together()
    return history


def histories(seeds: range) -> None:
    played = [play(seed) for seed in seeds]
    settled = [
        sum(
            p.election.epoch > 0 and is_settled(p.election.kept.known, h.people) for p in h.programs
        )
        for h in played
    ]
    assert sum(each > 0 for each in settled) > len(played) / 4, "too few tables go on"
    assert sum(len(h.opened) > 1 for h in played) > len(played) / 60, "hardly any goes on twice"
    assert sum(h.parted > 0 for h in played) > len(played) / 20, "hardly anybody goes on apart"
    assert sum(bool(h.given_up) for h in played) > len(played) / 200, "hardly any epoch is given up"
    assert sum(h.unreached > 0 for h in played) > len(played) / 50, "firewalls take votes away"


def test_there_is_one_table_and_no_finished_deal_is_lost_in_every_history() -> None:
    histories(range(4000, 4100))


@pytest.mark.nightly
def test_there_is_one_table_and_no_finished_deal_is_lost_in_very_many_histories() -> None:
    histories(range(4000))
