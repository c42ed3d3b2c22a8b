"""The proof of a table's code, by the client and by the host, once per connection. No I/O."""

from net.secure.code import ClientProof, NewClientProof, ProofError
from net.wire.from_host import Confirmed, Proving
from net.wire.protocol import BadMessageError
from net.wire.to_host import Confirm, Prove


class ImpostorError(Exception):
    """The host does not know the code: an impostor has intercepted the connection."""


class CodeProof:
    """The code known here, and the progress of its proof on this connection."""

    def __init__(self, code: str = "") -> None:
        self.code = code
        """Kept for when the player resumes; empty if no code is known."""
        self.begin: NewClientProof | None = None
        """Begins a proof for the host at the other end of this connection."""
        self._proof: ClientProof | None = None
        self._proved = False

    @property
    def running(self) -> bool:
        """Whether the host is checking a code."""
        return self._proof is not None

    @property
    def missing(self) -> bool:
        """Whether there is a code that the host of this connection has not confirmed yet."""
        return bool(self.code) and not self._proved

    @property
    def startable(self) -> bool:
        """Whether a proof can begin now with the known code."""
        return self.missing and not self.running

    def reset(self) -> None:
        """Note a new connection: nothing has been proved on it."""
        self._proof, self._proved = None, False

    def forget(self) -> None:
        """Note that the code was wrong."""
        self._proof, self.code = None, ""

    def start(self, table: str) -> Prove:
        """Begin to prove the code to the host of this connection."""
        assert self.begin is not None, "no code without a connection"
        self._proof = self.begin(self.code, table)
        return Prove(table, self._proof.share)

    def confirm(self, message: Proving) -> Confirm:
        """Answer the host's share. Raises ImpostorError, BadMessageError."""
        if self._proof is None:
            raise BadMessageError("proving without having been asked")
        try:
            return Confirm(self._proof.confirm(message.share))
        except ProofError:
            raise ImpostorError from None

    def check(self, message: Confirmed) -> None:
        """Check the host's half of the proof. Raises ImpostorError."""
        if self._proof is None or not self._proof.confirmed(message.proof):
            raise ImpostorError
        self._proof, self._proved = None, True
