"""Choices closed to a host that knows the deck: rules, seats, and which match counts.

It deals as it says, so only the earlier agreement shows the choice.
"""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from core.games.kozel import rules as kozel
from net.client.events import MatchChecked
from net.client.seat import ClientSeat
from net.wire import to_host
from net.wire.from_host import Committed, FromHost, Gathered, Seated, Updated
from net.wire.message import RoomChange
from net.wire.protocol import BadMessageError
from tests.support.harness import Visitor
from tests.support.shuffles import ShuffledHarness, fault, seated, verdict

Change = Callable[[Gathered], Gathered]


def table(people: int = 2, bots: int = 1, **settings: Any) -> tuple[ShuffledHarness, list[Visitor]]:
    """People and bots at Kozel; nothing has begun."""
    return seated(kozel, people + bots, bots=bots, target=50, **settings)


def fair(visitor: Visitor) -> bool:
    """Tell whether nothing could be stacked, as far as a player was told."""
    found = verdict(visitor)
    assert found is not None
    return not found.fault and found.own and found.decks == 1


def told_from(stage: str, visitor: Visitor, change: Change) -> None:
    """Announce another room from a stage of the shuffle on, or from the first position ("")."""
    room: list[Gathered] = []
    later: list[bool] = []

    def lie(message: FromHost) -> FromHost:
        now = isinstance(message, Committed) and message.stage == stage
        if (now or (isinstance(message, Updated) and not stage)) and not later:
            later.append(True)
            told = visitor.client.receive(replace(change(room[0]), happened=[]), 0.0)
            for event in told:
                visitor.hear(event)
        if isinstance(message, Gathered):
            room[:] = [message]
            return change(message) if later else message
        return message

    visitor.forge = lie


def renamed(seat: int, **changes: str) -> Change:
    def change(room: Gathered) -> Gathered:
        seats = [replace(s, **changes) if at == seat else s for at, s in enumerate(room.seats)]
        return replace(room, seats=seats)

    return change


def swapped(room: Gathered) -> Gathered:
    return replace(room, seats=[room.seats[2], room.seats[1], room.seats[0]])


LATE: dict[str, tuple[Change, str]] = {
    "a house rule": (lambda room: replace(room, options={**room.options, "target": 51}), "rules"),
    "the clock": (lambda room: replace(room, clock=15), "rules"),
    "the pause": (lambda room: replace(room, pause=10), "rules"),
    "who sits where": (swapped, "seated"),
    "a name": (renamed(0, name="Mallory"), "seated"),
    "the level of a bot": (renamed(2, kind="bot:expert"), "seated"),
    "a bot for a person": (renamed(2, kind="human"), "seated"),
}
"""The fact that a host changes, the change, and the finding."""


@pytest.mark.parametrize("stage", ["commit", "reveal", "done", ""])
@pytest.mark.parametrize("what", LATE)
def test_what_is_changed_once_the_match_has_begun_is_found(what: str, stage: str) -> None:
    harness, (ann, bob) = table()
    change, wanted = LATE[what]
    told_from(stage, bob, change)
    harness.begin(ann, bob)
    assert fault(bob) == wanted
    assert sum(isinstance(each, MatchChecked) for each in bob.events) == 1, "it is said once"


def test_a_nonce_is_kept_back_from_a_host_that_has_changed_something_already() -> None:
    harness, (ann, bob) = table()
    told_from("reveal", bob, swapped)
    harness.start(bob, owner=ann)
    assert not any(isinstance(sent, to_host.Reveal) for sent in bob.sent)


def cut(visitor: Visitor, change: Callable[[FromHost], FromHost | None]) -> Visitor:
    """Break a player's connection, and change the messages on the next one."""
    visitor.lose()
    again = visitor.harness.visitor(visitor.client)
    again.forge = change
    return again.greet()


@pytest.mark.parametrize("silent", [False, True])
@pytest.mark.parametrize("what", LATE)
def test_what_a_broken_connection_is_to_hide_is_found_too(what: str, silent: bool) -> None:
    """It is found by the position alone, too, if the host is `silent` about the shuffle."""
    harness, (ann, bob) = table()
    change, wanted = LATE[what]
    harness.begin(ann, bob)

    def lie(told: FromHost) -> FromHost | None:
        if silent and isinstance(told, Committed):
            return None
        return change(told) if isinstance(told, Gathered) else told

    again = cut(bob, lie)
    if what == "a name":  # the owner may have given that seat to a watcher meanwhile
        wanted = ""
    assert fault(again) == wanted


