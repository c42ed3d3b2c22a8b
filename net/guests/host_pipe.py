"""A gateway's connection to its host: its settings, its questions, and when it has to close."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import os
import signal
import sys
import threading
from dataclasses import dataclass
from typing import Any
from weakref import WeakValueDictionary

from core.game import Plain
from net.guests.screens import End
from net.host.admission import group_of


@dataclass(frozen=True, slots=True)
class Admitted:
    """A guest who may come in."""

    code: str
    """The table's code, for the guest's program; empty if there is none."""


class HostPipe:
    """The gateway's end of the pipes to its host, from `connect` until the host ends."""

    def __init__(self, answers: int) -> None:
        self.settings: dict[str, Any] = {}
        """What the host said when it opened the gateway."""
        self._closed: asyncio.Future[End] = asyncio.get_running_loop().create_future()
        self._answers = answers
        self._numbers = itertools.count(1)
        self._asked: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Held while a code from an address is being checked."""

    @classmethod
    async def connect(cls) -> HostPipe:
        """Take stdin and stdout as the host's, and wait for the settings. Raises EOFError."""
        answers = os.dup(1)
        os.dup2(2, 1)  # a stray print must not end up among the answers
        pipe = cls(answers)
        with contextlib.suppress(NotImplementedError):  # Windows
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, pipe._end, End.BROKEN)
        told = pipe._asked[0] = asyncio.get_running_loop().create_future()
        pipe._listen()
        pipe.settings = await told
        logging.getLogger().addHandler(_ToHostLog(pipe))
        return pipe

    def word(self, name: str, language: str = "") -> str:
        """Return a sentence by its name, in the host's language if none is given."""
        words = self.settings["words"]
        return str(words.get(language or self.settings["language"], {}).get(name, name))

    async def wait_closed(self) -> End:
        """Wait until the host wants the gateway closed, or is gone; return which."""
        return await asyncio.shield(self._closed)

    def opened(self, port: int, fingerprint: str = "") -> None:
        """Tell the host that guests can come in now."""
        self._say({"kind": "opened", "port": port, "fingerprint": fingerprint})

    def failed(self, reason: str, **facts: Plain) -> None:
        """Tell the host why the gateway cannot be opened: an English template, and its facts."""
        self._say({"kind": "failed", "reason": reason, "facts": facts})

    async def admit(self, address: str, code: str, *, known: bool = False) -> Admitted | None:
        """Ask whether a guest from an address may come in with a code; None if not.

        The answer takes its time if codes have been guessed wrong before. So the host is asked
        about one guest of an address at a time, even if whoever asked has gone meanwhile.
        """
        question: dict[str, Plain] = {"address": address, "code": code, "known": known}
        turn = self._turns.setdefault(group_of(address), asyncio.Lock())
        await turn.acquire()
        asking = asyncio.ensure_future(self._ask("admit", **question))
        asking.add_done_callback(lambda _: turn.release())
        answer = await asyncio.shield(asking)
        return Admitted(str(answer["code"])) if answer.get("right") else None

    async def asks_for_code(self) -> bool:
        """Tell whether the table asks newcomers for a code now."""
        return bool((await self._ask("coded")).get("coded"))

    async def where(self) -> str:
        """Return the address of this machine in its network, as it is now."""
        return str((await self._ask("where")).get("where", ""))

    async def is_seated(self, token: str) -> bool:
        """Tell whether a seat at the table is kept for whoever has this token."""
        return bool((await self._ask("seated", token=token)).get("seated"))

    async def others(self) -> list[tuple[str, str]]:
        """Return the names of the players whose computers may go on with the table, and where."""
        said = (await self._ask("others")).get("others", ())
        return [(str(name), str(address)) for name, address in said]

    def note_guests(self, guests: list[dict[str, Plain]]) -> None:
        """Tell the host by what guests with a seat are recognised at any later host."""
        self._say({"kind": "guests", "guests": guests})

    async def _ask(self, kind: str, **facts: Plain) -> dict[str, Any]:
        if self._closed.done():
            return {}
        number = next(self._numbers)
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._asked[number] = answer
        self._say({"kind": kind, "id": number, **facts})
        try:
            return await answer
        except EOFError:
            return {}
        finally:
            self._asked.pop(number, None)

    def log(self, text: str) -> None:
        """Have the host write something into its log."""
        self._say({"kind": "log", "text": text[:4000]})

    def _say(self, what: dict[str, Plain]) -> None:
        with contextlib.suppress(OSError):
            os.write(self._answers, json.dumps(what).encode() + b"\n")

    def _listen(self) -> None:
        """Read lines in a thread: on Windows an event loop cannot watch every kind of pipe."""
        loop = asyncio.get_running_loop()

        def read() -> None:
            with contextlib.suppress(RuntimeError):  # the loop has closed: nobody is listening
                for line in sys.stdin.buffer:
                    loop.call_soon_threadsafe(self._heard, line)
                loop.call_soon_threadsafe(self._end, End.BROKEN)

        threading.Thread(target=read, name="host", daemon=True).start()

    def _heard(self, line: bytes) -> None:
        said = json.loads(line)
        if "close" in said:
            self._end(End(said["close"]))
            return
        answer = self._asked.get(int(said.get("id", 0)))
        if answer is not None and not answer.done():
            answer.set_result(said)

    def _end(self, why: End) -> None:
        if not self._closed.done():
            self._closed.set_result(why)
        for answer in self._asked.values():
            if not answer.done():
                answer.set_exception(EOFError("the host is gone"))


class _ToHostLog(logging.Handler):
    """Passes on what goes wrong in the gateway to the log of the host."""

    def __init__(self, pipe: HostPipe) -> None:
        super().__init__(logging.ERROR)
        self._pipe = pipe

    def emit(self, record: logging.LogRecord) -> None:
        self._pipe.log(self.format(record))
