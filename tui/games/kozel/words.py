"""The words of Kozel: why a tile cannot be laid, where it would go, what has happened."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from core.game import NOT_YOUR_TURN, Event, Move, Seat
from core.games.kozel import rules as kozel
from core.games.kozel.moves import DRAW, LAYS, PASS
from core.games.kozel.rules import View
from core.tiles import TILES
from tui.boards.pauses import pause_words
from tui.boards.reasons import barred
from tui.boards.scene import Choice, Piece
from tui.language.text import language, t
from tui.language.words import tile_name


def tiles_of(move: Move) -> tuple[str, ...]:
    """Return the tiles that a move lays."""
    return tuple(TILES[number] for number, _ in LAYS.get(move, ()))


def sides_of(move: Move) -> frozenset[str]:
    """Return the ends it lays them at: "left", "right"."""
    return frozenset("right" if to_right else "left" for _, to_right in LAYS.get(move, ()))


# --- the hand as moves -------------------------------------------------------------------------


def pieces(view: View, legal: Sequence[Move]) -> tuple[Piece, ...]:
    """List the viewer's tiles; a pair of doubles is a move of both."""
    return _pieces(view, tuple(legal), language())


@lru_cache(4)
def _pieces(view: View, legal: tuple[Move, ...], _language: str) -> tuple[Piece, ...]:
    found = []
    for token in view.hand:
        moves = tuple(move for move in legal if token in tiles_of(move))
        found.append(Piece(token, moves) if moves else _barred(view, token, legal))
    return tuple(found)


def _barred(view: View, token: str, legal: Sequence[Move]) -> Piece:
    if not legal and view.result is None:
        return Piece(token, (), t(NOT_YOUR_TURN))
    said = _why_not(view, token) if legal else ""
    return barred(kozel, view, token, f"lay {token} left", said)


def _why_not(view: View, token: str) -> str:
    if view.ends is None:
        return t("you must open with {tile}", tile=tile_name(view.opening or ""))
    left, right = view.ends
    if left == right:
        return t("{tile} does not fit: both ends show {end}", tile=tile_name(token), end=left)
    return t(
        "{tile} fits neither {left} nor {right}", tile=tile_name(token), left=left, right=right
    )


def choices(view: View, legal: Sequence[Move]) -> tuple[Choice, ...]:
    """Offer the market or the pass when no tile fits."""
    labels = {DRAW: t("draw from the market"), PASS: t("pass")}
    return tuple(Choice(move, labels[move]) for move in legal if move in labels)


def label(view: View, move: Move) -> str:
    """Word where a tile would go."""
    if view.ends is None:
        return t("open the deal")
    left, right = view.ends
    sides = sides_of(move)
    if len(sides) == 2:
        return t("both ends, {left} and {right}", left=left, right=right)
    if "left" in sides:
        return t("left end, {end}", end=left)
    return t("right end, {end}", end=right)


def headline(view: View) -> str:
    """Say where the match stands."""
    if said := pause_words(view):
        return said
    deal = t("deal {deal}", deal=view.deal)
    if view.ends is None:
        return deal
    left, right = view.ends
    return f"{deal} · " + t("ends {left} and {right}", left=left, right=right)


# --- the sentences -----------------------------------------------------------------------------


def sentence(event: Event, names: Sequence[str], viewer: Seat | None) -> str:
    """Say what happened."""
    say = _SENTENCES.get(event.kind)
    return say(event, names, viewer) if say else ""


def _moved(event: Event, names: Sequence[str], viewer: Seat | None) -> str:
    seat = event.seat or 0
    mine, move, name = seat == viewer, str(event.data["move"]), names[seat]
    if move == DRAW:
        return ""  # "drew" says it
    if move == PASS:
        return t("You pass.") if mine else t("{name} passes.", name=name)
    tiles = [tile_name(token) for token in tiles_of(move)]
    if len(tiles) == 2:
        facts = {"left": tiles[0], "right": tiles[1]}
        if mine:
            return t("You lay two doubles at once: {left} left, {right} right.", **facts)
        return t("{name} lays two doubles at once: {left} left, {right} right.", name=name, **facts)
    if event.data.get("opens"):
        if mine:
            return t("You lay {tile}.", tile=tiles[0])
        return t("{name} lays {tile}.", name=name, tile=tiles[0])
    if "left" in sides_of(move):
        if mine:
            return t("You lay {tile} on the left.", tile=tiles[0])
        return t("{name} lays {tile} on the left.", name=name, tile=tiles[0])
    if mine:
        return t("You lay {tile} on the right.", tile=tiles[0])
    return t("{name} lays {tile} on the right.", name=name, tile=tiles[0])


def _drew(event: Event, names: Sequence[str], viewer: Seat | None) -> str:
    n = event.data["market"]
    market = t("{n} left in the market", n=n) if n else t("the market is empty now")
    token = event.data.get("tile")
    if event.seat == viewer and token:
        return t("You draw {tile}, {market}.", tile=tile_name(str(token)), market=market)
    return t("{name} draws a tile, {market}.", name=names[event.seat or 0], market=market)


def _began(event: Event, names: Sequence[str], viewer: Seat | None) -> str:
    deal, opener, token = event.data["deal"], event.data["opener"], event.data["tile"]
    facts = {"deal": deal, "name": names[opener], "tile": tile_name(token) if token else ""}
    if opener == viewer:
        if token:
            return t("Deal {deal}. You open with {tile}.", **facts)
        return t("Deal {deal}. You open with any tile.", **facts)
    if token:
        return t("Deal {deal}. {name} opens with {tile}.", **facts)
    return t("Deal {deal}. {name} opens with any tile.", **facts)


def _shown(event: Event, names: Sequence[str], viewer: Seat | None) -> str:
    if event.seat is None:
        return t("Fish: nobody can lay a tile any more.")
    if event.seat == viewer:
        return t("You are out.")
    return t("{name} is out.", name=names[event.seat])


def _scored(event: Event, names: Sequence[str], viewer: Seat | None) -> str:
    data = event.data
    rows = zip(names, data["points"], data["totals"], data["left"], strict=False)
    return "; ".join(_wrote(*row) for row in rows) + "."


def _wrote(name: str, points: int, total: int, left: int) -> str:
    facts = {"name": name, "points": points, "total": total, "left": left}
    if points:
        return t("{name} writes {points}, total {total}", **facts)
    if left:  # the entry, or a fish that spares the lightest
        return t("{name} holds {left} but writes nothing, total {total}", **facts)
    return t("{name} writes nothing, total {total}", **facts)


def _redealt(event: Event, names: Sequence[str], viewer: Seat | None) -> str:
    return t(
        "{name} has too many doubles or tiles of one number: dealt again.",
        name=names[event.seat or 0],
    )


_SENTENCES: Final = {
    "moved": _moved,
    "drew": _drew,
    "began": _began,
    "shown": _shown,
    "deal": _scored,
    "redealt": _redealt,
}
