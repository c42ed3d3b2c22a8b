"""Views and events of every game follow docs/protocol.md, for players and watchers."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgpack
import msgspec
import pytest

from core.game import Event, Game
from core.games import GAMES, NAMES
from core.match import Match, Player
from core.moves import EventForms
from core.shuffle import SeededDecks
from kozyr_kits.conformance.schema import check_event, check_left_out, check_view
from net.wire.views import brief_view, plain_event
from tests.games.test_moves_and_events import deal_of
from tests.support.matches import Case, cases, daily, everybody

STEPS = 400
EVERY = 100
"""The interval of positions at which every viewer's view is checked."""
RARE = {"redealt"}


@pytest.mark.parametrize("game", daily(NAMES, "graph_poker"))
def test_every_view_and_event_of_a_match_has_its_form(game: str) -> None:
    forms: EventForms = deal_of(game, "moves").EVENTS
    seen = set()
    for case in (case for case in cases() if game == case.game.NAME):
        for viewer, view, events in positions(case):
            assert [*check_view(case.game, view), *check_left_out(case.game, view)] == []
            for event in events:
                line = sent(plain_event(event.seen_by(viewer)))
                assert list(check_event(forms, line, "it")) == []
                seen.add(event.kind)
    assert seen == set(forms) - RARE, "kinds of events that no match here has"


def test_hands_that_are_thrown_in_are_told_in_their_form() -> None:
    game, forms = GAMES["kozel"], deal_of("kozel", "moves").EVENTS
    players = [Player(f"Player {n}", "human") for n in range(4)]
    for seed in range(1000):
        events = Match(game, game.Options(redeal="on"), players, SeededDecks(seed)).deal_due()
        if events[0].kind == "redealt":
            break
    assert [list(check_event(forms, sent(plain_event(event)), "it")) for event in events] == [
        [] for _ in events
    ]


def sent(value: Any) -> Any:
    """Encode a value and return it as it arrives."""
    return msgpack.unpackb(msgpack.packb(msgspec.to_builtins(value)))


def positions(case: Case) -> Iterator[tuple[int | None, Any, list[Event]]]:
    """Yield some of all viewers' positions of a random match, or of its beginning."""
    rng, game = Random(21), case.game
    players = [Player(f"Player {n}", "human") for n in range(case.seats)]
    match = Match(game, case.options, players, SeededDecks(21))
    events = match.deal_due()
    for step in range(STEPS):
        over = game.result(match.state) is not None
        viewers = everybody(case)
        for viewer in viewers if over or step % EVERY == 0 else [viewers[step % len(viewers)]]:
            view = sent(brief_view(game.view(match.state, viewer)))
            yield viewer, view, events
        if over:
            break
        events = next_events(game, match, rng)


def next_events(game: Game, match: Match, rng: Random) -> list[Event]:
    if game.due(match.state):
        return match.deal_due()
    seat = rng.choice(game.to_act(match.state))
    return match.play(seat, rng.choice(list(game.legal(match.state, seat))))
