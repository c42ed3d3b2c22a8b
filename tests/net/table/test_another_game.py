"""Another game in the same room: who keeps a seat or watches, what starts afresh, what stays."""

from typing import Any

import pytest

from core.games import GAMES
from net.client import events
from net.client.seat import ClientSeat
from net.table.effects import Peer
from net.wire.from_host import Closed, GameChanged, Gathered, Moved, Seated, Tallied
from net.wire.message import RoomChange
from net.wire.to_host import Allow, ChangeGame, Fill, HandOver, Leave, Ready, Rematch, Say, Start
from tests.support.harness import Harness, Visitor


class Room(Harness):
    """A table whose visitors know all games, unless they say otherwise."""

    def __init__(self, game: str = "kozel", seats: int = 3, **options: Any) -> None:
        super().__init__(GAMES[game], seats, **options)
        self.known = list(GAMES)

    def client(self) -> ClientSeat:
        return ClientSeat(games={name: GAMES[name] for name in self.known})

    def stranger(self, name: str, **wishes: Any) -> Visitor:
        """A visitor whose program knows the first game alone."""
        self.known = ["kozel"]
        try:
            return self.join(name, **wishes)
        finally:
            self.known = list(GAMES)


def names(visitor: Visitor) -> list[str]:
    """The names of the seats as a visitor is shown them; "" is a free one."""
    return [line.name for line in visitor.client.room.seats]


def play(harness: Harness, *people: Visitor) -> None:
    """Play a match to its end, with the first legal moves of the people here."""
    while not harness.live.over:
        seat = harness.live.to_act()[0]
        next(each for each in people if each.client.seat == seat).play(harness.live.legal(seat)[0])


def test_a_room_goes_on_with_another_game_and_all_keep_their_seats() -> None:
    room = Room(seats=2, has_bots=False)
    ann, bob = room.join("Ann"), room.join("Bob")
    token = bob.last(Seated).token
    heard = ann.send(ChangeGame("graph_poker", 4, {"deals": 2}))
    assert [type(each) for each in heard] == [GameChanged, Gathered]
    assert bob.last(GameChanged) == GameChanged("graph_poker", 1)
    assert names(bob) == ["Ann", "Bob", "", ""]
    assert bob.client.game is GAMES["graph_poker"]
    assert bob.client.room.options.deals == 2
    told = bob.last(Gathered).happened
    assert [(each.kind, each.facts) for each in told] == [
        ("game", {"game": "graph_poker", "before": "kozel"})
    ]
    assert bob.again().last(Seated) == Seated("table-1", "Harness", "graph_poker", 1, token, 0)
    assert room.lobby.welcomed().tables[0].game == "graph_poker"
    ann.send(Fill(2, "easy"))
    assert names(ann)[2], "it has bots"


def test_the_next_match_is_of_that_game_and_the_last_one_is_no_longer_shown() -> None:
    room = Room(seats=2, target=50)
    ann, bob = room.join("Ann"), room.join("Bob")
    room.start(bob, owner=ann)
    play(room, ann, bob)
    seq = ann.client.seq
    ann.send(ChangeGame("domino_poker", 2))
    assert ann.client.room.phase == "gathering"
    room.start(bob, owner=ann)
    assert room.live.match.game is GAMES["domino_poker"]
    assert bob.client.seq > seq, "positions are counted on"
    assert bob.client.view.deal == 1
    mover = (ann, bob)[room.live.to_act()[0]]
    mover.play(room.live.legal(mover.client.seat or 0)[0])
    assert bob.client.seq > seq + 1


def test_whoever_looks_at_the_end_of_the_last_match_may_go_on_doing_so() -> None:
    room = Room(seats=2, target=50)
    ann, bob = room.join("Ann"), room.join("Bob")
    room.start(bob, owner=ann)
    play(room, ann, bob)
    shown = bob.client.view
    ann.send(ChangeGame("joker", 4))
    assert bob.client.view is shown
    assert [line.name for line in bob.client.players] == ["Ann", "Bob"]


