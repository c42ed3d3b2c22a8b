"""Messages, their bounds and their bytes."""

import tracemalloc
import typing
from typing import Any

import msgpack
import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from core.game import Plain, PlainEvent
from core.games import GAMES
from core.shuffle import SeededDecks
from net.wire import from_host, to_host
from net.wire.from_host import (
    Closed,
    FromHost,
    Gathered,
    Paused,
    Refused,
    Seated,
    Updated,
    Welcomed,
)
from net.wire.message import EventLine, Message, RoomChange, SeatLine, TableLine, WatcherLine, WayIn
from net.wire.protocol import BadMessageError, decode_from_host, decode_to_host, encode
from net.wire.to_host import Hello, Join, Play, Say, ToHost
from net.wire.views import brief_view, parse_event, parse_view, plain_event, plain_view
from tests.support.dealing import begin, make
from tests.support.matches import samples
from tests.support.requests import REQUESTS

TO_HOST: tuple[Any, ...] = typing.get_args(ToHost)
FROM_HOST: tuple[Any, ...] = typing.get_args(FromHost)

GONE = RoomChange("left", 0, "Ann", {"why": "away"})

EXAMPLES: list[Message] = [
    Hello(1, "kozyr 0.1"),
    Join("Анна", "t", "secret", 2, False),
    Play(3, 17, "lay 6-4 left"),
    Paused(17, [0, 2], [1], 30_000, 1),
    Paused(17, [0]),
    Say("привет"),
    *REQUESTS,
    Welcomed(1, "Ann", [TableLine("t", "Ann's", "kozel", 4, 2, "gathering")]),
    Welcomed(
        1, "Ann", [], [WayIn("kozyr", 23636), WayIn("ssh", 4022, "fe80::1%eth0", "SHA256:a+/")]
    ),
    Seated("t", "Ann's", "kozel", None, "", 0),
    Gathered(
        "playing", (SeatLine("Ann", kind="human", ready=True), SeatLine()), 0, {"target": 101}
    ),
    Gathered(
        "playing",
        (SeatLine("Ann", kind="bot:easy", idle=True),),
        None,
        {},
        (WatcherLine("Eve", way="page"), WatcherLine("Zoe", asks=True, slow=True)),
        locked=True,
        watching=False,
        watchers_talk=False,
        kept_out=("Bob", "Bob 2"),
    ),
    Gathered(
        "over", (SeatLine(),), None, {}, happened=[RoomChange("left", 0, "Ann", {"why": "away"})]
    ),
    Updated(4, {"hand": ["6-4"], "seat": 0}, [EventLine("moved", 0, {"move": "pass"})], 2),
    Refused("illegal", "must follow {suit}", "J-R15", {"suit": "hearts"}, 4, 2),
    Closed("version", "…", {"host": 2, "yours": 1}),
]


@pytest.mark.parametrize("message", EXAMPLES, ids=lambda message: type(message).__name__)
def test_a_message_survives_its_bytes(message: Message) -> None:
    decode = decode_to_host if isinstance(message, TO_HOST) else decode_from_host
    assert decode(encode(message)) == message


def test_a_message_is_a_map_with_its_type() -> None:
    assert msgpack.unpackb(encode(Play(3, 17, "draw"))) == {
        "type": "Play", "number": 3, "seq": 17, "move": "draw"
    }  # fmt: skip


def test_fields_with_defaults_may_be_left_out() -> None:
    assert decode_to_host(msgpack.packb({"type": "Join", "name": "Ann"})) == Join("Ann")


BAD: list[Plain] = [
    None, 7, "Hello", [], {}, {"type": "Dance"}, {"type": 7}, {"type": "Hello"},
    {"type": "Hello", "version": "1"}, {"type": "Hello", "version": 1.0},
    {"type": "Hello", "version": True}, {"type": "Join", "name": ""},
    {"type": "Join", "name": "x" * 25}, {"type": "Join", "name": b"Ann"},
    {"type": "Join", "name": "Ann", "seat": 10}, {"type": "Join", "name": "Ann", "seat": -1},
    {"type": "Join", "name": "Ann", "colour": "red"}, {"type": "Join", "name": "Ann", "watch": 1},
    {"type": "Play", "number": -1, "seq": 0, "move": "draw"},
    {"type": "Play", "number": 1 << 53, "seq": 0, "move": "draw"},
    {"type": "Play", "number": 1, "seq": 0, "move": "x" * 41},
    {"type": "Play", "number": 1, "seq": 0, "move": ""},
    {"type": "Say", "text": "x" * 301}, {"type": "Rule", "options": {"a": None}},
    {"type": "Rule", "options": {"a": [1]}}, {"type": "Ponged", "sent": 1},
    {"type": "Fill", "seat": 1, "level": "x" * 13},
    {"type": "Consult", "table": "", "situation": {"seat": 1, "sent": 1, "match": 0, "colour": 1}},
]  # fmt: skip


@pytest.mark.parametrize("plain", BAD, ids=str)
def test_what_is_no_message_is_refused(plain: Plain) -> None:
    with pytest.raises(BadMessageError):
        decode_to_host(msgpack.packb(plain))


