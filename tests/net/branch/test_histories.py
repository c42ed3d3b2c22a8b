"""Tables that lose their hosts in thousands of random histories: no player loses a deal or a seat.

Two to six computers with a player each, one of which is the first host. They break down, freeze,
come back without unwritten data, and lose only some of their connections; messages are lost,
doubled and late; people open branches, two at a time, join them, and give seats away; a player with
a valid key lies, and a stranger without one repeats and forges messages. A deal is a number and the
id of the table where it was dealt.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest
from msgspec.structs import replace

from net.branch.company import ABSENCE_SECONDS, DOUBT_SECONDS, Company, Offer
from net.branch.statements import Branch, Situation, Statement, signed_bytes
from net.migration import Place

Deal = tuple[str, int]
FIRST = "00" * 16
PLACE = Place("10.0.0.2", 4000, "ab" * 32)


def signature(table: str, key: str, statement: Statement) -> str:
    return repr((key, signed_bytes(table, replace(statement, signature=""))))


@dataclass
class Table:
    """A table as known to its host: it outlives the program there."""

    id: str
    host: int
    before: Table | None
    deals: tuple[Deal, ...]
    keys: dict[int, str]
    """The present key of each seat; after a seat is given away, it is another player's."""
    left: bool = False
    """Whether its host's player has left for a branch of it."""
    present: dict[int, int] = field(default_factory=dict)
    """Seat -> the number of the person who sits there now."""

    def __post_init__(self) -> None:
        self.base = len(self.deals)

    def common(self, origin: str) -> int:
        """Return the number of deals of an original table from which it continues."""
        assert self.before is not None
        return self.base if self.before.id == origin else self.before.common(origin)

    def family(self) -> list[str]:
        return [self.id, *(self.before.family() if self.before is not None else [])]


class Program:
    """The program at one computer, and the files that remain there when it ends."""

    def __init__(self, number: int, history: History) -> None:
        self.number, self.history = number, history
        self.key = f"key of {number}"
        self.up = True
        self.held: tuple[Deal, ...] = ()
        self.table: str = FIRST
        """The table to which this player last moved by a key press."""
        self.companies: dict[str, Company] = {}
        self.room: dict[int, str] = dict(history.tables[FIRST].keys)
        """The keys of the seats, as last told to this program."""
        self.begin(FIRST)

    def begin(self, table: str) -> Company:
        """Sit down at a table: from now on this program knows its people."""
        history, key = self.history, self.key
        company = Company(
            table,
            self.number,
            sign=lambda statement: signature(table, key, statement),
            genuine=lambda seat, said: said.signature == signature(table, f"key of {seat}", said),
        )
        known = history.tables[table]
        company.people = frozenset(
            seat for seat, key in known.keys.items() if key == f"key of {seat}"
        )
        company.host = known.host
        company.hosting = known.host == self.number and not known.left
        company.hold(1, len(self.held))
        self.companies[table] = company
        return company

    @property
    def company(self) -> Company:
        return self.companies[self.table]


