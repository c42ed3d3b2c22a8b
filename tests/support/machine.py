"""A player who follows a table of a Harness only through its model: no screen, no timers."""

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from net.client.events import ClientEvent
from net.wire.message import Message
from tests.support.harness import Harness
from tui.start import StartHome
from tui.table import effects
from tui.table.effects import Effect, Preferences
from tui.table.model import TableModel
from tui.table.session import TableSession


class Ann:
    """The second of two players; `done` are all effects of her model."""

    troubles = ()

    def __init__(
        self, game: ModuleType, preferences: Preferences | None = None, **chosen: Any
    ) -> None:
        self.wake_at: float | None = None
        """The time at which the model wants to be woken."""
        self.harness = Harness(game, **chosen)
        self.zoe, self.visitor = self.harness.join("Zoe"), self.harness.join("Ann")
        self.client = self.visitor.client
        self.connection = TableSession(self, StartHome())
        self.connection.now = lambda: self.now
        self.preferences = preferences or Preferences()
        self.model = TableModel(self.connection, lambda: self.preferences)
        self.done: list[Effect] = []
        self.visitor.hear = self.hear
        self.harness.start(self.visitor, owner=self.zoe)

    @property
    def now(self) -> float:
        """The time, the same on the host's machine and on hers."""
        return self.harness.now

    # --- driving the model

    def do(self, name: str, *given: Any) -> list[Effect]:
        """Carry out her wish; return the effects."""
        return self._carry_out(self.model.do(name, given, self.now))

    def wait(self, seconds: float) -> list[Effect]:
        """Let time pass; return the effects."""
        self.harness.now += seconds
        self.wake_at = None
        return self._carry_out(self.model.tick(self.now))

    def hear(self, told: ClientEvent) -> None:
        """Give her the host's news."""
        self.connection.absorb(told)
        self._carry_out(self.model.receive(told, self.now))

    def _carry_out(self, asked: Sequence[Effect]) -> list[Effect]:
        self.done += asked
        messages: list[Message] = []
        for effect in asked:
            match effect:
                case effects.MakeMove(move):
                    messages.append(self.client.play(move))
                case effects.TickAt(time):
                    self.wake_at = time
                case effects.SendMessage(message):
                    messages.append(message)
        for message in messages:  # at last: the replies come at once
            self.send(message)
        return list(asked)

    # --- playing

    def play(self, move: str) -> list[Effect]:
        """Reach a move and press Enter."""
        return [*self.do("reach", move), *self.do("play")]

    def play_zoe(self) -> None:
        """Make the other player's first legal move."""
        session = self.zoe.client
        self.zoe.play(session.game.legal(session.view)[0])

    def play_until(self, so: Callable[[], object]) -> None:
        """Have both make their first legal moves, and continue after every deal."""
        while not so():
            if self.preferences.guard_seconds:
                self.wait(self.preferences.guard_seconds)
            if self.model.board.legal:
                self.play(self.model.board.legal[0])
            elif self.model.match.reading:
                self.do("play")
            elif self.zoe.client.my_turn:
                self.play_zoe()
            else:
                self.wait(60.0)

    # --- a link

    def send(self, message: Message) -> None:
        self.visitor.send(message)

    async def run(self, *_: Any) -> None: ...

    async def close(self) -> None: ...
