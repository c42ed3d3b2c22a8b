"""The table: the same for every game.

Passes keys and events to the model, which decides on their effects; the driver draws, and
`performing.py` carries out the effects beyond drawing.
"""

from collections.abc import Iterable
from functools import partial
from typing import ClassVar, Final

from textual import events
from textual.binding import BindingType

from net.client.events import ClientEvent, Position
from tui.actions import about
from tui.table import inputs, wishes
from tui.table.actions import ACTIONS
from tui.table.areas import TableAreas
from tui.table.driver import BoardScreen, Driver, preferences_of
from tui.table.model import TableModel
from tui.table.performing import perform
from tui.table.session import TableSession
from tui.widgets.canvas import CanvasView
from tui.widgets.keybar import bindings

VAST: Final = (180, 56)
"""The least window with room for a hand of the largest cards."""


class TableScreen(BoardScreen):
    """The screen of a match that is played or watched."""

    AUTO_FOCUS = ""
    HEADING = "The table"
    ACTIONS = ACTIONS
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)

    def __init__(self, session: TableSession) -> None:
        super().__init__()
        self.session = session
        self.game = session.client.match_game
        """The game that this screen was made for."""
        self.model = TableModel(session, partial(preferences_of, self))
        self.driver = Driver(
            *(self, self.model, partial(perform, self, self.model)),
            lambda: session.now(),
            hosts=session.hosts,
        )
        self._areas = TableAreas(self, session, self.model, self.driver)

    @property
    def spoken_of(self) -> str:
        return self.game.NAME if self.game else ""

    @property
    def leads_back(self) -> bool:
        """Whether there is something to go back from, short of leaving."""
        return wishes.is_begun(self.model.desk)

    def explained(self) -> Iterable[str]:
        """Explain the actions, without those for company in a match alone."""
        return (about(ACTIONS, alone=self.session.alone),)

    def reword(self) -> None:
        self.model.board.reword()

    # --- events ---------------------------------------------------------------------------------

    def on_mount(self) -> None:
        self.set_class(self.session.alone, "-alone")
        for position in self.session.take_positions():
            self.driver.receive(position)

    def on_unmount(self) -> None:
        self.driver.close()

    def on_resize(self, event: events.Resize) -> None:
        vast = event.size.width >= VAST[0] and event.size.height >= VAST[1]
        self.set_class(vast, "-vast")
        self.driver.receive(inputs.Resized(event.size.width))

    def on_screen_suspend(self) -> None:
        self.driver.receive(inputs.Covered(True))

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.driver.receive(inputs.Covered(False))

    def receive(self, event: ClientEvent) -> None:
        if not self.is_mounted:
            return  # it has no areas yet, and positions wait
        if isinstance(event, Position):
            # No later ones: they may be for a screen that will take the place of this one.
            for position in self.session.take_positions(event):
                self.driver.receive(position)
        else:
            self.driver.receive(event)

    def tell(self, text: str) -> bool:
        """Show a sentence above the hand, where nothing else lies; tell whether it is shown."""
        if self.model.match.shown is None:
            return False
        self.driver.carry_out(self.model.tell(text, self.session.now()))
        return True

    # --- keys and the mouse -----------------------------------------------------------------------

    def means(self, wish: str) -> bool | str:
        return self.model.possible.get(wish, False)

    def on_key(self, event: events.Key) -> None:
        """Let any other key end movements."""
        model = self.model
        if model.match.looking is None and not model.board.motion.busy:
            return
        bound = self.active_bindings.get(event.key)
        if bound is None or not bound.binding.action.startswith("do("):
            self.driver.do("other")

    def on_click(self, event: events.Click) -> None:
        """Let a click on the table or the hand continue after a trick or a deal, too."""
        view = event.widget
        if isinstance(view, CanvasView) and view.id in ("board", "hand", "prompt"):
            self.driver.do("miss" if view.misses(event) else "click")
