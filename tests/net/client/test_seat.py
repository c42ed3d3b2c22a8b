"""A client's seat: its events for the host's messages, its numbers and memory, and nonsense."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from net.client import events
from net.client.handshake import Credentials, Handshake
from net.client.seat import ClientSeat
from net.wire.from_host import (
    Closed,
    FromHost,
    Gathered,
    Offered,
    Ponged,
    Refused,
    Said,
    Seated,
    Timed,
    Updated,
    Welcomed,
)
from net.wire.message import EventLine, Message, RoomChange, SeatLine, TableLine, WayIn
from net.wire.protocol import BadMessageError
from net.wire.to_host import Hello, Join, Play
from tests.support import tiny_game
from tests.support.harness import Harness, two

NOW = 100.0
GAMES = {"tiny": tiny_game}
PEOPLE = (SeatLine("Ann", kind="human"), SeatLine("Bob", kind="human"))
LINE = TableLine("t", "T", "tiny", 2, 1, "gathering")


def room(phase: str = "playing", happened: Sequence[RoomChange] = ()) -> Gathered:
    options = {"cards": 2, "blind": "off"}
    return Gathered(phase, PEOPLE, 0, options, terms=3, happened=[*happened])


def sitting(seat: int | None = 0) -> ClientSeat:
    client = ClientSeat(games=GAMES)
    client.join("Ann")
    client.receive(Seated("t", "T", "tiny", seat, "secret", 0), NOW)
    client.receive(room(), NOW)
    return client


def sent(client: ClientSeat) -> list[Message]:
    """The first messages of a new connection."""
    return [event.message for event in client.greet() if isinstance(event, events.Answer)]


class TestComing:
    def test_whoever_wants_nothing_only_greets(self) -> None:
        client = ClientSeat()
        assert sent(client) == [client.handshake.hello()]
        assert isinstance(client.handshake.hello(), Hello)
        assert client.seat is None
        assert not client.my_turn

    def test_join_cleans_the_name(self) -> None:
        assert ClientSeat().join(" A\x07nn ") == Join("Ann")

    def test_the_first_table_is_joined_once_it_is_known_which_that_is(self) -> None:
        client = ClientSeat(games=GAMES)
        client.join("Ann")
        assert sent(client) == [client.handshake.hello()]
        assert client.receive(Welcomed(2, "Zoe", [LINE]), NOW) == [
            events.Connected("Zoe", (LINE,)),
            events.Answer(Join("Ann", "t")),
        ]

    def test_where_one_sits_is_told_with_the_game(self) -> None:
        client = ClientSeat(games=GAMES)
        client.join("Ann")
        event = client.receive(Seated("t", "T", "tiny", 1, "secret", 0), NOW)
        assert event == [events.SatDown("t", "T", "tiny", 1)]

    def test_a_table_with_a_code_asks_for_it(self) -> None:
        client = ClientSeat(games=GAMES)
        client.join("Ann", "t")
        assert client.receive(Refused("code", "…"), NOW) == [events.CodeWanted()]
        assert client.receive(Refused("wrong", "…"), NOW) == [events.CodeWanted(wrong=True)]

    def test_whoever_finds_no_seat_hears_why(self) -> None:
        client = ClientSeat(games=GAMES)
        client.join("Ann", "t")
        assert client.receive(Refused("full", "…"), NOW) == [events.NotSeated("full", "…", {})]

    def test_whoever_found_no_seat_takes_none_unasked_after_the_connection_was_lost(self) -> None:
        client = ClientSeat(games=GAMES)
        client.join("Ann", "t")
        client.receive(Refused("full", "…"), NOW)
        client.receive(Welcomed(2, "Zoe", [LINE]), NOW)
        client.lose()
        assert sent(client) == [client.handshake.hello()]
        assert client.receive(Welcomed(2, "Zoe", [LINE]), NOW) == [
            events.Connected("Zoe", (LINE,), True)
        ]
        assert client.join("Ann", "t", watch=True).watch

    def test_a_watcher_needs_no_token(self) -> None:
        client = ClientSeat(Handshake(credentials={"t/Ann": Credentials("secret", "")}))
        assert client.join("Ann", "t", watch=True).token == ""

    def test_tokens_open_the_seat_for_a_new_program(self) -> None:
        harness = Harness()
        credentials: dict[str, Credentials] = {}

        def program() -> ClientSeat:
            return ClientSeat(Handshake(credentials=credentials), GAMES)

        ann = harness.visitor(program())
        ann.send(ann.client.join("Ann"))
        ann.cut()
        again = harness.visitor(program())
        again.send(again.client.join("Ann"))
        assert again.client.seat == 0
        assert again.client.handshake.returned
        other = harness.visitor(program())
        other.send(other.client.join("Bob"))
        assert other.client.seat == 1
        assert not other.client.handshake.returned


class TestComingBack:
    def test_the_token_is_shown_and_the_move_repeated(self) -> None:
        client = sitting()
        play = client.play("play 1")
        assert sent(client) == [client.handshake.hello(), Join("Ann", "t", "secret", 0), play]

    def test_a_break_is_told_and_its_end(self) -> None:
        client = sitting()
        client.receive(Welcomed(2, "Zoe", []), NOW)
        assert client.lose() == [events.Disconnected()]
        assert client.lose() == []
        client.greet()
        assert client.receive(Welcomed(2, "Zoe", []), NOW) == [
            events.Connected("Zoe", (), again=True)
        ]
        (event,) = client.receive(Seated("t", "T", "tiny", 0, "secret", 0), NOW)
        assert event == events.SatDown("t", "T", "tiny", 0, again=True)

    def test_who_sits_and_asks_again_hears_the_ways_to_sit_down(self) -> None:
        client, way = sitting(), WayIn("https", 8443)
        client.receive(Welcomed(2, "Zoe", []), NOW)
        assert client.receive(Welcomed(2, "Zoe", [], [way]), NOW) == [events.WaysTold((way,))]

    def test_a_connection_given_up_for_a_fresh_one_is_not_told_as_lost(self) -> None:
        client = sitting()
        client.receive(Welcomed(2, "Zoe", []), NOW)
        assert client.lose(renewing=True) == []
        assert client.receive(Welcomed(2, "Zoe", []), NOW) == [events.Connected("Zoe", ())]

    def test_the_token_is_not_shown_to_another_host(self) -> None:
        client = sitting()
        client.handshake.meet("somebody else", lambda code, table: None)
        (event,) = client.greet()
        assert isinstance(event, events.Dismissed)
        assert event.code == "stranger"

    @pytest.mark.parametrize("code", ["table", "full", "full up", "playing", "begun"])
    def test_a_seat_that_is_gone_ends_it(self, code: str) -> None:
        client = sitting()
        client.greet()
        (event,) = client.receive(Refused(code, "…"), NOW)
        assert event == client.dismissed
        assert isinstance(event, events.Dismissed)
        assert event.code == "gone"


class TestMoves:
    def test_two_quick_key_presses_are_one_move(self) -> None:
        client = sitting()
        assert client.play("play 1") == client.play("play 2") == Play(1, 0, "play 1")

    @pytest.mark.parametrize("typed, sent", [("", "?"), ("x" * 99, "x" * 40)])
    def test_whatever_is_typed_can_be_sent(self, typed: str, sent: str) -> None:
        assert sitting().play(typed).move == sent

    def test_a_refused_move_is_named_and_frees_the_number(self) -> None:
        client = sitting()
        client.play("play 1")
        event = client.receive(Refused("stale", "…", "X-R1", {"n": 1}, number=1), NOW)
        assert event == [events.Refusal("stale", "…", "X-R1", {"n": 1}, "play 1")]
        assert client.pending is None
        assert client.play("play 2") == Play(1, 0, "play 2")

    def test_a_refusal_of_something_else_leaves_the_move_pending(self) -> None:
        client = sitting()
        play = client.play("play 1")
        assert client.receive(Refused("fast", "…"), NOW) == [events.Refusal("fast", "…", "", {})]
        assert client.pending == play

    @pytest.mark.parametrize("code", ["tea", "back", "illegal", "rule"])
    def test_a_reason_that_answers_nothing_is_not_taken_for_the_games_own(self, code: str) -> None:
        """Otherwise a host could have any sentence read as if the game, or this program, had said
        it.
        """
        client = sitting(seat=1)
        client.play("play 1")
        told = client.receive(Refused(code, "checked", "X-R1", number=0), NOW)
        assert told == [events.Refusal("", "checked", "X-R1", {})]

    def test_a_reason_of_the_protocol_is_told_by_its_code_to_everybody(self) -> None:
        client = sitting(seat=1)
        client.play("play 1")
        assert client.receive(Refused("fast", "…"), NOW) == [events.Refusal("fast", "…", "", {})]

    def test_a_position_is_told_with_what_led_to_it(self) -> None:
        _, ann, bob = two()
        assert ann.client.my_turn
        assert not bob.client.my_turn
        ann.play(f"play {ann.client.view.hand[0]}")
        position = bob.events[-1]
        assert isinstance(position, events.Position)
        assert (position.seq, ann.client.seq) == (2, 2)
        assert [event.kind for event in position.events] == ["moved"]
        assert position.view is bob.client.view
        assert bob.client.my_turn
        assert bob.client.play("play 1").number == 1


class TestTheTable:
    def test_what_has_changed_in_the_room_is_told_as_the_host_says_it(self) -> None:
        client = sitting()
        change = RoomChange("lost", 1, "Bob")
        (event,) = client.receive(room(happened=[change]), NOW)
        assert isinstance(event, events.RoomChanged)
        assert event.happened == (change,)
        assert event.room is client.room
        assert (event.room.seats, event.room.options) == (PEOPLE, tiny_game.Options())

    def test_whoever_is_ready_agrees_to_the_terms_that_he_knows(self) -> None:
        client = sitting()
        assert client.ready().terms == 3
        assert client.ready(False).terms is None

    def test_the_owner_is_known_and_whether_a_match_would_be_left(self) -> None:
        client = sitting()
        assert client.owns
        assert client.playing
        client.receive(room("over"), NOW)
        assert not client.playing
        assert not sitting(seat=None).playing

    def test_time_is_told_as_its_end_by_this_machines_clock(self) -> None:
        client = sitting()
        assert client.receive(Timed(1500, 1, [0]), NOW) == [events.TimeChanged(NOW + 1.5, 1, (0,))]
        assert client.ends == NOW + 1.5
        assert client.receive(Timed(0), NOW) == [events.TimeChanged(None)]

    def test_more_time_can_be_given_to_a_person_once_a_decision(self) -> None:
        _, ann, bob = two(clock=15)
        assert not ann.client.may_give_time
        assert bob.client.may_give_time
        assert isinstance(bob.client.receive(Timed(15000, 1, [0]), NOW)[0], events.TimeChanged)
        assert not bob.client.may_give_time

    def test_talk_is_told(self) -> None:
        assert sitting().receive(Said(1, "Bob", "hi"), NOW) == [events.Spoken(1, "Bob", "hi")]

    @pytest.mark.parametrize("message", [Offered(0, []), Ponged(1)])
    def test_what_changes_nothing_is_not_told(self, message: FromHost) -> None:
        assert sitting().receive(message, NOW) == []

    def test_the_end_is_told_and_remembered(self) -> None:
        client = sitting()
        assert client.receive(Closed("host", "…"), NOW) == [events.Dismissed("host", "…", {})]
        assert client.dismissed == events.Dismissed("host", "…", {})


@pytest.mark.parametrize(
    "message",
    [
        Seated("t", "T", "whist", 0, "x", 0),
        Gathered("playing", [SeatLine()], 0, {"cards": 99}),
        Updated(1, {}, [], 0),
        Updated(1, {"seat": "x"}, [], 0),
        Updated(1, {"seat": 0, "seats": 3, "totals": [0, 0, 0]}, [], 0),
        Updated(1, {"seat": 0, "seats": 2, "totals": [0]}, [], 0),
        Updated(1, {"seat": 0, "seats": 2, "totals": [0, 0], "to_act": [2]}, [], 0),
    ],
)
def test_nonsense_is_refused(message: FromHost) -> None:
    client = sitting()
    with pytest.raises(BadMessageError):
        client.receive(message, NOW)


@pytest.mark.parametrize(
    "message", [Seated("t", "T", "tiny", 0, "x", 0), room(), Updated(1, {}, [], 0)]
)
def test_messages_out_of_order_are_refused(message: FromHost) -> None:
    with pytest.raises(BadMessageError):
        ClientSeat().receive(message, NOW)


def test_somebody_elses_position_is_refused() -> None:
    _, ann, bob = two()
    with pytest.raises(BadMessageError, match="somebody else"):
        bob.client.receive(ann.last(Updated), NOW)


def test_an_event_at_a_seat_that_the_table_does_not_have_is_refused() -> None:
    _, ann, _ = two()
    told = ann.last(Updated)
    with pytest.raises(BadMessageError, match="another table"):
        ann.client.receive(replace(told, events=[EventLine("moved", 7, {"move": "draw"})]), NOW)


def arriving(host: str, credentials: dict[str, Credentials]) -> list[object]:
    """Return the first messages from a host to a seat at the table "kitchen"."""
    client = ClientSeat(Handshake(credentials=credentials), GAMES)
    client.join("Ann", "kitchen")
    client.handshake.meet(host, lambda code, table: None)
    return [
        event.message if isinstance(event, events.Answer) else event for event in client.greet()
    ]


def test_a_seat_that_nobody_asked_for_is_not_taken_and_its_key_not_kept() -> None:
    credentials: dict[str, Credentials] = {}
    client = ClientSeat(Handshake(credentials=credentials), GAMES)
    client.handshake.meet("ee", lambda code, table: None)
    client.join("Ann", "kitchen")
    client.greet()
    with pytest.raises(BadMessageError, match="nobody asked"):
        client.receive(Seated("cellar", "Cellar", "tiny", 0, "false", 0), NOW)
    client.receive(Seated("kitchen", "Kitchen", "tiny", 0, "token", 0), NOW)
    for number in range(71):
        with pytest.raises(BadMessageError, match="nobody asked"):
            client.receive(Seated("kitchen", "Kitchen", "tiny", 0, f"false {number}", 0), NOW)
    assert credentials == {"kitchen/Ann": Credentials("token", "ee")}


def test_the_key_of_the_host_at_the_other_end_is_shown_and_no_other() -> None:
    credentials = {
        "kitchen/Ann": Credentials("false", "ee"),
        "kitchen/Ann@aa": Credentials("true", "aa"),
    }
    for host, token in (("aa", "true"), ("ee", "false")):
        join = arriving(host, dict(credentials))[1]
        assert isinstance(join, Join)
        assert join.token == token
    (end,) = arriving("bb", dict(credentials))
    assert isinstance(end, events.Dismissed)
    assert end.code == "stranger"


def test_whoever_comes_anew_shows_no_key_to_any_host() -> None:
    credentials = {"kitchen/Ann": Credentials("token", "ee")}
    for host in ("ee", "bb"):
        client = ClientSeat(Handshake(dict(credentials), anew=True), {"tiny": tiny_game})
        client.handshake.meet(host, lambda code, table: None)
        client.join("Ann", "kitchen")
        answers = [each.message for each in client.greet() if isinstance(each, events.Answer)]
        assert answers[1:] == [Join("Ann", "kitchen")]
