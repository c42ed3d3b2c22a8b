"""Writes the log of a table while its match is played. No I/O: lines go out as effects.

Another program can resume the match from these lines; its record is what they come to.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from core.deal_proof import DealProof
from core.game import Move, Plain, Seat
from core.match import Match
from net.table import log
from net.table.effects import Append, EffectQueue, Finish
from net.table.live import LiveMatch
from net.table.room import Room


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
    alone: bool = False
    """Whether nobody else can come, so that moves can be taken back."""
    seed: bytes = b""
    """The seed of the bots' random choices; empty if each bot draws a new one."""
    taken_back: int = 0
    """How many times a move of this match has been taken back."""
    branched: Mapping[str, Plain] = field(default_factory=dict)
    """What the first line of the record says of a match that has gone on after its host was lost:
    `branch`, or what an early release has written there.
    """

    @property
    def remarks(self) -> dict[str, Plain]:
        """What else the first line of the record says."""
        taken_back: dict[str, Plain] = {"taken_back": self.taken_back} if self.taken_back else {}
        return {**taken_back, **self.branched}


class PublicLines:
    """What becomes public in a match, in the order of the log: a move, then what it led to.

    The match itself holds moves back that are made at the same time as others. `at` is how many of
    its lines have been passed on.
    """

    def __init__(self, match: Match, at: int = 0) -> None:
        self._match = match
        self._at = at

    def take(self) -> Iterator[log.PublicLine]:
        """Yield the lines that have come since, without the moves."""
        while self._at < len(lines := self._match.lines):
            line, self._at = lines[self._at], self._at + 1
            if "kozyr" in line:
                yield {**line, "deal_proof": None}  # what is known of it stands in private lines
            elif "move" not in line:
                yield line


class LogAppender:
    """Writes the matches of one table, one after another."""

    def __init__(self, table_id: str, out: EffectQueue) -> None:
        self._table = table_id
        self._out = out
        self._room: log.RoomLine | None = None
        """The room as it was last written; None while nothing is written."""
        self._possible = True
        self.lines: list[log.LogLine] = []
        """All of the last match, the move that ended it too, though that is not written."""
        self._public: PublicLines | None = None

    @property
    def on(self) -> bool:
        """Whether there is a match that another program could resume."""
        return self._room is not None

    def begin(
        self,
        opened: log.OpenedLine,
        live: LiveMatch,
        setup: MatchSetup,
    ) -> None:
        """Write the beginning of a match."""
        self.lines, self._public = [], PublicLines(live.match)
        if setup.proof is None:
            self._room = None
            return  # without their seed nobody could deal the rest again
        begun = log.BegunLine(
            setup.number,
            setup.seq,
            setup.proof.table.hex(),
            begun=setup.begun,
            clock=setup.clock,
            pause=setup.pause,
            proof=proof_entry(setup.proof),
        )
        self._room = opened.room if self._possible else None
        self._add(opened)
        self._add(next(self._public.take()))
        self._add(begun)
        self._follow()

    def resume(
        self,
        before: Sequence[log.LogLine],
        live: LiveMatch,
        at: int,
        room: log.RoomLine,
        *,
        over: bool,
    ) -> None:
        """Continue what was written before this program, or only know it if the match is over.

        `at` lines of the match's record are in it: a program that was killed may have left out what
        its last move led to.
        """
        self.lines, self._public = [*before], PublicLines(live.match, at)
        self._room = None if over else room
        self._follow()

    def move(
        self,
        live: LiveMatch,
        seat: Seat,
        move: Move,
        *,
        number: int | None = None,
        late: bool = False,
    ) -> None:
        """Write a move and what it led to; `number` is that of a person's Play."""
        on, self._room = self._room, None if live.over else self._room
        # Whoever sees the end has nothing left to resume: it is known and not written.
        self._add(log.move_line(seat, move, number, late=late))
        self._follow()
        self._room = on

    def deal(self) -> None:
        """Write that the next hands have been dealt: the intermission is over."""
        self._follow()

    def shuffle(self, stage: Literal["commit", "reveal"], proof: DealProof) -> None:
        """Write how far a new shuffle has come, before anybody is told."""
        self._add(log.ShuffleLine(stage, proof.first, proof_entry(proof)))

    def chain(self, first: int, proof: DealProof) -> None:
        """Write what everything is dealt from, from a deal on."""
        self._add(log.ChainLine(first, proof_entry(proof)))

    def back(self, moves: int, live: LiveMatch) -> None:
        """Write that all moves but the first ones were taken back; `live` is what stays."""
        self.lines = log.upto(self.lines, moves)
        self._add(log.BackLine(moves))
        self._public = PublicLines(live.match, len(live.match.lines))

    def room(self, room: log.RoomLine) -> None:
        """Write who sits where, if that has changed."""
        if self.on and room != self._room:
            self._room = room
            self._add(room)

    def moved(self, where: log.MovedLine) -> None:
        """Write that the match goes on at another computer; nothing is written after it."""
        self._add(where)
        self._room = None

    def _follow(self) -> None:
        assert self._public is not None
        for line in self._public.take():
            self._add(line)

    def _add(self, line: log.LogLine) -> None:
        self.lines.append(line)
        if self.on:
            self._out.add(Append(self._table, line))

    def give_up(self) -> None:
        """Note that nothing can be written any more."""
        self._possible, self._room = False, None

    def finish(self, live: LiveMatch, setup: MatchSetup) -> None:
        """Write the record of a match that is over or given up: nobody can resume it."""
        self._room = None
        lines = tuple(live.match.lines)
        self._out.add(Finish(self._table, setup.number, setup.begun, lines))


def proof_entry(proof: DealProof) -> log.ProofEntry:
    """Write down what the decks of a match follow from."""
    shares = (
        log.ShareEntry(
            seat, share.commitment.hex(), None if share.nonce is None else share.nonce.hex()
        )
        for seat, share in sorted(proof.shares.items())
    )
    return log.ProofEntry(proof.seed.hex(), proof.commitment.hex(), tuple(shares), proof.deals)


def room_line(room: Room, code: str) -> log.RoomLine:
    """Return who sits where, as a line."""
    seats = (
        log.SeatEntry(
            **h.facts,
            token=h.token,
            bot=h.bot,
            number=h.number,
            key=h.key,
            address=h.peer.address if h.port else "",
            port=h.port,
        )
        for h in room
    )
    access = room.access
    allowed = access.locked, access.watching, access.watchers_talk
    return log.RoomLine(tuple(seats), room.owner, code, *allowed)
