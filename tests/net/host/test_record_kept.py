"""A match over real sockets: afterwards every guest has its record."""

from __future__ import annotations

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
from net.wire.to_host import Fill, Give, Start
from tests.support.robots import Robot


class Returning(Robot):
    """Comes to watch."""

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
    path = records.keep(table, 1, "2026-11-20T19:00:00", ({"game": "kozel"},))
    assert path.parent == tmp_path
    assert "*" not in path.name


def test_a_copy_is_not_written_over_a_record_that_is_there(tmp_path: Path) -> None:
    records = Records(tmp_path)
    records.write("0a1b2c", 1, "2026-11-20T19:00:00", ({"game": "kozel"},))
    (path,) = records.paths()
    kept = records.keep("0a1b2c", 1, "2026-11-21T10:00:00", ({"game": "kozel", "kept_for": {}},))
    assert kept == path
    assert "kept_for" not in path.read_text("utf-8")
