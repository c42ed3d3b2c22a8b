"""The player's own commands on events at a table: when one is run, and how.

A command is a list of arguments in the settings, run without a shell, for a limited time, and once
at a time for each event. Names chosen by others reach it only in environment variables, without
control characters. A command that fails or hangs leaves a line in the log.
"""

import asyncio
import contextlib
import logging
import os
import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from net.client.events import ClientEvent, RoomChanged
from net.client.seat import ClientSeat
from net.wire.message import RoomChange
from net.wire.names import clean_text
from tui.preferences.settings import JOINED, MY_TURN, OVER
from tui.start import AnyStart, StartSolo

_log = logging.getLogger(__name__)

MOST_SECONDS: Final = 10.0
"""The time that a command may take."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """An event for which the player may have a command, with its facts."""

    name: str
    facts: Mapping[str, str] = field(default_factory=dict)


class Occasions:
    """Finds the occasions among the events of a table where other people play. No I/O."""

    def __init__(self) -> None:
        self._was_mine = False

    def follow(self, client: ClientSeat, happened: Sequence[RoomChange]) -> list[Occasion]:
        """Return the occasions in an event that the seat has already taken in."""
        before, self._was_mine = self._was_mine, client.my_turn
        found = [Occasion(MY_TURN)] if client.my_turn and not before else []
        for change in happened:
            if change.kind == "sat" and change.seat != client.seat:
                found.append(Occasion(JOINED, {"PLAYER": change.name}))
            elif change.kind == "over":
                found.append(Occasion(OVER, _place(client.view, client.seat)))
        return found


def _place(view: Any, seat: int | None) -> dict[str, str]:
    if view is None or view.result is None or seat is None:
        return {}
    return {"PLACE": str(view.result.places[seat]), "POINTS": str(view.result.totals[seat])}


class OwnCommands:
    """Runs the commands of the settings; the table does not wait for them."""

    def __init__(
        self, commands: Mapping[str, Sequence[str]], seconds: float = MOST_SECONDS
    ) -> None:
        self._commands = commands
        self._seconds = seconds
        self._occasions = Occasions()
        self.running: dict[str, asyncio.Task[None]] = {}
        """The task of each event whose command is running."""

    def follow(self, start: AnyStart, client: ClientSeat, event: ClientEvent) -> None:
        """Run the commands for an event, unless the player is alone with bots."""
        if not self._commands or isinstance(start, StartSolo):
            return
        happened = event.happened if isinstance(event, RoomChanged) else ()
        for occasion in self._occasions.follow(client, happened):
            command = self._commands.get(occasion.name)
            if command is not None and occasion.name not in self.running:
                seated = client.seated
                facts = {
                    "EVENT": occasion.name,
                    "TABLE": seated.table_name if seated else "",
                    "GAME": seated.game if seated else "",
                    **occasion.facts,
                }
                self._begin(occasion.name, command, facts)

    def _begin(self, name: str, command: Sequence[str], facts: Mapping[str, str]) -> None:
        def ended(task: asyncio.Task[None]) -> None:
            self.running.pop(name, None)

        task = asyncio.create_task(self._run(name, command, facts))
        self.running[name] = task
        task.add_done_callback(ended)

    async def _run(self, name: str, command: Sequence[str], facts: Mapping[str, str]) -> None:
        variables = {f"KOZYR_{fact}": clean_text(value) for fact, value in facts.items()}
        nowhere = asyncio.subprocess.DEVNULL
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                stdin=nowhere,
                stdout=nowhere,
                stderr=nowhere,
                env={**os.environ, **variables},
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            _log.warning("the command of %s cannot be run: %s", name, error)
            return
        try:
            async with asyncio.timeout(self._seconds):
                code = await process.wait()
            if code:
                _log.warning("the command of %s ended with the code %s", name, code)
        except TimeoutError:
            _log.warning("the command of %s took too long and was ended", name)
        finally:
            if process.returncode is None:
                _kill(process)
                await process.wait()


def _kill(process: asyncio.subprocess.Process) -> None:
    """End a command and everything it has started, as far as the system can."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
