"""The contract of core/game.py as tests, kept by every game under every house rule."""

import re
from dataclasses import fields
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import msgpack
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from core.bots import RULE_OF_THUMB, choose
from core.game import (
    FINISHED,
    OVER,
    RECORDED,
    SHUFFLE,
    Event,
    Game,
    IllegalMoveError,
    OptionError,
    house_rules,
    parse_options,
)
from core.games import FACTS, GAMES
from core.match import Match, deal_due, written_options
from core.records import record
from core.shuffle import RandomDecks
from net.wire.views import parse_event, parse_view, plain_event, plain_view
from tests.support.matches import (
    THOROUGH,
    Case,
    cases,
    dealt_pieces,
    everybody,
    finished,
    new_match,
    positions,
    samples,
    snapshot,
    some_positions,
    tokens,
)

ALL = cases()
BOOKS = Path(__file__).parents[2] / "docs" / "rules"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Try the least and the largest number of seats every day, and each test a tenth of the rest.

    So every number of seats and every house rule is tried every day by a tenth of the tests, and by
    all of them in the nightly run.
    """
    if "case" in metafunc.fixturenames:
        turn = crc32(metafunc.function.__name__.encode())
        metafunc.parametrize(
            "case",
            [
                pytest.param(case, marks=() if daily else pytest.mark.nightly, id=str(case))
                for number, case in enumerate(ALL)
                for daily in [is_usual(case) or (number + turn) % 10 == 0]
            ],
        )


def is_usual(case: Case) -> bool:
    """Whether it is played by the usual rules at the least or the largest number of seats."""
    return "=" not in case.name and case.seats in (case.game.SEATS[0], case.game.SEATS[-1])


@pytest.fixture(params=list(GAMES.values()), ids=list(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    chosen: Game = request.param
    return chosen


# --- the course of a match --------------------------------------------------------------------


def test_a_match_ends_with_a_result_and_only_then_has_one(case: Case) -> None:
    match = None
    for match in positions(case, seed=1, between=True):
        seats, cards = case.game.to_act(match.state), case.game.due(match.state)
        assert not (seats and cards), "seats decide while a deal is due"
        assert (case.game.result(match.state) is not None) == (not seats and not cards)
    result = case.game.result(match.state)
    assert len(result.totals) == len(result.places) == case.seats
    assert min(result.places) == 1
    lowest_first = FACTS[case.game.NAME].LOWEST_WINS
    for one, (total, place) in enumerate(zip(result.totals, result.places, strict=True)):
        better = [t for t in result.totals if (t < total if lowest_first else t > total)]
        assert place >= 1 + len(better), f"seat {one} stands before a better total"


def test_a_deal_that_is_over_can_be_seen_until_the_next_is_dealt(case: Case) -> None:
    for match in positions(case, seed=19, between=True):
        scored = bool({"deal", "round", "premium"} & match.lines[-1].keys())
        for viewer in everybody(case):
            view = case.game.view(match.state, viewer)
            assert (view.phase == FINISHED) == (scored and bool(case.game.due(match.state)))
            assert (view.phase == OVER) == (case.game.result(match.state) is not None)


def test_a_view_tells_the_legal_moves_and_the_phase_of_the_state(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(case.game, "imagine")
    game = case.game
    for match in positions(case, seed=20, between=True):
        for seat in {*game.to_act(match.state), 0}:
            view = game.view(match.state, seat)
            moves = list(game.legal(match.state, seat))
            assert list(game.legal(view)) == moves
            for move in moves[:3] + moves[-3:]:
                assert game.refusal(view, move) is None
            assert game.phase(match.state) == view.phase
            assert match.state.deal == view.deal
        watched = game.view(match.state, None)
        assert not game.legal(watched)
        assert game.phase(match.state) == watched.phase


def test_a_view_tells_why_the_state_refuses_a_move(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(case.game, "imagine")
    rng = Random(21)
    for match in some_positions(case, seed=21, wanted=samples(4), between=True):
        for seat in range(case.seats):
            view = case.game.view(match.state, seat)
            for move in _wrong_moves(case, match, seat, rng):
                with pytest.raises(IllegalMoveError) as caught:
                    case.game.apply(match.state, seat, move)
                told = case.game.refusal(view, move)
                assert (told.reason, told.facts, told.rule) == (
                    caught.value.reason,
                    caught.value.facts,
                    caught.value.rule,
                )
        assert case.game.refusal(case.game.view(match.state, None), "nonsense") is not None


def test_only_seats_to_act_have_moves_and_each_of_them_has_some(case: Case) -> None:
    for match in positions(case, seed=2, between=True):
        to_act = case.game.to_act(match.state)
        for seat in range(case.seats):
            assert bool(case.game.legal(match.state, seat)) == (seat in to_act)


def _declared(case: Case, fact: str) -> tuple[str, ...]:
    words: tuple[str, ...] = getattr(FACTS[case.game.NAME], fact, ())
    return words


def test_a_forced_move_is_legal_only_where_no_other_is(case: Case) -> None:
    forced = _declared(case, "FORCED_MOVES")
    for match in positions(case, seed=22):
        for seat in case.game.to_act(match.state):
            moves = case.game.legal(match.state, seat)
            if any(move.split()[0] in forced for move in moves):
                assert len(moves) == 1, f"{moves[0]} is in FORCED_MOVES and has alternatives"


def test_everybody_can_tell_whether_an_open_move_is_legal(case: Case) -> None:
    rng, words = Random(23), _declared(case, "OPEN_MOVES")
    for match in some_positions(case, seed=23):
        for seat in case.game.to_act(match.state):
            moves = list(case.game.legal(match.state, seat))
            if any(move.split()[0] in words for move in moves):
                for _ in range(4):
                    other = case.game.imagine(case.game.view(match.state, None), rng)
                    if seat in case.game.to_act(other):
                        assert list(case.game.legal(other, seat)) == moves, (
                            f"{moves[0]} is in OPEN_MOVES, but a hand says whether it is legal"
                        )


def test_seats_that_decide_together_decide_in_secret(case: Case) -> None:
    """Whatever one of them does, the others see and may do the same."""
    game = case.game
    for match in some_positions(case, seed=24, wanted=200):
        first, *others = game.to_act(match.state) or (None,)
        if not others:
            continue
        seen = []
        for move in game.legal(match.state, first):
            state = match.state.copy()
            events = game.apply(state, first, move)
            assert game.to_act(state) == tuple(others)
            seen.append(
                [
                    (game.view(state, viewer), [event.seen_by(viewer) for event in events])
                    for viewer in (*others, None)
                ]
            )
        assert all(each == seen[0] for each in seen)


MOST_MOVES = 5000
"""The most moves in a match; a random match of the longest games has about a thousand."""


@pytest.mark.parametrize("policy", [RULE_OF_THUMB, "the first move", "the last move"])
def test_a_match_ends_whatever_its_players_are_like(game: Game, policy: str) -> None:
    """Random players get out of any loop; players who all decide alike may not."""
    for seats in {game.SEATS[0], min(4, game.SEATS[-1])}:
        match = new_match(Case(game, game.Options(), seats, "usual"), seed=25)
        rng, moves = Random(25), 0
        while to_act := game.to_act(match.state):
            assert moves < MOST_MOVES, (
                f"{game.NAME} by {policy} goes on for ever: the rules have to end a match under "
                "every policy (Rules in core/game.py)"
            )
            seat, moves = to_act[0], moves + 1
            legal = game.legal(match.state, seat)
            if policy == RULE_OF_THUMB:
                move = choose(game.NAME, game.view(match.state, seat), policy, rng)
            else:
                move = legal[0 if policy == "the first move" else -1]
            match.play(seat, move)
        assert game.result(match.state) is not None


def test_legal_moves_are_unique_and_in_a_fixed_order(case: Case) -> None:
    for match in some_positions(case, seed=3, between=True):
        twin = match.state.copy()
        for seat in case.game.to_act(match.state):
            moves = list(case.game.legal(match.state, seat))
            assert len(set(moves)) == len(moves)
            assert moves == list(case.game.legal(twin, seat))


def test_every_legal_move_is_taken_and_fits_a_message(case: Case) -> None:
    for match in some_positions(case, seed=4, wanted=15, between=True):
        for seat in case.game.to_act(match.state):
            moves = case.game.legal(match.state, seat)
            for move in Random(4).sample(list(moves), min(12, len(moves))):
                assert 0 < len(move) <= 40
                assert case.game.apply(match.state.copy(), seat, move)[0].seat == seat


def test_a_copy_is_equal_and_goes_its_own_way(case: Case) -> None:
    for match in some_positions(case, seed=5, between=True):
        before = snapshot(match.state)
        twin = match.state.copy()
        assert snapshot(twin) == before
        for viewer in everybody(case):
            assert case.game.view(twin, viewer) == case.game.view(match.state, viewer)
        if case.game.to_act(match.state):
            seat = case.game.to_act(twin)[0]
            case.game.apply(twin, seat, case.game.legal(twin, seat)[-1])
            assert snapshot(twin) != before
        assert snapshot(match.state) == before


def test_the_same_seed_and_moves_give_the_same_match(case: Case) -> None:
    first, again = (finished(case, seed=6).text() for _ in range(2))
    assert first == again
    assert first != finished(case, seed=7).text()


def test_a_match_needs_a_number_of_seats_that_the_game_allows(game: Game) -> None:
    for seats in (0, 1, game.SEATS[0] - 1, game.SEATS[-1] + 1):
        with pytest.raises(OptionError, match=f"{game.NAME} is played at .* got {seats}"):
            game.new(game.Options(), seats)


# --- illegal moves ----------------------------------------------------------------------------


def _wrong_moves(case: Case, match: Match, seat: int, rng: Random) -> list[str]:
    """Return texts that look like a seat's legal moves but are not: mutilated, or others' moves."""
    state = match.state
    known = [m for s in range(case.seats) for m in case.game.legal(state, s)]
    view = case.game.view(state, None)
    known += [entry["move"] for entry in match.lines[-30:] if "move" in entry]
    words = sorted({word for move in known for word in move.split()} | tokens(plain_view(view)))
    wrong = ["", " ", "x", "\0", "pass", "draw", "bid 99", "play Zz", "place Ah 0", "none" * 99]
    for move in rng.sample(known, min(6, len(known))):
        parts = move.split()
        wrong += [move, move + " ", " " + move, move.upper(), move + " left", parts[0], move[:-1]]
        for at in range(len(parts)):
            swapped = [*parts]
            swapped[at] = rng.choice(words)
            wrong += [" ".join(swapped), " ".join(parts[:at] + parts[at + 1 :])]
    legal = set(case.game.legal(state, seat)) if seat in range(case.seats) else set()
    return [move for move in dict.fromkeys(wrong) if move not in legal]


def test_an_illegal_move_is_refused_with_its_paragraph_and_changes_nothing(case: Case) -> None:
    rng = Random(8)
    book = (BOOKS / f"{case.game.NAME}.en.md").read_text(encoding="utf-8")
    for match in some_positions(case, seed=8, wanted=samples(3), between=True):
        before, lines = snapshot(match.state), len(match.lines)
        views = [case.game.view(match.state, viewer) for viewer in everybody(case)]
        for seat in (*range(case.seats), -1, case.seats, 99):
            for move in _wrong_moves(case, match, seat, rng):
                with pytest.raises(IllegalMoveError) as caught:
                    match.play(seat, move)
                assert f"\n**{caught.value.rule}**" in book, (
                    f"docs/rules/{case.game.NAME}.en.md has no paragraph **{caught.value.rule}**"
                )
                assert caught.value.rule in str(caught.value)
                assert not re.search(r"[{}]", caught.value.reason.format(**caught.value.facts))
        assert snapshot(match.state) == before
        assert len(match.lines) == lines
        assert [case.game.view(match.state, viewer) for viewer in everybody(case)] == views


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_no_choice_of_moves_and_no_text_breaks_an_engine(data: st.DataObject) -> None:
    """Random house rules, random legal moves, random texts between them."""
    game = data.draw(st.sampled_from(list(GAMES.values())))
    seats = data.draw(st.sampled_from(list(game.SEATS)))
    rules = data.draw(
        st.fixed_dictionaries(
            {}, optional={r.name: st.sampled_from(r.values) for r in house_rules(game.Options)}
        )
    )
    case = Case(game, parse_options(game.Options, rules), seats, "drawn")
    try:
        match = new_match(case, data.draw(st.integers(0, 999)))
    except OptionError:
        return  # house rules that do not go together at this number of seats
    for _ in range(data.draw(st.integers(0, 60))):
        seats_to_act = game.to_act(match.state)
        if not seats_to_act:
            break
        seat = data.draw(st.sampled_from(seats_to_act))
        legal = game.legal(match.state, seat)
        text = data.draw(st.one_of(st.none(), st.text(max_size=20)))
        if text is not None and text not in legal:
            before = snapshot(match.state)
            with pytest.raises(IllegalMoveError):
                game.apply(match.state, seat, text)
            assert snapshot(match.state) == before
        match.play(seat, legal[data.draw(st.integers(0, 10**6)) % len(legal)])
        view = game.view(match.state, seat)
        assert game.view(game.imagine(view, Random(1)), seat) == view


# --- secrets ----------------------------------------------------------------------------------


def test_a_viewer_cannot_tell_the_truth_from_what_he_imagines(case: Case) -> None:
    rng = Random(9)
    for match in some_positions(case, seed=9, between=True):
        for viewer in everybody(case):
            seen = case.game.view(match.state, viewer)
            imagined = case.game.imagine(seen, rng)
            assert case.game.view(imagined, viewer) == seen
            assert case.game.to_act(imagined) == case.game.to_act(match.state)
            assert case.game.due(imagined) == case.game.due(match.state)
            if viewer is not None:
                mine = list(case.game.legal(match.state, viewer))
                assert list(case.game.legal(imagined, viewer)) == mine


def test_an_imagined_match_can_be_played_to_its_end(case: Case) -> None:
    rng = Random(10)
    for match in some_positions(case, seed=10, wanted=4, between=True):
        state = case.game.imagine(case.game.view(match.state, None), rng)
        while case.game.result(state) is None:
            deal_due(case.game, state, RandomDecks(rng))
            while seats := case.game.to_act(state):
                case.game.apply(state, seats[0], rng.choice(case.game.legal(state, seats[0])))
        assert case.game.result(state) is not None


def _hidden_from(case: Case, match: Match, viewer: int | None, rng: Random) -> set[str]:
    """Return the pieces in other hands that the viewer's knowledge leaves open."""
    game, state, pieces = case.game, match.state, dealt_pieces(match)
    seen = game.view(state, viewer)
    imagined = [game.imagine(seen, rng) for _ in range(4)]
    hidden: set[str] = set()
    for seat in range(case.seats):
        if seat != viewer:
            held = tokens(getattr(game.view(state, seat), "hand", ()), pieces)
            sure = set.intersection(
                *(tokens(getattr(game.view(other, seat), "hand", ()), pieces) for other in imagined)
            )
            hidden |= held - sure
    return hidden - tokens(getattr(seen, "hand", ()), pieces)


