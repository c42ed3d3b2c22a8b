"""A client's check of how its matches are dealt: a little at a time, and others can wait for it.

It belongs to the client, not to its link: a link may end in the middle of a check. No I/O.
"""

from collections.abc import Callable, Generator, Iterable
from types import coroutine

from net.client.deal_watch import DealWatch
from net.client.events import ClientEvent
from net.client.known import KnownTable


@coroutine
def pause() -> Generator[None, None, None]:
    """Let keys, messages and other tasks go first: asyncio resumes whoever yields nothing."""
    yield


class Checking:
    """Checks what is due of what a client knows, as long as somebody awaits `finish`.

    Several may: each does what the others have not done yet.
    """

    def __init__(self, known: KnownTable) -> None:
        self.report: Callable[[Iterable[ClientEvent]], None] = lambda found: None
        """Takes what `finish` finds: the client's present link passes it on."""
        self._known = known

    @property
    def due(self) -> bool:
        """Whether there is something to check."""
        return self._known.deals is not None and self._known.deals.match.check is not None

    def step(self) -> list[ClientEvent]:
        """Check a little; return what has been found out."""
        if self._known.deals is None or self._known.game is None:
            return []
        return list(self._known.deals.step(self._known.game))

    async def finish(self) -> DealWatch | None:
        """Check all that is due; return what is known of the deals then."""
        while self.due:
            self.report(self.step())
            await pause()
        return self._known.deals
