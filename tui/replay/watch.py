"""The way into a replay: reads a record beside the loop and opens it on its board."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from core.records.fault import BrokenRecordError
from net.files.history import StillGoingOnError, load_replay, past_match
from tui.history.words import chosen_eyes, opening_failed
from tui.language.text import t
from tui.opening import screen
from tui.table.links import player_name

if TYPE_CHECKING:
    from tui.program import Program


def open_replay(
    app: Program, path: Path, eyes: str = "", *, part: tuple[str, int] | None = None
) -> None:
    """Open a record on its board, or say why that is impossible.

    `part` is where to begin: "deal" or "round" and its number.
    """
    name = player_name(app.settings)

    async def read() -> None:
        try:
            replay = await asyncio.to_thread(load_replay, path)
            own = await asyncio.to_thread(lambda: past_match(path).seat_of((name,)))
            seat = chosen_eyes(replay.players, eyes, name, own)
        except (OSError, BrokenRecordError, StillGoingOnError) as error:
            app.notify(opening_failed(error), severity="warning", timeout=10)
        except LookupError:
            app.notify(t("nobody with that name sat there"), severity="warning")
        else:
            at = replay.start_of(*part) if part else 0
            app.push_screen(screen("replay")(replay, seat, at, path))

    app.run_worker(read(), group="replay", exclusive=True)
