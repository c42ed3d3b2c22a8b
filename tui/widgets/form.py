"""The parts of forms: choices, lines to type into, buttons, and words in a table's colours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, ClassVar, Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

from tui.drawing.canvas import text_width
from tui.language.text import t
from tui.program import look_of
from tui.widgets.active_screen import UserAction


class Coloured(Static):
    """Shows the text of a function, which is called again when the theme changes."""

    def __init__(self, write: Callable[[], RenderableType], *, id: str | None = None) -> None:
        super().__init__(write(), id=id)
        self._write = write

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, self._theme_changed)

    def _theme_changed(self, _theme: object) -> None:
        self.update(self._write())


MANY: Final = 12
"""With this many numbers, a row states the range instead."""

LABEL: Final = 32
LEAST_LABEL: Final = 14


class Form(VerticalScroll, can_focus=False):
    """A column of rows; up and down move from one to the next."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", "row", key_display="↑↓"),
        Binding("down", "app.focus_next", show=False),
        Binding("home", "row(0)", show=False),
        Binding("end", "row(-1)", show=False),
        Binding("pageup", "rows(-1)", show=False),
        Binding("pagedown", "rows(1)", show=False),
    ]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Take the height of the rows, so that buttons follow, but leave the others theirs."""
        others = [each for each in self.siblings if each.display]
        taken = sum(_rows_of(each, container, viewport, width) for each in others)
        rows = super().get_content_height(container, viewport, width)
        return max(1, min(rows, container.height - taken))

    def action_row(self, index: int) -> None:
        """Go to a row by its number."""
        self.go_to_row(index)

    def action_rows(self, way: int) -> None:
        """Move on or back by most of the visible rows."""
        rows = self._rows
        if self.app.focused in rows:
            at = rows.index(self.app.focused) + way * max(1, self.size.height // 2)
            rows[max(0, min(len(rows) - 1, at))].focus()

    @property
    def _rows(self) -> list[Widget]:
        return [each for each in self.query("Field, Input") if each.focusable]

    def go_to_row(self, index: int) -> None:
        """Go to a row by its number: 0 is the first one, -1 the last one."""
        if rows := self._rows:
            rows[index].focus()

    def on_resize(self) -> None:
        """Keep the current row visible: in a smaller window it may have slipped out below."""
        if self.app.focused is not None and self in self.app.focused.ancestors:
            self.call_after_refresh(self.app.focused.scroll_visible, animate=False)


class Field(Widget, can_focus=True):
    """A choice: a label, a value between arrows, and a sentence that explains it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", "change", key_display="←→"),
        Binding("right", "turn(1)", show=False),
        Binding("enter", "take", show=False),
        Binding("space", "turn(1)", show=False),
        Binding("0", "type(0)", "type a number", key_display="0-9"),
        *[Binding(str(n), f"type({n})", show=False) for n in range(1, 10)],
    ]

    TAKES_RIGHT_CLICKS: ClassVar = True
    """A right click is not Esc here: it goes one value back."""

    @dataclass
    class Changed(Message):
        """Another value was chosen."""

        field: Field

    def __init__(
        self,
        name: str,
        label: str,
        values: Sequence[Any],
        value: Any,
        *,
        say: Callable[[Any], str] = str,
        hint: str = "",
        usual: Any = None,
        wide: int = LABEL,
    ) -> None:
        super().__init__(name=name, classes="field")
        self.label = label
        self.values = values
        self.value = value if value in values else values[0]
        self.say = say
        self.hint = hint
        self.wide = wide
        """The columns of the label and the mark before it."""
        self.usual = usual
        """The usual value: any other one is marked as changed; None marks none."""
        self._typed = ""
        """The digits typed so far, which become the value as soon as it is offered."""
        self._refused = ""
        """The number that was typed to its end, although it is not among the values."""

    def offer(self, values: Sequence[Any], value: Any) -> None:
        """Offer other values."""
        self.values = values
        self.value = value if value in values else values[0]
        self.refresh(layout=True)

    @property
    def changed(self) -> bool:
        """Whether the value differs from the usual one."""
        return self.usual is not None and self.value != self.usual

    def render(self) -> RenderableType:
        look = look_of(self)
        text = Text()
        text.append("● " if self.changed else "  ", look.active)
        said = self.say(self.value)
        wide = _label_room(self) - 2
        label, *rest = wrap(self.label, wide - 1) or [""]
        text.append(f"{label:{wide}}", "bold" if self.has_focus else "")
        before, after = self._around()
        text.append(before, look.active if self.has_focus else look.muted)
        text.append(said if self._typed in ("", str(self.value)) else self._typed, "bold")
        text.append(after, look.active if self.has_focus else look.muted)
        if self.has_focus and (known := self._range()):
            text.append(f"  {known}", look.muted)
        for row in rest:
            text.append("\n  " + row, "bold" if self.has_focus else "")
        if self._refused:
            values = self._range() or ", ".join(map(str, self._numbers()))
            why = t("{n} cannot be chosen: {values}", n=self._refused, values=values)
            text.append(f"\n    {why}", look.bad)
        if not self.hint:
            return text
        ink = look.ink if self.has_focus else look.muted
        return Group(text, Padding(Text(self.hint, ink), (0, 0, 0, 4)))

    def _range(self) -> str:
        """Return the numbers that can be typed; "" where there are few values, or no numbers."""
        numbers = self._numbers()
        if len(numbers) < max(MANY, len(self.values)):
            return ""
        return t("{low} to {high}", low=min(numbers), high=max(numbers))

    def _numbers(self) -> list[int]:
        return [value for value in self.values if type(value) is int]

    def _around(self) -> tuple[str, str]:
        """Return the signs before the value and after it."""
        return "‹ ", " ›"

    def action_turn(self, steps: int) -> None:
        """Go to the next value, wrapping round."""
        self._set(self.values[(self.values.index(self.value) + steps) % len(self.values)])

    def action_take(self) -> None:
        """Finish typing a number and go to the next row; without a number take the next value.

        A number that is not among the values is refused, and the row names the possible ones.
        """
        if self._typed and int(self._typed) not in self.values:
            self._refused, self._typed = self._typed, ""
            self.refresh(layout=True)
        elif self._typed:
            self.app.action_focus_next()
        else:
            self.action_turn(1)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to type a number only where some value is one."""
        if action == "type":
            return any(str(value).isdecimal() for value in self.values)
        return super().check_action(action, parameters)

    def action_type(self, digit: int) -> None:
        """Type a number; it counts as soon as it is one of the values."""
        self._refused = ""
        for typed in (f"{self._typed}{digit}", str(digit)):  # the next digit, or a new number
            if any(str(value).startswith(typed) for value in self.values):
                break
        else:
            typed = ""
        if typed and int(typed) in self.values:
            self._set(int(typed))
        self._typed = typed
        self.refresh(layout=True)

    def _set(self, value: Any) -> None:
        self._typed = self._refused = ""
        if value != self.value:
            self.value = value
            self.post_message(self.Changed(self))
        self.refresh(layout=True)

    def on_resize(self) -> None:
        self.refresh(layout=True)  # the label may need another line

    def on_blur(self) -> None:
        self._typed = self._refused = ""
        self.refresh(layout=True)

    def on_focus(self) -> None:
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        if event.y == 0:
            x = event.x - self.gutter.left
            back = x <= _label_room(self) + 1  # as far as the blank after "‹"
            self.action_turn(-1 if back or event.button > 1 else 1)


def _rows_of(widget: Widget, container: Size, viewport: Size, width: int) -> int:
    """Return the rows of a widget that has a fixed number of them, or as many as its words need."""
    height, around = widget.styles.height, widget.styles.margin.height
    if height is not None and height.cells is not None:
        return height.cells + around
    words = widget.get_content_height(container, viewport, width)
    return words + widget.styles.gutter.height + around


def _label_room(field: Field) -> int:
    """Return the columns of a label: in a narrow window it gives way to the value, and wraps."""
    beside_value = field.size.width - text_width(field.say(field.value)) - len("‹  ›")
    return min(_usual_room(field.wide, field.size.width), max(LEAST_LABEL, beside_value))


class Fold(Field):
    """A row that shows or hides other rows."""

    def __init__(self, name: str, label: str, value: bool, *, say: Callable[[Any], str]) -> None:
        super().__init__(name, label, (False, True), value, say=say)

    def _around(self) -> tuple[str, str]:
        signs = ">v" if look_of(self).ascii else "▸▾"
        return f"{signs[self.value]} ", ""


def _usual_room(wide: int, columns: int) -> int:
    """The columns of a label and the mark before it: narrow windows need some for the values."""
    return min(wide, max(20, columns - 14))


class _Label(Static):
    """The label of a line to type into, as wide as the labels of choices are."""

    def __init__(self, label: str, wide: int) -> None:
        super().__init__(f"  {label}", classes="text-label", markup=False)
        self._wide = wide

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return _usual_room(self._wide, container.width)


class TextRow(Horizontal):
    """A label and a line to type into."""

    def __init__(
        self,
        name: str,
        label: str,
        value: str,
        *,
        most: int,
        hint: str = "",
        wide: int = LABEL,
    ) -> None:
        super().__init__(classes="text-row")
        self._label = _Label(label, wide)
        self.input = Input(
            value, placeholder=hint, max_length=most, compact=True, name=name, select_on_focus=False
        )
        self.input.cursor_blink = False  # an idle screen sends nothing

    def compose(self) -> ComposeResult:
        yield self._label
        yield self.input

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.app.action_focus_next()  # as after a number: the typed text counts already


class Act(Static, can_focus=True):
    """A button: Enter, Space or a click."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "press", "do it")]

    @dataclass
    class Pressed(UserAction):
        """The button was pressed."""

        act: Act

    def __init__(self, label: str, *, id: str) -> None:
        super().__init__(f" {label} ", id=id, classes="act", markup=False)

    def action_press(self) -> None:
        """Press the button."""
        self.post_message(self.Pressed(self))

    def on_click(self) -> None:
        self.action_press()
