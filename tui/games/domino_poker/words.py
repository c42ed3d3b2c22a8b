"""Domino Poker in words: stages, leads, bids, each event as one spoken sentence, and the table in
plain mode.
"""

from collections.abc import Sequence
from typing import Final

from core.game import Event, Move, Seat
from core.games.domino_poker import moves
from core.games.domino_poker.row import Fifth
from core.games.domino_poker.rules import View
from core.games.domino_poker.sheet import Deal, schedule, score
from core.games.domino_poker.tricks import POKER, is_trump, strength
from core.pieces import NUMBER, PIPS
from tui.boards import words
from tui.boards.scene import BIDS, GONE, LAST, TILES, TRICK
from tui.boards.seats import mine_first
from tui.language.text import t, tn
from tui.language.words import for_listeners, tile_name

# --- stages ------------------------------------------------------------------------------------

_PARTS: Final = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII")


def row_name(deal: Deal) -> str:
    """Name a deal as the sheet does: "7-II", "blind", "hapok"."""
    part = f"-{_PARTS[deal.part]}" if deal.part else ""
    if deal.stage == "plain":
        return f"{deal.size}{part}"
    if deal.stage == "blind":
        return t("blind") + part
    if deal.stage == "hapok":
        return t("hapok") + part
    if deal.stage == "mizer":
        return t("mizer") + part
    return t("fifth")


def deal_name(deal: Deal) -> str:
    """Name a deal without the sheet beside it: "7 tiles II", "hapok"."""
    if deal.stage == "fifth":
        return t("fifth stage")
    if deal.stage != "plain":
        return row_name(deal)
    return f"{tn('{n} tile', '{n} tiles', deal.size)} {_PARTS[deal.part]}".rstrip()


def signed(points: int) -> str:
    """Write points with their sign: "+20", "-10", "0"."""
    return f"{points:+}" if points else "0"


def stage_pays(view: View) -> str:
    """Name the special rule of the current deal; empty for an ordinary one."""
    now = view.now
    if not now.bidding and now.stage != "fifth":
        return t("{points} a trick", points=trick_pays(now))
    if now.stage == "blind" and view.options.blind_multiplier > 1:
        return t("counts double")
    return ""


def trick_pays(deal: Deal) -> str:
    """Write the points of every trick in hapok or mizer (D-R19)."""
    return signed(-10 if deal.stage == "mizer" else 10)


def bid_pays(view: View, bid: int) -> tuple[str, str, str]:
    """Write the points of a bid (D-R18), in three lines: made, short, over."""
    times = view.options.blind_multiplier if view.now.stage == "blind" else 1
    made, over = signed(times * score(bid, bid)), signed(times)
    if not bid:
        return t("no trick: {made}", made=made), t("each trick: {over}", over=over), ""
    return (
        t("exactly {bid}: {made}", bid=bid, made=made),
        t("each short: {short}", short=signed(times * score(bid, bid - 1))),
        t("each over: {over}", over=over),
    )


