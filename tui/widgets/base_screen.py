"""The base of all full screens: a bar of keys, help, quitting, a sentence for small windows."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, Static

from tui.actions import about
from tui.drawing.look import Look
from tui.language.games import speak_of_game
from tui.language.text import t
from tui.program import Program, screen_class, warn
from tui.terminal.crash import gone_said, is_gone
from tui.widgets.active_screen import ActiveOnly, ImmediateKeys
from tui.widgets.keybar import Doing, KeyBar, keys_of, rows_of, typed_at, wishes_of

if TYPE_CHECKING:
    from net.client.events import ClientEvent

LEAST: Final = (60, 20)
"""The smallest window in which everything can be played ..."""

LEAST_UPRIGHT: Final = (44, 30)
"""... and the smallest one that is taller, such as a phone held upright."""


def fits(width: int, height: int) -> bool:
    """Tell whether everything can be played in a window of this size."""
    return any(width >= least[0] and height >= least[1] for least in (LEAST, LEAST_UPRIGHT))


def _enlarge() -> str:
    (w, h), (narrow, tall) = LEAST, LEAST_UPRIGHT
    said = t("enlarge the window to {w}x{h}", w=w, h=h)
    return f"{said}\n" + t("or to {w}x{h}", w=narrow, h=tall)


_log = logging.getLogger(__name__)


def goes_on(app: App[None], error: Exception) -> bool:
    """Tell whether an error comes from replaced files; if so, warn the player."""
    if not is_gone(error):
        return False
    _log.warning("the program has been replaced", exc_info=error)
    warn(app, gone_said())
    return True


def copy_text(screen: Screen[Any], text: str) -> None:
    """Put a text on the clipboard of the player's terminal, and say so."""
    screen.app.copy_to_clipboard(text)
    screen.notify(t("Sent to the clipboard of your terminal"))


class PlaysOn(MessagePump):
    """Leaves a message unanswered if the answer needs a part of the program that is gone.

    Otherwise Textual would end the program: a player would lose the match, and a host the table.
    """

    async def _dispatch_message(self, message: Message) -> None:
        try:
            await super()._dispatch_message(message)
        except Exception as error:
            if not goes_on(self.app, error):
                raise


class BaseScreen(PlaysOn, ActiveOnly, ImmediateKeys, Screen[Any]):
    """A full screen. Subclasses give `body`, HEADING, HELP_TEXT and their keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "help", "help", key_display="?", id="help"),
        Binding("q", "app.ask_quit", "quit", id="quit"),
        Binding("ctrl+c", "app.ask_quit", show=False, priority=True),
    ]
    HEADING: ClassVar[str] = ""
    """The name of this screen, in English."""
    HELP_TEXT: ClassVar[str] = ""
    """An explanation of this screen, in English."""

    def __init__(self) -> None:
        super().__init__()
        self.too_small = False
        self._held: Widget | None = None
        """The widget that had the focus before the window became too small."""

    @property
    def kozyr(self) -> Program:
        """The application."""
        return cast("Program", self.app)

    @property
    def look(self) -> Look:
        """The present colours and signs."""
        return self.kozyr.appearance.look

    @property
    def spoken_of(self) -> str | None:
        """The game whose words are used here; "" for none, None for the last screen's game."""
        return None

    def _speak(self) -> None:
        if self.spoken_of is not None:
            speak_of_game(self.spoken_of)

    def body(self) -> Iterable[Widget]:
        """Yield the widgets between the top and the bar of keys."""
        return ()

    def on_screen_resume(self) -> None:
        self._speak()

    def compose(self) -> ComposeResult:
        self._speak()
        with Vertical(id="page"):
            yield from self.body()
        yield KeyBar()
        yield Static(_enlarge(), id="small")

    def on_resize(self, event: events.Resize) -> None:
        small = not fits(event.size.width, event.size.height)
        self.set_class(event.size.width < LEAST[0], "-upright")
        if small != self.too_small:
            self.too_small = small
            if small:
                self._held = self.focused
                self.set_focus(None)
            self.set_class(small, "-small")
            held = self._held
            if not small and held is not None and held.is_attached:
                # Put into the widget's queue: one that has yet to learn that it was hidden would
                # lose the focus again.
                self.call_after_refresh(held.call_later, self.set_focus, held)
            self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow only quitting in a window too small; leave the letters of a typed line to that
        line.
        """
        if self.too_small and action != "ask_quit":
            return False
        if isinstance(self.focused, Input):
            named = parameters[0] if action == "do" else action
            if named in typed_at(type(self)):
                return False
        return super().check_action(action, parameters)

    def offered(self) -> Iterable[tuple[str, Callable[[], None]]]:
        """Yield the actions without a key, such as those of buttons: the name and a function."""
        from tui.widgets.form import Act  # the home screen has no form

        for act in self.query(Act):
            if act.display:
                yield str(act.content).strip(), act.action_press

    @property
    def leads_back(self) -> bool:
        """Whether Esc, and therefore the right button, now goes a step back."""
        return True

    def explained(self) -> Iterable[str]:
        """Yield the paragraphs of the page behind `?`, in the player's language."""
        return t(self.HELP_TEXT), about(self.ACTIONS)

    def action_help(self) -> None:
        """Explain this screen."""
        told = "\n".join(filter(None, self.explained()))
        explained = screen_class("help")(self.HEADING, told, keys_of(self))
        self.app.push_screen(explained, self._do_as_shown)

    def _do_as_shown(self, doing: Doing | None) -> None:
        """Carry out a key that was clicked in the help."""
        if doing is not None:
            self.app.call_later(self.app.run_action, *doing)

    def action_back(self) -> None:
        """Go back to the screen before."""
        self.dismiss()

    def receive(self, event: ClientEvent) -> None:
        """Follow an event of a table; most screens follow none."""

    def tell(self, text: str) -> bool:
        """Show a sentence for a while in a line of this screen; tell whether it has one."""
        return False

    def reword(self) -> None:
        """Renew the cached words: the language, or the words of a game, have changed."""

    async def relabel(self) -> None:
        """Word everything again in another language."""
        self.reword()
        await self.recompose()


class ActionScreen(BaseScreen):
    """A full screen whose keys are declared in rows, from which their present meaning follows.

    Subclasses give ACTIONS, BINDINGS from them, `desk` and `wish`.
    """

    @property
    def desk(self) -> Any:
        """The argument of `when` in the rows of this screen."""
        raise NotImplementedError

    def means(self, wish: str) -> bool | str:
        """Return whether the keys of a wish have a meaning now; the meaning if that changes."""
        row = wishes_of(type(self)).get(wish)
        if row is None or row.when is None:
            return True
        means = row.when(self.desk)
        return means if isinstance(means, str) else bool(means)

    def wish(self, name: str, *numbers: int) -> None:
        """Carry out the wish of a row."""
        raise NotImplementedError

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Show only the keys that have a meaning now."""
        if action == "do" and self.means(str(parameters[0])) is False:
            return False
        return super().check_action(action, parameters)

    def meaning_of(self, binding: Binding) -> str:
        """Name the meaning of a key, where that changes: Enter also continues after a deal."""
        row = rows_of(type(self)).get(binding.action)
        means = True if row is None or row.action else self.means(row.wished)
        return binding.description if means is True else means or ""

    # Textual passes as many arguments as there are parameters, and counts `*numbers` as one.
    def action_do(self, name: str, number: int | None = None, other: int | None = None) -> None:
        """Carry out the wish of a key."""
        self.wish(name, *(given for given in (number, other) if given is not None))
