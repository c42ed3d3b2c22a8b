"""Records of past matches in a separate folder, played at random with fixed seeds."""

import json
from pathlib import Path
from random import Random
from typing import Any

from core.game import Seat, parse_options
from core.games import GAMES
from core.match import Match, Player, to_line
from core.records.career import Career, Outcome
from core.records.replay import Replay
from core.review.review import Review
from core.shuffle import SeededDecks
from tests.support.dealing import DealtMatch
from tests.support.game_facts import house_rules_of, seats_of
from tui.plain.replay import PlainReplay


def read_out(replay: Replay, seat: Seat | None, review: Review | None = None) -> list[str]:
    """Return everything that plain mode says about a match."""
    said: list[str] = []
    match = PlainReplay(replay, seat, said.append, review=review)
    match.begin(asks=False)
    match.tell_all()
    return said


def played(
    game_name: str, seed: int = 1, *, names: tuple[str, ...] = ("Ann",), moves: int = 10_000
) -> Match:
    """Play a match at random: people first, then hard bots, four in all; at most `moves` moves.

    Fewer than four where the game has no more seats.
    """
    game: Any = GAMES[game_name]
    bots = ("Rook", "Magpie", "Badger")[: seats_of(game_name, "short") - len(names)]
    players = [*(Player(name, "human") for name in names), *(Player(b, "bot:hard") for b in bots)]
    options = parse_options(game.Options, house_rules_of(game_name, "short"))
    match, rng = DealtMatch(game, options, players, SeededDecks(seed)), Random(seed)
    while moves and (seats := game.to_act(match.state)):
        match.play(seats[0], rng.choice(game.legal(match.state, seats[0])))
        moves -= 1
    return match


def kept(folder: Path, match: Match, when: str) -> Path:
    """Write a match into a folder as if it had begun then, "2026-11-20-190000"."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{when}-{match.game.NAME}-abcdef-1.jsonl"
    path.write_text(match.text(), "utf-8")
    return path


def of_release(path: Path, release: str) -> None:
    """Have a record say that bots of this release played in it."""
    first, *others = path.read_text("utf-8").splitlines()
    named = to_line({**json.loads(first), "release": release})
    path.write_text("\n".join([named, *others, ""]), "utf-8")


def still_played(state: Path, path: Path) -> None:
    """Write the table's log of a record, as if its match were not finished yet."""
    table = path.stem.rpartition("-")[0].rpartition("-")[2]
    (state / "tables").mkdir(exist_ok=True)
    (state / "tables" / f"{table}0000.jsonl").write_text("{}")


def career_name(game_name: str) -> str:
    """Return the name of the matches of `played` in statistics: the game and its short rules."""
    options = parse_options(GAMES[game_name].Options, house_rules_of(game_name, "short"))
    outcome = Outcome(game_name, 0, (), options=options)
    return Career(game_name, outcome.length).name
