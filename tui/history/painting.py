"""Statistics of careers: their sections, and their curve and bars on a canvas."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from core.games import FACTS
from core.records.career import Career, Mark, Opponent
from tui.drawing.canvas import Canvas, columns, cut, text_width
from tui.drawing.charts import Bar, Dot, Series, bars, curve
from tui.drawing.look import Look
from tui.history import words
from tui.language.text import t, tn
from tui.language.words import decimal

Tone: TypeAlias = Literal["", "good", "bad"]

RECENT: Final = 30
"""The most results in a curve."""


@dataclass(frozen=True, slots=True)
class StatsRow:
    """A number of the statistics: its label, the value for its bar, its words."""

    label: str
    value: float
    said: str
    tone: Tone = ""


@dataclass(frozen=True, slots=True)
class Section:
    """Rows under one title."""

    title: str
    rows: tuple[StatsRow, ...]
    most: float = 0
    """The value of the longest possible bar; 0 for the greatest of the rows."""


def sections(career: Career) -> Iterator[Section]:
    """Yield the sections with something to compare; `words.career_rows` has the single numbers."""
    yield from _places(career)
    if career.bids_at:
        yield Section(t("bids made, by size of hand"), tuple(_bids(career)), 100)
    if career.against:
        yield Section(t("won at tables with"), tuple(_against(career)), 100)
    if career.opponents:
        yield Section(t("how often you finished ahead of"), tuple(_head_to_head(career)), 100)
    if goats := tuple(_goats(career)):
        yield Section(t("who was the goat"), goats)


def _places(career: Career) -> Iterator[Section]:
    """Yield a section for each size of table: places at different sizes cannot be compared."""
    for seats, places in sorted(career.places_at.items()):
        average = decimal(sum(places) / len(places))
        title = t("places at tables of {n}: {place} on average", n=seats, place=average)
        rows = [
            StatsRow(
                t("place {n}", n=place),
                places.count(place),
                words.share_said(places.count(place), len(places)),
                "good" if place == 1 else "bad" if place == seats else "",
            )
            for place in range(1, seats + 1)
        ]
        yield Section(title, tuple(rows))


def _bids(career: Career) -> Iterator[StatsRow]:
    for size, kept in sorted(career.bids_at.items()):
        label = t("hand of {n}", n=size)
        yield StatsRow(label, 100 * kept.made / kept.of, words.share_said(kept.made, kept.of))


def _against(career: Career) -> Iterator[StatsRow]:
    for kind, against in sorted(
        career.against.items(), key=lambda item: words.rank_of_kind(item[0])
    ):
        share = 100 * against.won / against.matches
        yield StatsRow(words.bots_said(kind), share, words.share_said(against.won, against.matches))


def _head_to_head(career: Career) -> Iterator[StatsRow]:
    for opponent in _sorted(career):
        share = 100 * opponent.ahead / opponent.met
        said = words.share_said(opponent.ahead, opponent.met)
        if ties := opponent.met - opponent.ahead - opponent.behind:
            said += tn(", {n} tie", ", {n} ties", ties)
        even = opponent.ahead == opponent.behind
        tone: Tone = "" if even else "good" if opponent.ahead > opponent.behind else "bad"
        yield StatsRow(_opponent(opponent), share, said, tone)


def _goats(career: Career) -> Iterator[StatsRow]:
    """Yield how often each player was the goat; nothing in a game without goats."""
    if not career.goats and not any(each.goats for each in career.opponents.values()):
        return
    yield StatsRow(t("you"), career.goats, words.share_said(career.goats, career.matches), "bad")
    for opponent in _sorted(career):
        said = words.share_said(opponent.goats, opponent.met)
        yield StatsRow(_opponent(opponent), opponent.goats, said)


def _sorted(career: Career) -> list[Opponent]:
    """List the opponents: people first, those met most often before others, then bots by level."""
    return sorted(
        career.opponents.values(),
        key=lambda each: (words.rank_of_kind(each.kind), -each.met, each.name.casefold()),
    )


def _opponent(opponent: Opponent) -> str:
    return opponent.name or words.bots_said(opponent.kind)


# --- the last results -----------------------------------------------------------------------------


def recent(career: Career) -> Sequence[Mark]:
    """Return the last results, oldest first."""
    return career.results[-RECENT:]


def recent_title(career: Career) -> str:
    """Return the title of the curve of the last results: their number and average."""
    marks = recent(career)
    if len(marks) == 1:
        return t("the last result")
    facts = {"n": round(sum(mark.total for mark in marks) / len(marks))}
    last = tn("the last {n} result", "the last {n} results", len(marks))
    if FACTS[career.game].LOWEST_WINS:
        return f"{last}: {t('{n} on average, low is good', **facts)}"
    return f"{last}: {t('{n} points on average', **facts)}"


def recent_said(career: Career) -> str:
    """List the last results: the points, and the place where it is known."""
    return ", ".join(_result(mark) for mark in recent(career))


def _result(mark: Mark) -> str:
    if mark.goat:
        return t("{total} (the goat)", total=mark.total)
    if mark.place == 1:
        return t("{total} (won)", total=mark.total)
    return str(mark.total)


GAP: Final = 3
"""The columns between two blocks side by side."""

BLOCK: Final = 47
"""The least columns of a block."""

LEAST_CURVE: Final = 8
MOST_CURVE: Final = 24
"""The least and the most rows of a curve."""


def paint_careers(careers: Sequence[Career], look: Look, width: int, height: int) -> Canvas:
    """Paint careers on a canvas as high as they need; a curve takes the rest of `height`.

    The careers of a single game, one for each length of its matches, get all their charts. With
    several games, each gets a short block, side by side.
    """
    if len(careers) > 1 and len({career.game for career in careers}) == 1:
        return _stacked([_named_painting(each, look, width, 0) for each in careers], look, width)
    if len(careers) != 1:
        return _side_by_side([_game(each, look, width) for each in careers], look, width)
    paint = _named_painting if careers[0].length else _painted
    return paint(careers[0], look, width, height)


def _named_painting(career: Career, look: Look, width: int, height: int) -> Canvas:
    painted = _painted(career, look, width, height - 1)
    return _titled(words.career_title(career), painted, look)


def _painted(career: Career, look: Look, width: int, height: int) -> Canvas:
    """Paint all charts and numbers of one game at one length."""
    if not career.results:
        return _numbers(career, look, width)
    across = max(1, min(3, (width + GAP) // (BLOCK + GAP)))
    room = (width + GAP) // across - GAP
    blocks = [
        _numbers(career, look, room, named=False),
        *(_bars(section, look, room) for section in sections(career)),
    ]
    below = _side_by_side(blocks, look, width)
    rows = min(MOST_CURVE, max(LEAST_CURVE, height - below.height - 2))
    if not _has_curve(career):
        return below
    return _stacked([_recent(career, look, width, rows), below], look, width)


def _has_curve(career: Career) -> bool:
    """Tell whether the last results differ: a single value is no curve."""
    return len({mark.total for mark in recent(career)}) > 1


def _game(career: Career, look: Look, width: int) -> Canvas:
    numbers = _numbers(career, look, width)
    if width < 2 * BLOCK or not _has_curve(career):
        return numbers
    room = max(BLOCK, numbers.width)
    return _stacked([numbers, _recent(career, look, room, LEAST_CURVE)], look, room)


def _numbers(career: Career, look: Look, width: int, *, named: bool = True) -> Canvas:
    rows = columns(list(words.career_rows(career)), min(width, 2 * BLOCK))
    titles = [words.career_title(career)] if named else []
    wide = min(width, max(map(text_width, [*rows, *titles])))
    canvas = Canvas(wide, len(rows) + len(titles), look.ink, look.felt)
    for y, title in enumerate(titles):
        canvas.put(0, y, title, look.active, None, "b")
    for y, row in enumerate(rows, len(titles)):
        canvas.put(0, y, row)
    return canvas


def _recent(career: Career, look: Look, width: int, rows: int) -> Canvas:
    """Draw the curve of the last results, with marks for those won and lost as the goat."""
    marks = recent(career)
    dots = {
        index: Dot(look.good, "W") if mark.place == 1 else Dot(look.bad, "G")
        for index, mark in enumerate(marks)
        if mark.place == 1 or mark.goat
    }
    totals = [mark.total for mark in marks]
    line = Series(totals, look.active, dots=dots)
    average = sum(totals) / len(totals)
    drawn = curve([line], look, width, rows, first=1, level=average)
    return _titled(recent_title(career), drawn, look)


def _bars(section: Section, look: Look, width: int) -> Canvas:
    inks = {"": look.active, "good": look.good, "bad": look.bad}
    drawn = [Bar(row.label, row.value, row.said, inks[row.tone]) for row in section.rows]
    return _titled(section.title, bars(drawn, look, width, most=section.most), look)


def _titled(title: str, drawn: Canvas, look: Look) -> Canvas:
    canvas = Canvas(drawn.width, drawn.height + 1, look.ink, look.felt)
    canvas.put(0, 0, cut(title, drawn.width), look.active, None, "b")
    canvas.blit(drawn, 0, 1)
    return canvas


# --- laying out -----------------------------------------------------------------------------------


def _stacked(blocks: Iterable[Canvas], look: Look, width: int) -> Canvas:
    """Stack blocks, with a row between two."""
    found = list(blocks)
    canvas = Canvas(width, sum(each.height + 1 for each in found) - 1, look.ink, look.felt)
    y = 0
    for block in found:
        canvas.blit(block, 0, y)
        y += block.height + 1
    return canvas


def _side_by_side(blocks: Sequence[Canvas], look: Look, width: int) -> Canvas:
    """Distribute blocks over as many columns as fit; each goes to the shortest so far."""
    if not blocks:
        return Canvas(width, 0, look.ink, look.felt)
    wide = max(block.width for block in blocks)
    across = max(1, min(len(blocks), (width + GAP) // (wide + GAP)))
    columns: list[list[Canvas]] = [[] for _ in range(across)]
    for block in blocks:
        min(columns, key=lambda column: sum(each.height + 1 for each in column)).append(block)
    stacks = [_stacked(column, look, wide) for column in columns]
    canvas = Canvas(width, max(each.height for each in stacks), look.ink, look.felt)
    for number, stack in enumerate(stacks):
        canvas.blit(stack, number * (wide + GAP), 0)
    return canvas
