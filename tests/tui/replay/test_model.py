"""The model of a replay alone: recorded positions, time by hand."""

from core.game import is_deal_over
from core.games import GAMES
from core.records.replay import walk
from tests.support.past_matches import played
from tui.drawing.look import look_from
from tui.replay.model import ReplayModel
from tui.table import effects
from tui.table.effects import Effect, Preferences, TickAt

BOT_SECONDS = 2.0


def replayed(speed: float = 0.0) -> ReplayModel:
    """A match of Kozel from its beginning, through the eyes of seat 0."""
    replay = walk(GAMES, played("kozel").text().splitlines())
    model = ReplayModel(replay, 0, lambda: Preferences(speed=speed, bot_seconds=BOT_SECONDS))
    model.begin(0.0)
    return model


def due(asked: list[Effect]) -> float | None:
    """The time at which the model wants to be woken."""
    (time,) = [effect.time for effect in asked if isinstance(effect, TickAt)]
    return time


def test_what_plays_by_itself_goes_one_position_further_whenever_it_is_due() -> None:
    model = replayed()
    woken = due(model.do("run", (), 0.0))
    assert model.desk.cursor.at == 1
    assert woken is not None
    assert woken >= BOT_SECONDS
    model.tick(woken - 0.01)
    assert model.desk.cursor.at == 1, "too early"
    model.tick(woken)
    assert model.desk.cursor.at == 2


def test_the_side_is_hidden_while_a_replay_goes_on_playing() -> None:
    model = replayed()
    woken = due(model.do("run", (), 0.0))
    assert woken is not None
    model.do("side", (), 1.0)
    assert model.desk.running
    model.tick(woken)
    assert model.desk.cursor.at == 2


def test_a_key_stops_what_plays_by_itself() -> None:
    model = replayed(speed=1.0)
    model.do("run", (), 0.0)
    assert due(model.do("scores", (), 0.1)) is None
    assert not model.desk.running
    assert model.desk.board.motion.moment == 1.0


def test_a_step_moves_forward_only() -> None:
    model = replayed(speed=1.0)
    while not model.desk.board.motion.busy:
        model.do("step", (1,), 0.0)
    at = model.desk.cursor.at
    model.do("step", (-1,), 0.0)
    assert model.desk.cursor.at == at - 1
    assert not model.desk.board.motion.busy


def test_one_key_lays_all_hands_open_where_a_deal_is_over_and_the_next_step_goes_on() -> None:
    model, look = replayed(), look_from({})
    model.do("all_hands", (), 0.0)
    assert not model.scene(look).hands, "the deal is being played"
    while not is_deal_over(model.desk.cursor.view):
        model.do("step", (1,), 0.0)
    model.do("all_hands", (), 0.0)
    assert model.scene(look).hands
    assert not model.scene(look).shows_summary
    model.do("all_hands", (), 0.0)
    assert not model.scene(look).hands
    model.do("all_hands", (), 0.0)
    model.do("step", (1,), 0.0)
    assert not model.scene(look).hands


def test_the_cursor_is_on_no_piece_until_the_adviser_points_at_one() -> None:
    model = replayed()
    assert model.desk.board.piece is None
    while not model.desk.cursor.mine or len(model.desk.cursor.legal) < 2:
        model.do("step", (1,), 0.0)
    assert model.desk.board.legal
    assert model.desk.board.piece is None


def test_a_movement_is_drawn_as_it_goes_and_a_summary_only_where_it_is_due() -> None:
    model, look = replayed(speed=1.0), look_from({})
    while not model.desk.board.motion.busy:
        model.do("step", (1,), 0.0)
    moving = model.scene(look)
    assert model.desk.board.motion.due is not None
    assert effects.MOVED in model.tick(model.desk.board.motion.due)
    assert model.scene(look).moment > moving.moment
    while not is_deal_over(model.desk.cursor.view):
        model.do("step", (1,), 0.0)
    model.do("scores", (), 0.0)
    assert not model.scene(look).shows_summary
    model.do("step", (1,), 0.0)
    assert model.scene(look).shows_summary
