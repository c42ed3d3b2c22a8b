"""The deal of the day: a short match against experts, the same for all players on a date.

The decks follow from the date, so no server is needed. A record is recognised by its house rules,
its players and its first deck.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from core.bots import levels
from core.game import parse_options
from core.games import FACTS, GAMES
from core.match import deal_due
from core.records import BrokenRecordError
from core.shuffle import SeededDecks
from net.files.history import PastMatch, StillGoingOnError, load_replay, past_match, record_paths
from tui.language.games import game_title
from tui.language.text import t, tn
from tui.language.words import player_said
from tui.start import StartSolo


def today() -> str:
    """Return the date of this computer, as ISO 8601."""
    return date.today().isoformat()


def start_of_day(game: str, day: str, name: str) -> StartSolo:
    """Return the start of the deal of a day."""
    rules = dict(FACTS[game].SHORT_MATCH)
    return StartSolo(game, seats_of_day(game), level(game), rules, seed_of(game, day), name)


def seed_of(game: str, day: str) -> int:
    """Return the seed of a game on a day. It must never change: players compare their results."""
    return int.from_bytes(sha256(f"kozyr deal of the day {day} {game}".encode()).digest()[:6])


def seats_of_day(game: str) -> int:
    """Return the number of seats: four, or the nearest number that the game allows."""
    seats = GAMES[game].SEATS
    return min(max(4, seats[0]), seats[-1])


def level(game: str) -> str:
    """Return the strongest level of bots; empty if the game has none."""
    return levels(game)[-1] if levels(game) else ""


def day_of(path: Path, *, taken_back: bool = False) -> str:
    """Return the day whose deal a record has, as ISO 8601; empty for any other match.

    A match in which moves were `taken_back` has a day only if that is set.
    """
    past = past_match(path)
    if not past.game or (past.taken_back and not taken_back) or not _as_on_any_day(past):
        return ""
    try:
        opening = load_replay(path).opening
    except (OSError, BrokenRecordError, StillGoingOnError):
        return ""
    begun = past.begun.date()
    # A match begun at midnight, or read in another time zone, is a day off.
    for day in (begun, begun - timedelta(1), begun + timedelta(1)):
        if opening and opening == _opening(past.game, day.isoformat()):
            return day.isoformat()
    return ""


def _as_on_any_day(past: PastMatch) -> bool:
    rules = parse_options(GAMES[past.game].Options, FACTS[past.game].SHORT_MATCH)
    kinds = ["human", *[f"bot:{level(past.game)}"] * (seats_of_day(past.game) - 1)]
    return past.options == rules and [player.kind for player in past.players] == kinds


def _opening(game: str, day: str) -> tuple[tuple[str, ...], ...]:
    """Return the orders of the decks before the first decision of a day."""
    decks = SeededDecks(seed_of(game, day))
    orders: list[tuple[str, ...]] = []

    def dealt(cards: Sequence[str], /) -> list[str]:
        order = decks(cards)
        orders.append(tuple(order))
        return order

    rules = GAMES[game]
    options = parse_options(rules.Options, FACTS[game].SHORT_MATCH)
    deal_due(rules, rules.new(options, seats_of_day(game)), dealt)
    return tuple(orders)


@dataclass(frozen=True, slots=True)
class DayPlayed:
    """An attempt at the deal of a day."""

    day: str
    game: str
    place: int
    """0 if it was broken off, or moves were taken back."""
    late: bool
    """Whether that day was over, so that there is nothing to compare."""


@lru_cache(256)
def _played(path: Path, _changed: int) -> DayPlayed | None:
    past = past_match(path)
    if past.going_on or not past.game or not _as_on_any_day(past):
        return None
    day = day_of(path, taken_back=True)
    place = past.places[0] if past.places and not past.taken_back else 0
    return DayPlayed(day, past.game, place, is_late(past.begun, day)) if day else None


def is_late(begun: datetime, day: str) -> bool:
    """Tell whether the deal of a day was begun when the next day had long begun."""
    return begun.date().isoformat() > day and begun.hour >= _NIGHT


_NIGHT: Final = 4
"""Until this hour, a day is not over for a player who is still up."""

_RECENT: Final = 300
"""The most records looked at: more than any week has, and most streaks."""


def days_played() -> list[DayPlayed]:
    """Return the attempts at deals of days, the first of a day first; none without records."""
    try:
        paths = record_paths()[:_RECENT]
        found = [_played(path, path.stat().st_mtime_ns) for path in reversed(paths)]
    except OSError:
        return []
    return [each for each in found if each is not None]


def counted(found: Sequence[DayPlayed]) -> dict[tuple[str, str], int]:
    """Return the place that counts for each day and game: that of the first attempt in time."""
    first: dict[tuple[str, str], int] = {}
    for each in found:
        if not each.late:
            first.setdefault((each.day, each.game), each.place)
    return first


def week(found: Sequence[DayPlayed], game: str, last: str) -> list[str]:
    """Return a sign for each of seven days up to the last: the place, "x" if broken off, or ""."""
    places, end = counted(found), date.fromisoformat(last)
    days = [(end - timedelta(back)).isoformat() for back in range(6, -1, -1)]
    shown = [places.get((day, game)) for day in days]
    return ["" if place is None else str(place or "x") for place in shown]


def streak(found: Sequence[DayPlayed], last: str) -> int:
    """Return the days in a row with a finished deal, up to the last day or the one before it."""
    days = {day for (day, _), place in counted(found).items() if place}
    end = date.fromisoformat(last)
    at = end if last in days else end - timedelta(1)
    count = 0
    while at.isoformat() in days:
        count, at = count + 1, at - timedelta(1)
    return count


def _attempt(path: Path, day: str, game: str) -> int:
    """Return the number of attempts at the deal of a day up to this record."""
    earlier = [each for each in record_paths(path.parent) if each.name <= path.name]
    found = (_played(each, each.stat().st_mtime_ns) for each in earlier[:_RECENT])
    return sum(each is not None and (each.day, each.game) == (day, game) for each in found)


def line_of_day(path: Path | None) -> str:
    """Return one line about a finished deal of the day, for players to send to others.

    Empty for any other match, after moves were taken back, and for one begun on a later day. The
    line names the release: bots of another one play differently.
    """
    past = past_match(path) if path is not None else None
    if path is None or past is None or not past.places or past.taken_back:
        return ""
    day = day_of(path)
    if not day or is_late(past.begun, day):
        return ""
    others = ", ".join(
        f"{player_said(player.name, player.kind)} {total}"
        for player, total in list(zip(past.players, past.totals, strict=True))[1:]
    )
    if past.release:
        others = t(
            "the experts of release {version}: {others}", version=past.release, others=others
        )
    said = t(
        "Kozyr, deal of the day {day}, {game}: place {place} of {n}, {points}; {others}",
        day=day,
        game=game_title(past.game),
        place=past.places[0],
        n=len(past.players),
        points=tn("{n} point", "{n} points", past.totals[0]),
        others=others,
    )
    attempt = _attempt(path, day, past.game)
    return said if attempt <= 1 else f"{said} · {t('attempt {n}', n=attempt)}"
