"""A past match line by line: what is typed leads forward, back, to costly places. No I/O."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from core.game import Seat
from core.records.replay import Replay
from core.review.review import Review, next_costly
from tui.commands import did_you_mean
from tui.history.words import chosen_eyes
from tui.language.text import t
from tui.language.words import as_sentence
from tui.plain.replay import ToldMatch
from tui.plain.replay_answers import ReplayAnswers
from tui.plain.replay_commands import help_lines, read_order
from tui.replay.cursor import ReplayCursor
from tui.replay.words import seen_by
from tui.review.words import part_said

_LONGEST: Final = 200
"""At most this many characters of a line are read; no order has more."""


class PlainReplay:
    """Somebody's dialogue with a recorded match, until `done`."""

    def __init__(
        self,
        replay: Replay,
        seat: Seat | None,
        say: Callable[[str], None],
        judge: Callable[[Review | None], Review | None],
        review: Review | None = None,
    ) -> None:
        """`judge` reviews the match, or continues a review; None if that is impossible."""
        self.done = False
        self._cursor = ReplayCursor(replay, seat)
        self._match = ToldMatch(replay, seat, review)
        self._say = say
        self._answers = ReplayAnswers(self._cursor, self._match, judge)
        self._told_cost = -1
        """The decision whose cost was last reported."""

    def begin(self, *, asks: bool) -> None:
        """Say what is being watched and how it begins and, if somebody types, what can be typed."""
        self._say_all(self._match.opening())
        if asks:
            self._say(as_sentence(seen_by(self._cursor)))
            self._say(t("Enter continues; 'help' says what can be typed."))
        self._say_all(self._match.position(0))

    def tell_all(self) -> None:
        """Tell everything from here to the end."""
        replay, cursor = self._cursor.replay, self._cursor
        for at in range(cursor.at + 1, replay.last + 1):
            self._say_all(self._match.position(at))
        cursor.go(replay.last)
        self._say_all(self._match.end())

    def typed(self, line: str) -> None:
        """Do what a line asks for."""
        text = " ".join(line[:_LONGEST].split())
        order, rest = read_order(text)
        match order:
            case "" if text.removeprefix("#").isdecimal():
                self._go_to(text)
            case "":
                self._say_all(self._answers.answer(text))
            case "next" | "back":
                self._step(1 if order == "next" else -1, rest)
            case "deal" if rest:
                self._go_to(f"#{rest}")
            case "deal" | "deal back":
                self._leaf(1 if order == "deal" else -1)
            case "go":
                self._go_to(rest)
            case "costly" | "costly back":
                self._go_costly(1 if order == "costly" else -1)
            case "eyes":
                self._look_through(rest)
            case _:
                self._do(order)

    def _do(self, order: str) -> None:
        """Do what needs no further words."""
        match order:
            case "costliest":
                self._say_all(self._answers.dearest())
            case "all":
                self.tell_all()
            case "summary":
                self._say_all(self._answers.summary())
            case "hint":
                self._say(self._answers.advice())
            case "numbers":
                self._say(self._answers.numbers())
            case "help":
                self._say_all(help_lines(self._cursor.replay.game.NAME))
            case "quit":
                self.done = True

    def _say_all(self, sentences: Iterable[str]) -> None:
        for sentence in sentences:
            if sentence:
                self._say(sentence)

    # --- going about ----------------------------------------------------------------------------

    def _step(self, direction: int, rest: str) -> None:
        """Go one or several positions forward or back; on the way forward tell each of them."""
        cursor, count = self._cursor, int(rest) if rest.isdecimal() else 1
        if direction < 0:
            self._go(max(0, cursor.at - count))
            return
        if cursor.at == cursor.replay.last:
            self._say_all(self._match.end())
            return
        for at in range(cursor.at + 1, min(cursor.replay.last, cursor.at + count) + 1):
            cursor.go(at)
            self._say_all(self._match.position(at, costs=at - 1 != self._told_cost))
        if cursor.at == cursor.replay.last:
            self._say_all(self._match.end())

    def _leaf(self, direction: int) -> None:
        """Go to where the next deal begins, or this one, or the previous one."""
        self._go(self._cursor.part(direction))

    def _go_to(self, text: str) -> None:
        """Go to a move by its number, or to a deal by # and its number."""
        replay, number = self._cursor.replay, text.removeprefix("#").strip()
        if not number.isdecimal():
            self._say(t("'{word}' is not a whole number", word=text) + ".")
        elif text.startswith("#"):
            self._go(replay.parts[max(0, min(int(number), len(replay.parts)) - 1)])
        else:
            self._go(int(number))

    def _go(self, at: int) -> None:
        """Go to a position and say where that is, and which costly decision was made there."""
        cursor = self._cursor
        cursor.go(at)
        replay = cursor.replay
        part = part_said(replay, replay.part_of(cursor.at))
        self._say(t("{deal}, move {n} of {last}.", deal=part, n=cursor.at, last=replay.last))
        table = self._answers.table
        self._say_all([*table.situation(), table.hand(), *self._match.cost(cursor.at)])
        self._told_cost = cursor.at

    def _go_costly(self, direction: int) -> None:
        review, cursor = self._answers.reviewed(), self._cursor
        if review is None:
            return
        places = [decision.at for decision in review.costly(cursor.seat)]
        at = next_costly(places, cursor.at, direction)
        if at is not None:
            self._go(at)
        elif direction > 0:
            self._say(t("No costly decision after this") + ".")
        else:
            self._say(t("No costly decision before this") + ".")

    def _look_through(self, word: str) -> None:
        """Look through the eyes of another player; of the next one if none is named."""
        cursor = self._cursor
        try:
            cursor.seat = self._seat_called(word)
        except LookupError:
            known = ", ".join(cursor.names)
            said = t(
                "nobody called '{word}' sat there; there were: {known}", word=word, known=known
            )
            self._say(as_sentence(said + did_you_mean(word, cursor.names)))
            return
        self._match.seat = cursor.seat
        self._say(as_sentence(seen_by(cursor)))
        self._go(cursor.at)

    def _seat_called(self, word: str) -> Seat | None:
        """Return whose eyes a word means, by their names here or in the record; "" means the next.

        Raises LookupError.
        """
        cursor = self._cursor
        if not word:
            seat = -1 if cursor.seat is None else cursor.seat
            return seat + 1 if seat + 1 < len(cursor.names) else None
        named = [name.casefold() for name in cursor.names]
        if word.casefold() in named:
            return named.index(word.casefold())
        return chosen_eyes(cursor.replay.players, word, "")
