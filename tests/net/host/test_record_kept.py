"""A match over real sockets: afterwards every guest has its record."""

import json
from pathlib import Path

import pytest

from core.games import GAMES
from core.games.kozel import rules as kozel
from core.records.record import verify
from net.client.events import Position, RecordFiled
from net.client.link import RemoteLink
from net.client.seat import ClientSeat
from net.files.history import careers_of, past_match, record_lines
from net.files.store import Records
from net.host.factory import new_table
from net.host.server import Host
from net.table.lobby import Lobby
from net.wire.to_host import Fill, Give, Ready, Start
from tests.support.robots import Robot


class Returning(Robot):
    """A program that comes back to watch."""

    joins = False


async def played(folder: Path) -> tuple[Robot, RecordFiled]:
    """Ann hosts; another Ann joins, and keeps her records in a folder."""
    table = new_table("Kitchen", kozel, kozel.Options(target=50), 2, bot_seconds=0)
    async with Host(Lobby("Ann", [table]), address="127.0.0.1", port=0) as host:
        ann = Robot(host.local_link(ClientSeat()), "Ann")
        await ann.until(lambda: ann.client.room)
        link = RemoteLink("127.0.0.1", host.port, ClientSeat(keeps=True), keep=Records(folder).keep)
        guest = Robot(link, "Ann")
        await ann.until(lambda: ann.client.room and ann.client.room.seats[1].ready)
        ann.send(Start())
        await guest.until(lambda: guest.last(RecordFiled), 60)
        assert not ann.last(RecordFiled)
        await guest.close()
        await ann.close()
    return guest, guest.last(RecordFiled)


async def test_a_guest_has_the_record_and_it_counts_for_the_guest(tmp_path: Path) -> None:
    _, filed = await played(tmp_path)
    assert filed.fits
    (path,) = Records(tmp_path).paths()
    assert str(path) == filed.path
    assert verify(GAMES, record_lines(path)) is None
    past = past_match(path)
    assert [player.name for player in past.players] == ["Ann", "Ann 2"]
    assert (past.finished, past.seat_of(["Ann"]), past.seat_of(["Ann 2"])) == (True, 1, 1)
    assert careers_of([past], ["ann"])["kozel target=50"].won == (past.places[1] == 1)


@pytest.mark.logs("cannot write the record")
async def test_a_disk_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    guest, filed = await played(tmp_path / "file")
    assert filed == RecordFiled()
    assert guest.link.troubles == ("record",)


async def test_whoever_was_given_the_seat_back_has_the_record_of_the_host(tmp_path: Path) -> None:
    """Bob's program is lost; when he comes back, to watch, a bot plays in his seat."""
    table = new_table("Kitchen", kozel, kozel.Options(target=50), 2, bot_seconds=0)
    records = Records(tmp_path / "host")
    async with Host(Lobby("Ann", [table]), address="127.0.0.1", port=0, records=records) as host:
        ann = Robot(host.local_link(ClientSeat()), "Ann", plays=False)
        await ann.until(lambda: ann.client.room)
        bob = Robot(RemoteLink("127.0.0.1", host.port, ClientSeat()), "Bob", plays=False)
        await ann.until(lambda: ann.client.room and ann.client.room.seats[1].ready)
        ann.send(Start())
        await bob.until(lambda: bob.last(Position))
        await bob.close()
        await ann.until(ann.somebody_away)
        ann.send(Fill(1, "easy"))
        await ann.until(lambda: ann.client.room and ann.client.room.seats[1].kind != "human")
        kept = Records(tmp_path / "Bob").keep
        link = RemoteLink("127.0.0.1", host.port, ClientSeat(keeps=True), keep=kept)
        again = Returning(link, "Bob")
        again.client.join("Bob", table.id, watch=True)
        await ann.until(lambda: ann.client.room and ann.client.room.watchers)
        ann.send(Give(1, "Bob 2"))
        await again.until(lambda: again.client.seat == 1)
        ann.plays = True
        ann.move()
        await again.until(lambda: again.last(RecordFiled), 60)
        for each in (again, ann):
            await each.close()
    (theirs,), (copy,) = (Records(tmp_path / name).paths() for name in ("host", "Bob"))
    here, there = (list(map(json.loads, p.read_text().splitlines())) for p in (copy, theirs))
    assert here[0].pop("kept_for") == {"seat": 1, "name": "Bob"}
    assert here == there
    assert past_match(copy).seat_of(["Bob"]) == 1


