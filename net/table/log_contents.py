"""The contents of a log: its table, its match, and the decks, from seeds or from its lines."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from core.deal_proof import DealProof, NonceShare
from core.game import Decks
from core.match import Player
from core.shuffle import SeededDecks
from net.table import log as table_log


@dataclass(frozen=True, slots=True)
class Log:
    """The lines of a table and of its match so far."""

    lines: tuple[table_log.LogLine, ...]
    """The lines, without public ones that were taken back; the BackLine stays."""
    check: int = 0
    """The checksum of the last line, from which the next line's is computed."""

    @property
    def opened(self) -> table_log.OpenedLine:
        first = self.lines[0]
        assert isinstance(first, table_log.OpenedLine)
        return first

    @property
    def begun(self) -> table_log.BegunLine | None:
        """The beginning of the match; None if the table has no match."""
        begun: table_log.BegunLine | None = _last(self.lines, table_log.BegunLine)
        return begun

    @property
    def number(self) -> int:
        """The number of the match at its table; 0 if the table has none."""
        return 0 if (begun := self.begun) is None else begun.match

    @property
    def header(self) -> table_log.PublicLine | None:
        """The first line of the record; None if the table has no match."""
        return next((x for x in self.lines if isinstance(x, dict) and "kozyr" in x), None)

    @property
    def id(self) -> str:
        return self.opened.id

    @property
    def taken_back(self) -> int:
        """The number of times that a move was taken back."""
        return sum(isinstance(line, table_log.BackLine) for line in self.lines)

    @property
    def moved(self) -> table_log.MovedLine | None:
        """The new place of the match; None if it is still here."""
        last = self.lines[-1]
        return last if isinstance(last, table_log.MovedLine) else None

    @property
    def port(self) -> int:
        """The last port of the table on the LAN; 0 for solo play."""
        return self._place.port

    @property
    def reach(self) -> table_log.Reach:
        """The other ways to connect that were open last."""
        return self._place.reach

    @property
    def _place(self) -> table_log.PortLine | table_log.OpenedLine:
        return _last(self.lines, table_log.PortLine) or self.opened

    @property
    def alone(self) -> bool:
        """Whether this is solo play: no other player can join the table."""
        return not (self.opened.port or isinstance(self.lines[-1], table_log.HandedLine))

    @property
    def deal(self) -> int:
        """The number of the present deal: adjacent decks belong to one deal."""
        public = [line for line in self.lines if isinstance(line, dict)]
        dealt = ["deck" in line for line in public]
        return sum(
            here and not before for before, here in zip([False, *dealt], dealt, strict=False)
        )

    @property
    def room(self) -> table_log.RoomLine:
        """The last seats and owner."""
        last = _last(self.lines, table_log.RoomLine | table_log.HandedLine) or self.opened
        return last if isinstance(last, table_log.RoomLine) else last.room

    @property
    def own(self) -> table_log.SeatEntry | None:
        """The seat of the host's own player, if it still belongs to that player."""
        own = self.opened.own
        seat = None if own is None else self.room.seats[own]
        return seat if seat is not None and seat.token else None

    @property
    def others(self) -> tuple[table_log.SeatEntry, ...]:
        """The other seats, clockwise."""
        return tuple(s for n, s in enumerate(self.room.seats) if n != self.opened.own)


def _last(lines: Sequence[table_log.LogLine], kind: Any) -> Any:
    return next((line for line in reversed(lines) if isinstance(line, kind)), None)


def upto(lines: Iterable[table_log.LogLine], moves: int) -> list[table_log.LogLine]:
    """Return the lines up to the last of the first `moves` moves, and all private lines."""
    kept: list[table_log.LogLine] = []
    made = 0
    for line in lines:
        made += isinstance(line, dict) and "move" in line
        if made <= moves or not isinstance(line, dict):
            kept.append(line)
    return kept


def players(room: table_log.RoomLine) -> list[Player]:
    """Return the players of a match, as its record names them."""
    return [Player(s.name, f"bot:{s.bot}" if s.bot else "human") for s in room.seats]


def proof_of(log: Log) -> DealProof | None:
    """Return the proof of the decks of a match; None if it was not written down.

    Raises LogError.
    """
    begun = log.begun
    if begun is None or begun.proof is None:
        return None
    proof = chain_of(begun.proof, begun.shuffler)
    for number, line in enumerate(log.lines, 1):
        if isinstance(line, table_log.ChainLine):
            try:
                proof = proof.anew(chain_of(line.proof, begun.shuffler), line.first)
            except ValueError:
                raise table_log.damaged(number) from None
    return proof


def chain_of(kept: table_log.ProofEntry, shuffler: str) -> DealProof:
    """Return the proof of one shuffle; `shuffler` is the table id of its formulas."""
    shares = {
        row.seat: NonceShare(
            bytes.fromhex(row.commitment), None if row.nonce is None else bytes.fromhex(row.nonce)
        )
        for row in kept.shares
    }
    seed, commitment = bytes.fromhex(kept.seed), bytes.fromhex(kept.commitment)
    return DealProof(bytes.fromhex(shuffler), seed, commitment, shares, kept.deals)


class _GivenDecks:
    """Decks that repeat the orders in a log and continue with new ones."""

    def __init__(self, orders: Sequence[Sequence[str]], new: Decks) -> None:
        self._known = list(orders)
        self._new = new

    def __call__(self, cards: Sequence[str], /) -> Sequence[str]:
        if self._known and sorted(self._known[0]) != sorted(cards):
            raise ValueError("not a shuffle of the cards in play")
        return self._known.pop(0) if self._known else self._new(cards)


def decks_of(log: Log) -> Decks:
    """Return the decks of a match, before the first shuffle. Raises LogError."""
    begun, proof = log.begun, proof_of(log)
    assert begun is not None
    if proof is not None:
        return proof.decks()
    decks = SeededDecks(bytes.fromhex(begun.seed), bytes.fromhex(begun.shuffler))
    dealt = (line["deck"] for line in log.lines if isinstance(line, dict) and "deck" in line)
    orders = [[str(card) for card in order] for order in dealt if isinstance(order, list)]
    return _GivenDecks(orders[: begun.given], decks)
