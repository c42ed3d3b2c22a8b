"""The agreement before a match: house rules, clock, pause, and the players who are ready.

A request that cannot be granted raises RefusalError and changes nothing.
"""

from typing import Any, Literal

from msgspec.structs import asdict

from core.game import Game, OptionError, Seat, parse_options, plain_options
from net.table.clock import CLOCKS, PAUSES
from net.table.room import Room
from net.wire.bounds import Proposal, RuleValues
from net.wire.from_host import Gathered
from net.wire.message import Standing
from net.wire.reasons import GameRefusalError, RefusalError
from net.wire.to_host import Ready, Rematch


class Agreement:
    """The house rules, clock and pause of a table; a player who is ready agrees to them.

    Raises ValueError for a clock or a pause that does not exist.
    """

    def __init__(self, game: Game, options: Any, clock: int, pause: int, room: Room) -> None:
        if clock not in CLOCKS:
            raise ValueError(f"a clock has one of {CLOCKS} seconds; got {clock}")
        if pause not in PAUSES:
            raise ValueError(f"a pause has one of {PAUSES} seconds; got {pause}")
        self.game = game
        self.options = options
        self.clock = clock
        """Seconds for each decision of a player; 0 means no clock."""
        self.pause = pause
        """The most seconds that a finished deal stays open, one of PAUSES."""
        self.terms = 0
        """The number of changes of the house rules, the clock or the pause so far."""
        self._room = room
        self._rematch: Proposal = ""

    @property
    def proposed(self) -> Proposal:
        """The proposal of a Rematch, as long as any player is ready for it."""
        if not any(holder.human and holder.ready for holder in self._room):
            self._rematch = ""
        return self._rematch

    def propose(self, seat: Seat, message: Rematch) -> None:
        """Propose that the same players play again, or agree to that proposal."""
        room, holder = self._room, self._room[seat]
        wanted = "rotate" if message.rotate else "same"
        old = self.proposed
        if not old or (message.rotate is not None and wanted != old):
            others = [s for s in room.people() if room[s].ready and s != seat]
            if old and others:
                raise RefusalError("proposed")
            self._rematch = wanted
            room.changes.note("rematch", seat, holder.name, rotate=int(wanted == "rotate"))
            for other in others if wanted == "rotate" else ():  # they have not agreed to rotate
                room[other].ready = False
                room.changes.note("unready", other, room[other].name, why="terms")
        self.agree(seat, Ready())

    @property
    def complete(self) -> bool:
        """Whether a proposed match can start."""
        if not self.proposed or any(holder.human and not holder.ready for holder in self._room):
            return False
        try:
            self.check_start()
        except RefusalError:
            return False
        return True

    def agree(self, seat: Seat, message: Ready) -> None:
        """Note that a player is ready, or no longer ready."""
        if message.ready and message.terms not in (None, self.terms):
            raise RefusalError("terms")
        holder = self._room[seat]
        if holder.ready != message.ready:
            self._room.changes.note("ready" if message.ready else "unready", seat, holder.name)
        holder.ready = message.ready

    def change_rules(self, options: RuleValues) -> bool:
        """Change some house rules; return whether that made a difference."""
        old = plain_options(self.options)
        try:
            wanted = parse_options(self.game.Options, {**old, **options})
        except OptionError as error:
            raise GameRefusalError(error) from None
        if wanted == self.options:
            return False
        self.options = wanted
        for rule, value in plain_options(wanted).items():
            if old[rule] != value:
                self._room.changes.note("rule", rule=rule, value=value, before=old[rule])
        self._renew()
        return True

    def change_game(self, game: Game, options: Any) -> None:
        """Agree on nothing yet: another game has been chosen, with its house rules."""
        self.game, self.options = game, options
        self._renew()

    def set_seconds(self, kind: Literal["clock", "pause"], seconds: int) -> None:
        """Set the clock of the players' decisions, or the pause after a deal."""
        known, before = (CLOCKS if kind == "clock" else PAUSES), getattr(self, kind)
        if seconds not in known:
            raise RefusalError(kind, values=", ".join(map(str, known)))
        if seconds != before:
            self._room.changes.note(kind, seconds=seconds, before=before)
            setattr(self, kind, seconds)
            self._renew()

    def check_start(self, starter: Seat | None = None) -> None:
        """Raise RefusalError unless a match can start; `starter` need not have said ready."""
        if any(holder.free for holder in self._room):
            raise RefusalError("free")
        for seat, holder in enumerate(self._room):
            if holder.away:
                raise RefusalError("away", name=holder.name)
            if holder.human and not holder.ready and seat != starter:
                raise RefusalError("unready", name=holder.name)
        try:
            self.game.new(self.options, len(self._room))
        except OptionError as error:
            raise GameRefusalError(error) from None

    def gathered(
        self, phase: str, code: str, evening: list[Standing], *, shuffled: bool
    ) -> Gathered:
        """Return the room and the agreement as they are now; the sender fills in `happened`."""
        room, access = self._room, self._room.access
        return Gathered(
            phase,
            tuple(holder.line() for holder in room),
            room.owner,
            plain_options(self.options),
            tuple(watcher.line() for watcher in room.watchers.values()),
            self.clock,
            code,
            self.terms,
            pause=self.pause,
            kept_out=access.kept_out,
            evening=tuple(evening),
            rematch=self.proposed,
            shuffled=shuffled,
            **asdict(access.limits),
        )

    def begin_match(self, number: int) -> None:
        """Use up the agreement: only bots are ready for the next match."""
        self._room.changes.note("begun", match=number)
        self._room.at_end.clear()
        self._unready()

    def _renew(self) -> None:
        """Withdraw the readiness of all players except bots: they agreed to other terms."""
        self.terms += 1
        for seat, holder in enumerate(self._room):
            if holder.human and holder.ready:
                self._room.changes.note("unready", seat, holder.name, why="terms")
        self._unready()

    def _unready(self) -> None:
        for holder in self._room:
            holder.ready = not holder.human and bool(holder.bot)
