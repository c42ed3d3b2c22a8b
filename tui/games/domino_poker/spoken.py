"""Domino Poker in spoken sentences: a move in full, and the table in sentences."""

from collections.abc import Sequence
from typing import Final

from core.game import Move
from core.games.domino_poker.moves import Bid, Count, Keep, Pick, PlayTile, Show, parse_move
from core.games.domino_poker.row import Fifth
from core.games.domino_poker.rules import View
from core.games.domino_poker.tricks import POKER, is_trump
from tui.boards import words
from tui.boards.scene import BIDS, GONE, LAST, TILES, TRICK
from tui.games.domino_poker.words import duty, pips_text, stage_pays, taker
from tui.language.text import t, tn
from tui.language.words import tile_name

topics: Final = (TRICK, LAST, GONE, BIDS, TILES)


def _tile(token: str) -> str:
    """Name a tile, and its kind besides its pips."""
    kind = t("poker") if token == POKER else t("trump") if is_trump(token) else ""
    return f"{tile_name(token)} ({kind})" if kind else tile_name(token)


def spoken_move(view: View, move: Move) -> str:
    """Word a move: "six-four", "double two (trump)"; bids and positions are their numbers."""
    match parse_move(move):
        case Bid(number) | Pick(number):
            return str(number)
        case PlayTile(tile):
            return _tile(tile)
        case Count(direction):
            return t("to the left") if direction == "left" else t("to the right")
        case Show():
            return t("show {tile}", tile=_own(view))
        case Keep():
            return t("keep it hidden")


def _own(view: View) -> str:
    """Name the viewer's own tile of the fifth stage, with its pips."""
    token = view.fifth.tiles[view.seat] if view.fifth and view.seat is not None else ""
    return f"{tile_name(token)} ({pips_text(token)})" if token else ""


def spoken_table(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """List bids, tricks and the pieces on the table, or tell the state of the fifth stage."""
    if view.fifth is not None:
        return _row(view, view.fifth, names)
    size = view.now.size
    said = (
        t("Deal {deal}.", deal=view.deal),
        tn("{n} tile each.", "{n} tiles each.", size),
        t("{name} begins.", name=names[view.starter]),
        *words.bids_sentence(names, view.bids, view.taken),
    )
    said += words.trick_sentence(names, view.leader, [_tile(token) for token in view.trick])
    return (*said, duty(view) + ".") if view.trick else said


def spoken_part(view: View, names: Sequence[str], topic: str) -> tuple[str, ...]:
    """Answer with the trick, the one before it, bids and tricks taken, or the number of tiles."""
    fifth, trick = view.fifth is not None, [_tile(token) for token in view.trick]
    match topic:
        case "trick" if view.phase == "play":
            return words.trick_told(names, view.leader, trick)
        case "trick":
            return (t("Nothing lies on the table."),)
        case "last":
            tiles, leader = [_tile(token) for token in view.last], view.last_leader
            winner = taker(view, view.last, leader) if view.last else 0
            return words.last_sentence(names, leader, tiles, winner)
        case "gone" if not fifth:
            return words.gone_said(view, [tile_name(tile) for tile in sorted(view.played)[::-1]])
        case "bids" if view.now.bidding and not fifth:
            return words.bids_told(names, view.bids, view.taken)
        case "bids" if not fifth:
            took = (f"{name} {n}" for name, n in zip(names, view.taken, strict=True))
            return (stage_pays(view) + ".", t("Tricks taken: {what}.", what=", ".join(took)))
        case "tiles" if not fifth:
            tricks, lying = len(view.played) // view.seats, len(trick)
            left = words.hands_left(view.now.size, tricks, view.leader, lying, view.seats)
            return words.held_told(names, left)
        case "bids" | "tiles" | "gone":
            return _row(view, view.fifth, names) if view.fifth else ()
        case "mine" if view.seat is not None and view.phase == "play" and view.now.bidding:
            return (words.taken_of(view.bids[view.seat], view.taken[view.seat]),)
    return ()


def _row(view: View, fifth: Fifth, names: Sequence[str]) -> tuple[str, ...]:
    said = [t("28 tiles lie face down in a row, positions 0 to 27.")]
    mine, name = fifth.chooser == view.seat, names[fifth.chooser]
    if fifth.position is None:
        said.append(t("You pick a tile.") if mine else t("{name} picks a tile.", name=name))
        return tuple(said)
    said.append(
        t("You pick position {n}.", n=fifth.position)
        if mine
        else t("{name} picks position {n}.", name=name, n=fifth.position)
    )
    said.append(
        t("There lies {tile}, {pips}.", tile=tile_name(fifth.tile), pips=pips_text(fifth.tile))
    )
    own = _own(view)
    if own:
        said.append(t("Your tile: {tile}.", tile=own))
    done = [name for name, made in zip(names, fifth.decisions, strict=True) if made]
    if done:
        said.append(t("Decided: {names}.", names=", ".join(done)))
    return tuple(said)
