"""The last tricks of a deal, counted out over all hidden hands that fit.

A game of information sets: a player's choice depends on the positions that player can tell apart,
by the own hand and the pieces played, and gives every world the weight that the seat asked gives
it. The others choose the move that puts them furthest ahead, but slip now and then; they are
assumed to know the hand of the seat asked. A move is sure if one plan after it reaches its player's
goal against any play in every world. Knows no cards, bids or points.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from math import fsum
from typing import Final, NamedTuple, TypeAlias

from core.bots import Worths
from core.bots.search import Stop, never
from core.game import against_others
from core.tricks.kernel import Tricks

_Outcome: TypeAlias = Sequence[float]
"""The worth of a deal's end to each seat, then the chance that the seat asked reaches its goal."""

Value: TypeAlias = Callable[[Sequence[int]], Worths]
"""Tricks taken by each seat -> the worth to each."""

WORLDS: Final = 400
"""With more worlds than this, nothing is counted out."""
_STEPS: Final = 12_000
"""The approximate limit of actions that are tried: 0.2 s."""
_SLIP: Final = 0.1
"""The share of the others' moves that are random."""
_ALIKE: Final = 1e-6
"""Values no further apart than this count as equal."""


class World(NamedTuple):
    """One way in which the hidden pieces may lie, and its weight among the others."""

    tricks: Tricks
    weight: float


class Counted(NamedTuple):
    """The exact worth of an action."""

    action: int
    worths: Worths
    sure: bool
    """Whether it reaches its player's goal in every world, whatever the others play."""
    kept: float = 0.0
    """The chance that its player reaches the goal, 0 to 1; 0 without a goal."""