def reseat(harness: ShuffledHarness, seat: int, other: int) -> None:
    """Let two players change seats at a table."""
    room = harness.table.room
    holders = room.holders
    holders[seat], holders[other] = holders[other], holders[seat]


@pytest.mark.parametrize("heard", [True, False])
@pytest.mark.parametrize("phase", ["playing", "gathering"])
def test_another_seat_after_a_break_is_found(phase: str, heard: bool) -> None:
    """Whatever the host called the earlier match, and whether its beginning was heard or not."""
    harness, (ann, bob) = table()

    def called(told: FromHost) -> FromHost:
        return replace(told, phase=phase) if isinstance(told, Gathered) else told

    bob.forge = called if heard else lambda told: None
    harness.start(bob, owner=ann)
    if not heard:
        bob = cut(bob, called)
    harness.pass_time(5)
    bob.lose()
    reseat(harness, 1, 2)
    again = bob.again()
    assert again.client.seat == 2
    assert fault(again) == "seat"


def test_a_player_made_a_watcher_by_the_host_finds_it() -> None:
    harness, (ann, bob) = table()
    harness.begin(ann, bob)
    bob.lose()
    harness.table.room[1].token = "other"
    eve = harness.join("Eve", watch=True)
    held = [each for each in eve.heard if not isinstance(each, Seated)]
    again = Visitor(harness, bob.client)
    bob.client.greet()
    again.take(eve.heard[0])
    again.take(replace(bob.last(Seated), seat=None, token=""))
    for message in held[1:]:
        again.take(message)
    assert fault(again) == "seat"


def test_another_game_at_the_same_table_is_no_game() -> None:
    harness, (ann, bob) = table()
    client = ClientSeat()
    bob.client.games = client.games
    harness.begin(ann, bob)
    with pytest.raises(BadMessageError):
        cut(bob, lambda told: replace(told, game="joker") if isinstance(told, Seated) else told)


def test_what_was_changed_for_a_moment_stays_found() -> None:
    """Before the next stage the room is as it was."""
    harness, (ann, bob) = table()
    rooms: list[Gathered] = []

    def lie(message: FromHost) -> FromHost:
        if isinstance(message, Gathered):
            rooms[:] = [replace(message, happened=[])]
        elif isinstance(message, Committed) and message.stage == "reveal":
            for room in (swapped(rooms[0]), rooms[0]):
                for event in bob.client.receive(room, 0.0):
                    bob.hear(event)
        return message

    bob.forge = lie
    harness.begin(ann, bob)
    assert fault(bob) == "seated"


def test_a_match_is_bound_from_its_first_stage_if_its_beginning_was_not_heard() -> None:
    harness, (ann, bob) = table()
    bob.forge = lambda told: None
    harness.start(bob, owner=ann)
    bob.lose()
    again = harness.visitor(bob.client)
    told_from("done", again, swapped)
    again.greet()
    harness.pass_time(5)
    assert fault(again) == "seated"


def test_a_host_that_commits_after_the_first_hands_were_shown_is_found() -> None:
    """Until then the room names no seat that shuffles."""
    harness, (ann, bob) = table()
    held: list[FromHost] = []

    def lie(message: FromHost) -> FromHost | None:
        if isinstance(message, Committed):
            held.append(message)
            return None
        return replace(message, shuffled=False) if isinstance(message, Gathered) else message

    bob.forge = lie
    harness.begin(ann, bob)
    assert fault(bob) == ""
    bob.forge = lambda message: message
    bob.take(held[0])
    assert fault(bob) == "late"


def test_a_match_by_rules_that_no_match_can_have_is_not_vouched_for() -> None:
    """Bob is told of rules that give out more cards than there are."""
    harness, (ann, bob) = seated(None, 4, bots=2, cards=2)
    bob.forge = lambda told: (
        replace(told, options={**told.options, "cards": 3}) if isinstance(told, Gathered) else told
    )
    bob.take(bob.last(Gathered))
    harness.begin(ann, bob)
    harness.play_to_the_end(ann, bob)
    found = verdict(bob)
    assert (found.fault, found.deal) == ("deal", 1)


# --- what an honest table may do -----------------------------------------------------------------


