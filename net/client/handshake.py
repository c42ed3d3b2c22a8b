"""The way of a client to its seat: it greets, proves a code, joins, and resumes. No I/O.

    connection   Hello ->   <- Welcomed   [Prove -> <- Proving, Confirm -> <- Confirmed]
                 Join or Return ->   <- Seated, or Refused

A client that knows its table and needs no code sends Hello and Join at once. A seat's token is
shown only to the host that gave it; another host at the same address gets no Join at all.
"""

from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import Final, Protocol

from msgspec.structs import replace

from core.game import Seat
from net.branch.statements import Coming, Statement, signed_bytes
from net.secure.code import CodeProof, ImpostorError, NewClientProof
from net.wire.from_host import Confirmed, Given, Moved, Proving, Refused, Seated, Welcomed
from net.wire.names import clean_name
from net.wire.protocol import VERSION, BadMessageError
from net.wire.reasons import class_of_refusal
from net.wire.to_host import Hello, Identify, Join, Prove, Return, ToHost


@dataclass(frozen=True, slots=True)
class Credentials:
    """The token of a seat, kept from run to run."""

    token: str
    host: str
    """The fingerprint of the host's certificate; empty within one process."""
    secret: str = ""
    """The secret key with which this player's program signs; empty if it never signs."""


class Signing(Protocol):
    """Makes and uses keys for signatures; `net.secure.signing` does."""

    def new_secret(self) -> str:
        """Return a new secret key."""

    def public_of(self, secret: str) -> str:
        """Return the public half of a key."""

    def sign(self, secret: str, data: bytes) -> str:
        """Return the signature of `data` in hexadecimal digits."""


def seat_key(table: str, name: str, host: str = "") -> str:
    """Return the key under which a seat's credentials are kept, for one host if it is known."""
    return f"{table}/{name}@{host}" if host else f"{table}/{name}"


CODE_ASKED: Final = ("code", "wrong")
"""Replies to a resuming Join that mean the seat is lost: a Join with a token needs no code."""

_NO_SEAT: Final = ("full", "full up", "playing", "begun", "taken", "locked")
"""Refusals of a newcomer by a table without a free seat."""


