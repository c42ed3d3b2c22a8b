"""The same cards with an expert in the player's seat, played in a process of its own.

The cards follow from the seed in the record, and so do the bots' random choices: the same moves
give the same match. A match without a seed, or of several people, cannot be dealt again. The result
is kept beside the record, as reviews are.
"""

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

from core.bots import chance_of, choose
from core.game import Game, Move, Seat
from core.games import GAMES
from core.match import Match, Player
from core.records import BrokenRecordError
from core.records.record import announced, proof_in
from core.review.review import fingerprint
from core.shuffle import SeededDecks
from net.files.folders import read_file
from net.files.history import record_lines
from net.files.reviews import write_whole
from net.wire.names import bot_temper
from tui.language.text import t
from tui.review.process import stand_back, started

SUBSTITUTE: Final = "expert"
"""The level at which the player's seat is played."""

Mind: TypeAlias = Callable[[Any, int], Move]
"""Decides for a seat, given its View and how many moves it has made."""


@dataclass(frozen=True, slots=True)
class SoloMatch:
    """A match of one person against bots, with all that is needed to deal it again."""

    game: Game
    options: Any
    players: tuple[Player, ...]
    seed: bytes
    table: bytes
    seat: Seat
    """The seat of the only person."""

    def before_dealing(self) -> Match:
        """Return the match before the first deal."""
        decks = SeededDecks(self.seed, self.table)
        return Match(self.game, self.options, self.players, decks)

    def bot(self, seat: Seat, level: str) -> Mind:
        """Return a bot with the same random choices as the one that sat here."""

        def decide(view: Any, made: int) -> Move:
            return choose(self.game.NAME, view, level, Random(chance_of(self.seed, seat, made)))

        return decide


def solo_match(lines: Sequence[str]) -> SoloMatch | None:
    """Read the first line of a record; None if the match cannot be dealt again."""
    try:
        entry = json.loads(lines[0])
        game, options, players = announced(GAMES, entry)
        proof = proof_in(entry, len(players))
    except (IndexError, ValueError, RecursionError, BrokenRecordError):
        return None
    people = [seat for seat, player in enumerate(players) if player.kind == "human"]
    if proof is None or proof.deals or proof.shares or len(people) != 1:
        return None
    if not all(p.kind.startswith("bot:") for s, p in enumerate(players) if s != people[0]):
        return None
    return SoloMatch(game, options, tuple(players), proof.seed, proof.table, people[0])


def played_again(solo: SoloMatch, minds: Sequence[Mind]) -> Iterator[Match]:
    """Play a match from its beginning to its end; yield it after each decision."""
    match, made = solo.before_dealing(), Counter[Seat]()
    match.deal_due()
    while waiting := solo.game.to_act(match.state):
        # Seats that decide at the same time do not know each other's decisions.
        views = [solo.game.view(match.state, seat) for seat in waiting]
        for seat, view in zip(waiting, views, strict=True):
            match.play(seat, minds[seat](view, made[seat]))
            made[seat] += 1
        match.deal_due()
        yield match


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
