"""Moves taken back at a table where one person plays against bots."""

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec import structs

from core.bots import chance_of
from core.match import header
from net.table.effects import AskBot
from net.table.log import BackLine
from net.table.opening import NotTakenBackError, record_of
from net.wire.from_host import Updated
from net.wire.protocol import decode_from_host, encode
from net.wire.to_host import Continue
from tests.support.harness import Visitor
from tests.support.logged_harness import LoggedHarness, returned, under_way


def back(table: LoggedHarness, who: Visitor) -> list[Updated]:
    """Take back a seat's last decision."""
    before, effects = table.lobby.take_back(who, table.now)
    table.carry_out(effects)
    return before


def why_not(table: LoggedHarness, who: Visitor) -> str:
    with pytest.raises(NotTakenBackError) as refused:
        back(table, who)
    return refused.value.reason


def bots_move(table: LoggedHarness) -> None:
    """Let bots make their first legal moves until a person is awaited or a deal is over."""
    while table.asked:
        table.answer()
        table.pass_time(1)


def play_on(table: LoggedHarness, who: Visitor) -> None:
    """Make a first legal move, after which the bots move."""
    who.play(table.live.legal(0)[0])
    bots_move(table)


def alone(**settings: Any) -> tuple[LoggedHarness, Visitor]:
    table, (ann,) = under_way(None, 2, cards=3, **settings, bots=1)
    bots_move(table)
    return table, ann


def shown(who: Visitor) -> Any:
    return who.client.position


def test_the_position_of_the_last_decision_is_shown_again() -> None:
    table, ann = alone()
    first = shown(ann)
    play_on(table, ann)
    last = shown(ann).seq
    before = back(table, ann)
    again = shown(ann)
    assert again.view == first.view
    assert before[0].seq == last + 1
    assert not again.events
    assert before[-1].seq == again.seq


def told(messages: Iterable[Any]) -> list[tuple[Any, Any]]:
    """Return the views of positions, and the events that led to each."""
    return [(each.view, each.events) for each in messages if isinstance(each, Updated)]


def test_positions_up_to_it_come_as_they_were_with_what_led_to_them() -> None:
    table, ann = alone(deals=2, pause=-1)
    while not table.live.between_deals:
        play_on(table, ann)
    ann.send(Continue(table.live.seq))
    earlier = []
    for _ in range(2):
        bots_move(table)
        earlier.append(told(ann.heard))
        ann.play(table.live.legal(0)[0])
    while earlier:
        again = [decode_from_host(encode(position)) for position in back(table, ann)]
        assert told(again) == earlier.pop()
        assert {each.number for each in again if isinstance(each, Updated)} == {5}


def test_it_goes_back_several_decisions_in_a_row_and_no_further_than_the_first() -> None:
    table, ann = alone()
    first = shown(ann).view
    for _ in range(2):
        play_on(table, ann)
    back(table, ann)
    back(table, ann)
    assert shown(ann).view == first
    assert "nothing to take back" in why_not(table, ann)
    known = header(table.game, table.live.match.options, table.live.match.players)
    assert known | {"taken_back": 2, "deal_proof": table.proof().plain()} == {
        **table.live.match.lines[0],
    }
    ann.play(table.live.legal(0)[0])
    written = record_of(table.kept(), {table.game.NAME: table.game})
    assert list(written[1:]) == table.live.match.lines[1:], "what follows is written"


def test_a_forced_move_is_no_decision() -> None:
    table, ann = alone(deals=2, pause=-1)
    for _ in range(2):
        play_on(table, ann)
    second = table.live.moves[:2]
    ann.play(*table.live.legal(0))  # the last card
    bots_move(table)
    assert table.live.between_deals
    back(table, ann)
    assert table.live.moves == second
    assert len(table.live.legal(0)) > 1


def test_a_finished_deal_is_taken_back_and_the_next_one_brings_the_same_cards() -> None:
    table, ann = alone(deals=2, pause=-1)
    while not table.live.between_deals:
        play_on(table, ann)
    ann.send(Continue(table.live.seq))
    bots_move(table)
    dealt = shown(ann).view.hand
    back(table, ann)
    assert shown(ann).view.deal == 1
    while not table.live.between_deals:
        ann.play(table.live.legal(0)[-1])
        bots_move(table)
    ann.send(Continue(table.live.seq))
    bots_move(table)
    assert shown(ann).view.hand == dealt


def test_a_bot_that_is_thinking_is_not_waited_for() -> None:
    table, ann = alone()
    ann.play(table.live.legal(0)[0])
    (late,) = table.asked
    back(table, ann)
    seq = table.live.seq
    table.carry_out(table.lobby.bot_moved(late.table, late.seat, late.ticket, "1", table.now))
    table.pass_time(30)
    assert table.live.seq == seq


