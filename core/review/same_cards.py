"""A match against bots played once more: the same cards, the same bots, another mind at one seat.

Pure. The cards follow from the seed in the record, and so do the bots' random choices: the same
moves give the same match. A match without a seed, or of several people, cannot be dealt again.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, TypeAlias

from core.bots import chance_of, choose
from core.game import Game, Move, Seat
from core.games import GAMES
from core.match import Match, Player
from core.records import BrokenRecordError
from core.records.record import announced, proof_in
from core.shuffle import SeededDecks

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
