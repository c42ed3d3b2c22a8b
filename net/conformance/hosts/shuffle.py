"""One client's part in the shuffle, and what it checks: section 11 of the page. No I/O."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping, Sequence
from typing import Any, TypeAlias

import msgspec

from core.deal_proof import DealProof, DealtDecks, NonceShare, share_commitment
from core.game import Game, IllegalMoveError, Seat
from core.match import Match, Player
from net.conformance.report import ConformanceReport
from net.conformance.schema import brief
from net.table.live import LiveMatch
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
        """Of the deal that is being told."""
        self._live: LiveMatch | None = None
        """The match dealt and played again."""
        self._dealt = 0
        """How many deals were dealt again."""
        self._proof: DealProof | None = None
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
            self._live, self._dealt = None, 0
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
        self,
        message: Revealed,
        seat: Seat | None,
        seats: int,
        game: Game,
        options: Callable[[], Any],
    ) -> None:
        """Take what a deal was dealt from; deal and replay it when everything has come."""
        if not self._stages:
            self._expect("revealed", False, "Revealed without Committed")
            return
        told = self._stages[-1]
        self._expect("revealed", message.match == told.match, f"match {message.match}")
        self._moves += ((made.seat, made.move) for made in message.moves)
        if message.more:
            return
        moves, self._moves = self._moves, []
        if message.deal <= self._dealt:
            return  # told again to whoever came back
        following = self._expect(
            "revealed", message.deal == self._dealt + 1, f"deal {message.deal}"
        )
        proof = DealProof(
            bytes.fromhex(told.table),
            bytes.fromhex(message.seed),
            bytes.fromhex(told.commitment),
            {line.seat: _share(line) for line in told.shares},
            message.deal,
        )
        fits = proof.fault() != "seed"
        if self._expect("seed", fits, f"the seed of deal {message.deal} does not") and following:
            self._dealt, self._proof = message.deal, proof
            problem = self._replay(message, moves, seat, seats, game, options)
            self._expect("dealt-again", not problem, problem)

    def _replay(
        self,
        message: Revealed,
        moves: Sequence[tuple[Seat, str]],
        viewer: Seat | None,
        seats: int,
        game: Game,
        options: Callable[[], Any],
    ) -> str:
        """Return what does not match; empty if all the positions shown do."""
        live = self._live
        if live is None:
            decks = DealtDecks(bytes.fromhex(self._stages[-1].table), self._key)
            match = Match(game, options(), [Player("", "")] * seats, decks)
            live = self._live = LiveMatch(match, message.seq)
        elif live.between_deals:
            live.deal()
        if live.seq != message.seq:
            return f"deal {message.deal} begins with position {live.seq}, not {message.seq}"
        problem = self._differs(live, viewer)
        for made in moves:
            try:
                live.play(*made)
            except (IllegalMoveError, LookupError) as error:
                return f"the moves cannot be played: {error}"
            problem = problem or self._differs(live, viewer)
        if live.over:
            self.revealed_match = message.match
        last = max(self._views, default=0)
        if not problem and last > live.seq and (live.over or not live.between_deals):
            return f"the moves lead to position {live.seq}, and {last} was shown"
        return problem

    def _differs(self, live: LiveMatch, viewer: Seat | None) -> str:
        """Return how the position dealt again differs from the one that was shown, if it does."""
        shown = self._views.get(live.seq)
        view = brief_view(live.match.game.view(live.match.state, viewer))
        again = msgspec.json.decode(msgspec.json.encode(view))
        if shown in (None, again):
            return ""
        return f"position {live.seq} was {brief(shown)} and is dealt as {brief(again)}"

    def _key(self, deal: int) -> bytes:
        assert self._proof is not None
        return self._proof.key(deal)

    def _expect(self, name: str, kept: bool, detail: str) -> bool:
        return self._report.expect(name, kept, f"{self._who}: {detail}")


def _committed(shares: Sequence[ShareLine]) -> dict[Seat, str]:
    return {line.seat: line.commitment for line in shares}


def _share(line: ShareLine) -> NonceShare:
    nonce = bytes.fromhex(line.nonce) if line.nonce is not None else None
    return NonceShare(bytes.fromhex(line.commitment), nonce)
