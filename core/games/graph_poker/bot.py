"""The bots of Graph-Poker: a rule of thumb over all placements.

A beginner overlooks places and thinks of this round alone. From level medium on they look one card
ahead and play this round out after the best placements. Hard bots and experts add the learnt worth
of the lines that it leaves, or else play the next round out too.
"""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from math import fsum, perm
from random import Random
from typing import Final, NamedTuple

from core.bots import Rollouts, Worths
from core.bots.search import Stop, never, search, weight_of_others
from core.bots.weights import learnt
from core.game import Move
from core.games.graph_poker.bot_round import (
    GridWorld,
    Round,
    end_round,
    faces_of,
    gaps_at,
    guessed_face,
    mask_of,
    play_out,
)
from core.games.graph_poker.grid import cell_of, place_move
from core.games.graph_poker.poker import (
    FLUSH,
    FOUR,
    FREE,
    NUMBER,
    ROYAL,
    STRAIGHT,
    STRAIGHT_FLUSH,
    Prospect,
    rank_of,
)
from core.games.graph_poker.policy import LearntPolicy, lines_of
from core.games.graph_poker.view import (
    View,
    forecast,
    line_rules,
    next_place,
    open_cells,
    placer_of,
)

_HOPED: Final = {ROYAL: 0.7, STRAIGHT_FLUSH: 0.6, FLUSH: 0.5, FOUR: 0.2, STRAIGHT: 0.15, "": 0.0}
"""Points to expect of a window with one card unknown; suited ones mostly end as a flush."""

_EACH_MORE: Final = 0.3
"""The factor for each further unknown card or empty cell."""

_GIFT: Final = 0.7
"""The cost of a point for another player, in points of one's own."""


PLAYOUTS: Final = {"medium": 20, "hard": 60, "expert": 400}
"""Level -> imagined ends of the round played out per decision; more would hardly matter."""

_TRIED: Final = {"medium": 4, "hard": 8, "expert": 10}
"""Level -> the number of placements tried; as many again are tried where others wait for a card."""

_TRIED_IF_LEARNT: Final = {"hard": 12, "expert": 60}
"""The same numbers for levels that have learnt the worth of lines."""

_MOST_SEATS: Final = 4
"""Weights were learnt at two and four seats, with one deck."""


def choose(view: View, level: str, rng: Random, stop: Stop = never, temper: str = "") -> Move:
    """Return the move of a bot of that level."""
    if level not in PLAYOUTS:
        judged = judge_all(view, rng, ahead=False)
        return place_move(*max(judged, key=lambda placing: placing.worth)[1:])
    return choose_by(learnt_for(view, level), view, level, rng, stop, temper)


def choose_by(
    policy: LearntPolicy | None,
    view: View,
    level: str,
    rng: Random,
    stop: Stop = never,
    temper: str = "",
) -> Move:
    """Return the move of a bot, from level medium up, by a learnt policy or by none.

    It plays on in imagined worlds after the best placements and takes the one that pays most.
    """
    seat, others = view.to_act[0], weight_of_others(temper)
    plan = plan_of(policy, view, level)

    def cost(world: GridWorld, placing: Placing) -> float:
        worths = plan.play(world, placing)
        mine = worths[seat]
        return others * (fsum(worths) - mine) / (view.seats - 1) - mine

    tried = worth_trying(view, plan.now, judge_all(view, rng, ahead=True), plan.tried)
    counted = last_card(view, plan.now, tried) if level in _TRIED_IF_LEARNT else None
    if counted is not None:
        costs = [
            others * (fsum(each) - each[seat]) / (view.seats - 1) - each[seat] for each in counted
        ]
        return place_move(*tried[costs.index(min(costs))][1:])
    # A playout takes longer with ten players than with four.
    playouts = PLAYOUTS[level] * 4 // max(4, view.seats)
    best = search(tried, imagination(view, plan, rng), cost, playouts, stop, temper)
    return place_move(*best[1:])


_SEEN: Final = 0.6
"""The chance that a beginner notices an open cell at all."""


class Placing(NamedTuple):
    """A card on a cell, and its worth by the rule of thumb."""

    worth: float
    token: str
    x: int
    y: int


def judge_all(view: View, rng: Random, *, ahead: bool) -> list[Placing]:
    """Judge placements by rule of thumb: every one of them, or those that a beginner notices."""
    judge = forecast(view)
    after = next_place(view) if ahead else None
    tokens = tuple(dict.fromkeys(view.hand))
    judged = []
    cells = open_cells(view)
    if not ahead:
        cells = tuple(cell for cell in cells if rng.random() < _SEEN) or cells
    for x, y in cells:
        for token in tokens:
            # High cards own windows: where nothing is to be won, low ones go first.
            worth = rng.random() / 1000 - rank_of(NUMBER[token]) / 100
            for prospect in judge.prospects(token, x, y):
                worth += _worth(view, token, prospect, after)
            judged.append(Placing(worth, token, x, y))
    return judged


