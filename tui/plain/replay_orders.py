"""A past match line by line: what is typed leads forward, back, to costly places. No I/O."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from core.advice import can_advise
from core.game import Seat
from core.records.replay import Replay
from core.review.review import Review, next_costly
from tui.boards.topics import COMMON
from tui.commands import did_you_mean
from tui.history.words import chosen_eyes
from tui.language import rulebook
from tui.language.games import no_hints
from tui.language.text import language, t
from tui.language.words import as_sentence
from tui.plain.commands import no_such, parse_line, topic_called
from tui.plain.help import paragraph_lines
from tui.plain.replay import ToldMatch
from tui.plain.table import ASKED, PlainTable
from tui.replay.cursor import ReplayCursor
from tui.replay.words import advice_said, seen_by
from tui.review.words import dearest_said, match_shares, part_said, share_said
from tui.summary.ending import ending_of
from tui.summary.words import page_lines
from tui.table.hints import find_hint

ORDERS: Final[dict[str, tuple[str, ...]]] = {
    "next": ("continue", "go on", "дальше", "вперёд", "вперед"),
    "back": ("назад",),
    "deal": ("round", "next deal", "next round", "раздача", "следующая раздача", "круг"),
    "deal back": ("round back", "раздача назад", "прошлая раздача", "круг назад"),
    "go": ("к", "перейти"),
    "costly": ("n", "т", "дорогое"),
    "costly back": ("дорогое назад",),
    "costliest": ("d", "dearest", "в", "дорогие", "самые дорогие"),
    "eyes": ("глаза",),
    "all": ("всё", "все"),
    "summary": ("итоги", "итог"),
    "hint": ("подсказка", "совет"),
    "help": ("?", "h", "помощь", "справка"),
    "quit": ("q", "exit", "leave", "выход", "уйти"),
}
"""Order -> what else it may be called. Russian words work in every language."""

_BACK: Final = ("N", "Т")
"""The one-letter order that differs from another only in case."""

_CALLED: Final = {word: name for name, others in ORDERS.items() for word in (name, *others)}
_MOST: Final = 10
"""How many decisions the list of the costliest has."""


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
        self._judge = judge
        self._told_cost = -1
        """The decision whose cost has been told last."""

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
        text = " ".join(line.split())
        order, rest = ("costly back", "") if text in _BACK else read_order(text)
        match order:
            case "":
                self._ask(text)
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
                self._say_all(self._dearest())
            case "all":
                self.tell_all()
            case "summary":
                match = ending_of(self._cursor.replay, self._cursor.seat)
                broken_off = [t("Here the match was broken off") + "."]
                self._say_all(page_lines(match, whole=True) if match else broken_off)
            case "hint":
                self._advise()
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
        """Go to where the next deal begins, or this one, or the one before."""
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
        table = self._table
        self._say_all([*table.situation(), table.hand(), *self._match.cost(cursor.at)])
        self._told_cost = cursor.at

    @property
    def _table(self) -> PlainTable:
        return self._match.table(self._cursor.at, self._cursor.legal)

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
        """Return whose eyes a word means, as they are named here or in the record; "": the next.

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

    # --- what decisions cost --------------------------------------------------------------------

    def _reviewed(self) -> Review | None:
        """Return the review, made first if it is not there yet."""
        review = self._match.review
        if review is None or not review.is_complete(self._cursor.replay):
            self._match.review = review = self._judge(review)
        return review

    def _go_costly(self, direction: int) -> None:
        review, cursor = self._reviewed(), self._cursor
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

    def _dearest(self) -> Iterator[str]:
        """List the costliest decisions, each with the move to go to."""
        review, cursor = self._reviewed(), self._cursor
        if review is None:
            return
        replay, seat = cursor.replay, cursor.seat
        if seat is not None and (shares := match_shares(replay, review)):
            yield f"{cursor.names[seat]}: {share_said(shares[seat])}."
        dearest = review.dearest(seat)[:_MOST]
        for decision in dearest:
            yield t("move {n}: {what}", n=decision.at, what=dearest_said(replay, decision)) + "."
        if dearest:
            yield t("Type the number of a move to go there.")
        else:
            yield t("No decision that was costly beyond doubt.")

    def _advise(self) -> None:
        """Say what the hint would have been, from what the player could know."""
        cursor, game = self._cursor, self._cursor.replay.game.NAME
        if cursor.seat is None:
            self._say(t("A watcher decides nothing: 'eyes NAME' switches to a player's view."))
        elif not cursor.mine:
            self._say(t("The player you follow has nothing to decide here."))
        elif not can_advise(game):
            self._say(as_sentence(no_hints(game)))
        else:
            cursor.hints.setdefault((cursor.at, cursor.seat), find_hint(game, cursor.view))
            self._say(advice_said(cursor)[0])

    # --- what is asked --------------------------------------------------------------------------

    def _ask(self, text: str) -> None:
        """Answer a question about a position, or say that a line means nothing."""
        topics = self._cursor.board.TOPICS
        asked = parse_line(text, topics)
        if text.removeprefix("#").isdecimal():
            self._go_to(text)
        elif asked.command in ASKED or topic_called(asked.command, (*topics, *COMMON)):
            self._say_all(self._table.answer(asked.command, asked.rest))
        elif rulebook.PARAGRAPH.fullmatch(text.upper()):
            self._say_all(paragraph_lines(self._cursor.replay.game.NAME, text))
        else:
            self._say(no_such(text, (*ORDERS, *ASKED), topics))


def read_order(text: str) -> tuple[str, str]:
    """Split a line into an order and the rest; "" if it is none, and an empty line goes on."""
    words = text.casefold().split()
    for count in (2, 1):
        order = _CALLED.get(" ".join(words[:count])) if len(words) >= count else None
        if order is not None:
            return order, " ".join(text.split()[count:])
    return ("", text) if words else ("next", "")


def help_lines(game: str) -> Iterator[str]:
    """Say what can be typed while a match is being watched again."""
    paragraph = rulebook.example(rulebook.read(game, language()))
    yield t("Enter or next: one move forward; next 5: five; back: one back")
    yield t("deal, deal back: the next deal or round, the one before; deal 3: the third")
    yield t("a number: to that move; all: everything from here to the end")
    yield t("n, N: the next costly decision, the one before; costliest: the costliest of them")
    yield t("eyes NAME: what another player saw; eyes nobody: what a watcher saw")
    yield t("hand, table, moves, score: what there was to see and do in this position")
    yield t("hint: what the adviser would have said here")
    yield t("picture, sheet: the table and the score sheet as drawings of characters")
    yield t("summary: how the match came out, with the totals deal by deal")
    yield t("{paragraph}: that paragraph of the rule book", paragraph=paragraph)
    yield t("quit: leave")
