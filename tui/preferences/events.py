"""The events at a table for which a player may have a command: their names, and their detection.

Pure; `tui.own_commands` runs the commands.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from tui.commands import did_you_mean
from tui.language.text import t

if TYPE_CHECKING:
    from net.client.seat import ClientSeat
    from net.wire.message import RoomChange

MY_TURN, JOINED, OVER = "my_turn", "joined", "over"
NAMES: Final = (MY_TURN, JOINED, OVER)
"""The events, as the settings name them."""


def checked(events: Mapping[str, Any]) -> tuple[dict[str, list[str]], dict[str, str]]:
    """Return the commands that can be run, and by event the mistake in each of the others."""
    good, mistakes = {}, {}
    for name, command in events.items():
        if name not in NAMES:
            mistakes[name] = t("no such event") + did_you_mean(name, NAMES)
        elif not (isinstance(command, list) and command and all(map(_is_argument, command))):
            mistakes[name] = t("must be a list of texts in quotes")
        elif shutil.which(command[0]) is None:
            mistakes[name] = t("there is no command {name}", name=command[0])
        else:
            good[name] = command
    return good, mistakes


def _is_argument(each: object) -> bool:
    return isinstance(each, str) and "\0" not in each


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
