"""Drives the model of a screen with a board: feeds it keys, clicks, time and events."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Final, Protocol

from textual.containers import Container
from textual.timer import Timer
from textual.widget import Widget

from tui.program import Program
from tui.table import effects
from tui.table.adviser import Adviser
from tui.table.effects import Effect, ModelInput, Preferences
from tui.widgets.base_screen import ActionScreen, BaseScreen
from tui.widgets.canvas import CanvasView
from tui.widgets.log import TypingState

LEAST_WAIT: Final = 0.001
"""The shortest timer, in seconds: Textual divides by its length if it is late."""


OVER_TABLE: Final = frozenset(("zoom", "pan", "wheel", "pull"))
"""Wishes that depend on the size of the drawn table."""


class Machine(Protocol):
    """A pure model of a screen with a board."""

    def receive(self, event: ModelInput, now: float) -> Sequence[Effect]:
        """Follow an event."""

    def do(self, name: str, given: tuple[Any, ...], now: float) -> Sequence[Effect]:
        """Carry out a wish, named as in the bindings of keys."""

    def tick(self, now: float) -> Sequence[Effect]:
        """Carry out everything due by now."""


class Driver:
    """Carries out the effects common to all screens with a board, and gives `perform` the rest.

    With `hosts` others play at a host in this process: hints are then worked out in another one.
    """

    def __init__(
        self,
        screen: BaseScreen,
        model: Machine,
        perform: Callable[[Effect], None] | None,
        now: Callable[[], float],
        *,
        hosts: bool = False,
    ) -> None:
        self._screen = screen
        self.adviser = Adviser(apart=hosts)
        self._coach: Adviser | None = None
        """Judges moves in a process that starts with the first one."""
        self._model = model
        self._perform = perform
        self._now = now
        self._timer: Timer | None = None

    # --- in -------------------------------------------------------------------------------------

    def receive(self, event: ModelInput) -> None:
        """Pass an event to the model."""
        self.carry_out(self._model.receive(event, self._now()))

    def do(self, name: str, *given: Any) -> None:
        """Pass a wish to the model, named as in the bindings of keys."""
        if name in OVER_TABLE:
            given = (*given, self._screen.query_one("#board").size)
        self.carry_out(self._model.do(name, given, self._now()))

    def typing(self, typing: TypingState) -> None:
        """Tell the model whether keys go to the chat line."""
        if typing == "sent":
            self.do("end_chat")
        else:
            self.receive(effects.Typing(typing == "begun"))

    def tick(self) -> None:
        """Give the model the time it has asked for."""
        self.carry_out(self._model.tick(self._now()))

    # --- out ------------------------------------------------------------------------------------

    def carry_out(self, asked: Sequence[Effect]) -> None:
        """Carry out effects; each area is drawn once, after everything else."""
        areas: set[str] = set()
        for effect in asked:
            match effect:
                case effects.Redraw():
                    areas.update(effect.areas)
                case effects.TickAt(time):
                    self._wake_at(time)
                case effects.Arrange(classes):
                    for name, on in classes.items():
                        self._screen.set_class(on, name)
                case effects.Ring():
                    self._screen.app.bell()
                case effects.Notify(text):
                    self._screen.notify(text)
                case effects.ShowKeys():
                    self._screen.refresh_bindings()
                case effects.FindHint() | effects.FindNumbers():
                    self._screen.run_worker(self._find(effect), exclusive=True, group="advice")
                case effects.JudgeMove():
                    self._screen.run_worker(self._judge(effect), exclusive=True, group="coach")
                case _ if self._perform is not None:
                    self._perform(effect)
        if areas:
            repaint(self._screen, areas)

    async def _find(self, wanted: effects.FindHint | effects.FindNumbers) -> None:
        """Look for advice in the background; the answers to earlier questions are dropped."""
        game, position = wanted.game, wanted.position
        if isinstance(wanted, effects.FindHint):
            hint = await self.adviser.glance(game, position.view)
            self.receive(effects.HintFound(position, hint, final=not hint.rough))
            if hint.rough:
                hint = await self.adviser.hint(game, position.view)
                self.receive(effects.HintFound(position, hint))
        else:
            numbers = await self.adviser.numbers(game, position.view, wanted.hint)
            self.receive(effects.NumbersFound(position, numbers))

    async def _judge(self, wanted: effects.JudgeMove) -> None:
        """Judge a move in a separate process; only the answer about the last one counts."""
        if self._coach is None:
            self._coach = Adviser(apart=True)
        found = await self._coach.mistake(wanted.game, wanted.position.view, wanted.move)
        if found is not None:
            self.receive(effects.MistakeFound(wanted.position, found))

    def close(self) -> None:
        """End the advisers."""
        if self._coach is not None:
            self._coach.close()
        self.adviser.close()

    def _wake_at(self, time: float | None) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if time is not None:
            self._timer = self._screen.set_timer(max(LEAST_WAIT, time - self._now()), self.tick)


def repaint(screen: BaseScreen, areas: Collection[str]) -> None:
    """Draw some areas of a screen anew; only the cells that differ are sent."""
    # This runs at every key, so without a query: CSS matching would take a tenth of the time.
    for view in screen.walk_children(CanvasView):
        if view.id in areas:
            view.repaint()


GUARD_SECONDS: Final = 0.4
"""The time without answers to a new question: a key pressed then was meant for the one before."""

SLOW: Final = 2.5
"""The factor for the time of a finished trick, if the player wants it to stay longer."""


def guard_seconds(kozyr: Program) -> float:
    """Return the seconds in which a new question takes no answer; none if bots take no time."""
    return GUARD_SECONDS if kozyr.bot_seconds else 0.0


def preferences_of(screen: BaseScreen) -> Preferences:
    """Return the settings of a screen's application as they are now."""
    kozyr = screen.kozyr
    settings, session = kozyr.settings, kozyr.navigator.session
    room = session.client.room if session else None
    return Preferences(
        speed=kozyr.appearance.speed,
        trick_seconds=kozyr.trick_seconds * (SLOW if settings.pace == "slow" else 1),
        bot_seconds=kozyr.bot_seconds,
        careful=settings.ask,
        waits_for_key=settings.pace == "key" and not (room and room.clock),  # a clock runs on
        autoplay=settings.autoplay,
        sort=settings.sort,
        banter=settings.banter,
        coach=settings.coach and session is not None and session.alone,
        newcomer=session is not None and session.newcomer,
        guard_seconds=guard_seconds(kozyr),
    )


