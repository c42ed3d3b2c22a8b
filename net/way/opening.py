"""Opens the link to a table: solo, for the LAN, or at another computer; new or resumed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from core.games import GAMES
from core.records import BrokenRecordError
from net.client.calls import HostAddress, dial
from net.client.events import TableMoved
from net.client.handshake import Credentials, Handshake, seat_key
from net.client.seat import ClientSeat
from net.files.history import StillGoingOnError, load_replay
from net.files.saved import Logs, SetAside
from net.files.store import CredentialStore, Records
from net.host.local import LocalLink, own_seat, play_on, solo, solo_again
from net.lan.addresses import address_name
from net.secure import signing
from net.table.log import LogError, MovedLine
from net.table.log_contents import Log
from net.way import Computer, LinkError, Reachable, TableTerms, There, Where
from net.way.hosting import Hosting, open_host, options_of, resume_host
from net.way.table_link import TableLink, remote_link, seek
from net.wire.to_host import Fill

if TYPE_CHECKING:
    from net.client.link import RemoteLink

ASKING_SECONDS: Final = 2.0
"""The time to look for a table without an own player on the LAN: it may be open elsewhere."""

LOOK_SECONDS: Final = 0.05
"""The interval at which that search's results are read."""

# --- alone ----------------------------------------------------------------------------------------


def alone(
    terms: TableTerms, computer: Computer, *, level: str = "easy", seed: int | None = None
) -> LocalLink:
    """Open a solo table against the bots of the terms or, if they name none, bots of `level`.

    With a `seed` the same moves give the same match. Raises LinkError.
    """
    return solo(
        GAMES[terms.game],
        options_of(terms.game, terms.options),
        terms.seats,
        computer.name,
        level=level,
        levels=terms.bots,
        seed=seed,
        bot_seconds=computer.bot_seconds,
        records=Records(),
        logs=Logs(),
    )


def has_played(game: str) -> bool:
    """Return whether a match of a game has been recorded on this computer."""
    return Records().has_any(game)


async def practise(path: Path, at: int, seat: int, level: str, computer: Computer) -> LocalLink:
    """Continue a recorded match from one of its positions, at one of its seats.

    Raises LinkError if its record is gone.
    """
    try:
        replay = await asyncio.to_thread(load_replay, path)
    except (OSError, BrokenRecordError, StillGoingOnError):
        raise LinkError("the record of this match is no longer there") from None
    now = asyncio.get_running_loop().time()
    return play_on(replay, at, seat, level, now, bot_seconds=computer.bot_seconds)


# --- with others ----------------------------------------------------------------------------------


async def host(terms: TableTerms, computer: Computer) -> TableLink:
    """Open a table for the LAN at this computer, and join it. Raises LinkError."""
    hosting = await open_host(terms, computer)
    client = ClientSeat(Handshake(CredentialStore(), signing=signing))
    client.join(computer.name, next(iter(hosting.host.lobby.tables)))
    bots = [Fill(terms.seats - 1 - number, level) for number, level in enumerate(terms.bots)]
    return TableLink(computer, hosting.host.local_link(client, bots), hosting)


def join(
    place: tuple[str, int],
    computer: Computer,
    table: str = "",
    *,
    watch: bool = False,
    code: str = "",
    anew: bool = False,
) -> TableLink:
    """Return the link to a table at another computer; `anew` ignores the kept key to a seat."""
    handshake = Handshake(CredentialStore(), code, signing=signing, anew=anew)
    return TableLink(computer, _there(place, handshake, computer.name, table, watch=watch))


def _there(
    place: tuple[str, int], handshake: Handshake, name: str, table: str, *, watch: bool = False
) -> RemoteLink:
    client = ClientSeat(handshake, keeps=True)
    client.join(name, table, watch=watch)
    return remote_link(place, client)


def visit(
    place: tuple[str, int], handshake: Handshake, name: str, table: str, local: str
) -> RemoteLink:
    """Return a guest's link to the host's table, from the guest's own address on this machine.

    It keeps no credentials and no records, and searches no network for other hosts.
    """
    from net.client.link import RemoteLink  # solo play needs none

    client = ClientSeat(handshake)
    client.join(name, table)
    return RemoteLink(*place, client, dial=partial(dial, local=local))


# --- again ----------------------------------------------------------------------------------------


class NotResumedError(LinkError):
    """A match that cannot be resumed; `aside` is its file if that was damaged."""

    def __init__(self, problem: LogError, aside: SetAside | None) -> None:
        super().__init__(problem.reason, **problem.facts)
        self.aside = aside


@dataclass(frozen=True, slots=True)
class Resumed:
    """The link to a resumed match, its place, and the name of its player."""

    link: LocalLink | TableLink
    where: Where
    name: str


