"""The speed of reading an ssh connection, without a connection."""

import asyncio

import pytest

from net.guests.ssh.login import BYTES_AT_ONCE, MOST_UNREAD, PIECE, PacedReading


class Reader:
    """A stand-in for the reader of a connection, which can be cut off."""

    def __init__(self) -> None:
        self.taken = b""
        self.pieces = 0
        self.cut = False
        self.some = asyncio.Event()
        self.paced = PacedReading(self.take, self.end)

    def take(self, data: bytes) -> None:
        self.taken += data
        self.pieces += 1
        self.some.set()

    def end(self) -> None:
        self.cut = True

    async def read(self, count: int) -> None:
        while len(self.taken) < count:
            self.some.clear()
            await self.some.wait()


async def test_a_key_is_handed_on_at_once() -> None:
    reader = Reader()
    for key in (b"a", b"b"):
        reader.paced.receive(key)
        assert reader.taken.endswith(key)


async def test_what_is_pasted_comes_in_order_and_others_come_in_between() -> None:
    reader = Reader()
    pasted = bytes(range(256)) * (8 * PIECE // 256)
    reader.paced.receive(pasted)
    assert reader.pieces == 1
    await reader.read(len(pasted))
    assert (reader.taken, reader.pieces) == (pasted, 8)


@pytest.mark.parametrize("size", [1, PIECE, 8 * PIECE])
async def test_more_than_a_person_sends_has_to_wait_however_it_comes(size: int) -> None:
    reader = Reader()
    for _ in range(2 * BYTES_AT_ONCE // size):
        reader.paced.receive(bytes(size))
    await reader.read(BYTES_AT_ONCE)
    assert len(reader.taken) < 2 * BYTES_AT_ONCE
    reader.paced.stop()


async def test_whoever_sends_without_end_is_cut_off() -> None:
    reader = Reader()
    reader.paced.receive(bytes(MOST_UNREAD))
    assert not reader.cut
    reader.paced.receive(bytes(2 * PIECE))
    assert reader.cut
    await asyncio.sleep(0)
    assert reader.pieces == 1
