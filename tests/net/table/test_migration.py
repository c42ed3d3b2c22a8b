"""A table moves to the computer of another player, or stays where it is with a reason."""

from dataclasses import replace
from typing import Any

import pytest

from core.bots import LEVELS
from core.games import GAMES
from net.client.events import RoomChanged, TableMoved
from net.migration import ASK_SECONDS, HAND_SECONDS, TEST_SECONDS, IncomingStage
from net.table.base import Evening
from net.table.clock import EVERYBODY
from net.table.effects import Peer
from net.table.lobby import Lobby
from net.table.log import GuestEntry, HandedLine, LogError, MovedLine, log_text
from net.table.log_reader import read_handed
from net.table.opening import open_table
from net.table.seating import AWAY_SECONDS, OWNER_SECONDS
from net.table.table import Table, handed_text
from net.table.turns import THINKING_SHARE
from net.wire.bounds import MAX_PART, MAX_TABLE_PARTS
from net.wire.from_host import Announced, Chosen, Closed, Gathered, Refused, Said, Seated, Updated
from net.wire.message import RoomChange, Standing
from net.wire.protocol import VERSION
from net.wire.to_host import (
    Accept,
    Allow,
    ChangeGame,
    Continue,
    Decline,
    Fill,
    Hello,
    Join,
    Leave,
    Migrate,
    Play,
    Prepared,
    Ready,
    Rematch,
    Say,
    Start,
)
from tests.support.harness import Harness
from tests.support.migrating import Computer, Mover
from tests.support.shuffles import verdict
from tests.support.unfinished_tables import altered, said

ANN, BOB = 0, 1


def at_table(**settings: Any) -> tuple[Computer, Computer, Mover, Mover, Mover]:
    """Three people at a table of the first computer; Bob's computer is the second."""
    old, new = Computer(1, seats=3, **settings), Computer(2, seats=3, **settings).empty()
    people = [old.join(name) for name in ("Ann", "Bob", "Cid")]
    assert all(isinstance(each, Mover) for each in people)
    ann, bob, cid = people
    bob.computer = new
    return old, new, ann, bob, cid


def begin(*people: Mover) -> None:
    for other in people[1:]:
        other.send(Ready())
    people[0].send(Start())


def in_match(**settings: Any) -> tuple[Computer, Computer, Mover, Mover, Mover]:
    """The same in a match."""
    old, new, *people = at_table(**settings)
    begin(*people)
    return old, new, *people


def told_of_moves(visitor: Mover) -> list[RoomChange]:
    """Return the messages about moves of the table sent to a visitor, in order."""
    told = [c for each in visitor.events if isinstance(each, RoomChanged) for c in each.happened]
    return [change for change in told if change.kind in ("migrating", "accepted", "staying")]


def facts_of(visitor: Mover) -> dict[str, Any]:
    """Return the facts of the last failed move of the table, as told to all."""
    return dict([each for each in told_of_moves(visitor) if each.kind == "staying"][-1].facts)


def why(visitor: Mover) -> str:
    """Return the reason for the last failed move of the table, as told to all."""
    return str(facts_of(visitor)["why"])


def test_before_a_match_the_table_moves_with_everything_agreed() -> None:
    old, new, ann, bob, cid = at_table()
    cid.send(Ready())
    ann.send(Migrate(BOB))
    assert not old.lobby.tables
    assert [*new.lobby.tables] == ["table-1"]
    ann, bob, cid = (each.follow(new) for each in (ann, bob, cid))
    room = cid.last(Gathered)
    assert [line.name for line in room.seats] == ["Ann", "Bob", "Cid"]
    assert room.owner == ANN
    assert [line.ready for line in room.seats] == [False, False, True]
    bob.send(Ready())
    ann.send(Start())
    assert new.table.phase == "playing"


def test_a_match_goes_on_at_the_new_place_to_its_end_and_is_proven() -> None:
    old, new, *people = in_match(pause=EVERYBODY, deals=3)
    old.play_to_the_end(*people, moves=1)
    people[0].send(Migrate(BOB))
    assert old.lobby.tables, "the deal is not over"
    while old.lobby.tables:
        old.play_to_the_end(*people, moves=1)
    people = [each.follow(new) for each in people]
    assert new.table.phase == "playing"
    new.play_to_the_end(*people)
    assert new.table.phase == "over"
    for each in people:
        assert not verdict(each).fault
    assert people[0].client.room.evening


def test_at_once_no_move_is_lost_and_none_made_twice() -> None:
    old, new, *people = in_match()
    mover = next(each for each in people if each.client.my_turn)
    play = mover.client.play(old.live.legal(mover.client.seat)[0])
    mover.send(play)
    made = list(old.live.moves)
    people[0].send(Migrate(BOB, at_once=True))
    assert not old.lobby.tables
    people = [each.follow(new) for each in people]
    again = next(each for each in people if each.client.seat == mover.client.seat)
    again.send(Play(play.number, play.seq, play.move))
    assert new.live.moves == made
    new.play_to_the_end(*people)
    assert new.table.phase == "over"


