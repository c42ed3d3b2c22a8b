"""A recorded match step by step: the same both ways, with ends of deals as at the table."""

from dataclasses import replace

import pytest

from core.game import FINISHED
from core.games import GAMES
from core.records.replay import Replay, walk
from tests.support.past_matches import played
from tui.history.words import chosen_eyes
from tui.replay.cursor import ReplayCursor
from tui.replay.words import ReplayLog
from tui.table.hints import Hint


def replay_of(name: str, moves: int = 10_000) -> Replay:
    return walk(GAMES, played(name, moves=moves).text().splitlines())


@pytest.fixture(params=tuple(GAMES), scope="module")
def replay(request: pytest.FixtureRequest) -> Replay:
    return replay_of(request.param)


def forwards(cursor: ReplayCursor) -> list[tuple[int, bool]]:
    found = [cursor.where]
    while cursor.forward():
        found.append(cursor.where)
    return found


def test_backwards_the_same_comes_in_the_other_order(replay: Replay) -> None:
    cursor = ReplayCursor(replay, 0)
    there = forwards(cursor)
    back = [cursor.where]
    while cursor.back():
        back.append(cursor.where)
    assert back == there[::-1] == sorted(there)[::-1]
    assert not cursor.back()


@pytest.mark.parametrize("seat", [0, 1, None])
def test_everything_is_seen_through_the_eyes_that_were_chosen(
    replay: Replay, seat: int | None
) -> None:
    cursor = ReplayCursor(replay, seat)
    while cursor.forward():
        assert cursor.view.seat == seat


def test_the_end_of_a_deal_is_the_table_then_its_summary_then_the_next_deal() -> None:
    cursor = ReplayCursor(replay_of("kozel"), 0)
    dealt = cursor.replay.deal_starts[1]
    cursor.go(dealt - 2)
    seen = []
    for _ in range(3):
        cursor.forward()
        seen.append((cursor.at, cursor.view.phase == FINISHED, cursor.summary))
    assert seen == [(dealt - 1, True, False), (dealt - 1, True, True), (dealt, False, False)]
    assert cursor.view.deal == 2
    assert [event.kind for event in cursor.events] == ["began"]


def test_the_log_grows_by_what_each_step_tells(replay: Replay) -> None:
    cursor = ReplayCursor(replay, 0)
    log = ReplayLog(cursor)
    before = log.lines()
    assert before == []
    while cursor.forward():
        now = log.lines()
        assert now[: len(before)] == before
        before = now
    cursor.go(replay.last // 2)
    assert log.lines() == before[: len(log.lines())]
    assert 0 < len(log.lines()) < len(before)


def test_what_happened_is_said_once_though_a_deal_ends_in_two_steps() -> None:
    cursor = ReplayCursor(replay_of("kozel"), None)
    log = ReplayLog(cursor)
    said = []
    while cursor.forward():
        said.append(log.happened())
    cursor.go(cursor.replay.last)
    assert " ".join(filter(None, said)) == " ".join(line.say() for line in log.lines())


def test_deals_are_gone_through_both_ways() -> None:
    cursor = ReplayCursor(replay_of("kozel"), 0)
    cursor.go(cursor.next_deal(1))
    second = cursor.where
    assert second == (cursor.replay.deal_starts[1], False)
    assert cursor.view.deal == 2
    cursor.forward()
    cursor.go(cursor.next_deal(-1))
    assert cursor.where == second
    cursor.go(cursor.next_deal(-1))
    assert cursor.at == 0
    for _ in cursor.replay.deal_starts:
        cursor.go(cursor.next_deal(1))
    assert cursor.at == cursor.replay.last
    assert cursor.at_end


def test_a_decision_belongs_to_the_player_who_is_followed() -> None:
    cursor = ReplayCursor(replay_of("kozel"), 0)
    mine = 0
    while True:
        if cursor.mine:
            mine += 1
            assert cursor.played in cursor.legal
        else:
            assert cursor.legal == ()
        if not cursor.forward():
            break
    assert mine == sum(step.seat == 0 for step in cursor.replay.steps)


def test_the_log_marks_where_something_else_was_played_than_advised() -> None:
    cursor = ReplayCursor(replay_of("kozel"), 0)
    log = ReplayLog(cursor)
    while not (cursor.mine and len(cursor.legal) > 1):
        cursor.forward()
    at = cursor.at
    other = next(move for move in cursor.legal if move != cursor.played)
    cursor.forward()
    unmarked = [line.say() for line in log.lines()]
    cursor.hints[at, 0] = Hint(other, "it is your last tile", {})
    log.forget(at)
    assert log.differs(at)
    marked = [line.say() for line in log.lines()]
    assert next(line for line in marked if line not in unmarked).startswith("The hint was: ")
    cursor.hints[at, 0] = replace(cursor.hints[at, 0], move=cursor.replay.steps[at].move)
    log.forget(at)
    assert [line.say() for line in log.lines()] == unmarked


def test_a_match_without_a_move_has_one_position() -> None:
    cursor = ReplayCursor(replay_of("kozel", moves=0), 0)
    assert forwards(cursor) == [(0, False)]
    assert not cursor.mine
    assert ReplayLog(cursor).happened() == ""


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
