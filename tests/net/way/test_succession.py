"""Programs go on without their host, over real connections, from its loss to the match's end."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import socket
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from net.client import consulting, events
from net.client.events import ClientEvent, HostingWanted, HostLost, TableMoved
from net.client.link import RemoteLink
from net.files.store import Records
from net.host.server import Host
from net.migration import election
from net.migration.epochs import Offer
from net.table.lobby import Shutdown
from net.way import later_epoch, opening, succession
from net.way.fault import LinkError
from net.way.hosting import open_host
from net.way.table_link import TableLink
from net.way.terms import Computer, Reachable, TableTerms
from net.wire.to_host import Migrate, Ready, Start
from tests.support.cut_proxy import CutProxy


class Player:
    """A program with a player who makes the first legal move, up to some deal."""

    def __init__(self, name: str) -> None:
        self.name, self.until = name, 2
        self.offer: Offer | None = None
        self.moved = False
        self.refused: list[events.NotGoneOn] = []
        self.found: events.FoundElsewhere | None = None

    async def open(self, terms: TableTerms, folder: Path) -> Player:
        return self._at(await opening.host(terms, self._computer(folder)))

    def join(
        self, place: tuple[str, int], table: str, folder: Path, *, watch: bool = False
    ) -> Player:
        return self._at(opening.join(place, self._computer(folder), table, watch=watch))

    async def resume(self, table: str, folder: Path) -> Player:
        resumed = await opening.resume(table, Reachable(), self._computer(folder))
        assert isinstance(resumed.link, TableLink)
        return self._at(resumed.link)

    def _computer(self, folder: Path) -> Computer:
        return Computer(self.name, folder, 0.01, apart="{} (apart)".format)

    def _at(self, link: TableLink) -> Player:
        self.link, self.client = link, link.client
        self.running = asyncio.ensure_future(link.run(self._heard))
        return self

    def _heard(self, event: ClientEvent) -> None:
        if isinstance(event, HostLost):
            self.offer = event.offer
        if isinstance(event, events.NotGoneOn):
            self.refused.append(event)
        if isinstance(event, events.FoundElsewhere):
            self.found = event
        if isinstance(event, HostingWanted):
            self.agreeing = asyncio.create_task(self.link.agree())
        self.moved = self.moved or isinstance(event, TableMoved)
        asyncio.get_running_loop().call_soon(self._play)

    def _play(self) -> None:
        client = self.client
        if client.my_turn and client.game is not None and client.view.deal < self.until:
            self.link.send(client.play(client.game.legal(client.view)[0]))


async def until(happened: Callable[[], bool]) -> None:
    while not happened():  # noqa: ASYNC110 - what happens is not of one kind
        await asyncio.sleep(0.01)


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have everybody notice at once that the host is gone."""
    monkeypatch.setattr(election, "ABSENCE_SECONDS", 0.1)
    monkeypatch.setattr(succession, "CALL_SECONDS", 0.1)
    monkeypatch.setattr(succession, "ALONE_SECONDS", 1.0)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask those who answer for as long as a busy machine takes."""
    monkeypatch.setattr(later_epoch, "ASKING_SECONDS", 60)


async def hosting(folder: Path, target: int = 101) -> Player:
    """Return Ann, whose program has the table."""
    rules = {"target": target}
    terms = TableTerms("kozel", 4, rules, port=0, table_name="T", pause=0)
    return await Player("Ann").open(terms, folder / "Ann")


async def joined(folder: Path, ann: Player, port: int | None = None) -> list[Player]:
    """Return Bob, Cid and Dan, who have come to Ann's table and played the first deal.

    They come by another port of this machine if one is given.
    """
    host = host_of(ann)
    place = ("127.0.0.1", port or host.port)
    table = next(iter(host.lobby.tables))
    others = [Player(name).join(place, table, folder / name) for name in ("Bob", "Cid", "Dan")]
    await until(lambda: all(each.client.seat is not None for each in others))
    for each in others:
        each.link.send(Ready())
    room = host.lobby.tables[table].room
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


def host_of(player: Player) -> Host:
    assert player.link.hosting is not None
    return player.link.hosting.host


def has_table(player: Player) -> bool:
    """Whether the table is in this program, and its player there."""
    return player.link.hosting is not None and player.client.connected


def finished(player: Player) -> int:
    deals = player.client.deals
    return 0 if deals is None else deals.checked


def faulty(player: Player) -> bool:
    """Whether something about the deals was found wrong; a match that is over may be all right."""
    verdict = player.client.deals and player.client.deals.verdict
    return verdict is not None and bool(verdict.fault)


def sits_there(back: Player) -> bool:
    """Whether somebody has the first seat again, and was told where the table is."""
    return back.client.seat == 0 and back.moved


def wishes(others: list[Player]) -> bool:
    return all(each.offer is not None and len(each.offer.candidates) == 3 for each in others)


def may_choose(player: Player, candidate: Player) -> bool:
    """Whether a majority is there, and the candidate is known to hold as much as the player."""
    offer, seat = player.offer, candidate.client.seat
    return offer is not None and offer.possible and seat in offer.candidates


async def go_on_at_bob_s(ann: Player, others: list[Player]) -> None:
    """Lose Ann's host, and have two of the three others agree on Bob's computer."""
    bob, _, dan = others
    await host_of(ann).close(Shutdown.BROKEN)
    await ended(ann)
    await until(lambda: wishes(others))
    assert bob.client.seat is not None
    for each in (dan, bob):
        assert each.link.choose(bob.client.seat)
    await until(lambda: all(each.moved and each.offer is None for each in others))


async def test_a_host_to_which_too_few_come_closes_the_table_and_all_choose_again(
    tmp_path: Path, soon: None
) -> None:
    """Ann's host came back, and Cid and Dan finished a deal there that Bob does not hold."""
    ann, others = await at_table(tmp_path)
    bob, cid, dan = others
    await host_of(ann).close(Shutdown.BROKEN)
    await ended(ann)
    await until(lambda: wishes(others))
    seats = [each.client.seat for each in others]
    assert dan.link.choose(seats[0])
    for each in (cid, dan):
        election_of(each).shown(deals=2, dealt=3)
    assert bob.link.choose(seats[0])
    await until(lambda: has_table(bob))
    lost = host_of(bob)
    election_of(bob).patience = 0.0
    await until(lambda: bool(bob.refused))
    assert bob.refused[0].reason == "too few of the others have come here"
    await until(lambda: bob.link.hosting is None and not lost.lobby.tables)
    again = tuple(sorted(seats[1:])), 3  # whoever came first has the first seat
    await until(
        lambda: all(
            each.offer and (each.offer.candidates, each.offer.needed) == again for each in others
        )
    )
    for each in others:
        assert each.link.choose(seats[1])
    await until(lambda: has_table(cid) and all(each.client.connected for each in others))
    table = next(iter(host_of(cid).lobby.tables.values()))
    await until(lambda: not table.incomplete)
    assert (table.epoch, table.room.owner) == (2, seats[1])
    assert table.room[0].bot, "nobody waits for Ann"
    for each in others:
        await each.link.close()
        await each.running