def test_what_is_sent_while_the_table_is_on_its_way_is_done_if_it_stays() -> None:
    old, new, ann, bob, cid = in_match()
    new.refuses = "silent"
    ann.send(Migrate(BOB, at_once=True))
    assert old.table.migration.outgoing.frozen
    mover = next(each for each in (ann, bob, cid) if each.client.my_turn)
    mover.play(old.live.legal(mover.client.seat)[0])
    assert not old.live.moves
    old.pass_time(HAND_SECONDS + 1)
    assert why(cid) == "silent"
    assert len(old.live.moves) == 1
    assert not new.lobby.tables


def test_what_waits_is_done_once_the_new_host_comes_back_as_a_player() -> None:
    old, new, ann, bob, cid = in_match(clock=30)
    new.refuses = "silent"
    ann.send(Migrate(BOB, at_once=True))
    mover = next(each for each in (ann, bob, cid) if each.client.my_turn)
    mover.play(old.live.legal(mover.client.seat)[0])
    old.pass_time(2)
    bob.again()
    assert why(cid) == "lost"
    assert len(old.live.moves) == 1
    assert cid.last(Updated).left == 30_000


def test_whoever_comes_while_the_table_is_on_its_way_is_known_by_their_own_address() -> None:
    old, new, ann, _, cid = at_table()
    cid.send(Leave())
    new.refuses = "silent"
    ann.send(Migrate(BOB))
    zoe = old.visitor()
    old.lobby.meet(zoe, Peer("10.0.0.77"))
    zoe.send(zoe.client.join("Zoe"))
    assert zoe.client.seat is None
    old.pass_time(HAND_SECONDS + 1)
    assert zoe.client.seat == 2
    assert "10.0.0.77" in old.lobby.seated_addresses()


@pytest.mark.parametrize(
    ("word", "table", "opens"),
    [("right", "table-1", True), ("wrong", "table-1", False), ("right", "table-2", False)],
)
def test_a_table_is_opened_by_whoever_the_old_host_has_sent_there_and_by_nobody_else(
    word: str, table: str, opens: bool
) -> None:
    _, new, ann, *_ = at_table()
    new.refuses = "mute"  # it has the table ready, but has not said so
    ann.send(Migrate(BOB))
    words = {"right": new.lobby.arriving.migration.word, "wrong": "x" * 32}
    zoe = new.visitor()
    zoe.send(Hello(VERSION, migrates=True, word=words[word]))
    zoe.send(Join("Zoe", table))
    assert ([*new.lobby.tables] == ["table-1"]) == opens


def test_what_a_bot_answers_while_the_table_is_on_its_way_is_played_if_it_stays() -> None:
    old, new, ann, bob, cid = at_table()
    cid.send(Leave())
    ann.send(Fill(2, "easy"))
    begin(ann, bob)
    old.play_to_the_end(ann, bob, moves=2)
    new.refuses = "silent"
    ann.send(Migrate(BOB, at_once=True))
    made, chosen = list(old.live.moves), old.live.legal(2)[-1]
    old.answer(chosen)
    old.pass_time(1)
    assert old.live.moves == made
    bob.send(Decline(bob.client.incoming.attempt, "disk"))
    old.pass_time(2)
    assert old.live.moves == [*made, (2, chosen)]


def test_a_table_whose_player_goes_to_a_branch_says_to_all_others_where_the_match_goes_on() -> None:
    where = MovedLine("Bob", "10.0.0.2", 4002, "02" * 32, "branch")
    old, _, *people = in_match()
    assert old.lobby.give_way("another table", where) == []
    assert old.lobby.tables
    old.carry_out(old.lobby.give_way("table-1", where))
    assert not old.lobby.tables
    late = old.visitor()
    late.send(Join("Cid", "table-1"))
    for each in (*people, late):
        assert each.dropped
        told = each.client.dismissed
        said = "the match goes on at the computer of Bob: 10.0.0.2, port 4002"
        assert told.reason.format(**told.facts) == said
    assert old.kept().moved == where


def test_the_player_in_the_host_s_program_goes_to_a_branch_without_a_word() -> None:
    harness = Harness()
    harness.own = "Ann"
    ann, bob = harness.join("Ann"), harness.join("Bob")
    harness.carry_out(harness.lobby.give_way("table-1", MovedLine("Bob", "10.0.0.2", 2, "02" * 32)))
    assert ann.dropped
    assert ann.client.dismissed is None
    assert bob.client.dismissed is not None


