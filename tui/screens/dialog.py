"""Questions in front of a screen. Escape leaves everything as it was."""

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any, ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static

from tui.language.text import t
from tui.widgets.active_screen import ActiveOnly
from tui.widgets.menu import Menu, MenuEntry


def with_way_back(text: str) -> Text:
    """Return the line below a question; a click on its words about Esc works as Esc does."""
    said = Text(text)
    if (at := text.find("Esc")) >= 0:
        said.stylize(Style.from_meta({"back": True}), at)
    return said


def is_on_way_back(event: events.Click) -> bool:
    """Tell whether a click is on the words about Esc."""
    return "back" in event.style.meta


def leads_back(screen: ModalScreen[Any], event: events.Click) -> bool:
    """Tell whether a click is beside the dialog of a screen, or on its words about Esc."""
    dialog = screen.query_one(".dialog").region
    return not dialog.contains(event.screen_x, event.screen_y) or is_on_way_back(event)


class Question(ActiveOnly, ModalScreen[str]):
    """A question with answers to choose from, the first one harmless. Returns its id, or ""."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "answer('')", show=False),
        Binding("n", "answer('')", show=False),
        Binding("left", "move(-1)", show=False),
        Binding("right", "move(1)", show=False),
        Binding("ctrl+c", "app.exit_now", show=False, priority=True),
    ]

    def __init__(
        self,
        question: str,
        answers: Sequence[MenuEntry],
        text: str = "",
        *,
        guard_seconds: float = 0.0,
    ) -> None:
        """Protect an unexpected question: keys answer it only after a quiet moment.

        A key pressed just then was meant for the screen behind.
        """
        super().__init__()
        self._question = question
        self.answers = answers
        self.text = text
        self._guard_seconds = guard_seconds
        self._quiet_since = monotonic()

    def on_key(self, event: events.Key) -> None:
        """Drop keys as long as the guard stands; each one restarts the quiet moment."""
        now = monotonic()
        if now < self._quiet_since + self._guard_seconds:
            self._quiet_since = now
            event.stop()
            event.prevent_default()
        else:
            self._guard_seconds = 0.0

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._question, classes="question", markup=False)
            yield (line := Static(self.text, classes="muted", id="what-follows", markup=False))
            line.display = bool(self.text)
            yield Menu(self.answers)
            yield Static(with_way_back(t("Enter answers · Esc goes back")), classes="muted")

    def put(self, question: str, answers: Sequence[MenuEntry], text: str) -> None:
        """Replace the question; a highlighted answer that is still there stays highlighted."""
        self._question, self.answers, self.text = question, answers, text
        self.call_later(self._write)  # the widgets of a new screen may not exist yet

    def _write(self) -> None:
        self.query_one(".question", Static).update(self._question)
        line = self.query_one("#what-follows", Static)
        line.update(self.text)
        line.display = bool(self.text)
        self.query_one(Menu).offer(self.answers)
        self.call_after_refresh(self._fit)

    def on_resize(self) -> None:
        """Let the answers scroll if there is no room for all of them."""
        self.call_after_refresh(self._fit)

    def _fit(self) -> None:
        for menu in self.query(Menu):  # there is none if the question has already been answered
            dialog = self.query_one(".dialog")
            others = [each for each in dialog.children if each.display and each is not menu]
            rest = sum(each.size.height + each.styles.margin.height for each in others)
            room = self.size.height * 9 // 10 - dialog.gutter.height - rest
            menu.styles.max_height = max(3, room - menu.styles.margin.height)

    def action_answer(self, answer: str) -> None:
        """Close the question with an answer."""
        self.dismiss(answer)

    def on_click(self, event: events.Click) -> None:
        """Go back, as Escape does, on a click beside the question or on the words about it."""
        if leads_back(self, event):
            self.action_answer("")

    def action_move(self, delta: int) -> None:
        """Let left and right work like up and down."""
        for menu in self.query(Menu):  # there is none if the question has already been answered
            menu.action_cursor_down() if delta > 0 else menu.action_cursor_up()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(event.option.id or "")


class LiveQuestion(Question):
    """A question that is put anew while it is open, as that changes which it is about."""

    def __init__(self, now: Callable[[], tuple[str, list[MenuEntry], str]]) -> None:
        """`now` returns the question, the answers by ids that stay, and a line below it."""
        super().__init__(*now())
        self._now = now

    def renew(self) -> None:
        """Put the question as it is now."""
        self.put(*self._now())


class AskText(ActiveOnly, ModalScreen[str]):
    """A question answered with a line of text. Escape returns ""; an empty line rings."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", show=False),
        Binding("ctrl+c", "cancel", show=False, priority=True),
    ]

    def __init__(
        self, question: str, text: str, placeholder: str = "", most: int = 80, value: str = ""
    ) -> None:
        super().__init__()
        self._question = question
        self.text = text
        self._placeholder = placeholder
        self._most = most
        self._value = value

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._question, classes="question", markup=False)
            line = Input(
                self._value,
                placeholder=self._placeholder,
                max_length=self._most,
                compact=True,
                select_on_focus=False,
            )
            line.cursor_blink = False
            yield line
            yield Static(with_way_back(self.text), classes="muted")

    def on_click(self, event: events.Click) -> None:
        """Cancel on a click on the words about Escape, not beside them: a text could be lost."""
        if is_on_way_back(event):
            self.action_cancel()

    def action_cancel(self) -> None:
        """Close without an answer."""
        self.dismiss("")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        text = event.value.strip()
        if text:
            self.dismiss(text)
        else:
            self.app.bell()
