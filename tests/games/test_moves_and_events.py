"""Moves and events of every game: read once, and written as they were."""

from importlib import import_module
from random import Random
from typing import Any, get_type_hints

import pytest

from core.game import PlainEvent
from core.games import NAMES
from core.match import Match, Player
from core.moves import NumberMove
from core.notation import SECRET
from core.shuffle import SeededDecks
from tests.support.matches import Case, cases, daily, everybody


def deal_of(game: str, part: str) -> Any:
    return import_module(f"core.games.{game}.{part}")


@pytest.mark.parametrize("game", daily(NAMES, "kozel"))
def test_every_move_and_event_of_a_match_is_read_by_everybody(game: str) -> None:
    """Under any house rules; a move is written as it was read."""
    parse_move, parse_event = deal_of(game, "moves").parse_move, deal_of(game, "moves").parse_event
    for case in (case for case in cases() if game == case.game.NAME):
        for legal, events in turns(case):
            assert [str(parse_move(move)) for move in legal] == legal
            for move in map(parse_move, legal):
                assert f"{move} ".startswith(f"{move.verb} ")
                if isinstance(move, NumberMove):
                    assert str(move) == f"{move.verb} {move.number}"
            for viewer in everybody(case):
                for event in events:
                    read = parse_event(event.seen_by(viewer))
                    assert read.kind == event.kind
                    assert read.data == event.seen_by(viewer).data
            for event in events:
                marked = {
                    name
                    for name, hint in get_type_hints(
                        type(parse_event(event)), include_extras=True
                    ).items()
                    if SECRET in getattr(hint, "__metadata__", ())
                }
                assert event.secret.keys() <= marked, (
                    f"mark what is secret in {event.kind} as SECRET in moves.py"
                )


def turns(case: Case) -> list[tuple[list[str], list[Any]]]:
    """Yield the first turns of a random match: some legal moves, and the events of the one made."""
    rng, game, found = Random(21), case.game, []
    players = [Player(f"Player {n}", "human") for n in range(case.seats)]
    match = Match(game, case.options, players, SeededDecks(21))
    events = match.deal_due()
    for _ in range(150):
        if game.result(match.state) is not None:
            break
        seat = game.to_act(match.state)[0]
        legal = list(game.legal(match.state, seat))
        found.append((rng.sample(legal, min(8, len(legal))), events))
        events = match.play(seat, rng.choice(legal)) + match.deal_due()
    return [*found, ([], events)]


@pytest.mark.parametrize("game", NAMES)
def test_an_event_of_another_game_says_nothing(game: str) -> None:
    assert deal_of(game, "moves").parse_event(PlainEvent("no such kind")) is None
