"""A position in sentences, for plain mode. No I/O."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from core.game import Move
from core.games import GAMES, MOVES
from core.moves import NumberMove, TypedMove
from core.pieces import DECK_52, JOKERS, NUMBER
from tui.boards import BOARDS, Board, Focus, Piece, Scene
from tui.boards.contract import open_hands, paint_table
from tui.boards.scene import TILES
from tui.drawing.look import look_from
from tui.language.text import t, tn
from tui.language.words import as_sentence, begun, hand_text, piece_name
from tui.plain.commands import as_numbers, called, find_moves, named, piece_of

ASKED: Final = ("moves", "turn", "hand", "table", "score", "picture", "sheet")
"""The questions that any position answers; games add topics."""

PICTURE: Final = (76, 20)
"""The columns and rows of a drawing made of characters."""


@dataclass(frozen=True, slots=True)
class PlainTable:
    """A position in sentences, for one player."""

    game: str
    """The name of the game."""
    view: Any
    names: Sequence[str]
    moves: Sequence[Move]
    """The legal moves of this player; none out of turn."""

    @property
    def board(self) -> Board:
        """The board that words the game."""
        return BOARDS[self.game]

    @property
    def choices(self) -> MoveList:
        """The moves of the player."""
        return MoveList(self.game, self.view, self.moves)

    def turn(self) -> str:
        """Return the sentence for the player's turn, with the moves to type."""
        mine = ", ".join(self.board.spoken_part(self.view, self.names, "mine"))
        choices = self.choices
        if len(self.moves) > MAX_LISTED and not choices.numbers:
            count = tn("{n} move", "{n} moves", len(self.moves))
            if any(piece.token in ALL_PIECES for piece in choices.pieces):
                said = t("name a card or tile; 'moves' lists {count}", count=count)
            else:
                said = t("'moves' lists {count}", count=count)
        else:
            said = choices.numbered()
        board, asks = self.board, ""
        if not choices.numbers:
            asks = board.question(self.view)
        if asks:
            return f"{asks}{'' if asks.endswith('?') else ':'} {said}."
        if mine:
            return t("Your turn, {mine}: {moves}.", mine=mine, moves=said)
        return t("Your turn: {moves}.", moves=said)

    def awaited(self) -> str:
        """Return the sentence for the player's turn, or name the players awaited."""
        if self.moves:
            return self.turn()
        waiting = ", ".join(self.names[seat] for seat in self.view.to_act)
        return t("Waiting for {names}.", names=waiting) if waiting else t("It is nobody's turn.")

    def hand(self) -> str:
        """Return the hand in a sentence; "" if it is empty or the player a watcher."""
        if self.view.seat is None:
            return ""
        held = hand_text([piece.token for piece in self.board.pieces(self.view, ())])
        return t("Your hand: {pieces}.", pieces=held) if held else ""

    def score(self) -> str:
        """Return the points of all players in a sentence."""
        shown = zip(self.names, self.view.totals, strict=False)
        return t("Score: {scores}.", scores=", ".join(f"{name} {n}" for name, n in shown))

    def lies(self) -> Iterator[str]:
        """Yield the state of the match, and the cards or tiles on the table."""
        parts = self.board.headline(self.view).split(" · ")
        if parts[0][:1].isdecimal():
            del parts[0]  # the row of the sheet: the deal is named below
        headline = ", ".join(parts)
        if headline:
            yield as_sentence(headline)
        yield from map(begun, self.board.spoken_table(self.view, self.names))

    def situation(self) -> Iterator[str]:
        """Yield the state of the match with the points, for a player who joins or resumes."""
        yield from self.lies()
        if any(self.view.totals):
            yield self.score()

    def picture(self, paint: Callable[[Scene, int, int], Any]) -> Iterator[str]:
        """Yield the lines of a board's painting, without colours."""
        look = look_from({}, depth="mono", ascii_only=True)
        scene = Scene(self.view, tuple(self.names), tuple(self.moves), Focus(), look)
        yield from (line for line in paint(scene, *PICTURE).canvas.lines() if line.strip())

    def answer(self, command: str, words: str = "") -> Iterator[str]:
        """Answer a question: one of ASKED, or a topic of the game."""
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
                yield from self.picture(partial(paint_table, self.board))
            case "sheet":
                yield from self.picture(self.board.paint_sheet)
            case "table":
                yield from self.lies()
                yield self.score()
            case TILES.name if hands := open_hands(self.board, self.view):
                yield t("All hands that were dealt:")
                for name, hand in zip(self.names, hands, strict=False):
                    yield f"{name}: {hand_text(hand)}."
            case _ if any(topic.name == command for topic in self.board.topics):
                yield from map(begun, self.board.spoken_part(self.view, self.names, command))
            case _:
                yield t("This game has no such thing; 'table' says what there is.")


MAX_LISTED: Final = 12
"""The most moves read out without a request."""

MAX_SEPARATE: Final = 36
"""The most moves listed one by one; more are counted by pieces."""

ALL_PIECES: Final = (*DECK_52, *JOKERS, *NUMBER)


def verbs_of(game: str) -> set[str]:
    """Return the verbs with which moves of a game begin."""
    kinds = vars(MOVES[game]).values()
    return {kind.verb for kind in kinds if isinstance(kind, type) and hasattr(kind, "verb")}


