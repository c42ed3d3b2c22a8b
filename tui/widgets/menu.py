"""A list of entries to choose from: by arrows and Enter, by digits, or by a click."""

from collections.abc import Collection, Container, Sequence
from typing import ClassVar, TypeAlias

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.reactive import reactive
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tui.terminal.textual_parts import KNOWN

MenuEntry: TypeAlias = tuple[str, str | Text]


class Menu(OptionList):
    """Entries with numbers before them. Posts OptionSelected with the entry's id."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "cursor_up", "choose", key_display="↑↓"),
        Binding("down", "cursor_down", show=False),
        Binding("enter,space", "select", "continue"),
        *[Binding(str(n % 10), f"pick({n})", show=False) for n in range(1, 11)],
    ]

    # Textual draws the whole list again when one of these changes; two lines are enough.
    auto_links = False  # if True, it would be refreshed at each move of the mouse
    highlighted = reactive[int | None](None, repaint=not KNOWN)
    _mouse_hovering_over = reactive[int | None](None, repaint=not KNOWN)

    def __init__(
        self,
        entries: Sequence[MenuEntry],
        *,
        id: str | None = None,
        ends: bool = False,
        unnumbered: Collection[str] = (),
    ) -> None:
        """Ids in `unnumbered` have no digit: the digits of the others never change."""
        super().__init__(*_options(entries, unnumbered=unnumbered), id=id, compact=True)
        self._unnumbered = unnumbered
        self._ends = ends
        """Whether the arrows lead on to the widgets above and below; otherwise they wrap round."""
        self.highlighted = 0 if entries else None
        self.moved = False
        """Whether the player has moved to an entry of their own choice."""

    def offer(
        self,
        entries: Sequence[MenuEntry],
        *,
        best: str = "",
        faint: Container[str] = (),
        unnumbered: Collection[str] = (),
    ) -> None:
        """Show other entries; the highlighted entry stays highlighted if it is among them.

        Until the player has moved, the `best` entry is highlighted instead. `faint` ids are dimmed.
        """
        now = self.highlighted_option
        held = now.id if now else None
        index = self.highlighted or 0
        self.clear_options()
        self._unnumbered = unnumbered
        self.add_options(_options(entries, faint, unnumbered))
        ids = [entry for entry, _ in entries]
        if best in ids and not self.moved:
            held = best
        if held in ids:
            index = ids.index(held)
        self.highlighted = min(index, len(ids) - 1) if ids else None
        if (now is None) is bool(ids):
            self.refresh_bindings()  # there is something to choose now, or nothing any more

    def _watch_highlighted(self, before: int | None, after: int | None) -> None:
        self._draw_entries(before, after)

    def _watch__mouse_hovering_over(self, before: int | None, after: int | None) -> None:
        self._draw_entries(before, after)

    def _draw_entries(self, *indexes: int | None) -> None:
        """Draw the lines of these entries again."""
        if not KNOWN:
            return  # Textual has drawn the whole list
        for line, (index, _) in enumerate(self._lines):
            if index in indexes:
                self.refresh_lines(line)

    def on_click(self, event: Click) -> None:
        """Drop a click on an entry that has disappeared since the button went down."""
        if event.style.meta.get("option", 0) >= self.option_count:
            event.prevent_default()

    @property
    def chosen(self) -> str:
        """The id of the highlighted entry; "" if there is none."""
        option = self.highlighted_option
        return (option.id or "") if option else ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow paging only where there are lines: Textual counts none where there is no room.

        If there is nothing to choose, no key chooses.
        """
        if action in ("cursor_up", "cursor_down", "select") and not self.option_count:
            return False
        if action in ("page_up", "page_down") and not self.scrollable_content_region:
            return False
        return super().check_action(action, parameters)

    def action_cursor_up(self) -> None:
        """Go to the entry above."""
        self.moved = True
        if self._ends and not self.highlighted:
            self.screen.focus_previous()
        else:
            super().action_cursor_up()

    def action_cursor_down(self) -> None:
        """Go to the entry below."""
        self.moved = True
        if self._ends and (self.highlighted or 0) >= self.option_count - 1:
            self.screen.focus_next()
        else:
            super().action_cursor_down()

    def action_pick(self, number: int) -> None:
        """Choose an entry by its number."""
        numbered = [option.id for option in self.options if option.id not in self._unnumbered]
        if number <= len(numbered):
            self.select(numbered[number - 1] or "")

    def select(self, entry: str) -> None:
        """Choose an entry by its id."""
        self.highlighted = self.get_option_index(entry)
        self.action_select()


def _options(
    entries: Sequence[MenuEntry], faint: Container[str] = (), unnumbered: Collection[str] = ()
) -> list[Option]:
    # Text, not markup: names of tables and people are among the labels.
    options, number = [], 0
    for entry, label in entries:
        number += entry not in unnumbered
        digit = f" {number % 10}  " if number <= 10 and entry not in unnumbered else "    "
        style = "dim" if entry in faint else ""
        options.append(Option(Text.assemble(digit, label, " ", style=style), id=entry))
    return options
