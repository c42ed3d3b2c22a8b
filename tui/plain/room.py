"""Plain mode before the match: who sits where, being ready, bots, house rules, and at any time what
the owner does about people. No I/O.
"""

from collections.abc import Callable
from typing import Final

from core.bots import levels
from core.game import unusual_rules
from core.games import FACTS
from net.client.events import RoomChanged, RoomState, SatDown
from net.client.seat import ClientSeat
from net.table.clock import CLOCKS, EVERYBODY, PAUSES
from net.wire import to_host
from net.wire.bounds import MAX_CLOCK
from net.wire.from_host import SeatLine
from net.wire.message import Message
from net.wire.names import bot_temper
from tui.language.games import game_title, level_name, no_bots, rules_text, temper_name
from tui.language.text import t, tn
from tui.language.words import as_sentence, player_said
from tui.room.people import Person, people, person_said, restrictions_said, what_follows
from tui.room.words import change_said, evening_said, watchers_said
from tui.table.countdown import clock_said

ROOM_COMMANDS: Final = (
    *("ready", "rematch", "wait", "start", "more"),
    *("fill", "clear", "clock", "pause", "rule", "code"),
)
"""What RoomDialogue does."""

MAX_RULE: Final = 40
"""The longest name or value of a house rule; the protocol refuses longer ones."""