def succession_of(player: Player) -> succession.Succession:
    found = player.link._succession
    assert found is not None
    return found


def election_of(player: Player) -> election.Election:
    return succession_of(player).election


async def test_a_match_goes_on_to_its_end_and_all_records_are_equal(
    tmp_path: Path, soon: None
) -> None:
    ann, others = await at_table(tmp_path)
    bob, cid, dan = others
    await go_on_at_bob_s(ann, others)
    table = next(iter(host_of(bob).lobby.tables.values()))
    await until(lambda: not table.incomplete)
    assert table.epoch == 1
    assert table.room.owner == bob.client.seat, "the table is whose computer it is at"
    assert table.room[0].away
    assert table.room[0].bot, "nobody waits for the lost host's own player"
    for each in others:
        each.until = 100
        each._play()
    await until(lambda: all(not each.client.playing for each in others))
    await until(lambda: all(not each.client.checking.due for each in others))
    records = [each.client.deals.record for each in others if each.client.deals is not None]
    assert records[0] == records[1] == records[2]
    assert records[0][0]["epoch"] == 1
    assert "result" in records[0][-1]
    verdicts = [each.client.deals.verdict for each in others if each.client.deals is not None]
    assert [verdict and verdict.fault for verdict in verdicts] == ["", "", ""]
    for each in (cid, dan, bob):
        await each.link.close()
        await each.running


