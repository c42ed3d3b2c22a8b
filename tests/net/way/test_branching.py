"""Programs continue without their host, over real connections, from its loss to the match's end."""

import asyncio
import contextlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from net.branch import company
from net.branch.company import Offer
from net.branch.statements import Situation
from net.client import calls, events
from net.client.events import ClientEvent, HostLost, TableMoved
from net.lan.discovery import Seeker
from net.table.lobby import Shutdown
from net.way import calling, table_link
from net.wire.message import WayIn
from net.wire.to_host import Give, Migrate, Ready, Start
from tests.support.cut_proxy import CutProxy
from tests.support.programs import Program, closed, until


class Player(Program):
    """A program with a player who makes the first legal move, up to some deal."""

    until = 2

    @property
    def offer(self) -> Offer | None:
        lost = [each for each in self.events if isinstance(each, HostLost)]
        return lost[-1].offer if lost else None

    def hear(self, event: ClientEvent) -> None:
        super().hear(event)
        asyncio.get_running_loop().call_soon(self.play)

    def play(self) -> None:
        client = self.client
        if client.my_turn and client.game is not None and client.view.deal < self.until:
            self.link.send(client.play(client.game.legal(client.view)[0]))


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have all programs notice at once that the host is gone, and call often."""
    monkeypatch.setattr(company, "ABSENCE_SECONDS", 0.3)
    monkeypatch.setattr(calling, "CALL_SECONDS", 0.1)
    monkeypatch.setattr(calling, "SOON_SECONDS", 0.2)
    monkeypatch.setattr(calling, "LATER_SECONDS", 0.2)


async def hosting(folder: Path, target: int = 101) -> Player:
    """Return Ann, whose program has the table."""
    return await Player("Ann", folder).open({"target": target})


async def joined(folder: Path, ann: Player, port: int | None = None) -> list[Player]:
    """Return Bob, Cid and Dan at the seats 1 to 3 of Ann's table, after the first deal.

    They connect through another port of this machine if one is given.
    """
    table = next(iter(ann.host.lobby.tables))
    others: list[Player] = []
    for seat, name in enumerate(("Bob", "Cid", "Dan"), 1):  # of two at once either may be first
        others.append(Player(name, folder).join(port or ann.host.port, table))
        await until(lambda seat=seat: others[-1].client.seat == seat)
    for each in others:
        each.link.send(Ready())
    room = ann.host.lobby.tables[table].room
    await until(lambda: all(holder.ready for holder in list(room)[1:]))
    ann.link.send(Start())
    await until(lambda: all(finished(each) == 1 for each in others))
    return others


async def at_table(folder: Path) -> tuple[Player, list[Player]]:
    """Ann's program has the table; Bob, Cid and Dan have played the first deal with her."""
    ann = await hosting(folder)
    return ann, await joined(folder, ann)


async def ended(player: Player) -> None:
    """End a program as if it were killed."""
    player.running.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await player.running


def finished(player: Player) -> int:
    deals = player.client.deals
    return 0 if deals is None else deals.match.checked


def faulty(player: Player) -> bool:
    """Tell whether a fault was found in the deals; a finished match may be all right."""
    verdict = player.client.deals and player.client.deals.match.verdict
    return verdict is not None and bool(verdict.fault)


def sits_there(back: Player) -> bool:
    """Tell whether a player has the first seat again, and was told where the table is."""
    return back.client.seat == 0 and back.has(TableMoved)


async def lost(player: Player) -> None:
    """End the program that has the table as if it were killed."""
    await player.host.close(Shutdown.BROKEN)
    await ended(player)


@contextlib.contextmanager
def frozen(player: Player, cable: CutProxy) -> Iterator[None]:
    """Cut off a host: for a while it neither calls the others nor answers them."""
    cable.refusing = True
    cable.cut()
    seat, port, right = seat_of(player), player.host.port, calls.consult

    async def consult(address: str, other: int, table: str, said: Situation) -> Any:
        return (
            None if seat == said.seat or other == port else await right(address, other, table, said)
        )

    calls.consult = consult
    try:
        yield
    finally:
        calls.consult = right


