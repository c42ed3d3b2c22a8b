"""A player who follows a table of a Parlour by its model alone: no screen, no timers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from core.position import legal as legal_moves
from net.client.told import Told
from net.wire.protocol import Message
from tests.support.parlour import Parlour
from tui.start import StartHome
from tui.table import effects, intents
from tui.table.connection import Connection
from tui.table.effects import Effect
from tui.table.info import ConnectionInfo
from tui.table.model import TableModel
from tui.table.preferences import Quiet


class Ann:
    """The second of two players; `done` is all that her model has asked for."""

    troubles = ()

    def __init__(self, game: ModuleType, preferences: Quiet | None = None, **chosen: Any) -> None:
        self.wake_at: float | None = None
        """When the model wants to be woken."""
        self.parlour = Parlour(game, **chosen)
        self.zoe, self.visitor = self.parlour.join("Zoe"), self.parlour.join("Ann")
        self.client = self.visitor.client
        self.connection = Connection(self, StartHome())
        self.connection.now = lambda: self.now
        self.model = TableModel(ConnectionInfo(self.connection), preferences or Quiet())
        self.done: list[Effect] = []
        self.visitor.hear = self.hear
        self.parlour.start(self.visitor, owner=self.zoe)

    @property
    def now(self) -> float:
        """The time, of the host's machine as of hers."""
        return self.parlour.now

    # --- driving the model

    def do(self, intent: intents.Intent) -> list[Effect]:
        """Do what she wants; return what was asked for."""
        return self._carry_out(self.model.do(intent, self.now))

    def wait(self, seconds: float) -> list[Effect]:
        """Let time pass; return what was asked for."""
        self.parlour.now += seconds
        self.wake_at = None
        return self._carry_out(self.model.tick(self.now))

    def hear(self, told: Told) -> None:
        """Give her what the host has told."""
        self.connection.absorb(told)
        self._carry_out(self.model.heard(told, self.now))

    def _carry_out(self, asked: Sequence[Effect]) -> list[Effect]:
        self.done += asked
        messages: list[Message] = []
        for effect in asked:
            match effect:
                case effects.Play(move):
                    messages.append(self.client.play(move))
                case effects.WakeAt(time):
                    self.wake_at = time
                case effects.Send(message):
                    messages.append(message)
        for message in messages:  # at last: the answers come at once
            self.send(message)
        return list(asked)

    # --- playing

    def play(self, move: str) -> list[Effect]:
        """Reach a move and press Enter."""
        return [*self.do(intents.Reach(move)), *self.do(intents.Enter())]

    def play_zoe(self) -> None:
        """Let the other player make the first move there is."""
        session = self.zoe.client
        self.zoe.play(legal_moves(session.game, session.view)[0])

    def play_until(self, so: Callable[[], object]) -> None:
        """Both make their first moves, and go on after every deal."""
        while not so():
            if self.model.turn.legal:
                self.play(self.model.turn.legal[0])
            elif self.model.playback.reading:
                self.do(intents.Enter())
            elif self.zoe.client.my_turn:
                self.play_zoe()
            else:
                self.wait(60.0)

    # --- a link

    def send(self, message: Message) -> None:
        self.visitor.send(message)

    async def run(self, *_: Any) -> None: ...

    async def close(self) -> None: ...
