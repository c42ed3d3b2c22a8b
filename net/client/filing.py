"""Checks a client's copies of records beside the event loop, and files them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol

from core.game import Plain
from net.client.happenings import RecordReceived, SeatHappening
from net.client.record_copy import RecordChecked, check_copy
from net.client.seat import ClientSeat

_log = logging.getLogger(__name__)


class RecordFiler(Protocol):
    """Writes a record among the past matches, unless it is there already; raises OSError."""

    def __call__(
        self, table: str, match: int, begun: str, lines: tuple[dict[str, Plain], ...], /
    ) -> Path: ...


class Filing:
    """The records for the client of one link; `hand_on` hears what has become of each."""

    def __init__(
        self,
        client: ClientSeat,
        hand_on: Callable[[Iterable[SeatHappening]], None],
        keep: RecordFiler | None,
    ) -> None:
        self.failed = False
        """Whether the disk could not be written."""
        self._client = client
        self._hand_on = hand_on
        self._keep = keep
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, received: RecordReceived) -> None:
        """Check and file a record, which takes a moment."""
        task = asyncio.create_task(self._file(received))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def finish(self) -> None:
        """Wait until everything that has arrived is filed."""
        await asyncio.gather(*self._tasks)

    async def _file(self, received: RecordReceived) -> None:
        checked, path = await asyncio.to_thread(self._check_and_write, received)
        self._hand_on([self._client.end.filed(received, checked, path)])

    def _check_and_write(self, received: RecordReceived) -> tuple[RecordChecked, str]:
        try:
            checked = check_copy(received.text, received.seen)
        except Exception:  # a foreign host may send anything
            _log.exception("the record of the match makes no sense")
            return RecordChecked(False), ""
        if not checked.lines or self._keep is None:
            return checked, ""
        table, match = received.seen.table, received.match
        try:
            return checked, str(self._keep(table, match, received.begun, checked.lines))
        except OSError as error:
            _log.error("cannot write the record: %s", error)
            self.failed = True
            return checked, ""
