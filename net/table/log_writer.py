"""Writes the log of a table while its match is played. No I/O: lines go out as effects.

Another program can resume the match from these lines, and the record follows from them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from msgspec import structs

from core.deal_proof import DealProof
from core.game import Move, Plain, Seat
from core.match import Match
from net.table import log
from net.table.effects import Append, EffectQueue, Finish
from net.table.live import LiveMatch
from net.table.log_contents import upto
from net.table.room import Room


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """The terms and the origin of a match, besides its house rules and its players."""

    number: int
    """The number of the match at its table, from 1."""
    seq: int
    """The number of the first position."""
    clock: int
    """Seconds for each decision of a player; 0 means no clock."""
    pause: int
    """The most seconds that a finished deal stays open, one of PAUSES."""
    begun: str
    """The time of its beginning, for the record; empty if unknown."""
    proof: DealProof | None = None
    """The proof of the decks; None if unknown."""
    alone: bool = False
    """Whether no other player can join, so that moves can be taken back."""
    seed: bytes = b""
    """The seed of the bots' random choices; empty if each bot draws a new one."""
    taken_back: int = 0
    """The number of times that a move of this match was taken back."""
    branched: Mapping[str, Plain] = field(default_factory=dict)
    """The remarks of the first line on a match that was continued after its host was lost:
    `branch`, or the keys of an early release.
    """

    @property
    def remarks(self) -> dict[str, Plain]:
        """The further keys of the first line of the record."""
        taken_back: dict[str, Plain] = {"taken_back": self.taken_back} if self.taken_back else {}
        return {**taken_back, **self.branched}


class PublicLines:
    """The public lines of a match in the order of the log: a move, then the lines it led to.

    The match itself holds back moves made at the same time as others. `at` is the number of its
    lines that have been passed on.
    """

    def __init__(self, match: Match, at: int = 0) -> None:
        self._match = match
        self._at = at

    def take(self) -> Iterator[log.PublicLine]:
        """Yield the lines since the last call, without the moves."""
        while self._at < len(lines := self._match.lines):
            line, self._at = lines[self._at], self._at + 1
            if "kozyr" in line:
                yield {**line, "deal_proof": None}  # the proof so far stands in private lines
            elif "move" not in line:
                yield line


class LogAppender:
    """Writes the matches of one table, one after another."""

    def __init__(self, table_id: str, out: EffectQueue) -> None:
        self._table = table_id
        self._out = out
        self._room: log.RoomLine | None = None
        """The last room line; None while nothing is written."""
        self._possible = True
        self.lines: list[log.LogLine] = []
        """The lines of the last match, including the unwritten move that ended it."""
        self._public: PublicLines | None = None

    @property
    def on(self) -> bool:
        """Whether another program could resume the match."""
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
            return  # without the seed the rest could not be dealt again
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
        """Continue a log of an earlier program, or only note its lines if the match is over.

        It has `at` lines of the match's record: a killed program may not have written all the lines
        to which its last move led.
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
        """Write a move and the lines it led to; `number` is that of a player's Play."""
        on, self._room = self._room, None if live.over else self._room
        # A match whose end was seen is not resumed: the last move is noted but not written.
        self._add(log.move_line(seat, move, number, late=late))
        self._follow()
        self._room = on

    def deal(self) -> None:
        """Write the next hands: the intermission is over."""
        self._follow()

    def shuffle(self, stage: Literal["commit", "reveal"], proof: DealProof) -> None:
        """Write the stage of a new shuffle, before it is sent."""
        self._add(log.ShuffleLine(stage, proof.first, proof_entry(proof)))

    def chain(self, first: int, proof: DealProof) -> None:
        """Write the new shuffle for a deal and all later ones."""
        self._add(log.ChainLine(first, proof_entry(proof)))

    def back(self, moves: int, live: LiveMatch) -> None:
        """Write that all but the first `moves` moves were taken back; `live` is the match now."""
        self.lines = upto(self.lines, moves)
        self._add(log.BackLine(moves))
        self._public = PublicLines(live.match, len(live.match.lines))

    def room(self, room: log.RoomLine) -> None:
        """Write the seats and the owner, if they have changed."""
        if self.on and room != self._room:
            self._room = room
            self._add(room)

    def moved(self, where: log.MovedLine) -> None:
        """Write that the match is continued at another computer, as the last line."""
        self._add(where)

    def _follow(self) -> None:
        assert self._public is not None
        for line in self._public.take():
            self._add(line)

    def _add(self, line: log.LogLine) -> None:
        self.lines.append(line)
        if self._room is not None:
            self._out.add(Append(self._table, line))

    def give_up(self) -> None:
        """Note that the disk has failed: no more lines can be written."""
        self._possible, self._room = False, None

    def finish(self, live: LiveMatch, setup: MatchSetup) -> None:
        """Write the record of a match that is over or given up, and so cannot be resumed."""
        self._room = None
        lines = tuple(live.match.lines)
        self._out.add(Finish(self._table, setup.number, setup.begun, lines))


def proof_entry(proof: DealProof) -> log.ProofEntry:
    """Return the proof of the decks of a match, as an entry of its log."""
    shares = (
        log.ShareEntry(
            seat, share.commitment.hex(), None if share.nonce is None else share.nonce.hex()
        )
        for seat, share in sorted(proof.shares.items())
    )
    return log.ProofEntry(proof.seed.hex(), proof.commitment.hex(), tuple(shares), proof.deals)


def room_line(room: Room, code: str) -> log.RoomLine:
    """Return the seats and the owner, as a line."""
    seats = (
        log.SeatEntry(
            **structs.asdict(h.facts),
            token=h.token,
            bot=h.bot,
            number=h.number,
            key=h.key,
            address=h.peer.address if h.port else "",
            port=h.port,
        )
        for h in room
    )
    return log.RoomLine(tuple(seats), room.owner, code, **structs.asdict(room.access.limits))
