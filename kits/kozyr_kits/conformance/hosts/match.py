"""Whole matches at a table, played by legal moves, with trials on the way."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final

from core.game import Move
from kozyr_kits.conformance.hosts.connections import DECISIVE_SECONDS, Connection, StoppedError
from kozyr_kits.conformance.hosts.match_trials import BOT_SECONDS, MatchTrial, legal_moves
from kozyr_kits.conformance.hosts.steps import Step, Trial, carry_out
from kozyr_kits.conformance.hosts.table import TableUnderTest
from kozyr_kits.conformance.schema import brief
from net.wire.from_host import Gathered, Offered, Paused, Refused, Updated
from net.wire.to_host import Ask, Continue, Play, Ready, Rematch, Start, Wait

ASKED_FIRST: Final = 10
ASKED_EVERY: Final = 10
"""Offered is checked for the first ASKED_FIRST decisions, and then for one in ASKED_EVERY."""


def _gives(table: TableUnderTest, who: Connection, answer: Paused) -> bool:
    return answer.giver == who.observer.seat


LONGER: Final[Trial] = (
    Step("longer-pause", "first", Wait(), "Paused", _gives, "giver"),
    Step("longer-pause", "first", Wait(), "Refused time"),
)


class PlayedMatch:
    """One match, played by our seats in lockstep: all of them hear of a move before the next one.

    `people_seconds` is the time for acts of other people.
    """

    def __init__(
        self, table: TableUnderTest, trials: Iterable[MatchTrial], people_seconds: float, seed: int
    ) -> None:
        self.table = table
        self.decisions = 0
        """The number of our moves so far."""
        self._net = table.net
        self._report = table.report
        self._trials = list(trials)
        self._rng = Random(seed)
        self._intermissions = 0
        self._people_seconds = people_seconds

    async def begin(self, *, rotate: bool = False) -> bool:
        """Have our players be ready, and start or wait for the owner; tell whether one begins.

        To `rotate`, if there are no other people, our players agree on a rematch instead.
        """
        owner = self.table.owner
        everybody = [*self.table]
        if rotate and not self._others():
            await self._rotate()
        else:
            for player in self.table.players:
                if player is not owner:
                    await self._net.ask(player, Ready(), Gathered)
            if owner is not None:
                # A shuffle takes some seconds if a player's share was not requested or heard.
                started = await self._net.ask(owner, Start(), Updated, seconds=DECISIVE_SECONDS)
                self._report.expect("starting", started, "Start of the owner begins no match")

        def begins() -> bool:
            seen = (each.observer for each in everybody)
            return all(each.phase == "playing" and each.position for each in seen)

        if owner is None:
            begun = await self._net.wait(begins, self._people_seconds)
        else:
            begun = await self._net.patiently(begins, DECISIVE_SECONDS)
        if begun:
            await self.table.expect_peers()
        return begun

    def _others(self) -> list[int]:
        """Return the seats of people other than our players."""
        ours = {player.observer.seat for player in self.table.players}
        lines = enumerate(self.table.players[0].observer.room.seats)
        return [seat for seat, line in lines if line.kind == "human" and seat not in ours]

    async def _rotate(self) -> None:
        """Have our players agree to play again in other seats; the match starts by itself."""
        players = self.table.players
        seats = len(players[0].observer.room.seats)
        before = {player: player.observer.seat or 0 for player in players}
        for player in players:
            proposed = await self._net.ask(player, Rematch(rotate=True), Gathered)
            shown = proposed is not None and proposed.rematch == "rotate"
            last = player is players[-1]  # the answer to it may be the beginning of the match
            self._report.expect("rematch", shown or last, f"Rematch brings {brief(proposed)}")
        await self._net.patiently(
            lambda: all(each.observer.phase == "playing" for each in players), DECISIVE_SECONDS
        )
        for player, seat in before.items():
            wanted = seat and seat % (seats - 1) + 1
            now = player.observer.seat
            said = f"{player.observer.who} moves from seat {seat} to {wanted} and hears of {now}"
            self._report.expect("moved", now == wanted, said)

    async def play(self, moves: int | None = None) -> bool:
        """Play to the end, or this many moves; tell whether the match is over.

        It also stops if another player does not move. Raises StoppedError if the host does not
        continue.
        """
        while not self._is_over():
            if moves is not None and self.decisions >= moves:
                return False
            if await self._continue_from_deal():
                continue
            mover = next((each for each in self._up_to_date() if _acts(each)), None)
            if mover is not None:
                await self._decide(mover)
            elif not await self._wait_for_others():
                return False
        return True

    async def finish(self) -> None:
        """Check all messages that are due after the end of a match."""
        for name, told, what in (
            ("records", lambda each: each.observer.records, "the record of a match that is over"),
            ("revealed", lambda each: each.observer.shuffle.revealed_match, "what was dealt from"),
        ):
            await self.table.expect_all(name, told, f"does not hear {what}")
        totals = self.table.players[0].observer.view.get("totals", [])
        for player in self.table.players:
            latest = [line for line in player.observer.room.evening if line.latest]
            right = [line.points for line in latest] == totals or any(
                line.matches > 1 for line in latest
            )
            said = f"{player.observer.who}: Gathered.evening has {brief(latest)} after {totals}"
            self._report.expect("evening", right and len(latest) == len(totals), said)
        late = await self.table.watch()
        if late is not None:
            await self._net.catch_up(late)
            room = late.observer.phase
            shown = late.observer.position is not None or late.observer.records > 0
            right = room == "gathering" and not shown
            detail = (
                f"a later watcher hears the phase {brief(room)} and of the match: {brief(shown)}"
            )
            self._report.expect("latecomers", right, detail)
        self._report.require("match", "not seen in a match that was played to its end")

    async def _wait_for_others(self) -> bool:
        """Wait until one of our players can act; tell whether one can.

        Other people may take their time, which is not the host's fault. Raises StoppedError if only
        bots are awaited.
        """
        if await self._net.patiently(self._something_to_do, BOT_SECONDS):
            return True
        observer = self.table.players[0].observer
        awaited = (*observer.acting, *observer.awaited)
        if any(observer.room.seats[seat].kind == "human" for seat in awaited):
            return await self._net.wait(self._something_to_do, self._people_seconds)
        raise StoppedError("the match does not go on, and it is nobody's turn of ours")

    def _is_over(self) -> bool:
        return all(each.observer.phase != "playing" for each in self.table)

    def _up_to_date(self) -> list[Connection]:
        """Return our players who know the newest position."""
        newest = max(each.observer.seq for each in self.table)
        return [player for player in self.table.players if player.observer.seq == newest]

    def _something_to_do(self) -> bool:
        return (
            self._is_over()
            or any(_acts(player) for player in self._up_to_date())
            or any(_reads(player) for player in self.table.players)
        )

    # --- moves ---------------------------------------------------------------------------------

    async def _decide(self, mover: Connection) -> None:
        self.table.mover = mover
        due = (each for each in self._trials if each.after <= self.decisions)
        trial = next((each for each in due if each.fits(self.table)), None)
        if trial is not None:
            self._trials.remove(trial)
            await carry_out(self.table, trial.trial)
            mover = self.table.mover  # in a trial the player may have resumed
            if not _acts(mover):  # or a bot has moved there
                self.table.mover = None
                return
        moves = await self._moves(mover)
        if not moves:
            raise StoppedError("{who} is to act and has no legal move", who=mover.observer.who)
        await self._make(mover, self._rng.choice(moves))
        self.decisions += 1
        self.table.mover = None

    async def _make(self, mover: Connection, move: Move) -> None:
        """Make a legal move and wait until all of our players are told. Raises StoppedError."""
        observer = mover.observer
        number, before, mark = observer.number + 1, observer.seq, len(observer.heard)

        def refused() -> bool:
            return any(isinstance(message, Refused) for message in observer.heard[mark:])

        def answered() -> bool:
            return refused() or mover.ended or observer.number >= number

        mover.send(Play(number, before, move))
        await self._net.patiently(answered, DECISIVE_SECONDS)
        right = observer.number == number and observer.seq > before and not refused()
        said = f"{observer.who}: {brief(move)} is answered with {brief(observer.heard[mark:][-1:])}"
        self._report.expect("playing", right, said)
        if not right:
            raise StoppedError("the host does not take the legal move {move}", move=move)
        await self._told(observer.seq)

    async def _told(self, seq: int) -> None:
        said = f"is not told position {seq}"
        await self.table.expect_all("positions", lambda each: each.observer.seq >= seq, said)

    async def _moves(self, mover: Connection) -> list[Move]:
        """Return the legal moves by the rules, and compare the moves offered with them."""
        observer = mover.observer
        by_rules = list(legal_moves(mover))
        if self.decisions >= ASKED_FIRST and self.decisions % ASKED_EVERY and by_rules:
            return by_rules
        offered = await self._net.ask(mover, Ask(), Offered)
        if offered is None or offered.seq != observer.seq or not by_rules:
            return by_rules or (offered.moves if offered else [])
        right = sorted(offered.moves) == sorted(by_rules) or offered.more
        count = f"{len(offered.moves)} moves; by the rules there are {len(by_rules)}"
        self._report.expect("offers", right, f"{observer.who} is offered {count}")
        return by_rules

    # --- between deals -------------------------------------------------------------------------

    async def _continue_from_deal(self) -> bool:
        """Continue from a finished deal if one lies open; tell whether one did."""
        told = [player.observer for player in self.table.players if _reads(player)]
        awaited = {seat for each in told for seat in (each.seat, *each.awaited)}
        called = [each for each in self.table.players if each.observer.seat in awaited]
        if called:  # the lines of some may be slower
            await self._net.until(lambda: all(map(_reads, called)))
        waiting = list(filter(_reads, called))
        if not waiting:
            return False
        observer = waiting[0].observer
        seq, view = observer.seq, observer.view
        open_ = not view.get("to_act") and not view.get("result")
        self._report.expect("finished-deals", open_, f"an intermission in position {seq}")
        self._intermissions += 1
        first = self._intermissions == 1
        if first and observer.room.pause > 0:
            await carry_out(self.table, LONGER)
        for player in waiting:
            await self._continue(player, seq, twice=first and player is not waiting[-1])
        dealt = await self._net.patiently(
            lambda: self._is_over() or self._is_dealt(seq), DECISIVE_SECONDS
        )
        self._report.expect("continue", dealt, f"no deal after all have gone on from {seq}")
        if not dealt:
            raise StoppedError("the next deal does not come")
        for update in waiting[0].observer.heard:
            if isinstance(update, Updated) and update.seq == seq + 1:
                began = "began" in {event.kind for event in update.events}
                self._report.expect("continue", began, f"position {seq + 1} comes without began")
                break
        if first:
            late = await self._net.ask(waiting[0], Continue(seq), Refused)
            right = late is not None and late.code == "dealt"
            self._report.expect("late-continue", right, f"it is answered with {brief(late)}")
        await self._told(seq + 1)
        return True

    def _is_dealt(self, seq: int) -> bool:
        """Tell whether the next deal has come, or another player is still awaited."""
        people = [player.observer for player in self.table.players]
        ours = {observer.seat for observer in people}
        others = any({*observer.awaited} - ours for observer in people)
        return others or all(observer.seq > seq for observer in people)

    async def _continue(self, player: Connection, seq: int, *, twice: bool) -> None:
        seat = player.observer.seat
        told = await self._net.ask(player, Continue(seq), Paused, Updated)
        right = isinstance(told, Updated) or (told is not None and seat in told.gone_on)
        self._report.expect(
            "continue", right, f"Continue of seat {seat} is answered with {brief(told)}"
        )
        if twice:
            again = await self._net.ask(player, Continue(seq), Paused, Updated)
            holds = again is not None and again.seq in (seq, seq + 1)
            self._report.expect("continue-twice", holds, f"it is answered with {brief(again)}")


def _acts(player: Connection) -> bool:
    return player.observer.seat in player.observer.acting


def _reads(player: Connection) -> bool:
    """Tell whether a finished deal lies open from which the player has not continued."""
    paused = player.observer.paused
    return paused is not None and paused.seq not in player.observer.gone_on
