"""Ssh on this machine, with a small program in place of a guest's: limits, and turning clients
away.
"""

import asyncio
import re
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from typing import Any, cast

import asyncssh
import pytest

from net.guests import screens
from net.guests.host_pipe import Admitted, HostPipe
from net.guests.screens import ScreenEnd
from net.guests.ssh import server
from net.guests.ssh.server import SshGateway
from tests.support.small_program import SMALL_PROGRAM, WATCHING_PROGRAM

linux = pytest.mark.skipif(sys.platform != "linux", reason="comes from many loopback addresses")


class StandIn:
    """A host for the questions of its ssh gateway; guests need no code, unless it is `coded`."""

    def __init__(self) -> None:
        program = [sys.executable, "-P", "-B", "-c", SMALL_PROGRAM]
        self.settings: dict[str, Any] = {
            **{"port": 0, "internet": False, "folder": None, "language": "en"},
            **{"host_port": 1, "table": "t", "program": program},
        }
        self.coded = False
        self.closed: asyncio.Future[ScreenEnd] = asyncio.get_running_loop().create_future()
        self.guests: asyncio.Future[list[dict[str, Any]]]
        self.guests = asyncio.get_running_loop().create_future()
        self.port: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def word(self, name: str, language: str = "en") -> str:
        return f"{language}:{name}" + " {line}" * (name == "moved there")

    async def wait_closed(self) -> ScreenEnd:
        return await self.closed

    def opened(self, port: int, fingerprint: str = "") -> None:
        assert fingerprint.startswith("SHA256:")
        self.port.set_result(port)

    def say(self, what: dict[str, Any]) -> None:
        self.port.set_exception(AssertionError(what["reason"]))

    async def asks_for_code(self) -> bool:
        return self.coded

    async def is_seated(self, token: str) -> bool:
        return True

    def note_guests(self, guests: list[dict[str, Any]]) -> None:
        if guests and not self.guests.done():
            self.guests.set_result(guests)

    async def admit(self, address: str, code: str, *, known: bool = False) -> Admitted | None:
        return Admitted(code) if code == "K7QM2X" else None


@pytest.fixture
async def host() -> AsyncIterator[StandIn]:
    """Serve ssh for a host."""
    host = StandIn()
    serving = asyncio.ensure_future(SshGateway(cast(HostPipe, host)).run())
    await host.port
    yield host
    if not host.closed.done():
        host.closed.set_result(ScreenEnd.CLOSED)
    await serving


@pytest.fixture
async def port(host: StandIn) -> int:
    """Serve ssh; give its port."""
    return await host.port


