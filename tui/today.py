"""The deal of the day: the same short match for everybody on a date, alone against experts.

The decks follow from the date, so no server is needed. A record is recognised by its house rules,
its players and its first deck.
"""

from collections.abc import Sequence
from datetime import date, timedelta
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from core.bots import levels
from core.game import parse_options
from core.games import FACTS, GAMES
from core.match import deal_due
from core.records.fault import BrokenRecordError
from core.shuffle import SeededDecks
from net.files.history import PastMatch, StillGoingOnError, load_replay, past_match
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
    """Return the seed of a game on a day. It must not change: players compare their results."""
    return int.from_bytes(sha256(f"kozyr deal of the day {day} {game}".encode()).digest()[:6])


def seats_of_day(game: str) -> int:
    """Return the number of seats: four, or the nearest number that the game allows."""
    seats = GAMES[game].SEATS
    return min(max(4, seats[0]), seats[-1])


def level(game: str) -> str:
    """Return the strongest level of bots; empty if the game has none."""
    return levels(game)[-1] if levels(game) else ""


def day_of(path: Path) -> str:
    """Return the day of a record with a deal of the day, as ISO 8601; empty for any other match."""
    past = past_match(path)
    if not past.game or past.taken_back or not _as_on_any_day(past):
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


def line_of_day(path: Path | None) -> str:
    """Return one line about a finished deal of the day, for players to send to others.

    Empty for any other match, and after moves were taken back. The line names the release: bots of
    another one play differently.
    """
    past = past_match(path) if path is not None else None
    if path is None or past is None or not past.places or past.taken_back:
        return ""
    if not (day := day_of(path)):
        return ""
    others = ", ".join(
        f"{player_said(player.name, player.kind)} {total}"
        for player, total in list(zip(past.players, past.totals, strict=True))[1:]
    )
    return t(
        "Kozyr, deal of the day {day}, {game}: place {place} of {n}, {points}; "
        "the experts of release {version}: {others}",
        day=day,
        game=game_title(past.game),
        place=past.places[0],
        n=len(past.players),
        points=tn("{n} point", "{n} points", past.totals[0]),
        version=version("kozyr"),
        others=others,
    )