@pytest.mark.parametrize("table", ["../../x", "*", ""])
def test_the_name_of_a_copy_stays_in_its_folder(table: str, tmp_path: Path) -> None:
    records = Records(tmp_path)
    path = records.keep(table, 1, "2026-11-20T19:00:00", ({"game": "kozel"},)).path
    assert path.parent == tmp_path
    assert "*" not in path.name


def test_a_copy_is_not_written_over_a_record_that_is_there(tmp_path: Path) -> None:
    records = Records(tmp_path)
    records.write("0a1b2c", 1, "2026-11-20T19:00:00", ({"game": "kozel"},))
    (path,) = records.paths()
    kept = records.keep("0a1b2c", 1, "2026-11-21T10:00:00", ({"game": "kozel", "kept_for": {}},))
    assert kept.path == path
    assert "kept_for" not in path.read_text("utf-8")


DECK = {"deck": "6-6 5-5", "deal": 1}
OTHER_DECK = {"deck": "0-0 1-1", "deal": 1}
KEPT = {"game": "kozel", "kept_for": {"seat": 1, "name": "Bob"}}
RESULT = {"result": {"totals": [0, 51]}}


def test_a_match_under_the_number_of_another_one_is_kept_beside_it(tmp_path: Path) -> None:
    records, when = Records(tmp_path), "2026-11-20T19:00:00"
    first = records.keep("0a1b2c", 1, when, (KEPT, DECK, RESULT))
    second = records.keep("0a1b2c", 1, when, (KEPT, OTHER_DECK))
    assert (first.reused, second.reused) == (False, True)
    assert len({first.path, second.path, *records.paths()}) == 2
    grown = records.keep("0a1b2c", 1, when, (KEPT, OTHER_DECK, RESULT))
    assert (grown.path, grown.reused) == (second.path, True)
    assert first.path.read_text("utf-8").count("\n") == 3
    assert "0-0" in second.path.read_text("utf-8").splitlines()[1]
    assert "totals" in second.path.read_text("utf-8").splitlines()[2]
    third = records.keep("0a1b2c", 1, when, (KEPT, {"deck": "3-3", "deal": 1}))
    assert third.path not in (first.path, second.path)
    assert records.keep("0a1b2c", 1, when, (KEPT, DECK)).path == first.path, "it is finished"


def test_a_damaged_record_is_not_written_over(tmp_path: Path) -> None:
    records = Records(tmp_path)
    first = records.keep("0a1b2c", 1, "2026-11-20T19:00:00", (KEPT, DECK))
    first.path.write_text("{")
    second = records.keep("0a1b2c", 1, "2026-11-20T19:00:00", (KEPT, DECK, RESULT))
    assert second.path != first.path
    assert first.path.read_text() == "{"


async def test_a_host_that_uses_the_number_of_a_match_again_loses_nobody_a_record(
    tmp_path: Path,
) -> None:
    table = new_table("Kitchen", kozel, kozel.Options(target=50), 2, bot_seconds=0)
    async with Host(Lobby("Ann", [table]), address="127.0.0.1", port=0) as host:
        ann = Robot(host.local_link(ClientSeat()), "Ann")
        await ann.until(lambda: ann.client.room)
        keep = Records(tmp_path).keep
        bob = Robot(RemoteLink("127.0.0.1", host.port, ClientSeat(keeps=True), keep=keep), "Bob")

        def filed() -> list[RecordFiled]:
            return [each for each in bob.heard if isinstance(each, RecordFiled)]

        for played in range(1, 3):
            await ann.until(lambda: ann.client.room and ann.client.room.seats[1].ready)
            table.matches = 0
            ann.send(Start())
            await bob.until(lambda played=played: len(filed()) == played, 60)
            bob.send(Ready())
        for each in (bob, ann):
            await each.close()
    first, second = filed()
    assert (first.fits, first.reused, second.fits, second.reused) == (True, False, True, True)
    assert first.path != second.path
    for path in (first.path, second.path):
        assert verify(GAMES, record_lines(Path(path))) is None
