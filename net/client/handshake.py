"""How a client gets its seat: greets, proves a code, joins, and comes back after a lost connection.

No I/O. A seat's token is shown to no host but the one that gave it.
"""

from collections.abc import MutableMapping
from typing import Final

from msgspec.structs import replace

from core.game import Seat
from net.branch.statements import Coming, Statement, signed_bytes
from net.client.code_proof import CodeProof, ImpostorError
from net.client.credentials import Credentials, Signing, seat_key
from net.secure.code import NewClientProof
from net.wire.from_host import Confirmed, Given, Moved, Proving, Refused, Seated, Welcomed
from net.wire.names import clean_name
from net.wire.protocol import VERSION, BadMessageError
from net.wire.reasons import class_of_refusal
from net.wire.to_host import Hello, Identify, Join, Prove, Return, ToHost

CODE_ASKED: Final = ("code", "wrong")
"""Answers to a returning Join that mean there is no seat to come back to: one needs no code."""

_NO_SEAT: Final = ("full", "full up", "playing", "begun", "taken", "locked")
"""Answers to a newcomer for whom the table has no seat."""


class HandshakeError(Exception):
    """The client cannot come to this table; `code` is one of net.wire.reasons.CLOSINGS."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Handshake:
    """What to send to get the seat, at first and on every new connection.

    `credentials` are stored by seat and outlive the process, so that a player who starts the
    program again finds the old seat. `code` opens the table, if it is known before
    the host asks for it. `migrates` is whether this program can take part in moving a table, and
    with `signing` it can sign for its seat, should the host be lost.
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
        """What the host last said about itself."""
        self.proof = CodeProof(code)
        self.migrates = migrates
        self.secret = "" if signing is None else signing.new_secret()
        """What this program signs with for its seat."""
        self.port = 0
        """Where others can call it once the host is lost."""
        self._signing = signing
        self._anew = anew
        """Whether to come without the key to a seat, as somebody who was never there."""
        self.credentials: MutableMapping[str, Credentials] = (
            {} if credentials is None else credentials
        )
        self._host = ""
        self._sent_on = "", ""
        """The host to which a table has moved, and the word for it."""
        self._wanted: Join | None = None
        self._unsaid = False
        """Whether the table to join is chosen only once Welcomed has come."""
        self._shown: Credentials | None = None
        """The player whose token the Join shows."""
        self._return: tuple[str, Coming] | None = None
        """The host of a branch, and what opens the seat there."""
        self._strange = False
        """Whether the wanted seat is at a host other than this one."""
        self._seated = False
        self._sat = False
        """Whether a seat has been given on this connection."""
        self.coming_back = False
        """Whether this connection is meant to get the earlier seat back."""
        self.returned = False
        """Whether the seat belonged to this player before, perhaps in an earlier run of the
        program."""

    def hello(self) -> Hello:
        """The first message on every connection."""
        place, word = self._sent_on
        return Hello(VERSION, "kozyr", self.migrates, word if place == self._host else "")

    def meet(self, host: str, begin_proof: NewClientProof) -> None:
        """Note who is at the other end of a new connection, and how to prove a code there."""
        self._host = host
        self.proof.begin = begin_proof

    @property
    def name(self) -> str:
        """The name that was asked for with the seat; the host may have made it unique."""
        return self._wanted.name if self._wanted is not None else ""

    def join(self, name: str, table: str, seat: Seat | None, *, watch: bool) -> Join:
        """Ask for a seat, or come back to the seat that this name had at the table before."""
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
            # Another host may have posed as the same table: the key kept for this very host is
            # tried first.
            at_host = self.credentials.get(seat_key(join.table, join.name, self._host))
            self._shown = at_host or self.credentials.get(seat_key(join.table, join.name))
            if self._shown is not None and self._shown.secret and self._signing is not None:
                self.secret = self._shown.secret
            join = replace(join, token=self._shown.token if self._shown else "")
        return join

    def give_up(self) -> None:
        """Note that the host has no seat: one that becomes free is not taken unasked."""
        self._wanted = None

    def prove(self, code: str) -> Prove:
        """Take the code of the table and begin to prove it."""
        assert self._wanted is not None, "only a client that has asked to join proves a code"
        self.proof.code = code
        return self.proof.start(self._wanted.table)

    def greet(self) -> list[ToHost]:
        """Return what to send on a new connection. Raises HandshakeError."""
        self.coming_back = self._seated
        self.proof.reset()
        self._sat = False
        if self._wanted is not None and not self._seated:
            self._wanted = self._named(self._wanted)
        self._unsaid = self._wanted is None or not self._wanted.table or self._must_prove
        return [self.hello()] if self._unsaid else [self.hello(), *self._sit_down()]

    @property
    def _must_prove(self) -> bool:
        """Whether the host must prove the code first; with a token that is not needed."""
        return self.proof.missing and not (self._wanted and self._wanted.token)

    def _sit_down(self) -> list[ToHost]:
        """Join, unless that would show the token of a seat to a different host."""
        if self._wanted is None:
            return []
        if self._return is not None and self._return[0] == self._host:
            return [Return(self._wanted.table, self._return[1])]
        if self._is_strange():
            raise HandshakeError("stranger")
        return [self._wanted]

    def _is_strange(self) -> bool:
        """Whether the token of the Join belongs to a different host."""
        token = self._wanted.token if self._wanted else ""
        return bool(token) and self._shown is not None and self._shown.host != self._host

    def answer(self, message: Welcomed | Proving | Confirmed | Refused) -> list[ToHost]:
        """Return what to send next to get the seat. Raises HandshakeError, BadMessageError."""
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
        """Return how to tell the host the key of the seat, if it wants to know."""
        if self._signing is None or self.welcomed is None or not self.welcomed.migrates:
            return []
        return [Identify(self._signing.public_of(self.secret), self.port)]

    def sign(self, table: str, statement: Statement) -> str:
        """Sign something as the player of this seat at a table."""
        assert self._signing is not None
        return self._signing.sign(self.secret, signed_bytes(table, statement))

    def _coming(self, origin: str, branch: str, host: str) -> Coming:
        """Return what opens the seat at a branch of a table where this program has a key."""
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
        """Come to one's seat at a branch: by its token, or by the key of the seat.

        If that opens none any more, this player is a newcomer there. `keep` takes the place of
        where credentials have been stored up to now.
        """
        assert self._wanted is not None
        if keep is not None:
            self.credentials = keep
        if not token:
            self._return = host, self._coming(origin, branch, host)
        self._wanted = replace(self._wanted, table=branch, token=token)
        self._seated, self._shown = bool(token), None

    def _come_by_key(self, message: Refused) -> list[ToHost]:
        """Return how to come to a branch of a table where this player had a seat, if it is one."""
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
        """Keep the token of a seat that the owner gives to a watcher. Raises BadMessageError."""
        if self._wanted is None or not self._seated or not self._wanted.watch:
            raise BadMessageError("a seat that nobody asked for")
        name, table = self._wanted.name, self._wanted.table
        self._shown = Credentials(message.token, self._host, self.secret)
        self.credentials[seat_key(table, name)] = self._shown
        self._wanted = Join(name, table, message.token, message.seat)

    def follow(
        self, host: str, word: str = "", keep: MutableMapping[str, Credentials] | None = None
    ) -> None:
        """Show the token of the seat to another host from now on: the old one says to.

        `word` shows that host who has sent this program. `keep` takes the place of where
        credentials have been stored up to now.
        """
        self._sent_on = host, word
        if keep is not None:
            self.credentials = keep
        self._host, wanted = host, self._wanted
        if wanted is not None and wanted.token:
            self._shown = Credentials(wanted.token, host, self.secret)
            self.credentials[seat_key(wanted.table, wanted.name)] = self._shown

    def forget_seat(self) -> None:
        """Ask for any seat from now on, as a newcomer: the earlier one has been given up."""
        if self._wanted is not None:
            for host in ("", self._host):
                self.credentials.pop(seat_key(self._wanted.table, self._wanted.name, host), None)
            self._wanted = replace(self._wanted, token="", seat=None)
        self._seated, self._shown = False, None

    def move(self, message: Moved) -> None:
        """Note that the player sits on another seat."""
        if self._wanted is not None:
            self._wanted = replace(self._wanted, seat=message.seat)

    def sit(self, message: Seated) -> None:
        """Note the seat and keep its token. Raises HandshakeError, BadMessageError."""
        if self._wanted is None:
            raise BadMessageError("seated without having asked")
        self._check_stranger()
        if self._must_prove:
            # A man in the middle does not know the code and would not ask for it.
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
