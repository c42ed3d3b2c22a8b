"""The work of a client between messages: it checks deals, and files records in a thread."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from pathlib import Path
from typing import Protocol

from core.game import Plain
from net.client.events import ClientEvent, DealChecked, RecordFiled, RecordReceived
from net.client.record_copy import RecordChecked, check_copy, kept_copy
from net.client.seat import ClientSeat
from net.tasks import Tasks

_log = logging.getLogger(__name__)


class Checks:
    """Runs the checks of a client for one link; `hand_on` gets the events that they report."""

    def __init__(
        self, client: ClientSeat, hand_on: Callable[[Iterable[ClientEvent]], None]
    ) -> None:
        self._checking = client.checking
        self._hand_on = hand_on
        self._task: asyncio.Task[object] | None = None

    def begin(self) -> None:
        """Report to this link from now on, including the rest of an earlier link's check."""
        self._checking.report = self._hand_on

    def follow(self) -> None:
        """Start a check if one is due and none runs."""
        if self._checking.due and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._checking.finish())

    async def finish(self) -> None:
        """Check everything that has arrived."""
        self.follow()
        if self._task is not None:
            await self._task


class RecordFiler(Protocol):
    """Writes a record among the past matches, unless a better one is there; raises OSError.

    Returns its path, and whether another match of the same table had its number before.
    """

    def __call__(
        self, table: str, match: int, begun: str, lines: tuple[dict[str, Plain], ...], /
    ) -> tuple[Path, bool]: ...


class Filing:
    """Files the records of one link's client; `hand_on` gets a RecordFiled for each."""

    def __init__(
        self,
        client: ClientSeat,
        hand_on: Callable[[Iterable[ClientEvent]], None],
        keep: RecordFiler | None,
    ) -> None:
        self.failed = False
        """Whether the disk could not be written."""
        self._client = client
        self._hand_on = hand_on
        self._keep = keep
        self._tasks = Tasks()
        self._one_by_one = asyncio.Lock()
        self._held: Callable[[], Coroutine[None, None, None]] | None = None
        """Files this client's own record at the end, if the host sends none that fits."""

    def begin(self, received: RecordReceived) -> None:
        """Check and file the host's record in the background."""
        self._tasks.start(self._file(received))

    def grow(self, checked: DealChecked) -> None:
        """File this client's own record up to the deal that was just checked.

        If the host is gone for good, the match is kept among the past ones as far as it was played.
        A client that joined late does not know who began the match: at the end the host's record is
        filed instead, if a fitting one comes.
        """
        client, deals = self._client, self._client.deals
        if self._keep is None or deals is None or client.seated is None or client.seat is None:
            return
        lines = kept_copy(checked.record, client.seat, client.handshake.name)
        write = partial(
            self._write_own, client.seated.table, deals.match.number, deals.match.begun, lines
        )
        if deals.match.late and "result" in lines[-1]:
            self._held = write
        else:
            self._tasks.start(write())

    async def finish(self) -> None:
        """Wait until every record that has arrived is filed."""
        if self._held is not None:
            self._tasks.start(self._held())
            self._held = None
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def _file(self, received: RecordReceived) -> None:
        async with self._one_by_one:
            checked, path, reused = await asyncio.to_thread(self._check_and_write, received)
        if checked.lines:
            self._held = None
        self._client.end.learn(received, checked)
        self._hand_on([RecordFiled(path, checked.fits, reused)])

    async def _write_own(
        self, table: str, match: int, begun: str, lines: tuple[dict[str, Plain], ...]
    ) -> None:
        async with self._one_by_one:
            await asyncio.to_thread(self._write, table, match, begun, lines)

    def _check_and_write(self, received: RecordReceived) -> tuple[RecordChecked, str, bool]:
        try:
            checked = check_copy(received.text, received.seen)
        except Exception:  # a foreign host may send anything
            _log.exception("the record of the match makes no sense")
            return RecordChecked(False), "", False
        if not checked.lines:
            return checked, "", False
        table, match = received.seen.table, received.match
        return checked, *self._write(table, match, received.begun, checked.lines)

    def _write(
        self, table: str, match: int, begun: str, lines: tuple[dict[str, Plain], ...]
    ) -> tuple[str, bool]:
        """Write a record; return its path, "" if the disk fails, and the flag of RecordFiler."""
        if self._keep is None:
            return "", False
        try:
            path, reused = self._keep(table, match, begun, lines)
        except OSError as error:
            _log.error("cannot write the record: %s", error)
            self.failed = True
            return "", False
        return str(path), reused