def test_players_beyond_the_seats_of_the_game_take_free_ones_and_then_those_of_bots() -> None:
    room = Room("graph_poker", seats=6)
    people = [room.join(name, seat=seat) for name, seat in (("Ann", 0), ("Bob", 3), ("Cyr", 5))]
    people[0].send(Fill(1, "easy"))
    people[0].send(ChangeGame("kozel", 3))
    assert names(people[0]) == ["Ann", "Cyr", "Bob"], "the seat of the bot comes last"
    assert [each.client.seat for each in people] == [0, 2, 1]


def test_bots_that_fit_stay_and_are_ready() -> None:
    room = Room(seats=3)
    ann = room.join("Ann")
    ann.send(Fill(1, "hard"))
    ann.send(Fill(2, "easy"))
    bots = names(ann)[1:]
    ann.send(ChangeGame("kozel", 2))
    assert names(ann) == ["Ann", bots[0]]
    ann.send(Start())
    assert room.table.phase == "playing"


def test_who_does_not_fit_watches_and_the_owner_and_the_program_stay() -> None:
    room = Room("graph_poker", seats=5)
    room.own = "Eve"
    people = [room.join(name) for name in ("Ann", "Bob", "Cyr", "Dan", "Eve")]
    ann, bob, cyr, dan, eve = people
    ann.send(HandOver(3))
    dan.send(ChangeGame("domino_poker", 2))
    assert names(dan) == ["Dan", "Eve"]
    assert [dan.client.seat, eve.client.seat] == [0, 1]
    assert dan.client.owns
    assert [each.client.seat for each in (ann, bob, cyr)] == [None] * 3
    assert bob.last(GameChanged) == GameChanged("domino_poker", None)
    assert sorted(each.name for each in bob.last(Gathered).watchers) == ["Ann", "Bob", "Cyr"]
    left = [each for each in bob.last(Gathered).happened if each.kind == "left"]
    assert [(each.seat, each.name) for each in left] == [(0, "Ann"), (1, "Bob"), (2, "Cyr")]
    assert bob.refused(Ready()) == "watching"
    bob.send(Say("good luck"))
    back = bob.again()
    assert back.last(Seated).seat is None, "a watcher comes back as one"


def test_those_who_are_there_go_before_those_who_are_away() -> None:
    room = Room("graph_poker", seats=3)
    ann, bob, cyr = room.join("Ann"), room.join("Bob"), room.join("Cyr")
    token = bob.last(Seated).token
    bob.cut()
    ann.send(ChangeGame("kozel", 2))
    assert names(ann) == ["Ann", "Cyr"]
    assert cyr.client.seat == 1
    again = room.visitor(bob.client)
    again.send(bob.client.join("Bob"))
    assert token
    assert again.last(Closed).code == "changed"


def test_where_nobody_may_watch_a_player_without_a_seat_has_to_go() -> None:
    room = Room("graph_poker", seats=3)
    ann, bob, cyr = room.join("Ann"), room.join("Bob"), room.join("Cyr")
    ann.send(Allow(watching=False))
    ann.send(ChangeGame("kozel", 2))
    assert bob.client.seat == 1
    assert cyr.last(Closed).code == "changed"
    assert RoomChange("left", 2, "Cyr") in ann.last(Gathered).happened
    assert names(ann) == ["Ann", "Bob"]


def test_programs_that_do_not_know_the_game_are_told_so_and_may_come_in_again() -> None:
    room = Room(seats=3)
    ann, bob = room.join("Ann"), room.stranger("Bob")
    watcher = room.stranger("Cyr", watch=True)
    ann.send(ChangeGame("joker", 4))
    for each in (bob, watcher):
        assert each.last(Closed).code == "changed"
        assert not [one for one in each.heard if isinstance(one, GameChanged)]
    assert names(ann) == ["Ann", "", "", ""]
    again = room.visitor(ClientSeat(games=GAMES))
    assert again.send(again.client.join("Bob"))[0] == Seated(
        "table-1", "Harness", "joker", 1, again.last(Seated).token, 0
    )