def _of_this_deal(plain: dict[str, Any]) -> dict[str, Any]:
    """Return a view without its memory of earlier shuffles: those cards are in new hands now."""
    return {key: plain[key] for key in plain if key != "draw" and not key.startswith("last")}


def _since_the_deal(events: list[Event]) -> list[Event]:
    began = [at for at, event in enumerate(events) if event.kind == "began"]
    return events[began[-1] :] if began else events


def test_no_hidden_card_is_named_in_an_encoded_view_or_event(case: Case) -> None:
    if getattr(case.options, "decks", 1) > 1:
        pytest.skip("with several decks the same card lies open and hidden at once")
    if not any(field.name == "hand" for field in fields(case.game.View)):
        pytest.skip("nobody's hand is hidden in this game")
    rng, found, known = Random(11), 0, False
    match = new_match(case, seed=11)
    for turn in count():
        seats = case.game.to_act(match.state)
        if not seats:
            break
        seat = rng.choice(seats)
        events = match.play(seat, rng.choice(case.game.legal(match.state, seat)))
        if turn % (3 if THOROUGH else 15) or not case.game.to_act(match.state):
            continue
        for viewer in everybody(case):
            hidden = _hidden_from(case, match, viewer, rng)
            found += len(hidden)
            seen, pieces = case.game.view(match.state, viewer), dealt_pieces(match)
            known |= bool(tokens(getattr(seen, "hand", ()), pieces))
            told = tokens(_of_this_deal(plain_view(seen)), pieces)
            for event in _since_the_deal(events):
                told |= tokens(plain_event(event.seen_by(viewer)).data, pieces)
            assert not hidden & told
    if not known:
        pytest.skip("hands name no piece that is dealt: the game's own tests say what is told")
    assert found, "no card of another hand is hidden: take `hand` out of the View if that is so"