@pytest.mark.parametrize("reason", ["disk", "release"])
def test_the_table_stays_if_the_new_computer_cannot_have_it(reason: str) -> None:
    old, new, ann, _, cid = at_table()
    new.refuses = reason
    ann.send(Migrate(BOB))
    assert why(cid) == reason
    assert old.lobby.tables
    assert not new.lobby.tables
    new.refuses = ""
    ann.send(Migrate(BOB))
    assert not old.lobby.tables


def test_the_next_deal_comes_when_it_is_due_where_the_table_stays_after_a_deal() -> None:
    old, new, ann, bob, cid = in_match(pause=30, deals=2)
    new.refuses = "disk"
    ann.send(Migrate(BOB))
    while old.table.match is not None and old.table.match.intermission is None:
        old.play_to_the_end(ann, bob, cid, moves=1)
    assert why(cid) == "disk"
    old.pass_time(29)
    assert old.live.between_deals
    old.pass_time(1)
    assert not old.live.between_deals


def test_a_table_moves_between_two_deals_also_where_no_pause_is_made() -> None:
    old, _, *people = in_match(deals=2)
    people[0].send(Migrate(BOB))
    while old.lobby.tables:
        old.play_to_the_end(*people, moves=1)
    assert len(old.live.deals) == 1


def test_no_deal_comes_while_the_table_is_on_its_way() -> None:
    """The player whose Continue was missing is lost: at the new place the deal is still open."""
    old, new, ann, bob, cid = in_match(pause=EVERYBODY, deals=2)
    while not old.live.between_deals:
        old.play_to_the_end(ann, bob, cid, moves=1)
    for each in (ann, bob):
        each.send(Continue(old.live.seq))
    new.refuses = "silent"
    ann.send(Migrate(BOB))
    cid.cut()
    assert old.live.between_deals
    old.pass_time(HAND_SECONDS + 1)
    assert not old.live.between_deals


def test_whoever_only_watches_cannot_keep_the_table_where_it_is() -> None:
    old, _, ann, *_ = at_table()
    dora = old.join("Dora", watch=True)
    dora.reaches = False
    ann.send(Migrate(BOB))
    assert not old.lobby.tables
    assert isinstance(dora.moved, TableMoved)


def test_no_other_game_is_chosen_while_a_computer_is_asked() -> None:
    _, _, ann, bob, _ = at_table()
    bob.forge = lambda message: None if isinstance(message, Chosen) else message
    ann.send(Migrate(BOB))
    assert ann.refused(ChangeGame("kozel", 3)) == "moving"


def test_the_owner_calls_it_off_before_the_deal_is_over() -> None:
    old, new, ann, bob, cid = in_match()
    ann.send(Migrate(BOB))
    ann.send(Migrate(None))
    assert why(cid) == "off"
    old.play_to_the_end(ann, bob, cid)
    assert old.table.phase == "over"
    assert not new.lobby.tables


def test_a_cable_pulled_from_the_new_host_leaves_the_table_where_it_is() -> None:
    old, new, ann, bob, cid = in_match()
    ann.send(Migrate(BOB))
    bob.cut()
    assert why(cid) == "lost"
    bob = bob.again()
    assert bob.client.incoming.stage == 0
    old.play_to_the_end(ann, bob, cid)
    assert old.table.phase == "over"
    assert new.lobby.arriving is None


def test_a_new_host_that_missed_the_last_word_hears_it_when_it_comes_back() -> None:
    old, new, ann, bob, _ = at_table()
    bob.forge = lambda message: None if isinstance(message, Closed) else message
    ann.send(Migrate(BOB))
    assert not old.lobby.tables
    assert not new.lobby.tables, "it does not know yet"
    back = Mover(old, bob.client)
    back.computer = new
    back.greet()
    assert [*new.lobby.tables] == ["table-1"]


def test_somebody_sent_to_the_new_host_shows_that_the_old_one_has_let_the_table_go() -> None:
    _, new, ann, bob, cid = at_table()
    bob.forge = lambda message: None if isinstance(message, Closed) else message
    ann.send(Migrate(BOB))
    cid = cid.follow(new)
    assert isinstance(cid.last(Seated), Seated)
    assert [*new.lobby.tables] == ["table-1"]


def test_a_stranger_does_not_open_a_table_that_was_not_let_go() -> None:
    _, new, ann, bob, _ = at_table()
    bob.forge = lambda message: None if isinstance(message, Closed) else message
    ann.send(Migrate(BOB))
    eve = new.visitor()
    assert eve.refused(Join("Eve", "table-1")) == "table"
    assert eve.refused(Join("Eve", "table-1", "guessed")) == "table"
    assert not new.lobby.tables


