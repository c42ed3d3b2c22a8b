"""An independent opponent: a plain information-set tree search with random rollouts.

It knows only the contract of a game (Cowling, Powley and Whitehouse, Information Set Monte Carlo
Tree Search, 2012): a bot of ours that cannot beat it does not understand its game.
"""

from __future__ import annotations

from math import log, sqrt
from random import Random
from typing import Any, Final

from core.game import Game, Move, Seat, against_others
from core.games import FACTS

_VENTURE: Final = 0.7
"""The weight of exploring rarely tried moves; the results of deals are scaled to 0..1."""


class _Node:
    """A move that was tried at this point of the game."""

    __slots__ = ("after", "could", "done", "mover", "sum")

    def __init__(self, mover: Seat) -> None:
        self.mover = mover
        self.after: dict[tuple[Seat, Move], _Node] = {}
        self.could = 0
        self.done = 0
        self.sum = 0.0


def outsider(game: Game, view: Any, playouts: int, rng: Random) -> Move:
    """Return the move tried most often by a tree over this many imagined states."""
    root = _Node(-1)
    scale = _Scale()
    for _ in range(playouts):
        state = game.imagine(view, rng)
        path = _descend(game, state, root, view.seat, rng, scale)
        while seats := game.to_act(state):
            game.apply(state, seats[0], rng.choice(game.legal(state, seats[0])))
        worth = _worth(game, view, state)
        scale.note(worth)
        for node in path:
            node.done += 1
            node.sum += worth[node.mover]
    return max(root.after, key=lambda choice: root.after[choice].done)[1]


def _descend(
    game: Game, state: Any, root: _Node, first: Seat, rng: Random, scale: _Scale
) -> list[_Node]:
    """Descend the tree, changing the state, to a move that has not been tried.

    `first` moves first, even where several seats decide at the same time.
    """
    node = root
    path: list[_Node] = []
    while seats := game.to_act(state):
        seat = seats[0] if path else first
        legal = game.legal(state, seat)
        fresh = [move for move in legal if (seat, move) not in node.after]
        for move in legal:
            if (seat, move) in node.after:
                node.after[seat, move].could += 1
        if fresh:
            move = rng.choice(fresh)
            child = node.after[seat, move] = _Node(seat)
            child.could = 1
        else:
            choices = [(node.after[seat, move], move) for move in legal]
            child, move = max(choices, key=lambda choice: scale.promise(choice[0]))
        game.apply(state, seat, move)
        path.append(child)
        node = child
        if fresh:
            break
    return path


def _worth(game: Game, view: Any, state: Any) -> list[float]:
    """Return each seat's points from the rest of the deal, compared with the mean of the others."""
    sign = -1 if FACTS[game.NAME].LOWEST_WINS else 1
    after = game.view(state, None).totals
    won = [sign * (now - before) for now, before in zip(after, view.totals, strict=True)]
    return against_others(won)


class _Scale:
    """The range of the results of deals, to which exploration is scaled."""

    def __init__(self) -> None:
        self._least, self._most = 0.0, 1.0

    def note(self, worth: list[float]) -> None:
        self._least = min(self._least, *worth)
        self._most = max(self._most, *worth)

    def promise(self, node: _Node) -> float:
        mean = (node.sum / node.done - self._least) / (self._most - self._least)
        return mean + _VENTURE * sqrt(log(node.could + 1) / node.done)
