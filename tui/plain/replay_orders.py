"""A past match line by line: the effects of typed lines. No I/O."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from core.advice import can_advise
from core.bots.values import can_value
from core.game import Seat
from core.records.replay import Replay
from core.review.decision import Decision
from core.review.review import Review, next_costly
from tui.actions import all_words, help_of
from tui.boards.scene import COMMON
from tui.commands import did_you_mean
from tui.history.words import chosen_eyes
from tui.language import rulebook
from tui.language.games import no_hints
from tui.language.text import language, t
from tui.language.words import as_sentence
from tui.plain.commands import paragraph_lines
from tui.plain.replay import SpokenMatch
from tui.plain.table import ASKED, PlainTable
from tui.plain.words import no_such, parse_line, topic_called, words_for
from tui.replay.actions import ABOUT_POSITIONS, ACTIONS
from tui.replay.cursor import ReplayCursor
from tui.replay.words import advice_said, seen_by
from tui.review.words import costliest_said, deal_said, match_shares, mistake_said, share_said
from tui.summary.words import ending_of, page_lines
from tui.table.hints import find_hint, find_numbers, numbers_line

_LONGEST: Final = 200
"""The most characters of a line that are read."""


class PlainReplay:
    """The dialogue of a replay, until `done`."""

    def __init__(
        self,
        replay: Replay,
        seat: Seat | None,
        say: Callable[[str], None],
        judge: Callable[[Review | None], Review | None],
        review: Review | None = None,
    ) -> None:
        """`judge` reviews the match, or the rest of it; it returns None if that is impossible."""
        self.done = False
        self.again: Decision | None = None
        """The decision that the player wants to make again, in a match after the replay."""
        self.cursor = ReplayCursor(replay, seat)
        self._match = SpokenMatch(replay, seat, review)
        self._say = say
        self.answers = ReplayAnswers(self.cursor, self._match, judge)
        self._told_cost = -1
        """The position of the decision whose cost was said last."""

    def begin(self, *, asks: bool) -> None:
        """Say the opening and the first position; if a person types (`asks`), also how to go on."""
        self.say_all(self._match.opening())
        if asks:
            self._say(as_sentence(seen_by(self.cursor)))
            self._say(t("Enter continues; 'help' says what can be typed."))
        self.say_all(self._match.position(0))

    def tell_all(self) -> None:
        """Say all positions from here to the end."""
        replay, cursor = self.cursor.replay, self.cursor
        for at in range(cursor.at + 1, replay.last + 1):
            self.say_all(self._match.position(at))
        cursor.go(replay.last)
        self.say_all(self._match.end())

    def typed(self, line: str) -> None:
        """Carry out a line: an action of a replay, a number, or a question."""
        text = " ".join(line[:_LONGEST].split())
        order, rest = read_order(text)
        if order:
            EFFECTS[order](self, rest)
        elif text.removeprefix("#").isdecimal():
            self.go_to(text)
        else:
            self.say_all(self.answers.answer(text))

    def retry(self) -> None:
        """Leave for a match in which the costliest decision of this player is made again."""
        review = self.answers.reviewed()
        if review is None:
            return
        costliest = review.costliest(self.cursor.seat)
        if costliest:
            self.again, self.done = costliest[0], True
        else:
            self._say(t("No decision that was costly beyond doubt."))

    def say_all(self, sentences: Iterable[str]) -> None:
        """Say some sentences, without the empty ones."""
        for sentence in sentences:
            if sentence:
                self._say(sentence)

    # --- going about ----------------------------------------------------------------------------

    def step(self, direction: int, rest: str) -> None:
        """Go some positions forward, saying each, or back; `rest` may be their number."""
        cursor, count = self.cursor, int(rest) if rest.isdecimal() else 1
        if direction < 0:
            self.go(max(0, cursor.at - count))
            return
        if cursor.at == cursor.replay.last:
            self.say_all(self._match.end())
            return
        for at in range(cursor.at + 1, min(cursor.replay.last, cursor.at + count) + 1):
            cursor.go(at)
            self.say_all(self._match.position(at, costs=at - 1 != self._told_cost))
        if cursor.at == cursor.replay.last:
            self.say_all(self._match.end())

    def leaf(self, direction: int) -> None:
        """Go to the next deal or round (1), or to the beginning of this one or the one before."""
        self.go(self.cursor.next_deal(direction))

    def go_to(self, text: str) -> None:
        """Go to a move by its number, or to a deal by # and its number."""
        replay, number = self.cursor.replay, text.removeprefix("#").strip()
        if not number.isdecimal():
            self._say(t("'{word}' is not a whole number", word=text) + ".")
        elif text.startswith("#"):
            self.go(replay.deal_starts[max(0, min(int(number), len(replay.deal_starts)) - 1)])
        else:
            self.go(int(number))

    def go(self, at: int) -> None:
        """Go to a position and say it, with the costly decision made there."""
        cursor = self.cursor
        cursor.go(at)
        replay = cursor.replay
        deal = deal_said(replay, replay.deal_of(cursor.at))
        self._say(t("{deal}, move {n} of {last}.", deal=deal, n=cursor.at, last=replay.last))
        table = self.answers.table
        self.say_all([*table.situation(), table.hand(), *self._match.cost(cursor.at)])
        self._told_cost = cursor.at

    def go_costly(self, direction: int) -> None:
        """Go to the next costly decision (1) or to the one before (-1), or say there is none."""
        review, cursor = self.answers.reviewed(), self.cursor
        if review is None:
            return
        positions = [decision.at for decision in review.costly(cursor.seat)]
        at = next_costly(positions, cursor.at, direction)
        if at is not None:
            self.go(at)
        elif direction > 0:
            self._say(t("No costly decision after this") + ".")
        else:
            self._say(t("No costly decision before this") + ".")

    def look_through(self, word: str) -> None:
        """Follow another player, by a name; without one, the next."""
        cursor = self.cursor
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
        self.go(cursor.at)

    def _seat_called(self, word: str) -> Seat | None:
        """Return the seat of a name, as said here or as recorded; "" is the next seat.

        Raises LookupError.
        """
        cursor = self.cursor
        if not word:
            seat = -1 if cursor.seat is None else cursor.seat
            return seat + 1 if seat + 1 < len(cursor.names) else None
        named = [name.casefold() for name in cursor.names]
        if word.casefold() in named:
            return named.index(word.casefold())
        return chosen_eyes(cursor.replay.players, word, "")


