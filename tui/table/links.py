"""Opens the way to a table: one's own, solo or for the LAN, or somebody else's. Draws nothing."""

from __future__ import annotations

import asyncio
import getpass
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from core.games import GAMES
from core.records.fault import BrokenRecordError
from net.client.events import ClientEvent, SatDown
from net.client.handshake import Handshake
from net.client.seat import ClientSeat
from net.files.history import StillGoingOnError, load_replay
from net.files.saved import Journals
from net.files.store import CredentialStore, Records
from net.host.local import own_seat, solo, solo_again
from net.table.journal import JournalError
from net.table.lobby import Shutdown
from net.wire.from_host import WayIn
from net.wire.message import Message
from net.wire.names import clean_name
from net.wire.to_host import Fill, Leave
from tui.language.text import t
from tui.language.words import refusal
from tui.preferences.settings import Settings
from tui.start import (
    BOT_SECONDS,
    USUAL_PORT,
    AnyStart,
    StartHost,
    StartJoin,
    StartPractice,
    StartResume,
    StartSolo,
)
from tui.table.gateways import open_gateways, open_page, open_ssh, reopen_gateways
from tui.table.hosting import LinkError as LinkError
from tui.table.hosting import address_of, announcement_of, open_host, options_of, resume_host
from tui.table.saved import not_resumed
from tui.table.session import TableSession

if TYPE_CHECKING:
    from net.client.host_search import Search
    from net.host.server import Host
    from net.lan.discovery import Announcement
    from net.table.journal import Journal
    from tui.guest.stay import GuestStay


def player_name(settings: Settings, given: str = "") -> str:
    """Choose the player's name: from the command line, the settings, or this computer."""
    return clean_name(given or settings.name or _user() or t("Player"))


def _user() -> str:
    """Return what this computer calls the player; empty if it cannot say."""
    try:
        return getpass.getuser().capitalize()
    except (OSError, KeyError, ImportError):
        return ""


async def open_link(
    start: AnyStart,
    settings: Settings,
    *,
    folder: Path | None = None,
    bot_seconds: float = BOT_SECONDS,
    stay: GuestStay | None = None,
) -> TableSession:
    """Open what a start asks for; a host keeps its certificate in `folder`.

    Raises LinkError. With a `stay` it is for a guest: nothing is kept, and there is no other table.
    """
    if stay is not None:
        return _visit(stay)
    match start:
        case StartPractice():
            return await _practice(start, bot_seconds)
        case StartSolo():
            return _solo(start, player_name(settings, start.name), bot_seconds)
        case StartHost():
            return await _host(start, player_name(settings, start.name), folder, bot_seconds)
        case StartJoin():
            return _join(start, player_name(settings, start.name))
        case StartResume():
            return await _go_on(start, folder, bot_seconds)
        case _:
            raise LinkError(t("there is no table to go to"))


def _solo(start: StartSolo, name: str, bot_seconds: float) -> TableSession:
    link = solo(
        GAMES[start.game],
        options_of(start.game, start.options),
        start.seats,
        name,
        level=start.level,
        levels=start.levels,
        seed=start.seed,
        bot_seconds=bot_seconds,
        records=Records(),
        journals=Journals(),
    )
    session = TableSession(link, start, take_back=link.take_back)
    session.newcomer = not Records().has_any(start.game)
    return session


async def _practice(start: StartPractice, bot_seconds: float) -> TableSession:
    """Continue a recorded match. Raises LinkError if its record is gone."""
    from net.host.practice import play_on

    try:
        replay = await asyncio.to_thread(load_replay, Path(start.path))
    except (OSError, BrokenRecordError, StillGoingOnError):
        raise LinkError(t("the record of this match is no longer there")) from None
    now = asyncio.get_running_loop().time()
    link = play_on(replay, start.at, start.seat, start.level, now, bot_seconds=bot_seconds)
    return TableSession(link, start, take_back=link.take_back)


