"""The results of `kozyr arena`, as a table and as JSON."""

from typing import Any, Final

from core.game import parse_options, plain_options
from core.games import GAMES
from kozyr_kits.arena.duplicate import DeckTask, Standing, ways
from kozyr_kits.arena.interval import Interval, wilson
from tui.drawing.canvas import columns
from tui.language.games import game_title
from tui.language.text import t, tn
from tui.language.words import decimal

LABEL: Final = 28
"""The cells of a contestant's name in the table."""


def lines(task: DeckTask, found: list[Standing]) -> list[str]:
    """Word the results: a table, the places, the bids, the faults, and the leads not proven."""
    decks = found[0].a_deal.count
    said = [
        tn("{game}: {n} deck, ", "{game}: {n} decks, ", decks, game=game_title(task.game))
        + tn("played in {n} way", "each played in {n} ways", len(ways(task.contestants))),
        "",
    ]
    head = [
        *(t("bot"), t("lead per deal"), t("lead per match"), t("first"), t("mean place")),
        *(t("ms per decision"), t("slowest"), t("playouts"), t("faults")),
    ]
    rows = [head, *(_row(standing) for standing in found)]
    said += columns(rows, right=range(1, len(head)))
    said += _places(task, found) + _bids(found) + _faults(found)
    said += ["", t("± is the 95 % interval over decks, by Student's distribution.")]
    if decks > 1:
        share = 100 * min(standing.luck_out for standing in found)
        said.append(
            t(
                "Playing each deck with every seating removed {n}% of the variance.",
                n=f"{share:.0f}",
            )
        )
    unproven = [_label(standing) for standing in found if not standing.a_deal.proven]
    if unproven:
        said.append(t("Not proven to differ from the others: {names}.", names=", ".join(unproven)))
    return said


def _row(standing: Standing) -> list[str]:
    tally = standing.tally
    low, high = wilson(tally.first, tally.matches)
    mean = 1000 * tally.seconds / max(1, tally.decisions)
    return [
        _label(standing),
        _interval(standing.a_deal, 2),
        _interval(standing.a_match, 1),
        f"{100 * tally.first / tally.matches:.0f}% ({100 * low:.0f}..{100 * high:.0f})",
        decimal(tally.places / tally.matches, 2),
        decimal(mean),
        f"{1000 * tally.slowest:.0f}",
        f"{tally.playouts / max(1, tally.decisions):.0f}",
        str(sum(tally.faults.values())),
    ]


def _label(standing: Standing) -> str:
    """Return a name that fits into a table; a program's own name is a whole command line."""
    words = standing.name.replace('"', "").replace("'", "").split()
    # The last part of a path is enough; {host} and {port} occur in every such command line.
    name = " ".join(word.rpartition("/")[2] for word in words if "{" not in word)
    if standing.name.startswith("program:"):
        name = "program:" + name.removeprefix("program:")
    return name if len(name) <= LABEL else name[: LABEL - 1] + "…"


def _places(task: DeckTask, found: list[Standing]) -> list[str]:
    """Word the share of each place, if there are more than two."""
    seats = len(task.contestants)
    if seats < 3:
        return []
    said = ["", t("share of places")]
    for standing in found:
        matches, by_place = standing.tally.matches, standing.tally.by_place
        shares = (
            f"{place}: {100 * by_place.get(place, 0) / matches:.0f}%"
            for place in range(1, seats + 1)
        )
        said.append("  " + _label(standing).ljust(14) + "  ".join(shares))
    return said


def _faults(found: list[Standing]) -> list[str]:
    """Word the faults of contestants, with the first message about each."""
    said = []
    for standing in found:
        for kind, times in sorted(standing.tally.faults.items()):
            said.append(f"{_label(standing)}: {fault_text(kind, times)}")
        if standing.tally.said:
            said.append("  " + standing.tally.said)
        if late := standing.tally.cut_short:
            said.append(
                f"{_label(standing)}: "
                + tn("{n} decision cut short", "{n} decisions cut short", late)
            )
    return ["", *said] if said else []


def fault_text(kind: str, times: int) -> str:
    """Word the number of a contestant's moves left to chance, by the reason."""
    match kind:
        case "illegal":
            return tn("{n} illegal move", "{n} illegal moves", times)
        case "late":
            return tn("{n} move not made in time", "{n} moves not made in time", times)
        case "gone":
            return tn("{n} move after it was gone", "{n} moves after it was gone", times)
        case _:
            return tn("{n} decision failed", "{n} decisions failed", times)


def _interval(interval: Interval, digits: int) -> str:
    if interval.count < 2:
        return decimal(interval.mean, digits, "+")
    return f"{decimal(interval.mean, digits, '+')} ± {decimal(interval.half, digits)}"


def _bids(found: list[Standing]) -> list[str]:
    """Word the share of bids that were made, by the tricks of the deal."""
    sizes = sorted({size for standing in found for size in standing.tally.bids})
    if not sizes:
        return []
    said = ["", t("bids made, by tricks of the deal")]
    for standing in found:
        cells = []
        for size in sizes:
            made, bids = standing.tally.bids.get(size, (0, 0))
            cells.append(f"{size}: {100 * made / bids:.0f}%" if bids else f"{size}: -")
        said.append("  " + _label(standing).ljust(14) + "  ".join(cells))
    return said


def report(task: DeckTask, seed: int, found: list[Standing]) -> dict[str, Any]:
    """Return every number, for JSON."""
    options = parse_options(GAMES[task.game].Options, task.options)
    return {
        "game": task.game,
        "options": plain_options(options),
        "seats": task.contestants,
        "seed": seed,
        "decks": found[0].a_deal.count,
        "ways": len(ways(task.contestants)),
        "contestants": [
            {
                "name": standing.name,
                "ahead_a_deal": _interval_report(standing.a_deal),
                "ahead_a_match": _interval_report(standing.a_match),
                "matches": standing.tally.matches,
                "deals": standing.tally.deals,
                "first": standing.tally.first,
                "last": standing.tally.last,
                "places": {
                    str(place): times for place, times in sorted(standing.tally.by_place.items())
                },
                "mean_place": round(standing.tally.places / standing.tally.matches, 3),
                "bids": {
                    str(size): {"made": made, "bids": bids}
                    for size, (made, bids) in sorted(standing.tally.bids.items())
                },
                "decisions": standing.tally.decisions,
                "mean_ms": round(
                    1000 * standing.tally.seconds / max(1, standing.tally.decisions), 2
                ),
                "slowest_ms": round(1000 * standing.tally.slowest, 1),
                "playouts": round(standing.tally.playouts / max(1, standing.tally.decisions), 1),
                "cut_short": standing.tally.cut_short,
                "faults": sum(standing.tally.faults.values()),
                "faults_by_kind": standing.tally.faults,
                "first_fault": standing.tally.said,
                "luck_out": round(standing.luck_out, 3),
            }
            for standing in found
        ],
    }


def _interval_report(interval: Interval) -> dict[str, Any]:
    known = interval.count > 1
    return {
        "mean": round(interval.mean, 3),
        "half": round(interval.half, 3) if known else None,
        "proven": known and interval.proven,
    }