def test_a_player_may_leave_and_a_bot_takes_the_seat() -> None:
    harness, (ann, bob, cid) = table(people=3)
    harness.begin(ann, bob, cid)
    cid.send(to_host.Leave())
    harness.play_to_the_end(ann, bob)
    assert fair(ann)
    assert fair(bob)


def test_the_seat_of_an_absent_player_may_be_given_to_a_watcher() -> None:
    harness, (ann, bob, cid) = table(people=3)
    eve = harness.join("Eve", watch=True)
    harness.begin(ann, bob, cid)
    cid.cut()
    ann.send(to_host.Give(2, "Eve"))
    taken = cut(eve, lambda told: told)
    assert taken.client.seat == 2
    harness.play_to_the_end(ann, bob, taken)
    assert [fault(each) for each in (ann, bob, taken)] == ["", "", ""]
    assert fair(bob)


def test_a_player_who_has_left_comes_to_another_seat_under_another_name() -> None:
    """No newcomer can have the name of a player with whom the match began."""
    harness, (ann, bob, cid) = table(people=3)
    harness.begin(ann, bob, cid)
    name = harness.table.room[1].name
    bob.send(to_host.Leave())
    back = harness.join(name, watch=True)
    cid.cut()
    ann.send(to_host.Give(2, harness.table.room.watchers[back].name))
    taken = cut(back, lambda told: told)
    assert taken.client.room.seats[2].name == f"{name} 2"
    harness.play_to_the_end(ann, taken)
    assert fair(ann)
    ann.send(to_host.Clear(1))
    late = harness.join(name)
    assert late.client.room.seats[1].name == name


def test_a_watcher_plays_on_in_the_seat_of_a_bot() -> None:
    harness, (ann, bob) = table()
    eve = harness.join("Eve", watch=True)
    harness.begin(ann, bob)
    eve.send(to_host.Request())
    ann.send(to_host.Give(2, "Eve"))
    back = cut(eve, lambda told: told)
    again = cut(bob, lambda told: told)
    harness.play_to_the_end(ann, again, back)
    assert fair(ann)
    assert fair(again)
    assert fault(back) == ""


def test_the_seat_of_a_bot_is_given_and_left_again_while_a_player_is_away() -> None:
    """The absent player returns to a different bot there, as after a person's departure."""
    harness, (ann, bob) = table()
    eve = harness.join("Eve", watch=True)
    harness.begin(ann, bob)
    bob.lose()
    ann.send(to_host.Give(2, "Eve"))
    cut(eve, lambda told: told).send(to_host.Leave())
    again = harness.visitor(bob.client).greet()
    assert harness.table.room[2].name not in ("Rook", "Eve")
    assert fault(again) == ""
    harness.play_to_the_end(ann, again)
    assert fair(again)


def test_no_later_bot_has_the_name_of_one_that_sat_elsewhere_in_the_match() -> None:
    """A watcher who joined between them would take it for the earlier one on another seat."""
    harness, (ann, bob, cid) = table(people=3)
    eve = harness.join("Eve", watch=True)
    harness.begin(ann, bob, cid)
    bob.send(to_host.Leave())
    name = harness.table.room[1].name
    zoe = harness.join("Zoe", watch=True)
    ann.send(to_host.Give(1, "Eve"))
    cut(eve, lambda told: told)
    cid.send(to_host.Leave())
    assert harness.table.room[2].name != name
    assert fault(zoe) == ""


@pytest.mark.parametrize("changes", [{"name": "Magpie"}, {"name": "Ann"}, {"kind": "bot:expert"}])
def test_no_other_bot_takes_the_place_of_one(changes: dict[str, str]) -> None:
    """Nor does a host announce this for a seat that it gives, as it does for people's seats."""
    harness, (ann, bob) = table()
    given = [RoomChange("given", 2, "Magpie", {"before": "Rook"})]
    harness.begin(ann, bob)
    change = renamed(2, **changes)
    bob.forge = lambda told: (
        replace(change(told), happened=given) if isinstance(told, Gathered) else told
    )
    harness.join("Eve", watch=True)
    assert fault(bob) == "seated"


