"""One table without I/O: messages and times in, effects out.

Everything that can go wrong at a table is decided here and in the objects a table holds: stale
moves, double joins, returns, absent players, watchers. Chance (tokens, decks) and time come in from
the shell.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from core.game import Decks, Move, Seat, check_seats
from core.match import Match, Player
from net.migration.handing import Stage
from net.table import requests, seating
from net.table.agreement import Agreement
from net.table.effects import UNKNOWN, Chance, ConnectionKey, Effect, Peer, TablePlan
from net.table.evening import Evening
from net.table.handover import handed_text
from net.table.journal_writer import JournalWriter, MatchSetup, room_entry
from net.table.live import LiveMatch
from net.table.match import RunningMatch
from net.table.migration import Migration
from net.table.moderation import Moderation
from net.table.phases import GATHERING, OVER, PLAYING
from net.table.rate_limit import ChatLimit
from net.table.room import Holder, Room
from net.table.sender import Sender
from net.table.shuffle import PendingMatch, Shuffle
from net.table.turns import BotTurns
from net.wire.from_host import Moved, Seated
from net.wire.reasons import RefusalError, refusal
from net.wire.to_host import Join, Play, ToHost

MANY_WRONG_CODES: Final = 20
"""After this many wrong codes the owner is told, and may change the code."""


class Table:
    """One table, from the first person to sit down to the last to leave.

    Raises ValueError for seats, a clock or a pause that do not exist.
    """

    def __init__(self, plan: TablePlan, chance: Chance) -> None:
        check_seats(plan.game.NAME, plan.game.SEATS, plan.seats)
        self.id = plan.id
        self.name = plan.name
        self.game = plan.game
        self.code = plan.code
        """The code newcomers have to know; empty lets everybody in."""
        self.room = Room(plan.seats, unattended=plan.unattended)
        self.agreement = Agreement(plan.game, plan.options, plan.clock, plan.pause, self.room)
        self.match: RunningMatch | None = None
        """The match being played, or the last one as long as its position can be shown."""
        self.matches = 0
        """How many matches have begun."""
        self.seq = 0
        """The number of the last position; it never decreases, not even from match to match."""
        self.wrong_codes = 0
        """Wrong codes since the table took its code."""
        self.evening = Evening()
        """What the matches up to now have brought everybody."""
        self._plan = plan
        self._chance = chance
        self.opened_with = plan.bots
        self.has_bots = plan.has_bots
        self.chat = ChatLimit()
        self.sender = Sender(self.room)
        self.shuffle = Shuffle(self.room, self.sender, chance)
        successor = plan.stand_in if plan.has_bots else ""
        self.migration = Migration(self.room, self.sender)
        self.moderation = Moderation(self.room, self.sender, successor, chance.token)
        self.journal = JournalWriter(plan.id, self.sender, plan.bots)
        self._bots = BotTurns(plan.id, plan.game.NAME, plan.bot_seconds, self.sender)
        seating.seat_bots(self.room, plan.bots)

    @property
    def shuffler(self) -> str:
        """The table id of the formulas of the shuffle."""
        return self._chance.table.hex()

    @property
    def phase(self) -> str:
        """One of net.table.phases.PHASES."""
        if self.shuffle.running:
            return PLAYING
        if self.match is None:
            return GATHERING
        return OVER if self.match.live.over else PLAYING

    # --- what the shell says -------------------------------------------------------------------

    def receive(
        self, connection: ConnectionKey, message: ToHost, now: float, peer: Peer = UNKNOWN
    ) -> list[Effect]:
        """Take a message of a connection; the lobby has answered Hello and Ping."""
        if self.migration.holds(connection, message):
            self.migration.hold(connection, partial(self.receive, connection, message, peer=peer))
            return self._settle(now)
        self._follow_migration(now)
        try:
            if isinstance(message, Join):
                self._join(connection, message, now, peer)
            elif connection in self.room:
                requests.do(self, connection, message, now)
            else:
                raise RefusalError("join")
        except RefusalError as error:
            number = message.number if isinstance(message, Play) else 0
            self.sender.send(connection, refusal(error, self.seq, number))
        return self._settle(now)

    def lost(self, connection: ConnectionKey, now: float) -> list[Effect]:
        """Note that a connection is lost; its player is away, and the seat is kept."""
        self.migration.lost(connection)
        self.room.lose(connection, now)
        self.show_seats(now)
        return self._settle(now)

    def tick(self, now: float) -> list[Effect]:
        """Do what is due: bots' moves, time that is up, seats given up, a new owner."""
        self.migration.handing.tick(now)
        if self.migration.handing.frozen:
            return self._settle(now)
        self.follow_shuffle(now)
        if self.match is not None:
            self.match.tick(now)
        if self.phase == PLAYING:
            changed = seating.replace_silent(self.room, self._plan.stand_in, now)
            if (due := seating.abandoned_due(self.room)) is not None and now >= due:
                self._abandon()
                changed = True
        else:
            changed = seating.give_up_absent(self.room, now)
        if seating.pass_on(self.room, now) or changed:
            self.show_seats(now)
        return self._settle(now)

    def bot_moved(self, seat: Seat, ticket: int, move: Move | None, now: float) -> list[Effect]:
        """Take a bot's answer; a late one, for a decision no longer open, is ignored."""
        if self.migration.handing.frozen:
            self.migration.hold(None, partial(self.bot_moved, seat, ticket, move))
        elif self.match is not None:
            self.match.bot_moved(seat, ticket, move, now)
        return self._settle(now)

    def guessed_wrong(self, now: float) -> list[Effect]:
        """Note a wrong code. The code stays: guessing must not take it away from the others."""
        self.wrong_codes += 1
        if self.wrong_codes % MANY_WRONG_CODES == 0:
            self.show_room(self.room.own_connection())
        return self._settle(now)

    def close(self, code: str = "host") -> list[Effect]:
        """Say goodbye to everybody. With "kept" there is a match to resume, otherwise not."""
        if code != "kept":
            self._give_up_match()
        for connection in self.room.connections():
            self.sender.dismiss(connection, code)
        return self.sender.hand_out()

    # --- coming and going ----------------------------------------------------------------------

    def _join(self, connection: ConnectionKey, message: Join, now: float, peer: Peer) -> None:
        if connection in self.room:
            raise RefusalError("joined")
        if why := self.room.turns_away(message.token, peer):
            self.room.access.informed(message.token)
            self.sender.dismiss(connection, why)
            return
        seat = self.room.find_token(message.token)
        if seat is not None:
            if (old := self.room[seat].connection) is not None:
                # The newest connection wins: the old one is often dead, only nobody has noticed.
                self.sender.dismiss(old, "elsewhere")
            self.room.come_back(connection, seat, peer)
        else:
            seat = self._come_anew(connection, message, peer)
        holder = Holder() if seat is None else self.room[seat]
        token, number = holder.token, holder.number
        seated = Seated(self.id, self.name, self.game.NAME, seat, token, number)
        self.sender.send(connection, seated)
        self.show_room(connection, new=True)
        self.shuffle.tell(connection)
        if self.match is not None and (self.phase == PLAYING or connection in self.room.at_end):
            self.match.tell_shuffle(connection)
            self.match.greet(connection, seat, now)
            if self.match.live.over and self._chance.shared:
                self.match.give_record(connection)

    def _come_anew(self, connection: ConnectionKey, message: Join, peer: Peer) -> Seat | None:
        """Let somebody in who has no seat here; return the new seat, None for a watcher."""
        self.room.access.check(watch=message.watch)
        if message.watch:
            self.room.watch(connection, message.name, peer)
            return None
        if self.phase == PLAYING:
            raise RefusalError("playing")
        return self.room.sit(connection, message.name, self._chance.token(), message.seat, peer)

    def take_new_code(self) -> None:
        if not self.code:
            raise RefusalError("codeless")
        self.code = self._chance.code()
        self.wrong_codes = 0
        self.room.changes.note("code")

    def leave(self, connection: ConnectionKey, seat: Seat | None, now: float) -> None:
        """Let somebody leave for good; during a match a bot takes the seat."""
        self.sender.dismiss(connection, "left")
        if seat is not None:
            seating.leave(self.room, seat, self._plan.stand_in if self.phase == PLAYING else "")
            seating.pass_on(self.room, now)
            if not self.room.any_human():
                self._abandon()
        self.show_seats(now)

    def _abandon(self) -> None:
        """Reset the table to how it was opened, since nobody is left."""
        seating.free_all(self.room, self.matches if self.phase == PLAYING else None)
        self._give_up_match()
        self.match = None
        seating.seat_bots(self.room, self._plan.bots)

    # --- the beginning and the end of a match --------------------------------------------------

    def begin_match(self, now: float) -> None:
        self.show_room()
        if self.agreement.proposed == "rotate":
            self.match = None  # its players sat elsewhere
            for connection in self.room.rotate():
                self.sender.send(connection, Moved(self.room.seat_of[connection]))
        agreed, self.matches = self.agreement, self.matches + 1
        setup = MatchSetup(
            self.matches, self.seq + 1, agreed.clock, agreed.pause, self._chance.date()
        )
        agreed.begin_match(setup.number)
        players, room = [holder.player() for holder in self.room], room_entry(self.room, self.code)
        self.shuffle.begin(PendingMatch(setup, players, room, self._chance.decks()), now)
        self.match = None
        self.show_room()
        self.follow_shuffle(now)

    def follow_shuffle(self, now: float) -> None:
        """Go on with the shuffle as far as it goes; deal, and write that down, at its end."""
        if (ready := self.shuffle.follow(now)) is None:
            return
        self.match = self.new_match(ready.players, ready.decks, ready.setup)
        live, evening = self.match.live, self.evening.standings
        self.journal.begin(self.name, live, ready.setup, ready.decks, ready.room, evening)
        self.journal.room(room_entry(self.room, self.code))
        self.match.show((), now)

    def new_match(self, players: list[Player], decks: Decks, setup: MatchSetup) -> RunningMatch:
        """Return a match with its first position, played by the rules agreed on.

        Raises OptionError for house rules that do not suit the players.
        """
        match = Match(self.game, self.agreement.options, players, decks)
        live = LiveMatch(match, setup.seq, setup.proof)
        if setup.taken_back:
            live.match.lines[0]["taken_back"] = setup.taken_back
        return RunningMatch(live, setup, self.room, self.sender, self._bots, self.journal)

    def _give_up_match(self) -> None:
        """Write the record of a match that ends unfinished, and show what it was dealt from."""
        if self.match is not None and self.phase == PLAYING:
            self.journal.finish(self.match.live, self.match.setup)
            if not self.match.live.between_deals:
                self.match.reveal()
        self.shuffle.stop()

    # --- effects -------------------------------------------------------------------------------

    def show_seats(self, now: float, asker: ConnectionKey | None = None) -> None:
        """Show the room, and have the match continue with whoever plays now."""
        self.show_room(asker)
        self.follow_shuffle(now)
        if self.match is not None:
            self.match.follow_seats(now)

    def show_room(self, asker: ConnectionKey | None = None, *, new: bool = False) -> None:
        """Write down and show who sits where and what is agreed."""
        self.journal.room(room_entry(self.room, self.code))
        room = self.agreement.gathered(self.phase, self.code, self.evening.standings)
        self.sender.show_room(room, asker, new=new)

    def _settle(self, now: float) -> list[Effect]:
        """End a match that is over, ask to be woken when something is due, return the effects."""
        match = self.match
        if match is not None:
            self.seq = match.live.seq
            if match.live.over and not match.ended:
                match.ended = True
                result = self.game.result(match.live.match.state)
                if result is not None and not match.setup.taken_back:
                    self.evening.add([holder.player() for holder in self.room], result)
                seating.end_match(self.room, now)
                self.show_room()
                if self._chance.shared:  # without an own player nobody is here who could keep one
                    match.give_record()
        self._follow_migration(now)
        due = [self.migration.handing.deadline()]
        if not self.migration.handing.frozen:
            due += self._deadlines()
        self.sender.wake_at(min((time for time in due if time is not None), default=None), now)
        return self.sender.hand_out()

    def _deadlines(self) -> list[float | None]:
        """When something is to be done next."""
        match = self.match
        due = [seating.owner_due(self.room), self.shuffle.deadline()]
        due += [] if match is None else [match.deadline()]
        if self.phase == PLAYING:
            due += [seating.answer_due(self.room), seating.abandoned_due(self.room)]
        else:
            due.append(seating.absent_due(self.room))
        return due

    def _follow_migration(self, now: float) -> None:
        """Go on with the move to another computer, as far as it goes now."""
        migration, match = self.migration, self.match
        handing = migration.handing
        migration.keep()
        between = match is None or match.live.between_deals or match.live.over
        free = (handing.at_once or between) and not self.shuffle.running
        if handing.stage is Stage.DUE and free:
            migration.hand(handed_text(self, handing.attempt), now)
        if match is not None:
            match.held = handing.stage >= Stage.DUE
        if (held := migration.stayed()) is not None:
            self.show_seats(now)
            for act in held:
                for effect in act(now):
                    self.sender.add(effect)
        elif (where := migration.depart()) is not None:
            self.journal.moved(where)
            migration.dismiss()
