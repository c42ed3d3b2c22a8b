"""The screen of the settings; a change shows at once and is saved."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from functools import partial
from typing import Any, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Input, Static

from net.wire.bounds import MAX_NAME
from net.wire.names import clean_name
from tui.drawing.art.cards import card, fitting_size
from tui.drawing.art.tiles import tile
from tui.drawing.canvas import Canvas, Painting
from tui.language.text import LANGUAGES, t
from tui.preferences.settings import Settings
from tui.widgets.base_screen import BaseScreen
from tui.widgets.canvas import CanvasView
from tui.widgets.form import Field, Form, TextRow

ROWS: Final = (
    "language",
    "theme",
    "four_colours",
    "card_size",
    "deck",
    "tiles",
    "sort",
    "animation",
    "pace",
    "autoplay",
    "ask",
    "coach",
    "banter",
    "bell",
    "mouse",
    "ascii",
)
"""The settings on the screen; others are only in the file."""


WIDE: Final = 42
"""The columns of the labels: all values begin in one column, even the longest in 80 columns."""


class SettingsScreen(BaseScreen):
    """Shows and changes the settings, with a sample of cards and tiles."""

    HEADING = "Settings"
    HELP_TEXT = (
        "Up and down choose a line, left and right change it. Changes show at once and are saved "
        "in a file that you may also edit by hand.\n"
        "Keys can be changed there as well, from the next start on: under [keys] a line such as "
        'scores = "f9,ctrl+t" gives an action other keys; a wrong name is answered with a list of '
        "all."
    )
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", "back", id="back")]
    AUTO_FOCUS = "Field"
    SHOWN: ClassVar[Sequence[str]] = ROWS

    def body(self) -> Iterable[Widget]:
        texts = {f.name: f.metadata["text"] for f in fields(Settings)}
        words = {f.name: f.metadata.get("words", {}) for f in fields(Settings)}
        yield Static(t("Settings"), classes="heading", markup=False)
        with Form():
            for name in self.SHOWN:
                value = getattr(self.kozyr.settings, name)
                hint = t("takes effect at the next start") if name == "mouse" else ""
                yield Field(
                    *(name, t(texts[name]), self._values(name), value),
                    say=partial(_say, words.get(name, {})),
                    hint=hint,
                    wide=WIDE,
                )
            if self.kozyr.stay is None:
                said = t(texts["name"])
                yield TextRow("name", said, self.kozyr.settings.name, most=MAX_NAME, wide=WIDE)
        yield CanvasView(self._paint_sample, id="sample")

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, self._themes_changed)

    def _themes_changed(self, _theme: object) -> None:
        """Offer the present themes: a file of the user's may be new or gone."""
        for field in self.query(Field):
            if field.name == "theme":
                field.offer(self._values("theme"), self.kozyr.settings.theme)

    def _values(self, name: str) -> Sequence[Any]:
        if name == "theme":
            looks = self.kozyr.appearance
            return ("auto", *looks.themes.offered(looks.depth))
        if isinstance(getattr(Settings(), name), bool):
            return (True, False)
        setting = next(f for f in fields(Settings) if f.name == name)
        values: Sequence[Any] = setting.metadata["values"]
        return values

    def _paint_sample(self, width: int, height: int) -> Painting:
        """Draw some cards and tiles with the present settings."""
        look = self.look
        canvas = Canvas(width, height, look.ink, look.felt)
        size = fitting_size(look, width // 5, height - 1)
        cards = [
            card(look, token, size, chosen=number == 1, dimmed=number == 3)
            for number, token in enumerate(("7s", "Kh", "9d", "Jc"))
        ]
        tiles = [tile(look, *pips, "pips", upright=False) for pips in ((6, 4), (3, 1))]
        pieces, x = [*cards, *tiles], 3
        if x + sum(piece.width + 1 for piece in pieces) > width:
            pieces = [*cards[1:], tiles[0]]
        for piece in pieces:
            canvas.blit(piece, x, 1)
            x += piece.width + 1
        return Painting(canvas)

    async def on_field_changed(self, event: Field.Changed) -> None:
        name = event.field.name or ""
        await self.kozyr.change_settings(**{name: event.field.value})
        if name == "language":
            row = next((field for field in self.query(Field) if field.name == name), None)
            if row is not None:
                row.focus()
        self.query_one("#sample", CanvasView).repaint()

    async def on_input_changed(self, event: Input.Changed) -> None:
        name = clean_name(event.value) if event.value.strip() else ""
        if name != self.kozyr.settings.name:
            await self.kozyr.change_settings(name=name)


class GuestSettingsScreen(SettingsScreen):
    """The settings of a guest: nothing is saved, and the name is fixed."""

    HELP_TEXT = (
        "Up and down choose a line, left and right change it. Changes show at once and hold until "
        "you leave: nothing of yours is kept on this computer."
    )
    SHOWN = tuple(name for name in ROWS if name != "mouse")


def _say(words: Mapping[str, str], value: Any) -> str:
    if isinstance(value, bool):
        return t("yes") if value else t("no")
    if value in words:
        return t(words[value])
    return LANGUAGES.get(value) or t(str(value))
