"""Reasons for a placement of Graph-Poker: windows closed or begun, and the owner of the points."""

from collections.abc import Sequence
from typing import Final

from core.advice import Reason, because
from core.game import Move
from core.games.graph_poker.moves import parse_move
from core.games.graph_poker.poker import FREE, NUMBER, Prospect, WindowForecast, judge, rank_of
from core.games.graph_poker.view import View, forecast, line_rules, open_cells

_IN_ALL: Final = "All in all no place is worth more."


def explain(view: View, move: Move) -> Reason:
    """Explain a legal placement."""
    placed = parse_move(move)
    token, x, y = placed.card, placed.x, placed.y
    if not view.grid:
        return _least(view, token, "The first card lies face up, and nobody can score with it yet.")
    glance = forecast(view)
    prospects = glance.prospects(token, x, y)
    return (
        _closes(view, prospects)
        or _may_close(prospects)
        or _begins(view, token, prospects)
        or _nothing(view, token, glance, prospects)
    )


def _closes(view: View, prospects: Sequence[Prospect]) -> Reason | None:
    """Explain a card by the windows that it fills for certain: no hidden card can change them."""
    mine = [p for p in prospects if p.owner is not None and p.owner == view.seat]
    lost = sum(p.points for p in prospects if p.owner is not None and p.owner != view.seat)
    points = sum(p.points for p in mine)
    if not mine:
        return None
    if lost:
        return (
            because(
                "It brings you {points}, more than it gives away ({lost}).",
                points=points,
                lost=lost,
            )
            if points > lost
            else None
        )
    if len(mine) == 1:
        return because(
            "It completes a row of four ({category}): {points} for you.",
            category=mine[0].category,
            points=points,
        )
    return because(
        "It completes {n} rows of four at once: {points} for you.", n=len(mine), points=points
    )


def _may_close(prospects: Sequence[Prospect]) -> Reason | None:
    """Explain a card by the windows that it fills with cards that still lie face down."""
    hoped = [p for p in prospects if p.owner is None and not p.missing]
    if not hoped:
        return None
    best = max(hoped, key=lambda p: (p.points, -p.unknown))
    return because(
        "It may complete a row of four ({category}, {points}): the face-down cards decide ({n}).",
        category=best.category,
        points=best.points,
        n=best.unknown,
    )


def _begins(view: View, token: str, prospects: Sequence[Prospect]) -> Reason | None:
    """Explain a card by the windows that other cards of the same hand could continue."""
    for prospect in sorted(prospects, key=lambda p: (p.missing, p.unknown, -p.points)):
        if not prospect.missing or prospect.owner is not None:
            continue
        fitting = _fitting(view, token, prospect)
        if len(fitting) >= prospect.missing:
            return because(
                "It begins a row of four ({category}): {n} more needed, and you hold {cards}.",
                category=prospect.category,
                n=prospect.missing,
                cards=" ".join(dict.fromkeys(fitting)),
            )
    return None


def _fitting(view: View, token: str, prospect: Prospect) -> list[str]:
    """Return the other cards of the hand that keep the category of a window."""
    rest = list(view.hand)
    rest.remove(token)
    numbers = [NUMBER.get(card, FREE) for card in prospect.cards]
    rules = line_rules(view.options)
    slots = [at for at, card in enumerate(prospect.cards) if not card]
    return [
        card
        for card in rest
        if any(
            judge((*numbers[:at], NUMBER[card], *numbers[at + 1 :]), rules).category
            == prospect.category
            for at in slots
        )
    ]


def _nothing(
    view: View, token: str, glance: WindowForecast, prospects: Sequence[Prospect]
) -> Reason:
    """Explain a card when the player has no window of their own in sight."""
    if any(p.missing == 1 for p in prospects):
        return because(_IN_ALL)
    if not _can_score(view, glance):
        return _least(view, token, "Nothing can be completed now, and here it helps nobody.")
    return because(_IN_ALL)


def _can_score(view: View, glance: WindowForecast) -> bool:
    return any(
        prospect.owner is not None and prospect.owner == view.seat
        for x, y in open_cells(view)
        for token in view.hand
        for prospect in glance.prospects(token, x, y)
    )


def _least(view: View, token: str, otherwise: str) -> Reason:
    if rank_of(NUMBER[token]) == min(rank_of(NUMBER[card]) for card in view.hand):
        return because("Nothing can be completed now: part with {card}, your lowest.", card=token)
    return because(otherwise)
