"""The ways into a lesson: by choice, or by an offer before the first match of a game."""

from collections.abc import Callable
from functools import partial

from tui.language.games import game_title, no_lesson
from tui.language.text import t
from tui.lessons import LESSONS
from tui.program import Program, screen_class
from tui.screens.dialog import Question


def open_lesson(app: Program, game: str = "") -> None:
    """Open the lesson of a game; without a game, ask for one."""
    if game and game not in LESSONS:
        app.notify(no_lesson(game))
        return

    async def answered(game: str | None) -> None:
        if game:
            await note_offered(app, game)
            _open(app, game)

    if game:
        app.run_worker(answered(game), group="lesson")
        return
    app.push_screen(
        Question(t("Which game?"), [(game, game_title(game)) for game in LESSONS]), answered
    )


def offer_lesson(
    app: Program,
    game: str,
    begin: Callable[[], object],
    begin_usual: Callable[[], object] | None = None,
) -> None:
    """Begin a match; before the first one of a game, offer its lesson.

    Escape does neither. If the rules of the match are unusual, `begin_usual` begins it by the usual
    ones, which the lesson teaches.
    """
    if game not in LESSONS or game in app.settings.lessons_seen:
        begin()
        return

    async def answered(answer: str | None) -> None:
        if not answer:
            return
        await note_offered(app, game)
        if answer == "lesson":
            _open(app, game, partial(_ask_rules, app, begin, begin_usual) if begin_usual else begin)
        else:
            begin()

    answers = [("play", t("play now")), ("lesson", t("a short lesson first"))]
    about = t("A lesson of a few minutes shows the rules on real positions.")
    question = t("You have not played {game} here yet", game=game_title(game))
    app.push_screen(Question(question, answers, about), answered)


def learn_first(app: Program, game: str, begin: Callable[[], object]) -> None:
    """Open the lesson of a game, and begin the match at its end."""

    async def open_it() -> None:
        await note_offered(app, game)
        _open(app, game, begin)

    app.run_worker(open_it(), group="lesson")


def _ask_rules(
    app: Program, begin: Callable[[], object], begin_usual: Callable[[], object]
) -> None:
    """Ask, after a lesson, for the rules of the match."""

    def answered(answer: str | None) -> None:
        if answer:
            begin_usual() if answer == "usual" else begin()

    answers = [("usual", t("play by the usual rules")), ("own", t("play by these house rules"))]
    about = t("The match you asked for has house rules that the lesson did not show.")
    app.push_screen(Question(t("By which rules?"), answers, about), answered)


async def note_offered(app: Program, game: str) -> None:
    """Remember that the lesson of a game has been offered."""
    seen = app.settings.lessons_seen
    if game not in seen:
        await app.change_settings(lessons_seen=(*seen, game))


def _open(app: Program, game: str, then: Callable[[], object] | None = None) -> None:
    def left(ended: bool | None) -> None:
        if then is not None and ended:  # who leaves it goes back to where it was begun
            then()

    app.push_screen(screen_class("lesson")(game, app.settings.name), left)
