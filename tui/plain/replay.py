"""A past match line by line, as a player or a watcher heard it: its sentences, and the effects of
typed lines. No I/O.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from core.advice import can_advise
from core.game import DEAL_ENDS, Seat
from core.records.replay import Replay
from core.review.decision import Decision
from core.review.review import Review, next_costly
from tui.actions import all_words, help_of
from tui.boards.scene import COMMON
from tui.commands import did_you_mean
from tui.history.words import chosen_eyes, fault_said, players_said
from tui.language import rulebook
from tui.language.games import game_title, no_hints, rules_text, speak_of_game
from tui.language.text import language, t
from tui.language.words import as_sentence
from tui.plain.commands import paragraph_lines
from tui.plain.table import ASKED, PlainTable
from tui.plain.words import no_such, parse_line, topic_called, words_for
from tui.replay.cursor import ReplayCursor
from tui.replay.model import ABOUT_POSITIONS, ACTIONS
from tui.replay.words import advice_said, seen_by
from tui.review import words as review_words
from tui.summary.words import ending_of, page_lines
from tui.table.hints import find_hint, find_numbers, numbers_line

_LONGEST: Final = 200
"""The most characters of a line that are read."""

_MOST: Final = 10
"""The most decisions in the list of the costliest."""


class PlainReplay:
    """The dialogue of a replay, until `done`."""

    def __init__(
        self,
        replay: Replay,
        seat: Seat | None,
        say: Callable[[str], None],
        judge: Callable[[Review | None], Review | None] = lambda begun: begun,
        review: Review | None = None,
    ) -> None:
        """`judge` reviews the match, or the rest of it; it returns None if that is impossible."""
        speak_of_game(replay.game.NAME)
        self.done = False
        self.again: Decision | None = None
        """The decision that the player wants to repeat, in a match after the replay."""
        self.cursor = ReplayCursor(replay, seat)
        self.review = review
        """The review so far; None without one."""
        self.told_cost = -1
        """The position of the decision whose cost was last told."""
        self._judge = judge
        self._say = say

    def begin(self, *, asks: bool) -> None:
        """Say the opening and the first position; if a person types (`asks`), also how to go on."""
        replay = self.cursor.replay
        self.say(f"{game_title(replay.game.NAME)}. {players_said(replay.players)}.")
        self.say(rules_text(replay.options) + ".")
        if asks:
            self.say(as_sentence(seen_by(self.cursor)))
            self.say(t("Enter continues; 'help' says what can be typed."))
        self.say(*position_told(self, 0))

    def tell_all(self) -> None:
        """Say all positions from here to the end."""
        cursor, last = self.cursor, self.cursor.replay.last
        for at in range(cursor.at + 1, last + 1):
            self.say(*position_told(self, at))
        cursor.go(last)
        self.say(*_end(self))

    def typed(self, line: str) -> None:
        """Carry out a line: an action of a replay, a number, or a question."""
        text = " ".join(line[:_LONGEST].split())
        order, rest = read_order(text)
        if order:
            EFFECTS[order](self, rest)
        elif text.removeprefix("#").isdecimal():
            _go_to(self, text)
        else:
            self.say(*_answer(self, text))

    def say(self, *sentences: str) -> None:
        """Say some sentences, without the empty ones."""
        for sentence in filter(None, sentences):
            self._say(sentence)

    def table(self, at: int | None = None) -> PlainTable:
        """Return a position in words; without a number the current one, with its moves."""
        cursor, game = self.cursor, self.cursor.replay.game.NAME
        if at is None:
            return PlainTable(game, cursor.view, cursor.names, cursor.legal)
        return PlainTable(game, cursor.replay.view(at, cursor.seat), cursor.names, ())

    def reviewed(self) -> Review | None:
        """Return the review, after making it if need be; None if that is impossible."""
        if self.review is None or not self.review.is_complete(self.cursor.replay):
            self.review = self._judge(self.review)
        return self.review


# --- the match in sentences ------------------------------------------------------------------


def position_told(match: PlainReplay, at: int, *, costs: bool = True) -> Iterator[str]:
    """Yield the events that led to a position, and the cost of the decision before it."""
    cursor = match.cursor
    events, table = cursor.replay.events(at, cursor.seat), match.table(at)
    if at == 0:
        yield from table.situation()
    yield from (cursor.board.sentence(event, cursor.names, cursor.seat) for event in events)
    if costs:
        yield from _cost(match, at - 1)
    if any(event.kind in DEAL_ENDS for event in events):
        yield from cursor.board.page_told(table.view, cursor.names)
    if at == 0 or any(event.kind == "began" for event in events):
        yield table.hand()


def _cost(match: PlainReplay, at: int) -> Iterator[str]:
    """Yield the cost of the decision made in a position, if it was costly."""
    cursor = match.cursor
    for decision in match.review.costly(cursor.seat) if match.review else ():
        if decision.at == at:
            who = f"{cursor.names[decision.seat]}: " if cursor.seat is None else ""
            yield t(
                "Costly: {what}",
                what=f"{who}{review_words.decision_said(cursor.replay, decision)}.",
            )


def _end(match: PlainReplay) -> Iterator[str]:
    """Yield the result and, with a review, the shares of play and luck."""
    replay, seat, review = match.cursor.replay, match.cursor.seat, match.review
    ending = ending_of(replay, seat)
    if ending is not None:
        yield from page_lines(ending, whole=True)
    else:
        yield t("Here the match was broken off") + "."
        yield match.table(replay.last).score()
    if replay.fault is not None:
        why = fault_said(replay.fault)
        yield t("The record cannot be followed further: {why}", why=why) + "."
    if review is not None and seat is not None:
        yield from review_words.closing_lines(replay, review, seat)


# --- going about ---------------------------------------------------------------------------------


def _step(match: PlainReplay, direction: int, rest: str) -> None:
    """Go some positions forward, saying each, or back; `rest` may be their number."""
    cursor, count = match.cursor, int(rest) if rest.isdecimal() else 1
    last = cursor.replay.last
    if direction < 0:
        _go(match, max(0, cursor.at - count))
        return
    for at in range(cursor.at + 1, min(last, cursor.at + count) + 1):
        cursor.go(at)
        match.say(*position_told(match, at, costs=at - 1 != match.told_cost))
    if cursor.at == last:
        match.say(*_end(match))


def _turn_page(match: PlainReplay, rest: str) -> None:
    """Go to a deal by its number, or to the next one."""
    if rest:
        _go_to(match, f"#{rest}")
    else:
        _go(match, match.cursor.next_deal(1))


def _go_to(match: PlainReplay, text: str) -> None:
    """Go to a move by its number, or to a deal by # and its number."""
    starts, number = match.cursor.replay.deal_starts, text.removeprefix("#").strip()
    if not number.isdecimal():
        match.say(t("'{word}' is not a whole number", word=text) + ".")
    elif text.startswith("#"):
        _go(match, starts[max(0, min(int(number), len(starts)) - 1)])
    else:
        _go(match, int(number))


