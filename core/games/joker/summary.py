"""The summary of a match of Joker: bids made, khishts, premiums won and lost."""

from collections.abc import Sequence

from core.game import Event, Seat
from core.games.joker.sheet import SEATS, Entry, Options, Pulka
from core.games.joker.view import View
from core.summary import CountRow, Remark, Totals, largest


def totals(view: View) -> tuple[Totals, ...]:
    """Add up the sheet deal by deal; premiums come with the last deal of their pulka."""
    found: list[Totals] = []
    now: Totals = (0,) * SEATS
    for pulka in view.score_sheet().pulkas:
        for line in pulka.lines:
            now = tuple(
                total + entry.points for total, entry in zip(now, line.entries, strict=True)
            )
            found.append(now)
        if pulka.totals:
            now = found[-1] = pulka.totals
    return tuple(found)


def counts(view: View, events: Sequence[Event]) -> tuple[CountRow, ...]:
    """Count bids made, khishts, and the points won and lost by premiums."""
    pulkas = view.score_sheet().pulkas
    written = [[line.entries[seat] for p in pulkas for line in p.lines] for seat in range(SEATS)]
    made = (sum(not entry.spoiled for entry in row) for row in written)
    khishts = (sum(is_khisht(view.options, entry) for entry in row) for row in written)
    won, lost = ([_moved(pulkas, seat, ringed=r) for seat in range(SEATS)] for r in (True, False))
    return (
        CountRow("bids made", tuple(f"{n}/{len(view.sheet)}" for n in made)),
        CountRow("khishts", tuple(str(n or "-") for n in khishts)),
        *(
            [CountRow("premiums won", tuple(f"{n:+}" if n else "-" for n in won))]
            if any(won)
            else []
        ),
        *(
            [CountRow("struck out", tuple(f"{-n}" if n else "-" for n in lost))]
            if any(lost)
            else []
        ),
    )


def is_khisht(options: Options, entry: Entry) -> bool:
    """Tell whether a bid was missed without a trick and cost a khisht (J-R29)."""
    return entry.spoiled and entry.taken == 0 and entry.bid >= options.khisht_min_bid


def _moved(pulkas: Sequence[Pulka], seat: Seat, *, ringed: bool) -> int:
    """Return the points that premiums brought a player, or struck out."""
    entries = (line.entries[seat] for pulka in pulkas for line in pulka.lines)
    return sum(entry.points for entry in entries if (entry.ringed if ringed else entry.struck))


def remarks(view: View, events: Sequence[Event]) -> tuple[Remark, ...]:
    """Name the best single deal of the match."""
    lines = [line for pulka in view.score_sheet().pulkas for line in pulka.lines]
    if not lines:
        return ()
    best, who, deal = largest(
        [
            (entry.points, seat, line.deal)
            for line in lines
            for seat, entry in enumerate(line.entries)
        ]
    )
    if deal is None:
        return (Remark("Best deals, {points} each: {names}", {"points": best}, {"names": who}),)
    return (
        Remark(
            "Best deal: {names}, {points} in deal {deal}",
            {"points": best, "deal": deal},
            {"names": who},
        ),
    )
