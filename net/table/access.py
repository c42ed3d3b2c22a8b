"""Decides who may come to a table without a seat there, and whether watchers may talk. No I/O.

Raises RefusalError for what cannot be done; then nothing has changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from net.table.changes import Changes
from net.table.peer import Peer
from net.wire.bounds import MAX_KEPT_OUT
from net.wire.names import unique_name
from net.wire.reasons import RefusalError

MAX_UNTOLD: Final = 64
"""At most this many people who were put out while away are remembered until they return."""


@dataclass(frozen=True, slots=True)
class _KeptOut:
    """How a banned person is recognised; empty fields match nobody."""

    token: str
    address: str


class Access:
    """What the owner of a table allows. People are kept out as long as the program runs."""

    def __init__(self, changes: Changes) -> None:
        self.locked = False
        """Whether only players who already have a seat may come in."""
        self.watching = True
        self.watchers_talk = True
        self._changes = changes
        self._kept_out: dict[str, _KeptOut] = {}
        self._untold: dict[str, None] = {}
        """Tokens of people who were put out while they were away and do not know it yet."""

    @property
    def kept_out(self) -> list[str]:
        """The names of banned people."""
        return list(self._kept_out)

    def check(self, *, watch: bool) -> None:
        """Raise RefusalError unless somebody without a seat may come in."""
        if self.locked:
            raise RefusalError("locked")
        if watch and not self.watching:
            raise RefusalError("unwatched")

    def turns_away(self, token: str, peer: Peer) -> str:
        """Return the code of the Closed for somebody who may not be here, "" for others.

        The player in the host's own program always may.
        """
        if peer.own:
            return ""
        known = self._kept_out.values()
        if any((token and token == k.token) or (peer.address == k.address != "") for k in known):
            return "barred"
        return "removed" if token in self._untold else ""

    def told(self, token: str) -> None:
        """Note that somebody who was put out knows it now, and may come like anybody else."""
        self._untold.pop(token, None)

    def put_out_absent(self, token: str) -> None:
        """Remember to tell somebody on their next visit that the seat is lost."""
        self._untold[token] = None
        while len(self._untold) > MAX_UNTOLD:
            self._untold.pop(next(iter(self._untold)))

    def keep_out(self, name: str, token: str, address: str) -> str:
        """Keep out whoever is known by the token of a seat or an address; return the name."""
        if len(self._kept_out) >= MAX_KEPT_OUT:
            raise RefusalError("many")
        name = unique_name(name, self._kept_out)
        self._kept_out[name] = _KeptOut(token, address)
        return name

    def let_in(self, name: str) -> None:
        """Lift the ban on somebody."""
        if name not in self._kept_out:
            raise RefusalError("nobody")
        del self._kept_out[name]
        self._changes.note("let_in", None, name)

    def lock(self, locked: bool) -> None:
        """Lock the table for those without a seat, or open it."""
        if locked != self.locked:
            self.locked = locked
            self._changes.note("locked" if locked else "unlocked")

    def allow_watching(self, allowed: bool) -> None:
        """Allow watching or forbid it; the caller deals with those already watching."""
        if allowed != self.watching:
            self.watching = allowed
            self._changes.note("watching_on" if allowed else "watching_off")

    def allow_talk(self, allowed: bool) -> None:
        """Allow watchers to talk, or forbid it."""
        if allowed != self.watchers_talk:
            self.watchers_talk = allowed
            self._changes.note("talk_on" if allowed else "talk_off")

    def open_up(self) -> None:
        """Lift all restrictions: the table has no owner any more who could."""
        self.lock(False)
        self.allow_watching(True)
        self.allow_talk(True)
