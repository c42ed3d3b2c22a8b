"""A guest's stay at a table: its terms, and the credentials of the seat, kept by the gateway."""

import json
import os
import socket
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import suppress
from typing import Final

from core.game import Seat
from net.client.handshake import Credentials, Handshake
from net.guests import MOST_BYTES, GuestTerms, read_terms
from net.wire.from_host import Given, Seated
from net.wire.names import readable_name
from tui.language.text import t
from tui.start import StartJoin

LOOPBACK: Final = "127.0.0.1"


class GuestStay(MutableMapping[str, Credentials]):
    """The terms that the gateway sends to a guest's program, and the reports that it gets back.

    As a mapping it holds the credentials of the one seat, under any key, and reports new ones.
    """

    def __init__(self, terms: GuestTerms, reports: socket.socket | None = None) -> None:
        self.terms = terms
        self._reports = reports
        self._took = 0
        self._held: dict[str, Credentials] = {}
        self.watches = False
        """Whether the guest is a watcher, without a seat to be kept."""
        self.on_seat: Callable[[], object] = lambda: None
        """Called with the credentials of a new seat."""
        if terms.token:
            self._held[""] = Credentials(terms.token, terms.host)

    @property
    def start(self) -> StartJoin:
        """The start that leads to the guest's table."""
        terms = self.terms
        address = (LOOPBACK, terms.port)
        name = readable_name(terms.name)
        return StartJoin(address, terms.table, name, code=terms.code)

    @property
    def way(self) -> str:
        """The guest's way of playing: by ssh, at the page, or there on a phone."""
        if self.terms.return_hint != "page":
            return "ssh"
        return "phone" if os.environ.get("KOZYR_TOUCH") else "page"

    def handshake(self) -> Handshake:
        """Return a handshake that joins the guest's table and reports the outcome."""
        return _GuestHandshake(self)

    def way_back(self) -> str:
        """Say how the guest resumes the seat after a lost connection; empty for a watcher."""
        if self.terms.word:
            return t(
                "Lost the connection? Come back and give the word {word}.", word=self.terms.word
            )
        if self.watches:
            return ""
        if self.terms.return_hint == "key":
            return t("Lost the connection? The same ssh command brings you back to your seat.")
        if self.terms.return_hint == "page":
            return t("Lost the connection? Open the page again: your seat is kept.")
        return ""

    def report(self, **said: object) -> None:
        """Report facts to the gateway, unless it has gone."""
        if self._reports is not None:
            try:
                self._reports.sendall(json.dumps(said).encode() + b"\n")
            except OSError:
                self._reports = None

    def line_took(self) -> int:
        """Return the guest's round trip in milliseconds, as last told by the gateway."""
        with suppress(OSError, ValueError):
            while self._reports and (told := self._reports.recv(4096, socket.MSG_DONTWAIT)):
                self._took = int(told.split()[-1])
        return self._took

    def __getitem__(self, key: str) -> Credentials:
        return self._held[""]

    def __setitem__(self, key: str, credentials: Credentials) -> None:
        self._held[""] = credentials
        self.report(
            seat={"token": credentials.token, "host": credentials.host, "watches": self.watches}
        )
        self.on_seat()

    def __delitem__(self, key: str) -> None:
        del self._held[""]

    def __iter__(self) -> Iterator[str]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)


class _GuestHandshake(Handshake):
    """Reports that the guest has joined the table, as a player or a watcher."""

    def __init__(self, stay: GuestStay) -> None:
        super().__init__(credentials=stay, code=stay.start.code, migrates=False)
        self._stay = stay
        self.way = stay.way

    def beyond(self) -> int:
        return self._stay.line_took()

    def sit(self, message: Seated) -> None:
        self._stay.watches = message.seat is None
        super().sit(message)
        self._stay.report(at_table=True)

    def change(self, seat: Seat | None) -> None:
        self._stay.watches = seat is None
        super().change(seat)

    def give(self, message: Given) -> None:
        self._stay.watches = False
        super().give(message)


def read_stay(reports: socket.socket) -> GuestStay:
    """Read the terms of the stay from the gateway. Raises ValueError, OSError."""
    line = b""
    while not line.endswith(b"\n"):
        data = reports.recv(1)
        if not data or len(line) > MOST_BYTES:
            raise ValueError("no terms")
        line += data
    return GuestStay(read_terms(line), reports)
