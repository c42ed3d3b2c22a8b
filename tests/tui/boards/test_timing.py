"""Events to which a board gives time are seen to move, in every game."""

from dataclasses import replace
from random import Random

import pytest

from core.game import Event, PlainEvent
from core.games import GAMES
from core.match import Match, Player
from core.shuffle import SeededDecks
from tests.support.game_facts import seats_of
from tui.boards import BOARDS
from tui.boards.contract import paint_table
from tui.boards.scene import PLAY_SECONDS, Focus, Scene
from tui.drawing.look import look_from

LOOK = look_from({})


def shown(match: Match, events: list[Event]) -> Scene:
    """The screen of the player of seat 0 before the summary of a deal covers it."""
    view = match.game.view(match.state, 0)
    cut = tuple(event.seen_by(0) for event in events)
    names = tuple("ABCDEFGHIJ"[: view.seats])
    return Scene(view, names, (), Focus(), LOOK, events=cut, summary=False)


@pytest.mark.parametrize("name", GAMES)
def test_what_takes_time_is_seen_to_move(name: str) -> None:
    game, board, rng = GAMES[name], BOARDS[name], Random(1)
    match = Match(
        game, game.Options(), [Player("", "")] * seats_of(name, "replayed"), SeededDecks(3)
    )
    match.deal_due()
    moved = still = 0
    for _ in range(150):
        seats = game.to_act(match.state)
        if not seats:
            match.deal_due()
            continue
        scene = shown(match, match.play(seats[0], rng.choice(game.legal(match.state, seats[0]))))
        first = paint_table(board, replace(scene, moment=0.0), 60, 16).canvas
        last = paint_table(board, scene, 60, 16).canvas
        differs = first.chars != last.chars or first.styles != last.styles
        assert bool(board.moving_seconds(scene.events)) == differs, scene.events
        moved, still = moved + differs, still + (not differs)
    assert still > 10
    assert moved > 10 or not moved, f"tui/games/{name}/board.py: too little moves to say anything"


def test_a_round_of_graph_poker_takes_as_long_as_it_has_paid_windows() -> None:
    seconds = BOARDS["graph_poker"].moving_seconds
    opened, window = PlainEvent("opened"), PlainEvent("window")
    assert seconds([opened]) < seconds([opened, window]) < seconds([opened, window, window])
    assert seconds([opened, *[window] * 30]) == seconds([opened, *[window] * 60])


def test_a_piece_that_flies_takes_a_moment_and_a_bid_does_not() -> None:
    seconds = BOARDS["joker"].moving_seconds
    assert seconds([PlainEvent("moved", 0, {"move": "play Ah"})]) == PLAY_SECONDS
    assert seconds([PlainEvent("moved", 0, {"move": "bid 2"})]) == 0
