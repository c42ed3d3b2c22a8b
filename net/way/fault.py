"""The errors of opening or reaching a table."""

from core.game import WordedError
from net.files.saved import SetAside
from net.table.log import LogError


class LinkError(WordedError):
    """A table that cannot be opened or reached."""


class NotResumedError(LinkError):
    """A match that cannot be resumed; `aside` is its file if that was damaged."""

    def __init__(self, problem: LogError, aside: SetAside | None) -> None:
        super().__init__(problem.reason, **problem.facts)
        self.aside = aside
