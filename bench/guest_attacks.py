"""Strangers attack the doors for guests; meanwhile newcomers come in, and a guest comes back."""

import asyncio
import base64
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from bench import report
from bench.guests import LEAST_OPTIONS
from bench.processes import allow_files, children
from bench.report import measured
from bench.screen import DOWN, UP, environment
from net.lan.found import probe

CODE: Final = "K7QM2X"
UNDER_WAY_SECONDS: Final = 3.0
SLOWEST: Final = 2.0
"""Seconds until a newcomer or a guest who returns has a screen."""

TRIES: Final = 5
PATIENCE: Final = 30.0
PRESSES: Final = 100
SLOWEST_KEY: Final = 50.0
"""Milliseconds."""


def run() -> None:
    """Measure and print."""
    report.heading("guest_attacks", "Strangers at the doors for guests, on this machine")
    if sys.platform != "linux" or find_spec("aiohttp") is None or not allow_files(4096):
        report.skipped("everything", "needs Linux, aiohttp and 4096 open files")
        return
    for name in ATTACKS:
        with _host(coded=False) as doors:
            asyncio.run(_measure(doors, name))
    with _host(coded=True) as doors:
        asyncio.run(_forge(doors))
        asyncio.run(_write_the_log(doors))


class _Doors(NamedTuple):
    """The ports of a host that strangers can reach, its log and its process."""

    ssh: int
    page: int
    port: int
    log: Path
    host: int

    def gateways(self) -> list[int]:
        """Return the processes of both gateways."""
        return children(self.host)

    def programs(self) -> int:
        """Count the guests' programs."""
        return sum(len(children(gateway)) for gateway in self.gateways())

    def files(self) -> int:
        """Count the open files of the gateway that has the most."""
        return max(len(os.listdir(f"/proc/{each}/fd")) for each in self.gateways())


@contextmanager
def _host(*, coded: bool) -> Iterator[_Doors]:
    """Open a table with both doors."""
    words = [
        "host",
        measured("part")["wire"],
        "--no-seat",
        "--port",
        "0",
        "--ssh",
        "0",
        "--web",
        "0",
    ]
    words += ["--seats", "4", "--bots", "easy,easy", *(("--code", CODE) if coded else ())]
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, **environment(folder), "KOZYR_INTERFACES": "127.0.0.1"}
        env["XDG_STATE_HOME"] = folder
        with subprocess.Popen(
            [sys.executable, "-m", "tui", *words], stdout=subprocess.PIPE, text=True, env=env
        ) as host:
            try:
                assert host.stdout is not None, "asked for"
                said = ""
                while "https://" not in said:
                    line = host.stdout.readline()
                    assert line, said
                    said += line
                found = re.search(
                    r"127\.0\.0\.1:(\d+)[\s\S]*-p (\d+)[\s\S]*https://127\.0\.0\.1:(\d+)", said
                )
                assert found is not None, said
                port, ssh, page = map(int, found.groups())
                yield _Doors(ssh, page, port, Path(folder), host.pid)
            finally:
                host.terminate()


async def _measure(doors: _Doors, attack: str) -> None:
    """Time guests who connect by ssh, and the keys of a seated one, during an attack."""
    from bench.guest_typists import PtyTypist  # not everywhere

    with tempfile.TemporaryDirectory() as folder:
        key = _key(folder)
        await _come_in(doors, "Ann", "127.0.0.3", key)
        ssh = ["ssh", *LEAST_OPTIONS, "-p", str(doors.ssh), "Eve@127.0.0.1"]
        async with PtyTypist("Eve", ssh, 80, 24, environment(folder)) as eve:
            await eve.seen("Eve")
            await eve.quiet(1.0)
            with _attacked(attack, doors.ssh):
                await asyncio.sleep(UNDER_WAY_SECONDS)
                new, back, pressed = [], [], []
                for number in range(TRIES):
                    new.append(await _timed(_come_in(doors, "Bob", f"127.0.0.{10 + number}")))
                    back.append(await _timed(_come_in(doors, "Ann", "127.0.0.3", key)))
                for number in range(PRESSES):
                    pressed.append(await eve.press(UP if number % 2 == 0 else DOWN))
                    await eve.quiet(0.02)
                files = doors.files()
            after = await _timed(_come_in(doors, "Bob", "127.0.0.20"))
    for who, taken in (("newcomer", new), ("guest who returns", back)):
        late = max(taken)
        said = f"{late:.1f} s" if late < PATIENCE else f"{sum(t >= PATIENCE for t in taken)} not"
        report.line(f"{who}, {attack}", said, f"{SLOWEST:.0f} s", late < SLOWEST)
    said = f"{after:.1f} s" if after < PATIENCE else "not"
    report.line(f"newcomer right after: {attack}", said, f"{SLOWEST:.0f} s", after < SLOWEST)
    slowest = max(pressed)
    said = f"{report.p50_p95(pressed)}, {slowest:.0f} ms"
    report.line(f"keys of one who sits, {attack}", said, "worst < 50 ms", slowest < SLOWEST_KEY)
    report.line(f"open files, {attack}", str(files), "under 400", files < 400)


@contextmanager
def _attacked(attack: str, port: int) -> Iterator[None]:
    """Attack from a process that yields to others: attackers have computers of their own."""
    command = [sys.executable, "-m", "bench.guest_attacks", attack, str(port)]
    with subprocess.Popen(["nice", "-n", "19", *command]) as attackers:
        try:
            yield
        finally:
            attackers.kill()


async def _timed(coming: Awaitable[None]) -> float:
    begun = time.perf_counter()
    try:
        async with asyncio.timeout(PATIENCE):
            await coming
    except (OSError, TimeoutError, _ssh().Error):
        return PATIENCE
    return time.perf_counter() - begun


