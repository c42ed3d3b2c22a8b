"""A match being played at a table: the contents of a position, by viewer."""

from random import Random
from typing import Any

import msgpack
import msgspec
import pytest

from core.game import Event, Game, PlainEvent
from core.games import GAMES
from core.match import Match, Player
from core.shuffle import SeededDecks
from net.table.live import LiveMatch, moves_of
from net.wire.from_host import Updated
from net.wire.protocol import encode
from net.wire.views import empty_values, plain_event, plain_view
from tests.support.game_facts import seats_of


def _brief(view: Any) -> dict[str, Any]:
    """Leave out the empty values of a View field by field."""
    empty = empty_values(type(view))
    whole = plain_view(view)
    return {
        name: value for name, value in whole.items() if name not in empty or value != empty[name]
    }


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_position_has_the_bytes_of_the_plain_message_for_every_viewer(game: Game) -> None:
    rng, seats = Random(3), seats_of(game.NAME, "short")
    players = [Player(f"p{seat}", "human") for seat in range(seats)]
    live = LiveMatch(Match(game, game.Options(), players, SeededDecks(3)), 1)
    events: list[Event] = []
    for _ in range(150):
        if live.over:
            break
        for viewer in (*range(seats), None):
            position = live.position(viewer, events, 5)
            view = _brief(game.view(live.match.state, viewer))
            lines = [plain_event(event.seen_by(viewer)) for event in events]
            plain = Updated(live.seq, view, lines, 5)
            assert position == plain
            assert encode(position) == msgpack.packb(msgspec.to_builtins(plain))
        if live.between_deals:
            events = live.deal()
        else:
            seat = live.to_act()[0]
            events = live.play(seat, rng.choice(live.legal(seat)))


def test_what_only_one_seat_may_know_is_told_to_no_other() -> None:
    game = GAMES["kozel"]
    players = [Player(name, "human") for name in ("Ann", "Bob")]
    live = LiveMatch(Match(game, game.Options(), players, SeededDecks(1)), 1)
    events = [PlainEvent("drew", 1, {}, {"tile": "6-4"}), PlainEvent("passed", 0)]
    told = [encode(live.position(viewer, events, 0)) for viewer in (None, 0, 1, 0, None)]
    assert [b"6-4" in data.partition(b"events")[2] for data in told] == [
        False, False, True, False, False
    ]  # fmt: skip


def test_a_choice_from_before_the_own_last_move_does_not_count_any_more() -> None:
    game = GAMES["kozel"]
    players = [Player(name, "human") for name in ("Ann", "Bob")]
    live = LiveMatch(Match(game, game.Options(), players, SeededDecks(1)), 1)
    seat, seq = live.to_act()[0], 0
    while seq == 0 or live.to_act() != (seat,):
        ((seat,), seq) = live.to_act(), live.seq
        live.play(seat, live.legal(seat)[0])
    assert [live.is_current(seat, each) for each in (seq, seq + 1)] == [False, True]


def test_the_moves_of_a_deal_are_those_between_its_beginning_and_the_next_deal() -> None:
    game = GAMES["kozel"]
    players = [Player(name, "human") for name in ("Ann", "Bob")]
    live = LiveMatch(Match(game, game.Options(), players, SeededDecks(1)), 1)
    made: list[list[tuple[int, str]]] = [[]]
    while len(made) < 3:
        if live.between_deals:
            live.deal()
            made.append([])
        seat = live.to_act()[0]
        move = live.legal(seat)[0]
        live.play(seat, move)
        made[-1].append((seat, move))
    assert [moves_of(live, deal) for deal in (1, 2, 3)] == made
    first, second, _ = map(len, made)
    assert [span.move for span in live.deals] == [0, first, first + second]
