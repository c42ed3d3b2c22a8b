"""A match continues in another program as if nothing had happened. No sockets, no files."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from msgspec import structs

from core.game import Game
from core.games import GAMES
from core.match import to_line as record_line
from core.records.record import verify
from net.client.seat import ClientSeat
from net.host.factory import take_up
from net.table.clock import EVERYBODY, GRACE_SECONDS
from net.table.effects import Append, Effect, Finish, Peer, Send
from net.table.lobby import Lobby, Shutdown
from net.table.log import (
    LogError,
    OtherReleaseError,
    ProofEntry,
    ShareEntry,
    ShuffleLine,
    move_line,
    to_line,
)
from net.table.log_contents import Log
from net.table.log_reader import read_handed, read_table
from net.table.opening import fill, open_table, record_of
from net.table.seating import OWNER_SECONDS
from net.table.table import handed_text
from net.wire.from_host import Gathered, Refused, Timed, Updated
from net.wire.protocol import encode
from net.wire.to_host import Allow, Continue, Fill, Join, Leave
from tests.support.harness import Visitor
from tests.support.logged_harness import LoggedHarness, people, returned, under_way
from tests.support.matches import daily, samples
from tests.support.unfinished_tables import checked, left_table


def step(logged: LoggedHarness, sitting: list[Visitor], rng: Random) -> None:
    """Make one random move, for any player to act, or continue to the next deal."""
    live = logged.live
    if live.between_deals:
        for visitor in sitting:
            visitor.send(Continue(live.seq))
        return
    seat = rng.choice(live.to_act())
    move = rng.choice(live.legal(seat))
    if seat < len(sitting):
        sitting[seat].play(move)
    else:
        question = next(asked for asked in logged.asked if asked.seat == seat)
        logged.asked.clear()
        logged.pass_time(5)
        logged.carry_out(
            logged.lobby.bot_moved(question.table, seat, question.ticket, move, logged.now)
        )


def positions(logged: LoggedHarness) -> list[bytes]:
    """Return the positions of every seat and of a watcher, byte by byte."""
    live = logged.live
    numbers = [place.number for place in logged.table.room]
    return [
        encode(live.position(seat, (), 0 if seat is None else numbers[seat]))
        for seat in (*range(len(numbers)), None)
    ]


def tables() -> Iterator[tuple[Game, int]]:
    for game in GAMES.values():
        for seats in game.SEATS:
            yield game, seats


@pytest.mark.parametrize(
    "game, seats",
    daily(tables(), *((game, game.SEATS[-1]) for game in GAMES.values())),
    ids=lambda value: getattr(value, "NAME", str(value)),
)
def test_every_position_of_every_game_is_the_same_in_the_next_program(
    game: Game, seats: int
) -> None:
    """In every stage of every deal, even before and after simultaneous decisions."""
    logged, rng = LoggedHarness(game, seats, bot_seconds=0, pause=EVERYBODY), Random(seats)
    sitting = people(logged)
    seen: set[tuple[str, int, int]] = set()
    compared = moves = 0
    while logged.table.phase == "playing" and compared < samples(16):
        view = game.view(logged.live.match.state, None)
        stage = (getattr(view, "phase", ""), view.deal, len(view.to_act))
        if stage not in seen or moves % 11 == 0:
            seen.add(stage)
            compared += 1
            other = logged.again(pause=EVERYBODY)
            assert positions(other) == positions(logged)
            assert other.kept().deal == view.deal
            assert record_of(other.kept()) == tuple(logged.live.match.lines)
            other.table.close()
        step(logged, sitting, rng)
        moves += 1
    assert compared > 1


@pytest.mark.parametrize("game", list(GAMES.values()), ids=lambda game: game.NAME)
def test_the_match_goes_on_to_the_end_and_its_record_is_right(game: Game) -> None:
    """Two programs have died on the way; decks, moves and numbers continue where they stopped."""
    seats = min(3, game.SEATS[-1]) if 3 in game.SEATS else game.SEATS[0]
    logged, rng = LoggedHarness(game, seats, bot_seconds=0), Random(3)
    sitting = people(logged, bots=1)
    moves = 0
    while logged.table.phase == "playing":
        step(logged, sitting, rng)
        moves += 1
        if moves in (25, 70) and logged.table.phase == "playing":
            logged = logged.again(bot_seconds=0)
            sitting = [returned(logged, visitor) for visitor in sitting]
    assert moves > 25
    live = logged.live
    assert verify(GAMES, map(record_line, live.match.lines)) is None
    whole = [record_line(line) for line in live.match.lines]
    # The last program writes the whole record.
    assert [[record_line(line) for line in lines] for lines in logged.saved] == [whole]
    assert logged.file == b""


def kozel(seats: int = 3, bots: int = 0, **settings: Any) -> tuple[LoggedHarness, list[Visitor]]:
    return under_way(GAMES["kozel"], seats, **settings, bots=bots)


def turn(logged: LoggedHarness) -> int:
    live = logged.live
    (seat,) = live.to_act()
    return seat


def first_move(logged: LoggedHarness) -> str:
    live = logged.live
    return live.legal(turn(logged))[0]


def test_a_move_that_was_taken_is_not_made_again() -> None:
    """The host wrote it down and died before it could reply."""
    logged, sitting = kozel()
    mover = sitting[turn(logged)]
    play = mover.client.play(first_move(logged))
    logged.visitors.remove(mover)
    mover.send(play)
    assert mover.client.pending == play
    other = logged.again()
    back = returned(other, mover)
    assert mover.client.pending is None
    assert back.client.seq == play.seq + 1
    assert other.table.seq == play.seq + 1


def test_a_move_that_was_not_taken_is_made_when_its_player_is_back() -> None:
    logged, sitting = kozel()
    mover = sitting[turn(logged)]
    seq = mover.client.seq
    mover.client.play(first_move(logged))  # on its way when the host died
    other = logged.again()
    back = returned(other, mover)
    assert back.client.pending is None
    assert back.client.seq == seq + 1


def test_whoever_resumes_the_table_keeps_it_however_long_that_takes() -> None:
    """Ways in for guests are opened before the player of that program sits at the table again."""
    logged, (ann, bob, _) = kozel()
    own = structs.replace(logged.kept().opened, own=ann.client.seat)
    other = logged.again(own)
    bob = returned(other, bob)
    other.pass_time(OWNER_SECONDS)
    assert other.table.room.owner == ann.client.seat
    ann = returned(other, ann)
    ann.cut()
    other.pass_time(OWNER_SECONDS)
    assert other.table.room.owner == bob.client.seat, "from now on she is away like anybody"


def test_nobody_waits_for_the_owner_of_a_table_that_a_host_without_a_player_resumes() -> None:
    logged, (ann, bob, _) = kozel()
    own = structs.replace(logged.kept().opened, own=ann.client.seat)
    other = logged.again(own, unattended=True)
    bob = returned(other, bob)
    other.pass_time(OWNER_SECONDS)
    assert other.table.room.owner == bob.client.seat


def test_a_program_started_anew_comes_back_by_its_ticket() -> None:
    logged, sitting = kozel()
    seat = sitting[1].client.seat
    token = sitting[1].client.seated.token
    other = logged.again()
    visitor = other.visitor(ClientSeat(games={"kozel": other.game}))
    visitor.client.join("Anybody", "table-1")
    visitor.send(Join("Anybody", "table-1", token))
    assert visitor.client.seat == seat


def test_whoever_had_no_seat_is_told_that_the_match_has_begun() -> None:
    logged, _ = kozel()
    other = logged.again()
    stranger = other.visitor()
    assert stranger.refused(stranger.client.join("Eve")) == "playing"


def test_bots_go_on_as_soon_as_somebody_is_there() -> None:
    logged, sitting = kozel(seats=2, bots=1)
    while turn(logged) == 0:
        sitting[0].play(first_move(logged))
    other = logged.again()
    assert not other.asked
    returned(other, sitting[0])
    assert [asked.seat for asked in other.asked] == [1]


def test_a_bot_that_stood_in_goes_on_until_its_person_is_back() -> None:
    logged, sitting = kozel()
    sitting[2].cut()
    sitting[0].send(Fill(2, "hard"))
    other = logged.again()
    ann = returned(other, sitting[0])
    assert ann.client.room.seats[2].kind == "bot:hard"
    returned(other, sitting[2])
    assert ann.client.room.seats[2].kind == "human"


def test_whoever_has_left_for_good_is_not_waited_for() -> None:
    logged, sitting = kozel()
    sitting[1].send(Leave())
    other = logged.again()
    ann = returned(other, sitting[0])
    assert ann.client.room.seats[1].kind == "bot:easy"


def test_the_owner_is_the_owner_again_and_may_let_a_bot_stand_in() -> None:
    logged, sitting = kozel()
    other = logged.again()
    ann = returned(other, sitting[0])
    room = ann.client.room
    assert room.owner == 0
    assert [line.away for line in room.seats] == [False, True, True]
    ann.send(Fill(1, "easy"))
    assert ann.client.room.seats[1].kind == "bot:easy"


def test_an_owner_who_stays_away_hands_the_table_on() -> None:
    logged, sitting = kozel()
    for room_changes in (False, True):  # each change writes the seats anew
        if room_changes:
            sitting[0].send(Allow(newcomers=False))
        other = logged.again()
        bob = returned(other, sitting[1])
        other.pass_time(11)
        assert bob.client.room.owner == 1


def test_time_stands_until_its_person_is_back_and_begins_anew_then() -> None:
    """No player loses a move to the clock because the host had to restart."""
    logged, sitting = kozel(clock=30)
    seat = turn(logged)
    logged.pass_time(20)
    other = logged.again(clock=30)
    for visitor in sitting:
        if visitor.client.seat != seat:
            returned(other, visitor)
    other.pass_time(100)
    assert turn(other) == seat
    back = returned(other, sitting[seat])
    assert back.heard[-1].left == 30_000
    assert all(each.last(Timed).left == 30_000 for each in other.visitors)
    other.pass_time(30 + GRACE_SECONDS)
    assert other.asked[-1].seat == seat


def test_a_move_that_comes_after_that_of_the_bot_is_late_in_the_next_program_too() -> None:
    logged, sitting = kozel(clock=30)
    seat = turn(logged)
    sitting[seat].client.play(first_move(logged))
    logged.pass_time(30 + GRACE_SECONDS)
    logged.answer()
    logged.pass_time(1)
    on_time = turn(logged)
    sitting[on_time].play(first_move(logged))
    other = logged.again(clock=30)
    assert returned(other, sitting[seat]).last(Refused).code == "late"
    assert not other.table.match.time.clock.helped(on_time)


def test_the_file_goes_before_anybody_sees_the_end() -> None:
    """A program killed in between must not have the last move made once more, and differently."""
    logged, sitting = kozel(seats=2, target=50, bot_seconds=0)
    order: list[object] = []
    carry_out = logged.carry_out

    def note(effects: Any) -> None:
        effects = list(effects)
        order.extend(effects)
        carry_out(effects)

    logged.carry_out = note
    while logged.table.phase == "playing":
        order.clear()
        sitting[turn(logged)].play(first_move(logged))
    shown = [
        at
        for at, effect in enumerate(order)
        if isinstance(effect, Send) and isinstance(effect.message, Updated)
    ]
    (finished,) = (at for at, effect in enumerate(order) if isinstance(effect, Finish))
    assert finished < min(shown)
    told, match = order[finished], logged.table.match
    where = logged.table.id, match.setup.number, match.setup.begun
    assert (told.table, told.match, told.begun) == where
    public = [line for line in logged.table.log.lines if isinstance(line, dict)]
    moves = [line for line in public if "move" in line]
    assert moves[-1]["number"] == logged.table.room[moves[-1]["seat"]].number > 0
    assert "result" in public[-1]


def test_a_second_match_at_the_table_is_kept_as_well() -> None:
    """The numbers of its moves and the scores of the evening continue from the first match."""
    logged, sitting = under_way(GAMES["kozel"], 2, bot_seconds=0, target=50)
    while logged.table.phase == "playing":
        sitting[turn(logged)].play(first_move(logged))
    assert logged.file == b""
    logged.start(sitting[1], owner=sitting[0])
    other = logged.again()
    assert positions(other) == positions(logged)
    assert other.kept().number == 2
    assert [line.matches for line in other.table.evening.standings] == [1, 1]
    assert other.table.evening.standings == logged.table.evening.standings
    assert [place.number for place in other.table.room] == [
        visitor.client.moves.taken for visitor in sitting
    ]


def test_a_match_that_everybody_leaves_has_a_record_and_no_log() -> None:
    logged, sitting = kozel(2, bots=1)
    sitting[0].play(first_move(logged)) if turn(logged) == 0 else None
    lines = list(logged.live.match.lines)
    sitting[0].send(Leave())
    assert (logged.file, logged.saved) == (b"", [lines])


def test_a_match_ended_by_its_host_has_a_record_and_one_put_away_has_none_yet() -> None:
    for code, records in (("host", 1), ("kept", 0)):
        logged, _ = kozel()
        logged.carry_out(logged.table.close(code))
        assert len(logged.saved) == records
        assert bool(logged.file) is not bool(records)


@pytest.mark.parametrize("said", [{"branch": {"deal": 3}}, {"epoch": 2, "apart": True}])
def test_what_the_record_says_of_lost_hosts_is_said_in_the_next_program_too(said: Any) -> None:
    """An early release counted epochs, and wrote of a table apart."""
    logged, _ = kozel()
    kept = logged.kept()
    assert not record_of(kept)[0].keys() & said.keys()
    first, header, *others = kept.lines
    assert isinstance(header, dict)
    branched = replace(kept, lines=(first, {**header, **said}, *others))
    assert record_of(branched)[0].items() >= said.items()


def test_another_code_is_kept_too() -> None:
    logged, sitting = kozel()
    logged.table.code = "K7QM2X"
    logged.table.show_room()
    logged.carry_out(logged.table._settle(logged.now))
    other = logged.again()
    assert other.table.code == "K7QM2X"
    written = other.file
    Visitor(other, sitting[0].client, Peer(own=True)).greet()
    assert other.file == written, "the room is as it was"


@pytest.mark.parametrize(
    "ending, said, kept",
    [
        (Shutdown.CLOSED, "host", False),
        (Shutdown.KEPT, "kept", True),
        (Shutdown.BROKEN, None, True),
    ],
)
def test_what_people_hear_when_the_host_goes(
    ending: Shutdown, said: str | None, kept: bool
) -> None:
    logged, sitting = kozel()
    logged.carry_out(logged.lobby.close(ending))
    closed = sitting[1].client.dismissed
    assert (closed.code if closed else None) == said
    assert sitting[1].dropped
    assert bool(logged.file) is kept


@pytest.mark.parametrize("ending", list(Shutdown))
def test_without_a_match_the_table_closes_however_the_host_goes(ending: Shutdown) -> None:
    logged = LoggedHarness(GAMES["kozel"], 2)
    ann = logged.join("Ann")
    logged.carry_out(logged.lobby.close(ending))
    assert ann.client.dismissed.code == "host"
    assert logged.file == b""


def test_nothing_is_kept_of_a_match_that_nobody_is_left_to_play() -> None:
    logged, sitting = kozel(seats=2, bots=1)
    assert logged.file
    sitting[0].send(Leave())
    assert logged.file == b""


def test_decks_that_cannot_be_dealt_again_are_not_kept() -> None:
    logged = LoggedHarness(GAMES["kozel"], 2)
    decks = logged.chance.decks()
    logged.chance.decks = lambda: lambda cards: decks(cards)
    people(logged)
    assert logged.table.phase == "playing"
    assert logged.file == b""
    assert not logged.table.log.on


def test_nothing_is_written_any_more_once_the_disk_has_failed() -> None:
    logged, sitting = under_way(None, 2)
    logged.table.log.give_up()
    written = logged.file
    while not logged.live.over:
        sitting[turn(logged)].play(first_move(logged))
    logged.file = written
    logged.start(sitting[1], owner=sitting[0])
    sitting[turn(logged)].play(first_move(logged))
    assert logged.file == written


def test_the_move_that_ends_a_match_is_not_written() -> None:
    """A program killed right after it would leave a match that is over."""
    logged, sitting = under_way(None, 2)
    written: list[Append] = []
    carry_out = logged.carry_out

    def watched(effects: Iterable[Effect]) -> None:
        done = list(effects)
        written.extend(each for each in done if isinstance(each, Append))
        carry_out(done)

    logged.carry_out = watched
    while not logged.live.over:
        sitting[turn(logged)].play(first_move(logged))
    moves = [each for each in written if isinstance(each.line, dict) and "move" in each.line]
    assert len(moves) == len(logged.live.moves) - 1
    assert {each.table for each in written} == {"table-1"}


def test_a_new_player_in_a_seat_counts_moves_from_the_first_one() -> None:
    logged, (_, bob, _) = kozel()
    for _ in range(3):
        mover = turn(logged)
        logged.visitors[mover].play(first_move(logged))
    bob.send(Leave())
    other = logged.again()
    assert [place.number for place in other.table.room] == [1, 0, 1]
    eve = other.join("Player 1", watch=True)
    (watcher,) = eve.last(Gathered).watchers
    assert watcher.name == "Player 1 2", "that name is one of the match"


def test_a_table_that_is_resumed_and_moves_twice_takes_its_last_move_along() -> None:
    logged, sitting = kozel()
    sitting[turn(logged)].play(first_move(logged))
    table = logged.again().table
    for attempt in (1, 2):
        handed = read_handed(handed_text(table, attempt))
        assert record_of(handed) == record_of(logged.kept())
        table = open_table(handed, 0.0, lambda *_: logged.chance)


def test_others_have_a_share_in_the_shuffle_of_a_table_that_is_resumed_unless_it_is_alone() -> None:
    for port, shared in ((4040, True), (0, False)):
        assert take_up(Log(left_table(port=port)), 0.0).chance.shared is shared


def test_the_time_of_its_beginning_is_kept_with_a_match() -> None:
    logged = LoggedHarness(None, 2)
    logged.chance.date = lambda: "2026-11-28T21:40:00"
    people(logged)
    begun = logged.kept().begun
    assert begun.begun == "2026-11-28T21:40:00"


# --- damaged files --------------------------------------------------------------------------------


@pytest.fixture
def lines() -> list[bytes]:
    logged, sitting = kozel()
    for _ in range(12):
        sitting[turn(logged)].play(first_move(logged))
    return logged.file.splitlines(keepends=True)


def gone_on(data: bytes) -> None:
    logged = LoggedHarness(GAMES["kozel"], 3)
    fill(logged.table, read_table(data), 0.0)


def test_half_a_line_at_the_end_is_left_out(lines: list[bytes]) -> None:
    whole = b"".join(lines)
    assert read_table(whole + lines[-1][:-1]) == read_table(whole)
    assert read_table(whole + b"\0" * 100) == read_table(whole)


def test_what_the_last_move_led_to_is_written_again_if_a_program_was_killed() -> None:
    """The score of a deal is on its own line after the move that ended the deal."""
    logged, rng = LoggedHarness(GAMES["kozel"], 2, bot_seconds=0, pause=EVERYBODY), Random(1)
    sitting = people(logged)
    while not logged.live.between_deals:
        step(logged, sitting, rng)
    *before, last = logged.file.splitlines(keepends=True)
    assert last.startswith(b'{"deal":1,')
    logged.file = b"".join(before)
    other = logged.again(pause=EVERYBODY)
    assert positions(other) == positions(logged)
    back = returned(other, sitting[0])
    returned(other, sitting[1])
    assert other.file.splitlines(keepends=True)[len(before)].startswith(b'{"deal":1,')
    assert back.client.view == sitting[0].client.view


def test_every_damaged_line_is_named(lines: list[bytes]) -> None:
    for number in range(len(lines)):
        for damage in (b"\n", b"{}\n", b"[1]\n", b"\xff\xfe\n", b'{"move":"pass","seat":9}\n'):
            with pytest.raises(LogError, match=f"line {number + 1}$"):
                gone_on(b"".join([*lines[:number], damage, *lines[number + 1 :]]))


def test_a_move_that_the_rules_forbid_is_named(lines: list[bytes]) -> None:
    twice = checked([*lines[:5], lines[4], *lines[5:]])
    with pytest.raises(LogError, match=r"line 6$"):
        gone_on(twice)
    with pytest.raises(LogError, match=r"line 6$"):
        record_of(read_table(twice))


def test_a_deal_before_the_one_before_it_is_over_is_named(lines: list[bytes]) -> None:
    with pytest.raises(LogError, match=r"line 6$"):
        gone_on(checked([*lines[:5], lines[3], *lines[5:]]))


def test_a_match_of_fewer_seats_than_the_table_has_is_damage(lines: list[bytes]) -> None:
    """A player at another seat would be shown a position that does not exist."""
    header = json.loads(lines[1])
    fewer = to_line({**header, "seats": header["seats"][:2]}, 0)
    with pytest.raises(LogError, match=r"at line 1$"):
        gone_on(checked([lines[0], fewer, *lines[2:]]))


def test_a_match_without_the_first_line_of_its_record_is_damage(lines: list[bytes]) -> None:
    with pytest.raises(LogError, match=r"at line \d+$"):
        gone_on(checked([lines[0], *lines[2:]]))


def test_a_deck_that_does_not_follow_from_the_seed_is_named(lines: list[bytes]) -> None:
    """A host that hands over a table could have other cards dealt here than it committed to."""
    deck = json.loads(lines[3])["deck"]
    other = to_line({"deck": [*deck[1:], deck[0]]}, 0)
    with pytest.raises(LogError, match=r"line 4$"):
        gone_on(checked([*lines[:3], other, *lines[4:]]))


def test_a_match_that_is_over_does_not_go_on() -> None:
    logged, (ann, _) = under_way(None, 2, cards=1)
    ann.play(first_move(logged))
    lines = logged.file.splitlines(keepends=True)
    last = to_line(move_line(1, first_move(logged), 1), 0)
    other = LoggedHarness(None, 2, cards=1)
    games = {other.game.NAME: other.game}
    with pytest.raises(LogError, match=f"line {len(lines) + 1}$"):
        fill(other.table, read_table(checked([*lines, last])), 0.0, games)


def test_a_game_that_this_release_does_not_know_is_named(lines: list[bytes]) -> None:
    kept = read_table(b"".join(lines))
    opened = structs.replace(kept.opened, game="whist " * 10)
    with pytest.raises(OtherReleaseError) as refused:
        take_up(replace(kept, lines=(opened, *kept.lines[1:])), 0.0)
    assert str(refused.value) == f"this program does not know its game, {opened.game[:40]}"


PORT = b'{"kozyr_table":4,"table":{"says":"port","port":4040},"check":"00000000"}\n'


@pytest.mark.parametrize("data", [b"", b"\n", b"no table", b'{"kozyr_table":4', checked([PORT])])
def test_a_file_without_a_first_line_is_damaged(data: bytes) -> None:
    with pytest.raises(LogError, match=r"at line 1$"):
        read_table(data)


def test_a_file_of_another_release_says_so(lines: list[bytes]) -> None:
    first = lines[0].replace(b'"kozyr_table":4', b'"kozyr_table":5')
    with pytest.raises(LogError, match=r"^it was saved by another release of Kozyr") as told:
        read_table(first)
    assert told.value.facts == {"version": 5, "known": 4}


@pytest.mark.parametrize("field, at", [("shuffler", 0), ("seed", 2), ("commitment", 2)])
def test_a_value_that_ends_in_a_new_line_is_damage(field: str, at: int, lines: list[bytes]) -> None:
    """Python would still read the digits."""
    other = re.sub(rb'("%s":"[0-9a-f]+)"' % field.encode(), rb'\1\\n"', lines[at])
    assert other != lines[at]
    with pytest.raises(LogError, match=f"line {at + 1}$"):
        read_table(checked([*lines[:at], other, *lines[at + 1 :]]))


def test_an_owner_at_a_seat_that_the_table_does_not_have_is_damage(lines: list[bytes]) -> None:
    count = len(read_table(b"".join(lines)).opened.room.seats)
    first = lines[0].replace(b'"owner":0', b'"owner":%d' % count)
    assert first != lines[0]
    with pytest.raises(LogError, match=r"line 1$"):
        read_table(checked([first, *lines[1:]]))


def test_lines_with_seats_that_the_table_does_not_have_are_damage(lines: list[bytes]) -> None:
    room = read_table(b"".join(lines)).room
    proof = ProofEntry("00" * 32, "00" * 32, (ShareEntry(3, "00" * 32, None),), 1)
    for line in (
        structs.replace(room, owner=3),
        structs.replace(room, seats=room.seats[:2]),
        ShuffleLine("commit", 2, proof),
        move_line(3, "draw"),
        {"move": "draw"},
    ):
        with pytest.raises(LogError, match=f"at line {len(lines) + 1}$"):
            read_table(checked([*lines, to_line(line, 0)]))


def test_what_a_later_release_may_add_is_passed_over(lines: list[bytes]) -> None:
    more = [line.replace(b"{", b'{"new":[1],', 1) for line in lines]
    read, whole = read_table(checked(more)), read_table(b"".join(lines))
    private = [line for line in whole.lines if not isinstance(line, dict)]
    assert [line for line in read.lines if not isinstance(line, dict)] == private
    assert record_of(read) == record_of(whole)


def test_one_wrong_sign_anywhere_is_noticed(lines: list[bytes]) -> None:
    """Another seed, line end or seat would often make a match that could be played."""
    whole = b"".join(lines)
    for at, byte in enumerate(whole[:-1]):
        for other in {byte ^ 1, byte ^ 32, 0, 10} - {byte}:
            with pytest.raises(LogError):
                read_table(whole[:at] + bytes([other]) + whole[at + 1 :])


def test_a_line_that_is_missing_doubled_or_moved_is_noticed(lines: list[bytes]) -> None:
    for number in range(len(lines) - 1):
        before, line, after = lines[:number], lines[number], lines[number + 1 :]
        for damage in ([*before, *after], [*before, line, line, *after], [*before, after[0], line]):
            with pytest.raises(LogError, match=f"line {number + 1 + (len(damage) > len(lines))}$"):
                read_table(b"".join(damage))


def test_what_could_be_read_but_not_played_is_refused(lines: list[bytes]) -> None:
    """Checked and still wrong: the result has to be a single sentence."""
    rng = Random(7)
    refused = 0
    for _ in range(300):
        number = rng.randrange(len(lines))
        line = lines[number]
        at = rng.randrange(len(line) - 20)
        other = line[:at] + bytes([rng.randrange(256)]) + line[at + rng.randrange(3) :]
        try:
            gone_on(checked([*lines[:number], other, *lines[number + 1 :]]))
        except LogError:
            refused += 1
    assert refused > 0


def test_a_table_without_a_seat_of_its_own_is_again_as_it_was_opened_when_all_have_left() -> None:
    """Even in another program, the bots with which it was opened sit down again."""
    first = LoggedHarness(GAMES["kozel"], 3, bots=("hard",), unattended=True)
    ann, bob = first.join("Ann"), first.join("Bob")
    first.start(bob, owner=ann)
    table = take_up(first.kept(), first.now, unattended=True)
    assert [place.kind for place in table.room] == ["human", "human", "bot:hard"]
    first.table, first.lobby = table, Lobby("Hostess", [table])
    for visitor in (ann, bob):
        Visitor(first, visitor.client).greet().send(Leave())
    assert [place.kind for place in table.room] == ["", "", "bot:hard"]


@pytest.mark.parametrize("bots", [("genius",), ("easy", "easy", "easy")])
def test_bots_that_cannot_sit_at_a_table_are_damage(bots: tuple[str, ...]) -> None:
    kept, _ = kozel()
    log = kept.kept()
    opened = structs.replace(log.opened, bots=bots)
    with pytest.raises(LogError, match=r"line 1$"):
        take_up(replace(log, lines=(opened, *log.lines[1:])), kept.now)