def test_a_player_who_knows_the_place_does_not_open_a_table_that_was_not_let_go() -> None:
    old, new, ann, _, cid = at_table()
    new.refuses = "mute"
    ann.send(Migrate(BOB))
    seated = cid.last(Seated)
    assert new.visitor().refused(Join("Cid", "table-1", seated.token)) == "table"
    old.pass_time(HAND_SECONDS + 1)
    assert old.lobby.tables
    assert not new.lobby.tables


def test_whoever_was_away_does_not_open_a_table_where_it_was_before() -> None:
    first, second, ann, bob, cid = at_table()
    ann.computer = first
    cid.cut()
    ann.send(Migrate(BOB))
    ann, bob = ann.follow(second), bob.follow(second)
    first.refuses = "mute"
    ann.send(Migrate(ANN))
    late = Mover(first, cid.client)
    late.greet()
    assert not first.lobby.tables
    assert late.moved is not None
    late = late.follow(second)
    second.pass_time(HAND_SECONDS + 1)
    assert late.last(Seated).seat == 2
    assert why(bob) == "silent"


def test_whoever_was_away_is_sent_on_by_the_old_host() -> None:
    _, new, ann, _, cid = at_table()
    cid.cut()
    ann.send(Migrate(BOB))
    late = Mover(ann.harness, cid.client)
    late.greet()
    assert isinstance(late.moved, TableMoved)
    late = late.follow(new)
    assert late.last(Seated).seat == 2


def test_the_old_log_says_where_the_match_went() -> None:
    old, _, *people = in_match()
    people[0].send(Migrate(BOB, at_once=True))
    assert old.kept().moved == MovedLine("Bob", "10.0.0.2", 4002, "02" * 32)


def test_a_program_that_cannot_host_is_not_asked() -> None:
    old, *_ = at_table()
    dora = old.join("Dora", watch=True)
    plain = Computer(3)
    first, second = plain.join("Ann"), plain.client()
    second.handshake.migrates = False
    guest = plain.visitor(second)
    guest.send(second.join("Guest"))
    assert first.refused(Migrate(1)) == "rooted"
    assert isinstance(dora.send(Migrate(1))[-1], Refused)


def test_no_computer_is_asked_whose_player_cannot_answer() -> None:
    old, _, ann, _, cid = at_table()
    cid.send(Leave())
    assert ann.refused(Migrate(2)) == "nobody"
    ann.send(Fill(2, "easy"))
    assert ann.refused(Migrate(2)) == "bot"
    assert old.lobby.tables


def test_a_player_who_is_away_is_not_asked() -> None:
    _, _, ann, bob, _ = in_match()
    bob.cut()
    assert ann.refused(Migrate(BOB)) == "away"


ACCEPTED = RoomChange("accepted", BOB, "Bob")


def staying(reason: str, **facts: str | int) -> RoomChange:
    return RoomChange("staying", BOB, "Bob", {"why": reason} | facts)


@pytest.mark.parametrize(
    "hindered, seconds, told",
    [
        ({}, 0, [ACCEPTED]),
        ({"agrees": False}, 0, [staying("no")]),
        ({"computer": None}, ASK_SECONDS, [staying("silent")]),
        ({"reaches": False}, 0, [ACCEPTED, staying("unreached", other="Cid")]),
        ({"reaches": None}, TEST_SECONDS, [ACCEPTED, staying("unreached", other="Cid")]),
        ({"refuses": "disk"}, 0, [ACCEPTED, staying("disk")]),
        ({"refuses": "silent"}, HAND_SECONDS, [ACCEPTED, staying("silent")]),
    ],
    ids=["nothing", "no", "silence", "no way", "no word of the way", "full disk", "no table"],
)
def test_everybody_hears_who_is_asked_who_agrees_and_why_the_table_stays(
    hindered: dict[str, Any], seconds: float, told: list[RoomChange]
) -> None:
    old, new, ann, bob, cid = at_table()
    dora = old.join("Dora", watch=True)
    for name, value in hindered.items():
        setattr({"reaches": cid, "refuses": new}.get(name, bob), name, value)
    ann.send(Migrate(BOB))
    old.pass_time(seconds)
    asked = RoomChange("migrating", BOB, "Bob", {"at_once": 0})
    for each in (ann, bob, cid, dora):
        assert told_of_moves(each) == [asked, *told]
    stays = told[-1].kind == "staying"
    assert (bool(old.lobby.tables), bool(new.lobby.tables)) == (stays, not stays)


OPENED = ("id", "bots", "evening", "shuffler")


def opened_there(old: Computer, text: str, **settings: Any) -> Table:
    """Return the table as another computer opens it."""
    games = {old.game.NAME: old.game}

    def chance(table: bytes, _: bool) -> Any:
        return replace(old.chance, table=table)

    return open_table(read_handed(text), old.now, chance, games=games, **settings)


