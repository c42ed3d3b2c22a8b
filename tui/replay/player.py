"""Runs a film: one step that is seen to move, or by itself, faster or slower. Draws nothing."""

from __future__ import annotations

from typing import Final, Protocol

from textual.message_pump import MessagePump

from tui.boards.scene import movements
from tui.replay.playback import Film
from tui.table.motion import Motion, seconds

RATES: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
"""How fast a replay can play by itself."""

_LEAST_PAUSE: Final = 0.01

_MOVE, _TRICK, _SUMMARY, _ADVICE = 1.5, 3.0, 6.0, 5.0
"""How long a picture stays while it does, in times of what a bot seems to think."""


class Screen(Protocol):
    """Where a film is shown."""

    def show(self) -> None:
        """Show the picture that the film has come to."""
        ...

    def redraw(self) -> None:
        """Draw everything anew."""
        ...

    def redraw_motion(self) -> None:
        """Draw what moves."""
        ...

    @property
    def speed(self) -> float:
        """By what the times of movements are multiplied; 0 moves nothing."""
        ...

    @property
    def bot_seconds(self) -> float:
        """How long a bot seems to think."""
        ...

    @property
    def awaits_advice(self) -> bool:
        """Whether the adviser has not yet said what it will say about this picture."""
        ...


class Projector:
    """Moves through a film; read `running`, `rate` and `moment`."""

    def __init__(self, film: Film, screen: Screen, timers: MessagePump) -> None:
        self.running = False
        self.rate = 1.0
        self._film = film
        self._screen = screen
        self._motion = Motion(timers, screen.redraw_motion, self._rested)

    @property
    def moment(self) -> float:
        """How far the movement has come, 0..1; 1 is the resting picture."""
        return self._motion.moment

    def step(self, direction: int) -> bool:
        """Go a picture on or back; tell whether there was one."""
        self.halt()
        gone = self._film.forward() if direction > 0 else self._film.back()
        if gone:
            self._screen.show()
            self._begin(moving=direction > 0)
        return gone

    def go(self, at: int) -> None:
        """Go to a position."""
        self.halt()
        self._film.go(at)
        self._screen.show()

    def run(self) -> None:
        """Play by itself, from the beginning if this is the end; or stop."""
        if self.running:
            self.halt()
            return
        self._motion.finish()
        self.running = True
        if self._film.here.at == self._film.replay.last:
            self._film.go(0)
            self._screen.show()
            self._begin(moving=False)
        else:
            self._rested()

    def go_on(self) -> None:
        """Go on after what was waited for; only if it plays by itself."""
        if self.running and not self._motion.busy:
            self._begin(moving=False)

    def halt(self) -> None:
        """Stop playing by itself and moving."""
        self.running = False
        self._motion.finish()
        self._screen.redraw()

    def faster(self, steps: int) -> bool:
        """Play faster or slower; tell whether that is possible."""
        index = RATES.index(self.rate) + steps
        if not 0 <= index < len(RATES):
            return False
        self.rate = RATES[index]
        return True

    def _rested(self) -> None:
        """Go on by itself, if it does."""
        if not self.running:
            return
        if self._film.forward():
            self._screen.show()
            self._begin(moving=True)
        else:
            self.halt()

    def _begin(self, *, moving: bool) -> None:
        """Move, and then stay as long as the picture is worth."""
        here = self._film.here
        speed = self._screen.speed / (self.rate if self.running else 1.0)
        duration = (
            seconds(here.events, movements(self._film.board)) * speed
            if moving and not here.summary
            else 0.0
        )
        rest = 0.0
        # The adviser is waited for: a picture that goes before it has spoken is of no use.
        if self.running and not self._screen.awaits_advice:
            rest = max(_LEAST_PAUSE, self._pause() * self._screen.bot_seconds / self.rate)
        if duration or rest:
            self._motion.begin(duration, rest)
            self._screen.redraw_motion()

    def _pause(self) -> float:
        film, here = self._film, self._film.here
        if film.hint is not None:
            return _ADVICE
        if here.summary:
            return _SUMMARY
        closing = not here.view.to_act or any(event.kind == "trick" for event in here.events)
        return _TRICK if closing else _MOVE
