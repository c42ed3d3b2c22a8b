"""A way in for guests, from the host's side: a process of its own, and the answers to it.

What encrypts, listens and starts guests' programs is in that process; the table waits for none of
it. It asks the host about codes, so that all guesses are counted in one place.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from core.game import Plain, WordedError
from net.interpreter import CREATION_FLAGS, command

if TYPE_CHECKING:
    from net.host.server import Host

OPENING_SECONDS: Final = 20.0
"""A door that has not opened by then will not: it takes half a second, more on a busy machine."""

CLOSING_SECONDS: Final = 5.0
"""How long a door may take to send its guests home."""

MOST_ASKED: Final = 64
"""At most this many guests are judged at once; the others wait in the pipe."""

_log = logging.getLogger(__name__)


class DoorError(WordedError):
    """A door that does not open."""


@dataclass(frozen=True, slots=True)
class Opened:
    """Where a door is open."""

    port: int
    fingerprint: str
    """What guests may compare before they trust it; empty where there is nothing to compare."""


class Door:
    """A door of a host, from `open` to `close`. `module` is the program of the door's process."""

    def __init__(
        self,
        host: Host,
        module: str,
        settings: dict[str, Plain],
        on_end: Callable[[], object] = lambda: None,
    ) -> None:
        self.opened: Opened | None = None
        """Where it is open; None before, and once its process has ended."""
        self._host = host
        self._module = module
        self._settings = settings
        self._on_end = on_end
        self._process: asyncio.subprocess.Process | None = None
        self._serving: asyncio.Task[None] | None = None
        self._asked: set[asyncio.Task[None]] = set()

    async def open(self) -> Opened:
        """Start the door's process and wait until guests can come. Raises DoorError."""
        try:
            self._process = await asyncio.create_subprocess_exec(
                *command(self._module),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                # Out of the reach of what a terminal sends to its foreground group.
                start_new_session=True,
                creationflags=CREATION_FLAGS,
            )
        except OSError as error:
            raise DoorError("guests cannot be let in") from error
        host = self._host
        self._say(
            {
                **self._settings,
                "host_port": host.port,
                "table": next(iter(host.lobby.tables)),
                "host": host.fingerprint,
                "internet": host.internet,
            }
        )
        said: dict[str, Any] | None = None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(OPENING_SECONDS):
                said = await self._hear()
        if said is None or said.get("kind") != "opened":
            await self.close()
            facts = (said or {}).get("facts") or {}
            raise DoorError((said or {}).get("reason") or "guests cannot be let in", **facts)
        self.opened = Opened(int(said["port"]), str(said["fingerprint"]))
        self._serving = asyncio.ensure_future(self._serve())
        return self.opened

    async def close(self) -> None:
        """End the door's process; its guests' programs end with it."""
        self.opened = None
        if self._serving is not None:
            self._serving.cancel()
        for task in [*self._asked]:
            task.cancel()
        process = self._process
        if process is None:
            return
        assert process.stdin is not None, "asked for"
        process.stdin.close()  # the end of its input is the end of the door
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

    async def _hear(self) -> dict[str, Any] | None:
        """Return what the door says next; None when it has ended."""
        pipe = None if self._process is None else self._process.stdout
        assert pipe is not None, "opened"
        try:
            said = json.loads(await pipe.readline())
        except ValueError:
            return None
        return said if isinstance(said, dict) else None

    async def _serve(self) -> None:
        while (said := await self._hear()) is not None:
            match said.get("kind"):
                case "admit":
                    task = asyncio.ensure_future(self._admit(said))
                    self._asked.add(task)
                    task.add_done_callback(self._asked.discard)
                    while len(self._asked) >= MOST_ASKED:
                        await asyncio.wait(self._asked, return_when=asyncio.FIRST_COMPLETED)
                case "coded":
                    self._answer(said, coded=bool(self._code))
                case "log":
                    _log.error("%s: %s", self._module, said.get("text"))
        _log.error("%s has ended by itself", self._module)
        self.opened = None
        self._on_end()

    @property
    def _code(self) -> str:
        return next(iter(self._host.lobby.tables.values())).code

    async def _admit(self, said: dict[str, Any]) -> None:
        address, code = str(said["address"]), str(said["code"])
        right = await self._host.admit(address, code, known=bool(said["known"]))
        self._answer(said, right=right, code=self._code if right else "")

    def _answer(self, said: dict[str, Any], **facts: Plain) -> None:
        self._say({"id": int(said["id"]), **facts})
