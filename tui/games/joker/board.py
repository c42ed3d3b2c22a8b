"""The board of Joker: the hand, four seats with bids and tricks, trump and lead, the trick.

Bids and cards as they were played are in `middle`, panels over the table in `panels`, words in
`words`, the score sheet in `sheet`.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from core.game import Event, Move, Seat
from core.games.joker import rules as joker
from core.games.joker.moves import (
    Bid,
    Moved,
    NameTrump,
    PlayCard,
    parse_event,
    parse_move,
    parse_play,
)
from core.games.joker.rules import View
from core.games.joker.view import players as who_played, rest_is_mine
from core.pieces import JOKERS, RANKS
from tui.boards.contract import grid, repeats, stops, sum_up, twin, untitled as round_title
from tui.boards.panel import put_hands
from tui.boards.scene import PLAY_SECONDS, Choice, Focus, Piece, Scene
from tui.boards.seats import put_parts
from tui.boards.trick_layout import SeatInfo, TrickLayout, arrange
from tui.boards.trick_mat import look_on_table, matted
from tui.boards.trick_table import put_gathering, put_pieces, put_players, put_spots
from tui.boards.words import balance, barred, bids_for, bids_made
from tui.drawing.art.cards import SIZES, CardSize, Held, card, chip, fan
from tui.drawing.canvas import Canvas, Painting, cut, text_width
from tui.drawing.look import Look
from tui.games.joker import panels, words
from tui.games.joker.middle import gone, paint_tricks, played, put_bidding
from tui.games.joker.panels import (
    moments,
    occasion,
    outcome,
    page_outcome,
    page_title,
    page_told,
    step,
)
from tui.games.joker.sheet import legend, paint_sheet
from tui.games.joker.words import (
    awaits,
    costly,
    harmless,
    headline,
    label,
    meaning,
    noted,
    question,
    sentence,
    spoken_move,
    spoken_part,
    spoken_table,
    title,
    topics,
)
from tui.language.text import language, t
from tui.language.words import suit_glyph


def moving_seconds(events: Sequence[Event]) -> float:
    """Return the time of a card's flight to the trick in which it is played."""
    moves = [found.move for event in events if isinstance(found := parse_event(event), Moved)]
    return PLAY_SECONDS if moves and isinstance(moves[-1], PlayCard) else 0.0


def tricks_in(view: View) -> int:
    """Return the number of tricks in the deal of a view."""
    return view.cards


# --- the hand as moves -------------------------------------------------------------------------

_SUIT_ORDER: Final = "shcd"
"""The order of the suits in the hand: black and red alternate."""


def pieces(view: View, legal: Sequence[Move]) -> tuple[Piece, ...]:
    """List the hand by suits, the highest first, jokers last."""
    return _pieces(view, tuple(legal), language())


@lru_cache(4)
def _pieces(view: View, legal: tuple[Move, ...], _language: str) -> tuple[Piece, ...]:
    found = []
    plays = {move: play for move in legal if isinstance(play := parse_move(move), PlayCard)}
    for token in sorted(view.hand, key=_place_in_hand):
        moves = tuple(move for move, play in plays.items() if play.card == token)
        tried = PlayCard(token, "top" if token in JOKERS else "")
        found.append(Piece(token, moves) if moves else barred(joker, view, token, str(tried)))
    return tuple(found)


def _place_in_hand(token: str) -> tuple[int, int]:
    if token in JOKERS:
        return len(_SUIT_ORDER), JOKERS.index(token)
    return _SUIT_ORDER.index(token[1]), -RANKS.index(token[0])


def choices(view: View, legal: Sequence[Move]) -> tuple[Choice, ...]:
    """List bids, by their number, or the trumps that may be named."""
    found = []
    for move in legal:
        match parse_move(move):
            case Bid(tricks):
                found.append(Choice(move, str(tricks)))
            case NameTrump(trump):
                found.append(Choice(move, words.trump_word(trump)))
    return tuple(found)


def paint_hand(scene: Scene, width: int, height: int) -> Painting:
    """Draw the viewer's cards as a fan: the chosen one raised, cards that may not be played dim."""
    playing = scene.view.phase == "play"
    chosen = scene.focus.piece if playing or scene.legal else -1
    mine = playing and bool(scene.legal)
    hand = [
        Held(piece.token, mine and not piece.moves, i == chosen, piece.token[1] == scene.view.trump)
        for i, piece in enumerate(scene.hand or pieces(scene.view, scene.legal))
    ]
    return fan(scene.look, hand, width, height)


def dealt(view: View) -> tuple[tuple[str, ...], ...]:
    """Return each seat's hand of a finished deal: all of it has been played."""
    hands: list[list[str]] = [[], [], [], []]
    for seat, play in zip(who_played(view), view.plays, strict=True):
        hands[seat].append(parse_play(play).card)
    return tuple(tuple(sorted(hand, key=_place_in_hand)) for hand in hands)