def test_whoever_does_not_answer_has_a_bot_stand_in() -> None:
    harness, (ann, bob) = table()
    harness.begin(ann, bob)
    while harness.live.to_act() != (1,):
        harness.play_to_the_end(ann, bob, moves=1)
    ann.send(to_host.Nudge(1))
    harness.pass_time(31)
    assert ann.client.room.seats[1].idle
    again = cut(ann, lambda told: told)
    harness.play_to_the_end(again, bob)
    assert fair(bob)
    assert fair(again)


def test_the_seats_of_the_next_match_may_rotate_and_its_rules_be_others() -> None:
    harness, people = table(people=3, bots=0)
    harness.begin(*people)
    harness.play_to_the_end(*people)
    people[0].send(to_host.Rule({"target": "60"}))
    people[0].send(to_host.Pause(-1))
    for each in people:
        each.send(to_host.Rematch(rotate=True) if each is people[0] else to_host.Ready())
    harness.pass_time(5)
    assert [each.client.seat for each in people] == [0, 2, 1]
    harness.play_to_the_end(*people)
    assert all(fair(each) for each in people)


def test_an_owner_who_is_not_ready_may_start_a_match_in_which_the_seats_rotate() -> None:
    harness, people = table(people=3, bots=0)
    harness.begin(*people)
    harness.play_to_the_end(*people)
    harness.table.room.own(1)
    people[0].send(to_host.Rematch(rotate=True))
    people[2].send(to_host.Ready())
    people[1].send(to_host.Start())
    harness.pass_time(5)
    assert [each.client.seat for each in people] == [0, 2, 1]
    harness.play_to_the_end(*people)
    assert all(fair(each) for each in people)


def test_a_match_that_has_begun_meanwhile_is_not_taken_for_the_one_before() -> None:
    """Another program of this player was there, and the seats have rotated."""
    harness, people = table(people=3, bots=0)
    harness.begin(*people)
    harness.play_to_the_end(*people, moves=6)
    late = people[1]
    late.client.lose()
    other = harness.visitor(harness.client())
    other.client.handshake.credentials = late.client.handshake.credentials
    other.send(other.client.join(late.client.handshake.name, "table-1"))
    others = [people[0], other, people[2]]
    harness.play_to_the_end(*others)
    for each in others:
        each.send(to_host.Rematch(rotate=True))
    harness.pass_time(5)
    again = late.again()
    assert again.client.seat == 2
    assert fault(again) == ""


# --- matches that begin without the player's consent ---------------------------------------------


def unready(harness: ShuffledHarness, *, called: tuple[int, ...] = ()) -> None:
    """Begin by other rules although no player is ready; claim that some seats are."""
    agreement = harness.table.agreement
    agreement.change_rules({"target": "60"})
    for seat in called:
        harness.table.room[seat].ready = True
        harness.table.room.changes.note("ready", seat)
    harness.table.begin_match(harness.now)
    harness.carry_out(harness.table.tick(harness.now))
    harness.answer_for_visitors()
    harness.pass_time(5)


@pytest.mark.parametrize("said", [True, False])
@pytest.mark.parametrize("called", [(), (1,)])
def test_a_match_to_which_this_player_has_not_agreed_is_found(
    said: bool, called: tuple[int, ...]
) -> None:
    harness, (_ann, bob) = table()
    if said:
        bob.send(to_host.Ready())
    unready(harness, called=called)
    assert fault(bob) == "terms"


def test_ready_said_too_late_is_no_consent() -> None:
    """The program says so by itself, just when the match has already begun."""
    harness, (_ann, bob) = table()
    bob.hear = lambda event: bob.client.sent(to_host.Ready())
    unready(harness)
    assert fault(bob) == "terms"


def test_a_match_without_consent_is_found_though_nothing_of_it_was_shown() -> None:
    harness, (_ann, bob) = table()
    bob.forge = lambda told: None if isinstance(told, Committed | Updated) else told
    unready(harness)
    break_off(harness)
    assert fault(bob) == "terms"


def test_whoever_is_called_the_owner_has_not_started_the_match() -> None:
    harness, (_ann, bob) = table()
    harness.table.room.own(1)
    unready(harness)
    assert fault(bob) == "terms"


def test_an_owner_who_changes_a_rule_and_starts_at_once_has_agreed_to_it() -> None:
    """Neither message waits for the host's reply to the other."""
    harness, (ann,) = table(people=1, bots=2)
    told: list[FromHost] = []
    ann.forge = lambda message: told.append(message)
    ann.send(to_host.Rule({"target": "60"}))
    ann.send(to_host.Start())
    ann.forge = lambda message: message
    for message in told:
        ann.take(message)
    harness.answer_for_visitors()
    harness.pass_time(5)
    harness.play_to_the_end(ann)
    assert fault(ann) == ""


