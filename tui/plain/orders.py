"""Plain mode: the dialogue at a table, and what a typed line does there. No I/O."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from core.advice import can_advise
from core.advice.numbers import Numbers, can_number
from core.game import NOT_YOUR_TURN, Game, Move, Seat
from net.client.events import ClientEvent, CodeWanted, Dismissed, NotSeated, SatDown
from net.migration.taking import Role
from net.secure.code import CodeError, parse_code
from net.wire.bounds import MAX_TEXT
from net.wire.reasons import REFUSALS
from net.wire.to_host import Here, Leave, Say
from tui.language import rulebook
from tui.language.games import no_hints
from tui.language.text import t
from tui.language.words import begun
from tui.plain.commands import (
    COMMANDS,
    bid_meant,
    help_lines,
    may_name_move,
    no_such,
    paragraph_lines,
    parse_line,
    piece_of,
    rule_lines,
)
from tui.plain.context import PlainContext
from tui.plain.hearing import Hearing
from tui.plain.room import ROOM_COMMANDS, ModerationDialogue, RoomDialogue, order_in
from tui.plain.table import verbs_of
from tui.room.going_on import choices, kept_said, name_of
from tui.room.moving import could_have_it
from tui.room.words import pause_said, refusal_said
from tui.summary.words import page_lines
from tui.table.countdown import clock_said
from tui.table.hints import Hint, numbers_text


class Orders:
    """Does what a line asks for."""

    def __init__(self, player: PlainContext, room: RoomDialogue, hearing: Hearing) -> None:
        self._player = player
        self._room = room
        self._hearing = hearing
        self._moderation = ModerationDialogue(player.client, player.send, player.say)
        self._asked = False
        """Whether the player has been asked about leaving a match."""

    def typed(self, line: str) -> None:
        """Do what a line asks for."""
        player, typed = self._player, parse_line(line, self._player.topics)
        order, rest = order_in(line)
        if player.client.questioned:
            player.send(Here())
        mine = player.client.my_turn
        found = player.table.choices.meant(line, aloud=not typed.command) if mine else []
        if len(found) == 1:
            player.play(found[0])
        elif found and not typed.command:
            player.say(player.table.choices.which(found, line.strip()))
        elif order:
            self._moderation.do(order, rest)
        elif typed.command == "quit":
            self._quit()
        elif typed.command:
            self._asked = False
            self._do(typed.command, typed.rest)
        elif rulebook.PARAGRAPH.fullmatch(typed.rest.upper()):
            self._read(typed.rest)
        else:
            self._try(typed.rest)

    def entered(self) -> None:
        """Do what an empty line asks for: go on from a finished deal, or say whose turn it is."""
        player = self._player
        if player.client.questioned:
            player.send(Here())
        if not player.go_on() and player.client.my_turn:
            player.say(player.awaited())

    def _go_on(self) -> None:
        """Continue from a finished deal; if none is being read, say what is awaited."""
        player = self._player
        if player.client.view is None:
            player.say(t("The match has not begun."))
        elif not player.go_on():
            player.say(player.awaited())

    def _try(self, text: str) -> None:
        """Send something that is not a legal move, so that the rules say why; or help."""
        player = self._player
        choices, mine = player.table.choices, player.client.my_turn
        verbs = choices.verbs if player.match.legal else set()
        verb = text.partition(" ")[0].casefold()
        named = text[:1].isdecimal() or piece_of(text)
        if player.in_match and not mine and (named or choices.is_move(text)):
            # A player who names a move has read the deal; the next hand is still unknown.
            if not player.go_on():
                self._not_yours()
        elif mine and (verb in verbs or choices.is_move(text)):
            player.play(text)
        elif mine and bid_meant(text) and choices.numbers:
            player.play(f"{verbs.pop()} {bid_meant(text)}")
        elif mine and choices.barred(text)[0]:
            why, rule = choices.barred(text)
            player.say_no(f"{why} ({rule})" if rule else why, rule)
        elif mine and piece_of(text) and len(verbs) == 1:
            player.play(f"{verbs.pop()} {text}")
        else:
            player.say(no_such(text, COMMANDS, player.topics))
            player.say_awaited()

    def _not_yours(self) -> None:
        """Say that it is not the player's turn, and whose it is; nobody's after the last deal."""
        over = self._player.ending is not None
        self._player.sentence(t("the match is over") if over else t(NOT_YOUR_TURN))
        self._player.say_awaited()

    def _go_on_at(self, name: str) -> None:
        """Go on at somebody's computer, or at this one, now that the host is lost."""
        player, offer = self._player, self._player.offer
        if offer is None:
            player.say(t("Nobody has asked you anything."))
            return
        named = self._named([seat for seat, _ in choices(offer, player.client)], name)
        if not named or not player.choose_host(named[0]):
            player.say(t("The table cannot go on there."))

    def _named(self, seats: Iterable[Seat], name: str) -> list[Seat]:
        """Return the seats, among these, of the players called `name`."""
        known = self._player.client
        return [seat for seat in seats if name_of(seat, known).casefold() == name.casefold()]

    def _quit(self) -> None:
        """Leave at once if nobody minds; ask once if others would play on with a bot."""
        player = self._player
        if player.offer is not None:  # there is no host to give the seat up to
            player.sentence(kept_said(player.client))
            player.left = True
            return
        minds = player.in_match and not player.plan.alone and player.client.seat is not None
        if minds and not self._asked:
            self._asked = True
            player.say(self._what_leaving_means())
            return
        if minds:
            player.send(Leave())
        player.left = True

    def _what_leaving_means(self) -> str:
        if self._player.plan.hosting:
            said = t(
                "A match is being played. 'quit' again closes the table for good; 'away' leaves it "
                "open here; Ctrl+C saves the match for later."
            )
            if could_have_it(self._player.client):
                said += " " + t("'move NAME' has another player's computer take the table.")
            return said
        return t(
            "A match is being played. 'quit' again gives your seat to a bot; Ctrl+C keeps "
            "it for you."
        )

    def _do(self, command: str, rest: str) -> None:
        player = self._player
        game, room = player.client.game, player.client.room
        if command == "help" and game is not None:
            board, among = player.board, not player.plan.alone
            said = help_lines(game.NAME, board.TOPICS, room=among, tricks=board.HAS_TRICKS)
            player.say_all(said)
        elif command == "say":
            self._talk(rest)
        elif command == "continue":
            self._go_on()
        elif command in ("accept", "decline"):
            if player.client.taking.role is Role.ASKED:
                player.have_table(command == "accept")
            else:
                player.say(t("Nobody has asked you anything."))
        elif command == "at":
            self._go_on_at(rest)
        elif command == "doctor":
            player.look_into()
        elif command == "invite":
            self._invite()
        elif command in ("open", "close"):
            self._change_way(rest.casefold(), opens=command == "open")
        elif command == "away":
            self._step_out()
        elif command == "who":
            self._room.who()
            if player.in_match:
                player.say(player.awaited())
        elif command == "why":
            self._read(player.cited)
        elif command == "rule" and rulebook.PARAGRAPH.fullmatch(rest.upper()):
            self._read(rest)
        elif command == "rule" and not rest:
            player.say_all(rule_lines(game.Options, room.options) if game and room else ())
        elif command == "clock" and not rest:
            player.sentence(clock_said(room.clock) if room else "")
        elif command == "pause" and not rest:
            player.sentence(pause_said(room.pause) if room else "")
        elif command in ROOM_COMMANDS:
            self._room.do(command, rest)
        elif player.client.view is None:
            player.say(t("The match has not begun."))
        elif command in ("hint", "numbers"):
            self._say_hint(counted=command == "numbers")
        elif command == "mine":
            self._claim_rest()
        elif command == "retry":
            self._retry()
        elif command == "undo":
            self._undo()
        elif command == "coach":
            player.switch_coach()
        elif command in ("turn", "moves") and (player.offer is not None or not player.match.legal):
            player.say(player.awaited())
        elif command == "log":
            player.say_all(self._hearing.log)
        elif command == "summary":
            self._say_summary()
        else:
            player.say_all(player.table.answer(command, rest))

    def _invite(self) -> None:
        player = self._player
        if player.plan.alone:
            player.say(t("Nobody else can come to this table: you are playing alone."))
        else:
            player.invite()

    def _change_way(self, asked: str, *, opens: bool) -> None:
        """Open or close a way in for guests without Kozyr."""
        ways = {"ssh": "ssh", "page": "page", "страницу": "page", "страница": "page"}
        if asked not in ways:
            self._player.say(t("Say 'open ssh', 'open page', 'close ssh' or 'close page'."))
        elif not self._player.change_way(ways[asked], opens):
            self._player.say(t("Only the host's program can do that."))

    def _claim_rest(self) -> None:
        """Have the rest of the deal played, if it is this player's however it is played."""
        player = self._player
        if player.rest_is_mine:
            player.match.rest_of = player.client.view.deal
            player.play(player.match.legal[0])
        else:
            player.say(t("Not everything that is left is certainly yours."))

    def _step_out(self) -> None:
        """Leave the table, which stays open for the others."""
        if self._player.step_out():
            self._player.say(
                t("You are away; the table stays open here. Enter brings you back to it.")
            )
        else:
            self._player.say(t("The table is not in this program: 'quit' leaves it."))

    def _talk(self, text: str) -> None:
        if text:
            self._player.send(Say(text[:MAX_TEXT]))
        else:
            self._player.say(t("Say what?"))

    def _read(self, paragraph: str) -> None:
        """Read out a paragraph of the rule book."""
        game = self._player.client.game
        if paragraph and game is not None:
            self._player.say_all(paragraph_lines(game.NAME, paragraph))
        else:
            self._player.say(t("No move has been refused yet."))

    def _say_summary(self) -> None:
        """Read the last page of the match, with the totals deal by deal."""
        match = self._player.ending
        if match is None:
            self._player.say(t("The match is not over yet."))
        else:
            self._player.say_all(page_lines(match, whole=True))
            self._room.evening()

    def _retry(self) -> None:
        """Leave for a table where the costliest decision is played again."""
        player = self._player
        if player.retry is not None:
            player.goes_to, player.left = player.retry, True
        elif player.in_match:
            player.say(t("The match is not over yet."))
        else:
            player.say(t("No costly decision of yours is known."))

    def _undo(self) -> None:
        """Take back the last decision; what is typed waits for the answer."""
        why = self._player.take_back()
        if why:
            self._player.say_no(why)
        else:
            self._player.thinking = True

    def _say_hint(self, *, counted: bool) -> None:
        player = self._player
        game = player.client.game
        if game is None or not player.match.legal or not player.client.my_turn:
            self._not_yours()
            return
        if not can_advise(game.NAME):
            player.sentence(no_hints(game.NAME))
            return
        if counted and not can_number(game.NAME):
            player.say(t("This game's moves cannot be put into numbers."))
            return
        view = player.client.view

        def told(hint: Hint, found: Numbers | None) -> None:
            player.thinking = False
            if player.client.view is view:  # otherwise somebody has moved for this player
                player.say(_said(game, hint, found, player.table.choices.spoken))

        player.thinking = True
        player.advise(game.NAME, view, counted, told)


