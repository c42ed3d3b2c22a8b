"""A table's players and matches: they join and leave, a match begins, is shown and ends.

Everything here is done at once; `net.table.table` takes messages and times.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from core.deal_proof import DealProof
from core.game import Decks, Plain, Result, Seat, check_seats, plain_options
from core.match import Match, Player
from net.branch.statements import Origins, remark
from net.migration import OutgoingStage
from net.table import seating
from net.table.agreement import Agreement
from net.table.effects import Chance, ConnectionKey, Peer, TablePlan
from net.table.live import LiveMatch
from net.table.log import OpenedLine, RoomLine
from net.table.log_contents import players
from net.table.log_writer import LogAppender, MatchSetup, room_line
from net.table.match import RunningMatch
from net.table.migration import Migration, SeatKeys
from net.table.moderation import Allowances, Moderation
from net.table.phases import GATHERING, OVER, PLAYING
from net.table.room import Room
from net.table.sender import Sender
from net.table.shuffle import PendingMatch, Shuffle
from net.table.turns import BotTurns
from net.wire.bounds import MAX_PLAYED, MAX_STANDINGS
from net.wire.from_host import Moved, Tallied
from net.wire.message import PlayedMatch, PlayedSeat, Standing
from net.wire.reasons import RefusalError
from net.wire.to_host import Join

NOTHING: Final[Mapping[str, Plain]] = {}


class BaseTable:
    """A table without the receipt of messages and times.

    Raises ValueError for seats, a clock or a pause that do not exist.
    """

    def __init__(self, plan: TablePlan, chance: Chance) -> None:
        check_seats(plan.game.NAME, plan.game.SEATS, plan.seats)
        self.id = plan.id
        self.name = plan.name
        self.game = plan.game
        self.code = plan.code
        """The code for newcomers; empty for none."""
        self.room = Room(plan.seats, unattended=plan.unattended)
        self.agreement = Agreement(plan.game, plan.options, plan.clock, plan.pause, self.room)
        self.match: RunningMatch | None = None
        """The present match, or the last one as long as its position can be shown."""
        self.matches = 0
        """The number of matches that have begun."""
        self.seq = 0
        """The number of the last position; it never decreases, not even from match to match."""
        self.branch: Origins = ()
        """The origins of the table, if it is a branch."""
        self.left = False
        """Whether all others are at a branch: nothing is dealt, and the host's player is asked."""
        self.awaited_until: float | None = None
        """The time until which a branch, before it deals, waits for players on their way."""
        self.wrong_codes = 0
        """The number of wrong codes since the code was last changed."""
        self.evening = Evening()
        self.plan = plan
        self.chance = chance
        self.opened_with = plan.bots
        self.chat, self.changes = Allowances(), Allowances()
        self.sender = Sender(self.room)
        self.keys = SeatKeys(self.room, self.sender)
        self.shuffle = Shuffle(self.room, self.sender, chance, plan.share_seconds)
        self.migration = Migration(self.room, self.sender, chance.token)
        self.moderation = Moderation(self.room, self.sender, chance.token, self._successor)
        self.log = LogAppender(plan.id, self.sender)
        self._bots = BotTurns(plan.id, plan.bot_seconds, self.sender)
        seating.seat_bots(self.room, plan.bots)

    def _successor(self) -> str:
        return self.plan.stand_in if self.plan.has_bots else ""

    @property
    def phase(self) -> str:
        """One of net.table.phases.PHASES."""
        if self.shuffle.running:
            return PLAYING
        if self.match is None:
            return GATHERING
        return OVER if self.match.live.over else PLAYING

    def admit_newcomer(self, connection: ConnectionKey, message: Join, peer: Peer) -> Seat | None:
        """Let a newcomer in; return the new seat, or None for a watcher. Raises RefusalError."""
        if not (message.watch and self.migration.takes_along(peer.word)):
            self.room.access.check(watch=message.watch)
        if message.watch:
            self.room.watch(connection, message.name, peer)
            return None
        if self.phase == PLAYING:
            raise RefusalError("playing" if self.room.access.limits.watching else "begun")
        return self.room.sit(connection, message.name, self.chance.token(), message.seat, peer)

    def abandon(self) -> None:
        """Reset the table to its state at the opening, as no player is left."""
        seating.free_all(self.room, self.matches if self.phase == PLAYING else None)
        self.give_up_match()
        self.match = None
        seating.seat_bots(self.room, self.plan.bots)

    def become_branch(self, seat: Seat, *, until: float | None) -> None:
        """Become a branch, opened at the computer of a seat's player, who owns it.

        Bots play for all others until they join; nothing is dealt before `until`, unless all have
        joined.
        """
        self.room.own(seat)
        self.awaited_until = until
        for other, holder in enumerate(self.room):
            if self.phase == PLAYING and other != seat and holder.away and not holder.bot:
                seating.fill(self.room, other, self.plan.stand_in, playing=True)

    def _is_held(self, now: float) -> bool:
        """Return whether the next deal has to wait: for players, a shuffle, a move of the table."""
        leaves = self.migration.outgoing.stage >= OutgoingStage.DUE
        return self._awaits(now) or self.shuffle.running or leaves

    def _awaits(self, now: float) -> bool:
        """Return whether dealing is held up: all others have left, or some are on their way."""
        until = self.awaited_until
        if until is not None and (now >= until or not any(h.away for h in self.room if h.port)):
            self.awaited_until = until = None
        return self.left or until is not None

    # --- the beginning and the end of a match --------------------------------------------------

    def begin_match(self, now: float) -> None:
        """Begin a match on the agreed terms, with its shuffle."""
        self.show_room()
        if self.agreement.proposed == "rotate":
            for connection in self.room.rotate():
                self.sender.send(connection, Moved(self.room.seat_of[connection]))
        self.matches += 1
        self.agreement.begin_match(self.matches)
        self.keys.begin(self.matches)
        who, room = [holder.player() for holder in self.room], room_line(self.room, self.code)
        self._shuffle(self.chance.date(), who, room)
        self.show_room()
        self.follow_shuffle(now)

    def shuffle_again(self, begun: str, room: RoomLine) -> None:
        """Begin a match again that lost its host before a deal was finished."""
        self._shuffle(begun, players(room), room, remark(self.branch))

    def _shuffle(
        self, begun: str, who: list[Player], room: RoomLine, branched: Mapping[str, Plain] = NOTHING
    ) -> None:
        agreed = self.agreement
        setup = MatchSetup(
            self.matches,
            self.seq + 1,
            agreed.clock,
            agreed.pause,
            begun,
            branched=branched,
        )
        self.room.began = tuple(player.name for player in who)
        self.shuffle.begin(PendingMatch(setup, who, room, self.chance.decks()))
        self.match = None

    def follow_shuffle(self, now: float) -> None:
        """Advance the shuffle as far as possible; at its end deal, and write that down."""
        if self._awaits(now) or (self.shuffle.waiting and not self.room.present()):
            return
        match = self.match
        if match is not None and not self.shuffle.running and match.needs_shuffle(now):
            self.shuffle.renew(match.setup, len(match.live.deals) + 1)
        before = self.shuffle.renewing
        ready = self.shuffle.follow(now)
        after = self.shuffle.renewing
        if after is not None and (before is None or after[0] != before[0]):
            self.log.shuffle(*after)
        if ready is None:
            return
        if isinstance(ready, DealProof):
            assert match is not None
            match.shuffled_anew(ready, now)
            return
        self.match = self.new_match(ready.players, ready.decks, ready.setup)
        opened = opened_line(self, ready.room)
        self.log.begin(opened, self.match.live, ready.setup)
        self.log.room(room_line(self.room, self.code))
        self.match.show((), now)

    def new_match(self, players: list[Player], decks: Decks, setup: MatchSetup) -> RunningMatch:
        """Return a match with its first position, by the agreed house rules."""
        match = Match(self.game, self.agreement.options, players, decks)
        live = LiveMatch(match, setup.seq, setup.proof)
        live.match.lines[0] |= setup.remarks
        return self.run(live, setup)

    def run(self, live: LiveMatch, setup: MatchSetup) -> RunningMatch:
        """Return a match as played by the players of this room."""
        self.room.began = () if live.over else tuple(each.name for each in live.match.players)
        return RunningMatch(
            live, setup, self.room, self.sender, self._bots, self.log, self._is_held
        )

    def give_up_match(self) -> None:
        """Write the record of a match that ends unfinished, and reveal its last deal."""
        if self.match is not None and self.phase == PLAYING:
            self.log.finish(self.match.live, self.match.setup)
            if not self.match.live.between_deals:
                self.match.reveal()
        self.shuffle.stop()

    # --- effects -------------------------------------------------------------------------------

    def show_seats(self, now: float, asker: ConnectionKey | None = None) -> None:
        """Show the room, and adapt the match to a change of players."""
        self.show_room(asker)
        self.follow_shuffle(now)
        if self.match is not None:
            self.match.follow_seats(now)

    def show_room(self, asker: ConnectionKey | None = None, *, new: bool = False) -> None:
        """Show the room and the agreement, and write them to the log."""
        self.log.room(room_line(self.room, self.code))
        shown = self.phase != PLAYING or self.match is None or self.match.shown_proof is not None
        room = self.agreement.gathered(
            self.phase, self.code, self.evening.standings, shuffled=self.chance.shared and shown
        )
        self.sender.show_room(room, asker, new=new)
        self.keys.tell(self.migration.here)

    def tell_evening(self, connections: Iterable[ConnectionKey]) -> None:
        """Send the matches of the evening to those programs that follow a table to other games."""
        if not self.evening.matches:
            return
        tallied = Tallied([*self.evening.matches])
        for connection in connections:
            if self.room.person(connection).peer.games:
                self.sender.send(connection, tallied)