@pytest.mark.parametrize(
    "spoiled",
    [
        {"ready": [True]},
        {"played": []},
        {"room": {"owner": 3}},
        {"room": {"code": "x" * 17}},
        {"bots": ["easy"] * 3},
        {"bots": ["wizard"]},
        {"id": "9f2c\n"},
        {"evening": [["Zoe"]] * 33},
        {"kept_out": [["Zoe", "", ""]] * 65},
        {"kept_out": [["Z" * 25, "", ""]]},
        {"untold": [""] * 1000},
        {"seq": 2**53 - 1},
        {"matches": 2**53 - 1},
        {"terms": 2**53 - 1},
        {"shuffler": 32 * "a" + "\n"},
    ],
)
def test_a_table_that_contradicts_itself_is_not_taken(spoiled: dict[str, Any]) -> None:
    old, *_ = at_table()
    whole = handed_text(old.table, 1)
    for name, value in spoiled.items():
        known = said(whole, -1).get(name)
        value = {**known, **value} if isinstance(value, dict) else value
        first = {name: value} if name in OPENED else {}
        whole = altered(whole, opened=first, handed={} if first else {name: value})
    with pytest.raises(LogError, match=r"line \d$"):
        opened_there(old, whole)


def test_bots_of_every_level_may_come_with_a_table() -> None:
    old = Computer(1, seats=len(LEVELS))
    old.join("Ann")
    good = handed_text(old.table, 1)
    room = said(good, -1)["room"]
    for seat, level in enumerate(LEVELS):
        room["seats"][seat]["bot"] = level
    table = opened_there(old, altered(good, opened={"bots": ["easy"] * 2}, handed={"room": room}))
    assert table.opened_with == ("easy", "easy")
    assert [place.bot for place in table.room] == [*LEVELS]
    wide = Harness(GAMES["graph_poker"], seats=len(LEVELS) + 1, bots=LEVELS)
    table = open_table(read_handed(handed_text(wide.table, 1)), 0.0, lambda *_: wide.chance)
    assert table.opened_with == LEVELS


ORIGIN = {"table": "table-0", "deal": 3, "host": "Ann"}


def test_a_table_is_handed_on_as_it_came() -> None:
    """If the code were lost, the table would be open to every guest at the next host."""
    old, *_ = at_table(pause=EVERYBODY, clock=30, deals=3)
    old.table.evening = Evening([Standing("Ann", matches=2, points=7)])
    first = {"shuffler": "07" * 16, "bots": ["easy"], "branch": [ORIGIN]}
    last = {"kept_out": [["Eve", "10.0.0.9", "token-9"]], "untold": ["token-8"], "word": "aside"}
    last |= {"matches": 4, "seq": 99, "ready": [True, False, True], "played": [True, False, True]}
    room = said(handed_text(old.table, 7), -1)["room"]
    room |= {"code": "K7QM2X", "locked": True, "watching": False, "watchers_talk": False}
    last |= {"terms": 5, "room": room}
    whole = altered(handed_text(old.table, 7), opened=first, handed=last)
    came = opened_there(old, whole)
    assert came.migration.outgoing.attempt == 7
    again = handed_text(came, 7)
    assert said(again, -1) == said(whole, -1)
    assert said(again, 0) == said(whole, 0) | {"room": room}
    assert not came.plan.has_bots, "its game has none"
    with pytest.raises(LogError, match=r"line 1$"):
        opened_there(old, altered(whole, opened={"options": {"cards": 99}}))


def test_a_match_that_is_not_of_the_table_is_not_taken() -> None:
    old, _, *_ = in_match()
    whole = handed_text(old.table, 1)
    room = said(whole, -1)["room"]
    came = opened_there(old, whole)
    assert came.phase == "playing"
    again = read_handed(handed_text(came, 1)).lines
    assert [isinstance(line, HandedLine) for line in again][-2:] == [False, True]
    fewer = {"room": room | {"seats": room["seats"][:2]}, "ready": [True] * 2, "played": [True] * 2}
    with pytest.raises(LogError, match=r"line \d$"):
        opened_there(old, altered(whole, handed=fewer))
    with pytest.raises(LogError, match=r"line \d$"):
        opened_there(old, log_text(read_handed(whole).lines[:-1]))


def test_a_match_that_everybody_left_does_not_go_along() -> None:
    old, new, *people = in_match()
    for each in people:
        each.send(Leave())
    ann, bob = old.join("Ann"), old.join("Bob")
    bob.computer = new
    ann.send(Migrate(BOB))
    assert new.table.phase == "gathering"


def test_nobody_waits_for_an_owner_who_does_not_come_to_the_new_place() -> None:
    _, new, ann, bob, _ = at_table()
    ann.send(Migrate(BOB))
    bob = bob.follow(new)
    assert bob.last(Gathered).owner == ANN
    new.pass_time(OWNER_SECONDS)
    assert bob.last(Gathered).owner == BOB
    new.pass_time(AWAY_SECONDS - OWNER_SECONDS)
    assert [line.name for line in bob.last(Gathered).seats] == ["", "Bob", ""]


