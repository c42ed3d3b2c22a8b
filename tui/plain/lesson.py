"""Lessons line by line: a step is read out, a move or Enter is typed. Only `run` reads input."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from net.wire.names import BOT_NAMES
from tui.boards import BOARDS
from tui.boards.scene import COMMON
from tui.language import rulebook
from tui.language.games import game_title, speak_of_game
from tui.language.text import language, t
from tui.language.words import refusal, tile_name, use_words
from tui.lessons import LESSONS
from tui.lessons.lesson import Walk, spoken
from tui.plain.commands import paragraph_lines
from tui.plain.stdio import say, typed_lines
from tui.plain.table import ASKED, PlainTable
from tui.plain.words import no_such, parse_line, topic_called, words_for
from tui.preferences.settings import Settings, player_name

_BEGIN: Final = re.compile(r"(?:^|(?<=[.!?] ))\w")
_TILE: Final = re.compile(r"\b[0-6]-[0-6]\b")
_OF_DOUBLE: Final = re.compile(r"(?<=\b[су] )дупль")
"""A double declined in Russian; in figures it is not."""
_COMMANDS: Final = ("help", *ASKED, "hint", "quit")
_BACK: Final = ("back", "назад")
_WORDS: Final = (*words_for(*_COMMANDS), *_BACK)
"""All words that can be typed besides moves and topics."""


def run(game: str, settings: Settings) -> int:
    """Run a lesson with lines from stdin; return the exit code."""
    use_words("spoken")
    lesson = PlainLesson(game, player_name(settings), say)
    for line in typed_lines():
        lesson.typed(line)
        if lesson.done:
            break
    return 0


class PlainLesson:
    """The dialogue of a lesson, until `done`."""

    def __init__(self, game: str, player: str, say: Callable[[str], None]) -> None:
        speak_of_game(game)
        self.walk = Walk(LESSONS[game].LESSON)
        self.done = False
        self._say = say
        self._board = BOARDS[game]
        self._names: Sequence[str] = (player, *map(t, BOT_NAMES[: self.walk.lesson.seats - 1]))
        say(t("A lesson: {game}. 'help' says what can be typed.", game=game_title(game)))
        self._say_step()

    @property
    def _table(self) -> PlainTable:
        walk = self.walk
        return PlainTable(walk.lesson.game, walk.view, self._names, walk.legal)

    # --- saying ---------------------------------------------------------------------------------

    def _say_step(self) -> None:
        walk, table = self.walk, self._table
        self._say(
            t("Step {n} of {all}.", n=walk.index + 1, all=len(walk.lesson.steps))
            + " "
            + _sentences(walk.step.aloud or walk.step.text)
        )
        if walk.step.sheet:
            self._say_all([table.score(), t("'sheet' draws the score sheet.")])
        elif walk.asked:
            self._say_all([*table.lies(), table.hand()])
        self._say_what_next()

    def _say_what_next(self) -> None:
        if self.walk.asked:
            self._say(self._table.turn())
        elif self.walk.is_last:
            self._say(t("At a table 'hint' gives a hint, and 'why' reads out what forbids a move."))
            self._say(t("Enter ends the lesson."))
        else:
            self._say(t("Enter continues."))

    def _say_all(self, sentences: Iterable[str]) -> None:
        for sentence in sentences:
            if sentence:
                self._say(sentence)

    # --- what is typed --------------------------------------------------------------------------

    def typed(self, line: str) -> None:
        """Carry out a line: a move, a command, or an empty line, which continues."""
        word = parse_line(line, self._board.topics)
        if not line.strip() or word.command == "continue":
            self._advance()
            return
        command = "back" if line.strip().casefold() in _BACK else word.command
        found = self._table.choices.meant(line, aloud=not command) if self.walk.asked else []
        if len(found) == 1:
            self._play(found[0])
        elif found and not command:
            self._say(self._table.choices.which(found, line.strip()))
        elif command in (*_COMMANDS, "back") or topic_called(
            command, (*self._board.topics, *COMMON)
        ):
            self._do(command, word.rest)
        elif rulebook.PARAGRAPH.fullmatch(line.strip().upper()):
            self._say_all(paragraph_lines(self.walk.lesson.game, line.strip()))
        else:
            self._explain(line.strip())

    def _advance(self) -> None:
        if self.walk.asked:
            self._say_what_next()
        elif self.walk.advance():
            self._say_step()
        else:
            self.done = True

    def _play(self, move: str) -> None:
        answer = self.walk.play(move)
        right = t("Right!") + " " if answer.right else ""
        text = (answer.right and self.walk.step.done_aloud) or answer.text
        self._say(right + _sentences(text))
        self._say_what_next()

    def _explain(self, text: str) -> None:
        """State the rules' reason against a move, or that the line is no move."""
        fault = self.walk.fault(text) if self.walk.asked else None
        if fault is not None and text.partition(" ")[0] in self._table.choices.verbs:
            reason = refusal(fault.reason, fault.facts, fault.rule)
            self._say(t("No: {reason}.", reason=reason))
            return
        why, rule = self._table.choices.barred(text) if self.walk.asked else ("", "")
        if why:
            self._say(t("No: {reason}.", reason=f"{why} ({rule})" if rule else why))
            return
        self._say(no_such(text, _WORDS, self._board.topics))

    def _do(self, command: str, rest: str) -> None:
        table = self._table
        match command:
            case "quit":
                self.done = True
            case "back":
                self.walk.go_back()
                self._say_step()
            case "hint" if self.walk.asked:
                move = table.choices.spoken(self.walk.step.ask[0])
                self._say(t("The lesson asks for: {move}.", move=move))
            case "hint":
                self._say_what_next()
            case "moves" if not self.walk.asked:
                self._say(t("Enter continues."))
            case "help":
                self._help()
            case _:
                self._say_all(table.answer(command, rest))

    def _help(self) -> None:
        self._say(t("Enter continues; back goes back a step; quit leaves"))
        self._say(t("A move is its number in the list, its text, or some words of it."))
        self._say(t("hand, table, moves: what you hold, what is on the table, what you may do"))
        paragraph = rulebook.example(rulebook.read(self.walk.lesson.game, language()))
        self._say(t("{paragraph}: that paragraph of the rule book", paragraph=paragraph))
        self._say(t("hint: the move that the lesson asks for"))
        self._say(t("picture, sheet: the table and the score sheet as drawings of characters"))


def _sentences(text: str) -> str:
    """Word a text of the lesson for listeners, with capitals where sentences begin."""
    said = _TILE.sub(lambda found: tile_name(found[0]), spoken(text))
    said = _OF_DOUBLE.sub("дупля", said)
    return _BEGIN.sub(lambda found: found[0].upper(), said)