_MOST: Final = 10
"""The most decisions in the list of the costliest."""


class ReplayAnswers:
    """The answers to questions about a cursor's position; moves nothing."""

    def __init__(
        self,
        cursor: ReplayCursor,
        match: SpokenMatch,
        judge: Callable[[Review | None], Review | None],
    ) -> None:
        """`judge` is as for `PlainReplay`."""
        self._cursor = cursor
        self._match = match
        self._judge = judge

    @property
    def table(self) -> PlainTable:
        """The position in words."""
        return self._match.table(self._cursor.at, self._cursor.legal)

    def reviewed(self) -> Review | None:
        """Return the review, after making it if need be; None if that is impossible."""
        review = self._match.review
        if review is None or not review.is_complete(self._cursor.replay):
            self._match.review = review = self._judge(review)
        return review

    def costliest(self) -> Iterator[str]:
        """Yield the costliest decisions, each with its position."""
        review, cursor = self.reviewed(), self._cursor
        if review is None:
            return
        replay, seat = cursor.replay, cursor.seat
        if seat is not None and (shares := match_shares(replay, review)):
            yield f"{cursor.names[seat]}: {share_said(shares[seat])}."
        costliest = review.costliest(seat)[:_MOST]
        for decision in costliest:
            what = costliest_said(replay, decision, seat)
            yield t("move {n}: {what}", n=decision.at, what=what) + "."
        if costliest:
            yield t("Type the number of a move to go there.")
        else:
            yield t("No decision that was costly beyond doubt.")

    def advice(self) -> str:
        """Return the hint that the player would have got here, compared with the move played."""
        return self._not_advised() or advice_said(self._cursor)[0]

    def numbers(self) -> str:
        """Return the points expected of each move here, by the View of the player followed."""
        cursor, game = self._cursor, self._cursor.replay.game.NAME
        if said := self._not_advised():
            return said
        if cursor.hint is None or not can_value(game):
            return t("This game's moves cannot be put into numbers.")
        view, hint = cursor.view, cursor.hint.move
        return numbers_line(game, view, find_numbers(game, view, hint), hint)

    def _not_advised(self) -> str:
        """Find the hint for this position; return the reason if there is none, else ""."""
        cursor, game = self._cursor, self._cursor.replay.game.NAME
        if cursor.seat is None:
            return t("A watcher decides nothing: 'eyes NAME' switches to a player's view.")
        if not cursor.mine:
            return t("The player you follow has nothing to decide here.")
        if not can_advise(game):
            return as_sentence(no_hints(game))
        cursor.hints.setdefault((cursor.at, cursor.seat), find_hint(game, cursor.view))
        return ""

    def summary(self) -> Iterator[str]:
        """Yield the last page, with the costliest decision if it is known."""
        cursor, review = self._cursor, self._match.review
        match = ending_of(cursor.replay, cursor.seat)
        if match is None:
            yield t("Here the match was broken off") + "."
            return
        mistake = mistake_said(cursor.replay, review, cursor.seat)
        yield from page_lines(replace(match, mistake=mistake), whole=True)

    def answer(self, text: str) -> Iterator[str]:
        """Answer a question about the position, or say that the line is unknown."""
        topics = self._cursor.board.topics
        asked = parse_line(text, topics)
        if asked.command in ASKED or topic_called(asked.command, (*topics, *COMMON)):
            yield from self.table.answer(asked.command, asked.rest)
        elif rulebook.PARAGRAPH.fullmatch(text.upper()):
            yield from paragraph_lines(self._cursor.replay.game.NAME, text)
        else:
            yield no_such(text, (*_CALLED, *words_for(*ASKED)), topics)


