"""Costly decisions in a replay: keys go there, marks show them, a list names the costliest."""

from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import pytest

from core.games import GAMES
from core.records.replay import Replay, walk
from core.review.decision import Decision, Worth
from core.review.review import Review, judge_rest
from net.files.history import load_replay
from net.files.reviews import keep_review, kept_review
from tests.support.past_matches import kept, played, read_out
from tests.support.screens import app_of, opened, pick, seen, until
from tui.drawing.canvas import Canvas
from tui.drawing.look import look_from
from tui.language.text import use_language
from tui.replay.model import ReplayModel
from tui.replay.pages import ReplayOver, costliest_question
from tui.replay.screen import ReplayScreen, Timeline, put_timeline
from tui.replay.words import status
from tui.review.process import judged
from tui.start import StartReplay
from tui.summary.words import ending_of, notes
from tui.table import effects
from tui.table.effects import Notify, Preferences
from tui.table.screen import TableScreen

LOOK = look_from({})


def replay_of(name: str = "kozel") -> Replay:
    return walk(GAMES, played(name).text().splitlines())


def decided(replay: Replay, at: int, loss: float) -> Decision:
    step = replay.steps[at]
    assert step.seat is not None
    best = next(move for move in replay.legal(at) if move != step.move)
    worths = (Worth(best, loss, 1.0), Worth(step.move, 0.0, 1.0))
    return Decision(at, replay.deal_of(at), step.seat, step.move, best, loss, 1.0, worths)


def choices_of(replay: Replay, seat: int) -> list[int]:
    return [
        at
        for at in range(replay.last)
        if replay.steps[at].seat == seat and len(replay.legal(at)) > 1
    ]


def reviewed(losses: Sequence[float], seat: int = 0) -> tuple[ReplayModel, list[int]]:
    """A model, followed by a seat, whose first choices cost `losses`."""
    use_language("en")
    replay = replay_of()
    places = choices_of(replay, seat)[: len(losses)]
    decisions = [decided(replay, *each) for each in zip(places, losses, strict=True)]
    model = ReplayModel(replay, 0, Preferences, Path("record"))
    model.begin(0)
    model.receive(effects.Judged(Review(0, 8, replay.last, decisions), running=False), 0)
    return model, places


def test_n_goes_from_one_costly_decision_to_the_next_and_back() -> None:
    model, places = reviewed((12, 0.1, 30))
    model.do("costly_on", (), 0)
    assert model.desk.cursor.at == places[0]
    model.do("costly_on", (), 0)
    assert model.desk.cursor.at == places[2]
    assert Notify("No costly decision after this") in model.do("costly_on", (), 0)
    model.do("costly_back", (), 0)
    assert model.desk.cursor.at == places[0]
    assert Notify("No costly decision before this") in model.do("costly_back", (), 0)


def test_the_first_key_for_costly_decisions_has_the_match_reviewed_once() -> None:
    replay = replay_of()
    model = ReplayModel(replay, 0, Preferences, Path("record"))
    model.begin(0)
    asked = model.do("costly_on", (), 0)
    (wanted,) = [each for each in asked if isinstance(each, effects.ReviewMatch)]
    assert Notify("The match is being reviewed; this takes a minute or so") in asked
    wanted.review.take(0, None)
    asked = model.do("dearest", (), 0)
    assert not [each for each in asked if isinstance(each, effects.ReviewMatch)]
    assert effects.OpenPage("costliest") in asked
    without = ReplayModel(replay, 0, Preferences)
    assert Notify("Kozel cannot be reviewed") in without.do("costly_on", (), 0)


def test_what_a_decision_cost_is_said_where_it_was_made() -> None:
    model, places = reviewed((12,))
    model.do("at", (places[0],), 0)
    said, notable = status(model.desk.cursor, model.desk.log, model.desk.costly, advised=False)
    assert " cost 12 (±1): " in said
    assert notable


def test_the_decisions_of_others_are_not_gone_to_but_a_watcher_sees_them_all() -> None:
    model, places = reviewed((12,), seat=1)
    assert Notify("No costly decision after this") in model.do("costly_on", (), 0)
    model.do("eyes_back", (), 0)
    assert model.desk.cursor.seat is None
    model.do("costly_on", (), 0)
    assert model.desk.cursor.at == places[0]
    said, _ = status(model.desk.cursor, model.desk.log, model.desk.costly, advised=False)
    assert said.startswith(f"{model.desk.cursor.names[1]}: ")


def test_the_list_has_the_dearest_first_and_the_shares() -> None:
    model, places = reviewed((12, 30))
    question = costliest_question(model.desk.cursor, model.desk.costly)
    assert [answer for answer, _ in question.answers] == [str(places[1]), str(places[0]), ""]
    assert "the others' play " in question.text
    assert "luck " in question.text


def test_the_list_says_that_nothing_was_costly_when_all_is_reviewed() -> None:
    model, _ = reviewed(())
    for running in (True, False):
        model.desk.costly.running = running
        question = costliest_question(model.desk.cursor, model.desk.costly)
        assert ("No decision that was costly" in question.text) is not running