def costly(view: View, move: Move) -> bool:
    """Tell whether a move would be costly by mistake: a bid above half of the tiles."""
    found = moves.parse_move(move)
    return isinstance(found, moves.Bid) and found.tricks > max(1, view.now.size // 2)


# --- tiles -------------------------------------------------------------------------------------


def pips(tile: str) -> int:
    """Return the pips of a tile."""
    return PIPS[NUMBER[tile]]


def pips_text(tile: str) -> str:
    """Word the pips of a tile."""
    return tn("{n} pip", "{n} pips", pips(tile))


# --- the lead ----------------------------------------------------------------------------------


def lead_word(view: View) -> str:
    """Word the others' duty after the lead (D-R13 to D-R15)."""
    if not view.trick:
        return ""
    first = view.trick[0]
    if first == POKER:
        return t("poker led")
    return t("trump led") if is_trump(first) else t("ordinary tile led")


def duty(view: View) -> str:
    """Word the duty of the others after the lead (D-R13 to D-R15)."""
    first = view.trick[0]
    if first == POKER:
        return t("strongest trump must be played")
    return t("trumps must be played") if is_trump(first) else t("any tile may be played")


def taker(view: View, tiles: Sequence[str], leader: Seat) -> Seat:
    """Return the player who takes these tiles of a trick, finished or not (D-R16, D-R3)."""
    sign = 1 if view.options.equal_pips == "last_played" else -1
    best = max(range(len(tiles)), key=lambda i: (strength(tiles[i]), sign * i))
    return (leader + best) % view.seats


def title(view: View) -> str:
    """Name only the deal, as stage, bids and lead stand in the corners of the table."""
    if said := words.pause_words(view):
        return said
    if view.now.stage == "fifth":
        return deal_name(view.now)
    deals = len(schedule(view.options, view.seats))
    return t("deal {deal} of {deals}", deal=view.deal, deals=deals)


def question(view: View) -> str:
    """Ask for a bid, or for the player's decision in the fifth stage."""
    match view.phase:
        case "bid":
            return t("Your turn: how many tricks will you take?")
        case "pick":
            return t("Your turn: pick a tile")
        case "count":
            return t("Your turn: count which way round?")
        case "decide":
            return t("Your turn: show it or keep it hidden?")
    return ""


def awaits(view: View, name: str) -> str:
    """Say that another player is bidding; in the fifth stage the row says such things."""
    return t("{name} is bidding", name=name) if view.phase == "bid" else ""


def headline(view: View) -> str:
    """Describe the state of the match."""
    if said := words.pause_words(view):
        return said
    parts = [deal_name(view.now)]
    if view.phase == "bid":
        parts.append(stage_pays(view))
        if any(bid is not None for bid in view.bids):
            parts.append(words.bids_for(words.bids_made(view), view.now.size))
    elif view.phase == "play":
        parts += [stage_pays(view), lead_word(view)]
    elif view.phase == "pick":
        parts.append(t("a tile is picked from the row"))
    elif view.phase == "count":
        parts.append(t("which way round?"))
    elif view.phase == "decide":
        parts.append(t("show or keep?"))
    return " · ".join(part for part in parts if part)


# --- the sentences -----------------------------------------------------------------------------


def sentence(event: Event, names: Sequence[str], viewer: Seat | None) -> str:
    """Tell an event; empty for one that needs no sentence."""
    match moves.parse_event(event):
        case moves.Moved(seat, move):
            return _moved(move, names[seat], mine=seat == viewer)
        case moves.Turned(None, _, tile):
            return _picked(tile)
        case moves.Turned(int(seat), _, tile):
            if seat == viewer:
                return t("You show {tile}.", tile=tile_name(tile))
            return t("{name} shows {tile}.", name=names[seat], tile=tile_name(tile))
        case moves.TrickTaken(seat) as trick:
            tile = tile_name(trick.best)
            if seat == viewer:
                return t("You take the trick with {tile}.", tile=tile)
            return t("{name} takes the trick with {tile}.", name=names[seat], tile=tile)
        case moves.Shown() as shown:
            return _shown(shown, names)
        case moves.DealScored(_, points, totals):
            said = [
                _scored(names[seat], points[seat], totals[seat], mine=seat == viewer)
                for seat in mine_first(len(names), viewer)
            ]
            return "; ".join(said) + "."
        case moves.Began() as began:
            return _began(began, names[began.starter], mine=began.starter == viewer)
    return ""


def _moved(move: moves.AnyMove | None, name: str, *, mine: bool) -> str:
    match move:
        case moves.Bid(tricks):
            return words.bid_told(tricks, name, mine=mine)
        case moves.PlayTile(token):
            tile = tile_name(token)
            if mine:
                return t("You play {tile}.", tile=tile)
            return t("{name} plays {tile}.", name=name, tile=tile)
        case moves.Pick(position):
            if mine:
                return t("You pick position {n}.", n=position)
            return t("{name} picks position {n}.", name=name, n=position)
        case moves.Count(direction):
            return _counted(direction, name, mine=mine)
        case moves.Show():
            return t("You decide to show your tile.") if mine else ""  # the event Turned says it
        case moves.Keep():
            if mine:
                return t("You keep your tile hidden.")
            return t("{name} keeps the tile hidden.", name=name)
    # While decisions are secret, the others learn only that one has been made (D-R25).
    return t("{name} has decided.", name=name)


def _counted(direction: str, name: str, *, mine: bool) -> str:
    if not for_listeners():  # a player who sees the ring would look for a side of the screen
        if direction == "left":
            return (
                t("You count anticlockwise.")
                if mine
                else t("{name} counts anticlockwise.", name=name)
            )
        return t("You count clockwise.") if mine else t("{name} counts clockwise.", name=name)
    if direction == "left":
        return t("You count to the left.") if mine else t("{name} counts to the left.", name=name)
    return t("You count to the right.") if mine else t("{name} counts to the right.", name=name)


def _picked(token: str) -> str:
    tile, count = tile_name(token), pips(token)
    if not count:
        return t("It is {tile}: nothing is counted off.", tile=tile)
    return tn(
        "It is {tile}: {n} tile is counted off.",
        "It is {tile}: {n} tiles are counted off.",
        count,
        tile=tile,
    )


def _shown(shown: moves.Shown, names: Sequence[str]) -> str:
    rows = zip(names, shown.decisions, shown.tiles, strict=False)
    parts = [
        t("{name} shows {tile}", name=name, tile=f"{tile_name(tile)} ({pips(tile)})")
        if made == "show"
        else t("{name} keeps the tile hidden", name=name)
        for name, made, tile in rows
    ]
    return t("Revealed: {what}.", what="; ".join(parts))


def _scored(name: str, points: int, total: int, *, mine: bool) -> str:
    name = t("You") if mine else name
    return t("{name} {points}, total {total}", name=name, points=signed(points), total=total)


def _began(began: moves.Began, name: str, *, mine: bool) -> str:
    match began.stage:
        case "fifth":
            if mine:
                return t("The fifth stage: you pick a tile from the row.")
            return t("The fifth stage: {name} picks a tile from the row.", name=name)
        case "hapok":
            what = t("Hapok: nobody bids, every trick brings 10.")
        case "mizer":
            what = t("Mizer: nobody bids, every trick costs 10.")
        case "blind":
            what = t("Blind: everybody bids before seeing a tile.")
        case _:
            what = tn("{n} tile each.", "{n} tiles each.", began.size)
    who = t("You begin.") if mine else t("{name} begins.", name=name)
    return t("Deal {deal}.", deal=began.deal) + f" {what} {who}"


def noted(event: Event, names: Sequence[str], viewer: Seat | None) -> str:
    """Word the viewer's own result of a deal: all results stand in rows and in the sheet."""
    found = moves.parse_event(event)
    if viewer is None or not isinstance(found, moves.DealScored):
        return sentence(event, names, viewer)
    return _scored(names[viewer], found.points[viewer], found.totals[viewer], mine=True) + "."


# --- the table in plain mode -------------------------------------------------------------------

topics: Final = (TRICK, LAST, GONE, BIDS, TILES)


def _tile(token: str) -> str:
    """Name a tile, and its kind besides its pips."""
    kind = t("poker") if token == POKER else t("trump") if is_trump(token) else ""
    return f"{tile_name(token)} ({kind})" if kind else tile_name(token)


def spoken_move(view: View, move: Move) -> str:
    """Word a move: "six-four", "double two (trump)"; bids and positions are their numbers."""
    match moves.parse_move(move):
        case moves.Bid(number) | moves.Pick(number):
            return str(number)
        case moves.PlayTile(tile):
            return _tile(tile)
        case moves.Count(direction):
            return t("to the left") if direction == "left" else t("to the right")
        case moves.Show():
            return t("show {tile}", tile=_own(view))
        case moves.Keep():
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
