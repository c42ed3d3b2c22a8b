"""The base of all messages."""

import msgspec


class Message(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A message is a map; its `type` is the name of the class."""
