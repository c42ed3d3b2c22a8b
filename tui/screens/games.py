"""The screen of the games: a picture of each, its length, and the way into a match. Also the
questions about the deal of the day and the ladder: of which game.
"""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from textwrap import wrap
from typing import ClassVar, Final

from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static

from core.bots import levels
from core.games import FACTS
from core.pieces import TILES
from tui import short_matches
from tui.drawing.art.cards import SIZES, CardSize, card
from tui.drawing.art.tiles import ACROSS, KINDS, TileKind, tile
from tui.drawing.canvas import Canvas, Hit, Painting, cut, text_width
from tui.drawing.look import Look, ink_on
from tui.language.games import game_about, game_title, level_name, words_of
from tui.language.text import t, tn
from tui.lessons import LESSONS
from tui.lessons.offer import learn_first
from tui.program import Program, screen_class
from tui.screens.dialog import Question
from tui.screens.table_choices import TableChoices, games
from tui.start import StartResume
from tui.widgets.base_screen import BaseScreen
from tui.widgets.canvas import CanvasView

_TWO_COLUMNS: Final = 76
"""From this window width on, two games are side by side."""

_LINES: Final = 4
"""The lines below a picture: the name, two about the game, its length."""

_NEXT_TO: Final = 17
"""The columns of a picture beside its words, if there is no room above them."""

_SMALL: Final = 3
"""The rows of such a picture."""


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game on the screen: its words, and the tokens of its picture."""

    name: str
    title: str
    about: str
    players: str
    length: str
    emblem: tuple[str, ...]


class GamesScreen(BaseScreen):
    """Offers the games; the choice of one begins a match."""

    HEADING = "Which game?"
    HELP_TEXT = (
        "Choose a game with the arrows and Enter, with its digit, or with a click: the match "
        "begins at once, against bots.\n"
        "L begins with the lesson of the game: a few minutes, on real positions. O asks for the "
        "number of players, the bots, the length and the house rules before the match."
    )
    AUTO_FOCUS = ""
    spoken_of = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1, 0)", "choose", key_display="←→↑↓"),
        Binding("right", "move(1, 0)", show=False),
        Binding("up", "move(0, -1)", show=False),
        Binding("down", "move(0, 1)", show=False),
        Binding("enter,space", "play", "begin"),
        *[Binding(str(n), f"pick({n})", show=False) for n in range(1, 10)],
        Binding("l", "learn", "learn it first", key_display="l", id="learn"),
        Binding("o", "choices", "players, rules", key_display="o", id="choices"),
        Binding("escape", "back", "back", id="back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._names = games()
        self.at = 0
        """The index of the game under the cursor."""
        self._columns = 1

    def body(self) -> Iterable[Widget]:
        last = str(self.kozyr.settings.table.get("game", ""))
        self.at = self._names.index(last) if last in self._names else self.at
        yield Static(t("Which game?"), classes="heading", markup=False)
        yield CanvasView(self._paint, id="games")

    def _choices(self, name: str) -> TableChoices:
        return TableChoices(self.kozyr.settings.table, name)

    def _offers(self) -> list[GameCard]:
        offers = []
        for name in self._names:
            choices = self._choices(name)
            value = choices.rules.get(choices.length_rule.name, choices.length_rule.default)
            seats = choices.chosen["seats"]
            with words_of(name):
                players = tn("{n} player", "{n} players", seats)
                length = choices.length_of(value)
            about, emblem = game_about(name), tuple(FACTS[name].EMBLEM)
            offers.append(GameCard(name, game_title(name), about, players, length, emblem))
        return offers

    def _paint(self, width: int, height: int) -> Painting:
        self._columns = 2 if width >= _TWO_COLUMNS else 1
        return paint_games(self.look, self._offers(), self.at, self._columns, width, height)

    # --- keys and the mouse -----------------------------------------------------------------------

    def action_move(self, dx: int, dy: int) -> None:
        """Go to the next game in a direction."""
        step = (dx or dy) if self._columns == 1 else dx + 2 * dy
        self._go(self.at + step)

    def _go(self, at: int) -> None:
        if 0 <= at < len(self._names):
            self.at = at
            self.query_one("#games", CanvasView).repaint()

    def action_pick(self, number: int) -> None:
        """Play the game with a number."""
        if number <= len(self._names):
            self._go(number - 1)
            self.call_next(self.action_play)

    def on_canvas_view_tapped(self, event: CanvasView.Tapped) -> None:
        event.stop()
        self.action_pick(int(event.hit.what[1]) + 1)

    async def action_play(self) -> None:
        """Begin a match of the game under the cursor."""
        await begin_solo(self.kozyr, self._choices(self._names[self.at]))

    def action_learn(self) -> None:
        """Open the lesson of the game under the cursor, and the match at its end."""
        choices = self._choices(self._names[self.at])
        begin = partial(self.app.call_later, begin_solo, self.kozyr, choices)
        learn_first(self.kozyr, choices.game.NAME, begin)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow the key for the lesson only if the game has one."""
        if action == "learn" and self._names[self.at] not in LESSONS:
            return False
        return super().check_action(action, parameters)

    def action_choices(self) -> None:
        """Open the form of a new table for the game under the cursor."""
        form = screen_class("new table")(hosting=False, game=self._names[self.at])
        self.app.push_screen(form)


