"""Opens hosts: of a new table, or of one whose match was left; attended or unattended."""

from __future__ import annotations

import asyncio
from pathlib import Path
from socket import socket
from typing import TYPE_CHECKING, Any

from core.game import OptionError, parse_options
from core.games import GAMES
from net.files.saved import Journals
from net.files.store import Records
from net.host.factory import new_table, take_up
from net.lan.addresses import address_name
from net.table.lobby import Lobby
from net.wire.from_host import WayIn
from net.wire.names import clean_name
from tui.language.text import t
from tui.language.words import refusal
from tui.start import StartHost, StartResume

if TYPE_CHECKING:
    from net.host.server import Host
    from net.lan.discovery import Announcement
    from net.migration.election import Election
    from net.table.log import Journal, Reach


class LinkError(Exception):
    """A table that cannot be opened or reached; the text is translated."""


def options_of(game: str, given: Any) -> Any:
    """Read the house rules of a start. Raises LinkError."""
    try:
        return parse_options(GAMES[game].Options, given)
    except OptionError as error:
        raise LinkError(refusal(error.reason, error.facts)) from None


async def open_host(
    start: StartHost,
    name: str,
    folder: Path | None,
    bot_seconds: float,
    *,
    unattended: bool = False,
) -> Host:
    """Open a host with one new table; `unattended` with its bots in place. Raises LinkError."""
    table = new_table(
        clean_name(start.table_name or t("{name}'s table", name=name)),
        GAMES[start.game],
        options_of(start.game, start.options),
        start.seats,
        bot_seconds=bot_seconds,
        clock=start.clock,
        pause=start.pause,
        code=start.code,
        bots=start.bots if unattended else (),
        unattended=unattended,
    )
    return await _open(Lobby(name, [table]), folder, start.port, internet=start.internet)


async def open_empty_host(name: str, folder: Path | None, kept: socket | None = None) -> Host:
    """Open a host to which a table may come, at a port kept free if there is one.

    Raises LinkError.
    """
    return await _open(Lobby(name, []), folder, kept)


async def resume_host(
    match: Journal,
    files: Journals,
    asked: StartResume,
    folder: Path | None,
    bot_seconds: float,
    *,
    unattended: bool = False,
    election: Election | None = None,
) -> Host:
    """Open a host with the table of a match that was left, and the election of its epoch.

    Raises LinkError, JournalError.
    """
    from net.host.listener import is_free

    now = asyncio.get_running_loop().time()
    table = take_up(match, now, bot_seconds=bot_seconds, unattended=unattended)
    if election is not None:
        table.serve_epoch(election)
    port = asked.port
    if port is None and is_free(match.port):
        port = match.port  # the port at which waiting players try to reconnect
    internet = asked.internet or match.reach.internet
    lobby = Lobby(match.opened.host, [table])
    return await _open(lobby, folder, port, files, internet=internet, reach=match.reach)


async def _open(
    lobby: Lobby,
    folder: Path | None,
    port: int | socket | None,
    files: Journals | None = None,
    *,
    internet: bool = False,
    reach: Reach | None = None,
) -> Host:
    """Open a host of this player's, with the identity kept in `folder`. Raises LinkError."""
    # A match alone does without sockets and TLS.
    from net.host.server import Host, HostError
    from net.secure.tls import load_identity

    host = Host(
        lobby,
        port=port,
        records=Records(),
        journals=files or Journals(),
        identity=await load_identity(folder),
        internet=internet,
        reach=reach,
    )
    try:
        await host.open()
    except HostError as error:
        raise LinkError(refusal(error.reason, error.facts)) from None
    host.here = own_address()
    for table in host.lobby.tables.values():
        table.migration.here = host.here
    host.lobby.ways = (WayIn("kozyr", host.port, host.here),)
    return host


def own_address() -> str:
    """Return this machine's address in the local network, as others reach it."""
    # ifaddr wants a folder for temporary files as it loads; a guest's program has none.
    from net.lan.networks import chosen_interfaces, own_addresses

    return own_addresses(chosen_interfaces())[0]


def announcement_of(host: Host) -> Announcement:
    """Return what announces a host's tables to the LAN."""
    from net.lan.discovery import Announcement

    lobby = host.lobby
    return Announcement(lobby.host, host.port, lambda: lobby.welcomed().tables)


def address_of(host: Host) -> str:
    """Return what others type to join."""
    return address_name(own_address(), host.port)