def test_pieces_that_are_neither_cards_nor_tiles_are_found_by_their_names() -> None:
    dice = {"1.0.3", "2.0.6"}
    told = {"thrown": ["1.0.3"], "said": "you have 2.0.6 and 12.0.6", "rest": [{"n": 1}]}
    assert tokens(told, dice) == dice
    assert not tokens(told)


def test_what_is_secret_in_an_event_reaches_its_seat_alone(case: Case) -> None:
    rng = Random(12)
    match = new_match(case, seed=12)
    while seats := case.game.to_act(match.state):
        seat = rng.choice(seats)
        for event in match.play(seat, rng.choice(case.game.legal(match.state, seat))):
            for viewer in everybody(case):
                cut = event.seen_by(viewer)
                assert not cut.secret
                if event.secret and viewer == event.seat:
                    assert cut.data == {**event.data, **event.secret}
                else:
                    assert cut.data == event.data


# --- views, events and the wire ---------------------------------------------------------------


def test_a_view_says_what_the_state_says(case: Case) -> None:
    for match in some_positions(case, seed=13, between=True):
        for viewer in everybody(case):
            view = case.game.view(match.state, viewer)
            assert (view.seat, view.seats, view.options) == (viewer, case.seats, case.options)
            assert view.to_act == case.game.to_act(match.state)
            assert view.result == case.game.result(match.state)
            assert view.deal >= 1 or view.phase == SHUFFLE
            scores = [line["totals"] for line in match.lines if "totals" in line]
            assert list(view.totals) == (scores[-1] if scores else [0] * case.seats)


