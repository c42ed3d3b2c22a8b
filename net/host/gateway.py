"""A gateway for guests, from the host's side: a separate process, and the answers to it.

That process encrypts, listens and starts the guests' programs; no table waits for it. It asks the
host about codes, so that all wrong ones are counted in one place.
"""

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from core.game import Plain, WordedError
from net.host.admission import group_of
from net.host.runtime import Runtime
from net.installation import CREATION_FLAGS, command
from net.rate_limit import RateLimit
from net.table.log import GuestEntry
from net.tasks import Tasks, end_all

OPENING_SECONDS: Final = 20.0
"""The longest wait for a gateway to open; that takes half a second on an idle machine."""

CLOSING_SECONDS: Final = 5.0
"""Seconds that a gateway may take to end its guests' screens."""

MOST_TRIES: Final = 4
FIRST_TRY_SECONDS: Final = 0.5
"""The most restarts of a gateway that has ended, and the first wait, doubled each time."""

STEADY_SECONDS: Final = 60.0
"""The running time after which a gateway is allowed all its restarts again."""

LOG_LINES: Final = 20
"""The most lines a minute that a gateway can write into the log."""

_log = logging.getLogger(__name__)


class GatewayError(WordedError):
    """A gateway that cannot be opened."""


@dataclass(frozen=True, slots=True)
class GatewayAddress:
    """The address of an open gateway."""

    port: int
    fingerprint: str
    """The fingerprint for guests to compare before they trust it; empty if there is none."""


class GuestAdmission:
    """The decisions of a host about the guests of its gateways."""

    def __init__(self, runtime: Runtime) -> None:
        self.here = ""
        """The address of this machine in its network."""
        self._runtime = runtime
        self._tables = runtime.lobby.tables

    @property
    def code(self) -> str:
        """The code of the guests' table; empty if it has none."""
        return next((table.code for table in self._tables.values()), "")

    async def admit(self, address: str, code: str, *, known: bool = False) -> bool:
        """Return whether a guest from an address may enter with a code, or as a `known` one.

        The answer comes after the wait for earlier wrong codes.
        """
        runtime, group = self._runtime, group_of(address)
        attempts = runtime.lobby.authenticator.attempts
        # No other task runs between the last look and the attempt: guests wait one after another.
        while (late := attempts.due(group) - runtime.time.now()) > 0:  # noqa: ASYNC110 - a time
            await asyncio.sleep(late)
        right, wanted = runtime.lobby.guess(group, code, runtime.time.now(), known=known)
        runtime.carry_out(wanted)
        return right

    def is_seated(self, token: str) -> bool:
        """Return whether a token opens a seat."""
        return any(table.room.find_token(token) is not None for table in self._tables.values())

    def others(self) -> list[tuple[str, str]]:
        """Return the names and addresses of the players whose computers may continue the table."""
        tables = self._tables.values()
        return [each for table in tables for each in table.keys.places(table.migration.here)]

    def note_guests(self, guests: Any) -> None:
        """Note the guests of a gateway, for any later host that has to recognise them."""
        try:
            known = msgspec.convert(guests, tuple[GuestEntry, ...])
        except msgspec.ValidationError:
            _log.exception("a gateway knows guests that no table can take along")
            return
        self._runtime.carry_out(self._runtime.lobby.note_guests(known, self._runtime.time.now()))