# --- the table ---------------------------------------------------------------------------------


def still_focus(scene: Scene, width: int, height: int) -> Focus:
    """Return the focus of the call being chosen: no card of the hand changes the table."""
    focus = scene.focus
    return replace(focus, piece=0, target=focus.target if focus.choosing else 0)


def paint_still(scene: Scene, width: int, height: int) -> Painting:
    """Draw everything except the words about a bid."""
    look, view = scene.look, scene.view
    if scene.hands:
        canvas = Canvas(width, height, look.ink, look.felt)
        put_hands(canvas, scene, [[chip(look, card) for card in hand] for hand in dealt(view)])
        return Painting(canvas)
    table = _laid_out(scene, width, height)
    size = _card_sizes(look)[table.size]
    canvas, look_there = matted(look, table, width, height)
    on_mat = replace(scene, look=look_there)
    hits = put_players(canvas, look, table, _players(scene, size))
    _put_trump(canvas, scene, table)
    _put_lead(canvas, scene, table)
    _put_middle(canvas, on_mat, table, size)
    if scene.focus.choosing and view.phase == "play":
        hits += panels.put_calls(canvas, scene, table)
    return Painting(canvas, hits)


def paint_pointed(scene: Scene, still: Painting) -> Painting:
    """Before the first trick, show the current decision and the points of the bid at the cursor."""
    if scene.view.phase == "play" or _on_table(scene)[1]:
        return still
    canvas = still.canvas.copy()
    table = _laid_out(scene, canvas.width, canvas.height)
    on_mat = replace(scene, look=look_on_table(canvas, scene.look, table))
    put_bidding(canvas, on_mat, table)
    return Painting(canvas, still.hits)


def _laid_out(scene: Scene, width: int, height: int) -> TrickLayout:
    corner = 22 if width >= 90 else 15
    sizes = tuple(SIZES[size] for size in _card_sizes(scene.look))
    return arrange(4, scene.view.seat, width, height, sizes, corner)


@lru_cache(4)
def _card_sizes(look: Look) -> tuple[CardSize, ...]:
    """Return the card sizes that the user allows, largest first."""
    sizes: tuple[CardSize, ...] = ("giant", "huge", "large", "medium", "small")
    if look.card_size == "auto" or look.card_size == "large":
        return sizes
    return sizes[sizes.index(look.card_size) :]


def _players(scene: Scene, size: CardSize) -> list[SeatInfo]:
    """Describe the seats in the current deal."""
    view = scene.view
    done, taken = who_played(view), view.taken
    # A small card shows only high or low; the last trick's calls no longer matter once a player is
    # to lead.
    told = size == "small" and not scene.focus.choosing
    calls = dict(zip(*_on_table(scene), strict=True)) if told else {}
    unbeaten = _unbeaten(view)
    return [
        SeatInfo(
            name=scene.names[seat],
            bid=view.bids[seat],
            taken=taken[seat],
            held=_dealt(view) - done.count(seat),
            ahead=seat in unbeaten,
            role=t("dealer") if view.deal and seat == view.dealer else "",
            turn=seat in view.to_act,
            away=seat in scene.away,
            said=words.declared(parse_play(calls[seat])) if seat in calls else "",
        )
        for seat in range(4)
    ]


def _dealt(view: View) -> int:
    """Return the number of cards dealt to each player so far (J-R10)."""
    if not view.deal:
        return 0
    if view.phase == "trump" and not view.upcard:
        return min(view.cards, view.options.trump_choice_after)
    return view.cards


# --- trump and lead, in the upper corners ------------------------------------------------------


@lru_cache(8)
def _suit_chip(look: Look, suit: str) -> Canvas:
    drawn = Canvas(3, 1, look.suit(suit), look.face)
    drawn.put(1, 0, suit_glyph(suit, ascii_only=look.ascii), look.suit(suit), None, "b")
    return drawn


def _put_trump(canvas: Canvas, scene: Scene, table: TrickLayout) -> None:
    """Name the trumps and, below them, the player who chose them, or show the upcard."""
    look, view = scene.look, scene.view
    if view.trump in ("", "none"):
        text = t("no trumps") if view.trump else t("trump?")
        canvas.put(1, 0, cut(text, table.corner - 1), look.active, None, "b")
    else:
        x = canvas.put(1, 0, t("trump") + " ", look.active, None, "b")
        canvas.blit(_suit_chip(look, view.trump), x, 0)
    if view.upcard:
        room = table.blocks[(table.me + 1) % 4][1] - 1
        fitting = [size for size in _card_sizes(look) if SIZES[size][1] <= room]
        if fitting and canvas.height >= 12:
            drawn = card(look, view.upcard, fitting[0] if table.roomy else fitting[-1])
        else:
            drawn = chip(look, view.upcard)
        canvas.blit(drawn, 1, 1)
    elif view.trump and view.chooser is not None:
        who = t("named by {name}", name=scene.names[view.chooser])
        if text_width(who) >= table.corner:
            who = scene.names[view.chooser]
        canvas.put(1, 1, cut(who, table.corner - 1), look.muted)


