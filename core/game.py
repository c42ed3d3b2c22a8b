"""The contract between a game and all that uses it: tables, bots, records, boards.

A game is a module that satisfies `Rules`. This file knows no game and holds no state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from math import fsum
from random import Random
from typing import Annotated, Any, Literal, Protocol, TypeAlias, TypeVar

from core.notation import BY_SEAT, SEAT

Seat: TypeAlias = Annotated[int, SEAT]
"""A place at the table, 0..k-1 clockwise."""

Move: TypeAlias = str
"""A move is its text, "play Ah" or "lay 6-4 left": on the wire, in records, for players."""

Plain: TypeAlias = Any
"""A value that JSON can carry: None, bool, int, str; lists, tuples, string-keyed dicts of these."""


class WordedError(Exception):
    """An error for a player to read.

    `reason` is an English template and also the key of its translation; `facts` fill it; the text
    of the error is the English sentence.
    """

    def __init__(self, reason: str, **facts: str | int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts

    def __str__(self) -> str:
        return self.reason.format(**self.facts)


class IllegalMoveError(WordedError, ValueError):
    """A move that the rules forbid. The state it was tried on is unchanged.

    `rule` is the paragraph of the rule book that forbids the move, such as "J-R15".
    """

    def __init__(self, reason: str, rule: str, **facts: str | int) -> None:
        super().__init__(reason, **facts)
        self.rule = rule

    def __str__(self) -> str:
        return f"{super().__str__()} ({self.rule})"


class OptionError(WordedError, ValueError):
    """An unknown house rule, or a value out of range; the text names the rule and its values."""


class Decks(Protocol):
    """A source of chance: each call gives the next order of some cards or tiles."""

    def __call__(self, cards: Sequence[str], /) -> Sequence[str]: ...


class Event(Protocol):
    """An event at the table, for logs, animation and records.

    Rules emit values of `core.moves`; an event from the wire is a PlainEvent. Every game has
    "moved" with the move's text, "began" for a new deal, and the kinds in RECORDED, which become
    lines of its record.
    """

    @property
    def kind(self) -> str: ...
    @property
    def seat(self) -> Seat | None:
        """The seat to which the event belongs; None if it belongs to no seat."""

    @property
    def data(self) -> Mapping[str, Plain]:
        """The public part."""

    @property
    def secret(self) -> Mapping[str, Plain]:
        """The part for `seat` alone: added to the data, or replacing a part of it."""

    def seen_by(self, viewer: Seat | None) -> PlainEvent:
        """Return the event cut to the knowledge of a viewer; None stands for a spectator."""


@dataclass(frozen=True, slots=True)
class PlainEvent:
    """An event of any game as plain data."""

    kind: str
    seat: Seat | None = None
    data: Mapping[str, Plain] = field(default_factory=dict)
    secret: Mapping[str, Plain] = field(default_factory=dict)

    def seen_by(self, viewer: Seat | None) -> PlainEvent:
        """Return the event cut to the knowledge of a viewer; None stands for a spectator."""
        if not self.secret:
            return self
        mine = viewer is not None and viewer == self.seat
        data = {**self.data, **self.secret} if mine else self.data
        return PlainEvent(self.kind, self.seat, data)


RECORDED = ("deal", "round", "premium")
"""Kinds of events whose data becomes a line of the record."""

DEAL_ENDS = ("deal", "round")
"""Kinds of events that end a deal, or a round in a game that counts rounds."""


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a match. Places count from 1; those who share one skip the next.

    A better total has a better place. Equal totals share a place, unless the rules rank them
    further, as by the order of the sheet.
    """

    totals: Annotated[tuple[int, ...], BY_SEAT]
    places: Annotated[tuple[int, ...], BY_SEAT]
    goats: tuple[Seat, ...] | None = None
    """The losers, in a game that names them (the goat); None in the others."""


def places(totals: Sequence[int], *, lowest_first: bool = False) -> tuple[int, ...]:
    """Rank totals: equal ones share a place and the next place is skipped (1-2-2-4)."""
    sign = 1 if lowest_first else -1
    return tuple(1 + sum(sign * other < sign * mine for other in totals) for mine in totals)


def against_others(points: Sequence[float]) -> list[float]:
    """Return for each seat its points compared with the mean of the others."""
    total, others = fsum(points), len(points) - 1
    return [mine - (total - mine) / others for mine in points]


