"""The changes of a room, and the owner's restrictions: bans, a lock, watching. No I/O."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from core.game import Seat
from net.table.effects import Peer
from net.table.log import Restrictions
from net.wire.bounds import MAX_KEPT_OUT, MAX_UNTOLD
from net.wire.from_host import Closed
from net.wire.message import ROOM_CHANGES, RoomChange
from net.wire.names import unique_name
from net.wire.reasons import RefusalError, closing


class Changes:
    """The changes of a room, in order."""

    def __init__(self) -> None:
        self._noted: list[RoomChange] = []

    def note(self, kind: str, seat: Seat | None = None, name: str = "", **facts: str | int) -> None:
        """Note a change; `kind` is one of ROOM_CHANGES."""
        assert kind in ROOM_CHANGES, kind
        self._noted.append(RoomChange(kind, seat, name, facts))

    def take(self) -> list[RoomChange]:
        """Return the changes since the last call."""
        noted, self._noted = self._noted, []
        return noted


@dataclass(frozen=True, slots=True)
class _KeptOut:
    """The marks of a banned player; an empty mark matches no player."""

    token: str
    address: str


_NOTED: Final = {
    "locked": ("unlocked", "locked"),
    "watching": ("watching_off", "watching_on"),
    "watchers_talk": ("talk_off", "talk_on"),
}
"""Restriction -> the change when it is false from now on, and when it is true."""


class Access:
    """The owner's restrictions for a table. A ban lasts as long as the program runs."""

    def __init__(self, changes: Changes) -> None:
        self.limits = Restrictions()
        self._changes = changes
        self._kept_out: dict[str, _KeptOut] = {}
        self._untold: dict[str, Closed] = {}
        """The Closed for players who lost their seats while away, by token."""

    @property
    def kept_out(self) -> tuple[str, ...]:
        """The names of banned players."""
        return tuple(self._kept_out)

    def check(self, *, watch: bool) -> None:
        """Raise RefusalError unless a newcomer or watcher may enter."""
        if self.limits.locked:
            raise RefusalError("locked")
        if watch and not self.limits.watching:
            raise RefusalError("unwatched")

    def turns_away(self, token: str, peer: Peer) -> Closed | None:
        """Return the Closed for a banned player or one who lost a seat while away, else None.

        The host's own player may always enter.
        """
        if peer.own:
            return None
        known = self._kept_out.values()
        if any((token and token == k.token) or (peer.address == k.address != "") for k in known):
            return closing("barred")
        return self._untold.get(token)

    def known(self) -> tuple[tuple[tuple[str, str, str], ...], tuple[str, ...]]:
        """Return the bans (name, token, address), and the tokens of players put out while away."""
        kept = ((name, k.token, k.address) for name, k in self._kept_out.items())
        put_out = (token for token, why in self._untold.items() if why.code == "removed")
        return tuple(kept), tuple(put_out)

    def put_back(self, kept_out: Iterable[tuple[str, str, str]], untold: Iterable[str]) -> None:
        """Take over the bans from another host."""
        self._kept_out = {name: _KeptOut(token, address) for name, token, address in kept_out}
        self._untold = dict.fromkeys(untold, closing("removed"))

    def informed(self, token: str) -> None:
        """Note that a player has been told of the lost seat, and may enter as a newcomer."""
        self._untold.pop(token, None)

    def tell_absent(self, token: str, why: Closed) -> None:
        """Keep the reason for a lost seat until its player connects."""
        self._untold[token] = why
        while len(self._untold) > MAX_UNTOLD:
            self._untold.pop(next(iter(self._untold)))

    def keep_out(self, name: str, token: str, address: str) -> str:
        """Ban a player, by the token of a seat or by the address; return the name in the list."""
        if len(self._kept_out) >= MAX_KEPT_OUT:
            raise RefusalError("many")
        name = unique_name(name, self._kept_out)
        self._kept_out[name] = _KeptOut(token, address)
        return name

    def let_in(self, name: str) -> None:
        """Lift a ban."""
        if name not in self._kept_out:
            raise RefusalError("nobody")
        del self._kept_out[name]
        self._changes.note("let_in", None, name)

    def limit(self, **wanted: bool | None) -> None:
        """Change restrictions, by their names in `Restrictions`; None leaves one as it is.

        The caller deals with those who watch already.
        """
        for name, value in wanted.items():
            if value is not None and value != getattr(self.limits, name):
                self.limits = replace(self.limits, **{name: value})
                self._changes.note(_NOTED[name][value])

    def open_up(self) -> None:
        """Lift all restrictions, as the table has no owner any more to do so."""
        self.limit(locked=False, watching=True, watchers_talk=True)
