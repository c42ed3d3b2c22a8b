"""Fills up messages whose length would tell of a hand. No I/O."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from net.wire.from_host import Offered
from net.wire.protocol import encode

BLOCK: Final = 2048
"""Bytes: more than the moves of any hand take, where their number depends on the hand."""

_LEAST: Final = 256
"""From here to 65535 msgpack writes the length of a text in as many bytes."""


def padded(offered: Offered) -> Offered:
    """Return a message of the same moves whose bytes are a multiple of BLOCK."""
    shortest = len(encode(replace(offered, padding="0" * _LEAST)))
    return replace(offered, padding="0" * (_LEAST + -shortest % BLOCK))
