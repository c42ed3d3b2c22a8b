"""Opens the screen that a start, a key or a command asks for.

Screens are imported when they are opened: together they take as long as Textual itself.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tui.pages import page_class
from tui.start import (
    AnyStart,
    StartHistory,
    StartHome,
    StartJoin,
    StartLesson,
    StartReplay,
    StartSolo,
)

if TYPE_CHECKING:
    from tui.program import Program


def open_start(app: Program, start: AnyStart) -> None:
    """Open what a start asks for."""
    from tui.lessons import offer as learn

    match start:
        case StartHome():
            pass
        case StartLesson(game):
            learn.open_lesson(app, game)
        case StartHistory(game):
            app.push_screen(page_class("history")(game))
        case StartReplay(path, eyes):
            from tui.replay.screen import open_replay

            open_replay(app, Path(path), eyes)
        case StartSolo(game):
            usual = partial(app.at_table.go, replace(start, options={})) if start.options else None
            learn.offer_lesson(app, game, partial(app.at_table.go, start), usual)
        case StartJoin(address=None, table_id=None):
            app.push_screen(page_class("tables")(start.name, start.watch, start.code))
        case _:
            app.at_table.go(start)
