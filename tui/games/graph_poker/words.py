"""Graph-Poker in words and figures: the players, the scores, each event as a sentence, and the grid
in plain mode.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from core.game import Event, Seat
from core.games.graph_poker import moves
from core.games.graph_poker.poker import HIDDEN, Combination, Prospect
from core.games.graph_poker.view import View, forecast, lying, open_cells
from tui.boards.panel import indented
from tui.boards.scene import TILES, Scene, Topic
from tui.boards.seats import headings, letters_of, mine_first
from tui.boards.words import held_told, pause_words
from tui.drawing.canvas import Canvas, Hit, Painting, cut, text_width
from tui.drawing.look import ink_on
from tui.games.graph_poker.notes import NO_BREAK
from tui.language.text import t, tn
from tui.language.words import card_beside, card_name, cards_text, for_listeners, hidden_card


def reading_order(window: Prospect | Combination) -> tuple[str, ...]:
    """List the cards from left to right or from above."""
    return window.cards if window.across else window.cards[::-1]


def paid_text(paid: Combination, names: Sequence[str]) -> str:
    """Word a window that was paid: "Bo +3: four of a kind 5♣ 5♥ 5♦ 5♠"; its cards stay together."""
    cards = NO_BREAK.join(card_name(card) for card in reading_order(paid))
    return f"{names[paid.owner]} +{paid.points}: {t(paid.category)} {cards}"


_LONG: Final = (10, 6)
"""The names that may be cut in the header: longer than this with few players, with many."""

_MANY: Final = 7
"""From this number of players on, names are cut to save rows of the header."""


def across_of(names: Sequence[str], width: int) -> int:
    """Return the number of players side by side in the header, with their names whole."""
    seats = len(names)
    for rows in range(1, seats + 1):
        across = -(-seats // rows)
        long = _LONG[seats >= _MANY]
        widths = (min(long, max(map(text_width, names[at::across]))) for at in range(across))
        if sum(_FRAME + width for width in widths) <= width:
            return across
    return 1


def _columns(names: Sequence[str], across: int, width: int) -> tuple[tuple[int, int], ...]:
    """Divide the rows of a header: x and width of each column, and whether every name fits.

    This depends only on names, so no score moves any other.
    """
    even = width // across
    wanted = [_FRAME + max(map(text_width, names[place::across])) for place in range(across)]
    spare = width - sum(wanted)
    if max(wanted) <= even or spare < 0:
        return tuple((place * even, even) for place in range(across))
    starts = [sum(wanted[:place]) + spare * place // across for place in range(across)]
    return tuple((start, end - start) for start, end in pairwise((*starts, width)))


_FRAME: Final = 7
"""A player's columns besides the name: turn, letter, two gaps, two digits and the dealer."""


