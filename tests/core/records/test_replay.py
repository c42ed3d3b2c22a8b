"""Walking through a record: every position as it was, forwards, backwards and by jumps."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from core.game import DEAL_ENDS, FINISHED, parse_options
from core.games import GAMES
from core.match import Match, Player
from core.records import BrokenRecordError
from core.records.replay import STRIDE, Replay, walk
from core.shuffle import SeededDecks
from tests.support.game_facts import house_rules_of, seats_of
from tests.support.matches import Case, everybody, finished


def case(name: str) -> Case:
    game = GAMES[name]
    options = parse_options(game.Options, house_rules_of(name, "replayed"))
    return Case(game, options, seats_of(name, "replayed"), name)


def replay_of(match: Match) -> Replay:
    return walk(GAMES, match.text().splitlines())


@pytest.fixture(params=tuple(GAMES), scope="module")
def recorded(request: pytest.FixtureRequest) -> tuple[Case, Match, list[list[Any]]]:
    """A match, and all viewers' views in each position while it was played."""
    chosen, rng = case(request.param), Random(1)
    players = [Player(f"Player {seat}", "human") for seat in range(chosen.seats)]
    match = Match(chosen.game, chosen.options, players, SeededDecks(1))
    game = chosen.game
    seen: list[list[Any]] = []
    while game.result(match.state) is None:
        if game.due(match.state):
            match.deal_due()
        else:
            # In the order of records, even where several decide at once.
            seat = game.to_act(match.state)[0]
            match.play(seat, rng.choice(game.legal(match.state, seat)))
        seen.append([game.view(match.state, seat) for seat in everybody(chosen)])
    return chosen, match, seen


@pytest.fixture
def played(
    recorded: tuple[Case, Match, list[list[Any]]],
) -> tuple[Case, Replay, list[list[Any]]]:
    """A separate replay for each test, so that `make mutants` tries each with faults in it."""
    chosen, match, seen = recorded
    return chosen, replay_of(match), seen


def test_forwards_and_backwards_show_what_was_seen(
    played: tuple[Case, Replay, list[list[Any]]],
) -> None:
    chosen, replay, seen = played
    there = range(len(seen))
    assert len(seen) == replay.last + 1
    assert (replay.options, len(replay.players)) == (chosen.options, chosen.seats)
    for at in (*there, *reversed(there)):
        assert [replay.view(at, seat) for seat in everybody(chosen)] == seen[at]


def test_a_jump_shows_the_same_as_the_way_there(
    played: tuple[Case, Replay, list[list[Any]]],
) -> None:
    chosen, replay, _ = played
    rng = Random(2)
    walked = [replay.view(at, 0) for at in range(replay.last + 1)]
    for _ in range(50):
        at = rng.randrange(replay.last + 1)
        assert replay.view(at, 0) == walked[at]
    assert replay.result == chosen.game.result(replay.state(replay.last))


def test_going_back_replays_few_moves(played: tuple[Case, Replay, list[list[Any]]]) -> None:
    _, replay, _ = played
    kept = replay.kept_at
    gaps = [after - before for before, after in pairwise(kept)]
    assert max(gaps, default=0) <= STRIDE
    assert replay.last - kept[-1] < STRIDE
    assert len(kept) <= replay.last // STRIDE + len(replay.deal_starts) + 1


def test_every_move_was_among_the_legal_ones(
    played: tuple[Case, Replay, list[list[Any]]],
) -> None:
    _, replay, _ = played
    for at, step in enumerate(replay.steps):
        assert step.move in replay.legal(at) if step.seat is not None else not replay.legal(at)
        assert (step.move == "") == (step.seat is None)
    assert replay.legal(replay.last) == ()
    assert replay.moves == sum(step.seat is not None for step in replay.steps)


def test_a_finished_deal_is_a_position_before_the_next_one(
    played: tuple[Case, Replay, list[list[Any]]],
) -> None:
    _, replay, _ = played
    dealt = [
        at
        for at, step in enumerate(replay.steps, 1)
        if step.seat is None and any(event.kind == "began" for event in step.events)
    ]
    assert set(dealt) <= set(replay.deal_starts)
    for at in dealt:
        assert replay.view(at - 1, None).phase == FINISHED
        assert replay.view(at, None).phase != FINISHED
        assert replay.view(at, None).to_act


