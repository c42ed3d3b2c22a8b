"""Plays whole matches at a table by legal moves, and on the way tries what else may happen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from core.game import Move
from core.position import legal
from net.conformance.company import Company
from net.conformance.reading import Heard
from net.conformance.sentences import (
    CONTINUE_TWICE,
    CONTINUES,
    FINISHED_DEALS,
    LATE_CONTINUE,
    OFFERS,
    PLAYING,
    POSITIONS,
    STARTING,
)
from net.conformance.visit import StoppedError, Visitor
from net.wire.protocol import BadMessageError
from net.wire.to_host import Ask, Continue, Play, Ready, Start
from net.wire.views import parse_view

BOT_SECONDS: Final = 15.0
"""A bot has 10 s to decide."""

ASKED_FIRST: Final = 10
ASKED_EVERY: Final = 10
"""Offered is checked for this many first decisions, and then every so many decisions."""


def at_once(company: Company, mover: Visitor) -> bool:
    """Need nothing special: any of our players may be to move."""
    return True


@dataclass(frozen=True, slots=True)
class Trial:
    """Something to try when one of our players is to move and has not moved yet."""

    after: int
    """At least this many of our decisions come before it."""
    tries: Callable[[Company, Visitor], Awaitable[None]]
    fits: Callable[[Company, Visitor], bool] = at_once
    """Whether it can be tried now; if not, it waits for a later decision."""


class PlayedMatch:
    """One match, played by our seats in lockstep: after each move all of them have been told."""

    def __init__(self, company: Company, trials: Iterable[Trial], *, seed: int = 1) -> None:
        self.company = company
        self.decisions = 0
        """How many of our moves have been made."""
        self._visit = company.visit
        self._report = company.visit.report
        self._trials = list(trials)
        self._rng = Random(seed)
        self._intermissions = 0
        self._people_seconds = 0.0

    async def begin(self, wait_seconds: float) -> bool:
        """Have everybody be ready, and start or wait for the owner; tell whether it begins."""
        company, visit = self.company, self._visit
        owner = company.owner
        for player in company.players:
            if player is not owner:
                await visit.ask(player, Ready(), "Gathered")
        watched = [*company]
        if owner is not None:
            started = await visit.ask(owner, Start(), "Updated")
            self._report.expect(STARTING, bool(started), "Start of the owner begins no match")
        self._people_seconds = wait_seconds
        return await self._patiently(
            lambda: all(
                visitor.observer.phase == "playing" and visitor.observer.view for visitor in watched
            ),
            wait_seconds,
        )

    async def play(self, moves: int | None = None) -> bool:
        """Play to the end, or this many moves; tell whether the match is over.

        It may also end because somebody else does not move. Raises StoppedError if the host does
        not go on.
        """
        while not self._is_over():
            if moves is not None and self.decisions >= moves:
                return False
            if await self._go_on_from_deal():
                continue
            mover = next((player for player in self._up_to_date() if player.observer.acts), None)
            if mover is not None:
                await self._decide(mover)
            elif not await self._wait_for_others():
                return False
        return True

    async def _wait_for_others(self) -> bool:
        """Wait until there is something for us to do; tell whether there is.

        People may take as long as they were given, and that is not the host's fault. Raises
        StoppedError if only bots are awaited.
        """
        if await self._patiently(self._something_to_do, BOT_SECONDS):
            return True
        seats = self.company.players[0].observer.room["seats"]
        acting = self.company.players[0].observer.view.get("to_act", ())
        paused = self.company.players[0].observer.paused.get("awaited", ())
        if any(seats[seat].get("kind") == "human" for seat in (*acting, *paused)):
            return await self._patiently(self._something_to_do, self._people_seconds)
        raise StoppedError("the match does not go on, and it is nobody's turn of ours")

    async def _patiently(self, fits: Callable[[], bool], seconds: float) -> bool:
        patience, self._visit.patience = self._visit.patience, max(self._visit.patience, seconds)
        try:
            return await self._visit.until(fits)
        finally:
            self._visit.patience = patience

    def _is_over(self) -> bool:
        return all(visitor.observer.phase != "playing" for visitor in self.company)

    def _up_to_date(self) -> list[Visitor]:
        """Our players who have been told the newest position."""
        newest = max(visitor.observer.seq for visitor in self.company)
        return [player for player in self.company.players if player.observer.seq == newest]

    def _something_to_do(self) -> bool:
        return (
            self._is_over()
            or any(player.observer.acts for player in self._up_to_date())
            or any(self._waited_for(player) for player in self.company.players)
        )

    # --- moves ---------------------------------------------------------------------------------

    async def _decide(self, mover: Visitor) -> None:
        trial = self._due(mover)
        if trial is not None:
            self._trials.remove(trial)
            await trial.tries(self.company, mover)
            seat = mover.observer.seat
            # A trial may have had the player come back on another connection.
            mover = next(p for p in self.company.players if p.observer.seat == seat)
        moves = await self._moves(mover)
        if not moves:
            raise StoppedError("{who} is to act and has no legal move", who=mover.observer.who)
        await self.make_move(mover, self._rng.choice(moves))
        self.decisions += 1

    def _due(self, mover: Visitor) -> Trial | None:
        due = (trial for trial in self._trials if trial.after <= self.decisions)
        return next((trial for trial in due if trial.fits(self.company, mover)), None)

    async def make_move(self, mover: Visitor, move: Move) -> Play:
        """Make a legal move and wait until all of our players are told. Raises StoppedError."""
        observer = mover.observer
        sent = Play(observer.number + 1, observer.seq, move)
        before = observer.seq

        def taken() -> bool:
            refused = [m for m in observer.heard[mark:] if m["type"] in ("Refused", "Closed")]
            return bool(refused) or mover.ended or observer.number >= sent.number

        mark = len(observer.heard)
        mover.send(sent)
        await self._visit.until(taken)
        right = observer.number == sent.number and observer.seq > before
        self._report.expect(
            PLAYING,
            right,
            f"{observer.who}: {move!r} is answered with {observer.heard[mark:][-1:]}",
        )
        if not right:
            raise StoppedError("the host does not take the legal move {move}", move=move)
        await self.told(observer.seq)
        return sent

    async def told(self, seq: int) -> None:
        """Wait until all of our players have been told a position."""
        for visitor in self.company:

            def here(visitor: Visitor = visitor) -> bool:
                return visitor.observer.seq >= seq or visitor.ended

            heard = await self._visit.until(here)
            self._report.expect(
                POSITIONS, heard, f"{visitor.observer.who} is not told position {seq}"
            )

    async def _moves(self, mover: Visitor) -> list[Move]:
        """Return the legal moves by the rules, and compare what is offered with them."""
        observer = mover.observer
        by_rules = list(legal_moves(mover))
        if self.decisions >= ASKED_FIRST and self.decisions % ASKED_EVERY and by_rules:
            return by_rules
        offered = await self._visit.ask(mover, Ask(), "Offered")
        moves = list(offered.get("moves", ()))
        if offered.get("seq") != observer.seq or not by_rules:
            return by_rules or moves
        right = sorted(moves) == sorted(by_rules) or bool(offered.get("more"))
        self._report.expect(
            OFFERS,
            right,
            f"{observer.who} is offered {len(moves)} moves; by the rules there are {len(by_rules)}",
        )
        return by_rules

    # --- between deals -------------------------------------------------------------------------

    def _waited_for(self, player: Visitor) -> bool:
        return player.observer.seat in player.observer.paused.get("awaited", ())

    async def _go_on_from_deal(self) -> bool:
        """Continue from a finished deal if one lies open; tell whether one did."""
        waiting = [player for player in self.company.players if self._waited_for(player)]
        if not waiting:
            return False
        observer = waiting[0].observer
        seq, view = observer.seq, observer.view
        open_ = not view.get("to_act") and not view.get("result")
        self._report.expect(FINISHED_DEALS, open_, f"an intermission in position {seq}")
        self._intermissions += 1
        first = self._intermissions == 1
        for player in waiting:
            await self._continue(player, seq, twice=first and player is not waiting[-1])
        dealt = await self._visit.until(lambda: self._is_over() or self._is_dealt(seq))
        self._report.expect(CONTINUES, dealt, f"no deal after all have gone on from {seq}")
        if not dealt:
            raise StoppedError("the next deal does not come")
        self._check_deal(waiting[0], seq)
        if first:
            late = await self._visit.ask(waiting[0], Continue(seq), "Refused")
            code = late.get("code")
            self._report.expect(LATE_CONTINUE, code == "dealt", f"it is answered with {code!r}")
        await self.told(seq + 1)
        return True

    def _is_dealt(self, seq: int) -> bool:
        """Whether the next deal has come, or somebody else is still awaited."""
        people = [player.observer for player in self.company.players]
        ours = {observer.seat for observer in people}
        others = any(set(observer.paused.get("awaited", ())) - ours for observer in people)
        return others or all(observer.seq > seq for observer in people)

    async def _continue(self, player: Visitor, seq: int, *, twice: bool) -> None:
        observer = player.observer
        gone = await self._visit.ask(player, Continue(seq), "Paused", "Updated")
        told = gone.get("type") == "Updated" or observer.seat in gone.get("gone_on", ())
        self._report.expect(CONTINUES, told, f"Continue of {observer.who} is answered with {gone}")
        if twice:
            again = await self._visit.ask(player, Continue(seq), "Paused", "Updated")
            holds = bool(again) and again.get("seq", seq) in (seq, seq + 1)
            self._report.expect(CONTINUE_TWICE, holds, f"it is answered with {again}")

    def _check_deal(self, player: Visitor, seq: int) -> None:
        """Check that the next deal begins with `began`."""
        updates: list[Heard] = [
            message
            for message in player.observer.heard
            if message["type"] == "Updated" and message["seq"] == seq + 1
        ]
        for update in updates[:1]:
            kinds = [event[0] for event in update["events"]]
            self._report.expect(
                CONTINUES, "began" in kinds, f"position {seq + 1} comes with {kinds}, not began"
            )


def legal_moves(player: Visitor) -> tuple[Move, ...]:
    """Return what the rules allow one of our players now; nothing if the view cannot be read."""
    observer = player.observer
    if observer.game is None:
        return ()
    try:
        view: Any = parse_view(observer.game, observer.options(), observer.view)
        return legal(observer.game, view)
    except (BadMessageError, LookupError, ValueError):
        return ()
