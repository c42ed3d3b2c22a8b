"""One client's part in the shuffle, and what it checks: section 11 of the page. No I/O."""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping, Sequence
from typing import Any, TypeAlias

import msgspec

from core.deal_proof import DealProof, NonceShare, match_commitment, share_commitment
from core.game import Game, IllegalMoveError, Seat
from core.match import Match, Player
from core.position import between_deals
from net.conformance.report import ConformanceReport
from net.conformance.schema import brief
from net.wire.from_host import Committed, Revealed, SeatLine, ShareLine, Updated
from net.wire.message import Message
from net.wire.to_host import Commit, Reveal
from net.wire.views import brief_view

Nonces: TypeAlias = MutableMapping[tuple[int, Seat], bytes]
"""Match and seat -> the nonce, the same on all connections of the seat; made on demand."""


class ShuffleObserver:
    """What one connection hears about the shuffle of a match."""

    def __init__(self, who: str, report: ConformanceReport, nonces: Nonces) -> None:
        self._who = who
        self._report = report
        self._nonces = nonces
        self._answers: list[Message] = []
        self._stages: list[Committed] = []
        """Every Committed of the current or the last match."""
        self._views: dict[int, Any] = {}
        """Number of a position -> the first view of it."""
        self._moves: list[tuple[Seat, str]] = []
        self.revealed_match = 0
        """The number of the last match of which everything was revealed."""

    def take_answers(self) -> list[Message]:
        """Return what has to be sent now, once."""
        answers, self._answers = self._answers, []
        return answers

    # --- before the first deal -------------------------------------------------------------------

    def committed(self, message: Committed, seat: Seat | None, room: Sequence[SeatLine]) -> None:
        """Take the next stage."""
        if self._stages and self._stages[-1].match != message.match:
            self._stages.clear()
            self._views.clear()
            self._moves.clear()
        self._check_same(message)
        self._stages.append(message)
        if message.stage == "commit":
            none = not message.shares
            self._expect("shares-wait", none, "there are shares in the stage commit")
        if message.stage == "done":
            self._check_nonces(message, room)
        elif seat is not None:
            self._answer(message, seat)

    def _answer(self, message: Committed, seat: Seat) -> None:
        match, nonce = message.match, self._nonces[message.match, seat]
        share = share_commitment(bytes.fromhex(message.table), seat, nonce).hex()
        if message.stage == "commit":
            self._answers.append(Commit(match, share))
            return
        there = (seat, share) in _committed(message.shares).items()
        if any(told.stage == "commit" for told in self._stages):
            self._expect("own-share", there, f"seat {seat} has committed and is not in the list")
        if there:
            self._answers.append(Reveal(match, nonce.hex()))

    def _check_same(self, message: Committed) -> None:
        for before in self._stages[-1:]:
            same = (message.table, message.commitment) == (before.table, before.commitment)
            told, now = _committed(before.shares), _committed(message.shares)
            self._expect(
                "same-commitments",
                same and (not told or now == told),
                f"{brief(msgspec.to_builtins(message))} after {before.stage}",
            )

    def _check_nonces(self, message: Committed, room: Sequence[SeatLine]) -> None:
        table, mixed = bytes.fromhex(message.table), set()
        for line in message.shares:
            if line.nonce is not None:
                mixed.add(line.seat)
                fits = share_commitment(table, line.seat, bytes.fromhex(line.nonce)).hex()
                right = fits == line.commitment
                self._expect("nonces", right, f"the nonce of seat {line.seat} does not fit")
        bots = {seat for seat, line in enumerate(room) if line.kind.startswith("bot:")}
        if len(self._stages) > 1 and bots:
            self._expect("bots-share", bots <= mixed, f"bots are left out: {sorted(bots - mixed)}")

    # --- positions and the end -------------------------------------------------------------------

    def shown(self, message: Updated) -> None:
        """Remember a position."""
        self._views.setdefault(message.seq, message.view)

    def revealed(
        self, message: Revealed, seat: Seat | None, game: Game, options: Callable[[], Any]
    ) -> None:
        """Take what the match was dealt from; deal and replay it when everything has come."""
        if not self._stages:
            self._expect("revealed", False, "Revealed without Committed")
            return
        told = self._stages[-1]
        self._expect("revealed", message.match == told.match, f"match {message.match}")
        self._moves += ((made.seat, made.move) for made in message.moves)
        if message.more:
            return
        self.revealed_match = message.match
        table, seed = bytes.fromhex(told.table), bytes.fromhex(message.seed)
        fits = match_commitment(table, seed).hex() == told.commitment
        if self._expect("seed", fits, "the seed is not the one committed to"):
            problem = self._replay(message, seat, game, options())
            self._expect("dealt-again", not problem, problem)

    def _replay(self, message: Revealed, viewer: Seat | None, game: Game, options: Any) -> str:
        """Return what does not match; empty if all the positions shown do."""
        if not self._views:
            return ""
        told = self._stages[-1]
        proof = DealProof(
            bytes.fromhex(told.table),
            bytes.fromhex(message.seed),
            bytes.fromhex(told.commitment),
            {line.seat: _share(line) for line in told.shares},
        )
        seats = next(iter(self._views.values()))["seats"]
        match = Match(game, options, [Player("", "")] * seats, proof.decks())
        try:
            for seq, state in _positions(match, message.seq, self._moves):
                shown = self._views.get(seq)
                view = msgspec.json.decode(
                    msgspec.json.encode(brief_view(game.view(state, viewer)))
                )
                if shown is not None and shown != view:
                    return f"position {seq} was {brief(shown)} and is dealt as {brief(view)}"
            if (last := max(self._views)) > seq:
                return f"the moves lead to position {seq}, and {last} was shown"
        except (IllegalMoveError, LookupError) as error:
            return f"the moves cannot be played: {error}"
        return ""

    def _expect(self, name: str, kept: bool, detail: str) -> bool:
        return self._report.expect(name, kept, f"{self._who}: {detail}")


def _committed(shares: Sequence[ShareLine]) -> dict[Seat, str]:
    return {line.seat: line.commitment for line in shares}


def _share(line: ShareLine) -> NonceShare:
    nonce = bytes.fromhex(line.nonce) if line.nonce is not None else None
    return NonceShare(bytes.fromhex(line.commitment), nonce)


def _positions(
    match: Match, first: int, moves: Sequence[tuple[Seat, str]]
) -> Iterator[tuple[int, Any]]:
    """Yield the numbers and states of a match that is dealt and replayed."""
    game, seq = match.game, first
    match.deal_due()
    yield seq, match.state
    for seat, move in moves:
        if between_deals(game.view(match.state, None)):
            match.deal_due()
            seq += 1
            yield seq, match.state
        match.play(seat, move)
        if not between_deals(game.view(match.state, None)):
            match.deal_due()  # hands that were thrown in are not a finished deal
        seq += 1
        yield seq, match.state
