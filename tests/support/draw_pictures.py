"""Draws the pictures of docs/playing.md: the player presses Enter, and the bots play freely.

python -m tests.support.draw_pictures docs/pictures
"""

import asyncio
import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from textual.pilot import Pilot

from core.game import Move
from tests.support.screens import HOME, make, my_turn, opened, read, table_of, until
from tests.support.svg import svg_of
from tui.start import AnyStart, StartSolo


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture: the beginning of its match, its theme, and the number of turns before it."""

    start: AnyStart
    theme: str
    turns: int = 0
    mistake: Move = ""
    """A costly move, which is then made: the coach points it out."""


SIZE: Final = (110, 36)

PICTURES: Final = {
    "home": Picture(HOME, "tbilisi"),
    "joker": Picture(StartSolo("joker", 4, "medium", {"deal_set": "nines"}, 3), "felt", 5),
    "kozel": Picture(StartSolo("kozel", 4, "medium", {}, 3), "paper", 4),
    "coach": Picture(StartSolo("kozel", 2, "medium", {}, 3), "felt", 6, "lay 4-0 left"),
    "graph_poker": Picture(StartSolo("graph_poker", 3, "medium", {}, 3), "night", 9),
}


async def draw(picture: Picture) -> str:
    """Play up to a position and return its picture."""
    chosen = {"theme": picture.theme, "table": {"game": "joker"}, "coach": bool(picture.mistake)}
    async with opened(picture.start, SIZE, **chosen) as pilot:
        for _ in range(picture.turns):
            await _my_turn(pilot)
            await pilot.press("enter")
        if picture.start is not HOME:
            await _my_turn(pilot)
        if picture.mistake:
            make(await my_turn(pilot), picture.mistake)
            await until(pilot, lambda: "cost about" in read(pilot))
        await pilot.pause(0.2)
        return svg_of(pilot.app.screen._compositor.render_strips())


async def _my_turn(pilot: Pilot[None]) -> None:
    def mine() -> bool:
        table = table_of(pilot)
        return table is not None and bool(table.model.board.legal or table.model.match.reading)

    await until(pilot, mine)


def main(folder: Path) -> None:
    """Draw all of them."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as state:
        os.environ["KOZYR_STATE"] = state  # keeps the records of these matches out of the way
        for name, picture in PICTURES.items():
            (folder / f"{name}.svg").write_text(asyncio.run(draw(picture)), "utf-8")


if __name__ == "__main__":
    os.environ["TEXTUAL_COLOR_SYSTEM"] = "truecolor"
    main(Path(sys.argv[1]))