class Client(asyncssh.SSHClient):
    """A client that has no key and is asked nothing."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, *_: object) -> list[str]:
        return []


@asynccontextmanager
async def guest(
    port: int,
    name: str,
    address: str = "127.0.0.1",
    key: asyncssh.SSHKey | None = None,
    **more: Any,
) -> AsyncIterator[asyncssh.SSHClientConnection]:
    """Connect by ssh; nothing personal of the user who runs the tests is used."""
    options = asyncssh.SSHClientConnectionOptions(
        **{"username": name, "known_hosts": None, "client_keys": key and [key]},
        **{"config": None, "agent_path": None, "client_factory": Client, **more},
    )
    async with asyncssh.connect(
        "127.0.0.1", port, local_addr=(address, 0), options=options
    ) as connection:
        yield connection


def screen(connection: asyncssh.SSHClientConnection, **more: Any) -> Any:
    """Open a screen of 80x24."""
    return connection.create_process(
        term_type="xterm-256color", term_size=(80, 24), encoding=None, **more
    )


async def test_one_screen_too_many_is_told_so(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screens, "MOST_GUESTS", 1)
    async with guest(port, "Ann") as ann, screen(ann) as shown:
        await shown.stdout.readuntil(b"[Ann")
        async with guest(port, "Bob") as bob, screen(bob) as refused:
            assert b"en:full" in await refused.stdout.read()
            assert (await refused.wait()).exit_status == 1
        shown.stdin.write(b"k")
        await shown.stdout.readuntil(b"<k>")


async def test_the_server_names_the_extension_by_which_dropbear_judges_its_guess(
    port: int,
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"SSH-2.0-guest\r\n")
    await reader.readuntil(b",kexguess2@matt.ucc.asn.au\0")
    writer.close()


@pytest.mark.parametrize("name, shown", [("🂡🂡", "🂡🂡"), ("Ann😀", "Ann")])
async def test_a_name_with_any_signs_comes_in_as_it_does_everywhere(
    port: int, name: str, shown: str
) -> None:
    async with guest(port, name) as ann, screen(ann) as window:
        await window.stdout.readuntil(f"[{shown} ".encode())


@pytest.mark.parametrize("coded, password", [(True, "k7q-m2x"), (False, ""), (False, "anything")])
async def test_a_client_that_knows_only_passwords_gives_the_code_as_one(
    host: StandIn, coded: bool, password: str
) -> None:
    host.coded = coded
    only: dict[str, Any] = {"password": password, "preferred_auth": "password"}
    async with guest(await host.port, "Ann", **only) as ann, screen(ann) as shown:
        await shown.stdout.readuntil(b"[Ann")


async def test_a_client_that_knows_only_passwords_is_told_what_was_asked(host: StandIn) -> None:
    host.coded = True
    only: dict[str, Any] = {"password": "secret", "preferred_auth": "password"}
    async with guest(await host.port, "Ann", **only) as ann, screen(ann) as refused:
        assert b"en:wrong password" in await refused.stdout.read()
        assert (await refused.wait()).exit_status == 1


async def test_whoever_can_be_asked_for_the_code_is_never_asked_for_a_password(
    host: StandIn,
) -> None:
    class OneGuess(Client):
        guesses = iter([""])

        def kbdint_auth_requested(self) -> str | None:
            return next(self.guesses, None)

    host.coded = True
    own: dict[str, Any] = {"password": "k7q-m2x", "client_factory": OneGuess}
    with pytest.raises(asyncssh.PermissionDenied):
        async with guest(await host.port, "Ann", **own):
            pass


async def test_a_client_that_never_reads_is_parted_however_lively_it_seems(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screens, "UNREAD_SECONDS", 0.1)
    async with guest(port, "Ann") as ann:
        shown = await screen(ann, window=4096)
        await shown.stdout.readuntil(b"[Ann")
        shown.stdin.write(b"f")  # far more than the window takes, and nothing reads it
        await ann.wait_closed()


async def test_a_client_that_changes_its_window_without_end_is_cut_off_and_others_are_not(
    port: int,
) -> None:
    async with guest(port, "Ann") as ann, guest(port, "Bob") as bob, screen(bob) as shown:
        flooding = await screen(ann)
        await flooding.stdout.readuntil(b"[Ann")
        while not ann.is_closed():
            for columns in range(100, 200):
                flooding.change_terminal_size(columns, 30)
            await asyncio.sleep(0)
        await shown.stdout.readuntil(b"[Bob")
        shown.stdin.write(b"k")
        await shown.stdout.readuntil(b"<k>")


@linux
async def test_a_guests_program_hears_how_long_the_line_takes(port: int) -> None:
    async with guest(port, "Ann") as ann, screen(ann) as shown:
        await shown.stdout.readuntil(b"[Ann")
        shown.stdin.write(b"l")
        said = await shown.stdout.readuntil(b" ms")
        assert re.search(rb"line [1-9]\d* ms", said)


# --- crowds on their way in ----------------------------------------------------------------------


@asynccontextmanager
async def half_open(port: int, addresses: int) -> AsyncIterator[None]:
    """Open eight connections from each address that identify themselves and say nothing more."""
    loop = asyncio.get_running_loop()
    with ExitStack() as stack:
        for number in range(8 * addresses):
            sock = stack.enter_context(socket.socket())
            sock.setblocking(False)
            sock.bind((f"127.0.1.{1 + number % addresses}", 0))
            await loop.sock_connect(sock, ("127.0.0.1", port))
            await loop.sock_sendall(sock, b"SSH-2.0-stranger\r\n")
        yield


@linux
@pytest.mark.parametrize("addresses", [4, 16])
async def test_half_open_connections_keep_out_nobody_from_another_address(
    port: int, addresses: int
) -> None:
    async with half_open(port, addresses), guest(port, "Ann") as ann, screen(ann) as shown:
        await shown.stdout.readuntil(b"[Ann")


@linux
async def test_half_open_connections_keep_nobody_from_a_seat_that_waits(port: int) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with guest(port, "Ann", key=key) as ann, screen(ann) as shown:
        await shown.stdout.readuntil(b"[Ann")
    async with half_open(port, 16), guest(port, "Ann", key=key) as ann, screen(ann) as shown:
        await shown.stdout.readuntil(b"[Ann token of Ann")


async def test_whoever_agrees_on_no_keys_goes(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "KEYS_SECONDS", 0.1)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"SSH-2.0-stranger\r\n")
    await reader.read()
    writer.close()


async def test_whoever_types_no_code_goes(host: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    class Silent(Client):
        async def kbdint_challenge_received(self, *_: object) -> list[str]:
            await asyncio.Event().wait()
            return []

    monkeypatch.setattr(server, "LOGIN_SECONDS", 0.1)
    host.coded = True
    with pytest.raises((asyncssh.Error, OSError)):
        await asyncssh.connect(
            **{"host": "127.0.0.1", "port": await host.port, "username": "Ann", "config": None},
            **{"known_hosts": None, "client_keys": None, "agent_path": None},
            client_factory=Silent,
        )


async def test_whoever_comes_in_and_opens_no_screen_goes(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "SCREEN_SECONDS", 0.1)
    async with guest(port, "Mallory") as mallory:
        await mallory.wait_closed()


async def test_connections_without_a_screen_are_counted_by_address_and_leave_screens_alone(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "SCREEN_SECONDS", 600)
    async with AsyncExitStack() as stack:
        ann = await stack.enter_async_context(guest(port, "Ann"))
        shown = await stack.enter_async_context(screen(ann))
        await shown.stdout.readuntil(b"[Ann")
        most = server.LIMITS.strangers.per_address
        idle = [
            await stack.enter_async_context(guest(port, f"M{number}")) for number in range(most)
        ]
        await stack.enter_async_context(guest(port, "one too many"))
        await idle[0].wait_closed()
        shown.stdin.write(b"k")
        await shown.stdout.readuntil(b"<k>")


# --- the end -------------------------------------------------------------------------------------


async def test_whoever_opens_another_screen_is_told_so_at_the_first(port: int) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with guest(port, "Ann", key=key) as ann, screen(ann) as first:
        await first.stdout.readuntil(b"[Ann")
        async with guest(port, "Ann", key=key) as again, screen(again) as second:
            await second.stdout.readuntil(b"[Ann token of Ann")
            assert b"en:elsewhere" in await first.stdout.read()


async def test_a_guest_of_a_table_that_moves_is_told_what_to_type(port: int) -> None:
    async with guest(port, "Ann") as ann, screen(ann) as shown:
        await shown.stdout.readuntil(b"[Ann")
        shown.stdin.write(b"w")
        await shown.stdout.readuntil(b"<w>")
        shown.stdin.write(b"q")
        last = (await shown.stdout.read()).decode()
        assert "en:moved" in last
        assert f"ssh Ann@192.0.2.7 -p {port}" in last


async def test_a_guest_has_the_seat_where_the_table_goes_by_key_or_by_word(host: StandIn) -> None:
    """The host is told of its guests, and the gateway at the next host knows them."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with guest(await host.port, "Ann", key=key) as ann, screen(ann) as shown:
        await shown.stdout.readuntil(b"[Ann")
        (known,) = await host.guests
    there = StandIn()
    there.settings |= {"guests": [known], "host": "cd" * 32}
    running = asyncio.ensure_future(SshGateway(cast(HostPipe, there)).run())
    port = await there.port
    async with guest(port, "Ann", key=key) as ann, screen(ann) as shown:
        await shown.stdout.readuntil(f"[Ann {known['token']}".encode())
    async with guest(port, "Bob", key=key) as bob, screen(bob) as shown:
        assert known["token"].encode() not in await shown.stdout.readuntil(b"]")
    there.closed.set_result(ScreenEnd.CLOSED)
    await running


