"""Plain mode: what is said when something happens at the table, and what a typed line does. No I/O.

Knows no game: sentences come from the boards. `tui.plain.shell` reads the keyboard and the wire.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

from core.game import Move, Seat
from net.client.session import Session
from net.secure.code import CodeError, parse_code
from net.wire.protocol import (
    MAX_MOVE,
    MAX_TEXT,
    Closed,
    FromHost,
    Gathered,
    Leave,
    Message,
    Refused,
    Said,
    Say,
    Seated,
    Timed,
    Updated,
)
from tui.boards import BOARDS
from tui.language import rulebook
from tui.language.text import t, tn
from tui.language.words import refusal, seat_names
from tui.plain.commands import COMMANDS, are_numbers, bid_meant, no_such, parse_line, piece_of
from tui.plain.help import help_lines, paragraph_lines, rule_lines
from tui.plain.plan import Plan
from tui.plain.room import RoomTalk
from tui.plain.table import PlainTable
from tui.plain.teller import Teller
from tui.table.countdown import Countdown, clock_said
from tui.table.selection import legal_moves

ROOM_COMMANDS = ("ready", "wait", "more", "fill", "clear", "start", "clock", "rule", "code")


class PlainTalk:
    """One player's talk with a table, until `done`; `failed` if it did not come to a good end."""

    def __init__(
        self,
        session: Session,
        send: Callable[[Message], None],
        say: Callable[[str], None],
        plan: Plan,
    ) -> None:
        self.session = session
        self.done = False
        self.failed = False
        self.wants_code = False
        """Whether the next line is the code of the table."""
        self._trying = False
        """Whether a code is being looked at; what was typed ahead waits for the answer."""
        self.moves: tuple[Move, ...] = ()
        self._send = send
        self._say = say
        self._plan = plan
        self._room = RoomTalk(session, send, say)
        self._teller = Teller(say)
        self._hand = self._cited = ""
        """The hand as it was last said; the paragraph that the last refusal rests on."""
        self._asked = False
        self._finished = False
        self._lost = False

    # --- what is heard -------------------------------------------------------------------------

    def hear(self, message: FromHost) -> None:
        """Say what a message means; the session has absorbed it."""
        match message:
            case Gathered() if self._plan.alone and message.phase == "gathering":
                self._room.begins = True  # bots sit down one by one: nobody wants to hear that
            case Seated() if not self._plan.alone:
                self.failed = self._trying = False
                self._room.seated(message)
            case Gathered():
                self._room.gathered(message)
                self._follow_plan(message)
            case Updated():
                self._updated(message)
            case Timed():
                self._timed(message)
            case Refused():
                self._refused(message)
            case Said(name=name, text=text):
                self._say(t("{name} says: {text}", name=name, text=text))
            case Closed():
                self._closed(message)
            case _:
                pass

    def link(self, up: bool) -> None:
        """Say that the connection is lost or stands again."""
        if not up and not self._lost:
            self._say(t("The connection is lost; trying again."))
        elif up and self._lost:
            self._say(t("The connection stands again."))
        self._lost = not up

    def _follow_plan(self, room: Gathered) -> None:
        if room.phase == "gathering":
            self._room.follow(room, start=self._plan.start, ready=self._plan.ready)

    def _updated(self, message: Updated) -> None:
        if message.late is not None:
            self._say_late(message.late)
        self._teller.tell(self._board, self.session.events, self._names, self.session.seat)
        view, events = self.session.view, self.session.events
        if not events:
            self._finished, self._hand = False, ""
            self._say_all(self._table.situation())
        # While all decide at once, others' decisions are no reason to be asked again.
        asked = self.moves if events and all(e.seat != view.seat for e in events) else ()
        self.moves = legal_moves(self.session.game, view) if self.session.game else ()
        if view.result is not None and not self._finished:
            self._finished = True
            self._say_result()
        elif self.moves and self.moves != asked:
            self._say_turn()
            self._say_time(message.left)
        elif not self.moves and any(event.kind == "began" for event in events):
            self._say_hand()
        elif not self.moves and not events:
            self._say_hand()
            self._say(self._table.awaited())

    def _say_late(self, seat: Seat) -> None:
        if seat == self.session.seat:
            self._say(t("Your time is up: a bot has moved for you") + ".")
        else:
            self._say(t("{name}: time is up, a bot has moved", name=self._names[seat]) + ".")

    def _say_time(self, left: int) -> None:
        """Say how much time there is, in milliseconds, if any runs."""
        if left and self.session.my_turn and self.session.pending is None:
            n = math.ceil(left / 1000)
            self._say(tn("You have {n} second.", "You have {n} seconds.", n))

    def _timed(self, message: Timed) -> None:
        if message.giver is None:
            return
        names = self._names
        others = ", ".join(names[seat] for seat in message.given)
        giver = names[message.giver]
        self._say(t("{name} gives more time: {others}", name=giver, others=others) + ".")
        if self.session.seat in message.given:
            self._say_time(message.left)

    def hurry(self, countdown: Countdown, now: float) -> None:
        """Warn the player once before the time is up."""
        self._say_time(1000 * countdown.seconds(now))

    def _say_turn(self) -> None:
        if len(self.moves) == 1 and self._plan.autoplay:
            self._send(self.session.play(self.moves[0]))
            return
        if len(self.moves) > 1 and not self._table.names_all():
            self._say_hand()
        self._say(self._table.turn())

    def _say_hand(self) -> None:
        """Say the hand, unless that was the last to be said of it."""
        hand, before = self._table.hand(), self._hand
        self._hand = hand
        self._say_all([hand] if hand != before else [])

    def _say_result(self) -> None:
        self._say_all(self._table.places())
        if self._plan.once:
            self.done = True
        elif self.session.seat is not None:
            room = self.session.room
            if room is not None and room.owner == self.session.seat:
                self._say(t("'start' begins another match, 'quit' leaves."))
            else:
                self._say(t("'ready' agrees to another match, 'quit' leaves."))

    def _refused(self, message: Refused) -> None:
        self._say(t("No: {reason}.", reason=refusal(message.reason, message.facts, message.rule)))
        self._cited = message.rule or self._cited
        if self.session.seated is None and message.code in ("code", "wrong"):
            self._ask_code()
        elif self.session.seated is None:
            # There is nothing to talk about without a seat.
            self.done = self.failed = True
        elif message.code == "illegal" and self.moves:
            self._say(self._table.turn())

    def _ask_code(self) -> None:
        """Ask for the code of the table; whoever does not come in has failed."""
        self.failed, self._trying = True, False
        self.wants_code = not self.session.proving
        if self.wants_code:
            self._say(t("Type the code, or 'quit'."))

    def _try_code(self, line: str) -> None:
        if parse_line(line).command == "quit":
            self.done = True
            return
        try:
            code = parse_code(line)
        except CodeError as error:
            self._say(t(error.reason, **error.facts) + ".")
            return
        self.wants_code, self._trying = False, True
        self._send(self.session.prove(code))

    def _closed(self, message: Closed) -> None:
        if not self.done:
            why = refusal(message.reason, message.facts)
            self._say(why[:1].upper() + why[1:] + ".")
        self.failed = self.failed or not (self._finished or self.done or message.code == "left")
        self.done = True

    # --- what is typed -------------------------------------------------------------------------

    def waits(self, line: str) -> bool:
        """Tell whether a line typed ahead has to wait: a move before it is this player's turn."""
        if self.wants_code or self._trying:
            return self._trying
        watching = self.session.seated is not None and self.session.seat is None
        if parse_line(line).command or not line.strip() or self._finished or watching:
            return False
        return not self.session.my_turn

    def typed(self, line: str) -> None:
        """Do what a line asks for."""
        if not line.strip():
            return
        if self.wants_code:
            self._try_code(line)
            return
        typed = parse_line(line)
        mine = self.session.my_turn
        found = self._table.meant(line, aloud=not typed.command) if mine else []
        if len(found) == 1:
            self._send(self.session.play(found[0]))
        elif found and not typed.command:
            self._say(self._table.which(found, line.strip()))
        elif typed.command == "quit":
            self._quit()
        elif typed.command:
            self._asked = False
            self._do(typed.command, typed.rest)
        elif rulebook.PARAGRAPH.fullmatch(typed.rest.upper()):
            self._read(typed.rest)
        else:
            self._try(typed.rest)

    def _try(self, text: str) -> None:
        """Send what is no legal move after all, so that the rules themselves say why; or help."""
        mine, verbs = self.session.my_turn, {move.partition(" ")[0] for move in self.moves}
        verb = text.partition(" ")[0].casefold()
        if self._playing and not mine and (text[:1].isdecimal() or piece_of(text)):
            self._not_yours()
        elif mine and verb in verbs:
            self._send(self.session.play(text[:MAX_MOVE]))
        elif mine and bid_meant(text) and are_numbers(self.moves):
            self._send(self.session.play(f"{verbs.pop()} {bid_meant(text)}"[:MAX_MOVE]))
        elif mine and self._table.barred(text)[0]:
            self._say_barred(*self._table.barred(text))
        elif mine and piece_of(text) and len(verbs) == 1:
            self._send(self.session.play(f"{verbs.pop()} {text}"[:MAX_MOVE]))
        else:
            self._say(no_such(text, COMMANDS))
            self._say_awaited()

    def _say_barred(self, why: str, rule: str) -> None:
        """Say why what was named cannot be played."""
        self._cited = rule or self._cited
        self._say(t("No: {reason}.", reason=f"{why} ({rule})" if rule else why))

    def _not_yours(self) -> None:
        """Say that it is not the player's turn, and whose it is."""
        self._say(t("It is not your turn."))
        self._say_awaited()

    def _say_awaited(self) -> None:
        """Say for whom all wait, to a player who is not the one."""
        if self._playing and not self.session.my_turn:
            self._say(self._table.awaited())

    def _quit(self) -> None:
        """Leave at once where nobody minds; ask once where others would play on against a bot."""
        minds = self._playing and not self._plan.alone and self.session.seat is not None
        if minds and not self._asked:
            self._asked = True
            self._say(self._what_leaving_means())
            return
        if minds:
            self._send(Leave())
        self.done = True

    def _what_leaving_means(self) -> str:
        if self._plan.hosting:
            return t("A match is on. 'quit' again closes the table; Ctrl+C keeps it for later.")
        return t("A match is on. 'quit' again gives your seat to a bot; Ctrl+C keeps it for you.")

    def _do(self, command: str, rest: str) -> None:
        if command == "help":
            self._help()
        elif command == "say":
            if rest:
                self._send(Say(rest[:MAX_TEXT]))
            else:
                self._say(t("Say what?"))
        elif command == "who":
            self._room.who()
            if self._playing:
                self._say(self._table.awaited())
        elif command == "why":
            self._read(self._cited)
        elif command == "rule" and rulebook.PARAGRAPH.fullmatch(rest.upper()):
            self._read(rest)
        elif command == "rule" and not rest:
            game = self.session.game
            self._say_all(rule_lines(game.Options, self.session.options) if game else ())
        elif command == "clock" and not rest:
            self._say_clock()
        elif command in (
            "ready",
            "wait",
            "more",
            "fill",
            "clear",
            "start",
            "clock",
            "rule",
            "code",
        ):
            self._room.do(command, rest)
        elif self.session.view is None:
            self._say(t("The match has not begun."))
        elif command == "hint":
            self._say_hint()
        elif command == "log":
            self._say_all(self._teller.log)
        else:
            self._say_all(self._table.answer(command, rest))

    def _read(self, paragraph: str) -> None:
        """Read out a paragraph of the rule book."""
        if paragraph and self.session.game is not None:
            self._say_all(paragraph_lines(self.session.game.NAME, paragraph))
        else:
            self._say(t("No move has been refused yet."))

    def _help(self) -> None:
        game, alone = self.session.game, self._plan.alone
        if game is not None:
            self._say_all(help_lines(game.NAME, self._board.TOPICS, room=not alone))

    def _say_clock(self) -> None:
        if self.session.room is not None:
            self._say(clock_said(self.session.room.clock) + ".")

    # --- the position in words -----------------------------------------------------------------

    @property
    def _board(self) -> Any:
        game = self.session.game
        assert game is not None, "a board is wanted only after Seated"
        return BOARDS[game.NAME]

    @property
    def _table(self) -> PlainTable:
        return PlainTable(self._board, self.session.view, self._names, self.moves)

    @property
    def _names(self) -> tuple[str, ...]:
        room = self.session.room
        return seat_names(room.seats if room else ())

    @property
    def _playing(self) -> bool:
        return self.session.view is not None and self.session.view.result is None

    def _say_hint(self) -> None:
        game = self.session.game
        if game is None or not self.moves or not self.session.my_turn:
            self._not_yours()
            return
        from tui.table.hints import find_hint  # a match without hints goes without the bots

        hint = find_hint(game.NAME, self.session.view)
        reason = hint.text[:1].upper() + hint.text[1:]
        self._say(t("Hint: {move}. {reason}", move=self._table.spoken(hint.move), reason=reason))

    def _say_all(self, sentences: Iterable[str]) -> None:
        for sentence in sentences:
            if sentence:
                self._say(sentence)
