"""Opens a connection to the address that a player typed; can be cancelled at any time."""

import asyncio
import contextlib
import ipaddress
import socket
import threading

from net.secure.tls import connect

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter, bytes]


async def dial(address: str, port: int, give_up: asyncio.Event, local: str = "") -> Streams | None:
    """Connect, from the address `local` if there is one; return None as soon as `give_up` is set.

    Raises OSError, UnicodeError.
    """
    dialling = asyncio.ensure_future(_connect(address, port, local))
    ending = asyncio.ensure_future(give_up.wait())
    wanted = False
    try:
        await asyncio.wait((dialling, ending), return_when=asyncio.FIRST_COMPLETED)
        wanted = not give_up.is_set()
        return dialling.result() if wanted else None
    finally:
        ending.cancel()
        if not wanted:
            dialling.cancel()
            dialling.add_done_callback(_hang_up)


def _hang_up(dialling: asyncio.Future[Streams]) -> None:
    """Abort a connection that was made a moment too late."""
    if not dialling.cancelled() and dialling.exception() is None:
        dialling.result()[1].transport.abort()


async def _connect(address: str, port: int, local: str) -> Streams:
    problem: OSError | None = None
    for each in await resolved(address, port):
        try:
            return await connect(each, port, local)
        except OSError as error:
            problem = problem or error
    raise problem or OSError(f"{address} has no address")


async def resolved(address: str, port: int) -> list[str]:
    """Return the addresses of a name; an address is its own. Raises OSError, UnicodeError."""
    with contextlib.suppress(ValueError):
        ip = ipaddress.ip_address(address)
        return _on_all_links(address) if ip.version == 6 and ip.is_link_local else [address]
    loop = asyncio.get_running_loop()
    found: asyncio.Future[list[str]] = loop.create_future()

    def answer(addresses: list[str], problem: Exception | None) -> None:
        if found.done():
            return
        if problem is None:
            found.set_result(addresses)
        else:
            found.set_exception(problem)

    def ask() -> None:
        addresses: list[str] = []
        problem: Exception | None = None
        try:
            addresses = _addresses(address, port)
        except (OSError, UnicodeError) as error:
            problem = error
        with contextlib.suppress(RuntimeError):  # the loop has closed: the answer is not needed
            loop.call_soon_threadsafe(answer, addresses, problem)

    # Not in the loop's own threads: the program would have to wait for the slowest name server
    # before it could end.
    threading.Thread(target=ask, name="resolver", daemon=True).start()
    return await found


def _on_all_links(address: str) -> list[str]:
    """Return a link-local address with the zone of each network: the host's zone is its own."""
    from net.lan.networks import all_interfaces  # loads ifaddr

    bare, _, zone = address.partition("%")
    links = [each for each in all_interfaces() if each.carrier is not False and "%" in each.address]
    zones = dict.fromkeys(each.address.partition("%")[2] for each in links)
    named = sorted(zones, key=lambda each: each != zone)
    return [f"{bare}%{each}" for each in named] or [address]


def _addresses(name: str, port: int) -> list[str]:
    addresses = []
    for _, _, _, _, where in socket.getaddrinfo(name, port, type=socket.SOCK_STREAM):
        zone = f"%{where[3]}" if len(where) == 4 and where[3] else ""
        addresses.append(f"{where[0]}{zone}")
    return list(dict.fromkeys(addresses))
