"""A gateway's pipes to its host: its settings, its questions, and the order to close."""

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
from net.guests.screens import ScreenEnd
from net.host.admission import group_of


@dataclass(frozen=True, slots=True)
class Admitted:
    """A guest who may enter."""

    code: str
    """The table's code, for the guest's program; empty if there is none."""


class HostPipe:
    """The gateway's end of the pipes to its host, from `connect` until the host ends."""

    def __init__(self, answers: int) -> None:
        self.settings: dict[str, Any] = {}
        """The settings with which the host has opened the gateway."""
        self._closed: asyncio.Future[ScreenEnd] = asyncio.get_running_loop().create_future()
        self._answers = answers
        self._numbers = itertools.count(1)
        self._asked: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """The lock of each group of addresses, held while a code from the group is checked."""

    @classmethod
    async def connect(cls) -> HostPipe:
        """Take stdin and stdout as the pipes, and wait for the settings. Raises EOFError."""
        answers = os.dup(1)
        os.dup2(2, 1)  # a stray print must not end up among the answers
        pipe, loop = cls(answers), asyncio.get_running_loop()
        with contextlib.suppress(NotImplementedError):  # Windows
            loop.add_signal_handler(signal.SIGTERM, pipe.end, ScreenEnd.BROKEN)
        told = pipe._asked[0] = loop.create_future()
        # A thread reads, because on Windows an event loop cannot watch every kind of pipe.
        threading.Thread(target=_read_lines, args=(loop, pipe), name="host", daemon=True).start()
        pipe.settings = await told
        logging.getLogger().addHandler(_ToHostLog(pipe))
        return pipe

    def word(self, name: str, language: str = "") -> str:
        """Return a sentence by its name, in a language or in the host's."""
        words = self.settings["words"]
        return str(words.get(language or self.settings["language"], {}).get(name, name))

    async def wait_closed(self) -> ScreenEnd:
        """Wait until the host closes the gateway, or is gone; return the reason."""
        return await asyncio.shield(self._closed)

    def opened(self, port: int, fingerprint: str = "") -> None:
        """Tell the host that the gateway is open."""
        self.say({"kind": "opened", "port": port, "fingerprint": fingerprint})

    async def admit(self, address: str, code: str, *, known: bool = False) -> Admitted | None:
        """Ask whether a guest from an address may enter with a code; None if not.

        After wrong codes the answer is delayed. So the host is asked about one guest of an address
        at a time, even if the earlier one has left meanwhile.
        """
        question: dict[str, Plain] = {"address": address, "code": code, "known": known}
        turn = self._turns.setdefault(group_of(address), asyncio.Lock())
        await turn.acquire()
        asking = asyncio.ensure_future(self._ask("admit", **question))
        asking.add_done_callback(lambda _: turn.release())
        answer = await asyncio.shield(asking)
        return Admitted(str(answer["code"])) if answer.get("right") else None

    async def asks_for_code(self) -> bool:
        """Return whether newcomers need a code now."""
        return bool((await self._ask("coded")).get("coded"))

    async def where(self) -> str:
        """Return the present address of this machine in its network."""
        return str((await self._ask("where")).get("where", ""))

    async def is_seated(self, token: str) -> bool:
        """Return whether a token opens a seat at the table."""
        return bool((await self._ask("seated", token=token)).get("seated"))

    async def others(self) -> list[tuple[str, str]]:
        """Return the names and addresses of the players whose computers may continue the table."""
        said = (await self._ask("others")).get("others", ())
        return [(str(name), str(address)) for name, address in said]

    def note_guests(self, guests: list[dict[str, Plain]]) -> None:
        """Tell the host the keys and tokens by which a later host recognises seated guests."""
        self.say({"kind": "guests", "guests": guests})

    async def _ask(self, kind: str, **facts: Plain) -> dict[str, Any]:
        if self._closed.done():
            return {}
        number = next(self._numbers)
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._asked[number] = answer
        self.say({"kind": kind, "id": number, **facts})
        try:
            return await answer
        except EOFError:
            return {}
        finally:
            self._asked.pop(number, None)

    def say(self, what: dict[str, Plain]) -> None:
        """Write a message to the host, if it is still there."""
        with contextlib.suppress(OSError):
            os.write(self._answers, json.dumps(what).encode() + b"\n")

    def receive(self, line: bytes) -> None:
        """Take a line from the host: the end, the settings, or an answer."""
        said = json.loads(line)
        if "close" in said:
            self.end(ScreenEnd(said["close"]))
            return
        answer = self._asked.get(int(said.get("id", 0)))
        if answer is not None and not answer.done():
            answer.set_result(said)

    def end(self, why: ScreenEnd) -> None:
        """Note the end of the gateway, and answer every open question with it."""
        if not self._closed.done():
            self._closed.set_result(why)
        for answer in self._asked.values():
            if not answer.done():
                answer.set_exception(EOFError("the host is gone"))


def _read_lines(loop: asyncio.AbstractEventLoop, pipe: HostPipe) -> None:
    """Have the loop take the lines of stdin, and its end."""
    with contextlib.suppress(RuntimeError):  # the loop has closed
        for line in sys.stdin.buffer:
            loop.call_soon_threadsafe(pipe.receive, line)
        loop.call_soon_threadsafe(pipe.end, ScreenEnd.BROKEN)


class _ToHostLog(logging.Handler):
    """Passes the gateway's errors on to the log of the host."""

    def __init__(self, pipe: HostPipe) -> None:
        super().__init__(logging.ERROR)
        self._pipe = pipe

    def emit(self, record: logging.LogRecord) -> None:
        self._pipe.say({"kind": "log", "text": self.format(record)[:4000]})
