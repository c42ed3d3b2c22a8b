"""Reasons for a move of Domino Poker: tricks to count on, and tiles that can still beat one."""

from dataclasses import dataclass
from typing import Final

from core.advice import Fact, Reason, because
from core.game import Move, Seat
from core.games.domino_poker.moves import Bid, Count, Keep, Pick, PlayTile, Show, parse_move
from core.games.domino_poker.tricks import (
    BY_STRENGTH,
    NUMBER,
    POKER_LEAD,
    TRUMP_LEAD,
    hand_mask,
    strength,
)
from core.games.domino_poker.view import View
from core.pieces import ALL_TILES, pips_of
from core.tricks.kernel import Hand, Trick, actions

_NAMED: Final = 3
"""Name at most this many tiles of the hand."""

_STILL: Final = "You do not want this trick; played out many times, {tile} still costs you least."


def explain(view: View, move: Move) -> Reason:
    """Explain a legal move."""
    match parse_move(move):
        case Bid(tricks):
            return _bid(view, tricks)
        case PlayTile(tile):
            return _play(view, tile)
        case Pick():
            return because("The whole row lies face down: one tile is as good as another.")
        case Count():
            return because("Nothing is known of either side: both are equally good.")
        case Show() | Keep() as decision:
            return _decide(view, decision)


def _above(number: int, among: int) -> int:
    """Count the tiles that are stronger by number; tiles with equal pips do not count."""
    mine = strength(BY_STRENGTH[number])
    return sum(strength(BY_STRENGTH[other]) > mine for other in actions(among >> number << number))


# --- bids ---------------------------------------------------------------------------------------


def _unseen(view: View) -> int:
    """Return the mask of the tiles outside the viewer's hand, before any is played."""
    return ALL_TILES & ~hand_mask(view.hand)


def hopes(view: View) -> tuple[list[str], list[str]]:
    """Return the tiles that nothing beats, and those beaten by one or two others, best first."""
    unseen = _unseen(view)
    above = [(tile, _above(NUMBER[tile], unseen)) for tile in reversed(view.hand)]
    return [tile for tile, n in above if not n], [tile for tile, n in above if 0 < n < 3]


def _bid(view: View, bid: int) -> Reason:
    size = view.now.size
    if view.now.stage == "blind":
        return because(
            "Nobody has seen a tile: there are {all} tricks for {seats} players, and falling "
            "short costs more than going over.",
            all=size,
            seats=view.seats,
        )
    sure, likely = hopes(view)
    made = sum(number or 0 for number in view.bids)
    hooked = view.options.hook == "on" and view.bids.count(None) == 1
    if hooked and size - made == len(sure) != bid:
        return because(
            "The last bidder may not bid {barred}: the bids would add up to {all}.",
            barred=size - made,
            all=size,
        )
    facts: dict[str, Fact] = {"tiles": " ".join(sure), "likely": " ".join(likely)}
    if not bid:
        return _pass([*sure, *likely])
    if bid == len(sure):
        return because("Nothing beats {tiles}: that makes {tricks}.", tricks=bid, **facts)
    if len(sure) < bid <= len(sure) + len(likely):
        if not sure:
            return because("Hardly anything beats {likely}.", **facts)
        return because("Nothing beats {tiles}, and hardly anything {likely}.", **facts)
    if bid > len(sure) + len(likely) and (sure or likely):
        return because(
            "Count on {tiles}; your other tiles have to bring the rest.",
            tiles=" ".join([*sure, *likely]),
        )
    return _hoped(view, bid)


def _pass(strong: list[str]) -> Reason:
    if strong:
        return because(
            "{tiles} alone may well be beaten, and a pass that holds brings 5.",
            tiles=" ".join(strong),
        )
    return because("At least three tiles you have not seen beat each of yours: pass.")


