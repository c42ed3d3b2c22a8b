"""The shuffle of a match by all its players: commitments, then nonces, then the decks. No I/O.

    "commit"   the host has committed to its seed; waits for Commit, the hashes of the nonces
    "reveal"   the hashes are shown;               waits for Reveal, the nonces
    "done"     the nonces are shown; the decks follow from the seed and all nonces

Each stage ends when all players have answered, or after `patience` seconds: a silent seat is left
out, and all players see which. docs/protocol.md, section 8, has the formulas. Sample:
`Committed(match=1, stage="reveal", shuffler="..", commitment="..", shares=[ShareLine(0, "c3..")])`.
Here are also the messages that show a shuffle, and the record of a match.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from core.deal_proof import (
    LINKS,
    DealProof,
    NonceShare,
    chain_commitment,
    share_commitment,
    unshared,
)
from core.game import Decks, Plain, Seat
from core.match import Player, to_line
from core.shuffle import SeededDecks
from net.table.effects import Chance, ConnectionKey
from net.table.live import LiveMatch, moves_of
from net.table.log import RoomLine
from net.table.log_writer import MatchSetup
from net.table.room import Room
from net.table.sender import Sender
from net.wire.bounds import MAX_MADE, MAX_PART, MAX_PARTS
from net.wire.from_host import Committed, Recorded, Revealed
from net.wire.message import MadeMove, ShareLine
from net.wire.reasons import RefusalError
from net.wire.to_host import Commit, Reveal

Stage: TypeAlias = Literal["commit", "reveal", "done"]
"""The stage of a shuffle, which awaits hashes, nonces, or nothing more."""


class CommitReveal:
    """One shuffle, from the host's commitment to the last nonce.

    `decks` hold the seed from which the host makes the decks of all deals; bots get their nonces
    from `new_nonce`.
    """

    def __init__(
        self,
        match: int,
        begun: str,
        decks: SeededDecks,
        room: Room,
        new_nonce: Callable[[], bytes],
        patience: float,
        first: int,
    ) -> None:
        self.match = match
        self._first = first
        """The first deal from this shuffle."""
        self._when = begun
        self.stage: Stage = "commit"
        self._table, self._seed = decks.table, decks.seed
        self._commitment = chain_commitment(self._table, self._seed)
        self._room = room
        self._patience = patience
        self.due: float | None = None
        """The latest time of the next stage; None before the first one has been sent."""
        nonces = {s: new_nonce() for s, holder in enumerate(room) if not holder.human}
        self._commitments = {
            seat: share_commitment(self._table, seat, nonce) for seat, nonce in nonces.items()
        }
        self._shown = nonces
        """The nonces, which are secret until the last stage."""

    def put_back(
        self, stage: Literal["commit", "reveal"], shares: Mapping[Seat, NonceShare]
    ) -> None:
        """Continue from the stage at which another program left it."""
        self.stage = stage
        self._commitments = {seat: share.commitment for seat, share in shares.items()}
        self._shown = {s: share.nonce for s, share in shares.items() if share.nonce is not None}

    def commit(self, seat: Seat, message: Commit) -> None:
        """Take a commitment. Raises RefusalError."""
        share = bytes.fromhex(message.share)
        if message.match != self.match or self._commitments.get(seat, share) != share:
            raise RefusalError("shuffled")
        if self.stage != "commit" and seat not in self._commitments:
            raise RefusalError("shuffled")
        self._commitments[seat] = share

    def reveal(self, seat: Seat, message: Reveal) -> None:
        """Take a nonce. Raises RefusalError."""
        if message.match != self.match or self.stage != "reveal" or seat not in self._commitments:
            raise RefusalError("shuffled")
        nonce = bytes.fromhex(message.nonce)
        if share_commitment(self._table, seat, nonce) != self._commitments[seat]:
            raise RefusalError("nonce")
        self._shown[seat] = nonce

    def follow(self, now: float) -> Iterator[Committed]:
        """Advance while no player is awaited; yield each new stage, the first one included."""
        if self.due is None:
            self.due = now + self._patience
            yield self.message()
        seats = self._room
        people = {s for s in seats.people() if not (seats[s].away and seats[s].bot)}
        if self.stage == "commit" and (now >= self.due or people <= self._commitments.keys()):
            self.stage, self.due = "reveal", now + self._patience
            yield self.message()
        awaited = people & self._commitments.keys()
        if self.stage == "reveal" and (now >= self.due or awaited <= self._shown.keys()):
            self.stage = "done"
            yield self.message()

    def proof(self) -> DealProof:
        """Return the proof from which the decks follow."""
        shares = {
            seat: NonceShare(commitment, self._shown.get(seat))
            for seat, commitment in self._commitments.items()
        }
        chain = self._table, self._seed, self._commitment, shares, LINKS
        return DealProof(*chain, first=self._first)

    def message(self) -> Committed:
        """Return the message of the stage, without its secrets."""
        return committed(self.match, self._when, self.proof(), self.stage)


def committed(match: int, begun: str, proof: DealProof, stage: Stage = "done") -> Committed:
    """Return the message of a stage, with the part of the proof that it may show."""
    lines = [
        ShareLine(
            seat,
            share.commitment.hex(),
            share.nonce.hex() if share.nonce is not None and stage == "done" else None,
        )
        for seat, share in sorted(proof.shares.items())
    ]
    shown = [] if stage == "commit" else lines
    shuffler, commitment = proof.table.hex(), proof.commitment.hex()
    return Committed(match, stage, shuffler, commitment, begun, shown, proof.first)


def revealed(match: int, live: LiveMatch, deal: int) -> list[Revealed]:
    """Return the seed and all moves of a deal of a match; deals count from 1."""
    assert live.proof is not None
    made = [MadeMove(seat, move) for seat, move in moves_of(live, deal)]
    seed, seq = live.proof.seed_of(deal).hex(), live.deals[deal - 1].seq
    return [
        Revealed(match, deal, seed, seq, made[at : at + MAX_MADE], at + MAX_MADE < len(made))
        for at in range(0, max(1, len(made)), MAX_MADE)
    ]


def recorded(match: int, begun: str, lines: Iterable[Mapping[str, Plain]]) -> list[Recorded]:
    """Return the messages that carry a record; none if they cannot hold it."""
    text = "".join(to_line(line) + "\n" for line in lines)
    cut = [text[at : at + MAX_PART] for at in range(0, len(text), MAX_PART)]
    if len(cut) > MAX_PARTS:
        return []
    return [Recorded(match, begun, part, len(cut), each) for part, each in enumerate(cut, 1)]


@dataclass(frozen=True, slots=True)
class PendingMatch:
    """A match that has begun and awaits its decks."""

    setup: MatchSetup
    players: list[Player]
    room: RoomLine
    decks: Decks


class Shuffle:
    """The shuffle in progress; in a solo match only the host has a share in it."""

    def __init__(self, room: Room, sender: Sender, chance: Chance, patience: float) -> None:
        self._room = room
        self._sender = sender
        self._chance = chance
        self._patience = patience
        self.exchange: Callable[..., CommitReveal] = CommitReveal
        """Makes a shuffle; a false host of the conformance kit puts a different one here."""
        self._pending: PendingMatch | None = None
        self._exchange: CommitReveal | None = None

    @property
    def running(self) -> bool:
        """Whether a match awaits its decks."""
        return self._pending is not None or self._exchange is not None

    @property
    def waiting(self) -> bool:
        """Whether the first stage of the shuffle is still to be sent."""
        return self._exchange is not None and self._exchange.due is None

    @property
    def renewing(self) -> tuple[Literal["commit", "reveal"], DealProof] | None:
        """The stage and shares of a new shuffle in the middle of a match; None without one."""
        exchange = self._exchange
        if exchange is None or self._pending is not None or exchange.due is None:
            return None
        return None if exchange.stage == "done" else (exchange.stage, exchange.proof())

    def begin(self, pending: PendingMatch) -> None:
        """Shuffle for a match."""
        decks, setup = pending.decks, pending.setup
        self._pending = pending
        if not isinstance(decks, SeededDecks):
            return
        if not self._chance.shared:
            proof = unshared(decks)
            setup = replace(setup, proof=proof, alone=True, seed=decks.seed)
            self._pending = replace(pending, setup=setup)
        else:
            self._exchange = self._exchange_for(setup, decks, 1)

    def renew(self, setup: MatchSetup, first: int) -> None:
        """Shuffle anew for the deals of a match from `first` on."""
        decks, proof = self._chance.decks(), setup.proof
        assert isinstance(decks, SeededDecks)
        assert proof is not None
        # All formulas of a match use one table id.
        self._exchange = self._exchange_for(setup, SeededDecks(decks.seed, proof.table), first)

    def put_back(
        self, setup: MatchSetup, stage: Literal["commit", "reveal"], proof: DealProof
    ) -> None:
        """Continue a new shuffle in the middle of a match where another program left it."""
        decks = SeededDecks(proof.seed, proof.table)
        self._exchange = self._exchange_for(setup, decks, proof.first)
        self._exchange.put_back(stage, proof.shares)

    def _exchange_for(self, setup: MatchSetup, decks: SeededDecks, first: int) -> CommitReveal:
        shuffled = setup.number, setup.begun, decks, self._room, self._chance.nonce
        return self.exchange(*shuffled, self._patience, first)

    def take(self, seat: Seat, message: Commit | Reveal) -> None:
        """Take a player's share. Raises RefusalError."""
        match self._exchange, message:
            case None, _:
                raise RefusalError("shuffled")
            case CommitReveal() as exchange, Commit():
                exchange.commit(seat, message)
            case CommitReveal() as exchange, Reveal():
                exchange.reveal(seat, message)

    def follow(self, now: float) -> PendingMatch | DealProof | None:
        """Advance as far as possible; return the match once it can be dealt.

        For a new shuffle in the middle of a match, it returns the proof of the next deals.
        """
        exchange, pending = self._exchange, self._pending
        if exchange is not None:
            for stage in exchange.follow(now):
                self._sender.send_all(stage)
            if exchange.stage != "done":
                return None
            proof = exchange.proof()
            if pending is None:
                self.stop()
                return proof
            setup = replace(pending.setup, proof=proof)
            pending = replace(pending, setup=setup, decks=proof.decks())
        self.stop()
        return pending

    def stop(self) -> None:
        self._exchange = self._pending = None

    def deadline(self) -> float | None:
        """Return the latest time at which the shuffle continues."""
        return None if self._exchange is None else self._exchange.due

    def tell(self, connection: ConnectionKey) -> None:
        """Send the stage of a running shuffle to a new connection."""
        if self._exchange is not None and not self.waiting:
            self._sender.send(connection, self._exchange.message())
