"""The words of Kozel: why a tile cannot be laid, the places where it goes, each event, and the line
in plain mode.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from core.game import NOT_YOUR_TURN, Event, Move, Seat
from core.games.kozel import moves, rules as kozel
from core.games.kozel.moves import DRAW, PASS, Drew, lay_of, parse_event
from core.games.kozel.rules import View
from tui.boards.scene import TILES, Choice, Piece, Topic
from tui.boards.seats import mine_first
from tui.boards.words import barred, pause_words
from tui.language.text import language, t, tn
from tui.language.words import as_sentence, tile_name

# --- the hand as moves -------------------------------------------------------------------------


def pieces(view: View, legal: Sequence[Move]) -> tuple[Piece, ...]:
    """List the viewer's tiles; a pair of doubles is a move of both."""
    return _pieces(view, tuple(legal), language())


@lru_cache(4)
def _pieces(view: View, legal: tuple[Move, ...], _language: str) -> tuple[Piece, ...]:
    found = []
    for token in view.hand:
        lays = tuple(move for move in legal if token in moves.lay_of(move).tiles)
        found.append(Piece(token, lays) if lays else _barred(view, token, legal))
    return tuple(found)


def _barred(view: View, token: str, legal: Sequence[Move]) -> Piece:
    if not legal and view.result is None:
        return Piece(token, (), t(NOT_YOUR_TURN))
    said = _why_not(view, token) if legal else ""
    return barred(kozel, view, token, str(moves.Lay(token)), said)


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
    """Offer the market, or the pass, when no tile fits."""
    labels = {moves.DRAW: t("draw from the market"), moves.PASS: t("pass")}
    return tuple(Choice(move, labels[move]) for move in legal if move in labels)


def label(view: View, move: Move) -> str:
    """Word the place of a tile: "at the 4".

    An end is named by its number: where the line turns, the left end may be on the right.
    """
    if view.ends is None:
        return t("open the deal")
    left, right = view.ends
    lay = moves.lay_of(move)
    if lay.left and lay.right:
        return t("both ends, {left} and {right}", left=left, right=right)
    if left == right:
        return t("at either {end}", end=left)
    return t("at the {end}", end=left if lay.left else right)


def twin(view: View, move: Move) -> Move:
    """Return the move that lays a tile on the left where both ends show the same number."""
    lay = moves.lay_of(move)
    alike = view.ends is not None and view.ends[0] == view.ends[1]
    return str(moves.Lay(left=lay.right)) if alike and lay.sides == ("right",) else move


def headline(view: View) -> str:
    """Describe the state of the match."""
    if said := pause_words(view):
        return said
    deal = t("deal {deal}", deal=view.deal)
    if view.ends is None:
        return deal
    left, right = view.ends
    return f"{deal} · " + t("ends {left} and {right}", left=left, right=right)


# --- the sentences -----------------------------------------------------------------------------


def sentence(event: Event, names: Sequence[str], viewer: Seat | None) -> str:
    """Tell an event; empty for one that needs no sentence."""
    match moves.parse_event(event):
        case moves.Moved() as moved:
            return _moved(moved, names[moved.seat], mine=moved.seat == viewer)
        case moves.Drew() as drew:
            return _drew(drew, names[drew.seat], mine=drew.seat == viewer)
        case moves.Began() as began:
            return _began(began, names[began.opener], mine=began.opener == viewer)
        case moves.Shown(None):
            return t("Fish: nobody can lay a tile any more.")
        case moves.Shown(int(out)):
            return t("You are out.") if out == viewer else t("{name} is out.", name=names[out])
        case moves.DealCounted(_, points, totals, left):
            rows = list(zip(names, points, totals, left, strict=False))
            seats = mine_first(len(rows), viewer)
            return "; ".join(_wrote(*rows[seat], mine=seat == viewer) for seat in seats) + "."
        case moves.Redealt(seat):
            return t(
                "{name} has too many doubles or tiles of one number: dealt again.",
                name=names[seat],
            )
    return ""


def _moved(moved: moves.Moved, name: str, *, mine: bool) -> str:
    match moved.move:
        case moves.Draw():
            return ""  # the event Drew says it
        case moves.Pass():
            return t("You pass.") if mine else t("{name} passes.", name=name)
        case moves.Lay() as lay:
            return _laid(lay, name, opens=moved.opens, mine=mine)


def _laid(lay: moves.Lay, name: str, *, opens: bool, mine: bool) -> str:
    if lay.left and lay.right:
        facts = {"left": tile_name(lay.left), "right": tile_name(lay.right)}
        if mine:
            return t("You lay two doubles at once: {left} left, {right} right.", **facts)
        return t("{name} lays two doubles at once: {left} left, {right} right.", name=name, **facts)
    if opens:
        return _laid_there(lay, name, mine=mine)
    tile = tile_name(lay.left or lay.right)
    if lay.left:
        if mine:
            return t("You lay {tile} on the left.", tile=tile)
        return t("{name} lays {tile} on the left.", name=name, tile=tile)
    if mine:
        return t("You lay {tile} on the right.", tile=tile)
    return t("{name} lays {tile} on the right.", name=name, tile=tile)


def _laid_there(lay: moves.Lay, name: str, *, mine: bool) -> str:
    if lay.left and lay.right:
        facts = {"first": tile_name(lay.left), "second": tile_name(lay.right)}
        if mine:
            return t("You lay two doubles at once: {first} and {second}.", **facts)
        return t("{name} lays two doubles at once: {first} and {second}.", name=name, **facts)
    tile = tile_name(lay.left or lay.right)
    return (
        t("You lay {tile}.", tile=tile) if mine else t("{name} lays {tile}.", name=name, tile=tile)
    )