def _said(game: Game, hint: Hint, found: Numbers | None, spoken: Callable[[Move], str]) -> str:
    """Word a hint, or what each move would bring."""
    if found is not None:
        return numbers_text(game.NAME, found, hint.move, spoken)
    return t("Hint: {move}. {reason}", move=spoken(hint.move), reason=begun(hint.text))


class PlainDialogue:
    """Hears what is reported and does what is typed, until `done`; `failed` says how it ended."""

    def __init__(self, player: PlainContext) -> None:
        self.player = player
        self.failed = False
        """Whether the dialogue ended badly."""
        self.wants_code = False
        """Whether the next line is the code of the table."""
        self._trying = False
        """Whether a code is being checked; lines typed ahead wait for the answer."""
        self._kept_said = False
        """Whether it has been said that a line waits for the match."""
        self._over = False
        room = RoomDialogue(player.client, player.send, player.say)
        self._hearing = Hearing(self.player, room)
        self._orders = Orders(self.player, room, self._hearing)

    @property
    def done(self) -> bool:
        """Whether the dialogue is over."""
        return self._over or self.player.left

    @property
    def thinking(self) -> bool:
        """Whether something asked for is still to come: the next line is for after it."""
        return self.player.thinking

    def receive(self, event: ClientEvent, now: float) -> None:
        """Say what has happened; `now` is the clock for times that run out."""
        match event:
            case CodeWanted(wrong=wrong):
                self.player.say_no(t(REFUSALS["wrong" if wrong else "code"]))
                self.failed, self._trying, self.wants_code = True, False, True
                self.player.say(t("Type the code, or 'quit'."))
            case NotSeated():
                # Without a seat there is nothing left to do.
                self.player.say_no(refusal_said(event))
                if event.code == "playing":
                    self._say_how_to_watch()
                self._over = self.failed = True
            case Dismissed():
                self._dismissed(event)
            case _:
                if isinstance(event, SatDown):
                    self.failed = self._trying = False
                self._hearing.receive(event, now)

    def _dismissed(self, event: Dismissed) -> None:
        if not self.done:
            self.player.sentence(refusal_said(event))
            if event.code == "unreachable":
                address = event.facts.get("address", "")
                self.player.say(t("'kozyr doctor {address}' finds out why.", address=address))
            elif event.code == "given":
                self._say_how_to_watch()
            elif event.code == "stranger":
                self.player.say(
                    t(
                        "If the table has gone on without its host, this may be the new one. Ask "
                        "the others: the same command with '--watch' lets you in to watch, and the "
                        "owner gives you your seat."
                    )
                )
        good = self._hearing.finished or self.done or event.code == "left"
        self.failed = self.failed or not good
        self._over = True

    def _say_how_to_watch(self) -> None:
        """Say how somebody watches who has no seat, perhaps no longer; guests have no command."""
        if not self.player.plan.drawn:
            self.player.say(
                t(
                    "The same command with '--watch' lets you in to watch; the owner can give a "
                    "seat back to a player who watches."
                )
            )

    def hurry(self, now: float) -> None:
        """Warn the player that the time is nearly up."""
        self._hearing.hurry(now)

    def waits(self, line: str) -> bool:
        """Tell whether a line typed ahead has to wait: a move before it is this player's turn."""
        client = self.player.client
        if self.wants_code or self._trying:
            return self._trying
        watching = client.seated is not None and client.seat is None
        asks = parse_line(line, self.player.topics).command or order_in(line)[0] or not line.strip()
        if asks or self._hearing.finished or watching:
            return False
        if client.view is None and client.game is not None:
            return may_name_move(line, verbs_of(client.game.NAME))
        return not client.my_turn

    def say_kept(self, line: str) -> None:
        """Say, once before a match, that a line waits for it, and all lines behind this one."""
        room = self.player.client.room
        if room is not None and room.phase == "gathering" and not self._kept_said:
            self._kept_said = True
            self.player.sentence(
                t("'{text}' waits for your turn in the match, and so does what follows", text=line)
            )

    def typed(self, line: str) -> None:
        """Do what a line asks for."""
        if not line.strip():
            if not self.wants_code:
                self._orders.entered()
        elif self.wants_code:
            self._try_code(line)
        else:
            self._orders.typed(line)

    def _try_code(self, line: str) -> None:
        if parse_line(line).command == "quit":
            self._over = True
            return
        try:
            code = parse_code(line)
        except CodeError as error:
            self.player.sentence(t(error.reason, **error.facts))
            return
        self.wants_code, self._trying = False, True
        self.player.send(self.player.client.prove(code))
