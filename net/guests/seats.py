"""The guests of a gateway and their seats: recognised by a key, a cookie or a word. No I/O.

A mark recognises a guest at any later host of the table: the SHA-256, in hexadecimal, of an ssh key
that the guest has offered, or of the ticket that the guest's browser keeps, which is the token of
the seat. All programs at the table may know a mark; only the key, or the ticket, opens the seat.
"""

import hashlib
import json
from base64 import b64decode
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from core.game import Plain
from net.secure.code import CodeError, code_name, new_code, parse_code

MOST_KEYS: Final = 16
"""The most keys of a guest that are remembered."""

SSH_PREFIX: Final = "SHA256:"
"""The prefix of the fingerprint of a key, as ssh writes it."""

KEPT: Final = 256
"""The most guests that are remembered."""


@dataclass(eq=False, slots=True)
class GuestSeat:
    """A guest, with or without a seat."""

    name: str
    word: str
    """The word by which the guest resumes, as the guest reads it."""
    marks: set[str] = field(default_factory=set)
    cookie: str = ""
    """The cookie of the browser that the guest used last."""
    code: str = ""
    """The table's code, if the guest has given it."""
    token: str = ""
    host: str = ""
    """The token of the seat and the fingerprint of its host, once the host has given the seat."""
    claim: str = ""
    """The token of a seat that the guest claims from an earlier host of the table."""
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
    """Return the mark of a ticket, given the seat's token."""
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
        """Remember a guest who has just entered."""
        word = code_name(new_code(self._choose))
        return self._add(GuestSeat(name, word, set(marks), "", code, token, host))

    def _add(self, seat: GuestSeat) -> GuestSeat:
        self._seats.append(seat)
        while len(self._seats) > KEPT:
            # Forget the oldest guest without a seat; only if there is none, one with a seat.
            earlier = self._seats[:-1]
            self._seats.remove(min(earlier, key=lambda each: (each.here, bool(each.token))))
        return seat

    def by_key(self, name: str, mark: str) -> GuestSeat | None:
        """Return the last guest of a name who has offered this ssh key and has a seat."""
        found = (s for s in reversed(self._seats) if s.name == name and mark in s.marks)
        return next((seat for seat in found if seat.token), None)

    def by_cookie(self, cookie: str) -> GuestSeat | None:
        """Return the guest whose browser has this cookie."""
        return next((seat for seat in self._seats if seat.cookie and seat.cookie == cookie), None)

    def by_ticket(self, token: str) -> GuestSeat | None:
        """Return the guest whose ticket from an earlier host has this token."""
        mark = mark_of_ticket(token)
        return next((seat for seat in self._seats if mark in seat.marks and seat.token), None)

    def by_token(self, token: str) -> GuestSeat | None:
        """Return the guest with this token."""
        return next((seat for seat in self._seats if seat.token == token), None)

    def by_word(self, typed: str) -> GuestSeat | None:
        """Return the guest with a typed word, ignoring case and dashes."""
        try:
            word = code_name(parse_code(typed))
        except CodeError:
            return None
        return next((s for s in self._seats if s.word == word and s.token), None)

    def waiting(self, name: str) -> bool:
        """Return whether a guest with this name has a seat, which the word may reopen.

        A guest who seems to be present may have lost the connection unnoticed.
        """
        return any(seat.name == name and seat.token and seat.word for seat in self._seats)

    def forget(self, seat: GuestSeat) -> None:
        """Forget a guest whose seat is lost."""
        if seat in self._seats:
            self._seats.remove(seat)

    def written(self) -> bytes:
        """Return the guests with a seat as bytes, for a gateway that is started again."""
        return json.dumps(
            [
                [seat.name, seat.word, sorted(seat.marks), seat.token, seat.host]
                for seat in self._seats
                if seat.token
            ]
        ).encode()

    def told(self) -> list[dict[str, Plain]]:
        """Return the guests with a seat, in the form by which a later host recognises them.

        The mark of the ticket stands last.
        """
        return [
            {"name": s.name, "token": s.token, "word": s.word, "marks": _marks(s)}
            for s in self._seats
            if s.token and not s.watches
        ]

    def take_along(self, guests: Iterable[Mapping[str, Any]], host: str) -> None:
        """Remember the guests of an earlier host of the table, which is at `host` now."""
        for guest in guests:
            if self.by_token(guest["token"]) is None:
                seat = self.new(guest["name"], guest["marks"], token=guest["token"], host=host)
                seat.word = guest["word"]

    def read(self, data: bytes) -> None:
        """Remember the guests written by an earlier gateway; leave out unreadable ones."""
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
