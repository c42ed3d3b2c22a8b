"""The last page of a match in words: the places, and the moments worth remembering."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from core.game import Event, Result, Seat
from core.records.replay import Replay
from core.summary import Remark, Summary, Turning, summarize, worth_keeping
from net.client.events import Position
from tui.language.games import game_title
from tui.language.text import t, tn
from tui.language.words import as_sentence, begun, cards_text, player_said, said_facts


class SeenEvents:
    """Keeps the events of one match from which its last page is made; a new match starts afresh."""

    def __init__(self) -> None:
        self._events: list[Event] = []
        self._over = False

    def absorb(self, position: Position) -> None:
        """Take in the events that led to a position."""
        if self._over or position.before:
            self._events.clear()
        self._over = position.view.result is not None
        for earlier in position.before:
            self._events += worth_keeping(earlier.events)
        self._events += worth_keeping(position.events)

    @property
    def seen(self) -> Sequence[Event]:
        """The match as far as it was seen."""
        return self._events


@dataclass(frozen=True, slots=True)
class Ending:
    """Everything that the last page shows."""

    game: str
    names: tuple[str, ...]
    mine: Seat | None
    """The reader's seat; None for a watcher."""
    result: Result
    summary: Summary
    deal_check: str = ""
    """Whether the deals are those committed to, as a sentence; empty without a proof."""
    beware: bool = False
    """Whether the check has found a fault in the deals."""
    mistake: str = ""
    """The costliest mistake, as a sentence without a full stop; empty without a review."""
    expert: str = ""
    """The result of an expert with the same cards, without a full stop; empty until known."""
    taken_back: bool = False
    """Whether moves were taken back, so that the match no longer counts."""
    reviewing: str = ""
    """The progress of the review, in words; empty unless it is being made."""
    day_line: str = ""
    """The result in one line for others, if it is the deal of the day."""
    evening: tuple[str, ...] = ()
    """The results of all matches at the table, from the second one on."""
    ladder: tuple[str, ...] = ()
    """The results of a ladder up to this match."""

    @property
    def by_place(self) -> tuple[Seat, ...]:
        """The seats from the first place to the last."""
        places = self.result.places
        return tuple(sorted(range(len(places)), key=lambda seat: (places[seat], seat)))

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The players in first place."""
        return tuple(seat for seat in self.by_place if self.result.places[seat] == 1)


def ending(game: str, names: Sequence[str], view: Any, events: Sequence[Event]) -> Ending:
    """Sum up a finished match from the events that one seat has seen."""
    return Ending(game, tuple(names), view.seat, view.result, summarize(game, view, events))


def ending_of(replay: Replay, seat: Seat | None) -> Ending | None:
    """Sum up a recorded match; None if it was not played to its end."""
    view = replay.view(replay.last, seat)
    if view.result is None:
        return None
    names = [player_said(player.name, player.kind) for player in replay.players]
    return ending(replay.game.NAME, names, view, events_of(replay))


def events_of(replay: Replay) -> list[Event]:
    """Return the events of a whole match from which its last page is made."""
    return [event for step in replay.steps for event in worth_keeping(step.events)]


_PLACES: Final = (
    "First",
    "Second",
    "Third",
    "Fourth",
    "Fifth",
    "Sixth",
    "Seventh",
    "Eighth",
    "Ninth",
    "Tenth",
)
_OF: Final = (
    "of two",
    "of three",
    "of four",
    "of five",
    "of six",
    "of seven",
    "of eight",
    "of nine",
    "of ten",
)


def verdict(match: Ending) -> str:
    """State in a sentence how the match ended for the reader: "Third of four, ..."."""
    result, mine, winners = match.result, match.mine, match.winners
    if len(winners) > 1:
        if mine in winners:
            others = [seat for seat in winners if seat != mine]
            return t("You share first place with {names}", names=_named(match, others))
        if mine is None:
            return t("{names} share first place", names=_named(match, winners))
    first, second = match.by_place[0], match.by_place[1]
    if mine is None or mine == first:
        return _won(match, first, second)
    points = _apart(match, first, mine)
    facts = {"place": _place_said(match, mine), "points": points, "name": match.names[first]}
    if result.goats and mine in result.goats:
        return t("You are the goat, {points} behind {name}", **facts)
    return t("{place}, {points} behind {name}", **facts)


def _won(match: Ending, first: Seat, second: Seat) -> str:
    facts = {"points": _apart(match, first, second), "name": match.names[second]}
    level = match.result.totals[first] == match.result.totals[second]
    if match.mine is None:
        facts["winner"] = match.names[first]
        if level:
            return t("{winner} wins, level on points with {name}", **facts)
        return t("{winner} wins, {points} ahead of {name}", **facts)
    if level:
        return t("You win, level on points with {name}", **facts)
    return t("You win, {points} ahead of {name}", **facts)


def _place_said(match: Ending, seat: Seat) -> str:
    place, count = match.result.places[seat], len(match.names)
    if place > len(_PLACES) or not 2 <= count <= len(_OF) + 1:
        return t("Place {place} of {n}", place=place, n=count)
    return f"{t(_PLACES[place - 1])} {t(_OF[count - 2])}"


def _apart(match: Ending, one: Seat, other: Seat) -> str:
    n = abs(match.result.totals[one] - match.result.totals[other])
    return tn("{n} point", "{n} points", n)


def _named(match: Ending, seats: Sequence[Seat]) -> str:
    return ", ".join(match.names[seat] for seat in seats)


def notes(match: Ending) -> Iterator[str]:
    """Word the moments that decided the match or are worth remembering; without full stops."""
    if match.summary.turning is not None:
        yield _turning_said(match, match.summary.turning)
    for remark in match.summary.remarks:
        yield _remark_said(match, remark)
    if match.mistake:
        yield match.mistake
    if match.expert:
        yield match.expert
    if match.taken_back:
        yield t("Moves were taken back: the match does not count in statistics")


def deciding_said(match: Ending) -> str:
    """Name the deciding deal or round for a button; empty if it is not known."""
    turning = match.summary.turning
    if turning is None:
        return ""
    if match.summary.unit == "round":
        return t("watch from round {n}", n=turning.number)
    return t("watch from deal {n}", n=turning.number)


def _turning_said(match: Ending, turning: Turning) -> str:
    if match.summary.unit == "round":
        head = t("Round {n} decided it", n=turning.number)
    else:
        head = t("Deal {n} decided it", n=turning.number)
    names = _named(match, turning.seats)
    if match.result.goats:
        if turning.led:
            tail = t("{names}, behind all the way, lost most there", names=names)
        elif len(match.names) == 2:
            tail = t("{names} fell behind there and stayed behind", names=names)
        else:
            tail = t("{names} came last there and stayed last", names=names)
    elif turning.led:
        tail = t("{names}, ahead all the way, pulled clear there", names=names)
    else:
        tail = t("{names} took the lead there and kept it", names=names)
    return f"{head}: {tail}"


def _remark_said(match: Ending, remark: Remark) -> str:
    said: dict[str, str | int] = said_facts(remark.facts)
    points, cards = remark.facts.get("points"), remark.facts.get("cards")
    if isinstance(points, int):
        said["points"] = tn("{n} point", "{n} points", points)
    if isinstance(cards, str):
        said["cards"] = cards_text(cards.split())
    said |= {place: _named(match, seats) for place, seats in remark.seats.items()}
    return t(remark.template, **said)


def page_lines(match: Ending, *, whole: bool = False) -> Iterator[str]:
    """Read out the page; `whole` with the totals deal by deal, which can be many."""
    yield as_sentence(verdict(match))
    for seat in match.by_place:
        yield as_sentence(_player_line(match, seat))
    yield from ladder_lines(match)
    yield from map(as_sentence, notes(match))
    if whole:
        yield from totals_lines(match)
    if match.deal_check:
        yield as_sentence(match.deal_check)
    if match.day_line:
        yield match.day_line
    yield from evening_lines(match)


def ladder_lines(match: Ending) -> tuple[str, ...]:
    """Word a ladder up to this match, below a title; empty without one."""
    return (t("The ladder:"), *map(as_sentence, match.ladder)) if match.ladder else ()


def evening_lines(match: Ending) -> tuple[str, ...]:
    """Word the results of all matches at the table, below a title; empty with a single one."""
    if not match.evening:
        return ()
    return (t("At this table up to now:"), *map(as_sentence, match.evening))


def totals_lines(match: Ending) -> Iterator[str]:
    """Read out the curve: the totals after each deal or round."""
    for number, totals in enumerate(match.summary.totals, match.summary.first):
        scores = ", ".join(f"{name} {n}" for name, n in zip(match.names, totals, strict=False))
        if match.summary.unit == "round":
            yield t("After round {n}: {scores}.", n=number, scores=scores)
        else:
            yield t("After deal {n}: {scores}.", n=number, scores=scores)


def _player_line(match: Ending, seat: Seat) -> str:
    """Word the counts of one player: "Magpie: bids made 14/24, khishts 2"."""
    said = [f"{t(count.title)} {count.values[seat]}" for count in match.summary.counts]
    facts = {"name": match.names[seat], "n": match.result.totals[seat]}
    line = t("Place {place}: {name}, {n}", place=match.result.places[seat], **facts)
    if seat in (match.result.goats or ()):
        line = f"{line}, {t('the goat!')}"
    return line + ("; " + ", ".join(said) if said else "")


def as_text(match: Ending) -> str:
    """Write the page as text that can be pasted anywhere."""
    title = t("{game}: the match is over", game=game_title(match.game))
    return "\n".join((begun(title), *page_lines(match, whole=True))) + "\n"
