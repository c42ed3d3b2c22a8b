"""A TCP relay between a client and a host: it can be cut, and can swallow the host's messages."""

from __future__ import annotations

import asyncio


class CutProxy:
    """Relays to a port of this machine; `async with` opens and closes it."""

    def __init__(self, port: int) -> None:
        self._to = port
        self.port = 0
        self.deaf = False
        """While set, nothing comes back from the host."""
        self.refusing = False
        """While set, new connections end at once."""
        self.met = asyncio.Event()
        """Set by the first connection."""
        self.relaying = asyncio.Event()
        """While clear, new connections stay open but lead nowhere yet."""
        self.relaying.set()
        self._server: asyncio.Server | None = None
        self._wires: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> CutProxy:
        self._server = await asyncio.start_server(self._relay, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *exception: object) -> None:
        self._server.close()
        self.cut()
        self.relaying.set()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def turn_to(self, port: int) -> None:
        """Lead new connections to another host."""
        self._to = port

    def cut(self) -> None:
        """Break every connection."""
        for wire in self._wires:
            wire.transport.abort()

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        self._wires.add(writer)
        self.met.set()
        if self.refusing:
            writer.transport.abort()
            return
        await self.relaying.wait()
        there_reader, there = await asyncio.open_connection("127.0.0.1", self._to)
        self._wires.add(there)
        await asyncio.gather(self._pump(reader, there), self._pump(there_reader, writer, back=True))

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, back: bool = False
    ) -> None:
        try:
            while data := await reader.read(4096):
                if not (back and self.deaf):
                    writer.write(data)
        except OSError:
            pass
        finally:
            writer.transport.abort()