async def begin_solo(app: Program, choices: TableChoices) -> None:
    """Begin a match against bots, and remember the choices."""
    if choices.problem(hosting=False):
        app.push_screen(screen_class("new table")(hosting=False, game=choices.game.NAME))
        return
    await app.change_settings(table=choices.remembered())
    app.navigator.go(choices.solo(app.settings.name))


def begin_last(app: Program) -> None:
    """Begin a match of the last game by the last choices."""
    app.call_later(begin_solo, app, TableChoices(app.settings.table))


# --- painting ------------------------------------------------------------------------------------


def paint_games(
    look: Look, offers: Sequence[GameCard], at: int, columns: int, width: int, height: int
) -> Painting:
    """Draw the games in a grid. Hits: ("game", index)."""
    canvas, hits = Canvas(width, height, look.ink, look.felt), []
    rows = -(-len(offers) // columns)
    across, tall = width // columns, max(_SMALL + 1, height // max(1, rows))
    most = max(_picture(look, each, across - 2, tall - 1).height for each in offers)
    for index, offer in enumerate(offers):
        x, y = index % columns * across, index // columns * tall
        cell = _paint_offer(look, offer, index, across - 2, tall - 1, most, chosen=index == at)
        canvas.blit(cell, x + 1, y)
        hits.append(Hit(x + 1, y, across - 2, tall - 1, ("game", index)))
    return Painting(canvas, tuple(hits))


def _picture(look: Look, offer: GameCard, width: int, height: int, chosen: bool = False) -> Canvas:
    """Draw the picture of a game that stands above its words."""
    return _emblem(look, offer.emblem, width - 4, height - _LINES, chosen=chosen)


def _paint_offer(
    look: Look, offer: GameCard, index: int, width: int, height: int, most: int, *, chosen: bool
) -> Canvas:
    """Draw a game: its picture above its words, or beside them.

    The tallest picture has `most` rows: the names of all games next to it stand in one row.
    """
    canvas = Canvas(width, height, look.ink, look.felt)
    above = height >= _LINES + SIZES["medium"][1]
    if above:
        picture = _picture(look, offer, width, height, chosen)
        spare = height - _LINES - most
        x, y = 2, most + spare // 2 + (spare > 1)
        canvas.blit(picture, x, most + spare // 2 - picture.height)
    else:
        picture = _emblem(look, offer.emblem, _NEXT_TO - 3, _SMALL, chosen=chosen)
        canvas.blit(picture, 2, max(0, (height - _SMALL) // 2))
        x, y = _NEXT_TO, max(0, (height - _LINES) // 2)
    pointer = (">" if look.ascii else "▶") if chosen else " "
    canvas.put(x - 2, y, pointer, look.active, None, "b")
    canvas.put(x, y, f"{index + 1}  {offer.title}", look.active if chosen else None, None, "b")
    about, rows = wrap(offer.about, width - x - 1), height - y - 2
    if len(about) > rows:
        about = [*about[: rows - 1], cut(" ".join(about[rows - 1 :]), width - x - 1)]
    length = f"{offer.players} · {offer.length}"
    if text_width(length) > width - x:
        length = offer.length
    for line, said in enumerate([*about, length], 1):
        canvas.put(x, y + line, cut(said, width - x), None if line <= len(about) else look.active)
    return canvas


def _emblem(look: Look, tokens: Sequence[str], width: int, height: int, *, chosen: bool) -> Canvas:
    """Draw pieces in a row, as large as the room allows, overlapping if necessary."""
    drawn = [_piece(look, token, len(tokens), width, height, chosen=chosen) for token in tokens]
    across = drawn[0].width
    apart = min(across + 1, max(1, (width - across) // max(1, len(drawn) - 1)))
    canvas = Canvas(apart * (len(drawn) - 1) + across, drawn[0].height, look.ink, look.felt)
    for number, piece in enumerate(drawn):
        canvas.blit(piece, apart * number, 0)
    return canvas


def _piece(look: Look, token: str, count: int, width: int, height: int, *, chosen: bool) -> Canvas:
    """Draw a card or a tile as large as a row of `count` allows, with cards overlapping."""
    if token in TILES:
        kinds: tuple[TileKind, ...] = ("large", "pips", "digits")
        fitting = [k for k in kinds if ACROSS[k][1] <= height and count * ACROSS[k][0] <= width]
        first, second = map(int, token.split("-"))
        kind = [*fitting, KINDS[-1]][0]
        return tile(look, first, second, kind, upright=False, chosen=chosen)
    sizes: tuple[CardSize, ...] = ("large", "medium")
    wide = [s for s in sizes if SIZES[s][1] <= height and 4 * (count - 1) + SIZES[s][0] <= width]
    return card(look, token, [*wide, "small"][0], chosen=chosen)


def ask_for_day(app: Program) -> None:
    """Ask for the game whose deal of the day, or of yesterday, is to be played, and open it."""
    app.run_worker(_ask_for_day(app, short_matches.today()), group="today", exclusive=True)


async def _ask_for_day(app: Program, day: str) -> None:
    found = await asyncio.to_thread(short_matches.days_played)
    before = (date.fromisoformat(day) - timedelta(1)).isoformat()
    late = day != short_matches.today()

    def answered(game: str | None) -> None:
        if game == _YESTERDAY:
            app.run_worker(_ask_for_day(app, before), group="today", exclusive=True)
        elif game:
            app.begin(short_matches.start_of_day(game, day, app.settings.name))

    known, look = [game for game in games() if levels(game)], app.appearance.look
    wide = max(text_width(game_title(game)) for game in known) + 2
    answers: list[tuple[str, str | Text]] = [
        (game, _with_week(game_title(game).ljust(wide), short_matches.week(found, game, day), look))
        for game in known
    ]
    about = t(
        "A short match against experts. Everybody who plays it today is dealt the same; at the "
        "end there is a line to send to others. The first attempt counts."
    )
    if late:
        about = t("Dealt as it was for everybody, but there is no line to send any more.")
    else:
        answers.append((_YESTERDAY, t("yesterday's deals")))
    if days := short_matches.streak(found, short_matches.today()):
        about += "\n" + t("The squares are your places in the last seven days.")
        about += " " + tn("{n} day in a row", "{n} days in a row", days) + "."
    question = t("Deal of the day {day}: which game?", day=day)
    app.push_screen(Question(question, answers, about), answered)


_YESTERDAY: Final = "yesterday"


def _with_week(said: str, places: Sequence[str], look: Look) -> Text:
    """Write behind a game a square for each of seven days, with the place in it."""
    text = Text(said)
    for place in places:
        text.append(" ")
        if place == "1":
            text.append("1 ", Style(color=ink_on(look.chosen), bgcolor=look.chosen, bold=True))
        elif place:
            text.append(f"{place} ", Style(color=look.ink, bgcolor=look.felt_line))
        else:
            text.append("--" if look.shapes else "  ", Style(bgcolor=look.felt))
    return text


def ask_for_ladder(app: Program) -> None:
    """Begin the first match of a ladder of a game, or resume an unfinished ladder."""
    memory = app.settings.ladder
    following = short_matches.remembered(memory, app.settings.name)

    def answered(answer: str | None) -> None:
        if answer == _ON and following is not None:
            app.begin(_kept(str(memory.get("table", ""))) or following)
        elif answer:
            app.begin(short_matches.start_of_ladder(answer, app.settings.name))

    about = t("Three short matches, each against stronger bots; the last page has all results.")
    answers = [(game, game_title(game)) for game in games() if short_matches.can_climb(game)]
    if following is not None:
        rung, level = short_matches.next_said(following), level_name(following.level)
        answers = [(_ON, t("go on: {rung}, {level}", rung=rung, level=level)), *answers]
    app.push_screen(Question(t("The ladder of which game?"), answers, about), answered)


_ON: Final = "on"


def _kept(table: str) -> StartResume | None:
    """Return the start that resumes a match, if it is still unfinished."""
    from net.files.saved import Logs  # rarely needed

    return StartResume(table) if any(each.id == table for each in Logs().tables()) else None