def _hoped(view: View, bid: int) -> Reason:
    """Explain a bid without tiles to count on."""
    if bid == 1:
        best = view.hand[-1]
        return because(
            "{tile} is your best. Tiles that beat it among the {all} you have not seen: {n}.",
            tile=best,
            all=_unseen(view).bit_count(),
            n=_above(NUMBER[best], _unseen(view)),
        )
    return because(
        "Your best are {tiles}; with {all} tricks to share they may bring {bid}.",
        tiles=" ".join(view.hand[: -bid - 1 : -1]),
        all=view.now.size,
        bid=bid,
    )


# --- play ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Hand(Hand):
    view: View


def _play(view: View, tile: str) -> Reason:
    seat = view.to_act[0]
    tricks = view.tricks
    unseen = ALL_TILES & ~hand_mask([*view.hand, *view.played])
    hand = _Hand(tricks, BY_STRENGTH, unseen, view)
    trick = hand.trick(NUMBER[tile])
    if len(hand.legal) == 1:
        return _only(hand, trick)
    if view.now.stage == "mizer":
        return _mizer(hand, trick)
    if view.now.stage == "hapok":
        return _hapok(hand, trick)
    return _for_the_bid(hand, trick, seat)


def _only(hand: _Hand, trick: Trick) -> Reason:
    if len(hand.view.hand) == 1:
        return because("It is your last tile.")
    if hand.tricks.kind == POKER_LEAD:
        return because("1-1 was led, and it takes your strongest trump, {tile}.", tile=trick.piece)
    return because("A trump was led, and {tile} is the only one you have.", tile=trick.piece)


def _for_the_bid(hand: _Hand, trick: Trick, seat: Seat) -> Reason:
    view = hand.view
    need = (view.bids[seat] or 0) - view.taken[seat]
    if need < 0:
        if trick.takes:
            return because("You are over your bid: every extra trick still brings 1.")
        if hand.takes_none:
            return because("You are over your bid, and you cannot win this trick.")
        return because(
            "You are over your bid: you keep {tiles} for later tricks.", tiles=_best(hand, trick, 2)
        )
    if need > hand.tricks.left:
        if trick.takes:
            return because("Your bid is out of reach, but every trick you take saves 10.")
        if hand.takes_none:
            return because("Your bid is out of reach, and so is this trick.")
        return because(
            "Your bid is out of reach: you keep {tiles} for later tricks.",
            tiles=_best(hand, trick, 2),
        )
    if not need:
        return _avoid(hand, trick)
    return _want(hand, trick, need)


def _want(hand: _Hand, trick: Trick, need: int) -> Reason:
    facts: dict[str, Fact] = {"tricks": need, "tile": trick.piece}
    if trick.holds:
        if trick.last:
            return because("You play last: {tile} takes the trick, and you need {tricks}.", **facts)
        return because("You need {tricks} more, and nothing out there beats {tile}.", **facts)
    kept = _kept(hand, trick)
    if not trick.takes:
        return because(
            "{tile} loses to {best}, and {kept} may still bring {tricks}.",
            best=_winning_tile(hand),
            kept=kept or _best(hand, trick, min(need, _NAMED)),
            **facts,
        )
    if kept:
        return because(
            "You need {tricks}: keep {kept} for later, {tile} first.",
            kept=kept,
            **facts,
        )
    return because(
        "You need {tricks}. Tiles you have not seen that beat {tile}: {n}.",
        n=trick.beaten_by,
        **facts,
    )


def _kept(hand: _Hand, trick: Trick) -> str:
    """Return the strongest tile that might be played instead, "" if it is the one played."""
    best = max((hand.trick(number).piece for number in hand.legal), key=strength)
    return best if strength(best) > strength(trick.piece) else ""


def _best(hand: _Hand, trick: Trick, most: int) -> str:
    """List the strongest tiles to keep in hand."""
    return " ".join([tile for tile in reversed(hand.view.hand) if tile != trick.piece][:most])


def _hapok(hand: _Hand, trick: Trick) -> Reason:
    if trick.holds:
        return because("Every trick brings 10, and nothing can beat {tile}.", tile=trick.piece)
    kept = _kept(hand, trick)
    if not trick.takes and hand.takes_none:
        return because("You cannot win this trick: give a weak tile.")
    if kept:
        return because("Every trick brings 10: you keep {kept} for a surer one.", kept=kept)
    return because(
        "Every trick brings 10. Tiles you have not seen that beat {tile}: {n}.",
        tile=trick.piece,
        n=trick.beaten_by,
    )