@dataclass(frozen=True, slots=True)
class MoveList:
    """The legal moves of a position, and the search for those that a line means."""

    game: str
    """The name of the game."""
    view: Any
    moves: Sequence[Move]
    """Empty out of turn."""

    @property
    def board(self) -> Board:
        """The board that words the game."""
        return BOARDS[self.game]

    @property
    def pieces(self) -> Sequence[Piece]:
        """The pieces of the hand, each with its moves, or the reason against it."""
        return tuple(self.board.pieces(self.view, tuple(self.moves)))

    @property
    def typed(self) -> Sequence[TypedMove]:
        """The legal moves as typed values of their game."""
        return list(map(MOVES[self.game].parse_move, self.moves))

    @property
    def numbers(self) -> Sequence[NumberMove]:
        """The legal moves if all are numbers, as bids are; else none."""
        return as_numbers(self.typed)

    @property
    def verbs(self) -> set[str]:
        """The verbs with which the legal moves begin."""
        return {move.verb for move in self.typed}

    def is_move(self, text: str) -> bool:
        """Tell whether a text has the form of a move of this game."""
        try:
            MOVES[self.game].parse_move(" ".join(text.split()))
        except ValueError:
            return False
        return True

    def names_all(self) -> bool:
        """Tell whether the list of moves names every piece of the hand."""
        if self.numbers or len(self.moves) > MAX_LISTED:
            return False
        return all(piece.moves for piece in self.pieces)

    def numbered(self) -> str:
        """Return the moves with their numbers."""
        if self.numbers:
            return self._range()
        return "; ".join(map(self.spoken, self.moves))

    def spoken(self, move: Move) -> str:
        """Word a move after the number to type for it; a bid is "bid 2"."""
        if self.numbers:
            bid = self.numbers[self.moves.index(move)]
            return f"{t(bid.verb)} {bid.number}"
        return f"{self.moves.index(move) + 1} {self.board.spoken_move(self.view, move)}"

    def which(self, found: Sequence[Move], typed: str) -> str:
        """Ask which of several moves was meant; many are only counted."""
        if len(found) > MAX_LISTED:
            count = tn("{n} move", "{n} moves", len(found))
            return t(
                "'{typed}' may mean {count}; 'moves {typed}' lists them.", count=count, typed=typed
            )
        return t("Which one: {moves}?", moves="; ".join(map(self.spoken, found)))

    def _range(self) -> str:
        """Return the numbers that may be typed: "bid 0 to 2, 4"."""
        verb = self.numbers[0].verb
        runs: list[list[int]] = []
        for number in sorted(move.number for move in self.numbers):
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

    def listed(self, words: str = "") -> Iterator[str]:
        """Yield the moves in words and in the notation; `words` choose among them.

        Without words, more than MAX_SEPARATE moves are counted by pieces.
        """
        chosen = self.meant(words, aloud=True) if words else self.moves
        if len(chosen) > MAX_SEPARATE and not words:
            for piece in self.pieces:
                count = tn("{n} move", "{n} moves", len(piece.moves))
                yield f"{piece_name(piece.token)}: {count}"
            for choice in self.board.choices(self.view, tuple(self.moves)):
                yield self.spoken(choice.move)
            example = piece_name(self.pieces[0].token)
            yield t("'moves {piece}' lists those of one piece.", piece=example)
            return
        for move in chosen:
            said = self.board.spoken_move(self.view, move)
            number = self.moves.index(move) + 1
            yield f"{number} {said}, {move}" if said != move else f"{number} {move}"
        if not chosen:
            yield t("No move fits '{typed}'.", typed=words)

    def barred(self, line: str) -> tuple[str, str]:
        """Return the reason why the piece that a line names cannot be played, and its paragraph.

        Both are empty if it names no piece, or a playable one.
        """
        token = piece_of(line) or next((one for one in ALL_PIECES if called(line, one)), "")
        for piece in self.pieces:
            if piece.token == token or (not token and named(line, piece_name(piece.token))):
                if not piece.moves:
                    return piece.why_not, piece.rule
                if token:
                    return "", ""
        if not token:
            return "", ""
        if token in NUMBER:
            return t("you do not hold {tile}", tile=piece_name(token)), ""
        return t("you do not hold {card}", card=piece_name(token)), ""

    def meant(self, line: str, *, aloud: bool) -> list[Move]:
        """Find the moves that a line may mean; `aloud` also by their spoken words."""
        if self.numbers:
            words = line.strip().casefold()  # such as "bid 2" in the player's language
            if found := [move for move in self.moves if self.spoken(move) == words]:
                return found
        found = find_moves(line, self.typed) or self._twins(line)
        if found or not aloud or line.strip().isdecimal():
            return found
        said = [self.board.spoken_move(self.view, move) for move in self.moves]
        return find_moves(line, self.typed, said)

    def _twins(self, line: str) -> list[Move]:
        """Find the moves that stand for others meant by a line, and lead to the same position."""
        if line.strip().isdecimal():
            return []
        legal = GAMES[self.game].legal(self.view) if self.moves else ()
        found = find_moves(line, list(map(MOVES[self.game].parse_move, legal)))
        return [*dict.fromkeys(self.board.twin(self.view, move) for move in found)]
