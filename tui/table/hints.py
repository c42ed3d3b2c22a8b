"""Advice in the player's language: a good move with its reason, and the points to expect of each.

No Textual. The search takes up to 0.6 s: call `find_hint` and `find_numbers` in the background.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from random import Random
from time import perf_counter
from typing import Any, Final

from core import advice
from core.advice import Number, Numbers, numbers
from core.bots.search import Thinking
from core.game import Move
from core.games import FACTS
from core.pieces import DECK_52, JOKERS, TILES
from core.review.decision import Decision
from tui.boards import BOARDS
from tui.language.text import fill, language, t, tn
from tui.language.words import begun, card_name, decimal, for_listeners, said_facts

_CARDS: Final = frozenset((*DECK_52, *JOKERS))
_TOKENS: Final = _CARDS | frozenset(TILES)

_BEATEN: Final = re.compile(
    r"\b(?:под|на|бьют|бьёт|отдайте) \{\w+\}|\{\w+\}(?= (?:бьют|бьёт|уже никто|могут побить))"
)
"""Places where the name of a card has to be inflected in Russian; its sign needs no case."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A move with its reason, worded when it is read."""

    move: Move
    reason: str
    facts: Mapping[str, str | int]
    rough: bool = False
    """Whether there was little time to find it."""

    @property
    def text(self) -> str:
        """The reason, in the player's current language."""
        return reason_text(self.reason, self.facts)


def find_hint(game_name: str, view: Any) -> Hint:
    """Advise the viewer, who is to act.

    The same position gets the same hint, if there is time.
    """
    return as_hint(advise_in_time(game_name, view, advice.SECONDS))


def advise_in_time(game_name: str, view: Any, seconds: float | None) -> advice.Advice:
    """Advise the viewer, who is to act, within these seconds; None means no limit."""
    return advice.advise(game_name, view, Random(0), Thinking(perf_counter, seconds))


def as_hint(found: advice.Advice) -> Hint:
    """Return advice as a hint."""
    return Hint(found.move, found.reason, found.facts, found.rough)


def reason_text(reason: str, facts: Mapping[str, str | int]) -> str:
    """Word a reason; numbers of points and tricks get their noun, cards their names."""
    said = dict(said_facts({name: fact for name, fact in facts.items() if not _is_list(fact)}))
    for name, fact in facts.items():
        if _is_list(fact):
            tokens = str(fact).split()
            said[name] = ", ".join(str(said_facts({"": token})[""]) for token in tokens)
    if isinstance(facts.get("points"), int):
        n = int(facts["points"])
        said["points"] = tn("{n} point", "{n} points", n)
    if isinstance(facts.get("tricks"), int):
        n = int(facts["tricks"])
        said["tricks"] = tn("{n} trick", "{n} tricks", n)
    if language() != "ru" or not for_listeners():
        return begun(t(reason, **said))
    template = _BEATEN.sub(lambda place: _bent(place[0], facts), t(reason))
    return begun(fill(template, said))


def _bent(words: str, facts: Mapping[str, str | int]) -> str:
    """Fill in the cards that follow a Russian word which determines their case."""
    tokens = {name: str(fact).split() for name, fact in facts.items()}
    cards = {
        name: ", ".join(card_name(token, "plays") for token in found)
        for name, found in tokens.items()
        if found and all(token in _CARDS for token in found)
    }
    return fill(words, cards)


def _is_list(fact: str | int) -> bool:
    """Tell whether a fact is several cards or tiles."""
    tokens = fact.split() if isinstance(fact, str) else []
    return len(tokens) > 1 and all(token in _TOKENS for token in tokens)


def move_text(game_name: str, view: Any, move: Move) -> str:
    """Name a move: by its button, or by the piece and the way of playing it."""
    board = BOARDS[game_name]
    for choice in board.choices(view, (move,)):
        return choice.label
    return board.spoken_move(view, move)


def hint_line(game_name: str, view: Any, hint: Hint) -> str:
    """Word a hint for the log."""
    move = move_text(game_name, view, hint.move)
    return t("Hint: {move}. {reason}", move=move, reason=hint.text)