def _put_lead(canvas: Canvas, scene: Scene, table: TrickLayout) -> None:
    """Name the lead, and compare the bids with the number of tricks (J-R13)."""
    look, view = scene.look, scene.view
    right = canvas.width - 1
    y = 0
    seats, _ = _on_table(scene)
    if len(seats) == 4:
        text = t("{name} took it", name=scene.names[view.winners[-1]])
        put_parts(canvas, right - table.corner, 0, table.corner, "right", [(text, look.ink)])
        y = 1
        if panels.stolen_by(view):
            stolen = cut(t("joker stolen!"), table.corner)
            canvas.put(right - text_width(stolen), 1, stolen, look.active, None, "b")
            y = 2
    elif view.trick:
        first = parse_play(view.trick[0])
        if first.call:
            text = cut(words.led_word(view), table.corner)
            canvas.put(right - text_width(text), 0, text, look.active, None, "b")
        else:
            canvas.blit(_suit_chip(look, first.card[1]), right - 3, 0)
            text = t("led") + " "
            canvas.put(right - 3 - text_width(text), 0, text, look.active, None, "b")
        text = t("{name} is ahead", name=scene.names[_winning(view)])
        put_parts(canvas, right - table.corner, 1, table.corner, "right", [(text, look.ink)])
        y = 2
    if any(bid is not None for bid in view.bids):
        bid = bids_made(view)
        text = bids_for(bid, view.cards, table.corner)
        put_parts(canvas, right - table.corner, y, table.corner, "right", [(text, look.muted)])
        parts = [("" if None in view.bids else balance(bid, view.cards), look.ink)]
        put_parts(canvas, right - table.corner, y + 1, table.corner, "right", parts)


# --- the trick ---------------------------------------------------------------------------------


@lru_cache(4)
def _winning(view: View) -> Seat:
    """Return the player who would take the current trick as things stand."""
    return view.tricks.winner


def _unbeaten(view: View) -> set[Seat]:
    """Return the players who may still take the current trick with the card already played."""
    if not view.trick:
        return set()
    back = view.options.low_joker_vs_trump == "joker" and parse_play(view.trick[0]).call == "low"
    return {_winning(view), view.leader} if back else {_winning(view)}


_GATHERED: Final = 0.4
"""The part of a lead's animation in which the previous trick goes to its taker."""


def _on_table(scene: Scene, *, last: bool = False) -> tuple[list[Seat], tuple[str, ...]]:
    """Return the seats and cards of the trick to be shown: the current one, or the last."""
    view = scene.view
    if view.trick and not (last or (scene.show_last and view.last_trick)):
        leader, cards = view.leader, view.trick
    else:
        leader, cards = view.last_leader, view.last_trick
    return [(leader + i) % 4 for i in range(len(cards))], cards


def _put_middle(canvas: Canvas, scene: Scene, table: TrickLayout, size: CardSize) -> None:
    """Draw the trick, or the places for the first one."""
    look, view = scene.look, scene.view
    seats, cards = _on_table(scene)
    if scene.focus.choosing and not view.trick:
        cards = ()  # the panel of the call replaces the last trick
    if not cards:
        if view.phase == "play" and not scene.focus.choosing:
            put_spots(canvas, look, table, range(4))
        return
    moment = scene.moment
    if len(view.trick) == 1 and view.last_trick:
        if moment < _GATHERED:
            last = _drawn(scene, *_on_table(scene, last=True), size)
            put_gathering(canvas, table, last, view.leader, moment / _GATHERED)
            return
        moment = (moment - _GATHERED) / (1 - _GATHERED)
    drawn = _drawn(scene, seats, cards, size)
    put_spots(canvas, look, table, [seat for seat in range(4) if seat not in seats])
    moved = [event.seat for event in scene.events if event.kind == "moved"]
    put_pieces(canvas, table, drawn, moved[-1] if moved else None, moment)


def _drawn(
    scene: Scene, seats: Sequence[Seat], cards: Sequence[str], size: CardSize
) -> dict[Seat, Canvas]:
    """Draw the cards of a trick: once it is over, the winning card is marked and the rest faded."""
    winner = scene.view.winners[-1] if len(cards) == 4 else None
    return {
        seat: played(
            scene.look,
            token,
            size,
            dimmed=winner is not None and seat != winner,
            marked=seat == winner,
        )
        for seat, token in zip(seats, cards, strict=True)
    }
