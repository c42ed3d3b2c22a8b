"""A player in plain mode at a table of a harness."""

from net.wire.message import Message
from tests.support.harness import Harness, Visitor
from tui.plain.context import PlainContext, Plan
from tui.plain.orders import PlainDialogue


class Typist:
    """A player of plain mode at a table of a harness."""

    def __init__(
        self, harness: Harness, name: str, *, asks: bool = True, watch: bool = False
    ) -> None:
        self.said: list[str] = []
        self.visitor = Visitor(harness, harness.client())
        self.sent: list[Message] = []
        client, plan = self.visitor.client, Plan()
        self.dialogue = PlainDialogue(
            PlainContext(client, self._send, self.said.append, plan, asks=asks)
        )
        self._harness = harness
        self._listen()
        self.visitor.send(self.visitor.client.handshake.hello())
        self.visitor.send(self.visitor.client.join(name, watch=watch))

    def _listen(self) -> None:
        self.visitor.hear = lambda event: self.dialogue.receive(event, self._harness.now)

    def come_back(self) -> None:
        """Lose the connection and reconnect."""
        self.visitor.cut()
        self.visitor = Visitor(self._harness, self.visitor.client)
        self._listen()
        self.visitor.greet()

    def _send(self, message: Message) -> None:
        self.sent.append(message)
        self.visitor.send(message)

    def type(self, line: str) -> str:
        """Type a line; return the answer."""
        heard = len(self.said)
        self.dialogue.typed(line)
        return " ".join(self.said[heard:])
