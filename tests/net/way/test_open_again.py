"""Gateways that were open to guests at a table are opened again when its match is resumed."""

import asyncio
import secrets
import socket
from pathlib import Path
from typing import Any

import pytest

from net.files.saved import Logs
from net.host.listener import is_free
from net.host.server import Host
from net.lan.announcing import Announcement
from net.table.log import Reach
from net.way import Computer, LinkError, Reachable, TableTerms, Where, opening
from net.way.gateways import open_again
from net.way.table_link import TableLink
from net.wire.to_host import Start
from tui.guest.gateway_words import guests

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="guests need ptys")


class Opened:
    """A table of one's own that is open, and the task that carries its messages."""

    def __init__(self, link: TableLink, terms: Where) -> None:
        self.link, self.terms = link, terms
        self._running = asyncio.ensure_future(link.run(lambda event: None))

    @property
    def host(self) -> Host:
        return self.link.hosting.host

    def ports(self) -> dict[str, int]:
        return {way.kind: way.port for way in self.host.lobby.ways if way.kind != "kozyr"}

    async def until_playing(self) -> None:
        while (room := self.link.client.room) is None or room.phase != "playing":
            if room is not None and not room.free and room.phase == "gathering":
                self.link.send(Start())
            await asyncio.sleep(0.01)

    async def put_away(self) -> None:
        self.link.put_away()
        await self.link.close()
        await self._running


def terms(**more: Any) -> TableTerms:
    return TableTerms("kozel", 2, table_name="T", **more)


def computer(folder: Path) -> Computer:
    return Computer("Ada", folder, 60.0, guests)


async def opened(terms: TableTerms, folder: Path) -> Opened:
    return Opened(await opening.host(terms, computer(folder)), terms)


async def resumed(table: str, folder: Path, ssh: int | None = None) -> Opened:
    resumed = await opening.resume(table, Reachable(ssh=ssh), computer(folder))
    assert isinstance(resumed.link, TableLink)
    return Opened(resumed.link, resumed.where)


def lasting_ports() -> tuple[int, int]:
    """Return two free ports that the system gives to no program while the table is closed.

    A system gives ports from 32768 or higher to programs that ask, and to connections.
    """
    tried = sorted({24000 + secrets.randbelow(8000) for _ in range(100)})
    first, second, *_ = filter(is_free, tried)
    return first, second


@pytest.mark.nightly
async def test_ssh_and_the_page_are_open_again_at_their_ports(tmp_path: Path) -> None:
    ssh, web = lasting_ports()
    wanted = terms(bots=("easy",), port=0, ssh=ssh, web=web, web_plain=True)
    first = await opened(wanted, tmp_path)
    await first.until_playing()
    before = first.ports()
    assert before == {"ssh": ssh, "http": web}
    await first.put_away()
    (match,) = Logs().tables()
    assert match.reach == Reach(ssh=before["ssh"], web=before["http"], web_plain=True)

    second = await resumed(match.id, tmp_path)
    assert second.ports() == before
    assert isinstance(second.terms, TableTerms)
    assert second.terms.web_plain
    assert second.link.troubles == ()
    await second.put_away()

    with socket.create_server(("", before["ssh"])):
        third = await resumed(match.id, tmp_path)
        ports = third.ports()
        assert ports["ssh"] != before["ssh"]
        assert ports["http"] == before["http"]
        assert third.link.troubles == ("other port",)
        await third.put_away()


async def test_what_is_closed_at_a_running_table_stays_closed(tmp_path: Path) -> None:
    first = await opened(terms(bots=("easy",), port=0, ssh=0), tmp_path)
    await first.until_playing()
    await first.host.close_gateway("ssh")
    assert first.ports() == {}
    await first.put_away()
    (match,) = Logs().tables()
    assert match.reach == Reach()
    second = await resumed(match.id, tmp_path)
    assert second.ports() == {}
    await second.put_away()


async def test_a_table_that_comes_back_has_its_way_in_at_the_port_from_before(
    tmp_path: Path,
) -> None:
    """The way in that is still open there leads to the table in its state of leaving."""
    port, _ = lasting_ports()
    first = await opened(terms(bots=("easy",), port=0, ssh=port), tmp_path)
    await first.until_playing()
    await open_again(first.host, computer(tmp_path), [("ssh", port)])
    assert first.ports() == {"ssh": port}
    assert first.link.troubles == ()
    await first.put_away()


async def test_a_match_stays_saved_if_a_way_in_that_is_asked_for_cannot_be_opened(
    tmp_path: Path,
) -> None:
    first = await opened(terms(bots=("easy",), port=0), tmp_path)
    await first.until_playing()
    await first.put_away()
    (match,) = Logs().tables()
    with socket.create_server(("", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(LinkError, match="in use"):
            await resumed(match.id, tmp_path, ssh=port)
    assert [each.id for each in Logs().tables()] == [match.id]
    second = await resumed(match.id, tmp_path)
    await second.until_playing()
    await second.put_away()


async def test_a_table_that_is_given_up_while_it_is_being_announced_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    announcing = asyncio.Event()

    async def announce(_: Announcement) -> None:
        announcing.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(Announcement, "open", announce)
    table = await opened(terms(port=0), tmp_path)
    port = table.host.port
    await announcing.wait()
    assert not is_free(port)
    table._running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await table._running
    assert is_free(port)
