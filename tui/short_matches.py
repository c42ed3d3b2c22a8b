"""Short matches against bots: the deal of the day, and the ladder.

The deal of the day is a match against experts, the same for all players on a date. The decks follow
from the date, so no server is needed. A record is recognised by its house rules, its players and
its first deck.

A ladder is three matches of a game in a row, against stronger bots each time. The program remembers
the rung that is to be played next, so that a ladder can be left and resumed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from core.bots import BOTS, levels
from core.game import Result, Seat, parse_options
from core.games import FACTS, GAMES
from core.match import deal_due
from core.records import BrokenRecordError
from core.shuffle import SeededDecks
from net.files.history import PastMatch, StillGoingOnError, load_replay, past_match, record_paths
from tui.language.games import game_title, level_name
from tui.language.text import t, tn
from tui.language.words import player_said
from tui.start import Rung, StartLadder, StartSolo

# --- the deal of the day --------------------------------------------------------------------------


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


# --- the ladder -----------------------------------------------------------------------------------

RUNGS: Final = 3


def can_climb(game: str) -> bool:
    """Tell whether a game has enough levels of bots."""
    return len(levels(game)) >= RUNGS


def start_of_ladder(game: str, name: str) -> StartLadder:
    """Return the start of the first match."""
    rules = dict(FACTS[game].SHORT_MATCH)
    return StartLadder(game, seats_of_day(game), _levels(game)[0], rules, name=name)


def next_start(start: StartLadder, result: Result, seat: Seat) -> StartLadder | None:
    """Return the start of the match after one that has ended; None after the last."""
    behind = climbed(start, result, seat)
    if len(behind) >= RUNGS:
        return None
    return replace(start, level=_levels(start.game)[len(behind)], behind=behind)


def noted(start: StartLadder | None, table: str = "") -> dict[str, Any]:
    """Return the memory of a match of a ladder and of its table; empty for none.

    The rest of its start follows from that.
    """
    if start is None:
        return {}
    return {"game": start.game, "table": table, "behind": [[*rung] for rung in start.behind]}


def remembered(memory: Mapping[str, Any], name: str) -> StartLadder | None:
    """Return the match that comes next on the ladder; None without one, or if it is damaged."""
    match memory:
        case {"game": str(game), "behind": [*rungs]} if game in BOTS and can_climb(game):
            known = _levels(game)
        case _:
            return None
    behind = tuple(Rung(*rung) for rung in rungs if _is_rung(rung))
    if not len(behind) == len(rungs) < RUNGS or any(rung.level not in known for rung in behind):
        return None
    start = start_of_ladder(game, name)
    return replace(start, level=known[len(behind)], behind=behind)


def _is_rung(rung: object) -> bool:
    match rung:
        case [str(), int(place), int(seats), int()]:
            return 1 <= place <= seats
    return False


def next_said(start: StartLadder) -> str:
    """Name the match that comes next, by its game and rung."""
    number, game = len(start.behind) + 1, game_title(start.game)
    return t("{game}, rung {number} of {all}", game=game, number=number, all=RUNGS)


def climbed(start: StartLadder, result: Result, seat: Seat) -> tuple[Rung, ...]:
    """Return the results up to a match that has ended."""
    rung = Rung(start.level, result.places[seat], len(result.places), result.totals[seat])
    return (*start.behind, rung)


def ladder_said(rungs: tuple[Rung, ...]) -> tuple[str, ...]:
    """Word the results, one sentence each, without full stops; after the last match sum them up."""
    lines = [
        t(
            "{number}. {level}: place {place} of {n}, {points}",
            number=number,
            level=level_name(rung.level),
            place=rung.place,
            n=rung.seats,
            points=tn("{n} point", "{n} points", rung.points),
        )
        for number, rung in enumerate(rungs, 1)
    ]
    if len(rungs) == RUNGS:
        firsts = sum(rung.place == 1 for rung in rungs)
        lines.append(t("First on {n} of {all} rungs", n=firsts, all=RUNGS))
    return tuple(lines)


def _levels(game: str) -> tuple[str, ...]:
    return tuple(levels(game))[-RUNGS:]