def test_views_and_events_survive_the_wire(case: Case) -> None:
    rng = Random(14)
    match = new_match(case, seed=14)
    for turn in count():
        seats = case.game.to_act(match.state)
        events = []
        if seats:
            seat = rng.choice(seats)
            events = match.play(seat, rng.choice(case.game.legal(match.state, seat)))
        if turn % 5 == 0 or not seats:
            for viewer in everybody(case):
                view = case.game.view(match.state, viewer)
                sent = msgpack.unpackb(msgpack.packb(plain_view(view)))
                assert parse_view(case.game, case.options, sent) == view
        for event in events:
            cut = plain_event(event.seen_by(event.seat))
            data = msgpack.unpackb(msgpack.packb(cut.data))
            assert parse_event(cut) == event.seen_by(event.seat)
            assert data == cut.data, "events carry lists, not tuples"
        if not seats:
            break


def test_views_compare_by_value_and_can_be_hashed(case: Case) -> None:
    match = new_match(case, seed=15)
    for viewer in everybody(case):
        view = case.game.view(match.state, viewer)
        assert hash(view) == hash(case.game.view(match.state, viewer))


# --- records ----------------------------------------------------------------------------------


def test_totals_are_the_totals_before_and_the_points(case: Case) -> None:
    match = finished(case, seed=16)
    totals, number = [0] * case.seats, 0
    for line in match.lines:
        points = line.get("points", line.get("premium"))
        if points is None:
            continue
        assert len(points) == case.seats
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        assert line["totals"] == totals
        if "premium" not in line:
            number += 1
            assert line.get("deal", line.get("round")) == number
    assert match.lines[-1]["result"]["totals"] == totals


