"""A recorded match picture by picture: both ways the same, the end of a deal as at the table."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tui.replay.playback import Film, Picture

from core.games import GAMES
from core.records.replay import Replay, walk
from tests.support.past_matches import played
from tui.history.words import chosen_eyes
from tui.table.hints import Hint


def replay_of(name: str, moves: int = 10_000) -> Replay:
    return walk(GAMES, played(name, moves=moves).text().splitlines())


@pytest.fixture(params=tuple(GAMES), scope="module")
def replay(request: pytest.FixtureRequest) -> Replay:
    return replay_of(request.param)


def forwards(film: Film) -> list[Picture]:
    found = [film.here]
    while film.forward():
        found.append(film.here)
    return found


def test_backwards_the_same_pictures_come_in_the_other_order(replay: Replay) -> None:
    film = Film(replay, 0)
    there = forwards(film)
    back = [film.here]
    while film.back():
        back.append(film.here)
    assert back == there[::-1]
    assert not film.back()
    assert [picture.at for picture in there] == sorted(picture.at for picture in there)


@pytest.mark.parametrize("seat", [0, 3, None])
def test_every_picture_can_be_drawn_for_by_anybody(replay: Replay, seat: int | None) -> None:
    film = Film(replay, seat)
    for picture in forwards(film):
        assert picture.view.seat == seat


def test_the_end_of_a_deal_is_the_table_then_the_points_then_the_next_deal() -> None:
    film = Film(replay_of("kozel"), 0)
    end = film.replay.parts[1]
    lay, points, dealt = film.pictures(end)
    assert lay.view.to_act == ()
    assert lay.view.deal == 1
    assert [points.summary, lay.summary, dealt.summary] == [True, False, False]
    assert dealt.view.deal == 2
    assert [event.kind for event in dealt.events] == ["began"]


def test_the_log_grows_by_what_each_picture_tells(replay: Replay) -> None:
    film = Film(replay, 0)
    before = film.lines()
    assert before == []
    while film.forward():
        now = film.lines()
        assert now[: len(before)] == before
        before = now
    film.go(replay.last // 2)
    assert film.lines() == before[: len(film.lines())]
    assert 0 < len(film.lines()) < len(before)


def test_what_happened_is_said_once_though_a_deal_ends_in_several_pictures() -> None:
    film = Film(replay_of("kozel"), None)
    said = []
    while film.forward():
        said.append(film.happened())
    film.go(film.replay.last)
    assert " ".join(filter(None, said)) == " ".join(line.say() for line in film.lines())


def test_other_eyes_see_the_same_picture(replay: Replay) -> None:
    film = Film(replay, 0)
    film.go(replay.parts[1] if len(replay.parts) > 1 else 3)
    film.back()
    at, summary = film.here.at, film.here.summary
    for seat in (1, None, 0):
        film.look_as(seat)
        assert (film.here.at, film.here.summary) == (at, summary)
        assert film.here.view.seat == seat


def test_deals_are_gone_through_both_ways() -> None:
    film = Film(replay_of("kozel"), 0)
    film.go(film.part(1))
    second = film.here
    assert (second.at, second.view.deal) == (film.replay.parts[1], 2)
    film.forward()
    film.go(film.part(-1))
    assert film.here == second
    film.go(film.part(-1))
    assert film.here.at == 0
    for _ in film.replay.parts:
        film.go(film.part(1))
    assert film.here.at == film.replay.last


def test_a_decision_belongs_to_one_whose_eyes_these_are() -> None:
    film = Film(replay_of("kozel"), 0)
    mine = 0
    while True:
        if film.mine:
            mine += 1
            assert film.played in film.legal
        else:
            assert film.legal == ()
        if not film.forward():
            break
    assert mine == sum(step.seat == 0 for step in film.replay.steps)


def test_the_log_marks_where_something_else_was_played_than_advised() -> None:
    film = Film(replay_of("kozel"), 0)
    while not (film.mine and len(film.legal) > 1):
        film.forward()
    at = film.here.at
    other = next(move for move in film.legal if move != film.played)
    film.forward()
    unmarked = [line.say() for line in film.lines()]
    film.keep_hint(at, 0, Hint(other, "it is your last tile", {}))
    assert film.differs(at)
    marked = [line.say() for line in film.lines()]
    assert next(line for line in marked if line not in unmarked).startswith("The hint was: ")
    film.keep_hint(at, 0, replace(film.hints[at, 0], move=film.replay.steps[at].move))
    assert [line.say() for line in film.lines()] == unmarked


def test_a_match_without_a_move_has_one_picture() -> None:
    film = Film(replay_of("kozel", moves=0), 0)
    assert forwards(film) == [film.here]
    assert not film.mine
    assert film.happened() == ""


def test_eyes_are_ones_own_then_those_of_the_only_person() -> None:
    players = played("kozel", moves=0, names=("Ann", "Bob")).players
    assert chosen_eyes(players, "", "bob") == 1
    assert chosen_eyes(players, "", "Eve") == 0
    assert chosen_eyes(players[1:], "", "Eve") == 0
    assert chosen_eyes(players, "2", "Ann") == 1
    assert chosen_eyes(players, "Rook", "Ann") == 2
    assert chosen_eyes(players, "nobody", "Ann") is None
    for nonsense in ("0", "5", "Eve"):
        with pytest.raises(LookupError):
            chosen_eyes(players, nonsense, "Ann")
