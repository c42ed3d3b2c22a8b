"""What was open to guests at a table is open again when its match is resumed."""

from __future__ import annotations

import asyncio
import secrets
import socket
from pathlib import Path

import pytest

from net.files.saved import Journals
from net.host.listener import is_free
from net.host.server import Host
from net.lan.discovery import Announcement
from net.table.log import Reach
from net.way.hosted_link import hosted
from net.way.opening import LinkError, open_link
from net.wire.to_host import Start
from tui.preferences.settings import Settings
from tui.start import StartHost, StartResume
from tui.table.session import TableSession

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="guests need ptys")


class Opened:
    """A table of one's own that is open, and the task that carries its messages."""

    def __init__(self, session: TableSession) -> None:
        self.session = session
        self._running = asyncio.ensure_future(session.link.run(session.absorb))

    @property
    def host(self) -> Host:
        link = hosted(self.session)
        assert link is not None
        return link._host

    def ports(self) -> dict[str, int]:
        return {way.kind: way.port for way in self.host.lobby.ways if way.kind != "kozyr"}

    async def until_playing(self) -> None:
        while self.session.phase != "playing":
            room = self.session.client.room
            if room is not None and not room.free and room.phase == "gathering":
                self.session.send(Start())
            await asyncio.sleep(0.01)

    async def put_away(self) -> None:
        link = hosted(self.session)
        assert link is not None
        link.put_away()
        await self.session.link.close()
        await self._running


async def opened(start: StartHost | StartResume, folder: Path) -> Opened:
    settings = Settings(name="Ada")
    return Opened(await open_link(start, settings, folder=folder, bot_seconds=60.0))


def lasting_ports() -> tuple[int, int]:
    """Return two free ports that nobody is given by chance while the table is closed.

    A system hands out ports from 32768 or higher up to whoever wants any, and to each connection.
    """
    tried = sorted({24000 + secrets.randbelow(8000) for _ in range(100)})
    first, second, *_ = filter(is_free, tried)
    return first, second


@pytest.mark.nightly
async def test_ssh_and_the_page_are_open_again_at_their_ports(tmp_path: Path) -> None:
    ssh, web = lasting_ports()
    start = StartHost("kozel", 2, bots=("easy",), port=0, ssh=ssh, web=web, web_plain=True)
    first = await opened(start, tmp_path)
    await first.until_playing()
    before = first.ports()
    assert before == {"ssh": ssh, "http": web}
    await first.put_away()
    (match,) = Journals().tables()
    assert match.reach == Reach(ssh=before["ssh"], web=before["http"], web_plain=True)

    second = await opened(StartResume(match.id), tmp_path)
    assert second.ports() == before
    assert isinstance(second.session.start, StartHost)
    assert second.session.start.web_plain
    assert second.session.link.troubles == ()
    await second.put_away()

    with socket.create_server(("", before["ssh"])):
        third = await opened(StartResume(match.id), tmp_path)
        ports = third.ports()
        assert ports["ssh"] != before["ssh"]
        assert ports["http"] == before["http"]
        assert third.session.link.troubles == ("other port",)
        await third.put_away()


async def test_what_is_closed_at_a_running_table_stays_closed(tmp_path: Path) -> None:
    first = await opened(StartHost("kozel", 2, bots=("easy",), port=0, ssh=0), tmp_path)
    await first.until_playing()
    await first.host.close_gateway("ssh")
    assert first.ports() == {}
    await first.put_away()
    (match,) = Journals().tables()
    assert match.reach == Reach()
    second = await opened(StartResume(match.id), tmp_path)
    assert second.ports() == {}
    await second.put_away()


async def test_a_match_stays_saved_if_a_way_in_that_is_asked_for_cannot_be_opened(
    tmp_path: Path,
) -> None:
    first = await opened(StartHost("kozel", 2, bots=("easy",), port=0), tmp_path)
    await first.until_playing()
    await first.put_away()
    (match,) = Journals().tables()
    with socket.create_server(("", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(LinkError, match="in use"):
            await opened(StartResume(match.id, ssh=port), tmp_path)
    assert [each.id for each in Journals().tables()] == [match.id]
    second = await opened(StartResume(match.id), tmp_path)
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
    table = await opened(StartHost("kozel", 2, port=0), tmp_path)
    port = table.host.port
    await announcing.wait()
    assert not is_free(port)
    table._running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await table._running
    assert is_free(port)