def _turn_page(at: PlainReplay, rest: str) -> None:
    """Go to a deal by its number, or to the next one."""
    if rest:
        at.go_to(f"#{rest}")
    else:
        at.leaf(1)


def _quit(at: PlainReplay, rest: str) -> None:
    at.done = True


EFFECTS: Final[Mapping[str, Callable[[PlainReplay, str], None]]] = {
    "next": lambda at, rest: at.step(1, rest),
    "back": lambda at, rest: at.step(-1, rest),
    "deal": _turn_page,
    "deal back": lambda at, rest: at.leaf(-1),
    "go": lambda at, rest: at.go_to(rest),
    "costly": lambda at, rest: at.go_costly(1),
    "costly back": lambda at, rest: at.go_costly(-1),
    "costliest": lambda at, rest: at.say_all(at.answers.costliest()),
    "eyes": lambda at, rest: at.look_through(rest),
    "all": lambda at, rest: at.tell_all(),
    "summary": lambda at, rest: at.say_all(at.answers.summary()),
    "hint": lambda at, rest: at.say_all([at.answers.advice()]),
    "numbers": lambda at, rest: at.say_all([at.answers.numbers()]),
    "help": lambda at, rest: at.say_all(help_lines(at.cursor.replay.game.NAME)),
    "retry": lambda at, rest: at.retry(),
    "quit": _quit,
}
"""The effects of the rows that have words, by their names in plain mode."""

_BACK: Final = ("N", "Т")
"""The words for "costly back" that differ from those for "costly" only in case."""

_CALLED: Final = all_words(ACTIONS)
"""The words of a replay's actions -> the action. Russian words work in every language."""


def read_order(text: str) -> tuple[str, str]:
    """Return the action of a line and the rest of it; "" and the line if it has none.

    An empty line is "next".
    """
    if text in _BACK:
        return "costly back", ""
    words = text.casefold().split()
    for count in (2, 1):
        order = _CALLED.get(" ".join(words[:count])) if len(words) >= count else None
        if order is not None:
            return order, " ".join(text.split()[count:])
    return ("", text) if words else ("next", "")


def help_lines(game: str) -> Iterator[str]:
    """Yield the lines of help in a replay."""
    paragraph = rulebook.example(rulebook.read(game, language()))
    for _, line in help_of((*ACTIONS, *ABOUT_POSITIONS), game, alone=False):
        yield t(line, paragraph=paragraph)
