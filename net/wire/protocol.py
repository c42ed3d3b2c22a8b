"""The version of the protocol, and the bytes of its messages.

`to_host` and `from_host` have the messages, `bounds` how long their fields may be.
"""

from collections.abc import Mapping
from typing import Any, Final, get_args

import msgpack
import msgspec

from net.wire.bounds import MAX_ITEMS
from net.wire.from_host import FromHost
from net.wire.message import Message
from net.wire.to_host import ToHost

VERSION: Final = 5
"""Changes with every change of the bytes; peers of different versions tell their users and part."""


class BadMessageError(ValueError):
    """Bytes from the peer that are not a message of this protocol."""


_write: Final = msgspec.msgpack.Encoder().encode

_TO_HOST: Final = {kind.__name__: kind for kind in get_args(ToHost)}
_FROM_HOST: Final = {kind.__name__: kind for kind in get_args(FromHost)}


def encode(message: Message) -> bytes:
    """Write a message as a msgpack map."""
    return _write(message)


def _decode(data: bytes, kinds: Mapping[str, type[Message]]) -> Any:
    try:
        # The library reads within limits of its own; msgspec would believe any length.
        plain = msgpack.unpackb(data, max_array_len=MAX_ITEMS, max_map_len=MAX_ITEMS, max_ext_len=0)
        tag = plain.get("type") if isinstance(plain, dict) else None
        kind = kinds.get(tag) if isinstance(tag, str) else None
        if kind is None:
            raise BadMessageError("no message of this protocol")
        # By its own class: for a union msgspec would work everything out anew each time.
        return msgspec.convert(plain, kind, strict=True)
    except (ValueError, RecursionError) as error:
        raise BadMessageError(str(error)[:200]) from None


def decode_to_host(data: bytes) -> ToHost:
    """Read what a client sent. Raises BadMessageError."""
    message: ToHost = _decode(data, _TO_HOST)
    return message


def decode_from_host(data: bytes) -> FromHost:
    """Read what a host sent. Raises BadMessageError."""
    message: FromHost = _decode(data, _FROM_HOST)
    return message
