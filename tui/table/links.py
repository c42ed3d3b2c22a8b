"""Opens the way to a table: one's own, alone or for the LAN, or somebody else's. Draws nothing."""

from __future__ import annotations

import asyncio
import getpass
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.game import OptionError, parse_options
from core.games import GAMES
from core.shuffle import SeededDecks
from net.client.entry import Entry
from net.client.seat import ClientSeat
from net.client.told import SatDown, Told
from net.files.saved import KeptTables
from net.files.store import Records, Tickets
from net.table.lobby import Ending
from net.wire.names import clean_name
from net.wire.protocol import Fill, Leave, Message
from tui.language.text import t
from tui.language.words import refusal
from tui.preferences.settings import Settings
from tui.start import BOT_SECONDS, Start, StartHost, StartJoin, StartKept, StartSolo
from tui.table.connection import Connection
from tui.table.saved import not_kept

if TYPE_CHECKING:
    from net.client.link import Seeking
    from net.host.server import Host
    from net.lan.discovery import Announcement
    from net.table.journal import KeptTable


class LinkError(Exception):
    """A table that cannot be opened or reached; the text is translated."""


def player_name(settings: Settings, given: str = "") -> str:
    """Choose what the player is called: as asked for, as set, or as on this computer."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError, ImportError):
        user = ""
    return clean_name(given or settings.name or user.capitalize() or t("Player"))


async def open_link(
    start: Start,
    settings: Settings,
    *,
    folder: Path | None = None,
    bot_seconds: float = BOT_SECONDS,
) -> Connection:
    """Open what a start asks for; a host keeps its certificate in `folder`. Raises LinkError."""
    match start:
        case StartSolo():
            return _solo(start, player_name(settings, start.name), bot_seconds)
        case StartHost():
            return await _host(start, player_name(settings, start.name), folder, bot_seconds)
        case StartJoin():
            return _join(start, player_name(settings, start.name))
        case StartKept():
            return await _go_on(start, folder, bot_seconds)
        case _:
            raise LinkError(t("there is no table to go to"))


def _solo(start: StartSolo, name: str, bot_seconds: float) -> Connection:
    from net.host.local import solo

    seed = start.seed
    link = solo(
        GAMES[start.game],
        _options(start.game, start.options),
        start.seats,
        name,
        level=start.level,
        levels=start.levels,
        decks=None if seed is None else (lambda: SeededDecks(seed)),
        bot_seconds=bot_seconds,
        records=Records(),
        kept=KeptTables(),
    )
    return Connection(link, start)


def _options(game: str, given: Any) -> Any:
    try:
        return parse_options(GAMES[game].Options, given)
    except OptionError as error:
        raise LinkError(refusal(error.reason, error.facts)) from None


def _join(start: StartJoin, name: str) -> Connection:
    from net.client.link import RemoteLink

    if start.address is None:
        raise LinkError(t("there is no table to go to"))
    client = ClientSeat(Entry(tickets=Tickets(), code=start.code))
    client.join(name, start.table_id or "", watch=start.watch)
    return Connection(RemoteLink(*start.address, client, seek=_seek), start)


def _seek(table: str) -> Seeking:
    from net.lan.seeker import Seeker  # loads mDNS, once the host of a table has gone

    return Seeker(table)


async def _host(start: StartHost, name: str, folder: Path | None, bot_seconds: float) -> Connection:
    from net.host.factory import new_table
    from net.host.server import Host
    from net.secure.tls import load_identity
    from net.table.lobby import Lobby

    title = clean_name(start.table_name or t("{name}'s table", name=name))
    options = _options(start.game, start.options)
    table = new_table(
        title,
        GAMES[start.game],
        options,
        start.seats,
        bot_seconds=bot_seconds,
        clock=start.clock,
        pause=start.pause,
        code=start.code,
    )
    client = ClientSeat()
    client.join(name, table.id)
    bots = [Fill(start.seats - 1 - number, level) for number, level in enumerate(start.bots)]
    host = Host(
        Lobby(name, [table]),
        port=start.port,
        records=Records(),
        kept=KeptTables(),
        identity=load_identity(folder),
        internet=start.internet,
    )
    await _open(host)
    return _hosted(host, client, start, bots)


async def _open(host: Host) -> None:
    from net.host.server import HostError

    try:
        await host.open()
    except HostError as error:
        raise LinkError(refusal(error.reason, error.facts)) from None


async def _go_on(start: StartKept, folder: Path | None, bot_seconds: float) -> Connection:
    """Go on with a match that another program has left, or this one. Raises LinkError."""
    from net.table.journal import KeptError

    files = KeptTables()
    try:
        match = files.take(start.table_id)
    except KeptError as error:
        raise LinkError(not_kept(error, files)) from None
    try:
        if match.alone:
            return _go_on_alone(match, files, bot_seconds)
        return await _go_on_hosting(match, files, start, folder, bot_seconds)
    except KeptError as error:
        files.give_back(match.id, error)
        raise LinkError(not_kept(error, files)) from None
    except LinkError:
        files.close()
        raise


def _go_on_alone(match: KeptTable, files: KeptTables, bot_seconds: float) -> Connection:
    from net.host.local import solo_again

    terms = match.terms
    now = asyncio.get_running_loop().time()
    link = solo_again(match, now, bot_seconds=bot_seconds, records=Records(), kept=files)
    levels = tuple(seat.bot for seat in match.others)
    start = StartSolo(
        terms.game, len(terms.room.seats), levels[0], terms.options, None, match.terms.host, levels
    )
    return Connection(link, start)


async def _go_on_hosting(
    match: KeptTable,
    files: KeptTables,
    asked: StartKept,
    folder: Path | None,
    bot_seconds: float,
) -> Connection:
    from net.host.factory import take_up
    from net.host.listener import is_free
    from net.host.local import own_seat
    from net.host.server import Host
    from net.secure.tls import load_identity
    from net.table.lobby import Lobby

    terms = match.terms
    client = own_seat(match)
    table = take_up(match, asyncio.get_running_loop().time(), bot_seconds=bot_seconds)
    port = asked.port
    if port is None and is_free(match.port):
        port = match.port  # where those who wait for the table knock
    host = Host(
        Lobby(terms.host, [table]),
        port=port,
        records=Records(),
        kept=files,
        identity=load_identity(folder),
        internet=asked.internet,
    )
    await _open(host)
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
    )
    return _hosted(host, client, start)


def _hosted(
    host: Host, client: ClientSeat, start: StartHost, opening: Sequence[Message] = ()
) -> Connection:
    """Return the way to a table of one's own that is open to the LAN."""
    from net.lan.addresses import address_name
    from net.lan.discovery import Announcement, chosen_interfaces, own_addresses

    lobby = host.lobby
    announcement = Announcement(lobby.host, host.port, lambda: lobby.welcomed().tables)
    addresses = own_addresses(chosen_interfaces())
    link = HostedLink(host, announcement, client, opening)
    return Connection(link, start, address=address_name(addresses[0], host.port))


