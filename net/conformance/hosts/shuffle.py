"""One client's part in the shuffle, and what it checks: section 11 of the page. No I/O."""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping, Sequence
from typing import Any, TypeAlias

import msgspec

from core.deal_proof import DealProof, NonceShare, match_commitment, share_commitment
from core.game import Game, IllegalMoveError, Seat
from core.match import Match, Player
from core.position import between_deals
from net.conformance.reading import Heard
from net.conformance.report import ConformanceReport
from net.conformance.schema import brief
from net.conformance.sentences import (
    DEALT_AGAIN,
    NONCES,
    OWN_SHARE,
    REVEALED,
    SAME_COMMITMENTS,
    SEED,
    SHARES_WAIT,
)
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
        self._stages: list[Heard] = []
        """Every Committed of the current or the last match."""
        self._views: dict[int, Any] = {}
        """Number of a position -> the first view of it."""
        self._moves: list[tuple[Seat, str]] = []

    def take_answers(self) -> list[Message]:
        """Return what has to be sent now, once."""
        answers, self._answers = self._answers, []
        return answers

    # --- before the first deal -------------------------------------------------------------------

    def committed(self, message: Heard, seat: Seat | None, kinds: Sequence[str]) -> None:
        """Take the next stage; `kinds` are those of the seats."""
        match, stage, shares = message["match"], message["stage"], message.get("shares", [])
        if self._stages and self._stages[-1]["match"] != match:
            self._stages.clear()
            self._views.clear()
            self._moves.clear()
        self._check_same(message, shares)
        self._stages.append(message)
        if stage == "commit":
            self._expect(SHARES_WAIT, not shares, "there are shares in the stage commit")
        if stage == "done":
            self._check_nonces(message, shares, kinds)
        elif seat is not None:
            self._answer(message, seat, shares)

    def _answer(self, message: Heard, seat: Seat, shares: Any) -> None:
        match, nonce = message["match"], self._nonces[message["match"], seat]
        share = share_commitment(bytes.fromhex(message["table"]), seat, nonce).hex()
        if message["stage"] == "commit":
            self._answers.append(Commit(match, share))
            return
        there = any(line[:2] == [seat, share] for line in shares)
        asked = any(told["stage"] == "commit" and told["match"] == match for told in self._stages)
        if asked:
            self._expect(OWN_SHARE, there, f"seat {seat} has committed and is not in {shares}")
        if there:
            self._answers.append(Reveal(match, nonce.hex()))

    def _check_same(self, message: Heard, shares: Any) -> None:
        for before in self._stages[-1:]:
            same = all(message[name] == before[name] for name in ("match", "table", "commitment"))
            told = {line[0]: line[1] for line in before.get("shares", ())}
            now = {line[0]: line[1] for line in shares}
            kept = not told or now == told
            self._expect(SAME_COMMITMENTS, same and kept, f"{brief(message)} after {brief(before)}")

    def _check_nonces(self, message: Heard, shares: Any, kinds: Sequence[str]) -> None:
        table = bytes.fromhex(message["table"])
        for seat, commitment, *rest in shares:
            nonce = rest[0] if rest else None
            if nonce is not None:
                fits = share_commitment(table, seat, bytes.fromhex(nonce)).hex() == commitment
                self._expect(NONCES, fits, f"the nonce of seat {seat} does not fit")
        if len(self._stages) > 1:
            mixed = {line[0] for line in shares if line[2:] not in ([], [None])}
            bots = {seat for seat, kind in enumerate(kinds) if kind.startswith("bot:")}
            self._expect(NONCES, bots <= mixed, f"the bots at {sorted(bots - mixed)} are left out")

    # --- positions and the end -------------------------------------------------------------------

    def shown(self, message: Heard) -> None:
        """Remember a position."""
        self._views.setdefault(message["seq"], message["view"])

    def revealed(
        self, message: Heard, seat: Seat | None, game: Game, options: Callable[[], Any]
    ) -> None:
        """Take what the match was dealt from; deal and replay it when everything has come."""
        if not self._stages:
            self._expect(REVEALED, False, "Revealed without Committed")
            return
        told = self._stages[-1]
        self._expect(REVEALED, message["match"] == told["match"], f"match {message['match']}")
        self._moves += ((seat_, move) for seat_, move in message["moves"])
        if message.get("more"):
            return
        table, seed = bytes.fromhex(told["table"]), bytes.fromhex(message["seed"])
        fits = match_commitment(table, seed).hex() == told["commitment"]
        if self._expect(SEED, fits, "the seed is not the one committed to"):
            problem = self._replay(message, seat, game, options())
            self._expect(DEALT_AGAIN, not problem, problem)

    def _replay(self, message: Heard, viewer: Seat | None, game: Game, options: Any) -> str:
        """Return what does not match; empty if all the positions shown do."""
        if not self._views:
            return ""
        told = self._stages[-1]
        shares = {
            line[0]: NonceShare(
                bytes.fromhex(line[1]), bytes.fromhex(line[2]) if line[2:] and line[2] else None
            )
            for line in told.get("shares", ())
        }
        proof = DealProof(
            bytes.fromhex(told["table"]),
            bytes.fromhex(message["seed"]),
            bytes.fromhex(told["commitment"]),
            shares,
        )
        seats = next(iter(self._views.values()))["seats"]
        match = Match(game, options, [Player("", "")] * seats, proof.decks())
        try:
            for seq, state in _positions(match, message["seq"], self._moves):
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

    def _expect(self, sentence: Any, kept: bool, detail: str) -> bool:
        return self._report.expect(sentence, kept, f"{self._who}: {detail}")


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