def _join(start: StartJoin, name: str) -> TableSession:
    from net.client.link import RemoteLink

    if start.address is None:
        raise LinkError(t("there is no table to go to"))
    client = ClientSeat(Handshake(credentials=CredentialStore(), code=start.code), keeps=True)
    client.join(name, start.table_id or "", watch=start.watch)
    return TableSession(RemoteLink(*start.address, client, seek=_seek, keep=Records().keep), start)


def _visit(stay: GuestStay) -> TableSession:
    from net.client.dial import dial
    from net.client.link import RemoteLink

    start = stay.start
    assert start.address is not None, "the host's own"
    client = ClientSeat(stay.handshake())
    client.join(start.name, start.table_id or "")
    call = partial(dial, local=stay.terms.address)
    return TableSession(RemoteLink(*start.address, client, dial=call), start, stay=stay)


def _seek(table: str) -> Search:
    from net.lan.seeker import Seeker  # loads mDNS, once the host of a table is gone

    return Seeker(table)


async def _host(
    start: StartHost, name: str, folder: Path | None, bot_seconds: float
) -> TableSession:
    host = await open_host(start, name, folder, bot_seconds)
    await open_gateways(host, start, folder)
    client = ClientSeat()
    client.join(name, next(iter(host.lobby.tables)))
    bots = [Fill(start.seats - 1 - number, level) for number, level in enumerate(start.bots)]
    return _hosted(host, client, start, folder, bots)


async def _go_on(start: StartResume, folder: Path | None, bot_seconds: float) -> TableSession:
    """Resume a match left by this or another program. Raises LinkError."""
    async with _taken(start.table_id) as (match, files):
        if match.alone:
            return _go_on_alone(match, files, bot_seconds)
        return await _go_on_hosting(match, files, start, folder, bot_seconds)


async def resume_unattended(
    start: StartResume, folder: Path | None, bot_seconds: float
) -> tuple[Host, StartResume]:
    """Resume a match in which nobody in this program plays; return also what is open there.

    Raises LinkError.
    """
    async with _taken(start.table_id) as (match, files):
        if match.own is not None:
            raise LinkError(t("you have a seat in this match: continue it without --no-seat"))
        host = await resume_host(match, files, start, folder, bot_seconds, unattended=True)
        return host, await reopen_gateways(host, start, match.reach, folder)


@asynccontextmanager
async def _taken(table: str) -> AsyncIterator[tuple[Journal, Journals]]:
    """Take a match from those left in the middle; put it back if it cannot be resumed."""
    files = Journals()
    try:
        match = files.take(table)
    except JournalError as error:
        raise LinkError(not_resumed(error, files)) from None
    try:
        yield match, files
    except JournalError as error:
        files.give_back(match.id, error)
        raise LinkError(not_resumed(error, files)) from None
    except LinkError:
        files.close()
        raise


def _go_on_alone(match: Journal, files: Journals, bot_seconds: float) -> TableSession:
    terms = match.terms
    now = asyncio.get_running_loop().time()
    link = solo_again(match, now, bot_seconds=bot_seconds, records=Records(), journals=files)
    levels = tuple(seat.bot for seat in match.others)
    start = StartSolo(
        terms.game, len(terms.room.seats), levels[0], terms.options, None, match.terms.host, levels
    )
    return TableSession(link, start, take_back=link.take_back)


async def _go_on_hosting(
    match: Journal,
    files: Journals,
    asked: StartResume,
    folder: Path | None,
    bot_seconds: float,
) -> TableSession:
    terms = match.terms
    client = own_seat(match)
    host = await resume_host(match, files, asked, folder, bot_seconds)
    asked = await reopen_gateways(host, asked, match.reach, folder)
    start = StartHost(
        terms.game,
        len(terms.room.seats),
        terms.options,
        port=host.port,
        name=terms.host,
        table_name=terms.name,
        code=match.room.code or None,
        clock=terms.clock,
        pause=terms.pause,
        internet=asked.internet,
        ssh=asked.ssh,
        web=asked.web,
        web_plain=asked.web_plain,
    )
    return _hosted(host, client, start, folder)


