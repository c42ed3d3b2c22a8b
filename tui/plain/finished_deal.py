"""Plain mode: a finished deal lies open until the player continues. No I/O."""

from __future__ import annotations

from net.client.happenings import IntermissionChanged
from net.wire.to_host import Continue
from tui.language.text import tn
from tui.plain.context import PlainContext
from tui.table.countdown import Countdown


class FinishedDeal:
    """Asks a player at a terminal to continue; if a program types, continues by itself."""

    def __init__(self, player: PlainContext) -> None:
        self._player = player
        self._asked = -1
        """The position about which the player has been asked."""
        self._waits = -1
        """The position in which the player has heard who is still reading."""

    def hear(self, paused: IntermissionChanged, now: float) -> None:
        """Ask once per deal, and say once whom those who have continued are waiting for."""
        player, seat = self._player, self._player.client.seat
        if seat in paused.awaited:
            if not player.asks:
                player.send(Continue(paused.seq))
            elif self._asked != paused.seq or paused.giver is not None:
                self._asked, player.gone_on = paused.seq, -1
                player.say(player.awaited())
                self._say_time(paused, now)
        elif seat in paused.gone_on and paused.awaited and self._waits != paused.seq:
            self._waits = paused.seq
            player.say(player.awaited())

    def forget(self) -> None:
        """Ask again: the player has come back, and what was sent may be lost."""
        self._asked = self._waits = -1

    def go_on(self) -> bool:
        """Tell the host that the player has read the deal; tell whether there was one to read."""
        player, paused = self._player, self._player.reading
        if paused is None:
            return False
        player.gone_on = paused.seq
        player.send(Continue(paused.seq))
        return True

    def _say_time(self, paused: IntermissionChanged, now: float) -> None:
        if paused.ends is not None:
            n = Countdown(paused.ends).seconds(now)
            self._player.say(
                tn(
                    "The next deal begins in {n} second at the latest.",
                    "The next deal begins in {n} seconds at the latest.",
                    n,
                )
            )