def test_deals_and_rounds_are_steps_of_their_own(
    recorded: tuple[Case, Match, list[list[Any]]],
) -> None:
    _, match, _ = recorded
    replay = replay_of(match)
    parts = replay.deal_starts
    assert parts[0] == 0
    assert len(parts) == sum(not line.keys().isdisjoint(DEAL_ENDS) for line in match.lines)
    for number, (begin, end) in enumerate(pairwise(parts)):
        assert replay.deal_after(begin) == replay.deal_after(end - 1) == end
        assert replay.deal_before(end) == replay.deal_before(begin + 1) == begin
        assert replay.deal_of(end - 1) == number
    assert replay.deal_after(parts[-1]) == replay.last
    assert replay.deal_before(0) == 0


def test_deals_are_found_by_their_number_with_the_orders_in_which_they_came() -> None:
    match = finished(case("kozel"), 1)
    replay = replay_of(match)
    orders = [tuple(line["deck"]) for line in match.lines if "deck" in line]
    assert len(orders) == len(replay.deal_starts) > 1
    for number, begin in enumerate(replay.deal_starts, 1):
        assert replay.start_of("deal", number) == begin
        assert replay.orders(begin) == tuple(orders[:number])
    assert replay.start_of("deal", 99) == replay.start_of("round", 2) == 0


def test_hands_that_are_thrown_in_and_dealt_again_are_one_step() -> None:
    """K-R1, the house rule redeal: this happened in the fourth deal of this match."""
    kozel = GAMES["kozel"]
    players = [Player(f"Player {seat}", "human") for seat in range(4)]
    match = Match(kozel, kozel.Options(redeal="on", target=50), players, SeededDecks(57))
    match.deal_due()
    while kozel.result(match.state) is None:
        (seat,) = kozel.to_act(match.state)
        match.play(seat, kozel.legal(match.state, seat)[0])
        match.deal_due()
    replay = replay_of(match)
    at, step = next((n, step) for n, step in enumerate(replay.steps, 1) if len(step.orders) > 1)
    decks = [number for number, line in enumerate(match.lines) if "deck" in line][3:5]
    assert step.orders == tuple(tuple(match.lines[number]["deck"]) for number in decks)
    assert (step.seat, step.move) == (None, "")
    assert [event.kind for event in step.events].count("redealt") == 1
    assert replay.view(replay.last, None) == kozel.view(match.state, None)
    cut = walk(GAMES, match.text().splitlines()[: decks[0] + 1])
    assert cut.last == cut.deal_starts[-1] == at
    assert not cut.view(at, None).to_act, "the second deck is missing"


def test_events_are_cut_to_the_viewer() -> None:
    """K-R16: the player who draws sees the tile, the others only that one was drawn."""
    replay = replay_of(finished(case("kozel"), 1))
    drawn = next(
        (at, event)
        for at, step in enumerate(replay.steps, 1)
        for event in step.events
        if event.kind == "drew"
    )
    at, event = drawn
    others = {seat for seat in range(3) if seat != event.seat} | {None}
    assert any("tile" in e.data for e in replay.events(at, event.seat))
    assert not any("tile" in e.data for seat in others for e in replay.events(at, seat))
    assert replay.events(0, 0) == ()
    for place, step in enumerate(replay.steps, 1):
        assert [e.kind for e in replay.events(place, 0)] == [e.kind for e in step.events]


def test_a_broken_off_match_is_shown_as_far_as_it_goes() -> None:
    match = finished(case("kozel"), 1)
    moves = [number for number, line in enumerate(match.lines) if "move" in line]
    replay = walk(GAMES, match.text().splitlines()[: moves[5] + 1])
    assert replay.fault is None
    assert replay.last == 6
    assert replay.result is None


def test_a_damaged_line_ends_the_walk_there() -> None:
    match = finished(case("kozel"), 1)
    lines = match.text().splitlines()
    moves = [number for number, line in enumerate(match.lines) if "move" in line]
    lines[moves[10]] = '{"seat":0,"move":"lay 9-9 left"}'
    replay = walk(GAMES, lines)
    assert replay.fault.line == moves[10] + 1
    assert replay.last == 10
    assert replay.view(10, 0).to_act


def test_a_missing_deck_ends_the_walk_with_the_deal_before_it() -> None:
    match = finished(case("kozel"), 1)
    second = [number for number, line in enumerate(match.lines) if "deck" in line][-1]
    lines = match.text().splitlines()
    replay = walk(GAMES, lines[:second] + lines[second + 1 :])
    assert replay.fault is not None
    assert replay.moves == sum("move" in line for line in match.lines[:second])
    assert replay.view(replay.last, None).phase == FINISHED
    assert all(replay.view(at, None) for at in range(replay.last + 1))


@pytest.mark.parametrize("text", ["", "{", "[]", '{"kozyr":1}', '{"kozyr":1,"game":"whist"}'])
def test_what_is_no_record_at_all_is_refused(text: str) -> None:
    with pytest.raises(BrokenRecordError):
        walk(GAMES, text.splitlines())
