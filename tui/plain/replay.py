"""A past match in sentences, as a player or a watcher heard it. No I/O."""

from collections.abc import Iterator, Sequence

from core.game import DEAL_ENDS, Move, Seat
from core.records.replay import Replay
from core.review.review import Review
from tui.boards import BOARDS
from tui.history.words import fault_said, players_said
from tui.language.games import game_title, rules_text, speak_of_game
from tui.language.text import t
from tui.language.words import player_said
from tui.plain.table import PlainTable
from tui.review.words import closing_lines, decision_said
from tui.summary.words import ending_of, page_lines


class SpokenMatch:
    """The sentences of a match for one seat, or for a watcher, position by position.

    With a review they have the costs of decisions and, at the end, the shares of play and luck.
    """

    def __init__(self, replay: Replay, seat: Seat | None, review: Review | None = None) -> None:
        self.replay = replay
        self.seat = seat
        self.names = tuple(player_said(player.name, player.kind) for player in replay.players)
        self.review = review
        """The review, as far as it has got; None without one."""
        self._board = BOARDS[replay.game.NAME]
        speak_of_game(replay.game.NAME)

    def opening(self) -> Iterator[str]:
        """Yield the game, the players and the house rules."""
        replay = self.replay
        yield f"{game_title(replay.game.NAME)}. {players_said(replay.players)}."
        yield rules_text(replay.options) + "."

    def position(self, at: int, *, costs: bool = True) -> Iterator[str]:
        """Yield the events that led to a position, and the cost of the decision before it."""
        events = self.replay.events(at, self.seat)
        if at == 0:
            yield from self.table(0).situation()
        for event in events:
            sentence = self._board.sentence(event, self.names, self.seat)
            if sentence:
                yield sentence
        if costs:
            yield from self.cost(at - 1)
        if any(event.kind in DEAL_ENDS for event in events):
            yield from self._board.page_told(self.table(at).view, self.names)
        if at == 0 or any(event.kind == "began" for event in events):
            hand = self.table(at).hand()
            if hand:
                yield hand

    def table(self, at: int, moves: Sequence[Move] = ()) -> PlainTable:
        """Return a position in words, with the moves that "moves" lists."""
        view = self.replay.view(at, self.seat)
        return PlainTable(self.replay.game.NAME, view, self.names, moves)

    def cost(self, at: int) -> Iterator[str]:
        """Yield the cost of the decision made in a position, if it was costly."""
        costly = self.review.costly(self.seat) if self.review else ()
        for decision in costly:
            if decision.at == at:
                who = f"{self.names[decision.seat]}: " if self.seat is None else ""
                yield t("Costly: {what}", what=f"{who}{decision_said(self.replay, decision)}.")

    def end(self) -> Iterator[str]:
        """Yield the result and, with a review, the shares of play and luck."""
        match = ending_of(self.replay, self.seat)
        if match is not None:
            yield from page_lines(match, whole=True)
        else:
            yield t("Here the match was broken off") + "."
            yield self.table(self.replay.last).score()
        if self.replay.fault is not None:
            why = fault_said(self.replay.fault)
            yield t("The record cannot be followed further: {why}", why=why) + "."
        if self.review is not None and self.seat is not None:
            yield from closing_lines(self.replay, self.review, self.seat)