@pytest.mark.parametrize("noticed", [True, False])
def test_what_was_said_before_a_break_holds_if_the_host_has_not_noticed_it(noticed: bool) -> None:
    harness, (ann, bob) = table()
    bob.send(to_host.Ready())
    bob.client.lose()
    if noticed:
        bob.cut()
        again = bob.again()
        unready(harness)
        assert fault(again) == "terms"
    else:
        again = bob.again()
        ann.send(to_host.Start())
        harness.pass_time(5)
        assert fault(again) == ""


def test_an_earlier_program_of_this_player_may_have_agreed() -> None:
    harness, (ann, bob) = table()
    bob.send(to_host.Ready())
    other = harness.visitor(harness.client())
    other.client.handshake.credentials = bob.client.handshake.credentials
    other.send(other.client.join(bob.client.handshake.name, "table-1"))
    ann.send(to_host.Start())
    harness.pass_time(5)
    assert fault(other) == ""


# --- matches that are given up -------------------------------------------------------------------


def give_up(harness: ShuffledHarness, *people: Visitor, moves: int) -> None:
    """Give up a match as a host might that dislikes its deck."""
    harness.begin(*people)
    harness.play_to_the_end(*people, moves=moves)
    break_off(harness)


def break_off(harness: ShuffledHarness) -> None:
    """End a match without a result, at any stage."""
    harness.asked.clear()
    harness.table.give_up_match()
    harness.table.match = None
    harness.table.room.changes.note("abandoned")
    harness.table.show_room()
    harness.carry_out(harness.table.sender.hand_out())


def chosen_from(visitor: Visitor) -> int:
    found = verdict(visitor)
    assert (found.fault, found.own) == ("", True)
    return found.decks


@pytest.mark.parametrize("moves", [4, 30])
def test_matches_that_are_given_up_are_counted(moves: int) -> None:
    """The deal makes no difference: the host knows all decks from the beginning."""
    harness, people = table()
    for _ in range(3):
        give_up(harness, *people, moves=moves)
    harness.begin(*people)
    harness.play_to_the_end(*people)
    assert [chosen_from(each) for each in people] == [4, 4]


def test_a_match_that_is_given_up_before_anything_was_played_counts_as_a_try_alone() -> None:
    harness, people = table()
    give_up(harness, *people, moves=0)
    harness.begin(*people)
    for each in people:
        found = verdict(each)
        assert (found.fault, found.given_up) == ("tried", 0)


def test_a_match_that_is_played_to_its_end_ends_the_count() -> None:
    harness, people = table()
    give_up(harness, *people, moves=4)
    for decks in (2, 1):
        harness.begin(*people)
        harness.play_to_the_end(*people)
        assert [chosen_from(each) for each in people] == [decks, decks]


def test_a_share_that_was_not_shown_counts_with_the_match_that_was_given_up() -> None:
    harness, (ann, bob) = table()
    send = bob.send
    bob.send = lambda message: [] if isinstance(message, to_host.Reveal) else send(message)
    give_up(harness, ann, bob, moves=4)
    bob.send = send
    harness.begin(ann, bob)
    harness.play_to_the_end(ann, bob)
    assert chosen_from(ann) == 3


def test_a_match_given_up_behind_a_broken_connection_is_counted() -> None:
    harness, (ann, bob) = table()
    harness.begin(ann, bob)
    harness.play_to_the_end(ann, bob, moves=4)
    bob.lose()
    harness.asked.clear()
    harness.table.give_up_match()
    harness.table.match = None
    again = bob.again()
    harness.begin(ann, again)
    harness.play_to_the_end(ann, again)
    assert chosen_from(again) == 2


def test_whoever_watches_is_told_of_no_choice_that_they_could_not_rule_out_anyway() -> None:
    harness, people = table()
    eve = harness.join("Eve", watch=True)
    harness.begin(*people)
    harness.play_to_the_end(*people, moves=4)
    for each in people:
        each.send(to_host.Leave())
    assert harness.table.phase == "gathering"
    assert verdict(eve) == MatchChecked("", 0, 0, (0, 1, 2))