class State(Protocol):
    """A running match, hidden cards included. Never leaves the process."""

    @property
    def deal(self) -> int:
        """The number of the deal, as in a View."""

    def copy(self) -> Any:
        """Return an independent state."""


class View(Protocol):
    """The knowledge of one seat, or of a spectator (`seat` None): frozen, of plain values."""

    @property
    def seat(self) -> Seat | None: ...
    @property
    def seats(self) -> int: ...
    @property
    def options(self) -> Any: ...
    @property
    def to_act(self) -> tuple[Seat, ...]: ...
    @property
    def deal(self) -> int: ...
    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat, as in the last event of DEAL_ENDS."""

    @property
    def result(self) -> Result | None: ...
    @property
    def phase(self) -> str:
        """The step that is awaited: a word of the game's own, or SHUFFLE, FINISHED or OVER."""


SHUFFLE = "shuffle"
"""The phase in which nothing is dealt: before the first deal, or after hands were thrown in."""

FINISHED = "deal"
"""The phase between two deals: the finished one lies open until the next one is dealt."""

OVER = "over"
"""The phase after the match."""


def is_deal_over(view: View) -> bool:
    """Tell whether a finished deal lies open, between two deals or at the end of the match."""
    return view.phase in (FINISHED, OVER)


OptionsT = TypeVar("OptionsT")
StateT = TypeVar("StateT")
ViewT = TypeVar("ViewT", bound=View)
ViewT_contra = TypeVar("ViewT_contra", bound=View, contravariant=True)


@dataclass(frozen=True, slots=True)
class Length:
    """The length of a match, for players who choose one."""

    count: int
    """The number of its deals, or of its rounds where `unit` says so."""
    moves: int
    """The approximate number of moves of each player."""
    exact: bool = True
    """Whether the count is known before the match."""
    unit: Literal["deal", "round"] = "deal"


class Rules(Protocol[OptionsT, StateT, ViewT]):
    """One game: a module with these names.

    A match is `new`, then `deal` as long as pieces are due, then `apply` as long as seats are to
    act, and so on until there is a result. It must end whatever its players do, even if all of them
    always decide alike: nothing outside the rules would break a loop.
    """

    NAME: str
    SEATS: range

    @property
    def Options(self) -> type[OptionsT]: ...  # noqa: N802 (a class of the module)
    @property
    def State(self) -> type[StateT]: ...  # noqa: N802 (as above)
    @property
    def View(self) -> type[ViewT]: ...  # noqa: N802 (as above)

    def new(self, options: OptionsT, seats: int) -> StateT:
        """Start a match.

        Nothing is dealt yet, and no chance is involved. Raises OptionError for a number of seats
        that the game, or a house rule, does not allow.
        """

    def length(self, options: OptionsT, seats: int) -> Length:
        """Return the length of a match by these house rules, for a number of seats they allow."""

    def due(self, state: StateT) -> Sequence[str]:
        """Return the cards or tiles to be shuffled next; none while seats decide, or at the end.

        A first draw, a deal and a redeal are due one after the other. For dice, the faces of each
        die are due: the first in the order has been thrown.
        """

    def deal(self, state: StateT, order: Sequence[str]) -> list[Event]:
        """Change the state in place: draw or deal the pieces that are due, in this order.

        Chance enters in no other way. Only a move ends a deal or a match, as a record takes the
        points from the events of `apply` alone. The same pieces may be due again, if the rules
        throw the hands in.
        """

    def to_act(self, state: StateT) -> tuple[Seat, ...]:
        """Return the seats that have to decide; none when a deal is due or the match is over.

        If there are several, they decide in secret: each makes one move, in any order, and no seat
        learns another's until all have moved. Records write the moves in the order given here.
        """

    def phase(self, state: StateT) -> str:
        """Return the `phase` of every View of the state, without making one."""

    def legal(self, known: StateT | ViewT, seat: Seat | None = None) -> Sequence[Move]:
        """Return the moves of a seat, in a fixed order; none unless it is the seat's turn.

        One function serves both: `legal(state, seat)`, and `legal(view)` for the seat of a View.
        """

    def refusal(self, view: ViewT, move: Move) -> IllegalMoveError | None:
        """Return the error that `apply` would raise for a viewer's move; None if it is legal."""

    def apply(self, state: StateT, seat: Seat, move: Move) -> list[Event]:
        """Make a move in place; raise its refusal, with the state unchanged, if it is not legal.

        The last move of a deal scores it and leaves it on the table, open if the rules say so.
        """

    def view(self, state: StateT, seat: Seat | None) -> ViewT:
        """Return the View of a seat, or of a spectator."""

    def imagine(self, view: ViewT, rng: Random) -> StateT:
        """Return a random State that looks the same to the viewer: view(imagine(v)) == v."""

    def result(self, state: StateT) -> Result | None:
        """Return the result once the match is over."""


