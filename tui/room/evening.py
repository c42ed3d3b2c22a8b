"""The evening at a table in words: its matches, and their totals by places. Pure.

Points of different games cannot be compared, so only places are added up.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from net.wire.message import PlayedMatch, PlayedSeat
from net.wire.names import readable_name
from tui.drawing.canvas import columns, text_width
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
    """Add up the places of all players; the order is by first places, then by second ones."""
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


def evening_page(
    matches: Sequence[PlayedMatch], table: str, reader: str | None = None, room: int | None = None
) -> list[str]:
    """Return the lines of the page of the evening: for copying, or for a reader, who is "You".

    If the places do not fit into the `room`, as on a phone, their heads are numbers.
    """
    if not matches:
        return [t("No match has been played to its end here this evening.")]
    begun = " ".join(filter(None, (readable_name(table), matches[0].begun[DAY])))
    last = _last_place(matches)
    head = ["", t("matches"), *(t("place {n}", n=place) for place in range(1, last + 1))]
    counted = ((each, [each.places[n] for n in range(1, last + 1)]) for each in totals(matches))
    rows = [
        [_called(each, reader), str(each.matches), *(str(n) if n else "·" for n in places)]
        for each, places in counted
    ]
    listed = [
        [
            match.begun[TIME],
            game_title(readable_name(match.game)),
            ", ".join(_results(match, reader)),
        ]
        for match in matches
    ]
    right = () if reader is None else range(1, len(head))
    table_of_places = columns([head, *rows], right=right)
    if room is not None and max(map(text_width, table_of_places)) > room:
        head = [*head[:2], *(f"{place}." for place in range(1, last + 1))]
        table_of_places = columns([head, *rows], room, right=right, cut_first=(0,))
    return [begun, "", *table_of_places, "", *columns(listed)]


_MOST_KEPT: Final = 2000
"""The most letters of an evening that are left to a guest."""


def evening_kept(matches: Sequence[PlayedMatch], table: str, room: int) -> str:
    """Return the page as lines for a guest's terminal, without the oldest matches if too long."""
    lines = ["", t("The evening"), *evening_page(matches, table, room=room), "", ""]
    first = len(lines) - 2 - len(matches)
    while len(text := "\n".join(lines)) > _MOST_KEPT and len(lines) > first + 3:
        del lines[first]
    return text


def _results(match: PlayedMatch, reader: str | None = None) -> list[str]:
    return [result_said(seat, reader) for seat in by_place(match)]


def by_place(match: PlayedMatch) -> list[PlayedSeat]:
    """Return the players of a match, from the first place on."""
    return sorted(match.seats, key=lambda seat: seat.place)


def result_said(seat: PlayedSeat, reader: str | None) -> str:
    """Return the place, name and points of a player in a match."""
    return f"{seat.place}. {_called(seat, reader)} {seat.points}"


def is_reader(player: Total | PlayedSeat, reader: str | None) -> bool:
    """Tell whether a player of the evening is its reader."""
    return player.name == reader and not player.bot


def _called(player: Total | PlayedSeat, reader: str | None = None) -> str:
    if is_reader(player, reader):
        return t("You")
    return player_said(readable_name(player.name), "bot:" if player.bot else "human")