def seat_of(player: Player) -> int:
    return player.client.seat


def table_of(player: Player) -> str:
    return player.client.seated.table


def suggests(player: Player, other: Player, others: int) -> bool:
    """Tell whether a player is offered another's computer, having heard this many programs."""
    offer = player.offer
    return offer is not None and offer.suggested == seat_of(other) and offer.others == others


def branch_at(player: Player, other: Player, *there: Player) -> str:
    """Return the id of the branch at a player's computer, once the people there are known."""
    seats = {seat_of(each) for each in (other, *there)}
    branches = () if player.offer is None else player.offer.branches
    found = (b for b in branches if b.branch.seat == seat_of(other) and seats <= {*b.there})
    return next((known.branch.table for known in found), "")


async def go_on(at: Player, others: list[Player]) -> str:
    """Have one player open a branch, and the others join it; return its id."""
    await until(lambda: all(suggests(each, at, len(others)) for each in (at, *others)))
    assert at.link.open_branch()
    for each in others:
        await until(lambda each=each: bool(branch_at(each, at)))
        assert each.link.join_branch(branch_at(each, at))
    await until(lambda: at.has_table and all(each.client.connected for each in others))
    await until(lambda: all(table_of(each) == table_of(at) for each in others))
    await until(lambda: all(each.offer is None for each in (at, *others)))
    return table_of(at)


def play(until_deal: int, *players: Player) -> None:
    for each in players:
        each.until = until_deal
        each.play()


async def test_one_goes_on_the_others_come_along_and_all_records_are_equal(
    tmp_path: Path, soon: None
) -> None:
    ann, others = await at_table(tmp_path)
    bob, cid, dan = others
    before = table_of(bob)
    await lost(ann)
    branch = await go_on(bob, [cid, dan])
    assert branch != before
    table = bob.host.lobby.tables[branch]
    assert [(each.table, each.deal, each.host) for each in table.branch] == [(before, 1, "Ann")]
    assert table.room.owner == bob.client.seat, "the table is whose computer it is at"
    assert table.room[0].away
    assert table.room[0].bot, "nobody waits for the lost host's own player"
    play(100, *others)
    await until(lambda: all(not each.client.playing for each in others))
    await until(lambda: all(not each.client.checking.due for each in others))
    records = [each.client.deals.record for each in others if each.client.deals is not None]
    assert records[0] == records[1] == records[2]
    assert records[0][0]["branch"] == {"table": before, "deal": 1, "host": "Ann"}
    assert "result" in records[0][-1]
    verdicts = [each.client.deals.match.verdict for each in others if each.client.deals is not None]
    assert [verdict and verdict.fault for verdict in verdicts] == ["", "", ""]
    await closed(cid, dan, bob)


async def test_players_hear_with_each_deal_how_guests_come_in(tmp_path: Path) -> None:
    """They open the same ways at a branch."""
    ann, others = await at_table(tmp_path)
    way = WayIn("ssh", 4022, "127.0.0.1", "")
    ann.host.lobby.ways += (way,)
    play(3, ann, *others)
    for each in others:
        await until(lambda each=each: way in each.client.handshake.welcomed.ways)
    await closed(*others, ann)