def test_a_record_holds_only_known_kinds_of_lines(case: Case) -> None:
    match = finished(case, seed=17)
    kinds = {"kozyr", "deck", "move", "result", *RECORDED}
    for line in match.lines:
        assert len(kinds & line.keys()) == 1
    assert match.lines[0]["options"] == written_options(case.options)


def test_a_record_verifies_and_plays_back_to_the_same_text(case: Case) -> None:
    match = finished(case, seed=18)
    lines = match.text().splitlines()
    assert record.verify(GAMES, lines) is None
    assert record.play_back(GAMES, lines).text() == match.text()


def _verify_seeded(game: Game, first: int, count: int) -> None:
    of_game = [case for case in ALL if case.game is game]
    for seed in range(first, first + count):
        case = of_game[seed % len(of_game)]
        match = finished(case, seed)
        fault = record.verify(GAMES, match.text().splitlines())
        assert fault is None, f"{case}, seed {seed}: {fault}"


def test_seeded_matches_verify(game: Game) -> None:
    _verify_seeded(game, 100, samples(10))


@pytest.mark.nightly
@pytest.mark.timeout(3000)
def test_a_thousand_seeded_matches_verify(game: Game) -> None:
    _verify_seeded(game, 1000, 1000)


# --- rule books --------------------------------------------------------------------------------


def test_both_rule_books_have_the_same_paragraphs(game: Game) -> None:
    marks = []
    for language in ("en", "ru"):
        book = (BOOKS / f"{game.NAME}.{language}.md").read_text(encoding="utf-8")
        marks.append(re.findall(r"^\*\*([A-Z]-R\d+)\*\*", book, re.MULTILINE))
    assert marks[0] == marks[1]
    assert marks[0], f"docs/rules/{game.NAME}.en.md: no line begins with a paragraph, **X-R1**"
    assert len(marks[0]) == len(set(marks[0]))