class RoomDialogue:
    """Says how the room changes and does what its owner types. Seats are numbered from 1."""

    def __init__(
        self, client: ClientSeat, send: Callable[[Message], None], say: Callable[[str], None]
    ) -> None:
        self._client = client
        self._send = send
        self._say = say
        self._told: RoomState | None = None
        """The room as it was last told."""
        self._invited = ""
        """The last list of commands read out to the player."""
        self._complete = False
        self._agreed = False

    def sat_down(self, event: SatDown) -> None:
        """Say where the player sits."""
        facts = {"game": game_title(event.game), "table": event.table_name}
        if event.seat is None:
            self._say(t("You are watching {game} at the table {table}.", **facts))
        else:
            self._say(
                t("You sit at the table {table}: {game}, seat {n}.", n=event.seat + 1, **facts)
            )

    def changed(self, event: RoomChanged) -> None:
        """Say what has changed; the whole room to a newcomer or after an absence."""
        room, before = event.room, self._told
        self._told = room
        if before is None or (before != room and not event.happened):
            self._introduce(room)
        for change in event.happened:
            said = change_said(change, room, self._client.seat)
            if said:
                self._say(as_sentence(said))
        invitation = self._invitation(room)
        if invitation and invitation != self._invited:
            self._say(invitation)
        self._invited = invitation

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
        """Say what the matches at this table have brought everybody."""
        room, game = self._client.room, self._client.game
        if room is None or game is None or not room.evening:
            return
        self._say(t("At this table up to now:"))
        for said in evening_said(room, lowest_wins=FACTS[game.NAME].LOWEST_WINS):
            self._say(as_sentence(said))

    def _invitation(self, room: RoomState) -> str:
        """Say what can be typed now; "" for nothing."""
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
        """Do what was asked for on the command line."""
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
        """Say who sits where."""
        room = self._client.room
        if room is None:
            return
        # Alone among bots it is obvious who owns the table.
        mine = self._client.seat
        others = (line for seat, line in enumerate(room.seats) if seat != mine)
        people = any(line.away or not line.kind.startswith("bot:") for line in others)
        for number, line in enumerate(room.seats, 1):
            marks = [_who(line) if line.kind else t("free")]
            marks += [t("you")] if number - 1 == mine else []
            marks += [t("owner of the table")] if number - 1 == room.owner and people else []
            marks += [t("away")] if line.away else []
            marks += [t("does not answer")] if line.idle else []
            marks += [t("ready")] if line.ready and line.kind == "human" else []
            self._say(t("Seat {n}: {who}.", n=number, who=", ".join(marks)))
        if room.watchers:
            self._say(as_sentence(watchers_said(len(room.watchers))))
            self._say(t("Watching: {names}.", names=", ".join(room.watchers)))
        for restriction in restrictions_said(room):
            self._say(as_sentence(restriction))

    def do(self, command: str, rest: str) -> None:
        """Do what was typed: one of ROOM_COMMANDS."""
        if command in ("ready", "wait"):
            self._send(self._client.ready(command == "ready"))
        elif command == "rematch":
            self._rematch(rest)
        elif command == "start":
            self._send(to_host.Start())
        elif command == "more":
            self._send(to_host.Wait())
        elif command == "code" and rest.casefold() in ("new", "новый"):
            self._send(to_host.NewCode())
        elif command == "code":
            self._say_code()
        elif command == "clock" and rest.isdecimal():
            self._send(to_host.Clock(min(int(rest), MAX_CLOCK)))
        elif command == "pause" and rest.lstrip("-").isdecimal():
            self._send(to_host.Pause(max(EVERYBODY, min(int(rest), MAX_CLOCK))))
        elif command == "pause":
            self._say(t("pause SECONDS; {values}", values=", ".join(map(str, PAUSES))))
        elif command == "clock":
            self._say(t("clock SECONDS; {values}", values=", ".join(map(str, CLOCKS))))
        elif command == "rule":
            name, equals, value = (part.strip()[:MAX_RULE] for part in rest.partition("="))
            if equals:
                self._send(to_host.Rule({name: value}))
            else:
                self._say(t("rule NAME=VALUE; 'rule' alone lists them"))
        else:
            self._seat_command(command, rest.split())

    def _rematch(self, rest: str) -> None:
        """Propose to play again, or agree to what is proposed; alone there is nobody to ask."""
        if rest.casefold() in ("", "rotate", "пересадка", "с пересадкой"):
            self._send(to_host.Rematch(True if rest else None))
        else:
            self._say(t("'rematch' keeps the seats, 'rematch rotate' changes them."))

    def _say_code(self) -> None:
        room = self._client.room
        if room is not None and room.code:
            self._say(t("The code of this table is {code}.", code=room.code))
        else:
            self._say(t("Anybody on this network can sit down here without a code."))

    def _seat_command(self, command: str, words: list[str]) -> None:
        room = self._client.room
        if room is None:
            return
        numbers = [int(word) for word in words if word.isdecimal()]
        wanted = [word.casefold() for word in words if not word.isdecimal()]
        if command == "fill":
            known = levels(self._client.seated.game) if self._client.seated else ()
            if not known and self._client.seated:
                self._say(no_bots(self._client.seated.game) + ".")
                return
            waiting = [
                seat for seat, line in enumerate(room.seats, 1) if not line.kind or line.away
            ]
            level = wanted[0] if wanted else known[0]
            for number in numbers or waiting:
                if 1 <= number <= len(room.seats):
                    self._send(to_host.Fill(number - 1, level[:12]))
                else:
                    self._say(as_sentence(t("this table has no seat {seat}", seat=number)))
            if not numbers and not waiting:
                self._say(t("No seat is free."))
        elif len(numbers) == 1 and 1 <= numbers[0] <= len(room.seats):
            self._send(to_host.Clear(numbers[0] - 1))
        else:
            self._say(t("Which seat? Say its number."))


def _who(line: SeatLine) -> str:
    level = line.kind.removeprefix("bot:")
    name = player_said(line.name, line.kind)
    if level == line.kind:
        return name
    temper = "" if line.away or line.idle else bot_temper(line.name, level)
    return ", ".join([name, level_name(level), *([temper_name(temper)] if temper else [])])


ABOUT_PEOPLE: Final = {
    "put out": ("удалить",),
    "keep out": ("не пускать",),
    "let in": ("пускать", "пустить"),
    "hand over": ("передать стол", "передать"),
    "ask": ("спросить",),
    "move": ("переместить стол", "переместить", "перенести"),
    "give": ("дать место", "место"),
}
"""Order -> what else it may be called; a name or the number of a seat follows."""

ALLOWED: Final = {
    "stay": (("остаться",), to_host.Migrate(None)),
    "lock": (("закрыть вход",), to_host.Allow(newcomers=False)),
    "unlock": (("открыть вход",), to_host.Allow(newcomers=True)),
    "watching off": (("зрители нет", "без зрителей"), to_host.Allow(watching=False)),
    "watching on": (("зрители да",), to_host.Allow(watching=True)),
    "talk off": (("разговоры нет",), to_host.Allow(watchers_talk=False)),
    "talk on": (("разговоры да",), to_host.Allow(watchers_talk=True)),
}
"""Order -> what else it may be called, and what it allows or forbids."""