def count(
    worlds: Sequence[World], value: Value, goal: int | None, stop: Stop = never
) -> list[Counted] | None:
    """Count out a position; None if that would take too long, or `stop` says so.

    `worlds` are all that are possible; `goal` is the tricks that the seat to act wants, if it has a
    goal.
    """
    tricks = worlds[0].tricks
    if _lines(tricks, _STEPS // len(worlds)) < 0:
        return None
    total, seat = fsum(world.weight for world in worlds), tricks.turn
    search = _Search(value, seat, goal, stop)
    found, legal = [], tricks.legal()
    plans = sure_plans([each for each, _ in worlds], goal, legal, stop) if goal is not None else ()
    for action in legal:
        if search.late:
            return None
        after = [World(_applied(each, action), weight) for each, weight in worlds]
        sure = action in plans
        *worths, kept = (
            fsum(weight * each for each, (_, weight) in zip(of_worlds, after, strict=True)) / total
            for of_worlds in zip(*search.outcomes(after), strict=True)
        )
        found.append(Counted(action, worths, sure, 1.0 if sure else kept))
    return None if search.late else found


def best(counted: Sequence[Counted], seat: int) -> int:
    """Return the action that puts a seat furthest ahead; a sure one if there is any."""
    sure = [each for each in counted if each.sure] or counted
    return max(sure, key=lambda each: against_others(each.worths)[seat]).action


class _Search:
    """Follows the lines of play in all worlds at once."""

    def __init__(self, value: Value, mover: int, goal: int | None, stop: Stop) -> None:
        self._value = value
        self._mover = mover
        self._goal = goal
        self._stop = stop
        self.late = False
        """Whether it was told to stop, so that its outcomes mean nothing."""

    def outcomes(self, worlds: Sequence[World]) -> Sequence[_Outcome]:
        """Return the outcome of each of the worlds, all with the same past plays."""
        tricks = worlds[0].tricks
        self.late = self.late or self._stop()
        if self.late or not tricks.left:
            return [self._outcome(each.taken) for each, _ in worlds]
        turn, legal = tricks.turn, [each.legal() for each, _ in worlds]
        after: dict[int, dict[int, _Outcome]] = {}
        for action in dict.fromkeys(action for actions in legal for action in actions):
            at = [number for number, actions in enumerate(legal) if action in actions]
            trials = [World(_applied(worlds[n].tricks, action), worlds[n].weight) for n in at]
            after[action] = dict(zip(at, self.outcomes(trials), strict=True))
        alike: dict[int, list[int]] = {}
        for number, world in enumerate(worlds):
            alike.setdefault(world.tricks.hands[turn], []).append(number)
        found: list[_Outcome] = [()] * len(worlds)
        for numbers in alike.values():
            choices = legal[numbers[0]]
            ahead = [
                fsum(worlds[n].weight * _ahead(after[action][n], turn) for n in numbers)
                for action in choices
            ]
            least = max(ahead) - _ALIKE
            chosen = [a for a, each in zip(choices, ahead, strict=True) if each >= least]
            for n in numbers:
                found[n] = self._mixed([after[a][n] for a in chosen], turn)
                if turn != self._mover and len(chosen) < len(choices):
                    any_one = _mean([after[action][n] for action in choices])
                    found[n] = [
                        (1 - _SLIP) * one + _SLIP * other
                        for one, other in zip(found[n], any_one, strict=True)
                    ]
        return found

    def _outcome(self, taken: Sequence[int]) -> _Outcome:
        return (*self._value(taken), taken[self._mover] == self._goal)

    def _mixed(self, found: Sequence[_Outcome], turn: int) -> _Outcome:
        """Return the outcome of equally good actions, when the others may choose any of them."""
        return found[0] if turn == self._mover else _mean(found)


def _ahead(outcome: _Outcome, seat: int) -> float:
    """Return the lead of a seat over the mean, times the number of seats."""
    worths = outcome[:-1]
    return len(worths) * worths[seat] - fsum(worths)


def _lines(tricks: Tricks, left: int) -> int:
    """Return the steps left after a pass through all lines; below 0 if there are too few."""
    if not tricks.left:
        return left
    for action in tricks.legal():
        left = _lines(_applied(tricks, action), left - 1)
        if left < 0:
            break
    return left


def _mean(found: Sequence[_Outcome]) -> _Outcome:
    if len(found) == 1:
        return found[0]
    return [fsum(each) / len(found) for each in zip(*found, strict=True)]


# --- sure plans -----------------------------------------------------------------------------------

Hands: TypeAlias = tuple[int, ...]
"""The hands of all seats, as masks: one way in which the hidden pieces may lie."""

SURE_WORLDS: Final = 2000
"""With more worlds than this, no plan is looked for."""
_SURE_STEPS: Final = 250_000
"""The approximate limit of hands considered in all plans of a position: 0.1 s."""


def sure_plans(
    worlds: Sequence[Tricks], goal: int, among: Iterable[int], stop: Stop = never
) -> list[int]:
    """Return those of these actions that prove sure in time: after each of them one plan takes
    exactly `goal` tricks in all worlds, whatever the others play.

    `worlds` are all that are possible. Far cheaper than `count`, as a plan is dropped at the first
    reply that spoils it.
    """
    tricks = worlds[0]
    plans = _Plans(tricks.turn, goal, stop)
    hands = [tuple(each.hands) for each in worlds]
    return [action for action in among if plans.is_sure_after(tricks, hands, action)]


class _Plans:
    """A search for the plans of a seat, by the positions that it can tell apart."""

    def __init__(self, seat: int, goal: int, stop: Stop) -> None:
        self._seat, self._goal, self._stop = seat, goal, stop
        self._steps = _SURE_STEPS
        self._known: dict[Hashable, bool] = {}
        """Positions already looked at: the same pieces may be played in many orders."""

    def is_sure_after(self, tricks: Tricks, worlds: Sequence[Hands], action: int) -> bool:
        """Tell whether there is a plan after an action of the seat to act; false if time is up."""
        trial = tricks.copy()
        trial.apply(action)
        turn, bit = tricks.turn, tricks.rules.bit[action]
        return self._is_sure(trial, [_without(each, turn, bit) for each in worlds])

    def _is_sure(self, tricks: Tricks, worlds: Sequence[Hands]) -> bool:
        """Tell whether there is a plan from here; the hands of `tricks` have no meaning."""
        need = self._goal - tricks.taken[self._seat]
        if not 0 <= need <= tricks.left or self._steps < 0:
            return False
        if not tricks.left:
            return True
        so_far = (tricks.kind, tricks.best, tricks.winner) if tricks.count else ()
        key = tricks.turn, need, so_far, frozenset(worlds)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = not self._stop() and self._is_sure_on(tricks, worlds)
        return found

    def _is_sure_on(self, tricks: Tricks, worlds: Sequence[Hands]) -> bool:
        turn, bits = tricks.turn, tricks.rules.bit
        after: dict[int, list[Hands]] = {}
        legal: dict[int, Sequence[int]] = {}
        for each in worlds:
            hand = each[turn]
            if hand not in legal:
                tricks.hands[turn] = hand
                legal[hand] = tricks.legal()
            for action in legal[hand]:
                after.setdefault(action, []).append(_without(each, turn, bits[action]))
        self._steps -= sum(map(len, after.values()))
        found = (self._is_sure(_applied(tricks, action), left) for action, left in after.items())
        return any(found) if turn == self._seat else all(found)


def _without(hands: Hands, seat: int, bit: int) -> Hands:
    return (*hands[:seat], hands[seat] ^ bit, *hands[seat + 1 :])


def _applied(tricks: Tricks, action: int) -> Tricks:
    trial = tricks.copy()
    trial.apply(action)
    return trial