@pytest.mark.parametrize("program, keeps", [(SMALL_PROGRAM, True), (WATCHING_PROGRAM, False)])
async def test_only_whoever_has_a_seat_is_told_how_to_get_it_back(
    host: StandIn, program: str, keeps: bool
) -> None:
    host.settings["program"][-1] = program
    async with guest(await host.port, "Ann") as ann, screen(ann) as shown:
        await shown.stdout.readuntil(b"[Ann")
        host.closed.set_result(ScreenEnd.BROKEN)
        last = (await shown.stdout.read()).decode()
        assert "en:broken" in last
        assert "en:gone on" in last
        assert ("en:later by word" in last) is keeps
        assert ("en:given there" in last) is keeps


@pytest.mark.parametrize(
    "end, code",
    [
        *((ordinary, 0) for ordinary in (ScreenEnd.CLOSED, ScreenEnd.KEPT, ScreenEnd.SHUT)),
        (ScreenEnd.BROKEN, 1),
    ],
)
async def test_whatever_closes_the_gateway_is_said_once_the_terminal_is_restored(
    host: StandIn, end: ScreenEnd, code: int
) -> None:
    async with guest(await host.port, "Ann") as ann, screen(ann) as shown:
        await shown.stdout.readuntil(b"[Ann")
        shown.stdin.write(b"m")  # switches the mouse on
        await shown.stdout.readuntil(b"\x1b[?1000h")
        shown.stdin.write(b"e")
        await shown.stdout.readuntil(b"<e>")
        host.closed.set_result(end)
        last = (await shown.stdout.read()).decode()
        assert last.index("\x1b[?1000l") < last.index(f"en:{end.value}")
        evening = "The evening\r\nAnn won"
        assert (evening in last[: last.index("en:")]) is (end is ScreenEnd.CLOSED)
        assert (await shown.wait()).exit_status == code
