"""The length before each message, and the limits."""

import pytest
from hypothesis import given, strategies as st

from net.wire.protocol import MAX_FRAME, MAX_STRANGER, FrameError, FrameReader, frame


def test_a_frame_is_four_bytes_of_length_and_the_message() -> None:
    assert frame(b"abc") == b"\0\0\0\x03abc"


@pytest.mark.parametrize("size", [0, MAX_FRAME + 1])
def test_an_empty_or_too_long_message_is_not_framed(size: int) -> None:
    with pytest.raises(FrameError):
        frame(bytes(size))


@given(st.lists(st.binary(min_size=1, max_size=50)), st.integers(1, 7))
def test_messages_come_out_whole_however_the_stream_is_cut(messages: list[bytes], cut: int) -> None:
    stream = b"".join(map(frame, messages))
    reader = FrameReader()
    received: list[bytes] = []
    for start in range(0, len(stream), cut):
        reader.feed(stream[start : start + cut])
        received += reader.frames()
    assert received == messages
    assert not reader.inside


def test_half_a_frame_waits() -> None:
    reader = FrameReader()
    reader.feed(frame(b"abc")[:-1])
    assert list(reader.frames()) == []
    assert reader.inside


@pytest.mark.parametrize(
    "start", [b"\0\0\0\0", b"\xff\xff\xff\xff", (MAX_STRANGER + 1).to_bytes(4), b"GET / HTTP/1.1"]
)
def test_a_wrong_length_is_refused_before_the_body_comes(start: bytes) -> None:
    reader = FrameReader(MAX_STRANGER)
    reader.feed(start)
    with pytest.raises(FrameError):
        list(reader.frames())


def test_the_limit_may_rise_between_two_frames() -> None:
    reader = FrameReader(3)
    reader.feed(frame(b"abc") + frame(b"abcdef"))
    received: list[bytes] = []
    for message in reader.frames():
        received.append(message)
        reader.limit = 6
    assert received == [b"abc", b"abcdef"]