def _ssh() -> Any:
    import asyncssh

    return asyncssh


def _key(folder: str) -> str:
    """Make a key for a guest."""
    path = Path(folder) / "key"
    _ssh().generate_private_key("ssh-ed25519").write_private_key(path)
    return str(path)


def _connect(port: int, name: str, address: str, key: str | None = None) -> Any:
    """Come by ssh from an address."""
    asyncssh = _ssh()

    class Silent(asyncssh.SSHClient):  # type: ignore[misc,name-defined]  # loaded above
        def kbdint_auth_requested(self) -> str:
            return ""

        def kbdint_challenge_received(self, *_: object) -> list[str]:
            return []

    return asyncssh.connect(
        "127.0.0.1",
        port,
        local_addr=(address, 0),
        username=name,
        known_hosts=None,
        client_keys=None if key is None else [key],
        agent_path=None,
        config=None,
        client_factory=Silent,
    )


async def _come_in(doors: _Doors, name: str, address: str, key: str | None = None) -> None:
    """Come in until there is something to see, then go."""
    async with (
        _connect(doors.ssh, name, address, key) as connection,
        connection.create_process(
            term_type="xterm-256color", term_size=(80, 24), encoding=None
        ) as screen,
    ):
        seen = b""
        while b"\x1b[?1049h" not in seen:
            data = await screen.stdout.read(65536)
            if not data:
                raise OSError(f"sent away: {seen[-200:]!r}")
            seen += data


async def _nobody(port: int) -> None:
    """Attack nothing."""
    await asyncio.Event().wait()


async def _half_open(port: int) -> None:
    """160 half-open connections."""

    async def stay(number: int) -> None:
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", port, local_addr=(f"127.1.0.{1 + number % 20}", 0)
                )
                if number % 2:
                    writer.write(b"SSH-2.0-x\r\n")
                with contextlib.suppress(OSError):
                    while await reader.read(4096):
                        pass
                writer.transport.abort()
            await asyncio.sleep(0.2)

    await asyncio.gather(*(stay(number) for number in range(160)))


async def _come_and_go(port: int) -> None:
    """250 that say a word, wait for their turn and hang up."""

    async def knock(number: int) -> None:
        while True:
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection(
                    "127.0.0.1", port, local_addr=(f"127.1.0.{1 + number % 40}", 0)
                )
                writer.write(b"SSH-2.0-nobody\r\n")
                await asyncio.sleep(1)
                writer.close()
            await asyncio.sleep(0.05)

    await asyncio.gather(*(knock(number) for number in range(250)))


async def _without_screen(port: int) -> None:
    """192 that come in and open no screen."""

    async def stay(number: int) -> None:
        while True:
            with contextlib.suppress(OSError, _ssh().Error):
                async with _connect(port, "Mallory", f"127.1.0.{1 + number % 6}") as connection:
                    await connection.wait_closed()
            await asyncio.sleep(0.2)

    await asyncio.gather(*(stay(number) for number in range(192)))


async def _forge(doors: _Doors) -> None:
    """Show invented cookies."""
    import aiohttp

    address = f"https://127.0.0.1:{doors.page}"
    found = await probe(["127.0.0.1"], doors.port, 1.5)
    assert found is not None, "it is there"
    assert found.welcomed is not None, "of this version"
    table = found.welcomed.tables[0].id

    async def try_one(number: int) -> None:
        said = [table, f"M{number}", f"invented {number}", "ab" * 32]
        forged = base64.urlsafe_b64encode(json.dumps(said).encode()).decode().rstrip("=")
        connector = aiohttp.TCPConnector(ssl=False, local_addr=(f"127.1.0.{1 + number % 3}", 0))
        jar = aiohttp.CookieJar(unsafe=True)
        async with aiohttp.ClientSession(connector=connector, cookie_jar=jar) as session:
            headers = {"Cookie": f"kozyr_seat_{doors.page}={quote(forged)}"}
            async with session.get(address, headers=headers) as answer:
                await answer.read()
            where = f"{address}/screen?columns=80&rows=24"
            async with session.ws_connect(where, headers={"Origin": address}) as socket:
                async for _ in socket:
                    pass

    trying = [asyncio.ensure_future(try_one(number)) for number in range(18)]
    await asyncio.sleep(UNDER_WAY_SECONDS)
    programs = doors.programs()
    for each in trying:
        each.cancel()
    await asyncio.gather(*trying, return_exceptions=True)
    report.line("programs, 18 invented cookies", str(programs), "0", programs == 0)


async def _write_the_log(doors: _Doors) -> None:
    """Post rubbish."""
    import aiohttp

    address = f"https://127.0.0.1:{doors.page}"
    headers = {
        "Origin": address,
        "Content-Encoding": "gzip",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    said: set[int] = set()
    for _ in range(200):
        connector = aiohttp.TCPConnector(ssl=False)
        async with aiohttp.ClientSession(connector=connector, auto_decompress=False) as session:
            with contextlib.suppress(aiohttp.ClientError):
                async with session.post(f"{address}/sit", headers=headers, data=b"no gzip") as got:
                    said.add(got.status)
    await asyncio.sleep(1)
    size = sum(path.stat().st_size for path in doors.log.rglob("*.log"))
    answered = "/".join(map(str, sorted(said)))
    report.line("log after 200 broken forms", f"{size} bytes, {answered}", "0 bytes", size == 0)


ATTACKS: Final = {
    "nobody attacks": _nobody,
    "160 half-open": _half_open,
    "192 without a screen": _without_screen,
    "250 that hang up": _come_and_go,
}

if __name__ == "__main__":
    asyncio.run(ATTACKS[sys.argv[1]](int(sys.argv[2])))
