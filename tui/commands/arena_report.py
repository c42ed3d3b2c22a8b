"""What `kozyr arena` has found, as a table and as JSON."""

from __future__ import annotations

from typing import Any

from core.arena.duplicate import DeckTask, Standing, ways
from core.arena.interval import Interval, wilson
from core.game import parse_options, plain_options
from core.games import GAMES
from tui.language.games import game_title
from tui.language.text import t, tn


def lines(task: DeckTask, found: list[Standing]) -> list[str]:
    """Word what was found: a table, the bids, and what is proven."""
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
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *cells in rows:
        rest = (cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True))
        said.append("  ".join([name.ljust(widths[0]), *rest]).rstrip())
    said += _bids(found)
    said += ["", t("± is the 95 % interval over decks, by Student's distribution.")]
    unproven = [standing.name for standing in found if not standing.a_deal.proven]
    if unproven:
        said.append(t("Not proven to differ from the others: {names}.", names=", ".join(unproven)))
    return said


def _row(standing: Standing) -> list[str]:
    tally = standing.tally
    low, high = wilson(tally.first, tally.matches)
    mean = 1000 * tally.seconds / max(1, tally.decisions)
    return [
        standing.name,
        _interval(standing.a_deal, 2),
        _interval(standing.a_match, 1),
        f"{100 * tally.first / tally.matches:.0f} % ({100 * low:.0f}..{100 * high:.0f})",
        f"{tally.places / tally.matches:.2f}",
        f"{mean:.1f}",
        f"{1000 * tally.slowest:.0f}",
        f"{tally.playouts / max(1, tally.decisions):.0f}",
        str(sum(tally.faults.values())),
    ]


def _interval(interval: Interval, digits: int) -> str:
    if interval.count < 2:
        return f"{interval.mean:+.{digits}f}"
    return f"{interval.mean:+.{digits}f} ± {interval.half:.{digits}f}"


def _bids(found: list[Standing]) -> list[str]:
    """Say how many bids were made good, by the tricks of the deal."""
    sizes = sorted({size for standing in found for size in standing.tally.bids})
    if not sizes:
        return []
    said = ["", t("bids made, by tricks of the deal")]
    for standing in found:
        cells = []
        for size in sizes:
            made, bids = standing.tally.bids.get(size, (0, 0))
            cells.append(f"{size}: {100 * made / bids:.0f} %" if bids else f"{size}: -")
        said.append("  " + standing.name.ljust(14) + "  ".join(cells))
    return said


def report(task: DeckTask, seed: int, found: list[Standing]) -> dict[str, Any]:
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