def _go(match: PlainReplay, at: int) -> None:
    """Go to a position and say it, with the costly decision made there."""
    cursor, replay = match.cursor, match.cursor.replay
    cursor.go(at)
    deal, table = review_words.deal_said(replay, replay.deal_of(cursor.at)), match.table()
    match.say(t("{deal}, move {n} of {last}.", deal=deal, n=cursor.at, last=replay.last))
    match.say(*table.situation(), table.hand(), *_cost(match, cursor.at))
    match.told_cost = cursor.at


def _go_costly(match: PlainReplay, direction: int) -> None:
    """Go to the next costly decision (1) or to the one before (-1), or say there is none."""
    review, cursor = match.reviewed(), match.cursor
    if review is None:
        return
    positions = [decision.at for decision in review.costly(cursor.seat)]
    at = next_costly(positions, cursor.at, direction)
    if at is not None:
        _go(match, at)
    elif direction > 0:
        match.say(t("No costly decision after this") + ".")
    else:
        match.say(t("No costly decision before this") + ".")


def _look_through(match: PlainReplay, word: str) -> None:
    """Follow another player, by name; without a name, the next one."""
    cursor = match.cursor
    try:
        cursor.seat = _seat_called(cursor, word)
    except LookupError:
        known = ", ".join(cursor.names)
        said = t("nobody called '{word}' sat there; there were: {known}", word=word, known=known)
        match.say(as_sentence(said + did_you_mean(word, cursor.names)))
        return
    match.say(as_sentence(seen_by(cursor)))
    _go(match, cursor.at)


def _seat_called(cursor: ReplayCursor, word: str) -> Seat | None:
    """Return the seat of a name, as said here or as recorded; "" is the next seat.

    Raises LookupError.
    """
    if not word:
        seat = -1 if cursor.seat is None else cursor.seat
        return seat + 1 if seat + 1 < len(cursor.names) else None
    named = [name.casefold() for name in cursor.names]
    if word.casefold() in named:
        return named.index(word.casefold())
    return chosen_eyes(cursor.replay.players, word, "")


