"""Graph-Poker in words and figures: who is who, the scores, what happened as sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.game import Event, Move, Seat
from core.graph_view import View
from core.grid import parse_place
from core.poker import Combination, Prospect
from tui.boards.graph_notes import NO_BREAK
from tui.boards.scene import Scene
from tui.boards.seats import letters_of
from tui.canvas import Canvas, Hit, Painting, cut, text_width
from tui.look import ink_on
from tui.text import t, tn
from tui.words import card_name, cards_text


def reading_order(window: Prospect | Combination) -> tuple[str, ...]:
    """List the cards from left to right or from above."""
    return window.cards if window.across else window.cards[::-1]


def paid_text(paid: Combination, names: Sequence[str]) -> str:
    """Word a window that was paid: "Bo +3: four of a kind 5♣ 5♥ 5♦ 5♠"; its cards stay together."""
    cards = NO_BREAK.join(card_name(card) for card in reading_order(paid))
    return f"{names[paid.owner]} +{paid.points}: {t(paid.category)} {cards}"


def across_of(seats: int, width: int) -> int:
    """Return how many players stand side by side in the header."""
    rows = -(-seats // max(1, min(seats, width // 13)))
    return -(-seats // rows)


def paint_header(scene: Scene, width: int) -> Painting:
    """Draw whose turn it is and all scores, in as many rows as it takes."""
    look, view = scene.look, scene.view
    letters = letters_of(scene.names)
    across = across_of(view.seats, width)
    cell = width // across
    rows = -(-view.seats // across)
    canvas = Canvas(width, rows, look.panel_ink, look.panel)
    hits = []
    for seat in range(view.seats):
        x, y = seat % across * cell, seat // across
        acts = seat in view.to_act
        turn = " " if not acts else ">" if look.ascii else "▶"
        ground = look.owners[seat]
        canvas.put(x, y, f"{turn}{letters[seat]} ", ink_on(ground), ground, "b")
        name = scene.names[seat]
        score = f" {view.totals[seat]}"
        if seat == view.dealer:
            score += "*" if look.ascii else "●"
        absent = ""
        if seat in scene.away:
            absent = f" ({t('away')})"
            if text_width(name + absent + score) > cell - 5:
                absent = " x" if look.ascii else " ×"
        ink = look.active if acts else look.muted if absent else look.panel_ink
        name = cut(name, max(1, cell - 5 - text_width(absent + score)))
        at = canvas.put(x + 4, y, name, ink, None, "b" if seat == view.seat else "")
        at = canvas.put(at, y, absent, look.bad)
        canvas.put(at, y, score, None, None, "b")
        hits.append(Hit(x, y, cell, 1, ("seat", seat)))
    return Painting(canvas, tuple(hits))


def paint_sheet(scene: Scene, width: int, height: int) -> Painting:
    """Draw the points of every round under the players' letters; a list if that is too wide."""
    look, view = scene.look, scene.view
    canvas = Canvas(width, height, look.panel_ink, look.panel)
    letters = letters_of(scene.names)
    rows = [(t("deal {n}", n=n), points) for n, points in enumerate(view.past, 1)]
    rows += [(str(n), points) for n, points in enumerate(view.sheet, 1)]
    left = max(4, *(len(head) + 2 for head, _ in rows)) if rows else 4
    column = min(7, (width - left) // view.seats)
    if column < 3:
        return Painting(_sheet_list(scene, canvas, letters))
    for seat, letter in enumerate(letters):
        name = scene.names[seat] if text_width(scene.names[seat]) < column else letter
        ground = look.owners[seat]
        canvas.put(
            left + seat * column,
            0,
            " " * (column - text_width(name)) + name,
            ink_on(ground),
            ground,
            "b",
        )
    room = height - 2
    for y, (head, points) in enumerate(rows[-room:] if room > 0 else [], 1):
        canvas.put(0, y, head.rjust(left - 1), look.muted)
        for seat, won in enumerate(points):
            text = str(won) if won else ("-" if look.ascii else "–")
            ink = look.panel_ink if won else look.muted
            canvas.put(left + seat * column, y, text.rjust(column), ink)
    y = min(height - 1, len(rows) + 1)
    canvas.put(0, y, ("=" if look.ascii else "Σ").rjust(left - 1), look.active)
    for seat, total in enumerate(view.totals):
        text = str(total).rjust(column)
        canvas.put(left + seat * column, y, text, look.active, None, "b")
    return Painting(canvas)


def _sheet_list(scene: Scene, canvas: Canvas, letters: Sequence[str]) -> Canvas:
    """List the players with their points: in two columns if they are more than there are lines."""
    look, view = scene.look, scene.view
    across = 2 if view.seats > canvas.height else 1
    width, rows = canvas.width // across, -(-view.seats // across)
    for seat, letter in enumerate(letters):
        x, y = seat // rows * width, seat % rows
        won = view.last.points[seat] if view.last and across == 1 else 0
        scores = (f"+{won}" if won else "").rjust(4) if across == 1 else ""
        scores += str(view.totals[seat]).rjust(5 - across)
        ground = look.owners[seat]
        canvas.put(x, y, f" {letter} ", ink_on(ground), ground, "b")
        canvas.put(x + 4, y, cut(scene.names[seat], width - 5 - len(scores)))
        canvas.put(x + width - 1 - len(scores), y, scores, look.active, None, "b")
    return canvas


def headline(view: View) -> str:
    """Say which round it is."""
    said = t("round {round} of {rounds}", round=view.round, rounds=view.rounds)
    if view.options.deals > 1:
        deal = t("deal {deal} of {deals}", deal=view.deal, deals=view.options.deals)
        said = f"{deal}, {said}"
    return said


def sentence(event: Event, names: Sequence[str], viewer: Seat | None) -> str:
    """Say what happened as one sentence."""
    data = event.data
    match event.kind:
        case "moved":
            return _moved(str(data["move"]), names[event.seat or 0], mine=event.seat == viewer)
        case "opened":
            cards = ", ".join(
                f"{names[owner]} {card_name(card)}" for _, _, card, owner in data["cards"]
            )
            return t("The cards are turned up: {cards}.", cards=cards)
        case "window":
            return _paid(data, names[event.seat or 0], mine=event.seat == viewer)
        case "round":
            scores = ", ".join(
                f"{n} {total}" for n, total in zip(names, data["totals"], strict=True)
            )
            return t("Round {round} is over. Score: {scores}.", round=data["round"], scores=scores)
        case "began":
            if data["dealer"] == viewer:
                return t("Deal {deal}.", deal=data["deal"]) + " " + t("You deal.")
            name = names[data["dealer"]]
            return t("Deal {deal}.", deal=data["deal"]) + " " + t("{name} deals.", name=name)
    return ""


def _moved(move: Move, name: str, *, mine: bool) -> str:
    parsed = parse_place(move)
    if parsed:
        token, x, y = parsed
        facts = {"card": card_name(token, "plays"), "x": x, "y": y}
        if mine:
            return t("You place {card} at {x} {y}.", **facts)
        return t("{name} places {card} at {x} {y}.", name=name, **facts)
    _, _, column, row = move.split()
    return t("{name} places a card face down at {x} {y}.", name=name, x=column, y=row)


def _paid(data: Mapping[str, Any], name: str, *, mine: bool) -> str:
    facts = {"category": t(data["category"]), "cards": cards_text(data["cards"])}
    points = int(data["points"])
    if mine:
        return tn(
            "You get {n} point: {category} {cards}.",
            "You get {n} points: {category} {cards}.",
            points,
            **facts,
        )
    return tn(
        "{name} gets {n} point: {category} {cards}.",
        "{name} gets {n} points: {category} {cards}.",
        points,
        name=name,
        **facts,
    )