def opened_line(table: BaseTable, room: RoomLine) -> OpenedLine:
    """Return the first line of a table's log; its program adds the place."""
    return OpenedLine(
        table.id,
        table.name,
        table.game.NAME,
        plain_options(table.agreement.options),
        table.agreement.clock,
        table.agreement.pause,
        room,
        table.chance.table.hex(),
        table.opened_with,
        tuple(table.evening.standings),
        table.branch,
        played=table.evening.matches,
    )


class Evening:
    """A line for each player since the table was opened, and the matches in order.

    The players of the last match come last; one who leaves and returns under the same name keeps
    the line.
    """

    def __init__(
        self, standings: Iterable[Standing] = (), matches: Iterable[PlayedMatch] = ()
    ) -> None:
        self._lines = {line.name: line for line in standings}
        self.matches = tuple(matches)
        """The matches that were played to their end; if there are very many, the latest ones."""

    @property
    def standings(self) -> list[Standing]:
        return [*self._lines.values()]

    def add(self, game: str, begun: str, players: Sequence[Player], result: Result) -> None:
        """Add a match that has been played to its end by these players."""
        for name, line in self._lines.items():
            self._lines[name] = replace(line, latest=False)
        for seat, player in enumerate(players):
            line = self._lines.pop(player.name, Standing(player.name))
            self._lines[player.name] = replace(
                line,
                bot=player.kind != "human",
                matches=line.matches + 1,
                points=line.points + result.totals[seat],
                firsts=line.firsts + (result.places[seat] == 1),
                goats=line.goats + (seat in (result.goats or ())),
                latest=True,
            )
        while len(self._lines) > MAX_STANDINGS:
            del self._lines[next(iter(self._lines))]
        seats = [
            PlayedSeat(player.name, player.kind != "human", place, points)
            for player, place, points in zip(players, result.places, result.totals, strict=True)
        ]
        self.matches = (*self.matches, PlayedMatch(game, begun, seats))[-MAX_PLAYED:]
