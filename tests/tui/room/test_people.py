"""The owner's actions on each person."""

import dataclasses

from msgspec.structs import replace

from core.games.kozel import rules as kozel
from net.client.events import RoomState
from net.client.handshake import Handshake
from net.client.seat import ClientSeat
from net.wire.from_host import Peers, Seated
from net.wire.message import PeerLine, SeatLine, WatcherLine
from net.wire.to_host import Allow, Deny, Give, HandOver, LetIn, Nudge, PutOut
from tui.room.hosts import could_have_it
from tui.room.people import (
    Person,
    answers_to,
    owner_actions,
    people,
    person_said,
    restrictions_said,
    still_there,
    table_actions,
)

SEATS = (
    SeatLine("Ann", kind="human"),
    SeatLine("Bob", kind="human"),
    SeatLine("Cid", kind="bot:easy", away=True),
    SeatLine("Dan", kind="bot:easy", idle=True),
    SeatLine("Robo", kind="bot:hard"),
    SeatLine(),
)
ROOM = RoomState("playing", SEATS, 0, kozel.Options(), (WatcherLine("Eve"),), kept_out=("Max",))


def requests(person: Person, room: RoomState = ROOM) -> list[object]:
    return [action.request for action in owner_actions(person, room)]


def test_everybody_else_is_listed_and_no_bot() -> None:
    assert [person_said(person, ROOM) for person in people(ROOM, 0)] == [
        "Bob",
        "Cid · away",
        "Dan · does not answer",
        "Eve · watches",
        "Max · kept out",
    ]


def test_a_player_who_is_here_can_be_asked_and_given_the_table() -> None:
    assert requests(Person("Bob", 1)) == [
        Nudge(1),
        HandOver(1),
        PutOut(1),
        PutOut(1, keep_out=True),
    ]
    assert Nudge(1) not in requests(Person("Bob", 1), replace(ROOM, phase="gathering"))


def test_whoever_is_not_here_can_be_put_out_alone() -> None:
    for person in (Person("Cid", 2), Person("Dan", 3)):
        wanted = [each for each in requests(person) if not isinstance(each, Give)]
        assert wanted == [PutOut(person.seat), PutOut(person.seat, keep_out=True)]


def test_those_who_watch_or_are_kept_out_have_no_seat() -> None:
    assert [each for each in requests(Person("Eve")) if not isinstance(each, Give)] == [
        PutOut(watcher="Eve"),
        PutOut(watcher="Eve", keep_out=True),
    ]
    assert requests(Person("Max", kept_out=True)) == [LetIn("Max")]


def test_a_watcher_is_offered_seats_that_are_free_or_whose_players_are_away() -> None:
    seats = (
        SeatLine("Ann", kind="human"),
        SeatLine("Bob", kind="human", away=True),
        *[SeatLine()] * 2,
    )
    room = replace(ROOM, seats=seats, watchers=(WatcherLine("Bob 2"), WatcherLine("Eve")))
    bob, eve = (owner_actions(Person(line.name), room)[:2] for line in room.watchers)
    assert [action.request for action in bob] == [Give(1, "Bob 2"), Give(2, "Bob 2")]
    assert [action.label for action in bob] == [
        "this is Bob: give the seat back",
        "give a free seat",
    ]
    assert [action.label for action in eve] == ["give a free seat", "give the seat of Bob"]
    assert [bool(action.question) for action in bob] == [True, False]
    assert bob[0].consequence == "Bob 2 is called Bob then."
    assert eve[1].consequence == "Bob cannot come back to it."
    namesake = owner_actions(Person("Bob Ross"), replace(room, watchers=(WatcherLine("Bob Ross"),)))
    assert namesake[1].label == "give the seat of Bob"


def test_the_own_seat_stands_above_that_of_somebody_else() -> None:
    """Ann sits before Bob, but Bob has come again."""
    seats = [SeatLine(name, kind="human", away=True) for name in ("Ann", "Bob")]
    room = replace(
        ROOM,
        seats=(*seats, SeatLine("Cid", kind="human")),
        watchers=(WatcherLine("Bob 2"), WatcherLine("Eve")),
    )
    assert [action.label for action in owner_actions(Person("Bob 2"), room)][:2] == [
        "this is Bob: give the seat back",
        "give the seat of Ann",
    ]