def paint_header(scene: Scene, width: int) -> Painting:
    """Draw the turn and all scores, in as many rows as needed."""
    look, view = scene.look, scene.view
    letters, order = letters_of(scene.names), mine_first(view.seats, view.seat)
    names = [scene.names[seat] for seat in order]
    across = across_of(names, width)
    rows = -(-view.seats // across)
    canvas = Canvas(width, rows, look.panel_ink, look.panel)
    hits = []
    columns = _columns(names, across, width)
    # One more gap beside the letter, and one before the next player.
    roomy = all(
        text_width(name) + _FRAME + 2 <= columns[place % across][1]
        for place, name in enumerate(names)
    )
    frame = 4 if roomy else 3
    for place, seat in enumerate(order):
        (x, cell), y = columns[place % across], place // across
        acts = seat in view.to_act
        turn = " " if not acts else ">" if look.ascii else "▶"
        ground = look.owners[seat]
        canvas.put(x, y, f"{turn}{letters[seat]}".ljust(frame - 1), ink_on(ground), ground, "b")
        name = scene.names[seat]
        score = f" {view.totals[seat]}"
        if seat == view.dealer:
            score += "D" if look.ascii else "◆"
        absent = ""
        if seat in scene.away:
            absent = f" ({t('away')})"
            if text_width(name + absent + score) > cell - frame - 1:
                absent = " x" if look.ascii else " ×"
        ink = look.active if acts else look.muted if absent else look.panel_ink
        name = cut(name, max(1, cell - frame - roomy - text_width(absent + score)))
        at = canvas.put(x + frame, y, name, ink, None, "b" if seat == view.seat else "")
        at = canvas.put(at, y, absent, look.bad)
        canvas.put(at, y, score, None, None, "b")
        hits.append(Hit(x, y, cell, 1, ("seat", seat)))
    return Painting(canvas, tuple(hits))


def paint_sheet(scene: Scene, width: int, height: int) -> Painting:
    """Draw the points of every round under the players' names, or the last one as a list."""
    look, view = scene.look, scene.view
    order = mine_first(view.seats, view.seat)
    rows = [(t("deal {n}", n=n), points) for n, points in enumerate(view.past, 1)]
    rows += [(str(n), points) for n, points in enumerate(view.sheet, 1)]
    left = max(2, *(text_width(head) for head, _ in rows)) if rows else 2
    column = min(12, (width - left) // view.seats)
    if column < _LEAST_COLUMN:
        return Painting(_paid_list(scene, Canvas(width, height, look.panel_ink, look.panel)))
    canvas = Canvas(left + view.seats * column, height, look.panel_ink, look.panel)
    _put_owners(canvas, scene, left, column)
    ahead = range(len(view.sheet) + 1, view.rounds + 1)
    if len(rows) + len(ahead) <= height - 3:  # ruled in advance
        rows += [(str(n), ()) for n in ahead]
    shown = rows[max(0, len(rows) - max(0, height - 2)) :]
    for y, (head, points) in enumerate(shown, 1):
        canvas.put(0, y, head.rjust(left), look.muted)
        for place, won in enumerate(points[seat] for seat in order if points):
            text = str(won) if won else ("-" if look.ascii else "–")
            ink = look.panel_ink if won else look.muted
            canvas.put(left + place * column, y, text.rjust(column), ink)
    y = 1 + len(shown)
    if y + 1 < height:
        canvas.put(0, y, ("-" if look.ascii else "─") * canvas.width, look.felt_line)
        y += 1
    canvas.put(0, y, ("=" if look.ascii else "Σ").rjust(left), look.active)
    for place, seat in enumerate(order):
        total = view.totals[seat]
        canvas.put(left + place * column, y, str(total).rjust(column), look.active, None, "b")
    return Painting(indented(canvas, look, width))


_LEAST_COLUMN: Final = 3
"""The fewest columns in which points can be written."""


def _put_owners(canvas: Canvas, scene: Scene, left: int, column: int) -> None:
    """Head the columns with names in the owners' colours, or with letters if names would be cut."""
    names, _ = headings(scene.names[: scene.view.seats], column)
    block = column - (column > _LEAST_COLUMN)
    for place, seat in enumerate(mine_first(scene.view.seats, scene.view.seat)):
        name, ground = names[seat], scene.look.owners[seat]
        text = " " * (block - text_width(name)) + name
        canvas.put(left + (place + 1) * column - block, 0, text, ink_on(ground), ground, "b")


def _paid_list(scene: Scene, canvas: Canvas) -> Canvas:
    """List the payments of the last round: the totals stand only over the grid."""
    look, view = scene.look, scene.view
    if view.last is None:
        return canvas
    paid = view.last.combinations
    if not paid:
        canvas.put(0, 0, t("round {round}: nobody scores", round=view.last.number), look.muted)
        return canvas
    canvas.put(0, 0, t("round {round} has paid:", round=view.last.number), look.muted)
    letters, room = letters_of(scene.names), canvas.height - 1
    shown = paid if len(paid) <= room else paid[: room - 1]
    for y, row in enumerate(shown, 1):
        ground = look.owners[row.owner]
        canvas.put(0, y, f" {letters[row.owner]} ", ink_on(ground), ground, "b")
        canvas.put(4, y, cut(f"+{row.points} {t(row.category)}", canvas.width - 4))
    if rest := len(paid) - len(shown):
        more = tn("and {n} more row", "and {n} more rows", rest)
        canvas.put(4, 1 + len(shown), cut(more, canvas.width - 4), look.muted)
    return canvas


def headline(view: View) -> str:
    """Name the round."""
    if said := pause_words(view):
        return said
    said = t("round {round} of {rounds}", round=view.round, rounds=view.rounds)
    if view.options.deals > 1:
        deal = t("deal {deal} of {deals}", deal=view.deal, deals=view.options.deals)
        said = f"{deal}, {said}"
    return said


def round_title(view: View) -> str:
    """Name the finished round; the view already has the number of the next one."""
    if view.last is None or pause_words(view):
        return headline(view)
    return t("round {round} of {rounds} is over", round=len(view.sheet), rounds=view.rounds)


def sentence(event: Event, names: Sequence[str], viewer: Seat | None) -> str:
    """Tell an event as one sentence; empty for one that needs none."""
    match moves.parse_event(event):
        case moves.Moved(seat, move):
            return _moved(move, names[seat], mine=seat == viewer)
        case moves.Opened(opened):
            by_owner = {owner: card_name(card) for _, _, card, owner in opened}
            cards = _of_all(by_owner, names, viewer)
            return t("The cards are turned up: {cards}.", cards=cards)
        case moves.WindowPaid(_, paid):
            return _paid(paid, names[paid.owner], mine=paid.owner == viewer)
        case moves.RoundScored(number, _, totals):
            scores = _of_all(dict(enumerate(map(str, totals))), names, viewer)
            return t("Round {round} is over. Score: {scores}.", round=number, scores=scores)
        case moves.Began(deal, dealer):
            said = t("You deal.") if dealer == viewer else t("{name} deals.", name=names[dealer])
            return t("Deal {deal}.", deal=deal) + " " + said
    return ""


def noted(event: Event, names: Sequence[str], viewer: Seat | None) -> str:
    """Word the viewer's own result of a round: all results stand over the table."""
    found = moves.parse_event(event)
    if viewer is None or not isinstance(found, moves.RoundScored):
        return sentence(event, names, viewer)
    points, total = found.points[viewer], found.totals[viewer]
    said = t(
        "{name} {points}, total {total}",
        name=t("You"),
        points=f"{points:+}" if points else 0,
        total=total,
    )
    return f"{said}."


def _of_all(said: Mapping[Seat, str], names: Sequence[str], viewer: Seat | None) -> str:
    """List words about several players, the viewer's first and as "you"."""
    order = [seat for seat in mine_first(len(names), viewer) if seat in said]
    return ", ".join(
        f"{t('you') if seat == viewer else names[seat]} {said[seat]}" for seat in order
    )


def _moved(move: moves.PlaceCard, name: str, *, mine: bool) -> str:
    """Name the player and the card placed; only listeners are told the place by its numbers."""
    card = "" if move.card == HIDDEN else card_name(move.card, "plays")
    facts = {"card": card, "name": name, "x": move.x, "y": move.y}
    if for_listeners():
        if not card:
            return t("{name} places a card face down at {x} {y}.", **facts)
        if mine:
            return t("You place {card} at {x} {y}.", **facts)
        return t("{name} places {card} at {x} {y}.", **facts)
    if not card:
        return t("{name} places a card face down.", **facts)
    return t("You place {card}.", **facts) if mine else t("{name} places {card}.", **facts)


def _paid(paid: Combination, name: str, *, mine: bool) -> str:
    facts = {"category": t(paid.category), "cards": cards_text(reading_order(paid))}
    if mine:
        return tn(
            "You get {n} point: {category} ({cards}).",
            "You get {n} points: {category} ({cards}).",
            paid.points,
            **facts,
        )
    return tn(
        "{name} gets {n} point: {category} ({cards}).",
        "{name} gets {n} points: {category} ({cards}).",
        paid.points,
        name=name,
        **facts,
    )


# --- the grid in plain mode --------------------------------------------------------------------

WINDOWS: Final = Topic(
    "windows",
    ("окна",),
    "windows: the rows of four you can close now; moves CARD: where a card may go",
)
topics: Final = (WINDOWS, TILES)

_MOST: Final = 12
"""The most windows that are read out."""


def beside(view: View, x: int, y: int) -> str:
    """Word the place of a cell by the cards around it: "right of 2♥, below a hidden card"."""
    lies = {(cx, cy): _named(token) for cx, cy, token in view.grid}
    left, above, right, below = (
        lies.get(cell, "") for cell in ((x - 1, y), (x, y + 1), (x + 1, y), (x, y - 1))
    )
    said = [
        t("right of {card}", card=left) if left else "",
        t("below {card}", card=above) if above else "",
        t("left of {card}", card=right) if right else "",
        t("above {card}", card=below) if below else "",
    ]
    return ", ".join(part for part in said if part)


def _named(token: str) -> str:
    return hidden_card() if token == HIDDEN else card_beside(token)


def spoken_table(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """Read out the grid row by row from above, and the places and owners of hidden cards."""
    rows: dict[int, list[str]] = {}
    for card in sorted(lying(view), key=lambda card: (-card.y, card.x)):
        named = _named(card.token)
        if not card.open:
            named = t("{card} of {name}, face down", card=named, name=names[card.owner])
        rows.setdefault(card.y, []).append(f"{card.x} {named}")
    if not rows:
        return (t("Nothing lies on the table."),)
    head = t("Columns are numbered to the right, rows upwards.")
    return (head, *(t("Row {y}: {cards}.", y=y, cards=", ".join(row)) for y, row in rows.items()))


def spoken_part(view: View, names: Sequence[str], topic: str) -> tuple[str, ...]:
    """Answer which windows can be closed, and how many cards all players hold."""
    match topic:
        case "windows":
            return _windows(view)
        case "tiles":
            placed = [0] * view.seats
            for card in lying(view):
                placed[card.owner] += 1
            return held_told(names, [view.rounds - n for n in placed])
    return ()


def _windows(view: View) -> tuple[str, ...]:
    """List the windows that the cards in the hand would close now, the most valuable first."""
    if view.seat not in view.to_act:
        return (t("Ask for the rows of four when it is your turn."),)
    look = forecast(view)
    found: dict[tuple[int, int, int, str, bool], list[str]] = {}
    for token in dict.fromkeys(view.hand):
        for x, y in open_cells(view):
            for window in look.prospects(token, x, y):
                if not window.missing:
                    sure = window.owner is not None
                    cards = found.setdefault((-window.points, x, y, window.category, sure), [])
                    cards += [] if token in cards else [token]
    said = [_window(*key, cards) for key, cards in sorted(found.items())]
    if len(said) > _MOST:
        n = len(said) - _MOST
        said[_MOST:] = [tn("and {n} more row", "and {n} more rows", n)]
    return tuple(said) or (t("No row of four can be closed now."),)


def _window(points: int, x: int, y: int, category: str, sure: bool, cards: Sequence[str]) -> str:
    worth = tn("{n} point", "{n} points", -points)
    placed = ", ".join(card_name(card, "plays") for card in cards)
    facts = {"x": x, "y": y, "category": t(category), "cards": placed, "points": worth}
    if sure:
        return t("{x} {y}: {category}, {points}, with {cards}.", **facts)
    return t("{x} {y}: perhaps {category}, {points}, with {cards}.", **facts)
