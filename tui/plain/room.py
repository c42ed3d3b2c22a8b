"""Plain mode before the match: the room in sentences. No I/O."""

from collections.abc import Callable

from core.game import unusual_rules
from net.client.events import RoomChanged, RoomState, SatDown
from net.client.seat import ClientSeat
from net.wire import to_host
from net.wire.message import Message, RoomChange, SeatLine, WatcherLine
from net.wire.names import bot_temper
from tui.language.games import game_title, level_name, rules_text, temper_name
from tui.language.text import t, tn
from tui.language.words import as_sentence, player_said
from tui.room import words
from tui.room.evening import matches_said, totals_said
from tui.room.people import restrictions_said
from tui.table.countdown import clock_said


class RoomDialogue:
    """Says the room and its changes. Seats are numbered from 1."""

    def __init__(
        self, client: ClientSeat, send: Callable[[Message], None], say: Callable[[str], None]
    ) -> None:
        self._client = client
        self._send = send
        self._say = say
        self._told: RoomState | None = None
        """The room as it was last described."""
        self._invited = ""
        """The last sentence about words that can be typed."""
        self._complete = False
        self._agreed = False

    def sat_down(self, event: SatDown) -> None:
        """Name the table, the game and the player's seat."""
        facts = {"game": game_title(event.game), "table": event.table_name}
        if event.seat is None:
            self._say(t("You are watching {game} at the table {table}.", **facts))
        else:
            self._say(
                t("You sit at the table {table}: {game}, seat {n}.", n=event.seat + 1, **facts)
            )

    def changed(self, event: RoomChanged) -> None:
        """Say the changes; after joining or an absence, the whole room."""
        room, before = event.room, self._told
        self._told = room
        if before is None or (before != room and not event.happened):
            self._introduce(room)
        for change in event.happened:
            said = words.change_said(change, room, self._client.seat)
            if said:
                self._say(as_sentence(said))
            if change.kind == "requested":
                self._follow_request(change, room)
        invitation = self._invitation(room)
        if invitation and invitation != self._invited:
            self._say(invitation)
        self._invited = invitation

    def _follow_request(self, change: RoomChange, room: RoomState) -> None:
        """Tell the owner how to answer a watcher, and a watcher that the owner has been asked."""
        if self._client.owns:
            said = t("'give SEAT {name}' gives a seat, 'deny {name}' says no.", name=change.name)
            self._say(said)
        elif words.is_own_request(change, self._client):
            self._say(as_sentence(words.request_said(room)))

    def _introduce(self, room: RoomState) -> None:
        self.who()
        if unusual_rules(room.options):
            self._say(as_sentence(rules_text(room.options)))
        if room.clock:
            self._say(as_sentence(clock_said(room.clock)))
        if room.code:
            self._say(t("The code of this table is {code}.", code=room.code))
        people = [line for line in room.seats if line.kind == "human"]
        if room.phase != "over":
            self.evening()
        if room.phase == "playing" and (len(people) > 1 or self._client.seat is None):
            self._say(t("The match is on."))

    def evening(self) -> None:
        """Say the totals of the evening's matches, once one is over."""
        said = totals_said(self._client.matches)
        if said:
            self._say(t("At this table up to now:"))
        for line in said:
            self._say(as_sentence(line))

    def begin_anew(self) -> None:
        """Say the whole room next time: it belongs to another game."""
        self._told = None

    def told(self) -> None:
        """Say all the matches of the evening, and their totals."""
        matches = self._client.matches
        if not matches:
            self._say(t("No match has been played to its end here this evening."))
        for line in matches_said(matches):
            self._say(as_sentence(line))
        self.evening()

    def _invitation(self, room: RoomState) -> str:
        """Return the words that can be typed now, in a sentence; "" if there are none."""
        mine = self._client.seat
        if room.phase != "gathering" or mine is None:
            return ""
        if mine != room.owner:
            agree = t("'ready' says that you agree and want to begin.")
            return "" if room.seats[mine].ready else agree
        if not room.free:
            return t("Every seat is taken: 'start' begins.")
        seats = tn("{n} seat is free", "{n} seats are free", len(room.free))
        return t("{seats}: 'fill' puts a bot there.", seats=seats)

    def follow(self, room: RoomState, *, start: bool, ready: bool) -> None:
        """Agree or start without asking, by the options of the command line."""
        mine = self._client.seat
        if mine is None:
            return
        if mine != room.owner:
            if ready and not self._agreed:
                self._send(self._client.ready())
            self._agreed = True
            return
        others = (line for seat, line in enumerate(room.seats) if seat != mine)
        complete = all(line.kind and line.ready and not line.away for line in others)
        if start and complete and not self._complete:
            self._send(to_host.Start())
        self._complete = complete

    def who(self) -> None:
        """Say the seats, the watchers and the restrictions."""
        room = self._client.room
        if room is None:
            return
        # The owner is not named to a player alone among bots.
        mine = self._client.seat
        others = (line for seat, line in enumerate(room.seats) if seat != mine)
        people = any(line.away or not line.kind.startswith("bot:") for line in others)
        for number, line in enumerate(room.seats, 1):
            marks = [_who(line) if line.kind else t("free")]
            marks += [t("you")] if number - 1 == mine else []
            marks += [t("owner of the table")] if number - 1 == room.owner and people else []
            marks += [words.way_said(line.way)] if people and number - 1 != mine else []
            marks += words.marks_of(line)
            marks += [t("ready")] if line.ready and line.kind == "human" else []
            self._say(t("Seat {n}: {who}.", n=number, who=", ".join(filter(None, marks))))
        if room.watchers:
            self._say(as_sentence(words.watchers_said(len(room.watchers))))
            self._say(t("Watching: {names}.", names="; ".join(map(_watcher, room.watchers))))
        for restriction in restrictions_said(room):
            self._say(as_sentence(restriction))


def _watcher(line: WatcherLine) -> str:
    return ", ".join(filter(None, [line.name, words.way_said(line.way), *words.marks_of(line)]))


def _who(line: SeatLine) -> str:
    level = line.kind.removeprefix("bot:")
    name = player_said(line.name, line.kind)
    if level == line.kind:
        return name
    temper = "" if line.away or line.idle else bot_temper(line.name, level)
    return ", ".join([name, level_name(level), *([temper_name(temper)] if temper else [])])