async def resume(table: str, asked: Reachable, computer: Computer) -> Resumed:
    """Resume a saved match of this or an earlier program. Raises LinkError."""
    async with _taken(table) as (match, files):
        if match.alone:
            return _alone_again(match, files, computer)
        if match.moved is not None:
            files.close()
            return _after(match, match.moved, computer)
        client, name = own_seat(match), match.opened.host
        hosting = await resume_host(match, files, asked, computer)
        link = hosting.host.local_link(client)
        terms = _terms(match, hosting, internet=asked.internet or match.reach.internet)
        return Resumed(TableLink(replace(computer, name=name), link, hosting), terms, name)


async def resume_unattended(table: str, asked: Reachable, computer: Computer) -> Hosting:
    """Resume a match without a seat for this program's player. Raises LinkError."""
    async with _taken(table) as (match, files):
        if match.moved is not None:
            raise _moved_error(match.moved)
        if match.own is not None:
            raise LinkError("you have a seat in this match: continue it without --no-seat")
        if (place := await _open_elsewhere(match)) is not None:
            raise LinkError(
                "this table is open at another computer already: 'kozyr join {address}' goes there",
                address=address_name(*place),
            )
        return await resume_host(match, files, asked, computer, unattended=True)


async def _open_elsewhere(match: Log) -> HostAddress | None:
    """Return the address at which a table, or a branch of it, is announced on the LAN.

    Without a seat there is no key with which to check an announcement. A false one only keeps the
    table closed here. If no player's program could be called, there can be no branch.
    """
    if not any(seat.port for seat in match.room.seats):
        return None
    search = seek(match.id)
    try:
        async with asyncio.timeout(ASKING_SECONDS):
            while not (found := (*search.addresses, *search.branches)):  # noqa: ASYNC110 - a list
                await asyncio.sleep(LOOK_SECONDS)
        return found[0]
    except TimeoutError:
        return None
    finally:
        await search.close()


def _moved_error(moved: MovedLine) -> LinkError:
    """Return the error for a match that has moved away, with no seat for this program's player."""
    return LinkError(
        "this match goes on at the computer of {name}: 'kozyr join {address}' goes there",
        name=moved.name,
        address=address_name(moved.address, moved.port),
    )


@asynccontextmanager
async def _taken(table: str) -> AsyncIterator[tuple[Log, Logs]]:
    """Take a match from the saved ones; put it back if it cannot be resumed."""
    files = Logs()
    try:
        match = files.take(table)
    except LogError as error:
        raise _not_resumed(error, files) from None
    try:
        yield match, files
    except LogError as error:
        files.give_back(match.id, error)
        raise _not_resumed(error, files) from None
    except LinkError:
        files.close()
        raise


def _not_resumed(problem: LogError, files: Logs) -> NotResumedError:
    aside = (each for each in files.problems if each.problem is problem)
    return NotResumedError(problem, next(aside, None))


def _after(match: Log, moved: MovedLine, computer: Computer) -> Resumed:
    """Return the link to a match that has moved from here to another computer. Raises LinkError."""
    own = match.own
    if own is None:
        raise _moved_error(moved)
    store, key = CredentialStore(), seat_key(match.id, own.name)
    kept = store.get(key)
    if not moved.table and (kept is None or kept.host != moved.fingerprint):
        store[key] = Credentials(own.token, moved.fingerprint, kept.secret if kept else "")
    place, table = (moved.address, moved.port), moved.table or match.id
    handshake = Handshake(CredentialStore(), signing=signing)
    link = _there(place, handshake, own.name, table)
    gone = TableMoved(moved.name, *place, moved.fingerprint)
    way = TableLink(replace(computer, name=own.name), link, left=match.id, gone=gone)
    return Resumed(way, There(place, table), own.name)


def _alone_again(match: Log, files: Logs, computer: Computer) -> Resumed:
    now = asyncio.get_running_loop().time()
    seconds = computer.bot_seconds
    link = solo_again(match, now, bot_seconds=seconds, records=Records(), logs=files)
    return Resumed(link, _terms(match), match.opened.host)


def _terms(match: Log, hosting: Hosting | None = None, *, internet: bool = False) -> TableTerms:
    """Return the terms of a resumed match, with the present ports of its host."""
    opened, ports = match.opened, dict[str, int]()
    if hosting is not None:
        ports = {way.kind: way.port for way in hosting.host.lobby.ways}
    return TableTerms(
        opened.game,
        len(opened.room.seats),
        opened.options,
        tuple(seat.bot for seat in match.others if seat.bot),
        opened.name,
        match.room.code or None,
        opened.clock,
        opened.pause,
        port=None if hosting is None else hosting.host.port,
        internet=internet,
        ssh=ports.get("ssh"),
        web=ports.get("https", ports.get("http")),
        web_plain="http" in ports,
    )
