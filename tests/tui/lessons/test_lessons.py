"""Lessons: every step is a legal position, can be done, explains mistakes, in Russian too."""

from collections.abc import Iterator
from itertools import product

import pytest
from textual.pilot import Pilot

from core.pieces import DECK_52, JOKERS
from tests.support.matches import daily
from tests.support.screens import app_of, opened, pick, read, seen, table_of, until
from tui.boards import BOARDS
from tui.boards.choosing import reach
from tui.boards.model import BoardModel
from tui.language import rulebook
from tui.language.text import PLACEHOLDER, catalogue, use_language
from tui.lessons import LESSONS
from tui.lessons.lesson import Walk, spoken, texts
from tui.lessons.screen import LessonScreen
from tui.start import StartLesson, StartSolo

NAMES = tuple(LESSONS)


def walked(game: str) -> Iterator[Walk]:
    """Go through a lesson as it asks; yield the walk at every step, before the player's move."""
    walk = Walk(LESSONS[game].LESSON)
    while True:
        yield walk
        if walk.step.ask and not (walk.answer and walk.answer.right):
            walk.play(walk.step.ask[0])
        if not walk.advance():
            return


# --- the lessons themselves ---------------------------------------------------------------------


@pytest.mark.parametrize("game", NAMES)
def test_a_lesson_can_be_played_to_its_end_with_the_moves_it_asks_for(game: str) -> None:
    steps = [walk.index for walk in walked(game)]
    assert steps == list(range(len(LESSONS[game].LESSON.steps)))
    assert 8 <= len(steps) <= 14


@pytest.mark.parametrize("game", NAMES)
def test_what_is_asked_for_is_legal_and_has_an_answer(game: str) -> None:
    for walk in walked(game):
        for move in walk.step.ask:
            assert move in walk.legal, (walk.index, move)
        assert bool(walk.step.ask) == bool(walk.step.done)


@pytest.mark.parametrize("game", NAMES)
def test_every_other_legal_move_is_explained_and_changes_nothing(game: str) -> None:
    for walk in walked(game):
        before = walk.view
        used = set()
        for move in walk.legal:
            if move not in walk.step.ask:
                answer = walk.play(move)
                assert not answer.right
                assert answer.text
                assert walk.asked
                assert walk.view == before
                used.add(answer.text)
        written = {why for _, why in walk.step.wrong}
        assert written == used, f"step {walk.index + 1}: an explanation that no move needs, or none"
        walk.go_to(walk.index)


@pytest.mark.parametrize("game", NAMES)
def test_each_accepted_move_can_be_played(game: str) -> None:
    for walk in walked(game):
        for move in walk.step.ask:
            walk.go_to(walk.index)
            assert walk.play(move).right
        walk.go_to(walk.index)


@pytest.mark.parametrize("game", NAMES)
def test_every_step_but_the_last_leads_on_and_back(game: str) -> None:
    walk = Walk(LESSONS[game].LESSON)
    assert not walk.go_back()
    if walk.step.ask:
        assert not walk.advance()
        walk.play(walk.step.ask[0])
    first = walk.step
    assert walk.advance()
    assert walk.go_back()
    assert walk.step is first
    assert walk.asked


@pytest.mark.parametrize("game", NAMES)
def test_every_text_is_there_in_russian_with_the_same_cards(game: str) -> None:
    russian = catalogue("ru")
    for text in texts(LESSONS[game].LESSON):
        translated = russian[text]
        assert isinstance(translated, str)
        assert set(PLACEHOLDER.findall(text)) == set(PLACEHOLDER.findall(translated))


@pytest.mark.parametrize("game", NAMES)
def test_places_in_texts_are_cards(game: str) -> None:
    for text in texts(LESSONS[game].LESSON):
        assert set(PLACEHOLDER.findall(text)) <= {*DECK_52, *JOKERS}, text
        assert "{" not in spoken(text)


@pytest.mark.parametrize("game", NAMES)
def test_cited_paragraphs_stand_in_the_rule_book(game: str) -> None:
    book = rulebook.read(game, "en")
    cited = {found for text in texts(LESSONS[game].LESSON) for found in cited_in(text)}
    assert len(cited) >= 5
    assert not [paragraph for paragraph in cited if f"**{paragraph}**" not in book]


def cited_in(text: str) -> list[str]:
    return [found.group(0) for found in rulebook.PARAGRAPH.finditer(text)]