async def test_a_host_that_was_cut_off_is_asked_and_has_its_own_seat_at_the_branch(
    tmp_path: Path, soon: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KOZYR_STATE", str(tmp_path / "state"))
    ann = await hosting(tmp_path, target=400)
    async with CutProxy(ann.host.port) as cable:
        bob, cid, dan = others = await joined(tmp_path, ann, cable.port)
        with frozen(ann, cable):
            branch = await go_on(bob, [cid, dan])
            assert ann.offer is None
        await until(lambda: branch_at(ann, bob, cid, dan) == branch)
        assert ann.offer.hosts
        own = table_of(ann)
        assert ann.host.lobby.tables[own].left, "deals on though all its people are elsewhere"
        assert ann.link.join_branch(branch)
        await until(partial(sits_there, ann))
        await until(lambda: ann.client.connected and table_of(ann) == branch)
        assert ann.link.hosting is None
        await until(lambda: bob.host.lobby.tables[branch].room[0].connection is not None)
    play(3, ann, *others)
    await until(lambda: min(finished(each) for each in (ann, *others)) == 2)
    assert not any(map(faulty, (ann, *others)))
    await closed(ann, cid, dan, bob)
    back = await Player("Ann", tmp_path).resume(own)
    assert back.link.hosting is None, "its log says that its player has gone to the branch"
    await ended(back)


async def test_a_host_s_player_may_stay_where_nobody_else_is(tmp_path: Path, soon: None) -> None:
    ann = await hosting(tmp_path)
    async with CutProxy(ann.host.port) as cable:
        bob, cid, dan = await joined(tmp_path, ann, cable.port)
        with frozen(ann, cable):
            branch = await go_on(bob, [cid, dan])
        await until(lambda: branch_at(ann, bob) == branch)
        table = ann.host.lobby.tables[table_of(ann)]
        assert table.left
        ann.link.stay()
        assert ann.offer is None
        assert not table.left
    await closed(ann, cid, dan, bob)


async def test_a_seat_that_was_given_meanwhile_stays_given(tmp_path: Path, soon: None) -> None:
    ann = await hosting(tmp_path)
    async with CutProxy(ann.host.port) as cable:
        bob, cid, dan = await joined(tmp_path, ann, cable.port)
        with frozen(ann, cable):
            branch = await go_on(bob, [cid, dan])
        mia = Player("Mia", tmp_path).join(bob.host.port, branch, watch=True)
        await until(lambda: mia.client.room is not None)
        bob.link.send(Give(seat_of(ann), "Mia"))
        await until(lambda: mia.client.seat == seat_of(ann))
        await until(lambda: branch_at(ann, bob) == branch)
        assert ann.link.join_branch(branch)
        await until(lambda: ann.has(events.NotSeated))
        codes = [each.code for each in ann.events if isinstance(each, events.NotSeated)]
        assert codes == ["key"], "is offered to watch"
        assert mia.client.connected
        assert bob.host.lobby.tables[branch].room[0].name == "Mia"
    await closed(ann, mia, cid, dan, bob)


async def test_two_branches_are_both_offered_and_each_player_chooses(
    tmp_path: Path, soon: None
) -> None:
    ann, (bob, cid, dan) = await at_table(tmp_path)
    await lost(ann)
    await until(lambda: all(suggests(each, bob, 2) for each in (bob, cid, dan)))
    assert bob.link.open_branch()
    assert cid.link.open_branch(), "insists"
    await until(lambda: bool(branch_at(dan, bob) and branch_at(dan, cid)))
    assert dan.link.join_branch(branch_at(dan, cid))
    await until(lambda: dan.client.connected and table_of(dan) == table_of(cid))
    await until(lambda: branch_at(bob, cid, dan) == table_of(cid))
    assert bob.offer.hosts, "is alone at the own branch, and hears where the others are"
    left = bob.host
    assert bob.link.join_branch(table_of(cid))
    await until(lambda: bob.client.connected and table_of(bob) == table_of(cid))
    assert not left.lobby.tables, "plays at one table only"
    play(3, bob, cid, dan)
    await until(lambda: min(finished(each) for each in (bob, cid, dan)) == 2)
    assert not any(map(faulty, (bob, cid, dan)))
    await closed(bob, dan, cid)


async def test_a_branch_that_was_resumed_is_found_and_gone_on_from_again(
    tmp_path: Path, soon: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann's host is lost; then Bob's program ends, resumes the branch, and is lost too."""

    def at(name: str) -> None:
        monkeypatch.setenv("KOZYR_STATE", str(tmp_path / f"{name}'s state"))

    at("Ann")
    ann = await hosting(tmp_path, target=400)  # points that three deals cannot bring
    at("Bob")
    bob, cid, dan = await joined(tmp_path, ann)
    await lost(ann)
    branch = await go_on(bob, [cid, dan])
    await until(lambda: all(p.client.view.deal == 2 for p in (bob, cid, dan)))
    await lost(bob)
    bob = await Player("Bob", tmp_path).resume(branch)
    await until(lambda: bob.has_table and cid.client.connected and dan.client.connected)
    play(3, bob, cid, dan)
    await until(lambda: finished(cid) == finished(dan) == 2)
    await lost(bob)
    at("Cid")
    again = await go_on(cid, [dan])
    play(4, cid, dan)
    await until(lambda: finished(cid) == finished(dan) == 3)
    records = [each.client.deals.record for each in (cid, dan) if each.client.deals is not None]
    assert records[0] == records[1]
    said: Any = records[0][0]["branch"]
    assert (said["table"], said["deal"], said["before"]["deal"]) == (branch, 2, 1)
    assert again not in (branch, said["before"]["table"])
    assert not faulty(cid)
    await closed(dan, cid)


async def test_a_program_started_anew_comes_to_the_branch_by_the_key_of_its_seat(
    tmp_path: Path, soon: None
) -> None:
    ann, (bob, cid, dan) = await at_table(tmp_path)
    await lost(ann)
    await ended(dan)
    branch = await go_on(bob, [cid])
    seat = seat_of(dan)
    dan = Player("Dan", tmp_path).join(bob.host.port, branch)
    await until(lambda: dan.client.seat == seat)
    await closed(dan, cid, bob)


class Search(Seeker):
    """A search of the LAN that takes its time to end, and reports when it is over."""

    over = False

    async def close(self) -> None:
        await super().close()
        await asyncio.sleep(1)
        self.over = True


async def test_a_player_alone_goes_on_with_bots(
    tmp_path: Path, soon: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    searches: list[Search] = []

    def seek(table: str) -> Search:
        searches.append(Search(table))
        return searches[-1]

    monkeypatch.setattr(table_link, "seek", seek)
    ann, (bob, cid, dan) = await at_table(tmp_path)
    await lost(ann)
    await closed(cid, dan)
    await until(lambda: bob.offer is not None)
    assert bob.link.open_branch()
    await until(lambda: bob.has_table)
    table = bob.host.lobby.tables[table_of(bob)]
    assert [bool(holder.bot) for holder in table.room] == [True, False, True, True]
    play(3, bob)
    await until(lambda: finished(bob) == 2)
    await closed(bob)
    assert searches
    assert all(each.over for each in searches), "nothing is open once a program has ended"


async def test_whoever_has_agreed_to_have_the_table_listens_where_the_others_would_call(
    tmp_path: Path, soon: None
) -> None:
    """Its host may be lost before the others could be told of another port."""
    ann, others = await at_table(tmp_path)
    bob, cid, _ = others
    known = {line.seat: line.port for line in cid.client.peers.peers}
    ann.link.send(Migrate(bob.client.seat))
    await until(lambda: bob.link.own.hosting is not None)
    assert bob.link.own.hosting.host.port == known[bob.client.seat]
    await closed(*others, ann)


async def test_a_computer_that_is_wanted_for_two_reasons_at_once_is_opened_once(
    tmp_path: Path,
) -> None:
    """Its player agrees to have the table as the host is lost; one of two hosts would stay open."""
    ann = await hosting(tmp_path)
    bob = Player("Bob", tmp_path).join(ann.host.port)
    await until(lambda: bob.client.seat is not None)
    own = bob.link.own
    one, other = await asyncio.gather(own.open_empty(), own.open_empty(for_move=True))
    assert one is other
    assert own.forget_move() is None, "it stays open for the calls"
    assert own.hosting is not None
    await closed(bob, ann)


async def test_a_computer_that_was_opened_for_a_move_alone_listens_no_longer_if_the_table_stays(
    tmp_path: Path,
) -> None:
    ann = await hosting(tmp_path)
    bob = Player("Bob", tmp_path).join(ann.host.port)
    await until(lambda: bob.client.seat is not None)
    host = await bob.link.own.open_empty(for_move=True)
    alone = bob.link.own.forget_move()
    assert alone is not None
    await bob.link.own.close_empty(alone)
    assert bob.link.own.hosting is None
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.1", host.port)
    await closed(bob, ann)
