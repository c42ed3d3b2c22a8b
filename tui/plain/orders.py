"""Plain mode: the dialogue at a table, and the effects of typed lines. No I/O."""

from dataclasses import replace
from functools import partial

from core.game import NOT_YOUR_TURN
from net.client.events import CodeWanted, Dismissed, NotSeated, SatDown
from net.secure.code import CodeError, parse_code
from net.wire.reasons import REFUSALS
from net.wire.to_host import Here, Leave
from tui.actions import Chapter, Who
from tui.language import rulebook
from tui.language.text import t
from tui.language.words import as_sentence
from tui.plain.actions import ROWS
from tui.plain.commands import bid_meant, may_name_move, paragraph_lines, piece_of, rule_lines
from tui.plain.context import PlainContext
from tui.plain.narrator import Narrator
from tui.plain.table import verbs_of
from tui.plain.words import Typed, help_lines, no_such, parse_line, words_for
from tui.room.hosts import could_have_it, kept_said
from tui.room.words import refusal_said
from tui.table import effects
from tui.table.effects import Effect, ModelInput
from tui.table.hints import coach_said


def do_typed(player: PlainContext, line: str) -> None:
    """Carry out a line: a move, an action, a topic or a paragraph."""
    typed = parse_line(line, player.topics)
    mine = player.client.my_turn
    found = player.table.choices.meant(line, aloud=not typed.command) if mine else []
    if len(found) == 1:
        player.play(found[0])
    elif found and not typed.command:
        player.say(player.table.choices.which(found, line.strip()))
    elif typed.command:
        _do(player, typed)
    elif rulebook.PARAGRAPH.fullmatch(typed.rest.upper()):
        player.carry_out(effects.OpenRules(typed.rest))
    else:
        _try(player, typed.rest)


def _do(player: PlainContext, typed: Typed) -> None:
    """Carry out the action of a row, or answer a topic of the game."""
    action = ROWS.get(typed.command)
    if player.asked[0] != typed.command:
        player.asked = ("", None)
    if (action is None or action.begun) and player.client.view is None:
        player.say(t("The match has not begun."))
    elif action is None or action.effect is None:
        player.say_all(player.table.answer(typed.command, typed.rest))
    elif player.plan.alone and action.who is Who.COMPANY and action.chapter is Chapter.OTHERS:
        player.say(t("You play alone: nobody would read it."))
    else:
        action.effect(player, typed.rest)
        player.perform()


def _try(player: PlainContext, text: str) -> None:
    """Send an illegal move, so that the refusal gives the reason; or help with an unknown line."""
    choices, mine = player.table.choices, player.client.my_turn
    verbs = choices.verbs if player.match.legal else set()
    verb = text.partition(" ")[0].casefold()
    named = text[:1].isdecimal() or piece_of(text)
    if player.in_match and not mine and (named or choices.is_move(text)):
        # A player who names a move has read the finished deal.
        if not player.finish_reading():
            _say_not_yours(player)
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
        player.say(no_such(text, words_for(*ROWS), player.topics))
        _say_awaited(player)


# --- effects -------------------------------------------------------------------------------------


def carry_out(player: PlainContext, effect: Effect) -> None:
    """Carry out an effect by sending or saying; others go to `player.outside`."""
    match effect:
        case effects.MakeMove(move):
            player.send(player.client.play(move))
        case effects.SendMessage(message):
            player.send(message)
        case effects.Tell(text):
            player.say(text)
        case effects.Ring():
            _say_not_yours(player)
        case effects.OpenPage("help"):
            _say_help(player)
        case effects.OpenPage("scores"):
            player.say_all(player.table.answer("score"))
        case effects.OpenPage("evening"):
            player.room.told()
        case effects.OpenRules(paragraph):
            _read(player, paragraph or player.cited)
        case effects.OpenPage("house rules"):
            game, room = player.client.game, player.client.room
            player.say_all(rule_lines(game.Options, room.options) if game and room else ())
        case effects.OpenPage("ways") if player.plan.alone:
            player.say(t("Nobody else can come to this table: you are playing alone."))
        case effects.Switch("coach") if not player.plan.alone:
            player.say(t("The coach helps only in a match alone against bots."))
        case effects.Switch("coach"):
            player.plan = replace(player.plan, coach=not player.plan.coach)
            player.match.judged = None
            player.say(as_sentence(coach_said(on=player.plan.coach)))
            player.outside(effect)
        case effects.AskLeave():
            _leave(player)
        case effects.FindHint() | effects.FindNumbers():
            player.thinking = True
            player.outside(effect)
        case _:
            player.outside(effect)


def _say_not_yours(player: PlainContext) -> None:
    """Say that it is another player's turn, and whose; or that the match is over."""
    over = player.ending is not None
    player.sentence(t("the match is over") if over else t(NOT_YOUR_TURN))
    _say_awaited(player)


def _say_awaited(player: PlainContext) -> None:
    """Say who is awaited, unless it is this player."""
    if player.in_match and not player.client.my_turn:
        player.say(player.awaited())