NOW: Final = ("now", "сейчас", "сразу")
"""What makes a move of the table happen in the middle of a deal."""

_ORDERS: Final = {
    word: order
    for order, others in (*ABOUT_PEOPLE.items(), *((o, words) for o, (words, _) in ALLOWED.items()))
    for word in (order, *others)
}


def order_in(line: str) -> tuple[str, str]:
    """Return the order with which a line begins, and the rest; ("", line) if there is none."""
    words = line.split()
    for length in (2, 1):
        order = _ORDERS.get(" ".join(words[:length]).casefold(), "")
        rest = " ".join(words[length:])
        if order and (order in ABOUT_PEOPLE or not rest):
            return order, rest
    return "", line


class ModerationDialogue:
    """Does what the owner wants done about people; the host says no to everybody else."""

    def __init__(
        self, client: ClientSeat, send: Callable[[Message], None], say: Callable[[str], None]
    ) -> None:
        self._client = client
        self._send = send
        self._say = say
        self._asked: to_host.Give | None = None
        """The last order, if it takes away somebody's seat and so has to come twice."""

    def do(self, order: str, rest: str) -> None:
        """Do an order, one of ABOUT_PEOPLE with a name, or of ALLOWED."""
        if order != "give":
            self._asked = None
        if order in ("move", "stay") and not self._client.migrates:
            self._say(t("This host cannot move its table."))
            return
        if order in ALLOWED:
            self._send(ALLOWED[order][1])
            return
        if order == "move":
            self._move(rest)
            return
        if order == "give":
            self._give(rest)
            return
        person = self._called(rest, kept_out=order == "let in")
        if person is None:
            return
        if order == "let in":
            self._send(to_host.LetIn(person.name))
        elif order in ("put out", "keep out"):
            self._send(person.put_out(keep_out=order == "keep out"))
        elif person.seat is None:
            self._say(t("{name} only watches.", name=person.name))
        else:
            self._send(
                to_host.HandOver(person.seat)
                if order == "hand over"
                else to_host.Nudge(person.seat)
            )

    def _move(self, rest: str) -> None:
        """Have the table moved to somebody's computer, perhaps at once."""
        name, _, when = rest.rpartition(" ")
        at_once = when.casefold() in NOW
        person = self._called(name if at_once else rest, kept_out=False)
        if person is not None and person.seat is not None:
            self._send(to_host.Migrate(person.seat, at_once))
        elif person is not None:
            self._say(t("{name} only watches.", name=person.name))

    def _give(self, rest: str) -> None:
        """Give a seat, by its number, to somebody who watches."""
        number, _, name = rest.partition(" ")
        person = self._called(name, kept_out=False) if number.isdecimal() else None
        room = self._client.room
        if person is None or person.seat is not None or room is None:
            self._say(t("Say the seat and who watches: give 2 Ann."))
            return
        if not 1 <= int(number) <= len(room.seats):
            self._say(as_sentence(t("this table has no seat {seat}", seat=number)))
            return
        give = to_host.Give(int(number) - 1, person.name)
        line = room.seats[give.seat]
        if line.away and self._asked != give:
            self._asked = give
            self._say(t("Give the seat of {name} to {other}?", name=line.name, other=person.name))
            self._say(what_follows(line.name, person.name))
            self._say(t("The same order once more does it."))
            return
        self._send(give)

    def _called(self, rest: str, *, kept_out: bool) -> Person | None:
        """Find whoever a name, its beginning or the number of a seat means; or list everybody."""
        room = self._client.room
        if room is None:
            return None
        others = [p for p in people(room, None) if p.kept_out == kept_out]
        wanted = rest.casefold()
        found = [p for p in others if p.name.casefold() == wanted]
        if not found and wanted.isdecimal():
            found = [p for p in others if p.seat is not None and p.seat + 1 == int(wanted)]
        if not found and wanted:
            found = [p for p in others if p.name.casefold().startswith(wanted)]
        if len(found) == 1:
            return found[0]
        known = "; ".join(person_said(p, room) for p in found or others)
        self._say(t("Who? {names}.", names=known) if known else t("There is nobody."))
        return None