def coached_said(game: str, view: Any, found: Decision, *, aloud: bool = False) -> str:
    """State the cost of a decision just made, and how to take it back."""
    cost = max(1, round(found.loss))  # half a point is a mistake, and must not be rounded to zero
    said = begun(cost_said(game, view, found, t("about {n}", n=cost)))
    how = t("'undo' takes it back.") if aloud else t("U takes it back")
    return f"{said}. {how}"


def cost_said(game: str, view: Any, found: Decision, cost: str) -> str:
    """State the cost of a decision and the better move: the sentence about a mistake."""
    said = "{move} cost {n}: {best} was worth more"
    if found.sure:
        said = "{move} cost {n}: {best} was certain to make it"
    name = partial(named_alone, game, view)
    return t(said, move=name(found.move), n=cost, best=name(found.best))


def coach_said(*, on: bool) -> str:
    """Say whether the coach is on now."""
    told = t("The coach is on: it tells you when a decision was costly")
    return told if on else t("The coach is off")


def named_alone(game: str, view: Any, move: Move) -> str:
    """Name a move within a sentence: for a bid, boards have only the number."""
    return _alone(move_text(game, view, move))


def _alone(said: str) -> str:
    """Turn the name of a move in a list, perhaps with its number, into one within a sentence."""
    return t("bid {n}", n=said) if said.isdecimal() else _in_brackets(_LISTED.sub("", said))


_LISTED: Final = re.compile(r"^\d+ (?=\D)")
"""The number that stands before a move in plain mode and may be typed for it."""


def _in_brackets(said: str) -> str:
    """Write "6-4: at the 4" as "6-4 (at the 4)"."""
    piece, how = _parts(said)
    return f"{piece} ({how})" if how else said


def _parts(said: str) -> tuple[str, str]:
    """Return the piece that a move plays, and the way: "the red joker, high ♠", "6-4: at the 4"."""
    piece, colon, how = said.partition(": ")
    if not colon:
        piece, _, how = said.partition(", ")
        if _LISTED.sub("", piece) not in map(card_name, JOKERS):
            return said, ""
    return piece, how


MOST: Final = 6
"""The number of moves that are named; the hint is always among them."""


def find_numbers(game: str, view: Any, hint: Move) -> Numbers:
    """Work out the points to expect of each of the viewer's moves.

    The same position gives the same numbers if there is time for it.
    """
    return numbers(game, view, Random(0), hint, Thinking(perf_counter, advice.SECONDS))


def numbers_line(game: str, view: Any, found: Numbers, hint: Move, *, screen: bool = False) -> str:
    """Word numbers for the line over the hand and the log.

    On the `screen` the numbers of places stand on the places, and only the best place is named.
    """
    name = partial(move_text, game, view)
    if not (screen and weighed(game, found)):
        return numbers_text(game, found, hint, name)
    worth = _worth(game, found.moves[:1])
    said = t("On the places: points to expect; of the best move {worth}.", worth=worth)
    return " ".join([begun(lead_said(found, name)), said, *_remarks(found)])


def weighed(game: str, found: Numbers | None) -> dict[Move, tuple[str, bool]]:
    """Return the number for the place of each move, and whether it is as good as the best.

    Empty if moves have no places, or if all are worth the same.
    """
    if found is None or not BOARDS[game].grid or _all_equal(found):
        return {}
    return {number.move: (_plain(number.points), not number.behind) for number in found.moves}


def _plain(points: float) -> str:
    return decimal(points) if points % 1 else str(int(points))


def _all_equal(found: Numbers) -> bool:
    first, *others = found.moves or (None,)
    return all(first and each.points == first.points and not each.behind for each in others)


def numbers_text(game: str, found: Numbers, hint: Move, name: Callable[[Move], str]) -> str:
    """State the lead of the best move, then the points of each, the best first.

    The lead comes first, as a small window cuts the rest. `name` words a move.
    """
    if not found.moves:
        return t("There is nothing to count: there is no choice, or all moves are equal.")
    if BOARDS[game].grid and _all_equal(found):
        worth = _worth(game, found.moves)
        return t("By the numbers no move is worth more than another: {worth}.", worth=worth)
    if not BOARDS[game].grid:  # of the many places of a card, only some are compared
        name = _in_short(found, name)
    named = [*found.moves[:MOST]]
    named += [number for number in found.moves[MOST:] if number.move == hint]
    said = []
    for _, group in groupby(named, _alike):
        same = tuple(group)
        called = [name(number.move) for number in same]
        said.append(f"{_together(called)}: {_worth(game, same)}")
    listed = "; ".join(said)
    left = len(found.moves) - len(named)
    if left:
        listed += "; " + tn("{n} more move", "{n} more moves", left)
    numbered = _headed(game, found).replace("{list}", listed)
    return " ".join([begun(lead_said(found, name)), numbered, *_remarks(found)])