async def test_whoever_resumes_the_lost_host_s_file_comes_to_where_the_match_has_gone_on(
    tmp_path: Path, soon: None, patient: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as at_ann_s:
        at_ann_s.setenv("KOZYR_STATE", str(tmp_path / "Ann's state"))
        ann = await hosting(tmp_path)
    others = await joined(tmp_path, ann)
    bob = others[0]
    assert bob.client.seated is not None
    table = bob.client.seated.table
    await go_on_at_bob_s(ann, others)
    monkeypatch.setenv("KOZYR_STATE", str(tmp_path / "Ann's state"))
    for _ in range(2):  # asks the first time, and has written down where it is the second time
        back = await Player("Ann").resume(table, tmp_path / "Ann")
        assert back.link.hosting is None, "opens the table that is elsewhere"
        await until(partial(sits_there, back))
        await back.link.close()
        await back.running
    for each in (*others[1:], bob):
        await each.link.close()
        await each.running


@pytest.mark.nightly
async def test_a_computer_that_had_the_table_before_can_have_it_again(
    tmp_path: Path, soon: None
) -> None:
    """It listens at another port than the one it kept free, and the others have to know that."""
    ann, others = await at_table(tmp_path)
    bob, cid, dan = others
    for at, to in ((ann, bob), (bob, cid)):
        assert to.client.seat is not None
        ann.link.send(Migrate(to.client.seat, at_once=True))
        await until(partial(has_table, to))
        await until(lambda: all(each.client.connected for each in (ann, bob, cid, dan)))
        assert not has_table(at)
        to.moved, host = False, host_of(to)
        to.link._heard(TableMoved(to.name, host.arrivals.here, host.port, host.fingerprint))
        assert not to.moved, "is told twice if the old host's word comes after those it has sent on"
    await host_of(cid).close(Shutdown.BROKEN)
    await ended(cid)
    left = [ann, bob, dan]
    await until(lambda: wishes(left))
    for each in left:
        await each.link.close()
        await each.running


async def test_whoever_can_call_the_others_and_not_be_called_has_a_vote(
    tmp_path: Path, soon: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bob's firewall lets nobody in; Dan is gone, so that Bob's vote is needed."""
    ann, others = await at_table(tmp_path)
    bob, cid, dan = others
    walled, right = bob.client.handshake.port, consulting.consult

    async def consult(address: str, port: int, *how: Any) -> Any:
        return None if port == walled else await right(address, port, *how)

    monkeypatch.setattr(consulting, "consult", consult)
    await host_of(ann).close(Shutdown.BROKEN)
    await ended(ann)
    await ended(dan)
    only = (cid.client.seat,)
    await until(lambda: bob.offer is not None and bob.offer.candidates == only)
    await until(lambda: cid.offer is not None and cid.offer.candidates == only)
    assert cid.client.seat is not None
    for each in (bob, cid):
        assert each.link.choose(cid.client.seat)
    await until(lambda: has_table(cid) and bob.client.connected)
    for each in (bob, cid):
        await each.link.close()
        await each.running


async def test_whoever_has_agreed_to_have_the_table_listens_where_the_others_would_call(
    tmp_path: Path, soon: None
) -> None:
    """Its host may be lost before the others could be told of another port."""
    ann, others = await at_table(tmp_path)
    bob, cid, _ = others
    assert bob.client.seat is not None
    assert cid.client.peers is not None
    known = {line.seat: line.port for line in cid.client.peers.peers}
    ann.link.send(Migrate(bob.client.seat))
    await until(lambda: bob.link._hosting is not None)
    assert bob.link._hosting is not None
    assert bob.link._hosting.host.port == known[bob.client.seat]
    for each in (*others, ann):
        await each.link.close()
        await each.running


async def test_a_computer_that_is_wanted_for_two_reasons_at_once_is_opened_once(
    tmp_path: Path,
) -> None:
    """Its player agrees to have the table while the host is lost; one of two would stay open."""
    ann = await hosting(tmp_path)
    bob = Player("Bob").join(("127.0.0.1", host_of(ann).port), "", tmp_path)
    one, other = await asyncio.gather(bob.link._listen(), bob.link._listen())
    assert one is not None
    assert one is other
    for each in (bob, ann):
        await each.link.close()
        await each.running


async def test_too_few_people_are_told_of_only_if_that_stays_so(tmp_path: Path, soon: None) -> None:
    """All lose the host at almost the same time, and each asks the others before they know."""
    ann, others = await at_table(tmp_path)
    told: list[bool] = []
    for each in others:
        each.link._offer = lambda offer: told.append(offer is None or offer.possible)  # type: ignore[method-assign]
        succession_of(each)._on_offer = each.link._offer
    await host_of(ann).close(Shutdown.BROKEN)
    await ended(ann)
    await until(lambda: len(told) >= 3)
    assert all(told)
    for each in others:
        await each.link.close()
        await each.running


async def test_a_host_that_was_only_cut_off_has_a_say_once_the_next_one_is_lost(
    tmp_path: Path, soon: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own port is closed as it comes to the new table; it listens at another one."""
    monkeypatch.setattr(succession, "LATER_SECONDS", 0.1)
    ann = await hosting(tmp_path)
    async with CutProxy(host_of(ann).port) as cable:
        bob, cid, dan = others = await joined(tmp_path, ann, cable.port)
        cable.refusing = True
        cable.cut()
        await until(lambda: wishes(others))
        assert bob.client.seat is not None
        for each in (dan, bob):
            assert each.link.choose(bob.client.seat)
        await until(lambda: ann.moved and all(each.client.connected for each in (ann, *others)))
    await host_of(bob).close(Shutdown.BROKEN)
    await ended(bob)
    left = [ann, cid, dan]
    await until(lambda: wishes(left))
    for each in left:
        await each.link.close()
        await each.running


async def test_a_new_host_that_is_lost_before_anybody_has_come_is_gone_on_without(
    tmp_path: Path, soon: None
) -> None:
    """The old host has sent Cid and Dan to Bob's computer, where nobody answers."""
    ann, (bob, cid, dan) = await at_table(tmp_path)
    await bob.link.close()
    await bob.running
    with socket.create_server(("127.0.0.1", 0)) as free:
        place = free.getsockname()
    for each in (cid, dan):
        assert isinstance(each.link.inner, RemoteLink)
        each.link.inner._hand_on([TableMoved("Bob", *place, "0b" * 32, "word")])
    await until(lambda: all(may_choose(p, cid) for p in (cid, dan)))
    assert cid.client.seat is not None
    for each in (dan, cid):
        assert each.link.choose(cid.client.seat)
    await until(lambda: has_table(cid) and dan.client.connected and dan.offer is None)
    for each in (dan, cid, ann):
        await each.link.close()
        await each.running


async def test_a_host_without_a_player_is_not_resumed_beside_the_table_that_has_gone_on(
    tmp_path: Path, soon: None, patient: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KOZYR_STATE", str(tmp_path / "host's state"))
    terms = TableTerms("kozel", 2, {"target": 101}, port=0, table_name="T", pause=0)
    computer = Computer("Host", tmp_path / "host", 0.01)
    host = (await open_host(terms, computer, unattended=True)).host
    (table,) = host.lobby.tables
    place = "127.0.0.1", host.port
    monkeypatch.setenv("KOZYR_STATE", str(tmp_path / "state"))
    bob, cid = [Player(name).join(place, table, tmp_path / name) for name in ("Bob", "Cid")]
    await until(lambda: bob.client.seat is not None and cid.client.seat is not None)
    await until(lambda: bob.client.owns or cid.client.owns)
    guest, owner = (bob, cid) if cid.client.owns else (cid, bob)
    guest.link.send(Ready())
    room = host.lobby.tables[table].room
    await until(lambda: any(holder.ready for holder in room))
    owner.link.send(Start())
    await until(lambda: finished(bob) == finished(cid) == 1)
    await host.close(Shutdown.BROKEN)
    await until(lambda: all(may_choose(p, bob) for p in (bob, cid)))
    assert bob.client.seat is not None
    for each in (cid, bob):
        assert each.link.choose(bob.client.seat)
    await until(lambda: has_table(bob) and cid.client.connected)
    monkeypatch.setenv("KOZYR_STATE", str(tmp_path / "host's state"))
    with pytest.raises(LinkError, match="open at another computer already: 'kozyr join"):
        await opening.resume_unattended(table, Reachable(), computer)
    for each in (cid, bob):
        await each.link.close()
        await each.running


async def test_somebody_who_watches_is_told_where_the_table_seems_to_go_on(
    tmp_path: Path, soon: None
) -> None:
    ann, others = await at_table(tmp_path)
    assert ann.client.seated is not None
    place = "127.0.0.1", host_of(ann).port
    eve = Player("Eve").join(place, ann.client.seated.table, tmp_path / "Eve", watch=True)
    await until(lambda: eve.client.seated is not None)
    await go_on_at_bob_s(ann, others)
    await until(lambda: eve.found is not None)
    assert eve.found is not None
    assert eve.found.port == host_of(others[0]).port
    assert not eve.moved, "goes to a host that nothing vouches for"
    for each in (*others[1:], others[0], eve):
        await each.link.close()
        await each.running


@pytest.mark.nightly
async def test_a_match_that_has_gone_on_and_was_resumed_can_go_on_again(
    tmp_path: Path, soon: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann's host is lost, then Bob's program ends and resumes the match, and is lost too."""

    def at(name: str) -> None:
        monkeypatch.setenv("KOZYR_STATE", str(tmp_path / f"{name}'s state"))

    at("Ann")
    ann = await hosting(tmp_path, target=400)  # points that three deals cannot bring
    at("Bob")
    bob, cid, dan = await joined(tmp_path, ann)
    assert bob.client.seated is not None
    table = bob.client.seated.table
    await go_on_at_bob_s(ann, [bob, cid, dan])
    await until(lambda: all(p.client.view.deal == 2 for p in (bob, cid, dan)))
    await host_of(bob).close(Shutdown.BROKEN)
    await ended(bob)
    bob = await Player("Bob").resume(table, tmp_path / "Bob")
    await until(lambda: has_table(bob) and cid.client.connected and dan.client.connected)
    assert host_of(bob).lobby.tables[table].epoch == 1
    for each in (bob, cid, dan):
        each.until = 3
        each._play()
    await until(lambda: finished(cid) == finished(dan) == 2)
    await host_of(bob).close(Shutdown.BROKEN)
    await ended(bob)
    at("Cid")
    await until(lambda: all(may_choose(p, cid) for p in (cid, dan)))
    assert cid.client.seat is not None
    for each in (dan, cid):
        assert each.link.choose(cid.client.seat)
    await until(lambda: has_table(cid) and dan.client.connected and not dan.offer)
    for each in (cid, dan):
        each.until = 4
        each._play()
    await until(lambda: finished(cid) == finished(dan) == 3)
    records = [each.client.deals.record for each in (cid, dan) if each.client.deals is not None]
    assert records[0] == records[1]
    assert records[0][0]["epoch"] == 2
    for each in (dan, cid):
        await each.link.close()
        await each.running


async def test_nobody_agrees_to_anything_that_cannot_be_written_down(
    tmp_path: Path, soon: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KOZYR_STATE", str(tmp_path / "state"))
    ann, others = await at_table(tmp_path)
    await host_of(ann).close(Shutdown.BROKEN)
    await ended(ann)
    await until(lambda: wishes(others))
    bob, cid, dan = others
    assert bob.client.seat is not None
    epochs = tmp_path / "state" / "epochs"
    shutil.rmtree(epochs)
    epochs.write_text("no folder any more")
    assert bob.link.choose(bob.client.seat)
    assert [each.reason for each in bob.refused] == ["this disk cannot be written to"]
    assert bob.offer is not None
    assert bob.offer.own is None
    epochs.unlink()
    for each in (dan, bob):
        assert each.link.choose(bob.client.seat)
    await until(lambda: has_table(bob) and cid.client.connected and dan.client.connected)
    for each in (cid, dan, bob):
        await each.link.close()
        await each.running


async def test_nobody_goes_on_alone_where_two_have_to_agree(tmp_path: Path, soon: None) -> None:
    ann, others = await at_table(tmp_path)
    bob, cid, dan = others
    for each in (ann, dan):
        if each is ann:
            await host_of(ann).close(Shutdown.BROKEN)
        await each.link.close()
        await each.running
    await cid.link.close()
    await cid.running
    # Cid may have answered a last time as it closed, and counts as there for some seconds more.
    await until(lambda: bool(bob.offer and bob.offer.candidates and not bob.offer.possible))
    assert bob.client.seat is not None
    assert bob.link.choose(bob.client.seat)
    await until(lambda: bob.offer is not None and bob.offer.own is not None)
    assert bob.link.hosting is None
    await bob.link.close()
    await bob.running
    (record,) = Records().folder.iterdir()
    ends = [json.loads(line) for line in record.read_text("utf-8").splitlines()]
    assert sum("deal" in line for line in ends) == 1


@pytest.mark.nightly
async def test_whoever_goes_on_apart_has_another_table_to_which_the_others_may_come_along(
    tmp_path: Path, soon: None
) -> None:
    """Dan is gone, and Bob hears nobody; Cid hears of Bob's table once Bob has gone on there."""
    ann, others = await at_table(tmp_path)
    bob, cid, dan = others
    assert bob.client.seated is not None
    assert bob.client.seat is not None
    before = bob.client.seated.table
    succession_of(bob)._places.clear()
    succession_of(bob)._hear = lambda told, *, reached: None  # type: ignore[method-assign]
    for each in (ann, dan):
        if each is ann:
            await host_of(ann).close(Shutdown.BROKEN)
        await each.link.close()
        await ended(each)
    await until(lambda: bob.offer is not None)
    assert not cid.link.go_on_apart(bob.client.seat), "there is none yet"
    assert bob.link.go_on_apart(bob.client.seat)
    await until(lambda: bob.moved and bob.offer is None and has_table(bob))
    (table,) = host_of(bob).lobby.tables.values()
    assert table.id != before
    assert table.name == "T (apart)"
    assert [seat for seat, holder in enumerate(table.room) if holder.bot] == [0, 2, 3]
    await until(lambda: cid.offer is not None and cid.offer.apart == (bob.client.seat,))
    assert cid.offer is not None
    assert not cid.offer.possible, "Bob's voice counts for nobody any more"
    assert cid.link.go_on_apart(bob.client.seat)
    await until(lambda: cid.offer is None and cid.client.connected)
    await until(lambda: not table.room[2].bot)
    for each in (bob, cid):
        assert each.client.seated is not None
        assert each.client.seated.table == table.id
        each.until = 3
        each._play()
    await until(lambda: finished(bob) == finished(cid) == 2)
    for each in (bob, cid):
        assert each.client.deals is not None
        assert each.client.deals.record[0]["apart"]
        assert not faulty(each), "a fault was found"
    for each in (cid, bob):
        await each.link.close()
        await each.running
