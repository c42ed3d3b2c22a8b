"""What somebody who comes back is told of the time before, compared with what was heard then.

Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from net.wire.from_host import Missed, Updated


def complaints(before: Sequence[Any], after: Sequence[Any]) -> Iterator[str]:
    """Yield what is wrong with the Missed of a return; nothing if there is none.

    `before` is all that the seat heard on its last connection, `after` all on the new one.
    """
    told = [at for at, message in enumerate(after) if isinstance(message, Missed)]
    if not told:
        return
    positions = [at for at, message in enumerate(after) if isinstance(message, Updated)]
    if len(told) > 1 or not positions or told[0] > positions[0]:
        yield "Missed does not come once, before the position"
        return
    lines = after[told[0]].events
    numbers = [line.seq for line in lines]
    if numbers != sorted(numbers) or any(seq > after[positions[0]].seq for seq in numbers):
        yield f"Missed tells of the positions {numbers}, before {after[positions[0]].seq}"
    heard = {each.seq: each.events for each in before if isinstance(each, Updated) and each.events}
    for line in lines:
        if line.seq in heard and line.event not in heard[line.seq]:
            yield f"Missed tells of {line.seq} what this seat was not told then: {line.event}"
