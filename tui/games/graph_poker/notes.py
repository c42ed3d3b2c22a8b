"""The notes of Graph-Poker below or beside the grid: windows with their owners, one after another.

The worth of a place is worded here; the board finds the windows.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from core.game import Seat
from core.games.graph_poker.poker import HIDDEN, Prospect, WindowForecast
from core.games.graph_poker.view import View, forecast, lying
from tui.boards.scene import Scene
from tui.boards.seats import letters_of
from tui.drawing.canvas import Canvas, cut, text_width
from tui.drawing.look import ink_on
from tui.language.text import t, tn
from tui.language.words import card_name

NO_BREAK: Final = "\u00a0"
"""A space that keeps the line of a note from breaking."""


class Note(NamedTuple):
    """A note about one window, or about a place or a round without any."""

    text: str
    ink: str
    """The ink; empty for the usual one of the ground."""
    owner: Seat | None = None


def put_notes(canvas: Canvas, scene: Scene, notes: Sequence[Note], *, narrow: bool) -> None:
    """Write notes from the top; return the number of notes that do not fit.

    Each takes one line; it may take more in a narrow column, or if all of them still fit.
    """
    room = canvas.height - narrow
    left = 5 if any(note.owner is not None for note in notes) else 1
    width = canvas.width - left - 1
    y = int(narrow)
    for at, note in enumerate(notes):
        rest = len(notes) - at
        lines = list(_wrapped(note.text, width + (not narrow)))
        if not narrow and y + len(lines) + rest - 1 > room:
            lines = [cut(note.text, width + 1)]
        if y + len(lines) > room - (rest > 1) and at:
            _put_rest(canvas, scene, y, left, rest)
            return
        if rest > 1 and room <= 1:
            lines = [cut(f"{cut(note.text, width - 5)} (+{rest - 1})", width + 1)]
        if note.owner is not None:
            _put_owner(canvas, scene, y, note.owner)
        for line in lines:
            canvas.put(left, y, line.replace(NO_BREAK, " "), note.ink or None)
            y += 1
        if room <= 1:
            return
        y += narrow


def _put_rest(canvas: Canvas, scene: Scene, y: int, left: int, rest: int) -> None:
    more = tn("and {n} more row", "and {n} more rows", rest)
    canvas.put(left, y, cut(more, canvas.width - left), scene.look.muted)


def _put_owner(canvas: Canvas, scene: Scene, y: int, seat: Seat) -> None:
    ground = scene.look.owners[seat]
    canvas.put(1, y, f" {letters_of(scene.names)[seat]} ", ink_on(ground), ground, "b")


def _wrapped(text: str, width: int) -> Iterator[str]:
    """Break a text between words; the rows after the first are indented."""
    line = ""
    for word in text.split(" "):
        if line and text_width(f"{line} {word}") > width:
            yield line
            line = "  " + word
        else:
            line = f"{line} {word}" if line else word
    yield line


# --- the worth of a place ------------------------------------------------------------------------


@lru_cache(4)
def forecast_of(view: View) -> WindowForecast:
    """Return the prospects of the seat to act; cached, because each place asks for them."""
    return forecast(view)


def prospect_notes(scene: Scene, token: str, found: Sequence[Prospect]) -> list[Note]:
    """Word the windows of the focused place, once each if they differ only in their ends."""
    windows = in_order([window for window in found if window.missing + window.unknown < 3])
    if not windows:
        name = card_name(token)
        return [Note(t("{card} here: no row of four yet", card=name), scene.look.muted)]
    alike: dict[object, list[Prospect]] = {}
    for window in windows:
        key = (window.across, window.category, window.missing) if window.missing else window
        alike.setdefault(key, []).append(window)
    return [_prospect_note(scene, group[0], len(group)) for group in alike.values()]


def _prospect_note(scene: Scene, prospect: Prospect, times: int) -> Note:
    look = scene.look
    cards = NO_BREAK.join(_signs(scene, prospect))
    category, points = t(prospect.category), prospect.points
    if prospect.owner is not None:
        mine = prospect.owner == scene.view.seat
        whose = t("yours") if mine else scene.names[prospect.owner]
        said = f"+{points} {category}, {whose}: {cards}"
        return Note(said, look.good if mine else look.bad, prospect.owner)
    facts = {"category": category, "points": points, "cards": cards}
    if not prospect.missing:
        return Note(t("perhaps {category} for {points}: {cards}", **facts), look.active)
    said = tn(
        "{category} for {points}, {n} more card: {cards}",
        "{category} for {points}, {n} more cards: {cards}",
        prospect.missing,
        **facts,
    )
    if times > 1:
        said += f" ({tn('{n} way', '{n} ways', times)})"
    return Note(said, look.muted)


def in_order(prospects: Sequence[Prospect]) -> list[Prospect]:
    """Put the certain windows first, then those with a hidden card, then those only begun."""
    return sorted(prospects, key=lambda p: (p.missing, p.unknown, -p.points))


def _signs(scene: Scene, window: Prospect) -> tuple[str, ...]:
    """Write the cards of a window: empty cells and hidden cards have signs of their own."""
    letters = letters_of(scene.names)
    hidden = {(c.x, c.y): letters[c.owner] for c in lying(scene.view) if c.token == HIDDEN}
    shade = "#" if scene.look.ascii else "▒"
    signs = [
        shade + hidden[cell] if cell in hidden else card_name(card) if card else "__"
        for cell, card in zip(window.cells, window.cards, strict=True)
    ]
    return tuple(signs if window.across else signs[::-1])
