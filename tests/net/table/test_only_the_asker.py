"""A request that is refused, or changes nothing, causes no message to other people.

Nor can a person send others messages without limit. Every message to the host is tried from every
kind of connection, in every state of a table.
"""

import itertools
import typing
from collections.abc import Callable

import pytest

from net.migration import OutgoingStage
from net.table.auth import PACE_SECONDS
from net.table.effects import Peer
from net.table.moderation import BURST, LINES_PER_SECOND, OWNER_BURST, OWNER_CHANGES_PER_SECOND
from net.table.table import MANY_WRONG_CODES
from net.wire import to_host
from net.wire.from_host import Closed, Gathered, Refused, Updated
from net.wire.message import Message
from tests.net.table.test_auth import WRONG, come, guess
from tests.support import tiny_game
from tests.support.harness import Harness, Visitor, two
from tests.support.migrating import Computer
from tests.support.requests import REQUESTS
from tests.support.shuffles import ShuffledHarness

REPEATABLE = (
    *(to_host.Ready, to_host.Rematch, to_host.Fill, to_host.Clear, to_host.Allow, to_host.Nudge),
    *(to_host.Here, to_host.Rule, to_host.Clock, to_host.Pause, to_host.Commit, to_host.Reveal),
    *(to_host.Play, to_host.Continue, to_host.Ask, to_host.Ping, to_host.Hello, to_host.Wait),
    *(to_host.HandOver, to_host.Identify),
)
"""Requests that change nothing when repeated."""


class Scene:
    """A table with its owner, two players, a bot, a watcher, and two who have not sat down."""

    def __init__(self, harness: Harness | None = None) -> None:
        self.harness = harness or Harness(tiny_game, 4, clock=30, pause=30, deals=2)
        owner, player, lost = (self.harness.join(name) for name in ("Ann", "Bob", "Cid"))
        owner.send(to_host.Fill(3, "easy"))
        self.lost = lost
        self.roles = {
            "owner": owner,
            "player": player,
            "watcher": self.harness.join("Dan", watch=True),
            "not seated": self.harness.visitor(),
            "not greeted": Visitor(self.harness, self.harness.client()),
        }

    def begin(self) -> None:
        for visitor in (self.roles["player"], self.lost):
            visitor.send(to_host.Ready())
        self.roles["owner"].send(to_host.Start())

    def play_until(self, ended: Callable[[], bool]) -> None:
        while not ended():
            seat = self.harness.live.to_act()[0]
            if seat == 3:
                self.harness.answer()
                self.harness.pass_time(1)
            else:
                sender = (self.roles["owner"], self.roles["player"], self.lost)[seat]
                sender.play(self.harness.live.legal(seat)[0])


def gathering() -> Scene:
    return Scene()


def ready() -> Scene:
    scene = Scene()
    scene.roles["player"].send(to_host.Ready())
    return scene


def shuffling() -> Scene:
    harness = ShuffledHarness(tiny_game, 4, clock=30, pause=30, deals=2)
    scene = Scene(harness)
    for visitor in harness.visitors:
        visitor.answers = False
    scene.begin()
    return scene


def playing() -> Scene:
    scene = Scene()
    scene.begin()
    return scene


def waiting_for_the_player() -> Scene:
    scene = playing()
    scene.play_until(lambda: 1 in scene.harness.live.to_act())
    return scene


def somebody_away() -> Scene:
    scene = playing()
    scene.lost.cut()
    return scene


def intermission() -> Scene:
    scene = playing()
    scene.play_until(lambda: scene.harness.live.between_deals)
    return scene


def over() -> Scene:
    scene = intermission()
    for visitor in (scene.roles["owner"], scene.roles["player"], scene.lost):
        visitor.send(to_host.Continue(scene.harness.live.seq))
    scene.play_until(lambda: scene.harness.live.over)
    return scene


def asked_to_move() -> Scene:
    """A table whose move to the player's computer has been requested, and not answered."""
    harness = Computer(1, tiny_game, 4, clock=30, pause=30, deals=2)
    scene = Scene(harness)
    for visitor in harness.visitors:
        visitor.hear = lambda event: None
    scene.roles["owner"].send(to_host.Migrate(1))
    assert harness.table.migration.outgoing.stage is OutgoingStage.ASKED
    return scene