def _hosted(
    host: Host,
    client: ClientSeat,
    start: StartHost,
    folder: Path | None,
    opening: Sequence[Message] = (),
) -> TableSession:
    """Return the way to one's own table that is open to the LAN."""
    link = HostedLink(host, announcement_of(host), client, opening, folder)
    return TableSession(link, start, address=address_of(host))


def put_away(session: TableSession) -> None:
    """Have one's own hosted match saved for later; any other is saved anyway."""
    if isinstance(session.link, HostedLink):
        session.link.put_away()


class HostedLink:
    """A Link to a table of one's own that others on the LAN can join; it closes with the link.

    Guests by ssh are known again by what is kept in `folder`.
    """

    def __init__(
        self,
        host: Host,
        announcement: Announcement,
        client: ClientSeat,
        opening: Sequence[Message],
        folder: Path | None = None,
    ) -> None:
        self.client = client
        self.problem = ""
        """Why others cannot find the table by themselves; empty if they can."""
        self._host = host
        self._folder = folder
        self._announcement = announcement
        self._inner = host.local_link(client)
        self._opening = opening
        self._back = asyncio.Event()
        """Whether the player is at the table, rather than away while it stays open here."""
        self._back.set()
        self._ending = Shutdown.BROKEN
        """How the table ends; BROKEN, as if ended from outside, until the player chooses."""

    def send(self, message: Message) -> None:
        """Send without waiting. A Leave closes the table for everybody."""
        if isinstance(message, Leave):
            self._ending = Shutdown.CLOSED
        self._inner.send(message)

    @property
    def troubles(self) -> tuple[str, ...]:
        """What has gone wrong on this computer."""
        return self._inner.troubles

    @property
    def ways(self) -> tuple[WayIn, ...]:
        """How others can sit down."""
        return self._host.lobby.ways

    async def let_in(self, way: str) -> None:
        """Open a way in for guests without Kozyr: "ssh", or "page" in a browser.

        Raises LinkError.
        """
        if way == "ssh":
            await open_ssh(self._host, USUAL_PORT, self._folder)
        else:
            await open_page(self._host, USUAL_PORT, plain=False)

    async def shut(self, way: str) -> None:
        """Close this way in; whoever came by it keeps the seat."""
        for kind in ("ssh",) if way == "ssh" else ("https", "http"):
            await self._host.close_gateway(kind)

    def put_away(self) -> None:
        """Have the match saved for later, and the others told so, when the link closes."""
        if self._ending is Shutdown.BROKEN:
            self._ending = Shutdown.KEPT

    async def run(self, on_event: Callable[[ClientEvent], None]) -> None:
        """Announce the table and carry this player's own messages."""
        from net.lan.discovery import DiscoveryError

        def absorb(event: ClientEvent) -> None:
            on_event(event)
            if isinstance(event, SatDown):
                for message in self._opening:
                    self._inner.send(message)
                self._opening = ()

        try:
            await self._announcement.open()
        except DiscoveryError as error:
            self.problem = refusal(error.reason, error.facts)
        try:
            await self._inner.run(absorb)
            while not self._back.is_set():
                await self._back.wait()
                await self._inner.run(absorb)
        finally:
            try:
                # First of all: whatever ends this program may not wait for the rest.
                await self._host.close(self._ending)
            finally:
                await self._announcement.close()

    async def close(self) -> None:
        """End this player's connection; `run` then closes the table."""
        self._back.set()
        await self._inner.close()

    async def step_out(self) -> None:
        """Leave the seat as if the connection were lost, while the table stays open here."""
        self._back.clear()
        await self._inner.close()

    def step_in(self) -> None:
        """Come back to the seat, or sit down anew if it has been given up."""
        table = next(iter(self._host.lobby.tables.values()))
        if self.client.seated is None or table.room.find_token(self.client.seated.token) is None:
            self.client.handshake.forget_seat()
            self.client.seated = None
        self._inner = self._host.local_link(self.client)
        self._back.set()
