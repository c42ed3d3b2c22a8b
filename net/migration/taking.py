"""The half of the program that is to take a table over: asked, ready, given the table, serving."""

from __future__ import annotations

from enum import IntEnum


class Role(IntEnum):
    """What a program is to a table that may come to it."""

    NONE = 0
    ASKED = 1
    """The player of this program has been asked."""
    READY = 2
    """This program has agreed and listens; it has no table."""
    PREPARED = 3
    """This program has the whole table, and serves nobody yet."""
    SERVING = 4
    """The table is here for good."""


class Taking:
    """One program's part in the moves of the table where its player sits."""

    def __init__(self) -> None:
        self.role = Role.NONE
        self.attempt = 0
        self._parts: list[str] = []

    def chosen(self, attempt: int) -> None:
        """Note that this program has been asked; that ends an earlier attempt."""
        self._drop()
        self.role, self.attempt = Role.ASKED, attempt

    def agree(self) -> bool:
        """Note that the player agrees; tell whether the question still stands."""
        if self.role is not Role.ASKED:
            return False
        self.role = Role.READY
        return True

    def handed(self, attempt: int, part: int, parts: int, text: str) -> str | None:
        """Take a part of the table; return the whole text with the last one.

        A part that was not expected is ignored.
        """
        if self.role is not Role.READY or attempt != self.attempt or part != len(self._parts) + 1:
            return None
        self._parts.append(text)
        return "".join(self._parts) if part == parts else None

    def prepare(self) -> None:
        """Note that the table can be continued here once the old host lets it go."""
        assert self.role is Role.READY, self.role
        self.role = Role.PREPARED
        self._parts.clear()

    def let_go(self) -> bool:
        """Take the old host's word that it has let the table go; tell whether it is here now.

        Somebody who comes here with the word that only the old host gives out shows it as well.
        """
        if self.role is Role.PREPARED:
            self.role = Role.SERVING
        return self.role is Role.SERVING

    def stays(self) -> None:
        """Note that the old host has the table still: it said so, or plays on with this player."""
        if self.role is not Role.SERVING:
            self._drop()

    def _drop(self) -> None:
        self.role = Role.NONE
        self._parts.clear()