@pytest.mark.parametrize("code", ["en", "ru"])
@pytest.mark.parametrize("game", NAMES)
def test_every_text_fits_beside_the_table_and_over_it(game: str, code: str) -> None:
    """26 columns of 14 rows at 80x24; 58 columns of 5 rows at 60x20."""
    from textwrap import wrap

    use_language(code)
    for text in texts(LESSONS[game].LESSON):
        said = "✓ " + spoken(text)
        assert len(wrap(said, 26)) <= 14, said
        assert len(wrap(said, 58)) <= 5, said


# --- the hand goes where it is asked to ----------------------------------------------------------


@pytest.mark.parametrize("game", NAMES)
def test_the_cursor_reaches_every_move_that_is_asked_for(game: str) -> None:
    for walk in walked(game):
        model = BoardModel(BOARDS[game])
        for move in walk.step.ask:
            model.take(walk.view, walk.legal)
            reach(model, move)
            if model.on_buttons:
                assert model.buttons[model.focus.target].move == move
            else:
                assert model.piece.moves == (move,)


def test_reaching_for_a_move_that_is_not_there_does_nothing() -> None:
    walk = Walk(LESSONS["kozel"].LESSON)
    model = BoardModel(BOARDS["kozel"])
    model.take(walk.view, walk.legal)
    before = model.focus
    reach(model, "lay 1-0 right")
    assert model.focus == before


# --- the screen -----------------------------------------------------------------------------------


def lesson_of(pilot: Pilot[None]) -> LessonScreen:
    screen = pilot.app.screen
    assert isinstance(screen, LessonScreen)
    return screen


async def learn(pilot: Pilot[None], game: str) -> LessonScreen:
    pilot.app.push_screen(LessonScreen(game))
    await until(pilot, lambda: isinstance(pilot.app.screen, LessonScreen))
    await pilot.pause()
    return lesson_of(pilot)


async def finish(pilot: Pilot[None]) -> None:
    """Go to the last step of a lesson, and beyond it."""
    screen = lesson_of(pilot)
    screen.walk.go_to(len(screen.walk.lesson.steps) - 1)
    screen.model.show_step()
    if screen.walk.asked:
        await pilot.press("h", "enter")
    await pilot.press("enter")


@pytest.mark.parametrize(
    "game, size",
    daily(
        product(NAMES, ((60, 20), (80, 24), (160, 48))),
        ("joker", (60, 20)),
        ("graph_poker", (160, 48)),
    ),
)
async def test_a_lesson_is_played_with_keys(game: str, size: tuple[int, int]) -> None:
    async with opened(size=size) as pilot:
        screen = await learn(pilot, game)
        total = len(screen.walk.lesson.steps)
        for number in range(1, total + 1):
            await seen(pilot, f"{number}/{total}")
            if screen.walk.asked:
                await pilot.press("h", "enter")
                await seen(pilot, "Right!")
            await pilot.press("enter")
        await until(pilot, lambda: not isinstance(pilot.app.screen, LessonScreen))


async def test_a_wrong_move_is_explained_and_the_right_one_goes_on() -> None:
    async with opened() as pilot:
        await learn(pilot, "joker")
        await seen(pilot, "1/14")
        await seen(pilot, "Enter play")
        await pilot.press("1")
        await seen(pilot, "One")
        assert "✗" in read(pilot)
        assert "(J-R28)" in " ".join(read(pilot).split())
        await pilot.press("2")
        await seen(pilot, "✓ Rook and Magpie")
        await seen(pilot, "Enter continue")
        await pilot.press("space")
        await seen(pilot, "2/14")


@pytest.mark.nightly
async def test_a_card_that_the_rules_forbid_says_why() -> None:
    """J-R15: the board's own words, as at the table."""
    async with opened() as pilot:
        screen = await learn(pilot, "joker")
        screen.walk.go_to(3)
        await pilot.press("backspace", "home", "enter")
        await seen(pilot, "must follow diamonds (J-R15)")
        await pilot.press("f3")
        await seen(pilot, "Rules · Joker")
        await pilot.press("escape")
        assert lesson_of(pilot).walk.index == 2


async def test_a_lesson_is_played_with_the_mouse() -> None:
    async with opened() as pilot:
        screen = await learn(pilot, "kozel")
        hand = screen.query_one("#hand")
        painting = hand.painting
        pieces = screen.model.board.pieces
        index = next(i for i, piece in enumerate(pieces) if piece.token == "6-6")
        hit = next(hit for hit in painting.hits if hit.what == ("piece", index))
        await pilot.click("#hand", offset=(hit.x + 1, hit.y + 1))
        if screen.walk.asked:
            await pilot.click("#hand", offset=(hit.x + 1, hit.y + 1))
        await seen(pilot, "Right!")
        button = screen.query_one("#prompt").painting.hits[0]
        await pilot.click("#prompt", offset=(button.x + 1, button.y))
        await seen(pilot, "2/10")
        await pilot.click("#lesson-text", offset=(3, 3))
        assert screen.walk.index == 1


