"""Plays imagined deals out as at a table: everybody thinks again at each of his turns.

Trees keep what they have learnt from deal to deal. So a small one knows no plan, and in a grown one
the others act as if they saw the hand of the seat that decides. Here each seat looks a few deals
ahead whenever its turn comes, from what it knows by then, as bots do in a match. A deal costs some
thirty steps of a tree, and shows plans that only a far larger tree would find.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from core.bots.search import never
from core.bots.values import Worths
from core.game import Game, Move
from core.tricks.bot import TrickBot
from core.tricks.tree import LEAST

LOOKS: Final = 5
"""Deals imagined at each turn: with ten, as many deals say hardly more and take longer."""
POOL: Final = 8
"""How many deals are imagined for a likely one to be drawn."""
PLAYER: Final = "medium"
"""The level at which everybody looks ahead."""


class ThinkingTable:
    """Deals imagined from a view, each played out after several moves."""

    def __init__(
        self,
        game: Game,
        view: Any,
        bot: TrickBot,
        texts: Sequence[Move],
        thinks: Callable[[Any], TrickBot],
    ) -> None:
        """`texts` are the moves of all actions; `thinks` is a bot of level PLAYER that sees a view,
        with the generator of `bot`.
        """
        self._game, self._view, self._bot = game, view, bot
        self._texts, self._thinks = texts, thinks

    def play(self, moves: Sequence[Move], chance: int) -> list[Worths]:
        """Imagine the deal of that chance; return what it brings each seat after each move."""
        self._bot.rng.seed(chance)
        state, found = self._imagine(), []
        for move in moves:
            # The same luck for each move: it decides between them less.
            self._bot.rng.seed(chance)
            found.append(self._end(state.copy(), move))
        return found

    def _imagine(self) -> Any:
        rng, explains = self._bot.rng, self._bot.likelihood()
        if explains is None:
            return self._game.imagine(self._view, rng)
        pool = [self._game.imagine(self._view, rng) for _ in range(POOL)]
        return rng.choices(pool, [explains(state.tricks) + LEAST for state in pool])[0]

    def _end(self, state: Any, move: Move) -> Worths:
        game = self._game
        game.apply(state, self._view.seat, move)
        while to_act := game.to_act(state):
            seat, legal = to_act[0], state.tricks.legal()
            action = legal[0]
            if len(legal) > 1:
                action = self._thinks(game.view(state, seat)).searched_play(LOOKS, never, "")
            game.apply(state, seat, self._texts[action])
        end = game.view(state, self._view.seat)
        return self._bot.worths(end.bids, end.taken)
