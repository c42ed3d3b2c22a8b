"""The modes that a guest's program has set in the guest's terminal, and their restoration. No I/O.

The program restores the terminal itself when it can. If it is killed, only the gateway, which has
carried its output, still knows what to restore.
"""

import re
from typing import Final

_SWITCH: Final = re.compile(rb"\x1b\[\?([0-9;]+)([hl])|\x1b\[([<>])[0-9]*u")
"""Sets or resets private modes; pushes or pops the flags of the kitty keyboard protocol."""

_BEGUN: Final = re.compile(rb"\x1b(?:\[[?<>]?[0-9;]*)?\Z")
"""An unfinished control sequence at the end of the output so far."""

_LONGEST: Final = 64

_MOST: Final = 64
"""The most modes that are kept, more than any terminal has."""

ON_AT_FIRST: Final = frozenset({7, 25})
"""Modes that a terminal has on before any program changes them: wrapped lines, the cursor."""

_LAST: Final = (25, 1049)
"""The modes restored last: the cursor is shown, and the alternate screen is left."""


class TerminalModes:
    """The modes of a terminal, followed in the output of a program."""

    def __init__(self) -> None:
        self._changed: set[int] = set()
        """The modes that differ from their first state."""
        self._keyboards = 0
        """The number of keyboard flags that were pushed and not popped."""
        self._held = b""

    def feed(self, data: bytes) -> None:
        """Follow output, in pieces of any size."""
        data = self._held + data
        for found in _SWITCH.finditer(data):
            numbers, switch, keyboard = found.groups()
            if keyboard:
                self._keyboards = max(0, self._keyboards + (1 if keyboard == b">" else -1))
                continue
            for number in (int(each) for each in numbers[:_LONGEST].split(b";") if each):
                if (switch == b"h") == (number in ON_AT_FIRST):
                    self._changed.discard(number)
                elif len(self._changed) < _MOST:
                    self._changed.add(number)
        begun = _BEGUN.search(data, max(0, len(data) - _LONGEST))
        self._held = begun[0] if begun else b""

    def restoring(self) -> bytes:
        """Return sequences that restore the terminal; empty if the program has done so itself."""
        if not self._changed and not self._keyboards:
            return b""
        first = sorted(self._changed - {*_LAST})
        modes = (*first, *(mode for mode in _LAST if mode in self._changed))
        return b"".join(
            (
                b"\x1b\\",  # ends a sequence that the program had begun
                *(b"\x1b[<u" for _ in range(min(self._keyboards, _LONGEST))),
                *(b"\x1b[?%d%c" % (mode, b"lh"[mode in ON_AT_FIRST]) for mode in modes),
                b"\x1b[0m",
            )
        )