def test_the_seat_of_somebody_who_is_away_is_given_from_its_own_row_too() -> None:
    seats = (SeatLine("Ann", kind="human"), SeatLine("Bob", kind="human", away=True))
    room = replace(ROOM, seats=seats, watchers=(WatcherLine("Eve"), WatcherLine("Bob 2")))
    eve, bob = (owner_actions(Person(line.name), room)[0] for line in room.watchers)
    found = owner_actions(Person("Bob", 1), room)
    assert [action.label for action in found] == [
        "Bob 2 is Bob: give the seat back",
        "give the seat to Eve",
        "put out",
        "keep out for this evening",
    ]
    for here, there in zip(found, (bob, eve), strict=False):
        assert dataclasses.replace(here, label=there.label) == there
    assert not [each for each in requests(Person("Ann", 0), room) if isinstance(each, Give)]


def test_what_cannot_be_undone_is_asked_about() -> None:
    for person in people(ROOM, 0):
        for action in owner_actions(person, ROOM):
            harmless = isinstance(action.request, LetIn | Nudge)
            if isinstance(action.request, Give):
                harmless = not ROOM.seats[action.request.seat].away
            assert bool(action.question) != harmless


def test_the_table_is_locked_and_opened() -> None:
    assert [action.request for action in table_actions(ROOM)] == [
        Allow(newcomers=False),
        Allow(watching=False),
        Allow(watchers_talk=False),
    ]
    shut = replace(ROOM, locked=True, watching=False, watchers=())
    assert [action.request for action in table_actions(shut)] == [
        Allow(newcomers=True),
        Allow(watching=True),
    ]
    assert len(restrictions_said(shut)) == 3
    assert not restrictions_said(replace(ROOM, kept_out=()))


def test_a_seat_that_has_changed_hands_is_noticed() -> None:
    bob = Person("Bob", 1)
    assert still_there(bob, ROOM)
    assert not still_there(bob, replace(ROOM, seats=(SEATS[0], SeatLine("Zoe", kind="human"))))
    assert not still_there(bob, replace(ROOM, seats=(SEATS[0], SeatLine("Bob", kind="bot:easy"))))


def test_the_table_may_go_to_players_who_are_here_and_have_kozyr() -> None:
    """Eve watches and Fay came without Kozyr; Cid, Dan and the bot cannot have it."""
    client = ClientSeat(Handshake())
    assert could_have_it(client) == []
    client.migrates, client.room = (
        True,
        replace(ROOM, seats=(*SEATS[:5], SeatLine("Fay", kind="human"))),
    )
    client.seated = Seated("0a" * 16, "Table", "kozel", 0, "0b" * 16, 0)
    assert could_have_it(client) == [1, 5], "before the first match nobody is known to have none"
    client.peers = Peers(1, 0, [PeerLine(seat, "00" * 32) for seat in range(3)])
    assert could_have_it(client) == [1]
    client.room = replace(client.room, owner=1)
    assert could_have_it(client) == [], "only the owner moves it"


def test_a_watcher_who_asks_is_marked_and_offered_free_seats_and_those_of_bots() -> None:
    room = replace(ROOM, watchers=(WatcherLine("Eve", asks=True),))
    assert person_said(Person("Eve"), room) == "Eve · asks for a seat"
    found = answers_to(Person("Eve"), room)
    assert [action.request for action in found] == [
        Give(5, "Eve"),
        Give(4, "Eve"),
        Give(2, "Eve"),
        Deny("Eve"),
    ]
    assert found[1].label == "give the seat of the bot Robo"
    assert owner_actions(Person("Eve"), room)[:4] == found


def test_of_each_is_told_in_which_way_and_whose_line_is_slow() -> None:
    seats = [
        SeatLine(name, way, kind="human", slow=name == "Cid")
        for name, way in zip(
            ("Ann", "Bob", "Cid", "Dan", "Fay"),
            ("kozyr", "plain", "ssh", "page", "hologram"),
            strict=True,
        )
    ]
    watchers = (WatcherLine("Eve", way="phone"), WatcherLine("Zoe", asks=True, slow=True))
    room = replace(ROOM, seats=(*seats,), watchers=watchers, kept_out=())
    assert [person_said(person, room) for person in people(room, None)] == [
        "Ann · with Kozyr",
        "Bob · in plain mode",
        "Cid · by ssh · slow line",
        "Dan · in a browser",
        "Fay",
        "Eve · watches · on a phone",
        "Zoe · asks for a seat · slow line",
    ]