class HandshakeError(Exception):
    """The client cannot join this table; `code` is one of net.wire.reasons.CLOSINGS."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Handshake:
    """The messages that get a client its seat, on the first and on every new connection.

    `credentials` are stored by seat and outlive the process, so that a player who starts the
    program again finds the old seat. `code` opens the table, if it is known before the host asks
    for it. `migrates` tells whether this program can take part in moving a table; with `signing` it
    can sign for its seat if the host is lost. `anew` joins without the key to an earlier seat, as a
    newcomer.
    """

    def __init__(
        self,
        credentials: MutableMapping[str, Credentials] | None = None,
        code: str = "",
        *,
        migrates: bool = True,
        signing: Signing | None = None,
        anew: bool = False,
    ) -> None:
        self.welcomed: Welcomed | None = None
        """The last greeting of the host."""
        self.proof = CodeProof(code)
        self.migrates = migrates
        self.games: list[str] = []
        """The games that this program can play when a table changes to another."""
        self.secret = "" if signing is None else signing.new_secret()
        """The secret key with which this program signs for its seat."""
        self.port = 0
        """The port at which others can call this program once the host is lost; 0 for none."""
        self.way = "kozyr"
        """The player's way of playing, announced to the others."""
        self._signing = signing
        self._anew = anew
        self.credentials: MutableMapping[str, Credentials] = (
            {} if credentials is None else credentials
        )
        self._host = ""
        self._sent_on = "", ""
        """The host to which the table has moved, and the word to show there."""
        self._wanted: Join | None = None
        self._unsaid = False
        """Whether the Join has to wait for Welcomed."""
        self._shown: Credentials | None = None
        """The credentials whose token the Join shows."""
        self._return: tuple[str, Coming] | None = None
        """The host of a branch, and the signed statement that opens the seat there."""
        self._strange = False
        """Whether the wanted seat belongs to another host than this one."""
        self._seated = False
        self._sat = False
        """Whether a seat has been given on this connection."""
        self.coming_back = False
        """Whether this connection is to resume the seat."""
        self.returned = False
        """Whether the player had this seat before, perhaps in an earlier run of the program."""

    def hello(self) -> Hello:
        """The first message on every connection."""
        place, word = self._sent_on
        shown = word if place == self._host else ""
        return Hello(VERSION, "kozyr", self.migrates, shown, self.games, self.way)

    def beyond(self) -> int:
        """Return the round trip from this program to the player's screen in milliseconds."""
        return 0

    def meet(self, host: str, begin_proof: NewClientProof) -> None:
        """Note the host at the other end of a new connection, and how to prove a code to it."""
        self._host = host
        self.proof.begin = begin_proof

    @property
    def name(self) -> str:
        """The name in the Join; the host may have made it unique."""
        return self._wanted.name if self._wanted is not None else ""

    def join(self, name: str, table: str, seat: Seat | None, *, watch: bool) -> Join:
        """Return a Join for a seat, or for the seat that this name had at the table before."""
        self._wanted = self._named(Join(clean_name(name), table, "", seat, watch))
        self._strange = self.welcomed is not None and self._is_strange()
        if self._strange:
            self._wanted = replace(self._wanted, token="")
        return self._wanted

    def _named(self, join: Join) -> Join:
        """Put the table's id and the seat's token into a Join, as far as they are known."""
        if not join.table and self.welcomed is not None and self.welcomed.tables:
            join = replace(join, table=self.welcomed.tables[0].id)
        if join.table and not join.watch and not self._anew:
            # Another host may have claimed to be this table: the key kept for this very host comes
            # first.
            at_host = self.credentials.get(seat_key(join.table, join.name, self._host))
            self._shown = at_host or self.credentials.get(seat_key(join.table, join.name))
            if self._shown is not None and self._shown.secret and self._signing is not None:
                self.secret = self._shown.secret
            join = replace(join, token=self._shown.token if self._shown else "")
        return join

    def give_up(self) -> None:
        """Note that the host has no seat: a seat that becomes free later is not taken unasked."""
        self._wanted = None

    def prove(self, code: str) -> Prove:
        """Keep the code of the table and begin to prove it."""
        assert self._wanted is not None, "only a client that has asked to join proves a code"
        self.proof.code = code
        return self.proof.start(self._wanted.table)

    def greet(self) -> list[ToHost]:
        """Return the messages to send on a new connection. Raises HandshakeError."""
        self.coming_back = self._seated
        self.proof.reset()
        self._sat = False
        if self._wanted is not None and not self._seated:
            self._wanted = self._named(self._wanted)
        self._unsaid = self._wanted is None or not self._wanted.table or self._must_prove
        return [self.hello()] if self._unsaid else [self.hello(), *self._sit_down()]

    @property
    def _must_prove(self) -> bool:
        """Whether the code must be proved first; a token makes that unnecessary."""
        return self.proof.missing and not (self._wanted and self._wanted.token)

    def _sit_down(self) -> list[ToHost]:
        """Return a Join or Return. Raises HandshakeError for the token of another host."""
        if self._wanted is None:
            return []
        if self._return is not None and self._return[0] == self._host:
            return [Return(self._wanted.table, self._return[1])]
        if self._is_strange():
            raise HandshakeError("stranger")
        return [self._wanted]

    def _is_strange(self) -> bool:
        """Return whether the token of the Join belongs to another host."""
        token = self._wanted.token if self._wanted else ""
        return bool(token) and self._shown is not None and self._shown.host != self._host

    def answer(self, message: Welcomed | Proving | Confirmed | Refused) -> list[ToHost]:
        """Return the next messages for the seat. Raises HandshakeError, BadMessageError."""
        self._check_stranger()
        try:
            match message:
                case Welcomed():
                    return self._greeted(message)
                case Proving():
                    return [self.proof.confirm(message)]
                case Confirmed():
                    self.proof.check(message)
                    return self._sit_down()
                case Refused():
                    return self._refused(message)
        except ImpostorError:
            raise HandshakeError("impostor") from None

    def _check_stranger(self) -> None:
        if self._strange:
            raise HandshakeError("stranger")

    def _greeted(self, message: Welcomed) -> list[ToHost]:
        self.welcomed = message
        if self._wanted is None or not self._unsaid:
            return []
        self._unsaid = False
        if not self._wanted.table:
            self._wanted = self._named(self._wanted)
        return [self.proof.start(self._wanted.table)] if self._must_prove else self._sit_down()

    def _refused(self, message: Refused) -> list[ToHost]:
        if message.code == "code" and self.proof.startable and self._wanted is not None:
            return [self.proof.start(self._wanted.table)]
        if message.code in ("wrong", "codeless"):
            self.proof.forget()
        if message.code == "codeless":
            raise HandshakeError("unasked")
        lost = message.code in CODE_ASKED or class_of_refusal(message.code) != "again"
        if self.coming_back and lost:
            raise HandshakeError("gone")
        return self._come_by_key(message)

    def identify(self) -> list[ToHost]:
        """Return an Identify with the seat's public key, if it is of use to the host."""
        if self._signing is None or self.welcomed is None or not self.welcomed.migrates:
            return []
        return [Identify(self._signing.public_of(self.secret), self.port)]

    def sign(self, table: str, statement: Statement) -> str:
        """Sign a statement as the player of this seat at a table."""
        assert self._signing is not None
        return self._signing.sign(self.secret, signed_bytes(table, statement))

    def _coming(self, origin: str, branch: str, host: str) -> Coming:
        """Return the statement that opens the seat at a branch, if a key for its table is kept."""
        assert self._signing is not None
        coming = Coming(branch, self._signing.public_of(self.secret), host)
        return replace(coming, signature=self.sign(origin, coming))

    def branch(
        self,
        origin: str,
        branch: str,
        host: str,
        *,
        token: str = "",
        keep: MutableMapping[str, Credentials] | None = None,
    ) -> None:
        """Take this player's seat at a branch from now on: by its token, or by the key of the seat.

        If neither opens a seat, this player is a newcomer there. `keep` replaces the store of
        credentials.
        """
        assert self._wanted is not None
        if keep is not None:
            self.credentials = keep
        if not token:
            self._return = host, self._coming(origin, branch, host)
        self._wanted = replace(self._wanted, table=branch, token=token)
        self._seated, self._shown = bool(token), None

    def _come_by_key(self, message: Refused) -> list[ToHost]:
        """Return a Return if the table is a branch of one where this player had a seat."""
        wanted, said, signing = self._wanted, self.welcomed, self._signing
        if message.code not in _NO_SEAT or wanted is None or said is None or signing is None:
            return []
        if wanted.watch or wanted.token or self._return is not None:
            return []
        line = next((each for each in said.tables if each.id == wanted.table), None)
        for origin in () if line is None else line.branch:
            kept = self.credentials.get(seat_key(origin.table, wanted.name))
            if kept is not None and kept.secret:
                self.secret = kept.secret
                coming = self._coming(origin.table, wanted.table, self._host)
                self._return = self._host, coming
                return [Return(wanted.table, coming)]
        return []

    def give(self, message: Given) -> None:
        """Keep the token of a seat that the owner gives to this watcher. Raises BadMessageError."""
        if self._wanted is None or not self._seated or not self._wanted.watch:
            raise BadMessageError("a seat that nobody asked for")
        name, table = self._wanted.name, self._wanted.table
        self._shown = Credentials(message.token, self._host, self.secret)
        self.credentials[seat_key(table, name)] = self._shown
        self._wanted = Join(name, table, message.token, message.seat)

    def follow(
        self, host: str, word: str = "", keep: MutableMapping[str, Credentials] | None = None
    ) -> None:
        """From now on show the token of the seat to another host, at the old one's request.

        `word` proves to that host that the old one has sent this program. `keep` replaces the store
        of credentials.
        """
        self._sent_on = host, word
        if keep is not None:
            self.credentials = keep
        self._host, wanted = host, self._wanted
        if wanted is not None and wanted.token:
            self._shown = Credentials(wanted.token, host, self.secret)
            self.credentials[seat_key(wanted.table, wanted.name)] = self._shown

    def forget_seat(self) -> None:
        """Give up the seat: from now on ask for any seat, as a newcomer."""
        if self._wanted is not None:
            for host in ("", self._host):
                self.credentials.pop(seat_key(self._wanted.table, self._wanted.name, host), None)
            self._wanted = replace(self._wanted, token="", seat=None)
        self._seated, self._shown = False, None

    def move(self, message: Moved) -> None:
        """Note that the player has changed seats."""
        if self._wanted is not None:
            self._wanted = replace(self._wanted, seat=message.seat)

    def change(self, seat: Seat | None) -> None:
        """Note the seat in another game; without a seat this player watches, and has no token."""
        wanted = self._wanted
        if wanted is None or wanted.watch:
            return
        self._wanted = replace(wanted, seat=seat)
        if seat is None:
            self.forget_seat()
            self._wanted, self._seated = replace(self._wanted, watch=True), True

    def sit(self, message: Seated) -> None:
        """Note the seat and keep its token. Raises HandshakeError, BadMessageError."""
        if self._wanted is None:
            raise BadMessageError("seated without having asked")
        self._check_stranger()
        if self._must_prove:
            # A man in the middle does not know the code, and so would not ask for it.
            raise HandshakeError("unasked")
        if self._sat or message.table != (self._wanted.table or message.table):
            raise BadMessageError("a seat that nobody asked for")
        if self._wanted.watch and message.seat is not None:
            raise BadMessageError("a seat for a watcher")
        self._seated, self._sat, self.coming_back = True, True, False
        self._return = None
        self.returned = bool(self._wanted.token) and message.token == self._wanted.token
        if message.seat is not None:
            name = self._wanted.name
            self._shown = Credentials(message.token, self._host, self.secret)
            self.credentials[seat_key(message.table, name)] = self._shown
            self._wanted = Join(name, message.table, message.token, message.seat)