def test_a_move_chosen_before_is_stale() -> None:
    table, ann = alone()
    play_on(table, ann)
    late = ann.client.play(table.live.legal(0)[0])
    back(table, ann)
    assert ann.refused(late) == "stale"


def test_bots_begin_the_same_decision_with_the_same_chance() -> None:
    table, ann = alone()
    ann.play(table.live.legal(0)[0])
    before = [(asked.seat, asked.chance) for asked in table.asked]
    back(table, ann)
    table.asked.clear()
    ann.play(table.live.legal(0)[-1])
    assert [(asked.seat, asked.chance) for asked in table.asked] == before
    assert all(chance is not None for _, chance in before)


def test_the_chance_of_a_bot_follows_from_the_number_of_its_own_decisions() -> None:
    """A deal played once more with the same cards relies on that."""
    table, ann = alone()
    asked: list[AskBot] = []
    while table.table.phase == "playing":
        ann.play(table.live.legal(0)[0])
        asked += table.asked
        bots_move(table)
    seed = table.table.match.setup.seed
    assert [each.chance for each in asked] == [chance_of(seed, 1, made) for made in range(3)]


def test_the_mark_stays_when_another_program_resumes_the_match() -> None:
    table, ann = alone()
    first = shown(ann).view
    play_on(table, ann)
    back(table, ann)
    kept = table.kept()
    assert kept.taken_back == 1
    moves = [line for line in kept.lines if isinstance(line, dict) and "move" in line]
    assert not [line for line in moves if line["seat"] == 0]
    assert record_of(kept, {"tiny": table.game})[0]["taken_back"] == 1
    other = table.again()
    once_more = returned(other, ann)
    assert shown(once_more).view == first
    while other.table.phase == "playing":
        play_on(other, once_more)
    (record,) = other.saved
    assert record[0]["taken_back"] == 1
    assert other.table.evening.standings == []


def test_a_match_in_which_nothing_was_taken_back_has_no_mark() -> None:
    table, ann = alone()
    while table.table.phase == "playing":
        play_on(table, ann)
    assert "taken_back" not in table.saved[0][0]


def test_at_a_table_on_the_lan_nothing_is_taken_back_after_resuming() -> None:
    table, ann = alone()
    ann.play(table.live.legal(0)[0])
    other = table.again(structs.replace(table.kept().opened, port=4040), cards=3)
    once_more = returned(other, ann)
    assert [asked.chance for asked in other.asked] == [None]
    assert "alone against bots" in why_not(other, once_more)


def test_bots_have_the_same_chance_after_resuming() -> None:
    table, ann = alone()
    ann.play(table.live.legal(0)[0])
    other = table.again()
    returned(other, ann)
    assert [asked.chance for asked in other.asked] == [asked.chance for asked in table.asked]


def test_more_is_taken_back_after_resuming() -> None:
    table, ann = alone()
    first = shown(ann).view
    for _ in range(2):
        play_on(table, ann)
    back(table, ann)
    other = table.again()
    once_more = returned(other, ann)
    bots_move(other)
    back(other, once_more)
    assert shown(once_more).view == first
    assert BackLine(0) in other.kept().lines
    assert other.kept().taken_back == 2


def test_time_runs_anew_for_the_decision() -> None:
    table, ann = alone(clock=15)
    play_on(table, ann)
    table.pass_time(10)
    back(table, ann)
    assert ann.last(Updated).left > 14_000


def test_nothing_is_taken_back_before_a_match_after_it_or_where_others_play() -> None:
    empty = LoggedHarness(None, 2)
    assert "nothing to take back" in why_not(empty, empty.join("Ann"))
    table, ann = alone()
    while table.table.phase == "playing":
        play_on(table, ann)
    assert "over" in why_not(table, ann)
    company, (ann, _) = under_way(None, 2)
    ann.play(company.live.legal(0)[0])
    assert "alone against bots" in why_not(company, ann)


def test_what_others_decided_in_secret_at_the_same_time_is_asked_again_in_the_same_way() -> None:
    table, (ann,) = under_way(None, 3, cards=2, blind="on", bots=2)
    asked = [(each.seat, each.view, each.chance) for each in table.asked]
    table.answer("double")
    table.pass_time(1)
    ann.play("double")
    table.asked.clear()
    back(table, ann)
    assert table.live.moves == []
    assert [(each.seat, each.view, each.chance) for each in table.asked] == asked
