"""The proof of a table's code, from the client's side (docs/protocol.md, section 9)."""

from net.secure.pake import ClientSide

__all__ = ["ClientSide"]