def test_everybody_is_unready_and_proposals_end() -> None:
    room = Room(seats=2)
    ann, bob = room.join("Ann"), room.join("Bob")
    bob.send(Rematch())
    terms = bob.last(Gathered).terms
    ann.send(ChangeGame("kozel", 2, {"target": 51}))
    assert ann.last(Gathered).rematch == ""
    assert not any(line.ready for line in ann.last(Gathered).seats)
    assert bob.refused(Ready(True, terms)) == "terms"
    assert ann.refused(Start()) == "unready"


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        (ChangeGame("chess", 2), "game"),
        (ChangeGame("joker", 3), "rule"),
        (ChangeGame("kozel", 2, {"target": "much"}), "rule"),
    ],
)
def test_what_cannot_be_played_is_refused_and_changes_nothing(
    wanted: ChangeGame, code: str
) -> None:
    room = Room(seats=2)
    ann, bob = room.join("Ann"), room.join("Bob")
    assert ann.refused(wanted) == code
    assert bob.last(Gathered).phase == "gathering"
    assert room.table.game is GAMES["kozel"]


def test_only_the_owner_chooses_and_never_during_a_match() -> None:
    room = Room(seats=2)
    ann, bob = room.join("Ann"), room.join("Bob")
    assert bob.refused(ChangeGame("joker", 4)) == "owner"
    room.start(bob, owner=ann)
    assert ann.refused(ChangeGame("joker", 4)) == "running"


def test_the_same_game_with_the_same_rules_changes_nothing() -> None:
    room = Room(seats=2)
    ann, bob = room.join("Ann"), room.join("Bob")
    bob.send(Ready())
    heard = len(bob.heard)
    assert [type(each) for each in ann.send(ChangeGame("kozel", 2))] == [Gathered]
    assert len(bob.heard) == heard


def test_seats_rotate_in_the_new_game_and_late_bots_of_the_old_one_are_ignored() -> None:
    room = Room(seats=3)
    ann, bob = room.join("Ann"), room.join("Bob")
    ann.send(Fill(2, "easy"))
    ann.send(ChangeGame("graph_poker", 3))
    bob.send(Rematch(rotate=True))
    ann.send(Rematch())
    assert bob.last(Moved).seat == 2
    assert room.table.phase == "playing"


def test_a_table_that_all_leave_opens_again_with_the_bots_that_fit() -> None:
    room = Room("graph_poker", seats=4, bots=("easy", "hard", "easy"))
    ann = room.join("Ann")
    ann.send(ChangeGame("kozel", 2))
    ann.send(Leave())
    assert [holder.bot for holder in room.table.room] == ["", "easy"]
    assert room.join("Bob").client.seat == 0


def test_the_matches_of_the_evening_are_told_to_all_and_to_those_who_come_late() -> None:
    room = Room(seats=2, target=50)
    room.chance.date = lambda: "2026-11-28T21:40:00"
    ann, bob = room.join("Ann"), room.join("Bob")
    room.start(bob, owner=ann)
    play(room, ann, bob)
    first = room.game.result(room.live.match.state)
    ann.send(ChangeGame("domino_poker", 3))
    cyr = room.join("Cyr")
    (match,) = cyr.client.matches
    assert (match.game, match.begun) == ("kozel", "2026-11-28T21:40:00")
    assert [(each.name, each.place) for each in match.seats] == [
        ("Ann", first.places[0]),
        ("Bob", first.places[1]),
    ]
    watcher = room.join("Dan", watch=True)
    room.start(bob, cyr, owner=ann)
    play(room, ann, bob, cyr)
    assert [each.game for each in cyr.client.matches] == ["kozel", "domino_poker"]
    told = [each.client.matches for each in (ann, bob, cyr, watcher)]
    assert told.count(told[0]) == 4
    assert events.EveningTold(told[0]) in watcher.events


def test_a_program_that_follows_no_game_is_not_told_the_matches() -> None:
    room = Room(seats=2, target=50)
    ann, bob = room.join("Ann"), room.visitor()
    room.lobby.meet(bob, Peer())
    bob.send(bob.client.join("Bob"))
    room.start(bob, owner=ann)
    play(room, ann, bob)
    assert not [each for each in bob.heard if isinstance(each, Tallied)]
    assert [each for each in ann.heard if isinstance(each, Tallied)]