async def test_escape_leaves_and_backspace_goes_back_a_step() -> None:
    async with opened() as pilot:
        screen = await learn(pilot, "graph_poker")
        await pilot.press("h", "enter", "enter")
        assert screen.walk.index == 1
        await pilot.press("backspace")
        assert screen.walk.index == 0
        assert screen.walk.asked
        await pilot.press("h", "escape")
        assert isinstance(pilot.app.screen, LessonScreen)
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(pilot.app.screen, LessonScreen))


async def test_a_lesson_survives_any_size_and_another_language() -> None:
    async with opened() as pilot:
        screen = await learn(pilot, "domino_poker")
        for size in ((20, 6), (60, 20), (200, 60), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        await seen(pilot, "1/14")
        await pilot.app.speak("ru")
        try:
            await seen(pilot, "урок")
            assert screen.walk.index == 0
        finally:
            await pilot.app.speak("en")


@pytest.mark.usefixtures("russian")
async def test_a_russian_lesson_is_russian() -> None:
    async with opened(language="ru") as pilot:
        await learn(pilot, "joker")
        await seen(pilot, "В джокере")
        assert "In Joker" not in read(pilot)


# --- the way there --------------------------------------------------------------------------------


async def test_the_home_screen_leads_to_the_lessons() -> None:
    async with opened() as pilot:
        await seen(pilot, "learn a game")
        await pick(pilot, "learn")
        await seen(pilot, "Which game?")
        await pick(pilot, "domino_poker")
        await until(pilot, lambda: isinstance(pilot.app.screen, LessonScreen))
        assert lesson_of(pilot).walk.lesson.game == "domino_poker"


async def test_a_first_match_is_begun_with_its_lesson_where_the_player_asks_for_it() -> None:
    async with opened(lessons_seen=()) as pilot:
        await pilot.press("1")
        await seen(pilot, "l learn it first")
        await pilot.press("l")
        await until(pilot, lambda: isinstance(pilot.app.screen, LessonScreen))
        await pilot.press("escape")
        await seen(pilot, "l learn it first")
        assert table_of(pilot) is None, "a lesson that is left leads back to where it was begun"
        await pilot.press("l")
        await until(pilot, lambda: isinstance(pilot.app.screen, LessonScreen))
        await finish(pilot)
        await until(pilot, lambda: table_of(pilot) is not None)
        assert pilot.app.settings.lessons_seen == ("joker",)


async def test_a_match_begun_on_the_command_line_offers_the_lesson_too() -> None:
    """Escape chooses neither: the home screen opens, and the lesson is offered again next time."""
    async with opened(StartSolo("kozel", 2), lessons_seen=()) as pilot:
        await seen(pilot, "You have not played Kozel here yet")
        await pilot.press("escape")
        await seen(pilot, "play alone against bots")
        assert app_of(pilot).settings.lessons_seen == ()
        app_of(pilot).begin(StartSolo("kozel", 2))
        await seen(pilot, "You have not played Kozel here yet")
        await pick(pilot, "play")
        await until(pilot, lambda: table_of(pilot) is not None)
        assert app_of(pilot).settings.lessons_seen == ("kozel",)


async def test_after_a_lesson_the_usual_rules_are_offered_where_others_were_asked_for() -> None:
    async with opened(StartSolo("kozel", 2, options={"target": 51}), lessons_seen=()) as pilot:
        await seen(pilot, "You have not played Kozel here yet")
        await pick(pilot, "lesson")
        await until(pilot, lambda: isinstance(pilot.app.screen, LessonScreen))
        await finish(pilot)
        await seen(pilot, "By which rules?")
        await pick(pilot, "usual")
        await until(pilot, lambda: table_of(pilot) is not None)
        table = table_of(pilot)
        assert table is not None
        await until(pilot, lambda: table.model.match.shown)
        assert table.model.match.shown.view.options.target == 101


async def test_a_lesson_can_be_asked_for_on_the_command_line() -> None:
    async with opened(StartLesson("graph_poker"), lessons_seen=()) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, LessonScreen))
        assert lesson_of(pilot).walk.lesson.game == "graph_poker"
        await pilot.press("escape")
        await seen(pilot, "play alone against bots")
    async with opened(StartLesson()) as pilot:
        await seen(pilot, "Which game?")