def _say_help(player: PlainContext) -> None:
    game = player.client.game
    if game is None:
        player.say(t("The match has not begun."))
    else:
        player.say_all(help_lines(game.NAME, player.topics, alone=player.plan.alone))


def _read(player: PlainContext, paragraph: str) -> None:
    """Read out a paragraph of the rule book, if one is named or was cited."""
    game = player.client.game
    if paragraph and game is not None:
        player.say_all(paragraph_lines(game.NAME, paragraph))
    else:
        player.say(t("No move has been refused yet."))


def _leave(player: PlainContext) -> None:
    """Leave; if a bot would take the seat, only after the word is typed again."""
    if player.offer is not None:  # without a host the seat cannot be given up
        player.sentence(kept_said(player.client))
        player.left = True
        return
    minds = player.in_match and not player.plan.alone and player.client.seat is not None
    if minds and not player.asked[0]:
        player.asked = ("quit", None)
        player.say(_what_leaving_means(player))
        return
    if minds:
        player.send(Leave())
    player.left = True


def _what_leaving_means(player: PlainContext) -> str:
    if player.plan.hosting:
        said = t(
            "A match is being played. 'quit' again closes the table for good; 'away' leaves it "
            "open here; Ctrl+C saves the match for later."
        )
        if could_have_it(player.client):
            said += " " + t("'move NAME' has another player's computer take the table.")
        return said
    return t(
        "A match is being played. 'quit' again gives your seat to a bot; Ctrl+C keeps it for you."
    )


class PlainDialogue:
    """The dialogue at a table: events and typed lines in, until `done`; then see `failed`."""

    def __init__(self, player: PlainContext) -> None:
        self.player = player
        self.failed = False
        """Whether the dialogue ended with an error, or a code is still wanted."""
        self.wants_code = False
        """Whether the next line is the code of the table."""
        self._trying = False
        """Whether a code is being checked: lines typed ahead wait."""
        self._kept_said = False
        """Whether the player knows that lines wait for the match."""
        self._over = False
        player.carry_out = partial(carry_out, player)
        self._narrator = Narrator(player)

    @property
    def done(self) -> bool:
        """Whether the dialogue is over."""
        return self._over or self.player.left

    @property
    def thinking(self) -> bool:
        """Whether an answer is awaited: typed lines wait."""
        return self.player.thinking

    def receive(self, event: ModelInput, now: float) -> None:
        """Take an event; `now` is the time, in seconds, for clocks."""
        match event:
            case CodeWanted(wrong=wrong):
                self.player.say_no(t(REFUSALS["wrong" if wrong else "code"]))
                self.failed, self._trying, self.wants_code = True, False, True
                self.player.say(t("Type the code, or 'quit'."))
            case NotSeated():
                # Without a seat the dialogue is over.
                self.player.say_no(refusal_said(event))
                if event.code == "playing":
                    self._say_how_to_watch()
                self._over = self.failed = True
            case Dismissed():
                self._dismissed(event)
            case _:
                if isinstance(event, SatDown):
                    self.failed = self._trying = False
                self._narrator.receive(event, now)

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
            self.player.room.evening()
        good = self._narrator.finished or self.done or event.code == "left"
        self.failed = self.failed or not good
        self._over = True

    def _say_how_to_watch(self) -> None:
        """Tell a player without a seat how to watch; but not a guest, who typed no command."""
        if not self.player.plan.drawn:
            self.player.say(
                t(
                    "The same command with '--watch' lets you in to watch; the owner can give a "
                    "seat back to a player who watches."
                )
            )

    def hurry(self, now: float) -> None:
        """Warn the player that the time is nearly up."""
        self._narrator.hurry(now)

    def waits(self, line: str) -> bool:
        """Tell whether a line has to wait: a move typed ahead of this player's turn."""
        client = self.player.client
        if self.wants_code or self._trying:
            return self._trying
        watching = client.seated is not None and client.seat is None
        asks = parse_line(line, self.player.topics).command or not line.strip()
        if asks or self._narrator.finished or watching:
            return False
        if client.view is None and client.game is not None:
            return may_name_move(line, verbs_of(client.game.NAME))
        return not client.my_turn

    def say_kept(self, line: str) -> None:
        """Say, once before a match, that this line and those behind it wait for the match."""
        room = self.player.client.room
        if room is not None and room.phase == "gathering" and not self._kept_said:
            self._kept_said = True
            self.player.sentence(
                t("'{text}' waits for your turn in the match, and so does what follows", text=line)
            )

    def typed(self, line: str) -> None:
        """Carry out a line; an empty one continues from a finished deal."""
        player = self.player
        if self.wants_code:
            if line.strip():
                self._try_code(line)
            return
        if player.client.questioned:
            player.send(Here())
        if line.strip():
            do_typed(player, line)
        elif not player.finish_reading() and player.client.my_turn:
            player.say(player.awaited())

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