def test_watchers_come_along_to_a_table_that_is_locked_and_each_once() -> None:
    old, new, ann, *_ = at_table()
    eve = old.join("Eve", watch=True)
    assert isinstance(eve, Mover)
    ann.send(Allow(newcomers=False))
    ann.send(Migrate(BOB))
    ann = ann.follow(new)
    there = eve.follow(new)
    assert [line.name for line in ann.last(Gathered).watchers] == ["Eve"]
    there.cut()
    eve.follow(new)
    assert ann.last(Gathered).watchers == ()


def test_guests_are_known_where_the_table_goes_those_without_a_seat_are_not() -> None:
    old, new, ann, _, cid = at_table()
    seated = GuestEntry("Cid", cid.client.seated.token, "K7Q-M2X", ("ab" * 32,))
    stranger = GuestEntry("Eve", "a token of no seat", "AAA-AAA", ("cd" * 32,))
    old.table.room.note_guests([seated, stranger])
    ann.send(Migrate(BOB))
    assert new.table.room.guests == (seated,)


def test_bots_take_as_long_as_the_new_host_wants() -> None:
    old = Computer(1)
    old.with_bot()
    old.table = opened_there(old, handed_text(old.table, 1), bot_seconds=3.0)
    old.lobby = Lobby("Next", [old.table])
    ann = old.visitors[0].again()
    old.asked.clear()
    ann.play(old.live.legal(ANN)[0])
    assert [asked.seconds for asked in old.asked] == [3.0 * THINKING_SHARE]


def test_a_table_is_opened_by_a_host_with_or_without_a_player() -> None:
    old, *_ = at_table()
    whole = handed_text(old.table, 1)
    rooms = [opened_there(old, whole, unattended=each).room for each in (False, True)]
    assert [room.unattended for room in rooms] == [False, True]


@pytest.mark.parametrize(
    "spoiled",
    [
        {"name": "x" * 25},
        {"bot": "wizard"},
        {"token": "t" * 65},
        {"address": "\x1b[2J"},
    ],
)
def test_a_table_is_not_taken_that_nobody_could_be_shown(spoiled: dict[str, Any]) -> None:
    """Its room would break the connection of every guest."""
    old, *_ = at_table()
    whole = handed_text(old.table, 1)
    room = said(whole, -1)["room"]
    room["seats"][2] |= spoiled
    with pytest.raises(LogError, match=r"line 2$"):
        read_handed(altered(whole, handed={"room": room}))


def test_a_match_to_be_shuffled_again_is_of_this_table() -> None:
    """With other seats it could not be dealt, and the new host's program would end."""
    old, _, *people = at_table()
    gathered = handed_text(old.table, 1)
    room = said(gathered, -1)["room"]
    begin(*people)
    played = handed_text(old.table, 1)

    def read(whole: str, **changed: Any) -> None:
        undealt = {"begun": "", "room": room | changed}
        read_handed(altered(whole, handed={"undealt": undealt}))

    read(gathered)
    with pytest.raises(LogError):
        read(played)  # one match is played, and no other
    seats = room["seats"]
    for spoiled in (
        {"seats": seats[:2]},
        {"seats": [*seats, seats[0]]},
        {"owner": 3},
        {"seats": [*seats[:2], seats[2] | {"bot": "wizard"}]},
    ):
        with pytest.raises(LogError, match=r"line 2$"):
            read(gathered, **spoiled)


def test_a_match_that_is_shuffled_again_has_the_same_players_and_bots() -> None:
    old, _, ann, _, cid = at_table()
    cid.send(Leave())
    ann.send(Fill(2, "easy"))
    whole = handed_text(old.table, 1)
    undealt = {"begun": "", "room": said(whole, -1)["room"]}
    old.table = opened_there(old, altered(whole, handed={"undealt": undealt}))
    old.lobby = Lobby("Next", [old.table])
    ann.again()
    old.pass_time(10)
    kinds = [(player.name, player.kind) for player in old.live.match.players]
    assert kinds[:2] == [("Ann", "human"), ("Bob", "human")]
    assert kinds[2][1] == "bot:easy"


def test_the_table_moves_back_and_forth_in_one_match() -> None:
    first, second, *people = at_table(pause=EVERYBODY, deals=3)
    people[0].computer = first
    begin(*people)
    here, there, target = first, second, BOB
    for _ in range(4):
        people[0].send(Migrate(target, at_once=True))
        assert not here.lobby.tables
        people = [each.follow(first, second) for each in people]
        here, there, target = there, here, ANN if target == BOB else BOB
        for each in people:
            if here.table.phase == "playing" and each.client.my_turn:
                each.play(here.live.legal(each.client.seat)[0])
                break
        people[0].send(Say("still here"))
        people[0].send(Continue(0))
    here.play_to_the_end(*people)
    assert here.table.phase == "over"
    for each in people:
        assert not verdict(each).fault