RAW = [
    b"", b"\xc1", b"\x81", b"\x91" * 1000, b"\x91" * 60000, b"\xdf\xff\xff\xff\xff",
    b"\xdd\xff\xff\xff\xff", b"\xdb\xff\xff\xff\xff", b"\xc7\x01\x05x", b"\xd6\xff\0\0\0\0",
    encode(Hello(1)) + b"\0", encode(Hello(1))[:-1], b"GET / HTTP/1.1\r\n\r\n",
    b"\x81\xa4type\xa5Hel\xfflo", b"\x82\xa4type\xa5Hello\x01\x02", b"\x16\x03\x01\x02\x00\x01",
]  # fmt: skip


@pytest.mark.parametrize(
    "digits", ["a" * 63 + "\n", "a" * 64 + "\n", "A" * 64, "a" * 62, "a" * 63 + "\u0661"]
)
@pytest.mark.parametrize("kind, field", [("Commit", "share"), ("Reveal", "nonce")])
def test_bytes_are_written_as_small_hexadecimal_digits_and_nothing_after_them(
    kind: str, field: str, digits: str
) -> None:
    """A message that was read can be turned into bytes again; a digit must not be replaced by a
    line end.
    """
    message = {"type": kind, "match": 1, field: "a" * 64}
    assert decode_to_host(msgpack.packb(message)) is not None
    with pytest.raises(BadMessageError):
        decode_to_host(msgpack.packb({**message, field: digits}))


@pytest.mark.parametrize("data", RAW, ids=lambda data: data[:12].hex())
def test_bytes_that_are_no_message_are_refused(data: bytes) -> None:
    with pytest.raises(BadMessageError):
        decode_to_host(data)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_or_refused(data: bytes) -> None:
    for decode in (decode_to_host, decode_from_host):
        try:
            message = decode(data)
        except BadMessageError:
            continue
        assert isinstance(message, Message)


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text()
    | st.binary(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)  # fmt: skip


@settings(max_examples=samples(60))
@given(st.data())
def test_messages_with_wrong_fields_are_refused(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from([*TO_HOST, *FROM_HOST]))
    names = [field.encode_name for field in msgspec.structs.fields(kind)]
    plain = {name: data.draw(PLAIN) for name in names if data.draw(st.booleans())}
    packed = msgpack.packb({"type": kind.__name__, **plain})
    for decode in (decode_to_host, decode_from_host):
        try:
            message = decode(packed)
        except BadMessageError:
            continue
        assert isinstance(message, kind)


def test_headers_that_claim_much_get_no_memory() -> None:
    claims = b"\xdd\x00\x00\xff\xff" * 13000
    tracemalloc.start()
    with pytest.raises(BadMessageError):
        decode_to_host(claims)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2_000_000


@pytest.mark.parametrize("kind", [Hello, Welcomed, Closed])
def test_greetings_of_other_versions_are_understood(kind: type[Message]) -> None:
    example = next(message for message in EXAMPLES if isinstance(message, kind))
    plain = {**msgspec.to_builtins(example), "flavour": "new"}
    decode = decode_to_host if kind is Hello else decode_from_host
    assert decode(msgpack.packb(plain)) == example


@pytest.mark.parametrize("name", GAMES)
def test_views_survive_the_wire(name: str) -> None:
    game = GAMES[name]
    options = game.Options()
    state = begin(game, options, game.SEATS[-1], SeededDecks(1))
    for _ in range(60):
        for viewer in (None, *range(game.SEATS[-1])):
            view = game.view(state, viewer)
            assert parse_view(game, options, plain_view(view)) == view
            update = Updated(1, brief_view(view), [], 0)
            received = decode_from_host(encode(update))
            assert isinstance(received, Updated)
            assert parse_view(game, options, received.view) == view
        acting = game.to_act(state)
        if not acting:
            break
        make(game, state, acting[0], game.legal(state, acting[0])[0])


@pytest.mark.parametrize("damage", [{"seat": "x"}, {"hand": 7}, {"totals": None}])
def test_a_damaged_view_is_refused(damage: dict[str, Any]) -> None:
    game = GAMES["kozel"]
    view = plain_view(game.view(begin(game, game.Options(), 2, SeededDecks(1)), 0))
    with pytest.raises(BadMessageError):
        parse_view(game, game.Options(), {**view, **damage})


def test_empty_values_are_left_out_but_a_seat_of_0_is_not() -> None:
    game = GAMES["kozel"]
    view = brief_view(game.view(begin(game, game.Options(), 2, SeededDecks(1)), 0))
    assert view["seat"] == 0
    assert {"result", "line", "options"}.isdisjoint(view)


def test_events_survive_the_wire() -> None:
    event = PlainEvent("moved", 1, {"move": "draw"}, {"tile": "6-4"})
    assert parse_event(plain_event(event.seen_by(1))).data == {"move": "draw", "tile": "6-4"}
    assert parse_event(plain_event(event.seen_by(0))).data == {"move": "draw"}


@pytest.mark.parametrize("module, kinds", [(to_host, TO_HOST), (from_host, FROM_HOST)])
def test_every_message_of_a_module_is_one_of_its_direction(module: Any, kinds: Any) -> None:
    found = {
        kind for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Message) and kind is not Message
    }  # fmt: skip
    assert found == {*kinds}
