"""Which seats are kept for which guests: recognised by a key or cookie, or by a word.

No I/O. Kept for one evening only: nothing is written down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from net.secure.code import CodeError, code_name, new_code, parse_code

KEPT: Final = 256
"""At most this many seats are remembered; the oldest is forgotten first."""


@dataclass(eq=False, slots=True)
class GuestSeat:
    """What is remembered about a guest."""

    name: str
    word: str
    """The word as the guest reads it."""
    shown: set[str] = field(default_factory=set)
    """Fingerprints of keys, or cookies, by which the guest is recognised without a word."""
    token: str = ""
    host: str = ""
    """The token of the seat and the fingerprint of its host, once the guest has sat down."""
    here: bool = False
    """Whether the guest's program is running now."""


class GuestSeats:
    """The guests of one gateway; `choose` picks one of several characters at random."""

    def __init__(self, choose: Callable[[Sequence[str]], str]) -> None:
        self._choose = choose
        self._seats: list[GuestSeat] = []

    def new(self, name: str, shown: Iterable[str] = ()) -> GuestSeat:
        """Remember a guest who has just come in."""
        seat = GuestSeat(name, code_name(new_code(self._choose)), set(shown))
        self._seats.append(seat)
        while len(self._seats) > KEPT:
            self._seats.remove(next((s for s in self._seats if not s.here), self._seats[0]))
        return seat

    def by_shown(self, name: str, shown: str) -> GuestSeat | None:
        """Find the guest of a name by a key or a cookie: whoever came last."""
        found = (s for s in reversed(self._seats) if s.name == name and shown in s.shown)
        return next((seat for seat in found if seat.token), None)

    def by_word(self, typed: str) -> GuestSeat | None:
        """Find the guest whose word was typed, ignoring case and dashes."""
        try:
            word = code_name(parse_code(typed))
        except CodeError:
            return None
        return next((s for s in self._seats if s.word == word and s.token), None)

    def waiting(self, name: str) -> bool:
        """Tell whether somebody of a name has sat down who may come back by the word.

        A guest who seems to be here may have lost the connection without anybody noticing yet.
        """
        return any(seat.name == name and seat.token for seat in self._seats)

    def forget(self, seat: GuestSeat) -> None:
        """Forget a guest whose seat is lost."""
        if seat in self._seats:
            self._seats.remove(seat)