def test_a_match_that_is_over_is_still_shown_at_the_new_place() -> None:
    old, new, *people = in_match()
    old.play_to_the_end(*people)
    people[0].send(Migrate(BOB))
    assert not old.lobby.tables
    people = [each.follow(new) for each in people]
    assert new.table.phase == "over"
    room = people[2].last(Gathered)
    assert room.phase == "over"
    assert [line.matches for line in room.evening] == [1, 1, 1], "it is counted once"
    people[2].send(Leave())
    assert new.file == b"", "there is nothing left to resume"
    assert new.join("Cid").last(Gathered).seats[2].name == "Cid", "the name is free again"


def test_the_host_s_own_player_is_not_asked() -> None:
    old = Computer(1)
    ann = Mover(old, old.client())
    old.lobby.meet(ann, Peer(own=True, migrates=True))
    ann.send(ann.client.handshake.hello())
    ann.send(ann.client.join("Ann"))
    assert ann.refused(Migrate(ANN)) == "here"
    assert ann.last(Refused).facts == {"name": "Ann"}


def test_whoever_asks_another_player_calls_off_what_was_asked_before() -> None:
    old, new, ann, bob, cid = at_table()
    bob.computer, cid.computer = None, new
    cid.agrees = False
    ann.send(Migrate(BOB))
    chosen = bob.last(Chosen)
    assert not chosen.at_once
    ann.send(Migrate(2, at_once=True))
    assert told_of_moves(ann) == [
        RoomChange("migrating", BOB, "Bob", {"at_once": 0}),
        RoomChange("staying", BOB, "Bob", {"why": "off"}),
        RoomChange("migrating", 2, "Cid", {"at_once": 1}),
        RoomChange("staying", 2, "Cid", {"why": "no"}),
    ]
    assert cid.last(Chosen).at_once
    assert bob.refused(Accept(chosen.attempt, 4002, "02" * 32)) == "unasked"
    assert old.lobby.tables


def test_the_player_asked_already_is_asked_again_and_the_second_yes_counts() -> None:
    """First after this deal, then at once: the end of the first attempt ends only that one."""
    old, new, ann, bob, _ = in_match()
    ann.send(Migrate(BOB))
    assert bob.last(Chosen).attempt == 1
    ann.send(Migrate(BOB, at_once=True))
    assert bob.last(Chosen).attempt == 2
    assert not old.lobby.tables
    assert [*new.lobby.tables] == ["table-1"]


def test_another_player_is_asked_and_the_first_again() -> None:
    _, new, ann, bob, cid = in_match()
    for seat in (BOB, 2, BOB):
        ann.send(Migrate(seat))
    assert bob.client.incoming.stage is IncomingStage.READY
    assert cid.client.incoming.stage is IncomingStage.NONE
    ann.send(Migrate(BOB, at_once=True))
    assert [*new.lobby.tables] == ["table-1"]


@pytest.mark.parametrize(
    "seen, here, told",
    [
        ("10.0.0.2", "10.0.0.7", "10.0.0.2"),
        ("127.0.0.1", "10.0.0.7", "10.0.0.7"),
        ("::1", "10.0.0.7", "10.0.0.7"),
        ("127.0.0.1", "", "127.0.0.1"),
    ],
)
def test_others_are_sent_to_where_they_reach_the_new_computer(
    seen: str, here: str, told: str
) -> None:
    """A program on the host's own machine is at that machine's address in its network."""
    old, _, ann, bob, cid = at_table()
    if here:  # otherwise unknown
        old.table.migration.here = here
    holder = old.table.room[BOB]
    holder.peer = replace(holder.peer, address=seen)
    ann.send(Migrate(BOB))
    assert cid.last(Announced).address == told
    assert cid.last(Closed).facts["address"] == told
    assert cid.last(Closed).facts["name"] == "Bob"
    assert not [each for each in bob.heard if isinstance(each, Announced)], "it knows the way"


def test_a_program_that_cannot_try_the_way_is_not_waited_for() -> None:
    old, new = Computer(1, seats=3), Computer(2, seats=3).empty()
    ann, bob, plain = old.join("Ann"), old.join("Bob"), old.client()
    plain.handshake.migrates = False
    cid = old.visitor(plain)
    cid.send(plain.join("Cid"))
    bob.computer = new
    ann.send(Migrate(BOB))
    assert [*new.lobby.tables] == ["table-1"]
    assert not [each for each in cid.heard if isinstance(each, Announced)]


