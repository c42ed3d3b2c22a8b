"""Opens the way to a table: one's own, solo or for the LAN, or somebody else's. Draws nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from core.games import GAMES
from core.records.fault import BrokenRecordError
from net.client.credentials import Credentials, seat_key
from net.client.events import TableMoved
from net.client.handshake import Handshake
from net.client.seat import ClientSeat, Link
from net.files.history import StillGoingOnError, load_replay
from net.files.saved import Journals
from net.files.store import CredentialStore, Records
from net.host.local import own_seat, solo, solo_again
from net.lan.addresses import address_name
from net.migration.epochs import Coming
from net.secure import signing
from net.table.log import Journal, JournalError, MovedLine
from net.way.hosted_link import HostedLink
from net.way.hosting import (
    LinkError as LinkError,
    address_of,
    announcement_of,
    open_host,
    options_of,
    resume_host,
)
from net.way.later_epoch import epoch_here, later_epoch, open_elsewhere
from net.way.table_link import TableLink
from net.wire.message import Message
from net.wire.to_host import Fill
from tui.guest.gateway_words import open_gateways, reopen_gateways
from tui.language.text import t
from tui.preferences.settings import Settings, player_name
from tui.screens.saved import not_resumed
from tui.start import (
    BOT_SECONDS,
    AnyStart,
    StartHost,
    StartJoin,
    StartPractice,
    StartResume,
    StartSolo,
)
from tui.table.session import TableSession

if TYPE_CHECKING:
    from net.client.host_search import Search
    from net.client.link import RemoteLink
    from net.host.server import Host
    from net.migration.election import Election
    from tui.guest.stay import GuestStay


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
            return _join(start, player_name(settings, start.name), folder, bot_seconds)
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


def _join(
    start: StartJoin,
    name: str,
    folder: Path | None,
    bot_seconds: float,
    gone: TableMoved | None = None,
    coming: Coming | None = None,
) -> TableSession:
    """Return the way to a table; `gone` is where a match is now that was here."""
    from net.client.link import RemoteLink

    if start.address is None:
        raise LinkError(t("there is no table to go to"))
    store = CredentialStore()
    handshake = Handshake(store, start.code, signing=signing, anew=start.anew)
    client = ClientSeat(handshake, keeps=True)
    client.join(name, start.table_id or "", watch=start.watch)
    if gone is not None and coming is not None:
        handshake.go_on_at(gone.fingerprint, coming)
    link = RemoteLink(*start.address, client, seek=_seek, keep=Records().keep)
    return _movable(link, start, name, folder, bot_seconds, gone=gone)


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
    client = ClientSeat(Handshake(CredentialStore(), signing=signing))
    client.join(name, next(iter(host.lobby.tables)))
    bots = [Fill(start.seats - 1 - number, level) for number, level in enumerate(start.bots)]
    return _hosted(host, client, replace(start, name=name), folder, bot_seconds, bots)


async def _go_on(start: StartResume, folder: Path | None, bot_seconds: float) -> TableSession:
    """Resume a match left by this or another program. Raises LinkError."""
    async with _taken(start.table_id) as (match, files):
        if match.alone:
            return _go_on_alone(match, files, bot_seconds)
        try:
            gone = await later_epoch(match, _seek)
            election = None if gone else epoch_here(match)
        except OSError:
            raise LinkError(t("this disk cannot be written to")) from None
        where, coming = gone or (match.moved, None)
        if where is not None:
            _note_moved(match, where, files)
            return _go_after(match, where, coming, folder, bot_seconds)
        return await _go_on_hosting(match, files, start, folder, bot_seconds, election)


async def resume_unattended(
    start: StartResume, folder: Path | None, bot_seconds: float
) -> tuple[Host, StartResume]:
    """Resume a match in which nobody in this program plays; return also what is open there.

    Raises LinkError.
    """
    async with _taken(start.table_id) as (match, files):
        if match.moved is not None:
            raise _goes_on_at(match.moved)
        if match.own is not None:
            raise LinkError(t("you have a seat in this match: continue it without --no-seat"))
        if (place := await open_elsewhere(match, _seek)) is not None:
            said = t(
                "this table is open at another computer already: 'kozyr join {address}' goes there",
                address=address_name(*place),
            )
            raise LinkError(said)
        host = await resume_host(match, files, start, folder, bot_seconds, unattended=True)
        return host, await reopen_gateways(host, start, match.reach, folder)


def _goes_on_at(moved: MovedLine) -> LinkError:
    """Return what to say of a match in which nobody here has a seat."""
    address = address_name(moved.address, moved.port)
    return LinkError(
        t(
            "this match goes on at the computer of {name}: 'kozyr join {address}' goes there",
            name=moved.name,
            address=address,
        )
    )


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


def _note_moved(match: Journal, where: MovedLine, files: Journals) -> None:
    """Let go of a match that goes on elsewhere; its file says where."""
    if match.moved is None:
        with suppress(OSError):  # then it is asked again the next time
            files.write(match.id, where)
    files.close()


def _go_after(
    match: Journal,
    moved: MovedLine,
    coming: Coming | None,
    folder: Path | None,
    bot_seconds: float,
) -> TableSession:
    """Return the way to a match that has moved from here to another computer. Raises LinkError."""
    own = match.own
    if own is None:
        raise _goes_on_at(moved)
    store, key = CredentialStore(), seat_key(match.id, own.name)
    kept = store.get(key)
    if coming is None and (kept is None or kept.host != moved.fingerprint):
        store[key] = Credentials(own.token, moved.fingerprint, kept.secret if kept else "")
    start = StartJoin((moved.address, moved.port), match.id, own.name)
    there = TableMoved(moved.name, moved.address, moved.port, moved.fingerprint)
    return _join(start, own.name, folder, bot_seconds, there, coming)


def _go_on_alone(match: Journal, files: Journals, bot_seconds: float) -> TableSession:
    terms = match.opened
    now = asyncio.get_running_loop().time()
    link = solo_again(match, now, bot_seconds=bot_seconds, records=Records(), journals=files)
    levels = tuple(seat.bot for seat in match.others)
    start = StartSolo(
        terms.game, len(terms.room.seats), levels[0], terms.options, None, match.opened.host, levels
    )
    return TableSession(link, start, take_back=link.take_back)


async def _go_on_hosting(
    match: Journal,
    files: Journals,
    asked: StartResume,
    folder: Path | None,
    bot_seconds: float,
    election: Election | None,
) -> TableSession:
    terms = match.opened
    client = own_seat(match)
    host = await resume_host(match, files, asked, folder, bot_seconds, election=election)
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
    return _hosted(host, client, start, folder, bot_seconds)


def _hosted(
    host: Host,
    client: ClientSeat,
    start: StartHost,
    folder: Path | None,
    bot_seconds: float,
    opening: Sequence[Message] = (),
) -> TableSession:
    """Return the way to one's own table that is open to the LAN."""
    link = HostedLink(host, announcement_of(host), client, opening, folder)
    return _movable(link, start, start.name, folder, bot_seconds, host)


class _Ways:
    """Makes the links of a player to whose computer a table comes, or from whose it goes."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def there(self, moved: TableMoved, client: ClientSeat) -> Link:
        """Return the link to a table that has moved to another computer."""
        from net.client.link import RemoteLink

        place, shown = (moved.address, moved.port), bytes.fromhex(moved.fingerprint)
        return RemoteLink(*place, client, seek=_seek, keep=Records().keep, moved_to=shown)

    def here(self, host: Host, client: ClientSeat) -> Link:
        """Return the link to a table that has come to this computer."""
        return HostedLink(host, announcement_of(host), client, (), self._folder)


def _movable(
    link: RemoteLink | HostedLink,
    start: StartJoin | StartHost,
    name: str,
    folder: Path | None,
    bot_seconds: float,
    host: Host | None = None,
    gone: TableMoved | None = None,
) -> TableSession:
    """Return the way to a table that may move to another computer, or to this one."""
    left = start.table_id or "" if gone is not None and isinstance(start, StartJoin) else ""
    movable = TableLink(link, _Ways(folder), name, folder, bot_seconds, host, left, gone)
    session = TableSession(movable, start, address="" if host is None else address_of(host))
    movable.on_moved = session.moved
    return session
