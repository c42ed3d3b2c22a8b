"""One client's part in the shuffle, and its checks (section 8 of the page). No I/O."""

from __future__ import annotations

import json
from collections.abc import Callable, MutableMapping, Sequence
from typing import Any, Final, TypeAlias

import msgspec

from core.deal_proof import DealProof, DealtDecks, NonceShare, share_commitment
from core.game import Game, IllegalMoveError, OptionError, Seat
from core.match import Match, Player
from kozyr_kits.conformance.report import ConformanceReport
from kozyr_kits.conformance.schema import brief
from net.public.host import LiveMatch
from net.wire.from_host import Committed, Recorded, Revealed, Updated
from net.wire.message import Message, SeatLine, ShareLine
from net.wire.to_host import Commit, Reveal
from net.wire.views import brief_view

Nonces: TypeAlias = MutableMapping[tuple[int, Seat], bytes]
"""Match and seat -> the nonce, the same on all connections of the seat; made on demand."""

STAGES: Final = {"commit": 1, "reveal": 2, "done": 3}


class ShuffleObserver:
    """The shuffle of a match as heard on one connection."""

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
        """The moves of the deal that is being revealed."""
        self._made: list[tuple[Seat, str]] = []
        """The moves of all deals that were revealed."""
        self._live: LiveMatch | None = None
        """The match dealt and played again."""
        self._dealt = 0
        """The number of deals dealt again."""
        self._proof: DealProof | None = None
        self.revealed_match = 0
        """The number of the last completely revealed match."""

    @property
    def dealt(self) -> int | None:
        """The last deal that was revealed and dealt again; None without a commitment."""
        return self._dealt if self._stages else None

    def take_answers(self) -> list[Message]:
        """Return the messages to send now, once."""
        answers, self._answers = self._answers, []
        return answers

    # --- before the first deal -------------------------------------------------------------------

    def committed(
        self, message: Committed, seat: Seat | None, room: Sequence[SeatLine], begun: int
    ) -> None:
        """Check the next stage; `begun` is the match that was announced to begin, 0 for none."""
        if self._stages:
            last = self._stages[-1]
            goes_on = message.match == last.match and STAGES[message.stage] > STAGES[last.stage]
            again = not goes_on and message.match != begun
            said = f"Committed.stage {message.stage} of match {message.match} follows {last.stage}"
            self._expect("one-shuffle", not again, said)
            if not goes_on:
                self._stages.clear()
                self._views.clear()
                self._moves.clear()
                self._made.clear()
                self._live, self._dealt, self._proof = None, 0, None
        detail = f"Committed.from is {message.first}, though no host was lost"
        self._expect("one-shuffle", message.first == 1, detail)
        self._check_same(message)
        self._check_seats(message, len(room))
        self._stages.append(message)
        if message.stage == "commit":
            none = not message.shares
            said = f"Committed.shares is {brief(message.shares)} in the stage commit"
            self._expect("shares-wait", none, said)
        if message.stage == "done":
            self._check_nonces(message, seat, room)
        elif seat is not None:
            self._answer(message, seat)

    def _answer(self, message: Committed, seat: Seat) -> None:
        match, nonce = message.match, self._nonces[message.match, seat]
        share = share_commitment(bytes.fromhex(message.shuffler), seat, nonce).hex()
        if message.stage == "commit":
            self._answers.append(Commit(match, share))
            return
        there = (seat, share) in _committed(message.shares).items()
        if self._stages[0].stage == "commit":
            self._expect("own-share", there, f"seat {seat} has committed and is not in the list")
        if there:
            self._answers.append(Reveal(match, nonce.hex()))

    def _check_seats(self, message: Committed, seats: int) -> None:
        named = [line.seat for line in message.shares]
        right = len({*named}) == len(named) and all(seat < seats for seat in named)
        self._expect(
            "share-seats", right, f"shares of the seats {brief(named)} at a table of {seats}"
        )

    def _check_same(self, message: Committed) -> None:
        for before in self._stages[-1:]:
            told, now = _committed(before.shares), _committed(message.shares)
            pairs = (
                ("shuffler", before.shuffler, message.shuffler),
                ("commitment", before.commitment, message.commitment),
                ("shares", told or now, now),
            )
            other = [
                f"Committed.{name} is {brief(new)} in {message.stage}, and was {brief(old)}"
                for name, old, new in pairs
                if old != new
            ]
            self._expect("same-commitments", not other, "; ".join(other))

    def _check_nonces(
        self, message: Committed, seat: Seat | None, room: Sequence[SeatLine]
    ) -> None:
        table, mixed = bytes.fromhex(message.shuffler), {}
        for line in message.shares:
            if line.nonce is not None:
                mixed[line.seat] = line.nonce
                fits = share_commitment(table, line.seat, bytes.fromhex(line.nonce)).hex()
                right = fits == line.commitment
                said = f"Committed.shares: the nonce of seat {line.seat} does not fit its c"
                self._expect("nonces", right, said)
        heard = [told.stage for told in self._stages]
        if len(heard) > 1 and heard[0] == "commit" and seat is not None:
            self._expect("own-share", "reveal" in heard, "the stage reveal is skipped")
            own = self._nonces[message.match, seat].hex()
            detail = f"seat {seat} has shown its nonce, and {brief(mixed.get(seat))} is in the list"
            self._expect("in-time", mixed.get(seat) == own, detail)
        bots = {number for number, line in enumerate(room) if line.kind.startswith("bot:")}
        if len(heard) > 1 and bots:
            out = sorted(bots - mixed.keys())
            self._expect("bots-share", not out, f"bots are left out: {brief(out)}")

    # --- positions and the end -------------------------------------------------------------------

    def shown(self, message: Updated) -> None:
        """Check and remember a position."""
        deal = message.view.get("deal", 0)
        if self._stages and self._views and message.seq not in self._views:
            due = deal == self._dealt + 1
            self._expect("revealed", due, f"deal {deal} after {self._dealt} deals were revealed")
        before = self._views.setdefault(message.seq, message.view)
        detail = differing(message.seq, before, "was", message.view, "and is now")
        self._expect("counted", before == message.view, detail)

    def revealed(
        self,
        message: Revealed,
        seat: Seat | None,
        seats: int,
        game: Game,
        options: Callable[[], Any],
    ) -> None:
        """Check the seed and moves of a deal; deal and replay it when they are complete."""
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
            return  # sent again to a client that resumed
        self._made += moves
        following = self._expect(
            "revealed", message.deal == self._dealt + 1, f"deal {message.deal}"
        )
        proof = DealProof(
            bytes.fromhex(told.shuffler),
            bytes.fromhex(message.seed),
            bytes.fromhex(told.commitment),
            {line.seat: _share(line) for line in told.shares},
            message.deal,
        )
        fits = proof.fault() != "seed"
        if (
            self._expect("seed", fits, f"Revealed.seed of deal {message.deal} does not")
            and following
        ):
            self._dealt, self._proof = message.deal, proof
            try:
                problem = self._replay(message, moves, seat, seats, game, options)
            except (OptionError, LookupError):
                problem = f"Gathered is not of a table of {game.NAME} with this seat"
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
        """Word the first difference from the positions shown; empty if there is none."""
        live, first = self._live, min(self._views, default=message.seq)
        if message.deal == 1 and self._stages[0].stage == "commit" and first != message.seq:
            return f"deal 1 begins with position {first}, not {message.seq}"
        if live is None:
            decks = DealtDecks(bytes.fromhex(self._stages[-1].shuffler), self._key)
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
        """Word how the position dealt again differs from the one shown; empty if it does not."""
        shown = self._views.get(live.seq)
        view = brief_view(live.match.game.view(live.match.state, viewer))
        again = msgspec.json.decode(msgspec.json.encode(view))
        if shown in (None, again):
            return ""
        return differing(live.seq, shown, "was", again, "dealt again it is")

    def _key(self, deal: int) -> bytes:
        assert self._proof is not None
        return self._proof.key(deal)

    def compare(self, message: Recorded, record: Sequence[str]) -> None:
        """Compare the lines of a record with the proof and the moves that were revealed."""
        if self._stages and self._stages[-1].match == message.match and self._proof is not None:
            entries = [json.loads(line) for line in record if line]
            problem = self._differs_from_record(entries, self._proof)
            self._expect("records", not problem, problem)

    def _differs_from_record(self, record: Sequence[Any], proof: DealProof) -> str:
        if record[0].get("deal_proof") != proof.plain():
            return f"the proof in the record is {brief(record[0].get('deal_proof'))}"
        made = [(entry["seat"], entry["move"]) for entry in record if "move" in entry]
        for seat in range(len(record[0]["seats"])):
            mine, told = ([m for s, m in each if s == seat] for each in (made, self._made))
            if mine != told:
                return f"the moves of seat {seat} are others in the record"
        return ""

    def _expect(self, name: str, kept: bool, detail: str) -> bool:
        return self._report.expect(name, kept, f"{self._who}: {detail}")


def differing(seq: int, one: Any, said: str, other: Any, also: str) -> str:
    """Word the first field in which two views of a position differ."""
    names = [name for name in {**one, **other} if one.get(name) != other.get(name)]
    name = next(iter(names), "")
    was, now = brief(one.get(name)), brief(other.get(name))
    return f"Updated.view.{name} of position {seq} {said} {was}, {also} {now}"


def _committed(shares: Sequence[ShareLine]) -> dict[Seat, str]:
    return {line.seat: line.commitment for line in shares}


def _share(line: ShareLine) -> NonceShare:
    nonce = bytes.fromhex(line.nonce) if line.nonce is not None else None
    return NonceShare(bytes.fromhex(line.commitment), nonce)
