"""Brings a table from another host to this one, and ends one that is continued elsewhere.

prepare     the table is read, checked and written as a draft; it is not served yet
arrive      its old host has let it go, and it is open here
forget      it stays at its old host
give_way    the player of this host has joined a branch of a table that is here
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial

from net.host.factory import take_up
from net.host.runtime import Runtime
from net.table.handover import read_handed
from net.table.log import MovedLine, OpenedLine, damaged
from net.table.table import Table


class Arrivals:
    """The tables that move to a host, one at a time."""

    def __init__(self, runtime: Runtime) -> None:
        self.on_arrival: Callable[[], None] = lambda: None
        """Called when a prepared table opens here."""
        self.here = ""
        """The address of this machine in its network."""
        self._runtime = runtime

    def prepare(
        self,
        text: str,
        token: str,
        *,
        bot_seconds: float,
        fits: Callable[[Table], bool] = lambda table: True,
    ) -> Table:
        """Prepare a table that another host may let go to this one; `token` opens a seat at it.

        Raises LogError if it makes no sense or does not fit, OSError if it cannot be written.
        """
        runtime = self._runtime
        table = take_up(read_handed(text), runtime.time.now(), bot_seconds=bot_seconds)
        if not fits(table):
            raise damaged(1)
        table.migration.here = self.here
        table.keys.host = own = table.room.find_token(token)
        if table.log.on and runtime.keeper.logs is not None:
            first, *others = table.log.lines
            assert isinstance(first, OpenedLine)
            runtime.keeper.logs.draft(table.id, [runtime.keeper.placed(first, own), *others])
        runtime.lobby.arriving = table
        runtime.lobby.on_arrival = partial(self._arrived, table.id)
        return table

    def arrive(self) -> None:
        """Open the prepared table: its old host has let it go."""
        runtime = self._runtime
        runtime.carry_out(runtime.lobby.open_arriving(runtime.time.now()))

    def _arrived(self, table: str) -> None:
        """Take the draft of the table that has just opened here as its log."""
        runtime = self._runtime
        if runtime.keeper.logs is not None:
            try:
                runtime.keeper.logs.adopt(table)
            except OSError as error:
                runtime.keeper.give_up_writing(error)
        runtime.keeper.note_reach()
        self.on_arrival()

    def forget(self) -> None:
        """Drop the prepared table: it stays at its old host."""
        self._runtime.lobby.arriving = None
        if self._runtime.keeper.logs is not None:
            with contextlib.suppress(OSError):
                self._runtime.keeper.logs.forget_draft()

    def give_way(self, table: str, where: MovedLine) -> None:
        """End a table whose player has joined a branch; its log names the place."""
        runtime = self._runtime
        runtime.carry_out(runtime.lobby.give_way(table, where))
