"""A client's reading of a host's messages: any bytes that a host may send are read or refused."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from core.deal_proof import unshared
from core.game import Game
from core.games import EVENTS, GAMES, NAMES
from core.match import Match, Player
from core.shuffle import SeededDecks
from net.client.events import RoomState
from net.client.reading import MOST_EVENTS, read_position
from net.wire.from_host import Updated
from net.wire.message import EventLine, SeatLine
from net.wire.protocol import BadMessageError
from net.wire.views import brief_view, plain_event

NONSENSE: tuple[Any, ...] = (
    *(None, True, -1, 3, 99, 1 << 60, "", "zz", "play", "play As high high", "As Xr", "\x1b[2J"),
    *([], {}, [None], [[]], [-1, 99], ["zz"] * 4, {"seat": {}}),
)


def seats_at(game: Game) -> int:
    """Three seats where the game allows that."""
    return min(game.SEATS, key=lambda seats: abs(seats - 3))


def events(game: Game) -> Iterator[tuple[RoomState, Any, list[EventLine]]]:
    """The room, the view and the events of each position of a match."""
    seats, chance = seats_at(game), Random(7)
    decks = SeededDecks(7)
    players = [Player(f"P{seat}", "human") for seat in range(seats)]
    match = Match(game, game.Options(), players, decks, unshared(decks).plain())
    lines = tuple(SeatLine(player.name, kind=player.kind) for player in players)
    room = RoomState("playing", lines, 0, match.options)
    happened = list(match.deal_due())
    for _ in range(1500):
        view = match.game.view(match.state, 0)
        yield room, brief_view(view), [plain_event(each.seen_by(0)) for each in happened]
        waiting = game.to_act(match.state)
        if not waiting:
            break
        happened = match.play(waiting[0], chance.choice(game.legal(match.state, waiting[0])))
        happened = [*happened, *match.deal_due()]


def samples(game: Game) -> dict[str, tuple[RoomState, Any, EventLine]]:
    """One event of each kind, with the position that it led to."""
    found: dict[str, tuple[RoomState, Any, EventLine]] = {}
    for room, view, lines in events(game):
        for line in lines:
            found.setdefault(line.kind, (room, view, line))
    return found


def spoiled(line: EventLine) -> Iterator[EventLine]:
    """The event with one part of its data left out, or replaced by nonsense."""
    for name, value in line.data.items():
        yield EventLine(line.kind, line.seat, {k: v for k, v in line.data.items() if k != name})
        for nonsense in NONSENSE:
            yield EventLine(line.kind, line.seat, {**line.data, name: nonsense})
            if isinstance(value, list) and value:
                yield EventLine(line.kind, line.seat, {**line.data, name: [nonsense, *value[1:]]})
    yield EventLine(line.kind, None, line.data)
    yield EventLine(line.kind, 99, line.data)


@pytest.mark.parametrize("name", NAMES)
def test_every_event_of_a_match_is_read(name: str) -> None:
    for room, view, lines in events(GAMES[name]):
        position = read_position(GAMES[name], room, 0, Updated(1, view, lines, 0))
        assert len(position.events) == len(lines)


@pytest.mark.parametrize("name", NAMES)
def test_an_event_with_nonsense_in_it_is_refused_or_can_be_used(name: str) -> None:
    game, table = GAMES[name], EVENTS[name]
    kinds = samples(game)
    assert {"began", "moved"} < kinds.keys()
    refused = 0
    for room, view, line in kinds.values():
        for bad in spoiled(line):
            try:
                position = read_position(game, room, 0, Updated(1, view, [bad], 0))
            except BadMessageError:
                refused += 1
            else:
                (event,) = position.events
                assert table.read(event) is not None
    assert refused > 100


@pytest.mark.parametrize("name", NAMES)
def test_more_data_and_other_kinds_are_passed_over(name: str) -> None:
    game = GAMES[name]
    for room, view, line in samples(game).values():
        more = EventLine(line.kind, line.seat, {**line.data, "weather": ["rain"]})
        other = EventLine("thunder", None, {"seat": -5})
        position = read_position(game, room, 0, Updated(1, view, [more, other], 0))
        assert [event.kind for event in position.events] == [line.kind]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "wrong",
    [
        {"totals": [0]},
        {"totals": [0] * 10},
        {"totals": [1 << 40] * 4},
        {"to_act": [99]},
        {"deal": 1 << 30},
        {"hand": ["zz"]},
        {"hand": ["\x1b[2J"]},
        {"hand": ["6-4", "6-4"]},
        {"hand": ["Ah", "Ah"]},
        {"seat": 1},
        {"seats": 2},
    ],
    ids=str,
)
def test_a_position_that_no_match_can_come_to_is_refused(name: str, wrong: dict[str, Any]) -> None:
    room, view, _ = next(events(GAMES[name]))
    read_position(GAMES[name], room, 0, Updated(1, view, [], 0))
    with pytest.raises(BadMessageError):
        read_position(GAMES[name], room, 0, Updated(1, {**view, **wrong}, [], 0))


@pytest.mark.parametrize("name", NAMES)
def test_fields_that_nobody_knows_are_passed_over(name: str) -> None:
    room, view, _ = next(events(GAMES[name]))
    position = read_position(GAMES[name], room, 0, Updated(1, {**view, "weather": "rain"}, [], 0))
    assert not hasattr(position.view, "weather")


@pytest.mark.parametrize("name", NAMES)
def test_more_events_than_lead_to_any_position_are_refused(name: str) -> None:
    room, view, line = samples(GAMES[name])["moved"]
    read_position(GAMES[name], room, 0, Updated(1, view, [line] * MOST_EVENTS, 0))
    with pytest.raises(BadMessageError):
        read_position(GAMES[name], room, 0, Updated(1, view, [line] * (MOST_EVENTS + 1), 0))