class PlacingPlan(NamedTuple):
    """A level's plan for judging placements."""

    tried: int
    """The number of placements tried."""
    now: Round
    play: Callable[[GridWorld, Placing], list[float]]
    """Plays a placement out in an imagined world: its worth to each seat."""
    strays: tuple[int, ...] = ()
    """The cells where players with nothing to win may lay a card, in the way of other lines."""


def plan_of(policy: LearntPolicy | None, view: View, level: str) -> PlacingPlan:
    """Return the plan of a level from medium up: by its learnt policy, if it has one."""
    ahead = level in _TRIED_IF_LEARNT
    if policy is None or not ahead:
        now = round_of(view, 2 if ahead else 1)
        return PlacingPlan(_TRIED[level], now, _by_rule(view, now))
    now = round_of(view, 1)
    strays = tuple(cell_of(x, y) for x, y in open_cells(view))
    return PlacingPlan(_TRIED_IF_LEARNT[level], now, _by_outlook(view, now, policy), strays)


def learnt_for(view: View, level: str) -> LearntPolicy | None:
    """Return the policy that a level has learnt for tables such as this one, if any."""
    if level not in _TRIED_IF_LEARNT or view.seats > _MOST_SEATS or view.options.decks > 1:
        return None
    policy: LearntPolicy | None = learnt("graph_poker")
    return policy


def _by_rule(view: View, now: Round) -> Callable[[GridWorld, Placing], list[float]]:
    """Value placements by the points of one or two rounds, and the future by rule of thumb."""
    seat = view.to_act[0]

    def play(world: GridWorld, placing: Placing) -> list[float]:
        won = play_out(now, world, NUMBER[placing.token], cell_of(placing.x, placing.y))
        worths = [float(points) for points in won]
        worths[seat] += BEYOND * placing.worth
        return worths

    return play


def _by_outlook(
    view: View, now: Round, policy: LearntPolicy
) -> Callable[[GridWorld, Placing], list[float]]:
    """Value placements by the points of this round and the worth of its lines to the mover."""
    seat = view.to_act[0]
    lines = lines_of(open_grid(view), now.rules)
    outlook = policy.outlook(lines, unseen_by(view), view.seats, view.rounds - view.round)

    def play(world: GridWorld, placing: Placing) -> list[float]:
        ended = end_round(now, world, NUMBER[placing.token], cell_of(placing.x, placing.y))
        worths = [float(points) for points in ended.won]
        later = outlook.after(ended.grid, ended.places, ended.hands[seat])
        worths[seat] += later + _TIE * placing.worth
        return worths

    return play


_TIE: Final = 0.3
"""The weight of the rule of thumb beside lines: between equal lines a low card goes first."""


def worth_trying(view: View, now: Round, judged: list[Placing], most: int) -> list[Placing]:
    """Return the placements that promise most, and those on cells where others wait."""
    judged.sort(reverse=True)
    tried = judged[:most]
    wanted = sorted(now.gaps, key=lambda gap: -sum(map(sum, now.gaps[gap])))[:most]
    for cell in wanted:
        best = next((each for each in judged if cell_of(each.x, each.y) == cell), None)
        if best and best not in tried:
            tried.append(best)
    return tried


BEYOND: Final = 0.5
"""The weight of the rule of thumb beside playouts, which end with a round."""


def round_of(view: View, rounds: int) -> Round:
    """Collect the common knowledge of the table; `rounds` are to be played out."""
    begun = len(view.sheet) * view.seats
    rules, grid = line_rules(view.options), open_grid(view)
    rounds = min(rounds, view.rounds - view.round + 1)
    return Round(
        rules,
        view.options.multi_deck_tie == "later",
        view.seats,
        tuple(placer_of(view, begun + i) for i in range(rounds * view.seats)),
        tuple(cell_of(x, y) for x, y, _ in view.grid[begun:]),
        gaps_at(grid, grid, rules),
    )


def open_grid(view: View) -> dict[int, int]:
    """Return the cards that lie face up: cell -> card."""
    opened = max(len(view.sheet) * view.seats, 1)
    return {cell_of(x, y): NUMBER[token] for x, y, token in view.grid[:opened]}


def unseen_by(view: View) -> int:
    """Return the mask of the cards of which the viewer has not seen every copy."""
    seen = Counter([*view.hand, *(token for _, _, token in view.grid)])
    return mask_of(card for token, card in NUMBER.items() if seen[token] < view.options.decks)


