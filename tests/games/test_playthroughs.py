"""One match of every game as a text to read: moves, their effects, and a seat's view after them.

Renewed by `pytest --renew`; a change of the rules, of a view or of a bot shows up here in review.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from core.bots import RULE_OF_THUMB, choose
from core.game import RECORDED, Game
from core.games import GAMES
from core.match import Player, to_line
from core.shuffle import SeededDecks
from net.wire.bounds import PlainMap
from net.wire.views import plain_view
from tests.support.dealing import DealtMatch
from tests.support.game_facts import seats_of

FOLDER = Path(__file__).parent / "playthroughs"
SHOWN_DEALS = 3
"""The number of deals told move by move; the others are told by their scores."""


def _changes(before: PlainMap, after: PlainMap) -> Iterator[str]:
    for key, value in after.items():
        if key not in before or before[key] != value:
            yield f"    {key}: {to_line(value)}"


def _story(game: Game, seed: int) -> Iterator[str]:
    """Return a match of bots that play by rule of thumb, as seen by seat 0."""
    seats = seats_of(game.NAME, "playthrough")
    players = [Player(f"Player {seat}", "bot:easy") for seat in range(seats)]
    match = DealtMatch(game, game.Options(), players, SeededDecks(seed))
    minds = [Random(seat) for seat in range(seats)]
    yield f"{game.NAME}, {seats} seats, seed {seed}, as seat 0 sees it"
    seen = plain_view(game.view(match.state, 0))
    yield from _changes({}, seen)
    while to_act := game.to_act(match.state):
        seat, told = to_act[0], game.view(match.state, 0).deal <= SHOWN_DEALS
        view = game.view(match.state, seat)
        move = choose(game.NAME, view, RULE_OF_THUMB, minds[seat])
        events = [event.seen_by(0) for event in match.play(seat, move)]
        for event in events:
            if told and event.kind == "moved":
                yield f"seat {event.seat}: {event.data.get('move', 'a secret move')}"
            if event.kind in RECORDED or (told and event.kind != "moved"):
                whose = "" if event.seat is None else f" (seat {event.seat})"
                yield f"  {event.kind}{whose} {to_line(event.data)}"
        now = plain_view(game.view(match.state, 0))
        if told:
            yield from _changes(seen, now)
        seen = now
    yield f"result {to_line(match.lines[-1]['result'])}"


@pytest.mark.parametrize("name", list(GAMES))
def test_the_playthrough_is_as_it_was(name: str, renew: bool) -> None:
    path = FOLDER / f"{name}.txt"
    story = "".join(f"{line}\n" for line in _story(GAMES[name], seed=1))
    if renew:
        path.write_text(story, encoding="utf-8")
    assert path.exists(), f"{path} is missing: pytest --renew tests/games writes it"
    assert path.read_text(encoding="utf-8") == story, "run pytest --renew and review the change"