def _mizer(hand: _Hand, trick: Trick) -> Reason:
    if not trick.takes:
        return because(
            "Every trick costs 10: {tile} stays under {best}.",
            tile=trick.piece,
            best=_winning_tile(hand),
        )
    return _over(hand, trick)


def _avoid(hand: _Hand, trick: Trick) -> Reason:
    """Explain a tile where the bid is made, or was a pass: no more tricks."""
    if not trick.takes:
        return because(
            "You do not want this trick: {tile} stays under {best}.",
            tile=trick.piece,
            best=_winning_tile(hand),
        )
    return _over(hand, trick)


def _over(hand: _Hand, trick: Trick) -> Reason:
    """Explain a tile that takes the trick for now, although no trick is wanted."""
    facts: dict[str, Fact] = {"tile": trick.piece, "n": trick.beaten_by}
    trump = _low_trump(hand, trick)
    if trump or hand.safer_than(trick):
        low = trump or hand.view.hand[0]
        if not trump and strength(low) >= strength(trick.piece):
            return because(_STILL, tile=trick.piece)
        if trick.holds:
            return because(
                "{tile} takes this trick, but you keep {low} to lose a later one with.",
                tile=trick.piece,
                low=low,
            )
        return because("You keep {low} to lose a later trick with.", low=low)
    if trick.last:
        return because("The trick is yours anyway: use it to get rid of {tile}.", tile=trick.piece)
    if trick.beaten_by:
        return because(
            "You do not want this trick. Tiles still out that beat {tile}: {n}.", **facts
        )
    if all(hand.trick(number).holds for number in hand.legal):
        return because("You do not want this trick, but whatever you play takes it.")
    return because(_STILL, tile=trick.piece)


def _low_trump(hand: _Hand, trick: Trick) -> str:
    """Return a lower trump to lead so as to lose the trick: players with trumps must play one.

    A trump that only one tile beats does not count as low, even if that tile is sure to be out.
    """
    if not trick.leads or trick.kind in (TRUMP_LEAD, POKER_LEAD):
        return ""
    trumps = (hand.trick(number) for number in hand.legal)
    beaten = [each for each in trumps if each.kind == TRUMP_LEAD and each.beaten_by > 1]
    return beaten[0].piece if beaten else ""


def _winning_tile(hand: _Hand) -> str:
    """Return the tile that takes the trick so far."""
    best = hand.tricks.best
    return next(tile for tile in hand.view.trick if strength(tile) == best)


# --- the fifth stage ----------------------------------------------------------------------------


def _decide(view: View, decision: Show | Keep) -> Reason:
    """Compare the viewer's tile (D-R26: only pips count) with the tiles the others may have."""
    fifth, seat = view.fifth, view.seat
    assert fifth is not None
    assert seat is not None
    own = fifth.tiles[seat]
    shown = [tile for other, tile in enumerate(fifth.tiles) if tile and other != seat]
    best = max(shown, key=pips_of, default="")
    if best and pips_of(best) > pips_of(own):
        return because("{best} is shown already: {tile} is lower.", best=best, tile=own)
    if best and pips_of(best) == pips_of(own):
        return because("{best} is shown already and {tile} has as many pips.", best=best, tile=own)
    hidden = [tile for tile in BY_STRENGTH if tile not in (fifth.tile, own, *shown)]
    facts: dict[str, Fact] = {
        "tile": own,
        "lower": sum(pips_of(tile) < pips_of(own) for tile in hidden),
        "higher": sum(pips_of(tile) > pips_of(own) for tile in hidden),
    }
    if isinstance(decision, Show):
        return because(
            "Show it. Hidden tiles that are lower than {tile}: {lower}, higher: {higher}.", **facts
        )
    return because(
        "Keep it hidden. Other tiles that are higher than {tile}: {higher}, lower: {lower}.",
        **facts,
    )
