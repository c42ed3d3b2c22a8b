"""A probe of an address, and a table found on the LAN: the claims of its announcement, corrected by
its host's answer.

All texts are untrusted: they are bounded, and cleaned of characters that disturb a terminal.
"""

import asyncio
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from net.lan.addresses import address_name
from net.secure.tls import connect
from net.tasks import end_all
from net.wire import protocol
from net.wire.bounds import MAX_SEATS
from net.wire.from_host import Closed, FromHost, Welcomed
from net.wire.message import Message, TableLine
from net.wire.names import clean_name
from net.wire.to_host import Hello

HEAD_START_SECONDS: Final = 0.05
"""The time after which a host's next address is asked too; the better one is shown."""


@dataclass(frozen=True, slots=True)
class Probe:
    """The answer of an address."""

    address: str
    latency: float
    message: FromHost | None
    """None if the connection ended without a message."""
    fingerprint: str = ""
    """The fingerprint of the host's certificate."""

    @property
    def welcomed(self) -> Welcomed | None:
        """The greeting of a host of this version."""
        return self.message if isinstance(self.message, Welcomed) else None

    @property
    def version(self) -> int:
        """The version that a host speaks; 0 if no Kozyr host has answered."""
        match self.message:
            case Welcomed(version=version):
                return version
            case Closed(code="version", facts={"host": int(version)}):
                return version
        return 0


async def probe(
    addresses: Sequence[str],
    port: int,
    seconds: float,
    suits: Callable[[Probe], bool] = lambda answer: True,
) -> Probe | None:
    """Ask all addresses of a host, one after another; return the first suitable answer, if any.

    Another machine may have one of the addresses too, with a host of its own.
    """
    tasks = [
        asyncio.ensure_future(_ask(address, port, place * HEAD_START_SECONDS))
        for place, address in enumerate(addresses)
    ]
    try:
        for first in asyncio.as_completed(tasks, timeout=seconds):
            try:
                answer = await first
            except (OSError, TimeoutError, protocol.FrameError, protocol.BadMessageError):
                continue
            if answer.version and suits(answer):
                return answer
        return None
    except TimeoutError:
        return None
    finally:
        await end_all(tasks)


async def _ask(address: str, port: int, delay: float) -> Probe:
    await asyncio.sleep(delay)
    return await ask(address, port)


async def ask(address: str, port: int, question: Message | None = None) -> Probe:
    """Greet a host; return its first message or, if that is a welcome, its answer to a question.

    Raises OSError, FrameError, BadMessageError.
    """
    loop = asyncio.get_running_loop()
    reader, writer, fingerprint = await connect(address, port)
    try:
        asked = loop.time()
        if question is None:
            writer.write(protocol.frame(protocol.encode(Hello(protocol.VERSION, "kozyr probe"))))
        else:
            writer.write(
                protocol.frame(protocol.encode(Hello(protocol.VERSION, "kozyr")))
                + protocol.frame(protocol.encode(question))
            )
        message = await _heard(reader, beyond_greeting=question is not None)
        return Probe(address, loop.time() - asked, message, fingerprint.hex())
    finally:
        writer.transport.abort()


async def _heard(reader: asyncio.StreamReader, *, beyond_greeting: bool) -> FromHost | None:
    frames = protocol.FrameReader()
    while data := await reader.read(65536):
        frames.feed(data)
        for body in frames.frames():
            message = protocol.decode_from_host(body)
            if not (beyond_greeting and isinstance(message, Welcomed)):
                return message
    return None


_ID: Final = re.compile(r"[0-9a-f]{32}")

_NUMBER: Final = re.compile(r"[0-9]{1,6}")

SLOW_SECONDS: Final = 0.4
"""The answer time from which a table counts as slow: its players notice the delay."""

PHASES: Final = ("gathering", "playing", "over")


@dataclass(frozen=True, slots=True)
class Found:
    """A table on the LAN that answers."""

    id: str
    name: str
    game: str
    host: str
    seats: int
    free: int
    phase: str
    address: str
    port: int
    version: int
    latency: float
    """Seconds for a question and its answer."""
    code: bool = False
    """Whether newcomers need a code."""
    locked: bool = False
    """Whether only players who have a seat may enter."""
    fingerprint: str = ""
    """The fingerprint of the host's certificate."""
    origins: tuple[str, ...] = ()
    """The ids of the origins of a branch, the last one first."""
    goes_on: int = 0
    """The first deal of a branch; 0 if the table is none."""

    @property
    def where(self) -> str:
        return address_name(self.address, self.port)

    @property
    def same_version(self) -> bool:
        """Whether this program can join; of other versions only the announcement is known."""
        return self.version == protocol.VERSION

    @property
    def slow(self) -> bool:
        """Whether the network is slow, or the host busy."""
        return self.latency >= SLOW_SECONDS

    @property
    def open(self) -> bool:
        """Whether a seat can be taken there."""
        return self.free > 0 and self.phase != "playing" and self.same_version


def read_claim(text: Mapping[str, str], port: int | None) -> Found | None:
    """Return the claims of an announcement; None if it is not one of Kozyr."""
    seats, free, version = (text.get(key, "") for key in ("seats", "free", "v"))
    if not _ID.fullmatch(text.get("id", "")) or not port or not text.keys() >= {"name", "game"}:
        return None
    if not all(map(_NUMBER.fullmatch, (seats, free, version))):
        return None
    return Found(
        id=text["id"],
        name=clean_name(text["name"]),
        game=clean_name(text["game"]),
        host=clean_name(text.get("host", "")),
        seats=min(int(seats), MAX_SEATS),
        free=min(int(free), MAX_SEATS),
        phase=_phase(text.get("phase", "")),
        address="",
        port=port,
        version=int(version),
        latency=0.0,
        code=text.get("code") == "1",
        origins=(origin,) if _ID.fullmatch(origin := text.get("from", "")) else (),
    )


def merged(claim: Found, answer: Probe) -> Found | None:
    """Return a claim corrected by a host's answer; None if that host does not have the table."""
    found = replace(
        claim,
        address=answer.address,
        latency=answer.latency,
        version=answer.version,
        fingerprint=answer.fingerprint,
    )
    if answer.welcomed is None:
        return found if claim.version == answer.version else None  # that host has other tables
    line = next((line for line in answer.welcomed.tables if line.id == claim.id), None)
    return None if line is None else _as_answered(found, line, answer.welcomed.host)


def _as_answered(found: Found, line: TableLine, host: str) -> Found:
    return replace(
        found,
        name=clean_name(line.name),
        game=clean_name(line.game),
        host=clean_name(host),
        seats=min(line.seats, MAX_SEATS),
        free=min(line.free, MAX_SEATS),
        phase=_phase(line.phase),
        code=line.code,
        locked=line.locked,
        origins=tuple(origin.table for origin in line.branch),
        goes_on=line.branch[0].deal + 1 if line.branch else 0,
    )


def _phase(text: str) -> str:
    return text if text in PHASES else ""


def listed(answering: Iterable[Found], pinned: Mapping[str, Collection[str]]) -> tuple[Found, ...]:
    """Return the tables by name; one with two announcements counts once.

    If two hosts answer for one id, both are listed, unless this player has a token of the table:
    `pinned` has the fingerprints of its hosts, by its id, and no other host is believed.
    """
    chosen: dict[tuple[str, str], Found] = {}
    for found in answering:
        if found.fingerprint in pinned.get(found.id, (found.fingerprint,)):
            chosen.setdefault((found.id, found.fingerprint), found)
    order = sorted(chosen.values(), key=lambda found: (found.name.casefold(), found.id))
    return tuple(order)
