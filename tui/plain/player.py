"""The player of plain mode: the seat, the position in words, the voice. No I/O."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from core.game import Move
from net.client.seat import ClientSeat
from net.wire.protocol import Message
from tui.boards import BOARDS
from tui.boards.topics import Topic
from tui.language.text import t
from tui.language.words import as_sentence, seat_names
from tui.plain.plan import Plan
from tui.plain.table import PlainTable


class Player:
    """What listening and typing share: whose seat it is, what can be played, how to say things."""

    def __init__(
        self,
        client: ClientSeat,
        send: Callable[[Message], None],
        say: Callable[[str], None],
        plan: Plan,
    ) -> None:
        self.client = client
        self.send = send
        self.say = say
        self.plan = plan
        self.moves: tuple[Move, ...] = ()
        """The legal moves; none when it is not this player's turn."""
        self.cited = ""
        """The paragraph that the last refusal rests on."""
        self.left = False
        """Whether the player wants to go."""
        self.hand_said = ""
        """The hand as it was said last; empty to have it said again."""

    @property
    def board(self) -> Any:
        """Who words this game."""
        game = self.client.game
        assert game is not None, "a board is wanted only at a table"
        return BOARDS[game.NAME]

    @property
    def topics(self) -> Sequence[Topic]:
        """What this game can be asked for."""
        return self.board.TOPICS if self.client.game is not None else ()

    @property
    def table(self) -> PlainTable:
        """The position in words."""
        return PlainTable(self.board, self.client.view, self.names, self.moves)

    @property
    def names(self) -> tuple[str, ...]:
        """What each seat is called."""
        return seat_names(self.client.room.seats if self.client.room else ())

    @property
    def in_match(self) -> bool:
        """Whether there is a match that is not over."""
        return self.client.view is not None and self.client.view.result is None

    def sentence(self, words: str) -> None:
        """Say what the log would have as a line, if it is anything."""
        if words:
            self.say(as_sentence(words))

    def say_all(self, sentences: Iterable[str]) -> None:
        """Say some sentences."""
        for sentence in sentences:
            if sentence:
                self.say(sentence)

    def say_no(self, reason: str, rule: str = "") -> None:
        """Say why something cannot be done; its paragraph can be asked for."""
        self.cited = rule or self.cited
        self.say(t("No: {reason}.", reason=reason))

    def say_hand(self) -> None:
        """Say the hand, unless that was the last to be said of it."""
        hand, before = self.table.hand(), self.hand_said
        self.hand_said = hand
        self.say_all([hand] if hand != before else [])

    def say_awaited(self) -> None:
        """Say for whom all wait, to a player who is not the one."""
        if self.in_match and not self.client.my_turn:
            self.say(self.table.awaited())