class Areas(Protocol):
    """The areas of a screen with a board."""

    def widgets(self) -> Iterable[Widget]:
        """Return new widgets for the areas."""


class BoardScreen(ActionScreen):
    """A screen with a board: the driver passes the wishes of its keys to the model."""

    driver: Driver
    _areas: Areas

    def body(self) -> Iterable[Widget]:
        return self._areas.widgets()

    def wish(self, name: str, *numbers: int) -> None:
        self.driver.do(name, *numbers)


class BoardArea(Container):
    """Holds the canvases of a table, among them "board"; turns the mouse into wishes."""

    def __init__(self, driver: Driver, *, id: str) -> None:
        super().__init__(id=id)
        self._driver = driver

    def on_mouse_down(self) -> None:
        self._driver.do("press")

    def on_canvas_view_tapped(self, event: CanvasView.Tapped) -> None:
        event.stop()
        self._driver.do("tap", *event.hit.what)

    def on_canvas_view_hovered(self, event: CanvasView.Hovered) -> None:
        if event.hit is not None and event.hit.what[0] == "move":
            self._driver.do("hover", *event.hit.what)

    def on_canvas_view_wheeled(self, event: CanvasView.Wheeled) -> None:
        event.stop()
        if event.ctrl:
            self._driver.do("zoom", -event.notch)
        else:
            self._driver.do("wheel", event.notch)

    def on_canvas_view_dragged(self, event: CanvasView.Dragged) -> None:
        event.stop()
        if event.view.id == "board":
            self._driver.do("pull", event.dx, event.dy)
        elif event.hit is not None and event.hit.what[0] == "at":  # a drag along a replay's line
            self._driver.do("tap", *event.hit.what)
