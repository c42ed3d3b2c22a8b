"""Pads messages whose length would give away something about a hand. No I/O."""

from typing import Final

from msgspec.structs import replace

from net.wire.from_host import Offered
from net.wire.protocol import encode

BLOCK: Final = 2048
"""Bytes: more than the moves of any hand take, if their number depends on the hand."""

_LEAST: Final = 256
"""From here to 65535 msgpack writes the length of a text in the same number of bytes."""


def padded(offered: Offered) -> Offered:
    """Return a message with the same moves whose size is a multiple of BLOCK."""
    shortest = len(encode(replace(offered, padding="0" * _LEAST)))
    return replace(offered, padding="0" * (_LEAST + -shortest % BLOCK))
