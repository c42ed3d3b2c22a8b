"""A position in sentences, and what a typed line means in it: for plain mode. No I/O."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from core.game import Move
from tui.boards import Focus, Scene
from tui.look import look_from
from tui.plain_words import are_numbers, find_moves
from tui.text import t, tn
from tui.words import hand_text

MAX_LISTED: Final = 12
"""So many moves are read out at once; more only when asked for."""

ASKED: Final = ("moves", "hand", "table", "score", "picture", "sheet")
"""Commands that a position itself answers."""

PICTURE: Final = (76, 20)
"""Columns and rows of a drawing of characters."""


@dataclass(frozen=True, slots=True)
class PlainTable:
    """What a player at a table can be told."""

    board: Any
    view: Any
    names: Sequence[str]
    moves: Sequence[Move]
    """The legal moves of this player; none when it is not his turn."""

    # --- saying ---------------------------------------------------------------------------------

    def turn(self) -> str:
        """Say that it is the player's turn and what may be typed."""
        if len(self.moves) > MAX_LISTED and not are_numbers(self.moves):
            count = tn("{n} move", "{n} moves", len(self.moves))
            return t("Your turn: {count}; 'moves' lists them.", count=count)
        return t("Your turn: {moves}.", moves=self.numbered())

    def numbered(self) -> str:
        """List the moves with their numbers."""
        if are_numbers(self.moves):
            return self._range()
        return "; ".join(map(self.spoken, self.moves))

    def spoken(self, move: Move) -> str:
        """Name a move with its number."""
        return f"{self.moves.index(move) + 1} {self.board.spoken_move(self.view, move)}"

    def _range(self) -> str:
        """Say which numbers may be typed: "bid 0 to 2, 4"."""
        verb = self.moves[0].partition(" ")[0]
        runs: list[list[int]] = []
        for number in sorted(int(move.partition(" ")[2]) for move in self.moves):
            if runs and number == runs[-1][-1] + 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        said = [
            t("{low} to {high}", low=run[0], high=run[-1])
            if len(run) > 2
            else ", ".join(map(str, run))
            for run in runs
        ]
        return f"{t(verb)} " + ", ".join(said)

    def listed(self) -> Iterator[str]:
        """Say every move in words and in the notation, or for whom one waits."""
        if not self.moves:
            waiting = ", ".join(self.names[seat] for seat in self.view.to_act)
            yield t("Waiting for {names}.", names=waiting) if waiting else t("Nobody is to move.")
        for number, move in enumerate(self.moves, 1):
            said = self.board.spoken_move(self.view, move)
            yield f"{number} {said}, {move}" if said != move else f"{number} {move}"

    def hand(self) -> str:
        """Say what the player holds; "" if there is nothing."""
        if self.view.seat is None:
            return ""
        pieces = self.board.pieces(self.view, tuple(self.moves))
        held = hand_text([piece.token for piece in pieces])
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
            yield headline[:1].upper() + headline[1:] + "."
        for sentence in self.board.spoken_table(self.view, self.names):
            yield sentence[:1].upper() + sentence[1:]

    def picture(self, paint: Callable[[Scene, int, int], Any]) -> Iterator[str]:
        """Give the lines of what a board paints, without its colours."""
        look = look_from({}, depth="mono", ascii_only=True)
        scene = Scene(self.view, tuple(self.names), tuple(self.moves), Focus(), look)
        yield from (line for line in paint(scene, *PICTURE).canvas.lines() if line.strip())

    def answer(self, command: str) -> Iterator[str]:
        """Answer what can be asked about a position: one of ASKED."""
        match command:
            case "moves":
                yield from self.listed()
            case "hand":
                yield self.hand()
            case "score":
                yield self.score()
            case "picture":
                yield from self.picture(self.board.paint_table)
            case "sheet":
                yield from self.picture(self.board.paint_sheet)
            case _:
                yield from self.lies()
                yield self.score()

    # --- understanding --------------------------------------------------------------------------

    def meant(self, line: str, *, aloud: bool) -> list[Move]:
        """Find the moves a line may mean; `aloud` also by the words they are read out in."""
        found = find_moves(line, self.moves)
        if found or not aloud or line.strip().isdecimal():
            return found
        said = [self.board.spoken_move(self.view, move) for move in self.moves]
        return find_moves(line, self.moves, said)