class History:
    """One evening that begins at one table."""

    def __init__(self, chance: random.Random, players: int = 0) -> None:
        self.chance, self.now, self.sent, self.calm = chance, 0.0, 0, False
        players = players or chance.choice((2, 3, 3, 4, 4, 5, 6))
        keys = {seat: f"key of {seat}" for seat in range(players)}
        self.tables = {FIRST: Table(FIRST, 0, None, (), keys)}
        self.programs = [Program(number, self) for number in range(players)]
        self.tables[FIRST].present = {seat: seat for seat in range(players)}
        self.whole = {(a, b) for a in range(players) for b in range(players)}
        self.liar = chance.choice((None, *range(1, players)))
        self.late: list[tuple[str, Situation]] = []
        self.given: dict[tuple[str, int], str] = {}
        """Table and seat -> the key of the person to whom it was given."""
        self.pressed = 0
        self.counted = {
            "astray": 0,
            "opened": 0,
            "along": 0,
            "both": 0,
            "back": 0,
            "refused": 0,
            "behind": 0,
        }

    def reach(self, a: Program, b: Program) -> bool:
        return a.up and b.up and {(a.number, b.number), (b.number, a.number)} <= self.whole

    # --- the network and the programs ------------------------------------------------------------

    def change_network(self) -> None:
        every = [p.number for p in self.programs]
        match self.chance.randrange(3):
            case 0:
                side = {number for number in every if self.chance.random() < 0.5}
                self.whole = {(a, b) for a in every for b in every if (a in side) == (b in side)}
            case 1:
                self.whole = {(a, b) for a in every for b in every}
            case 2:
                self.whole -= {(self.chance.choice(every), self.chance.choice(every))}

    def stop(self, program: Program) -> None:
        """Freeze a program, or end it: only the record and the log of a table are kept."""
        program.up = False
        if self.chance.random() < 0.5:
            program.companies.clear()

    def start(self, program: Program) -> None:
        if program.up:
            return
        program.up = True
        if program.companies:
            return
        company = program.begin(program.table)
        if not company.hosting:
            company.lose(self.now)
            return
        table = self.tables[program.table]
        for origin in table.family()[1:]:  # as the log of a branch says
            program.begin(origin).serve(table.id, 1, PLACE, table.common(origin))

    def follow(self, program: Program) -> None:
        """Have a program notice that its host is lost, or that it answers again."""
        if not program.up or program.company.hosting:
            return
        table = self.tables[program.table]
        host = self.programs[table.host]
        serves = self.serves(table) and self.reach(program, host)
        here = table.present.get(program.number) == program.number
        if here and not serves:
            del table.present[program.number]
        if not serves:
            program.company.lose(self.now)
            return
        if here:
            return
        if table.keys[program.number] != program.key:
            return  # the token is worth nothing any more: the seat was given away
        assert table.deals[: len(program.held)] == program.held, (
            "the host holds less than it showed"
        )
        table.present[program.number] = program.number
        program.company.back()
        self.show(program, table)
        self.counted["back"] += 1

    def serves(self, table: Table) -> bool:
        host = self.programs[table.host]
        return host.up and host.table == table.id and not table.left

    def show(self, program: Program, table: Table) -> None:
        program.held, program.room = table.deals, dict(table.keys)
        for company in program.companies.values():
            company.hold(1, len(table.deals))

    def deal(self, host: Program) -> None:
        table = self.tables[host.table]
        if not host.up or table.host != host.number or table.left:
            return
        self.attend(host)
        if self.first_left(host):
            return  # all its people are at a branch: it deals no further by itself
        table.deals = (*table.deals, (table.id, len(table.deals) + 1))
        self.show(host, table)
        for seat, number in [*table.present.items()]:
            program = self.programs[number]
            if number == host.number or program.key != table.keys[seat]:
                continue
            if not self.reach(program, host) or self.chance.random() < 0.1:
                del table.present[seat]
                if program.up:
                    program.company.lose(self.now)
            else:
                self.show(program, table)

    def first_left(self, host: Program) -> bool:
        return host.company.hosting and host.company.offer(self.now) is not None

    def attend(self, host: Program) -> None:
        """Tell a host's program which others are at its table."""
        for table_id, company in host.companies.items():
            own = company.own is not None and company.own.table == host.table
            if company.hosting or own:
                table = self.tables[host.table if own else table_id]
                present = {n for n in table.present.values() if n != host.number}
                company.present = frozenset(n for n in present if self.programs[n].up)

    # --- what programs say -----------------------------------------------------------------------

    def poll(self, caller: Program, called: Program) -> None:
        """Have one program call another; both state what they know."""
        if caller is called or not self.reach(caller, called):
            return
        for table, company in [*caller.companies.items()]:
            answering = called.companies.get(table)
            if answering is None:
                continue
            said = self.said(caller, company)
            if self.chance.random() < 0.1:
                self.late.append((table, said))
            if not answering.hear(said, self.now, reached=False):
                continue
            if self.calm or self.chance.random() < 0.9:
                company.hear(self.said(called, answering), self.now, reached=True)

    def said(self, program: Program, company: Company) -> Situation:
        self.sent += 1
        told = company.tell(self.sent, self.now)
        if program.number != self.liar or self.calm:
            return told
        every = sorted(company.people)
        lies = {
            "deals": self.chance.choice((0, 1, 99)),
            "at": self.chance.choice(("", company.table, "ee" * 16, *self.tables)),
            "reaches": tuple(self.chance.sample(every, self.chance.randrange(len(every) + 1))),
            "branches": (self.false_branch(program, company.table), *told.branches[:3]),
        }
        what = self.chance.choice([*lies])
        lie = replace(told, **{what: lies[what]})
        return replace(lie, signature=signature(company.table, program.key, lie))

    def false_branch(self, program: Program, table: str) -> Branch:
        seat = self.chance.choice((program.number, self.chance.randrange(len(self.programs))))
        false = Branch(
            seat, "ee" * 16, 1, 1, self.chance.choice((0, 99)), "10.0.0.66", 66, "66" * 32
        )
        return replace(false, signature=signature(table, program.key, false))

    def forge(self) -> None:
        """Have a stranger without a key repeat a statement, or change it."""
        hearer = self.chance.choice(self.programs)
        if not self.late or not hearer.companies:
            return
        table, said = self.chance.choice(self.late)
        company = self.chance.choice([*hearer.companies.values()])
        if self.chance.random() < 0.5:
            said = replace(said, sent=said.sent + 1000)
        before = company.at, company.hosting, company.own
        heard = company.hear(said, self.now, reached=self.chance.random() < 0.5)
        assert not (heard and company.table != table), "a statement is good at another table"
        assert (company.at, company.hosting, company.own) == before, "a word has moved somebody"

    # --- people ----------------------------------------------------------------------------------

    def choose(self, program: Program) -> None:
        """Have a player choose one of the offers, mostly the suggested one."""
        if not program.up:
            return
        self.attend(program)
        for company in [*program.companies.values()]:
            offer = company.offer(self.now)
            if offer is not None and (company is program.company or company.own is not None):
                self.press(program, company, offer)
                return

    def press(self, program: Program, company: Company, offer: Offer) -> None:
        good = [known for known in offer.branches if not known.behind]
        rash = not self.calm and self.chance.random() < 0.2
        known = offer.branches if rash else good
        if known and not (rash and offer.may_open):
            self.come(program, company, self.chance.choice(known) if rash else known[0])
        elif offer.may_open and (rash or offer.suggested == program.number):
            self.open(program, company)

    def open(self, program: Program, company: Company) -> None:
        before = self.tables[company.table]
        new = f"{len(self.tables):032x}"
        lost = len(before.family())
        branch = company.open(new, lost, PLACE, self.now)
        assert branch.table not in before.family(), "a branch has the id of its table"
        assert branch.deals == len(program.held), "goes on from another deal than it holds"
        others = [t for t in self.tables.values() if t.before is before and self.serves(t)]
        self.counted["both"] += bool(others)
        self.counted["opened"] += 1
        table = Table(new, program.number, before, program.held, dict(program.room))
        for (where, seat), key in [*self.given.items()]:
            if where == before.id and program.room[seat] == key:
                self.given[new, seat] = key
        self.tables[new] = table
        self.sit(program, table)
        for each in program.companies.values():
            if each.table in before.family() and each is not company:
                each.serve(new, lost, PLACE, table.common(each.table))
        program.begin(new)
        program.company.hosting = True

    def come(self, program: Program, company: Company, known: object) -> None:
        branch = known.branch
        table = self.tables.get(branch.table)
        if table is None or not self.reach(program, self.programs[table.host]):
            return
        if not self.serves(table):
            return
        if table.keys[program.number] != program.key:
            self.counted["refused"] += 1
            return  # the key no longer opens the seat: watching is offered
        assert company.join(branch.table, self.now) == branch
        if not known.behind:
            assert table.deals[: len(program.held)] == program.held, "a deal is lost unasked"
        if not self.calm and self.chance.random() < 0.1:
            for each in program.companies.values():
                each.go(table.id)
            self.stop(self.programs[table.host])  # before the player sits there
            for each in program.companies.values():
                each.lose_branch(self.now)
            assert company.offer(self.now) is not None, "a player is left without a choice"
            self.counted["astray"] += 1
            return
        self.counted["behind"] += known.behind
        self.counted["along"] += 1
        self.sit(program, table)
        for each in program.companies.values():
            if each.table in table.family():
                each.go(table.id)
        program.begin(table.id)
        program.company.back()

    def sit(self, program: Program, table: Table) -> None:
        """Have a player who has pressed a key leave one table for another."""
        old = self.tables[program.table]
        old.present.pop(program.number, None)
        if old.host == program.number:
            old.left = True
        assert table.present.get(program.number, program.number) == program.number, "two on a seat"
        program.table = table.id
        table.present[program.number] = program.number
        self.show(program, table)
        self.pressed += 1

    def give(self, host: Program) -> None:
        """Have a host's player give the seat of an absent player to a newcomer."""
        table = self.tables[host.table]
        free = [seat for seat in table.keys if seat not in table.present and seat != host.number]
        if host.up and table.host == host.number and free:
            seat = self.chance.choice(free)
            table.keys[seat] = self.given[table.id, seat] = f"a guest's {len(self.given)}"
            for number in table.present.values():
                self.programs[number].room = dict(table.keys)

    # --- the whole -------------------------------------------------------------------------------

    def step(self) -> None:
        self.now += self.chance.expovariate(2.0)
        one, other = self.chance.choice(self.programs), self.chance.choice(self.programs)
        where = [program.table for program in self.programs]
        pressed = self.pressed
        match self.chance.randrange(18):
            case 0:
                self.change_network()
            case 1:
                self.stop(self.chance.choice((one, self.programs[self.tables[one.table].host])))
            case 2 | 3:
                self.start(one)
            case 4 | 5 | 6:
                self.follow(one)
            case 7 | 8:
                self.deal(self.programs[self.tables[one.table].host])
            case 9 | 10 | 11 | 12:
                for each in self.programs:
                    self.poll(one, each)
            case 13:
                self.poll(one, other)
            case 14 | 15:
                self.choose(one)
            case 16 if self.chance.random() < 0.2:
                self.give(one)
            case _:
                self.forge()
        moved = [p.table for p, table in zip(self.programs, where, strict=True) if p.table != table]
        assert len(moved) <= self.pressed - pressed, "somebody is moved without a key press"
        self.check()

    def check(self) -> None:
        sits: dict[int, str] = {}
        for table in self.tables.values():
            assert self.before(table) not in (table.id,)
            for seat, number in table.present.items():
                program = self.programs[number]
                if program.up and self.serves(table):
                    assert sits.setdefault(number, table.id) == table.id, "at two tables"
                if seat == number and (table.id, seat) in self.given:
                    assert self.given[table.id, seat] == program.key, "a given seat is taken back"
        for program in self.programs:
            here = self.tables[program.table]
            if program.up and here.present.get(program.number) == program.number:
                assert program.held == here.deals[: len(program.held)]

    @staticmethod
    def before(table: Table) -> str:
        return "" if table.before is None else table.before.id


