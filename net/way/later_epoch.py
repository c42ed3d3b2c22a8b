"""Whether a match that was left here has gone on elsewhere: asked before it is resumed.

Draws nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from net.client.credentials import seat_key
from net.files.epochs import election_of
from net.files.store import CredentialStore
from net.migration.election import Election
from net.migration.epochs import Coming, Opened
from net.table.log import Journal, MovedLine

if TYPE_CHECKING:
    from net.client.host_search import HostAddress, Search

ASKING_SECONDS: Final = 2.0
"""How long a match waits for word that it goes on elsewhere, unless everybody has answered."""

LOOK_SECONDS: Final = 0.05
"""How often it is seen what has been found on the LAN, and who has answered."""


async def later_epoch(
    match: Journal, seek: Callable[[str], Search]
) -> tuple[MovedLine, Coming] | None:
    """Return where a match goes on without this program, and what opens the seat there.

    The others' programs are asked where they were last, and at whatever claims on the LAN to have
    the table; if the match's file says where it has gone, what this program knows is enough. None
    if it goes on nowhere else, or if this program has no key to ask with. Raises OSError if it
    cannot be written down that this player goes there.
    """
    election = _election(match)
    if election is None:
        return None
    if match.moved is None:
        await _ask(match, election, seek)
    way = _way(match, election)
    if way is None:
        return None
    where = MovedLine(match.room.seats[way.host].name, way.address, way.port, way.fingerprint)
    if match.moved is not None and match.moved.fingerprint != where.fingerprint:
        return None
    return where, election.join()


async def open_elsewhere(match: Journal, seek: Callable[[str], Search]) -> HostAddress | None:
    """Return where a table is open on the LAN already; None if nobody says that it is there.

    Without a seat there is no key to ask with, so whatever answers there is believed: nothing is
    lost by not opening the table. Where nobody had a key, nobody can have gone on.
    """
    if not match.keys:
        return None
    search = seek(match.id)
    try:
        async with asyncio.timeout(ASKING_SECONDS):
            while not search.addresses:  # noqa: ASYNC110 - what has been found is a list
                await asyncio.sleep(LOOK_SECONDS)
        return search.addresses[0]
    except TimeoutError:
        return None
    finally:
        await search.close()


def epoch_here(match: Journal) -> Election | None:
    """Return the election of a match that has gone on after its host was lost, to go on with here.

    None if it never has, or has no keys. Raises OSError if it cannot be written down.
    """
    election = _election(match)
    if election is None or match.opened.epoch == match.first_epoch:
        return None
    election.follow_host(match.opened.own)
    election.serve_again()
    return election


def _way(match: Journal, election: Election) -> Opened | None:
    """Return where a match goes on in a later epoch than it had here; None if that is nowhere."""
    way = election.way()
    if way is None or way.host == election.seat or way.epoch <= match.opened.epoch:
        return None
    return way


def _election(match: Journal) -> Election | None:
    """Return what this program knows of the epochs of a match; None without a key."""
    if match.own is None:
        return None
    kept = CredentialStore().get(seat_key(match.id, match.own.name))
    if kept is None or not kept.secret:
        return None
    number, first = match.number, match.first_epoch
    election = election_of(match.id, kept.secret, match.keys, match.opened.own, number, first)
    return None if election.seat is None else election


async def _ask(match: Journal, election: Election, seek: Callable[[str], Search]) -> None:
    """Call everybody until one of them knows where the match goes on, or all have answered."""
    from net.client.consulting import consult  # loads networks and TLS

    others = [(n, s) for n, s in enumerate(match.room.seats) if n in election.people]
    known = [(s.address, s.port) for n, s in others if n != election.seat and s.port]
    if len(others) < 2:
        return
    heard: set[int] = set()
    asked: set[HostAddress] = set()
    calls: set[asyncio.Task[None]] = set()
    search = seek(match.id)

    async def call(address: str, port: int) -> None:
        now = time.time()
        told = await consult(address, port, match.id, election.call(int(now * 1000)))
        if told is not None:
            election.hear(told.situation, now)
            heard.add(told.situation.seat)

    try:
        async with asyncio.timeout(ASKING_SECONDS):
            while _way(match, election) is None and len(heard) < len(others) - 1:
                for place in {*known, *search.addresses} - asked:
                    asked.add(place)
                    calls.add(asyncio.create_task(call(*place)))
                await asyncio.sleep(LOOK_SECONDS)
    except TimeoutError:
        pass  # nobody knows, so it goes on here
    finally:
        for task in calls:
            task.cancel()
        await search.close()
