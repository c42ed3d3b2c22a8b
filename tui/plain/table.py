"""A position in sentences, for plain mode. No I/O."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from core.game import Move
from tui.boards import BOARDS, Board, Focus, Scene
from tui.boards.scene import Asking
from tui.drawing.look import look_from
from tui.language.text import t, tn
from tui.language.words import begun, hand_text
from tui.plain.moves import MAX_LISTED, MoveList

ASKED: Final = ("moves", "turn", "hand", "table", "score", "picture", "sheet")
"""Commands that a position itself answers, besides the topics of its game."""

PICTURE: Final = (76, 20)
"""Columns and rows of a drawing of characters."""


@dataclass(frozen=True, slots=True)
class PlainTable:
    """What a player at a table can be told."""

    game: str
    """Its name."""
    view: Any
    names: Sequence[str]
    moves: Sequence[Move]
    """The legal moves of this player; none when it is not his turn."""

    @property
    def board(self) -> Board:
        """The board that words the game."""
        return BOARDS[self.game]

    @property
    def choices(self) -> MoveList:
        """The moves of the player."""
        return MoveList(self.game, self.view, self.moves)

    def turn(self) -> str:
        """Say that it is the player's turn and what may be typed."""
        mine = ", ".join(self.board.spoken_part(self.view, self.names, "mine"))
        choices = self.choices
        if len(self.moves) > MAX_LISTED and not choices.numbers:
            count = tn("{n} move", "{n} moves", len(self.moves))
            said = t("name a card or tile; 'moves' lists {count}", count=count)
        else:
            said = choices.numbered()
        board, asks = self.board, ""
        if isinstance(board, Asking) and not choices.numbers:
            asks = board.question(self.view)
        if asks:
            return f"{asks}{'' if asks.endswith('?') else ':'} {said}."
        if mine:
            return t("Your turn, {mine}: {moves}.", mine=mine, moves=said)
        return t("Your turn: {moves}.", moves=said)

    def awaited(self) -> str:
        """Say whom all are waiting for, or that it is this player's turn."""
        if self.moves:
            return self.turn()
        waiting = ", ".join(self.names[seat] for seat in self.view.to_act)
        return t("Waiting for {names}.", names=waiting) if waiting else t("It is nobody's turn.")

    def hand(self) -> str:
        """Say what the player holds; "" if there is nothing."""
        if self.view.seat is None:
            return ""
        held = hand_text([piece.token for piece in self.choices.pieces])
        return t("Your hand: {pieces}.", pieces=held) if held else ""

    def score(self) -> str:
        """Say the points."""
        shown = zip(self.names, self.view.totals, strict=False)
        return t("Score: {scores}.", scores=", ".join(f"{name} {n}" for name, n in shown))

    def lies(self) -> Iterator[str]:
        """Say where the match stands and what lies on the table."""
        parts = self.board.headline(self.view).split(" · ")
        if parts[0][:1].isdecimal():
            del parts[0]  # the row of the sheet; the deal is told below
        headline = ", ".join(parts)
        if headline:
            yield begun(headline) + "."
        yield from map(begun, self.board.spoken_table(self.view, self.names))

    def situation(self) -> Iterator[str]:
        """Say all of that to somebody who sits down or comes back, with the current points."""
        yield from self.lies()
        if any(self.view.totals):
            yield self.score()

    def picture(self, paint: Callable[[Scene, int, int], Any]) -> Iterator[str]:
        """Return the lines of what a board paints, without its colours."""
        look = look_from({}, depth="mono", ascii_only=True)
        scene = Scene(self.view, tuple(self.names), tuple(self.moves), Focus(), look)
        yield from (line for line in paint(scene, *PICTURE).canvas.lines() if line.strip())

    def answer(self, command: str, words: str = "") -> Iterator[str]:
        """Answer what can be asked about a position: one of ASKED, or a topic."""
        match command:
            case "moves":
                if self.moves and not self.choices.numbers:
                    yield from self.choices.listed(words)
                else:
                    yield self.awaited()
            case "turn":
                yield self.awaited()
            case "hand":
                nothing = (
                    t("You are watching.") if self.view.seat is None else t("You hold nothing.")
                )
                yield self.hand() or nothing
            case "score":
                yield self.score()
                yield from self.board.spoken_part(self.view, self.names, "standing")
            case "picture":
                yield from self.picture(self.board.paint_table)
            case "sheet":
                yield from self.picture(self.board.paint_sheet)
            case "table":
                yield from self.lies()
                yield self.score()
            case _ if any(topic.name == command for topic in self.board.TOPICS):
                yield from map(begun, self.board.spoken_part(self.view, self.names, command))
            case _:
                yield t("This game has no such thing; 'table' says what there is.")