def histories(seeds: range) -> None:
    counted: dict[str, int] = {}
    for seed in seeds:
        history = History(random.Random(seed))
        for _ in range(250):
            history.step()
        for what, often in history.counted.items():
            counted[what] = counted.get(what, 0) + bool(often)
    for what, often in counted.items():
        assert often > len(seeds) / 50, f"hardly ever {what}: {counted}"


def test_nobody_loses_a_deal_or_a_seat_in_every_history() -> None:
    histories(range(300))


@pytest.mark.nightly
def test_nobody_loses_a_deal_or_a_seat_in_very_many_histories() -> None:
    histories(range(20_000))


def evening(players: int, *, liar: int | None = None, rest: int = 0) -> History:
    """Play three deals, and lose the host for good."""
    history = History(random.Random(players), players)
    history.liar, history.calm = liar, liar is None
    for _ in range(3):
        history.deal(history.programs[0])
        for program in history.programs:
            history.follow(program)
    history.programs[0].up = False
    return history


def seconds(history: History, count: int, *, pressing: bool = True) -> None:
    """Let time pass; all programs call each other once a second."""
    for _ in range(count):
        history.now += 1
        for program in history.programs:
            history.follow(program)
        for program in history.programs:
            for other in history.programs:
                history.poll(program, other)
        for program in history.programs:
            history.attend(program)
            if pressing and program.number != history.liar:
                history.choose(program)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_one_key_opens_and_the_others_come_along_within_some_seconds(players: int) -> None:
    history = evening(players)
    seconds(history, int(ABSENCE_SECONDS) + 3)
    assert history.counted["opened"] == 1
    assert history.counted["along"] == players - 2
    assert len({program.table for program in history.programs[1:]}) == 1


