"""Opens the way to a table: one's own, alone or for the LAN, or somebody else's. Draws nothing."""

from __future__ import annotations

import getpass
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.game import OptionError, parse_options
from core.games import GAMES
from core.shuffle import SeededDecks
from net.names import clean_name
from net.protocol import Fill, FromHost, Message, Seated
from net.session import Session
from net.store import Records, Tickets
from tui.connection import Connection
from tui.settings import Settings
from tui.start import BOT_SECONDS, Start, StartHost, StartJoin, StartSolo
from tui.text import t
from tui.words import refusal

if TYPE_CHECKING:
    from net.discovery import Announcement
    from net.host import Host


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
        case _:
            raise LinkError(t("there is no table to go to"))


def _solo(start: StartSolo, name: str, bot_seconds: float) -> Connection:
    from net.local import solo

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
    )
    return Connection(link, start)


def _options(game: str, given: Any) -> Any:
    try:
        return parse_options(GAMES[game].Options, given)
    except OptionError as error:
        raise LinkError(refusal(error.reason, error.facts)) from None


def _join(start: StartJoin, name: str) -> Connection:
    from net.client import RemoteLink

    if start.address is None:
        raise LinkError(t("there is no table to go to"))
    session = Session(tickets=Tickets())
    session.take_code(start.code)
    session.join(name, start.table_id or "", watch=start.watch)
    return Connection(RemoteLink(*start.address, session), start)


async def _host(start: StartHost, name: str, folder: Path | None, bot_seconds: float) -> Connection:
    from net.addresses import address_name
    from net.discovery import Announcement, chosen_interfaces, own_addresses
    from net.host import Host, HostError
    from net.lobby import Lobby
    from net.opening import new_table
    from net.secure import load_identity

    title = clean_name(start.table_name or t("{name}'s table", name=name))
    options = _options(start.game, start.options)
    table = new_table(
        title,
        GAMES[start.game],
        options,
        start.seats,
        bot_seconds=bot_seconds,
        clock=start.clock,
        code=start.code,
    )
    lobby = Lobby(name, [table])
    host = Host(lobby, port=start.port, records=Records(), identity=load_identity(folder))
    try:
        await host.open()
    except HostError as error:
        raise LinkError(refusal(error.reason, error.facts)) from None
    session = Session()
    session.join(name, table.id)
    announcement = Announcement(name, host.port, lambda: lobby.welcomed().tables)
    addresses = own_addresses(chosen_interfaces())
    bots = [Fill(start.seats - 1 - number, level) for number, level in enumerate(start.bots)]
    link = HostedLink(host, announcement, session, bots)
    return Connection(link, start, address=address_name(addresses[0], host.port))


class HostedLink:
    """A Link to a table of one's own that others on the LAN can join; it closes with the link."""

    def __init__(
        self, host: Host, announcement: Announcement, session: Session, opening: Sequence[Message]
    ) -> None:
        self.session = session
        self.problem = ""
        """Why others do not find the table by themselves; empty if they do."""
        self._host = host
        self._announcement = announcement
        self._inner = host.local_link(session)
        self._opening = opening

    def send(self, message: Message) -> None:
        """Send without waiting."""
        self._inner.send(message)

    async def run(
        self, on_message: Callable[[FromHost], None], on_link: Callable[[bool], None]
    ) -> None:
        """Announce the table and carry this player's own messages."""
        from net.discovery import DiscoveryError

        def absorb(said: FromHost) -> None:
            on_message(said)
            if isinstance(said, Seated):
                for message in self._opening:
                    self._inner.send(message)
                self._opening = ()

        try:
            await self._announcement.open()
        except DiscoveryError as error:
            self.problem = refusal(error.reason, error.facts)
        try:
            await self._inner.run(absorb, on_link)
        finally:
            try:
                # First of all: whoever ends this program may not wait for the rest.
                await self._host.close()
            finally:
                await self._announcement.close()

    async def close(self) -> None:
        """End this player's connection; `run` then closes the table."""
        await self._inner.close()