def _together(called: Sequence[str]) -> str:
    """List moves, each piece once: "the red joker (high ♠, high ♥), A♣"."""
    ways: dict[str, list[str]] = {}
    for said in called:
        piece, how = _parts(said)
        ways.setdefault(piece, []).append(how)
    return ", ".join(
        f"{piece} ({', '.join(how)})" if any(how) else piece for piece, how in ways.items()
    )


def _in_short(found: Numbers, name: Callable[[Move], str]) -> Callable[[Move], str]:
    """Name moves only by their piece where all its moves are worth the same."""
    worths: dict[str, set[tuple[float, int | None, float]]] = {}
    for number in found.moves:
        worths.setdefault(_piece(name(number.move)), set()).add(_alike(number))

    def short(move: Move) -> str:
        said = name(move)
        return _parts(said)[0] if len(worths[_piece(said)]) == 1 else said

    return short


def _alike(number: Number) -> tuple[float, int | None, float]:
    """Return the figures that moves must have in common to be named together."""
    takes = None if number.takes is None else round(100 * number.takes)
    return number.points, takes, number.behind


def _headed(game: str, found: Numbers) -> str:
    if found.tricks:
        return t("Points to expect, about (and how often you take the trick): {list}.")
    if FACTS[game].LOWEST_WINS:
        return t("Points you would write, about: {list}.")
    return t("Points to expect, about: {list}.")


def _remarks(found: Numbers) -> list[str]:
    remarks = []
    if not found.by_points:
        remarks.append(t("What the others get counts too."))
    if found.beyond:
        remarks.append(t("Counted in: {what}.", what=t(found.beyond)))
    if found.rough:
        remarks.append(t("A rough count: there was little time."))
    return remarks


def lead_said(found: Numbers, name: Callable[[Move], str]) -> str:
    """State the lead of the best move, and whether it is certain."""
    best, second = found.moves[0], _other(found, name)
    move, other = _alone(name(best.move)), _alone(name(second.move))
    if found.sure and not second.behind:
        return t("{move} makes it, whatever the others hold.", move=move)
    if not second.behind:
        return t("{move} and {other} come to about the same.", move=move, other=other)
    ahead = _plain(second.behind)
    if found.sure:
        said = t(
            "{move} makes it, whatever the others hold: {n} ahead of {other}.",
            move=move,
            n=ahead,
            other=other,
        )
        return said
    if second.certain:
        return t("{move}, {n} ahead of {other}.", move=move, n=ahead, other=other)
    return t("{move}, {n} ahead of {other}, not certain.", move=move, n=ahead, other=other)


def _other(found: Numbers, name: Callable[[Move], str]) -> Number:
    """Return the best other move, not the same piece laid where that makes no difference."""
    best, *others = found.moves
    piece = _piece(name(best.move))
    different = (
        each
        for each in others
        if each.behind or each.error != best.error or _piece(name(each.move)) != piece
    )
    return next(different, others[0])


def _piece(said: str) -> str:
    return _parts(_LISTED.sub("", said))[0]


def _worth(game: str, same: Sequence[Number]) -> str:
    """Word the points of equal moves, with the largest of their errors: "+40 ± 3 (64%)"."""
    number, error = same[0], max(each.error for each in same)
    points = -number.points if FACTS[game].LOWEST_WINS else number.points
    sign = "+" if points > 0 and not FACTS[game].LOWEST_WINS else ""
    worth = sign + _plain(points)
    if error:
        worth += f" ± {decimal(max(_LEAST, error)) if error < _TENTHS else round(error)}"
    return worth if number.takes is None else f"{worth} ({t('{n}%', n=round(100 * number.takes))})"


_TENTHS: Final = 3.0
"""Below this many points of error, tenths are shown."""
_LEAST: Final = 0.1
"""The least error that is shown; every unproven number has one."""