def trying_the_new_place() -> Scene:
    scene = asked_to_move()
    attempt = scene.harness.table.migration.outgoing.attempt
    scene.roles["player"].send(to_host.Accept(attempt, 4000, "0" * 64))
    assert scene.harness.table.migration.outgoing.stage is OutgoingStage.TESTED
    return scene


MOVING = (asked_to_move, trying_the_new_place)
SCENES = (
    *(gathering, ready, shuffling, playing),
    *(waiting_for_the_player, somebody_away, intermission, over),
    *MOVING,
)
ROLES = ("owner", "player", "watcher", "not seated", "not greeted")


def heard_by_others(scene: Scene, sender: Visitor, message: Message) -> tuple[list[object], bool]:
    """Return the messages that others receive because of a message, and whether it was refused."""
    others = [each for each in scene.harness.visitors if each is not sender]
    before = {each: len(each.heard) for each in others}
    answers = sender.send(message)
    refused = any(
        isinstance(each, Refused) or (isinstance(each, Closed) and each.code == "hello")
        for each in answers
    )
    return [message for each in others for message in each.heard[before[each] :]], refused


def says_nothing_new(message: object, seq: int) -> bool:
    match message:
        case Gathered(happened=happened):
            return not happened
        case Updated():
            return message.seq <= seq
        case _:
            return False


@pytest.mark.parametrize(
    ("scene", "role"),
    [
        pytest.param(
            *(scene, role),
            id=f"{scene.__name__}-{role}",
            marks=pytest.mark.nightly
            if scene is not gathering and role not in ("player", "watcher")
            else (),
        )
        for scene in SCENES
        for role in ROLES
    ],
)
def test_refused_and_ineffective_requests_are_heard_of_by_their_sender_alone(
    scene: Callable[[], Scene], role: str
) -> None:
    table = scene()
    for message in REQUESTS:
        seq = table.harness.table.seq
        told, refused = heard_by_others(table, table.roles[role], message)
        assert not (told and refused), f"{message}: {told}"
        assert not [each for each in told if says_nothing_new(each, seq)], message
        if isinstance(message, REPEATABLE) and table.roles[role] in table.harness.visitors:
            again, _ = heard_by_others(table, table.roles[role], message)
            assert again == [], f"{message} again"
        if not refused:  # that may have changed the table
            table = scene()


def heard_of(scene: Scene, sender: Visitor, messages: list[Message], times: int) -> int:
    """Return how many of these messages, sent one after another, others hear of."""
    heard = 0
    for message in itertools.islice(itertools.cycle(messages), times):
        if sender in scene.harness.visitors:
            heard += bool(heard_by_others(scene, sender, message)[0])
    return heard


@pytest.mark.parametrize(
    ("scene", "role"),
    [
        pytest.param(
            *(scene, role),
            id=f"{scene.__name__}-{role}",
            marks=()
            if scene in (gathering, playing) and role in ("owner", "player")
            else pytest.mark.nightly,
        )
        for scene in SCENES
        for role in ROLES
    ],
)
def test_nobody_makes_the_others_hear_as_much_as_they_like(
    scene: Callable[[], Scene], role: str
) -> None:
    """However often a message is sent: those of each kind in turn, such as Ready and not ready."""
    most, rate = BURST, LINES_PER_SECOND
    if role == "owner":
        most, rate = OWNER_BURST, OWNER_CHANGES_PER_SECOND
    for kind in dict.fromkeys(type(message) for message in REQUESTS):
        table, variants = scene(), [message for message in REQUESTS if type(message) is kind]
        sender = table.roles[role]
        heard = heard_of(table, sender, variants, 2 * most + len(variants))
        assert heard <= most, kind
        if heard == most:
            table.harness.pass_time(1)
            assert heard_of(table, sender, variants, 2 * most) == rate, kind