class Gateway:
    """A gateway of a host, from `open` to `close`. `module` is the program of its process.

    A process that ends by itself is started again at the same port; `on_change` is called after
    each such end and start.
    """

    def __init__(
        self,
        admission: GuestAdmission,
        module: str,
        settings: dict[str, Plain],
        on_change: Callable[[], object] = lambda: None,
    ) -> None:
        self.opened: GatewayAddress | None = None
        """The address of the gateway; None before it opens, and while its process is gone."""
        self.given_up = False
        """Whether it has failed too often to be started again."""
        self._admission = admission
        self._module = module
        self._settings = settings
        self._on_change = on_change
        self._process: asyncio.subprocess.Process | None = None
        self._serving: asyncio.Task[None] | None = None
        self._asked = Tasks()
        self._log_rate = RateLimit(LOG_LINES / 120, LOG_LINES / 2)
        self._unlogged = 0

    async def open(self) -> GatewayAddress:
        """Start the gateway's process and wait until it listens. Raises GatewayError."""
        opened = await self._start()
        self._serving = asyncio.ensure_future(self._serve())
        return opened

    async def _start(self) -> GatewayAddress:
        """Start the process. Raises GatewayError; then it has been ended."""
        try:
            self._process = await asyncio.create_subprocess_exec(
                *command(self._module),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                # Out of reach of signals that a terminal sends to its foreground group.
                start_new_session=True,
                creationflags=CREATION_FLAGS,
            )
        except OSError as error:
            raise GatewayError("guests cannot be let in") from error
        self._say(self._settings)
        said: dict[str, Any] | None = None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(OPENING_SECONDS):
                said = await self._read_line()
        if said is None or said.get("kind") != "opened":
            await self._end("closed")
            facts = (said or {}).get("facts") or {}
            raise GatewayError((said or {}).get("reason") or "guests cannot be let in", **facts)
        self.opened = GatewayAddress(int(said["port"]), str(said["fingerprint"]))
        return self.opened

    async def close(self, why: str = "closed") -> None:
        """End the gateway's process; its guests are told the reason, and their programs end too."""
        await end_all([self._serving])
        await self._end(why)

    async def _end(self, why: str) -> None:
        self.opened = None
        for task in [*self._asked]:
            task.cancel()
        process = self._process
        if process is None:
            return
        assert process.stdin is not None, "asked for"
        self._say({"close": why})
        process.stdin.close()  # a gateway ends when its input ends
        try:
            async with asyncio.timeout(CLOSING_SECONDS):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()

    def _say(self, what: dict[str, Plain]) -> None:
        pipe = None if self._process is None else self._process.stdin
        assert pipe is not None, "opened"
        with contextlib.suppress(OSError):
            pipe.write(json.dumps(what).encode() + b"\n")

    async def _read_line(self) -> dict[str, Any] | None:
        """Return the next line of the gateway; None when it has ended."""
        pipe = None if self._process is None else self._process.stdout
        assert pipe is not None, "opened"
        try:
            said = json.loads(await pipe.readline())
        except ValueError:
            return None
        return said if isinstance(said, dict) else None

    async def _serve(self) -> None:
        """Answer the process, and start it again when it has ended by itself."""
        loop, tries = asyncio.get_running_loop(), 0
        while (opened := self.opened) is not None:
            begun = loop.time()
            await self._answer_all()
            _log.error("%s has ended by itself", self._module)
            await self._end("broken")
            self._on_change()
            self._settings = {**self._settings, "port": opened.port}
            tries = 0 if loop.time() - begun > STEADY_SECONDS else tries
            while tries < MOST_TRIES and self.opened is None:
                await asyncio.sleep(FIRST_TRY_SECONDS * 2**tries)
                tries += 1
                try:
                    await self._start()
                except GatewayError as error:
                    _log.error("%s does not open again: %s", self._module, error)
                else:
                    self._on_change()
        self.given_up = True
        self._on_change()

    async def _answer_all(self) -> None:
        """Answer the process until its output ends."""
        while (said := await self._read_line()) is not None:
            match said.get("kind"):
                case "admit":
                    self._asked.start(self._admit(said))
                case "coded":
                    self._answer(said, coded=bool(self._admission.code))
                case "where":
                    self._answer(said, where=self._admission.here)
                case "seated":
                    self._answer(said, seated=self._admission.is_seated(str(said["token"])))
                case "others":
                    self._answer(said, others=[[*each] for each in self._admission.others()])
                case "guests":
                    self._admission.note_guests(said.get("guests"))
                case "log":
                    self._note(str(said.get("text")))

    def _note(self, text: str) -> None:
        """Log a line of the gateway, at a limited rate: strangers may cause such lines."""
        now = asyncio.get_running_loop().time()
        if self._log_rate.wait(now):
            self._unlogged += 1
            return
        self._log_rate.note(now)
        left_out = f" ({self._unlogged} more before it)" if self._unlogged else ""
        self._unlogged = 0
        _log.error("%s: %s%s", self._module, text, left_out)

    async def _admit(self, said: dict[str, Any]) -> None:
        address, code = str(said["address"]), str(said["code"])
        right = await self._admission.admit(address, code, known=bool(said["known"]))
        self._answer(said, right=right, code=self._admission.code if right else "")

    def _answer(self, said: dict[str, Any], **facts: Plain) -> None:
        self._say({"id": int(said["id"]), **facts})
