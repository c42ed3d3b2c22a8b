"""Who has come to a gateway, and which seat is kept for whom: recognised by a key, cookie or word.

A mark recognises a guest at any later host of the table: the SHA-256, in hexadecimal, of an ssh key
that the guest has offered, or of the ticket that the guest's browser keeps, which is the token of
the seat. All programs at the table may know it; only the key, or the ticket, opens the seat. No
I/O.
"""

from __future__ import annotations

import hashlib
import json
from base64 import b64decode
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from core.game import Plain
from net.secure.code import CodeError, code_name, new_code, parse_code

MOST_KEYS: Final = 16
"""At most this many keys of one guest are remembered."""

SSH_PREFIX: Final = "SHA256:"
"""How ssh begins the fingerprint of a key."""

KEPT: Final = 256
"""At most this many guests are remembered."""


@dataclass(eq=False, slots=True)
class GuestSeat:
    """What is remembered about a guest."""

    name: str
    word: str
    """The word as the guest reads it."""
    marks: set[str] = field(default_factory=set)
    cookie: str = ""
    """Of the guest's browser; one who has opened the page in another has the cookie there."""
    code: str = ""
    """The table's code, if the guest has given it."""
    token: str = ""
    host: str = ""
    """The token of the seat and the fingerprint of its host, once the host has given the seat."""
    claim: str = ""
    """The token of a seat that the guest says to have had while the table was elsewhere."""
    there: str = ""
    """The address of the computer to which the table has moved."""
    watches: bool = False
    """Whether the guest only watches: `token` opens no seat."""
    here: bool = False
    """Whether the guest's program is running now."""


def mark_of_key(fingerprint: str) -> str:
    """Return the mark of an ssh key with a fingerprint, as ssh writes it or as a mark already."""
    digits = fingerprint.removeprefix(SSH_PREFIX)
    return digits if digits == fingerprint else b64decode(f"{digits}=").hex()


def mark_of_ticket(token: str) -> str:
    """Return the mark of the ticket with a seat's token."""
    return hashlib.sha256(token.encode()).hexdigest()


class GuestSeats:
    """The guests of one gateway; `choose` picks one of several characters at random."""

    def __init__(self, choose: Callable[[Sequence[str]], str]) -> None:
        self._choose = choose
        self._seats: list[GuestSeat] = []

    def new(
        self,
        name: str,
        marks: Iterable[str] = (),
        *,
        code: str = "",
        token: str = "",
        host: str = "",
    ) -> GuestSeat:
        """Remember a guest who has just come in."""
        word = code_name(new_code(self._choose))
        return self._add(GuestSeat(name, word, set(marks), "", code, token, host))

    def _add(self, seat: GuestSeat) -> GuestSeat:
        self._seats.append(seat)
        while len(self._seats) > KEPT:
            # Forget the oldest guest who never sat down; only if there is none, one who may come
            # back.
            earlier = self._seats[:-1]
            self._seats.remove(min(earlier, key=lambda each: (each.here, bool(each.token))))
        return seat

    def by_key(self, name: str, mark: str) -> GuestSeat | None:
        """Find the seat of the guest of a name who has offered an ssh key: whoever came last."""
        found = (s for s in reversed(self._seats) if s.name == name and mark in s.marks)
        return next((seat for seat in found if seat.token), None)

    def by_cookie(self, cookie: str) -> GuestSeat | None:
        """Find the guest whose browser has been given a cookie."""
        return next((seat for seat in self._seats if seat.cookie and seat.cookie == cookie), None)

    def by_ticket(self, token: str) -> GuestSeat | None:
        """Find the guest whose ticket from a host before has a token."""
        mark = mark_of_ticket(token)
        return next((seat for seat in self._seats if mark in seat.marks and seat.token), None)

    def by_token(self, token: str) -> GuestSeat | None:
        """Find the guest who has the seat of a token."""
        return next((seat for seat in self._seats if seat.token == token), None)

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
        return any(seat.name == name and seat.token and seat.word for seat in self._seats)

    def forget(self, seat: GuestSeat) -> None:
        """Forget a guest whose seat is lost."""
        if seat in self._seats:
            self._seats.remove(seat)

    def written(self) -> bytes:
        """Write down who has a seat, for a gateway that is started again."""
        return json.dumps(
            [
                [seat.name, seat.word, sorted(seat.marks), seat.token, seat.host]
                for seat in self._seats
                if seat.token
            ]
        ).encode()

    def told(self) -> list[dict[str, Plain]]:
        """Say by what those with a seat are recognised, for any later host of the table.

        The mark of the ticket stands last.
        """
        return [
            {"name": s.name, "token": s.token, "word": s.word, "marks": _marks(s)}
            for s in self._seats
            if s.token and not s.watches
        ]

    def take_along(self, guests: Iterable[Mapping[str, Any]], host: str) -> None:
        """Remember those who had a seat where the table was before; it is at `host` now."""
        for guest in guests:
            if self.by_token(guest["token"]) is None:
                seat = self.new(guest["name"], guest["marks"], token=guest["token"], host=host)
                seat.word = guest["word"]

    def read(self, data: bytes) -> None:
        """Remember whom an earlier gateway wrote down; what cannot be read is left out."""
        try:
            rows: Any = json.loads(data)
            for name, word, marks, token, host in rows[:KEPT]:
                seat = GuestSeat(str(name), str(word), {mark_of_key(str(mark)) for mark in marks})
                seat.token, seat.host = str(token), str(host)
                self._add(seat)
        except (ValueError, TypeError, LookupError, RecursionError):
            return


def _marks(seat: GuestSeat) -> list[Plain]:
    ticket = mark_of_ticket(seat.token)
    return [*sorted(seat.marks - {ticket})[: MOST_KEYS - 1], ticket]
