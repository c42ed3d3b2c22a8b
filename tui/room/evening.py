"""The evening at a table in words: its matches, and what they add up to by places. Pure.

Points of different games do not compare, so only places are added up.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from net.wire.message import PlayedMatch, PlayedSeat
from net.wire.names import readable_name
from tui.drawing.canvas import columns
from tui.language.games import game_title
from tui.language.text import t, tn
from tui.language.words import player_said

DAY = slice(0, len("2026-11-28"))
TIME = slice(len("2026-11-28T"), len("2026-11-28T21:40"))
"""The parts of the beginning of a match."""


@dataclass(slots=True)
class Total:
    """The places of a player in all matches of an evening."""

    name: str
    bot: bool
    places: Counter[int] = field(default_factory=Counter)

    @property
    def matches(self) -> int:
        """The number of matches played."""
        return self.places.total()


def totals(matches: Sequence[PlayedMatch]) -> list[Total]:
    """Add the places of all players up: most first places come first, then most second ones."""
    found: dict[str, Total] = {}
    for match in matches:
        for seat in match.seats:
            total = found.setdefault(seat.name, Total(seat.name, seat.bot))
            total.places[seat.place] += 1
    last = _last_place(matches)
    return sorted(found.values(), key=lambda each: [-each.places[n] for n in range(1, last + 1)])


def _last_place(matches: Sequence[PlayedMatch]) -> int:
    return max((seat.place for match in matches for seat in match.seats), default=0)


def totals_said(matches: Sequence[PlayedMatch]) -> list[str]:
    """Return a sentence without a full stop for each player, the best first."""
    said = []
    for total in totals(matches):
        counted = sorted(total.places.items())
        places = (t("place {place} × {n}", place=place, n=n) for place, n in counted)
        played = tn("{n} match", "{n} matches", total.matches)
        said.append(f"{_called(total)}: {played}, {', '.join(places)}")
    return said


def matches_said(matches: Sequence[PlayedMatch]) -> Iterator[str]:
    """Yield each match in a sentence without a full stop."""
    for match in matches:
        parts = (match.begun[TIME], game_title(readable_name(match.game)))
        yield f"{' '.join(filter(None, parts))}: {', '.join(_results(match))}"


def evening_page(matches: Sequence[PlayedMatch], table: str) -> list[str]:
    """Return the lines of the page of the evening, also to be copied as text."""
    if not matches:
        return [t("No match has been played to its end here this evening.")]
    begun = " ".join(filter(None, (readable_name(table), matches[0].begun[DAY])))
    last = _last_place(matches)
    head = ["", t("matches"), *(_place_said(place) for place in range(1, last + 1))]
    counted = ((each, [each.places[n] for n in range(1, last + 1)]) for each in totals(matches))
    rows = [
        [_called(each), str(each.matches), *(str(n) if n else "·" for n in places)]
        for each, places in counted
    ]
    listed = [
        [match.begun[TIME], game_title(readable_name(match.game)), ", ".join(_results(match))]
        for match in matches
    ]
    return [begun, "", *columns([head, *rows]), "", *columns(listed)]


def _results(match: PlayedMatch) -> list[str]:
    seats = sorted(match.seats, key=lambda seat: seat.place)
    return [f"{seat.place}. {_called(seat)} {seat.points}" for seat in seats]


def _place_said(place: int) -> str:
    return t("place {n}", n=place)


def _called(player: Total | PlayedSeat) -> str:
    return player_said(readable_name(player.name), "bot:" if player.bot else "human")