@pytest.mark.parametrize(("plain", "sign"), [(True, "*"), (False, "\N{BLACK DIAMOND}")])
def test_the_bar_has_a_mark_for_each(plain: bool, sign: str) -> None:
    canvas, look = Canvas(80, 1, "#ffffff", "#000000"), replace(LOOK, ascii=plain)
    put_timeline(canvas, look, Timeline(0, 100, (0, 50), False, "x1", (20, 70)), 0)
    assert "".join(canvas.lines()).count(sign) == 2


def test_a_finished_deal_and_a_watcher_cannot_be_played_on() -> None:
    model, _ = reviewed((12,))
    assert effects.OpenPage("play on") in model.do("play_from_here", (), 0)
    model.do("end", (), 0)
    (said,) = [each for each in model.do("play_from_here", (), 0) if isinstance(each, Notify)]
    assert "nothing left to play" in said.text
    without = ReplayModel(model.desk.cursor.replay, 0, Preferences)
    (said,) = [each for each in without.do("play_from_here", (), 0) if isinstance(each, Notify)]
    assert "cannot be continued from a record" in said.text


def test_the_last_page_names_the_dearest_decision() -> None:
    model, _ = reviewed((12, 30))
    match = ending_of(model.desk.cursor.replay, 0)
    assert match is not None
    page = ReplayOver(model.desk.cursor.replay, 0, match, model.desk.costly)
    (said,) = [note for note in notes(page.match) if note.startswith("Your costliest decision: ")]
    assert " cost 30 (±" in said


def test_plain_mode_tells_what_a_decision_cost_where_it_was_made() -> None:
    model, _ = reviewed((12,))
    lines = read_out(model.desk.cursor.replay, 0, model.desk.costly.review)
    costly = [line for line in lines if line.startswith("Costly: ")]
    assert len(costly) == 1
    assert " cost 12 (±" in costly[0]
    assert any(line.startswith("Ann: own play ") for line in lines)


# --- the process and the screen -----------------------------------------------------------------


@pytest.fixture
def record(own_places: Path) -> Path:
    return kept(own_places / "state" / "matches", played("kozel"), "2026-11-20-190000")


@pytest.mark.nightly
async def test_the_process_judges_as_this_one_does(record: Path) -> None:
    replay, there, here = load_replay(record), Review(0, 8), Review(0, 8)
    async with aclosing(judged(record, replay, there)) as found:
        async for at, decision in found:
            there.take(at, decision)
            if at > 20:
                break
    for at in judge_rest(replay, here):
        if at == there.reached - 1:
            break
    assert there == here


async def test_a_match_is_reviewed_gone_through_and_played_on(record: Path) -> None:
    replay, review = load_replay(record), Review(0, 8)
    assert list(judge_rest(replay, review))
    place = choices_of(replay, 0)[0]
    review.decisions = [each for each in review.decisions if each.at != place]
    review.decisions.append(decided(replay, place, 500.0))
    review.decisions.sort(key=lambda each: each.at)
    assert keep_review(record, review)
    assert kept_review(record, replay) == review
    assert next(iter(review.costliest(0))).at == place
    async with opened(StartReplay(str(record), "Ann")) as pilot:
        await seen(pilot, "seen by Ann")
        screen = pilot.app.screen
        assert isinstance(screen, ReplayScreen)
        await pilot.press("n")
        assert screen.cursor.at == screen.model.desk.costly.marks(0)[0]
        await seen(pilot, "was worth more")
        await pilot.press("d")
        await seen(pilot, "The costliest decisions")
        await pick(pilot, "Deal 1")
        await until(pilot, lambda: screen.cursor.at == place)
        await pilot.press("b")
        await seen(pilot, "Play on from here?")
        await pick(pilot, "play")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        session = app_of(pilot).navigator.session
        assert session is not None
        await until(pilot, lambda: bool(session.client.position))
        assert session.client.position.view.hand == replay.view(place, 0).hand
        await pilot.press("escape")
        await pick(pilot, "leave")
        await until(pilot, lambda: pilot.app.screen is screen)
        assert screen.cursor.at == place, "the way back is to where it was asked for"
        assert app_of(pilot).navigator.session is None


async def test_the_last_page_of_a_replay_has_the_match_reviewed(record: Path) -> None:
    replay, review = load_replay(record), Review(0, 8)
    for at in judge_rest(replay, review):
        if at == choices_of(replay, 0)[-1]:
            break
    mine = choices_of(replay, 0)[0]
    review.decisions = [
        decided(replay, mine, 500.0) if each.at == mine else each for each in review.decisions
    ]
    assert keep_review(record, review)
    async with opened(StartReplay(str(record), "Ann")) as pilot:
        await seen(pilot, "seen by Ann")
        await pilot.press("end", "right")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayOver))
        await seen(pilot, "Your costliest decision: deal 1, ")
    assert kept_review(record, replay).is_complete(replay)