def test_a_player_who_always_says_what_is_not_so_keeps_nobody_from_going_on() -> None:
    for players in (3, 4, 5):
        history = evening(players, liar=1)
        seconds(history, int(ABSENCE_SECONDS + DOUBT_SECONDS) + 2, pressing=False)
        for program in history.programs[2:]:
            offer = program.company.offer(history.now)
            assert offer.may_open
            assert all(known.branch.seat == 1 for known in offer.branches)


def test_nobody_is_offered_to_go_on_while_the_host_answers_somebody() -> None:
    history = evening(3)
    history.programs[0].up = True
    history.whole -= {(0, 1), (1, 0)}
    seconds(history, int(ABSENCE_SECONDS) + 3, pressing=False)
    offer = history.programs[1].company.offer(history.now)
    assert (offer.answered, offer.may_open) == (2, False)
    assert history.programs[2].company.offer(history.now) is None


def test_a_host_keeps_its_table_whatever_is_opened_elsewhere() -> None:
    history = evening(3)
    seconds(history, int(ABSENCE_SECONDS) + 3)
    history.programs[0].up = True
    seconds(history, 3, pressing=False)
    assert history.programs[0].company.hosting
    assert history.programs[0].table == FIRST
    offer = history.programs[0].company.offer(history.now)
    assert offer.hosts
    assert offer.branches[0].there == (1, 2)
    before = history.tables[FIRST].deals
    history.deal(history.programs[0])
    assert history.tables[FIRST].deals == before, "a host deals on though all have gone"
    seconds(history, 1)
    assert len({program.table for program in history.programs}) == 1


