"""The code of a table (docs/protocol.md, section 9): its plain form, and the client's proof."""

from net.secure.code import plain_code
from net.secure.pake import ClientSide

__all__ = ["ClientSide", "plain_code"]