def imagination(view: View, plan: PlacingPlan, rng: Random) -> Callable[[], GridWorld]:
    """Return a function that shares the unseen cards out over grid and other hands.

    Nothing else of a state is needed, and with several decks a whole state would take long to make.
    """
    now, strays = plan.now, plan.strays
    known = {cell_of(x, y): NUMBER.get(token, FREE) for x, y, token in view.grid}
    hidden = [cell for cell, card in known.items() if card == FREE]
    mine = [NUMBER[token] for token in view.hand]
    pack = _pack(view)
    have_placed = now.placers[: len(now.laid)]
    sizes = [view.rounds - view.round + (seat not in have_placed) for seat in range(view.seats)]

    def imagine() -> GridWorld:
        unseen = pack[:]
        rng.shuffle(unseen)
        grid = known.copy()
        for cell in hidden:
            grid[cell] = guessed_face(now.gaps.get(cell), unseen, rng)
        hands = []
        for seat, size in enumerate(sizes):
            hand = mine if seat == view.seat else [unseen.pop() for _ in range(size)]
            hands.append(mask_of(hand))
        return GridWorld(grid, hands, rng.sample(strays, min(len(strays), view.seats)))

    return imagine


def _pack(view: View) -> list[int]:
    """List the cards that the viewer has not seen, each copy once."""
    seen = Counter([*view.hand, *(token for _, _, token in view.grid)])
    copies = {card: view.options.decks - seen[token] for token, card in NUMBER.items()}
    return [card for card in range(52) for _ in range(copies[card])]


def last_card(view: View, now: Round, placings: Sequence[Placing]) -> list[list[float]] | None:
    """Return the points that each placement of the last card of a match brings to each seat.

    Each is the mean over all faces that the cards of this round may have. None if other cards
    follow, or if there are too many combinations.
    """
    pack = _pack(view)
    if view.round < view.rounds or len(now.laid) < view.seats - 1:
        return None
    if perm(len(pack), len(now.laid)) > _WAYS:
        return None
    grid = {cell_of(x, y): NUMBER.get(token, FREE) for x, y, token in view.grid}
    hands = [mask_of(NUMBER[token] for token in view.hand)] * view.seats
    found = [[0.0] * view.seats for _ in placings]
    for chance, faces in faces_of([cell for cell in now.laid if grid[cell] == FREE], now, pack):
        world = GridWorld({**grid, **faces}, hands)
        for placing, worths in zip(placings, found, strict=True):
            ended = end_round(now, world, NUMBER[placing.token], cell_of(placing.x, placing.y))
            for seat, points in enumerate(ended.won):
                worths[seat] += chance * points
    return found


_WAYS: Final = 60
"""The last card is counted out only if those before it can lie in no more ways than this."""


def _worth(view: View, token: str, prospect: Prospect, after: int | None) -> float:
    """Judge one window: paid now, perhaps paid now, or begun for later."""
    if prospect.owner is not None:
        mine = prospect.owner == view.seat
        return prospect.points if mine else -_GIFT * prospect.points
    doubts = prospect.missing + prospect.unknown
    hope = _HOPED[prospect.category] * _EACH_MORE ** (doubts - 1)
    if not prospect.missing:
        # The higher the card, the likelier it outranks the hidden ones (G-R18).
        return hope * rank_of(NUMBER[token]) / 14
    if after is None:
        return 0.0
    if _holds_another(view.hand, token, prospect.category):
        # Each player who places before this seat in the next round may take it first.
        return hope / (1 + after)
    return -hope / 3 if prospect.missing == 1 else 0.0


def _holds_another(hand: tuple[str, ...], token: str, category: str) -> bool:
    """Tell whether a second card of the hand may continue such a window."""
    rest = list(hand)
    rest.remove(token)
    if category == FOUR:
        return any(card[0] == token[0] for card in rest)
    if category == STRAIGHT:
        rank = rank_of(NUMBER[token])
        return any(0 < abs(rank_of(NUMBER[card]) - rank) < 4 for card in rest)
    return any(card[1] == token[1] for card in rest)


# --- what each move is worth ----------------------------------------------------------------------


def rollouts(
    view: View,
    asked: Sequence[Move],
    rng: Random,
    among: Collection[Move] = (),
    stop: Stop = never,
) -> Rollouts | None:
    """Compare the placements worth trying: their points, and the worth of the lines left."""
    plan = plan_of(learnt_for(view, "expert"), view, "expert")
    judged = judge_all(view, rng, ahead=True)
    tried = worth_trying(view, plan.now, judged, _COMPARED)
    tried += [each for each in judged if _move(each) in asked and each not in tried]
    if among:
        tried = [each for each in judged if _move(each) in among]
    counted = last_card(view, plan.now, tried)
    if counted is not None:
        return Rollouts([_move(each) for each in tried], lambda: counted, exact=True)
    imagine = imagination(view, plan, rng)

    def play() -> Sequence[Worths]:
        world = imagine()
        return [plan.play(world, placing) for placing in tried]

    later = "what the lines will bring later" if view.round < view.rounds else ""
    return Rollouts([_move(each) for each in tried], play, beyond=lambda: later)


_COMPARED: Final = 10
"""The number of best placements compared, and of cells where others wait for a card."""


def _move(placing: Placing) -> Move:
    return place_move(placing.token, placing.x, placing.y)