def test_two_openers_are_both_listed_and_one_may_come_along_to_the_other() -> None:
    history = evening(5)
    seconds(history, int(ABSENCE_SECONDS) + 1, pressing=False)
    for number in (1, 2):
        program = history.programs[number]
        history.open(program, program.company)
    seconds(history, 1, pressing=False)
    offer = history.programs[3].company.offer(history.now)
    assert {known.branch.seat for known in offer.branches} == {1, 2}
    seconds(history, 3)
    assert len({program.table for program in history.programs[1:]}) == 1


def test_a_computer_that_nobody_reaches_is_not_suggested_and_knows_it() -> None:
    history = evening(4)
    walled = history.programs[1].number
    honest = History.poll

    def poll(caller: Program, called: Program) -> None:
        if called.number != walled:
            honest(history, caller, called)

    history.poll = poll
    seconds(history, int(ABSENCE_SECONDS) + 3, pressing=False)
    offers = [program.company.offer(history.now) for program in history.programs[1:]]
    assert [offer.suggested for offer in offers if offer is not None] == [2, 2, 2]
    assert [offer.reached for offer in offers if offer is not None] == [False, True, True]


def test_a_computer_without_a_network_is_offered_nothing_else() -> None:
    history = evening(3)
    history.programs[1].company.offline = True
    seconds(history, int(ABSENCE_SECONDS) + 3, pressing=False)
    assert history.programs[1].company.offer(history.now) == Offer(0, 3, offline=True)
