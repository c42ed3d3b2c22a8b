"""Writes a match down while it is played: one journal, and at the end its record.

No I/O: entries go out as effects. Another program can resume a match from its journal.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from core.deal_proof import DealProof
from core.game import Decks, Move, Plain, Seat, plain_options
from core.shuffle import SeededDecks
from net.table import journal
from net.table.effects import Append, EffectQueue, Finish
from net.table.live import LiveMatch
from net.table.room import Room
from net.wire.from_host import Standing


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """What a match is played with, besides its house rules and its players."""

    number: int
    """Counts the table's matches from 1."""
    seq: int
    """The number of the first position."""
    clock: int
    """Seconds for each decision of a person; 0 means no clock."""
    pause: int
    """For how many seconds at most a finished deal lies open, one of PAUSES."""
    begun: str
    """When it began, for its record; empty if nobody knows."""
    proof: DealProof | None = None
    """What the decks follow from; None if that is not known."""
    new_decks: Callable[[], Decks] | None = None
    """At a table where nobody else can come: makes the decks once more, from before the first
    shuffle, so that moves can be taken back."""
    seed: bytes = b""
    """The seed of the bots' random choices; empty if each bot draws a new one."""
    taken_back: int = 0
    """How many times a move of this match has been taken back."""
    epoch: int = 0
    """How many times the table has gone on after its host was lost."""
    apart: bool = False
    """Whether the table has split: the others may have gone on with the match elsewhere."""

    @property
    def remarks(self) -> dict[str, Plain]:
        """What else the first line of the record says."""
        said = {"taken_back": self.taken_back, "epoch": self.epoch, "apart": self.apart}
        return {key: value for key, value in said.items() if value}


class JournalWriter:
    """Writes the matches of one table, one after another."""

    def __init__(self, table_id: str, out: EffectQueue, bots: tuple[str, ...] = ()) -> None:
        self._table = table_id
        self._bots = bots
        self._out = out
        self._room: journal.RoomEntry | None = None
        """The room as it was last written; None while nothing is written."""
        self._possible = True
        self.entries: list[journal.JournalEntry] = []
        """All of the last match, the move that ended it too, though that is not written."""

    @property
    def on(self) -> bool:
        """Whether there is a match that another program could resume."""
        return self._room is not None

    def begin(
        self,
        name: str,
        live: LiveMatch,
        setup: MatchSetup,
        decks: object,
        room: journal.RoomEntry,
        evening: Sequence[Standing] = (),
        *,
        since: int = 0,
    ) -> None:
        """Write the terms of a match that began in the epoch `since`."""
        self.entries = []
        seeded = decks if isinstance(decks, SeededDecks) else setup.proof
        if seeded is None:
            return  # without their seed nobody could deal the rest again
        terms = journal.Terms(
            journal.VERSION,
            self._table,
            name,
            live.match.game.NAME,
            plain_options(live.match.options),
            setup.clock,
            seeded.seed.hex(),
            seeded.table.hex(),
            setup.number,
            setup.seq,
            room,
            begun=setup.begun,
            pause=setup.pause,
            proof=None if setup.proof is None else proof_entry(setup.proof),
            bots=self._bots,
            evening=tuple(evening),
            epoch=setup.epoch,
            apart=setup.apart,
            since=None if since == setup.epoch else since,
        )
        self.entries.append(terms)
        if self._possible:
            self._room = room
            self._out.add(Append(self._table, terms))

    def resume(self, before: journal.Journal, room: journal.RoomEntry, *, over: bool) -> None:
        """Continue what was written before this program, or only know it if the match is over."""
        self.entries = [before.terms, *before.changes]
        self._room = None if over else room

    def move(
        self,
        live: LiveMatch,
        seat: Seat,
        move: Move,
        *,
        number: int | None = None,
        late: bool = False,
    ) -> None:
        """Write a move; `number` is that of a person's Play."""
        if live.over:  # whoever sees the end has nothing left to resume
            self.entries.append(journal.MoveEntry(seat, move, number, late))
        else:
            self._add(journal.MoveEntry(seat, move, number, late))

    def deal(self, live: LiveMatch) -> None:
        """Write that the next hands have been dealt: the intermission is over."""
        self._add(journal.DealEntry(live.match.state.deal))

    def shuffle(self, stage: Literal["commit", "reveal"], proof: DealProof) -> None:
        """Write how far a new shuffle has come, before anybody is told."""
        self._add(journal.ShuffleEntry(stage, proof.first, proof_entry(proof)))

    def chain(self, first: int, proof: DealProof) -> None:
        """Write what everything is dealt from, from a deal on."""
        self._add(journal.ChainEntry(first, proof_entry(proof)))

    def back(self, moves: int) -> None:
        """Write that all moves but the first ones were taken back."""
        self._add(journal.BackEntry(moves))

    def room(self, room: journal.RoomEntry) -> None:
        """Write who sits where, if that has changed."""
        if self.on and room != self._room:
            self._room = room
            self._add(room)

    def moved(self, where: journal.MovedEntry) -> None:
        """Write that the match goes on at another computer; nothing is written after it."""
        self._add(where)
        self._room = None

    def _add(self, entry: journal.Change) -> None:
        self.entries.append(entry)
        if self.on:
            self._out.add(Append(self._table, entry))

    def give_up(self) -> None:
        """Note that nothing can be written any more."""
        self._possible, self._room = False, None

    def finish(self, live: LiveMatch, setup: MatchSetup) -> None:
        """Write the record of a match that is over or given up: nobody can resume it."""
        self._room = None
        lines = tuple(live.match.lines)
        self._out.add(Finish(self._table, setup.number, setup.begun, lines))


def proof_entry(proof: DealProof) -> journal.ProofEntry:
    """Write down what the decks of a match follow from."""
    shares = (
        journal.ShareEntry(
            seat, share.commitment.hex(), None if share.nonce is None else share.nonce.hex()
        )
        for seat, share in sorted(proof.shares.items())
    )
    return journal.ProofEntry(proof.seed.hex(), proof.commitment.hex(), tuple(shares), proof.deals)


def room_entry(room: Room, code: str) -> journal.RoomEntry:
    """Return who sits where, as an entry."""
    seats = (
        journal.SeatEntry(
            h.name, h.token, h.bot, h.number, h.key, h.peer.address if h.port else "", h.port
        )
        for h in room
    )
    access = room.access
    allowed = access.locked, access.watching, access.watchers_talk
    return journal.RoomEntry(tuple(seats), room.owner, code, *allowed)