@pytest.mark.parametrize("begin", [gathering, over])
def test_whether_somebody_is_ready_is_told_to_all_once_a_second(begin: Callable[[], Scene]) -> None:
    scene = begin()
    player = scene.roles["player"]
    turned: list[Message] = [to_host.Ready(), to_host.Ready(False)]
    assert heard_of(scene, player, turned, 100) == BURST
    assert player.refused(turned[-1]) == "fast"
    assert heard_of(scene, player, turned[:1], 2) == 0
    scene.harness.pass_time(1)
    assert heard_of(scene, player, turned[::-1], 100) == 1


def test_the_owner_may_change_more_than_others_and_not_without_end() -> None:
    scene = gathering()
    owner = scene.roles["owner"]
    scene.harness.pass_time(1)  # a bot was seated already
    levels: list[Message] = [to_host.Fill(3, "easy"), to_host.Fill(3, "hard")]
    assert heard_of(scene, owner, levels[::-1], 100) == OWNER_BURST
    assert owner.refused(levels[0]) == "fast"


@pytest.mark.parametrize(
    "message", [to_host.Here(), to_host.Migrate(None), to_host.Identify("0" * 64)]
)
def test_what_changes_nothing_is_answered_with_how_things_are(message: Message) -> None:
    owner = gathering().roles["owner"]
    (answer,) = owner.send(message)
    assert isinstance(answer, Gathered)
    assert answer.happened == []


def test_where_a_program_can_be_called_is_told_to_all_once_a_second() -> None:
    scene = gathering()
    player = scene.roles["player"]
    scene.harness.table.room[1].peer = Peer("10.0.0.2")
    for number, visitor in enumerate((scene.roles["owner"], player)):
        visitor.send(to_host.Identify(str(number) * 64, 4000))
    scene.begin()
    scene.harness.pass_time(1)
    ports: list[Message] = [to_host.Identify("1" * 64, port) for port in (4001, 4002)]
    assert heard_of(scene, player, ports, 100) == BURST
    scene.harness.pass_time(1)
    assert heard_of(scene, player, ports, 100) == 1


def test_every_message_to_the_host_is_tried() -> None:
    kinds = set(typing.get_args(to_host.ToHost))
    kinds |= set(typing.get_args(to_host.OwnerRequest))
    tried = {type(message) for message in REQUESTS}
    lacking = {kind for kind in kinds if isinstance(kind, type)} - tried
    assert not lacking, f"tests/support/requests.py lacks {lacking}"


def test_a_question_to_a_player_is_answered_once_by_whatever_is_sent() -> None:
    scene = waiting_for_the_player()
    player = scene.roles["player"]
    scene.roles["owner"].send(to_host.Nudge(1))
    told, refused = heard_by_others(scene, player, to_host.Start())
    assert refused
    assert {change.kind for each in told for change in each.happened} == {"answered"}
    told, _ = heard_by_others(scene, player, to_host.Here())
    assert told == []


def test_of_wrong_codes_only_the_player_in_the_hosts_own_program_hears() -> None:
    harness = Harness(seats=3)
    harness.table.code = "K7QM2X"
    ann = come(harness, own=True)
    ann.send(ann.client.join("Ann"))
    bob = come(harness, "10.0.0.2")
    guess(harness, bob)
    bob.send(bob.client.join("Bob"))
    heard = len(ann.heard), len(bob.heard)
    for number in range(MANY_WRONG_CODES):
        guess(harness, come(harness, f"10.0.1.{number}"), WRONG)
        harness.pass_time(PACE_SECONDS)
    assert (len(ann.heard) - heard[0], len(bob.heard) - heard[1]) == (1, 0)


def test_wrong_codes_during_a_match_change_nothing_for_its_players() -> None:
    harness, ann, bob = two(clock=30)
    heard = len(ann.heard), len(bob.heard)
    for _ in range(MANY_WRONG_CODES):
        harness.carry_out(harness.table.guessed_wrong())
    assert (len(ann.heard), len(bob.heard)) == heard


def test_whoever_comes_back_without_having_been_away_tells_nobody() -> None:
    _, ann, bob = two()
    heard = len(ann.heard)
    bob.again()
    assert len(ann.heard) == heard