def put_away(connection: Connection) -> None:
    """Have a match that one hosts oneself kept for later; any other is kept anyway."""
    if isinstance(connection.link, HostedLink):
        connection.link.put_away()


class HostedLink:
    """A Link to a table of one's own that others on the LAN can join; it closes with the link."""

    def __init__(
        self, host: Host, announcement: Announcement, client: ClientSeat, opening: Sequence[Message]
    ) -> None:
        self.client = client
        self.problem = ""
        """Why others do not find the table by themselves; empty if they do."""
        self._host = host
        self._announcement = announcement
        self._inner = host.local_link(client)
        self._opening = opening
        self._ending = Ending.BROKEN
        """Unless the player says something else, the program is ended by somebody else."""

    def send(self, message: Message) -> None:
        """Send without waiting. A Leave closes the table for everybody."""
        if isinstance(message, Leave):
            self._ending = Ending.CLOSED
        self._inner.send(message)

    @property
    def troubles(self) -> tuple[str, ...]:
        """What has gone wrong on this computer."""
        return self._inner.troubles

    def put_away(self) -> None:
        """Have the match kept for later, and the guests told so, when the link closes."""
        if self._ending is Ending.BROKEN:
            self._ending = Ending.KEPT

    async def run(self, hear: Callable[[Told], None]) -> None:
        """Announce the table and carry this player's own messages."""
        from net.lan.discovery import DiscoveryError

        def absorb(told: Told) -> None:
            hear(told)
            if isinstance(told, SatDown):
                for message in self._opening:
                    self._inner.send(message)
                self._opening = ()

        try:
            await self._announcement.open()
        except DiscoveryError as error:
            self.problem = refusal(error.reason, error.facts)
        try:
            await self._inner.run(absorb)
        finally:
            try:
                # First of all: whoever ends this program may not wait for the rest.
                await self._host.close(self._ending)
            finally:
                await self._announcement.close()

    async def close(self) -> None:
        """End this player's connection; `run` then closes the table."""
        await self._inner.close()