# --- answers -------------------------------------------------------------------------------------


def _costliest(match: PlainReplay) -> Iterator[str]:
    """Yield the costliest decisions, each with its position."""
    review, cursor = match.reviewed(), match.cursor
    if review is None:
        return
    replay, seat = cursor.replay, cursor.seat
    if seat is not None and (shares := review_words.match_shares(replay, review)):
        yield f"{cursor.names[seat]}: {review_words.share_said(shares[seat])}."
    costliest = review.costliest(seat)[:_MOST]
    for decision in costliest:
        what = review_words.costliest_said(replay, decision, seat)
        yield t("move {n}: {what}", n=decision.at, what=what) + "."
    if costliest:
        yield t("Type the number of a move to go there.")
    else:
        yield t("No decision that was costly beyond doubt.")


def _retry(match: PlainReplay) -> None:
    """Leave for a match in which this player's costliest decision is made again."""
    review = match.reviewed()
    if review is None:
        return
    costliest = review.costliest(match.cursor.seat)
    if costliest:
        match.again, match.done = costliest[0], True
    else:
        match.say(t("No decision that was costly beyond doubt."))


def _numbers(cursor: ReplayCursor) -> str:
    """Return the points expected of each move here, by the View of the player followed."""
    game = cursor.replay.game.NAME
    if said := _not_advised(cursor):
        return said
    assert cursor.hint is not None, "found just now"
    view, hint = cursor.view, cursor.hint.move
    return numbers_line(game, view, find_numbers(game, view, hint), hint)


def _not_advised(cursor: ReplayCursor) -> str:
    """Find the hint for this position; return the reason if there is none, else ""."""
    game = cursor.replay.game.NAME
    if cursor.seat is None:
        return t("A watcher decides nothing: 'eyes NAME' switches to a player's view.")
    if not cursor.mine:
        return t("The player you follow has nothing to decide here.")
    if not can_advise(game):
        return as_sentence(no_hints(game))
    cursor.hints.setdefault((cursor.at, cursor.seat), find_hint(game, cursor.view))
    return ""


def _summary(match: PlainReplay) -> Iterable[str]:
    """Return the last page, with the costliest decision if it is known."""
    cursor = match.cursor
    ending = ending_of(cursor.replay, cursor.seat)
    if ending is None:
        return (t("Here the match was broken off") + ".",)
    mistake = review_words.mistake_said(cursor.replay, match.review, cursor.seat)
    return page_lines(replace(ending, mistake=mistake), whole=True)


def _answer(match: PlainReplay, text: str) -> Iterable[str]:
    """Answer a question about the position, or say that the line is unknown."""
    topics = match.cursor.board.topics
    asked = parse_line(text, topics)
    if asked.command in ASKED or topic_called(asked.command, (*topics, *COMMON)):
        return match.table().answer(asked.command, asked.rest)
    if rulebook.PARAGRAPH.fullmatch(text.upper()):
        return paragraph_lines(match.cursor.replay.game.NAME, text)
    return (no_such(text, (*_CALLED, *words_for(*ASKED)), topics),)


def _help(match: PlainReplay) -> Iterator[str]:
    game = match.cursor.replay.game.NAME
    paragraph = rulebook.example(rulebook.read(game, language()))
    for _, line in help_of((*ACTIONS, *ABOUT_POSITIONS), game, alone=False):
        yield t(line, paragraph=paragraph)


def _quit(match: PlainReplay) -> None:
    match.done = True


EFFECTS: Final[Mapping[str, Callable[[PlainReplay, str], None]]] = {
    "next": lambda match, rest: _step(match, 1, rest),
    "back": lambda match, rest: _step(match, -1, rest),
    "deal": _turn_page,
    "deal back": lambda match, rest: _go(match, match.cursor.next_deal(-1)),
    "go": _go_to,
    "costly": lambda match, rest: _go_costly(match, 1),
    "costly back": lambda match, rest: _go_costly(match, -1),
    "costliest": lambda match, rest: match.say(*_costliest(match)),
    "eyes": _look_through,
    "all": lambda match, rest: match.tell_all(),
    "summary": lambda match, rest: match.say(*_summary(match)),
    "hint": lambda match, rest: match.say(
        _not_advised(match.cursor) or advice_said(match.cursor)[0]
    ),
    "numbers": lambda match, rest: match.say(_numbers(match.cursor)),
    "help": lambda match, rest: match.say(*_help(match)),
    "retry": lambda match, rest: _retry(match),
    "quit": lambda match, rest: _quit(match),
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
