"""Kozel in spoken sentences: a move in full, and the table in sentences."""

from collections.abc import Sequence
from typing import Final

from core.game import Event, Move, Seat
from core.games.kozel.moves import DRAW, PASS, Drew, lay_of, parse_event
from core.games.kozel.rules import View
from tui.boards.scene import TILES, Topic
from tui.games.kozel.words import label, market_left
from tui.language.text import t, tn
from tui.language.words import as_sentence, tile_name

ENDS: Final = Topic(
    "ends",
    ("концы",),
    "ends, market: the two ends of the line, how many tiles are left to draw",
)
MARKET: Final = Topic("market", ("boneyard", "базар"))
topics: Final = (ENDS, MARKET, TILES)


def spoken_move(view: View, move: Move) -> str:
    """Word a move: "six-four: left end, 4"."""
    if move == DRAW:
        return t("draw from the market")
    if move == PASS:
        return t("pass")
    tiles = ", ".join(map(tile_name, lay_of(move).tiles))
    return tiles if view.ends is None else f"{tiles}: {label(view, move)}"


def spoken_table(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """Read out the line from end to end, the number of tiles of the others, and the market."""
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
    """Say how many tiles a player has drawn and how many are left."""
    last = parse_event(events[-1])
    assert isinstance(last, Drew), "only what repeats is summed up"
    return tn(
        "{name} draws {n} tile, {market}.",
        "{name} draws {n} tiles, {market}.",
        len(events),
        name=names[last.seat],
        market=market_left(last.market),
    )
