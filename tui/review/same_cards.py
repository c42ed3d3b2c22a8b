"""The same cards with an expert in the player's seat, played in a process of its own.

The result is kept beside the record, as reviews are.
"""

import asyncio
import json
import sys
from pathlib import Path
from typing import Final

from core.review.review import fingerprint
from core.review.same_cards import SUBSTITUTE, SoloMatch, played_again, solo_match
from net.files.folders import read_file
from net.files.history import record_lines
from net.files.reviews import write_whole
from net.wire.names import bot_temper
from tui.language.text import t
from tui.review.process import stand_back, started

_MOST_BYTES: Final = 1 << 12


def expert_said(points: int, own: int) -> str:
    """Compare the expert's points with the player's, in a sentence without a full stop."""
    return t(
        "The same cards with an expert in your seat: {points}; you: {own}", points=points, own=own
    )


async def expert_points(path: Path) -> int | None:
    """Return the points of an expert in the player's seat of a solo match.

    None if the match cannot be dealt again. Cancelling this ends the process.
    """
    lines = await asyncio.to_thread(_lines, path)
    solo = solo_match(lines)
    if solo is None:
        return None
    kept = kept_points(path, lines)
    if kept is not None:
        return kept
    process = started("tui.review.same_cards", path)
    assert process.stdout is not None
    try:
        said = await asyncio.to_thread(process.stdout.readline)
    finally:
        # Nothing is awaited here: an application that ends waits for no worker of its screens.
        process.kill()
        process.wait()
        process.stdout.close()
    if not said.endswith(b"\n"):
        return None
    points = int(said)
    _keep(path, lines, points)
    return points


def _lines(path: Path) -> list[str]:
    try:
        return record_lines(path)
    except (OSError, ValueError):
        return []


def kept_path(record: Path) -> Path:
    """Return the file in which the points are kept."""
    return record.with_suffix(".expert.json")


def kept_points(record: Path, lines: list[str]) -> int | None:
    """Return the points kept for a record with these lines; None if there are none."""
    try:
        kept = json.loads(read_file(kept_path(record), _MOST_BYTES))
        points = kept["points"] if kept["record"] == fingerprint(lines) else None
    except (OSError, ValueError, LookupError, TypeError):
        return None
    return points if type(points) is int else None


def _keep(record: Path, lines: list[str], points: int) -> None:
    kept = {"record": fingerprint(lines), "points": points}
    write_whole(kept_path(record), json.dumps(kept))


def main() -> None:
    """Print the points of an expert in the player's seat of a record."""
    stand_back()
    solo = solo_match(_lines(Path(sys.argv[1])))
    if solo is not None:
        print(points_of_expert(solo), flush=True)


def points_of_expert(solo: SoloMatch) -> int:
    """Return the points of an expert in the player's seat, with the other bots of the match."""
    minds = [
        solo.bot(seat, SUBSTITUTE if seat == solo.seat else _level(player.name, player.kind))
        for seat, player in enumerate(solo.players)
    ]
    *_, last = played_again(solo, minds)
    result = solo.game.result(last.state)
    assert result is not None, "a match ends"
    return result.totals[solo.seat]


def _level(name: str, kind: str) -> str:
    level = kind.removeprefix("bot:")
    temper = bot_temper(name, level)
    return f"{level}:{temper}" if temper else level