def test_nothing_that_the_new_host_s_player_does_is_lost_while_it_has_the_table() -> None:
    old, new, ann, bob, cid = in_match()
    while not bob.client.my_turn:
        old.play_to_the_end(ann, bob, cid, moves=1)
    made = len(old.live.moves)
    new.refuses = "silent"
    ann.send(Migrate(BOB, at_once=True))
    bob.play(old.live.legal(BOB)[0])
    assert len(old.live.moves) == made, "the text that Bob's computer has does not know of it"
    old.pass_time(HAND_SECONDS + 1)
    assert len(old.live.moves) == made + 1


def test_what_somebody_sent_who_is_gone_since_is_not_done() -> None:
    old, new, ann, bob, cid = in_match()
    new.refuses = "silent"
    ann.send(Migrate(BOB, at_once=True))
    cid.send(Say("I have to go"))
    ann.send(Say("and we stay"))
    cid.cut()
    old.pass_time(HAND_SECONDS + 1)
    assert [each.text for each in bob.heard if isinstance(each, Said)] == ["and we stay"]


def test_a_new_host_that_comes_back_as_a_player_does_not_have_the_table() -> None:
    """Its old connection may still seem to be alive."""
    old, new, ann, bob, cid = in_match()
    new.refuses = "silent"
    ann.send(Migrate(BOB, at_once=True))
    assert old.table.migration.outgoing.frozen
    again = bob.again()
    assert why(cid) == "lost"
    assert again.last(Seated).seat == BOB
    assert not old.table.migration.outgoing.frozen


def test_a_stranger_who_comes_while_the_table_leaves_is_sent_on() -> None:
    old, new, ann, bob, cid = at_table()
    new.refuses = "mute"
    ann.send(Migrate(BOB))
    eve = old.visitor()
    eve.send(Join("Eve", "table-1"))
    assert not [each for each in eve.heard if isinstance(each, Closed)]
    bob.send(Prepared(bob.client.incoming.attempt))
    for each in (ann, bob, cid, eve):
        assert each.last(Closed).code == "moved"
        assert each.dropped


def joining_on_the_way() -> tuple[Computer, Mover, Mover]:
    """Ann's table with a free seat is on its way, and Eve asks for a seat; the table is going to
    stay.
    """
    old, new, ann, _, cid = at_table()
    cid.send(Leave())
    new.refuses = "silent"
    ann.send(Migrate(BOB))
    eve = old.visitor()
    eve.send(eve.client.join("Eve"))
    assert ann.last(Gathered).seats[2].name == ""
    return old, ann, eve


def test_whoever_comes_while_the_table_is_on_its_way_sits_there_if_it_stays() -> None:
    old, ann, eve = joining_on_the_way()
    assert not old.lobby.joined(eve)
    old.pass_time(HAND_SECONDS + 1)
    assert eve.last(Seated).seat == 2
    assert old.lobby.joined(eve)
    eve.send(Say("hello"))
    assert ann.last(Said).text == "hello"


def test_whoever_comes_while_the_table_is_on_its_way_and_is_lost_gets_no_seat() -> None:
    """The others would never hear that this player is away."""
    old, ann, eve = joining_on_the_way()
    eve.cut()
    old.pass_time(HAND_SECONDS + 1)
    assert why(ann) == "silent"
    assert [line.name for line in ann.last(Gathered).seats] == ["Ann", "Bob", ""]


def test_a_table_leaves_once() -> None:
    old, _, ann, *_ = at_table()
    ann.send(Migrate(BOB))
    assert not old.lobby.tables
    assert old.table.tick(old.now) == []


def test_a_table_that_is_too_large_stays() -> None:
    old, _, ann, _, cid = in_match()
    ann.send(Migrate(BOB))
    most = MAX_PART * MAX_TABLE_PARTS
    old.table.migration.hand("x" * (most + 1), old.now)
    old.carry_out(old.table.tick(old.now))
    assert why(cid) == "size"
    ann.send(Migrate(BOB))
    old.table.migration.hand("x" * most, old.now)
    assert old.table.migration.outgoing.frozen


def test_a_player_who_moves_on_by_one_seat_is_still_the_one_who_is_asked() -> None:
    old, _, ann, bob, cid = in_match()
    old.play_to_the_end(ann, bob, cid)
    bob.computer = None
    ann.send(Migrate(BOB))
    for each in (ann, bob, cid):
        each.send(Rematch(rotate=True))
    assert old.table.phase == "playing"
    ann.send(Migrate(None))
    assert told_of_moves(cid)[-1] == RoomChange("staying", 2, "Bob", {"why": "off"})


def test_only_whoever_is_in_the_way_is_named() -> None:
    _, _, ann, bob, cid = at_table()
    cid.reaches = False
    ann.send(Migrate(BOB))
    assert facts_of(ann) == {"why": "unreached", "other": "Cid"}
    cid.reaches, bob.agrees = True, False
    ann.send(Migrate(BOB))
    assert facts_of(ann) == {"why": "no"}