Game: TypeAlias = Rules[Any, Any, Any]
"""Any game."""


def check_seats(name: str, allowed: range, seats: int) -> None:
    """Raise OptionError unless a game is played with this number of seats."""
    if seats not in allowed:
        raise OptionError(
            "{game} is played at {allowed} seats; got {n}",
            game=name,
            allowed=f"{allowed[0]}..{allowed[-1]}" if len(allowed) > 1 else str(allowed[0]),
            n=seats,
        )


NOT_YOUR_TURN = "it is not your turn"
MATCH_OVER = "the match is over"
UNKNOWN_MOVE = "{move} is not a move of this game"


# --- house rules ------------------------------------------------------------------------------

Value: TypeAlias = str | int


def choice(
    default: Value,
    values: Sequence[Value],
    text: str,
    *,
    title: str = "",
    words: Mapping[Value, str] | None = None,
    added: bool = False,
) -> Any:
    """Declare a house rule as a dataclass field: default, values and one English sentence.

    `title` and `words` are the players' words for the rule and its values, in English; where they
    are missing, the name or the value itself is used, with spaces. An `added` rule came after the
    first release: records leave it out where it has its usual value.
    """
    declared = {"values": values, "text": text, "title": title, "words": words or {}}
    return field(default=default, metadata={"default": default, **declared, "added": added})


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One house rule of a game, for forms and help pages."""

    name: str
    default: Value
    values: Sequence[Value]
    text: str
    title: str
    words: Mapping[Value, str]
    added: bool

    def worded(self, value: Value) -> str:
        """Return the English words for a value."""
        return self.words.get(value) or str(value).replace("_", " ")


def house_rules(options: type[Any]) -> tuple[HouseRule, ...]:
    """List the house rules of a game's Options class in the order of their declaration."""
    return tuple(
        HouseRule(
            f.name, **{**f.metadata, "title": f.metadata["title"] or f.name.replace("_", " ")}
        )
        for f in fields(options)
    )


def values_text(values: Sequence[Value]) -> str:
    """List the values of a house rule as a text: "on, off" or "50..500"."""
    if isinstance(values, range):
        return f"{values[0]}..{values[-1]}"
    return ", ".join(map(str, values))


def parse_options(options: type[Any], given: Mapping[str, Plain]) -> Any:
    """Build the options of a game; numbers may be given as text. Raises OptionError."""
    known = {rule.name: rule for rule in house_rules(options)}
    chosen: dict[str, Value] = {}
    for name, value in given.items():
        if name not in known:
            raise OptionError(
                "unknown house rule {name}; known are: {known}",
                name=repr(name[:40]),
                known=", ".join(known),
            )
        chosen[name] = _parse_value(known[name], value)
    return options(**chosen)


def _parse_value(rule: HouseRule, value: Plain) -> Value:
    if isinstance(value, str):
        # A number given as text counts only if it is written exactly as in the list of values.
        value = next((known for known in rule.values if str(known) == value), value)
    if isinstance(value, (str, int)) and not isinstance(value, bool) and value in rule.values:
        return value
    raise OptionError(
        "house rule {name} is one of {values}; got {value}",
        name=rule.name,
        values=values_text(rule.values),
        value=f"{value!r:.60}",  # it comes from outside and may be of any length
    )


def plain_options(options: Any) -> dict[str, Value]:
    """Return every house rule with its value, as messages carry them."""
    return {f.name: getattr(options, f.name) for f in fields(options)}


@lru_cache(16)
def unusual_rules(options: Any) -> Mapping[str, Value]:
    """Return the house rules that differ from the usual ones."""
    values = ((rule, getattr(options, rule.name)) for rule in house_rules(type(options)))
    return {rule.name: value for rule, value in values if value != rule.default}