def market_left(market: int) -> str:
    """State the number of tiles that can still be drawn."""
    return t("{n} left in the market", n=market) if market else t("the market is empty now")


def _drew(drew: moves.Drew, name: str, *, mine: bool) -> str:
    market = market_left(drew.market)
    if mine and drew.tile:
        return t("You draw {tile}, {market}.", tile=tile_name(drew.tile), market=market)
    return t("{name} draws a tile, {market}.", name=name, market=market)


def _began(began: moves.Began, name: str, *, mine: bool) -> str:
    facts = {"deal": began.deal, "name": name, "tile": tile_name(began.tile) if began.tile else ""}
    if mine:
        if began.tile:
            return t("Deal {deal}. You open with {tile}.", **facts)
        return t("Deal {deal}. You open with any tile.", **facts)
    if began.tile:
        return t("Deal {deal}. {name} opens with {tile}.", **facts)
    return t("Deal {deal}. {name} opens with any tile.", **facts)


def _wrote(name: str, points: int, total: int, left: int, *, mine: bool) -> str:
    facts = {"name": name, "points": points, "total": total, "left": left}
    if mine and points:
        return t("You write {points}, total {total}", **facts)
    if points:
        return t("{name} writes {points}, total {total}", **facts)
    # Nothing with tiles left: below the entry, or a fish that spares the lightest.
    if mine and left:
        return t("You hold {left} but write nothing, total {total}", **facts)
    if left:
        return t("{name} holds {left} but writes nothing, total {total}", **facts)
    if mine:
        return t("You write nothing, total {total}", **facts)
    return t("{name} writes nothing, total {total}", **facts)


def noted(event: Event, names: Sequence[str], viewer: Seat | None) -> str:
    """Word the viewer's own result of a deal, and a tile that is laid without its end.

    All results stand in rows and in the sheet, and the table shows where a tile lies.
    """
    found = moves.parse_event(event)
    if isinstance(found, moves.Moved) and isinstance(found.move, moves.Lay):
        return _laid_there(found.move, names[found.seat], mine=found.seat == viewer)
    if viewer is None or not isinstance(found, moves.DealCounted):
        return sentence(event, names, viewer)
    return (
        _wrote(
            names[viewer],
            found.points[viewer],
            found.totals[viewer],
            found.left[viewer],
            mine=True,
        )
        + "."
    )


# --- the table in plain mode -------------------------------------------------------------------

ENDS: Final = Topic(
    "ends",
    ("концы",),
    "ends, market: the two ends of the line, how many tiles are left to draw",
)
MARKET: Final = Topic("market", ("boneyard", "базар"))
topics: Final = (ENDS, MARKET, TILES)


def spoken_move(view: View, move: Move) -> str:
    """Word a move: "six-four: at the 4"."""
    if move == DRAW:
        return t("draw from the market")
    if move == PASS:
        return t("pass")
    tiles = ", ".join(map(tile_name, lay_of(move).tiles))
    return tiles if view.ends is None else f"{tiles}: {label(view, move)}"


def spoken_table(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """Read out the line from end to end, the numbers of the others' tiles, and the market."""
    if view.line:
        line = ", ".join(tile_name(tile) for tile in view.line)
        said = t("From left to right: {tiles}.", tiles=line)
    elif view.opening:
        facts = {"name": names[view.opener], "tile": tile_name(view.opening)}
        said = t("{name} opens with {tile}.", **facts)
    else:
        said = t("{name} opens with any tile.", name=names[view.opener])
    return (said, *(part for topic in ("tiles", "market") for part in _part(view, names, topic)))


def spoken_part(view: View, names: Sequence[str], topic: str) -> tuple[str, ...]:
    """Answer with the number of tiles, the ends of the line, or the players who have entered."""
    return tuple(_part(view, names, topic))


def _part(view: View, names: Sequence[str], topic: str) -> list[str]:
    match topic:
        case "tiles":
            held = [
                f"{name} " + tn("{n} tile", "{n} tiles", count)
                for name, count in zip(names, view.sizes, strict=True)
            ]
            return [t("In the hands: {what}.", what=", ".join(held))]
        case "market":
            market = t("market {n}", n=view.market) if view.market else t("market empty")
            return [as_sentence(market)]
        case "ends" if view.ends is not None:
            left, right = view.ends
            said = t("ends {left} and {right}", left=left, right=right)
            return [as_sentence(said)]
        case "ends":
            return [t("Nothing lies on the table.")]
        case "standing":
            return _standing(view, names)
    return []


def _standing(view: View, names: Sequence[str]) -> list[str]:
    """Name the empty sheets, the points carried over (K-R14), and the points at which a player
    loses.
    """
    said = []
    waiting = ", ".join(
        name for name, entered in zip(names, view.entered, strict=True) if not entered
    )
    if waiting and not view.result:
        least = view.options.entry
        said.append(t("no entry yet, {n} or more needed: {names}", n=least, names=waiting))
    hang = zip(names, view.hanging, strict=True)
    said += [t("{name}: {n} carried", name=name, n=n) for name, n in hang if n]
    said.append(t("goat at {target}", target=view.options.target))
    return [as_sentence(part) for part in said]


# --- drawing until a tile fits -------------------------------------------------------------------


def repeats(event: Event, viewer: Seat | None) -> bool:
    """Tell whether an event is another player's draw, of which only the number matters."""
    return event.kind == "drew" and event.seat != viewer


def sum_up(events: Sequence[Event], names: Sequence[str]) -> str:
    """State the number of tiles that a player has drawn, and the number left."""
    last = parse_event(events[-1])
    assert isinstance(last, Drew), "only what repeats is summed up"
    return tn(
        "{name} draws {n} tile, {market}.",
        "{name} draws {n} tiles, {market}.",
        len(events),
        name=names[last.seat],
        market=market_left(last.market),
    )
