"""A busy machine, for `pytest --late 10`: everything that may be late is, by up to 10 milliseconds.

Each connection's bytes, timers, threads and files, and the steps in which a client checks deals.
It all happens in the loop that runs a test; programs that a test starts are not slowed down.
"""

import asyncio
import os
import selectors
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from contextvars import Context
from random import Random
from typing import Any

import pytest

from net.client import known


class LateSelector(selectors.DefaultSelector):
    """A selector that reports late that a connection can be read or written; nothing is lost."""

    def __init__(self, delay: Callable[[], float]) -> None:
        super().__init__()
        self._delay = delay
        self._due: dict[int, float] = {}

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        """Forget a connection."""
        key: selectors.SelectorKey = super().unregister(fileobj)
        self._due.pop(key.fd, None)
        return key

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return the connections that have been ready for long enough."""
        ready = super().select(timeout)
        now = time.monotonic()
        waits = [self._due.setdefault(key.fd, now + self._delay()) - now for key, _ in ready]
        if waits and min(waits) > 0 and timeout != 0:
            time.sleep(min(waits) if timeout is None else min(*waits, timeout))
            now = time.monotonic()
        come = [each for each in ready if self._due[each[0].fd] <= now]
        for key, _ in come:
            del self._due[key.fd]
        return come


class LateLoop(asyncio.SelectorEventLoop):
    """Wakes up late, and learns late of connections and threads."""

    def __init__(self, delay: Callable[[], float]) -> None:
        self._sockets = LateSelector(delay)
        super().__init__(self._sockets)
        self._delay = delay

    def close(self) -> None:
        """Wait for goodbyes, which are late too, but not for ever: anything that stays open is a
        leak.
        """
        for _ in range(0 if self.is_closed() else 50):
            self.run_until_complete(asyncio.sleep(self._delay()))
            if len(self._sockets.get_map()) == 1:  # the loop's own
                break
        super().close()

    def call_at(
        self,
        when: float,
        callback: Callable[..., object],
        *args: Any,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        """Call back later than that."""
        return super().call_at(when + self._delay(), callback, *args, context=context)

    def run_in_executor(
        self, executor: Executor | None, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        """Run a function in a thread that takes its time."""

        def late() -> Any:
            time.sleep(self._delay())
            return func(*args)

        return super().run_in_executor(executor, late)


class Late:
    """The plugin: the same test has the same delays, as far as a seed can fix them."""

    def __init__(self, milliseconds: float) -> None:
        self._longest = milliseconds / 1000
        self._chance = Random(0)

    def _delay(self) -> float:
        return self._chance.uniform(0, self._longest)

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        self._chance.seed(item.nodeid)

    def pytest_asyncio_loop_factories(self) -> Mapping[str, Callable[[], LateLoop]]:
        return {"late": lambda: LateLoop(self._delay)}

    @pytest.fixture(autouse=True)
    def late(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Make the steps of a check and the writing of files slow."""
        flush = os.fsync

        def fsync(file: Any) -> None:
            time.sleep(self._delay())
            flush(file)

        monkeypatch.setattr(os, "fsync", fsync)
        monkeypatch.setattr(known, "pause", lambda: asyncio.sleep(self._longest))
