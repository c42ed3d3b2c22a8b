"""Past matches on the screens: the list, the replay, the statistics."""

import re
from itertools import product
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Static

from tests.support.matches import daily
from tests.support.past_matches import kept, played, still_played
from tests.support.screens import app_of, opened, pick, play_on, read, seen, until
from tui.history.screen import HistoryScreen
from tui.history.stats import StatsScreen
from tui.replay.pages import ReplayOver
from tui.replay.screen import ReplayScreen
from tui.start import StartHistory, StartReplay, StartSolo
from tui.table.last_page import LastPage
from tui.widgets.canvas import CanvasView


@pytest.fixture
def folder(own_places: Path) -> Path:
    return own_places / "state" / "matches"


@pytest.fixture
def kozel(folder: Path) -> Path:
    return kept(folder, played("kozel"), "2026-11-20-190000")


def replay_of(pilot: Pilot[None]) -> ReplayScreen:
    screen = pilot.app.screen
    assert isinstance(screen, ReplayScreen)
    return screen


async def watching(pilot: Pilot[None]) -> ReplayScreen:
    await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
    await until(pilot, lambda: pilot.app.screen.is_mounted)
    await pilot.pause()
    return replay_of(pilot)


async def test_a_match_of_the_list_is_watched_and_left_by_keys(kozel: Path, folder: Path) -> None:
    kept(folder, played("kozel", 2, moves=4), "2026-11-21-190000")
    (folder / "2026-11-22-190000-kozel-x-1.jsonl").write_text("nonsense")
    async with opened() as pilot:
        await seen(pilot, "past matches")
        await pick(pilot, "history")
        await seen(pilot, "damaged")
        text = read(pilot)
        assert text.index("damaged") < text.index("not finished") < text.index("place")
        await pilot.press("enter")
        await seen(pilot, "not valid JSON")
        await pilot.press("down", "down", "enter")
        screen = await watching(pilot)
        await seen(pilot, "seen by Ann")
        await pilot.press("right", "right")
        assert screen.cursor.at == 2
        await pilot.press("left", "end")
        assert screen.cursor.at == screen.replay.last
        await pilot.press("home", "pagedown")
        assert screen.cursor.at == screen.replay.deal_starts[1]
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, HistoryScreen))
        await pilot.press("escape")
        await seen(pilot, "play alone against bots")


async def test_a_match_is_watched_with_the_mouse_alone_by_clicks_and_dragging(kozel: Path) -> None:
    async with opened(StartHistory()) as pilot:
        await seen(pilot, "2026-11-20")
        await pilot.click("#matches", offset=(10, 0))
        screen = await watching(pilot)
        await pilot.click("#board")
        assert screen.cursor.at == 1
        painting = screen.query_one("#prompt", CanvasView).painting
        hits = {hit.what: hit for hit in painting.hits}
        for what, at in (
            (("step", 1), 2),
            (("step", -1), 1),
            (("deal", 1), screen.replay.deal_starts[1]),
            (("deal", -1), 0),
            (("at", screen.replay.last), screen.replay.last),
        ):
            await pilot.click("#prompt", offset=(hits[what].x, hits[what].y))
            assert screen.cursor.at == at, what
        board = screen.query_one("#board", CanvasView)
        board.post_message(CanvasView.Wheeled(board, -1, False))
        await pilot.pause()
        assert not screen.cursor.at_end
        for rate in (2.0, 4.0, 8.0, 0.5, 1.0):
            await pilot.click("#prompt", offset=(hits["rate", 0].x + 1, hits["rate", 0].y))
            assert screen.model.desk.rate == rate
        line = screen.query_one("#prompt", CanvasView)
        places = [hit for hit in line.painting.hits if hit.what[0] == "at"]
        left, right = places[2], places[-3]
        await pilot.mouse_down(line, offset=(left.x, left.y))
        await pilot.hover(line, offset=(right.x, right.y))
        drag = events.MouseMove(
            line, right.x, left.y + 9, 5, 9, 1, False, False, False, right.x, right.y
        )
        line.post_message(drag)  # the pilot's own moves hold no button
        await until(pilot, lambda: screen.cursor.at == right.what[1])


async def test_v_goes_round_all_eyes_and_only_they_show_their_hand(kozel: Path) -> None:
    async with opened(StartReplay(str(kozel))) as pilot:
        screen = await watching(pilot)
        for name in ("Rook", "Magpie", "Badger"):
            await pilot.press("v")
            await seen(pilot, f"seen by {name}")
            assert screen.cursor.view.seat is not None
        await pilot.press("v")
        await seen(pilot, "seen by a watcher")
        assert screen.cursor.view.hand == ()
        assert not screen.query_one("#hand").display
        await pilot.press("V")
        await seen(pilot, "seen by Badger")


async def test_it_plays_by_itself_to_the_end_faster_or_slower(kozel: Path) -> None:
    async with opened(StartReplay(str(kozel))) as pilot:
        screen = await watching(pilot)
        await pilot.press("up", "up", "up", "up", "down")
        assert screen.model.desk.rate == 4.0
        app_of(pilot).bot_seconds = 60.0
        await pilot.press("space")
        assert (screen.model.desk.running, screen.cursor.at) == (True, 1)
        await pilot.press("right")
        assert (screen.model.desk.running, screen.cursor.at) == (False, 2)
        app_of(pilot).bot_seconds = 0.0
        await pilot.press("space")
        await until(pilot, lambda: not screen.model.desk.running)
        assert screen.cursor.at == screen.replay.last
        app_of(pilot).bot_seconds = 60.0
        await pilot.press("space")
        assert (screen.model.desk.running, screen.cursor.at) == (True, 0)


async def test_the_adviser_says_what_it_would_have_done_and_the_log_marks_the_rest(
    kozel: Path,
) -> None:
    async with opened(StartReplay(str(kozel))) as pilot:
        screen = await watching(pilot)
        cursor = screen.cursor
        await pilot.press("h")
        while screen.replay.last > cursor.at:
            if cursor.mine and len(cursor.legal) > 1:
                await until(pilot, lambda: cursor.hint is not None)
                found, advised = cursor.hint, screen.model.desk.log.differs(cursor.at)
                await seen(pilot, "Played: " if advised else "Played as the hint says: ")
                assert found.move in cursor.legal
                if advised:
                    break
            await pilot.press("right")
        await pilot.press("right")
        await seen(pilot, "The hint was:")
        await pilot.press("v", "v", "v", "v")
        await seen(pilot, "A watcher decides nothing")
        await pilot.press("h", "h")
        assert not screen.model.desk.advised


async def test_the_adviser_asked_again_says_what_each_move_would_have_brought(kozel: Path) -> None:
    async with opened(StartReplay(str(kozel))) as pilot:
        screen = await watching(pilot)
        while not (screen.cursor.mine and len(screen.cursor.legal) > 2):
            await pilot.press("right")
        await pilot.press("h", "h")
        await seen(pilot, " ± ")
        area = pilot.app.screen.query_one("#prompt").region
        await until(pilot, lambda: "…" not in str(read(pilot).splitlines()[area.y - 2 :]))
        await pilot.press("h")
        assert not screen.model.desk.advised
        assert " ± " not in read(pilot)


async def test_a_move_or_a_deal_is_gone_to_by_its_number_and_the_end_says_who_has_won(
    kozel: Path,
) -> None:
    async with opened(StartReplay(str(kozel))) as pilot:
        screen = await watching(pilot)
        last, starts = screen.replay.last, screen.replay.deal_starts
        wanted = {"7": 7, "#2": starts[1], "#99": starts[-1], "0": 0, "9999": last}
        for typed, where in wanted.items():
            await pilot.press("right", "g")
            await seen(pilot, "Go to which step?")
            await pilot.press(*("number_sign" if char == "#" else char for char in typed), "enter")
            await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
            assert screen.cursor.at == where, typed
        result = screen.cursor.view.result
        first = result.places.index(1)
        won = f"{screen.cursor.names[first]} {result.totals[first]}"
        await seen(pilot, f"The match is over: 1. {won}")


async def test_where_a_match_was_broken_off_or_damaged_is_said(folder: Path) -> None:
    path = kept(folder, played("kozel", moves=5), "2026-11-20-190000")
    async with opened(StartReplay(str(path))) as pilot:
        await watching(pilot)
        await pilot.press("end")
        await seen(pilot, "Here the match was broken off")
    with path.open("a") as file:
        file.write('{"seat":0,"move":"lay 9-9 left"}\n')
    async with opened(StartReplay(str(path))) as pilot:
        await watching(pilot)
        await pilot.press("end")
        await seen(pilot, "The record cannot be followed further: line")


async def test_the_hands_of_a_match_still_going_on_stay_hidden(folder: Path) -> None:
    path = kept(folder, played("kozel", 3, moves=5), "2026-11-20-190000")
    still_played(folder.parent, path)
    async with opened(StartHistory()) as pilot:
        await seen(pilot, "still going on")
        await pilot.press("enter")
        await seen(pilot, "can be watched when it is over")
        assert isinstance(pilot.app.screen, HistoryScreen)


async def test_a_folder_that_cannot_be_read_is_no_empty_one(own_places: Path) -> None:
    (own_places / "state").mkdir(exist_ok=True)
    (own_places / "state" / "matches").write_text("no folder")
    async with opened(StartHistory()) as pilot:
        await seen(pilot, "it cannot be read: Not a directory")


async def test_a_long_result_takes_one_line_of_the_list(folder: Path) -> None:
    names = tuple(f"{name} who has a long name" for name in ("Bob", "Cat", "Dan", "Eve"))
    kept(folder, played("graph_poker", 3, names=names, moves=0), "2026-11-20-190000")
    path = kept(folder, played("kozel", 3, names=names), "2026-11-21-190000")
    lines = path.read_text().split("\n")[:-2]
    lines.append('{"result":{"totals":[1,1,1,1],"places":[1,1,1,1]}}')
    path.write_text("\n".join([*lines, ""]))
    async with opened(StartHistory()) as pilot:
        await seen(pilot, "first: Bob who")
        screen = pilot.app.screen
        assert isinstance(screen, HistoryScreen)
        shown = read(pilot).splitlines()
        first = next(at for at, line in enumerate(shown) if "2026-11-21" in line)
        assert "2026-11-20" in shown[first + 1]


@pytest.fixture
def nonsense(tmp_path: Path) -> Path:
    path = tmp_path / "match.jsonl"
    path.write_text("{}")
    return path


async def test_a_file_that_is_no_record_leaves_the_player_at_home(nonsense: Path) -> None:
    async with opened(StartReplay(str(nonsense))) as pilot:
        await seen(pilot, "it has no version")
        assert "play alone against bots" in read(pilot)


async def test_below_the_list_bots_have_their_names_in_the_players_language(
    kozel: Path, russian: None
) -> None:
    async with opened(StartHistory(), language="ru") as pilot:
        await seen(pilot, "2026-11-20")
        about = str(pilot.app.screen.query_one("#about", Static).content)
        for name in ("Грач", "Сорока", "Барсук"):
            assert re.search(rf"{name} \d", about)


async def test_where_room_is_short_it_still_says_whose_eyes_these_are(folder: Path) -> None:
    path = kept(folder, played("domino_poker", names=("Ann of the Long Name",)), "2026-11-20")
    async with opened(StartReplay(str(path)), (44, 30)) as pilot:
        screen = await watching(pilot)
        await pilot.press("h")
        screen.model.desk.costly.running = True
        await pilot.press("right")
        await seen(pilot, "seen by Ann of the Long Name")


async def test_in_an_upright_window_the_list_leaves_room_for_the_result(kozel: Path) -> None:
    async with opened(StartHistory(), size=(44, 30)) as pilot:
        await seen(pilot, "11-20")
        (row,) = [row for row in read(pilot).splitlines() if "11-20" in row]
        assert "…" not in row


@pytest.mark.parametrize(
    "game, size",
    daily(
        product(
            ("joker", "domino_poker", "graph_poker"), ((44, 30), (60, 20), (80, 24), (160, 48))
        ),
        ("joker", (160, 48)),
        ("graph_poker", (44, 30)),
    ),
)
async def test_every_game_is_watched_in_every_window(
    folder: Path, game: str, size: tuple[int, int]
) -> None:
    path = kept(folder, played(game), "2026-11-20-190000")
    async with opened(StartReplay(str(path)), size=size) as pilot:
        screen = await watching(pilot)
        await pilot.press("right", "pagedown", "left", "left", "tab", "tab", "plus", "shift+left")
        await pilot.press("f2")
        await seen(pilot, "Scores")
        await pilot.press("escape", "end")
        assert screen.cursor.at == screen.replay.last
        assert "/" + str(screen.replay.last) in read(pilot)


@pytest.mark.parametrize("theme", daily(["felt", "paper", "contrast", "mono"], "mono"))
async def test_the_screens_speak_russian_in_every_theme(kozel: Path, theme: str) -> None:
    async with opened(StartReplay(str(kozel)), language="ru", theme=theme) as pilot:
        await pilot.app.speak("ru")
        await watching(pilot)
        await seen(pilot, "видит Ann")
        await pilot.press("right", "р")
        assert replay_of(pilot).model.desk.advised


async def test_the_language_changes_while_a_match_is_watched(kozel: Path) -> None:
    async with opened(StartHistory()) as pilot:
        await seen(pilot, "2026-11-20")
        await app_of(pilot).speak("ru")
        await seen(pilot, "Прошлые партии")
        await seen(pilot, "2026-11-20")
        await pilot.press("enter")
        await watching(pilot)
        await pilot.press("right")
        await app_of(pilot).speak("en")
        await seen(pilot, "seen by Ann")
        await pilot.press("right")
        assert replay_of(pilot).cursor.at == 2


async def test_the_list_shows_one_game_or_all(kozel: Path, folder: Path) -> None:
    kept(folder, played("graph_poker"), "2026-11-21-190000")
    async with opened(StartHistory()) as pilot:
        await seen(pilot, "2026-11-21")
        await pilot.press("g")
        await seen(pilot, "Past matches · Kozel")
        assert "2026-11-21" not in read(pilot)
        await pilot.press("g", "g")
        await seen(pilot, "2026-11-21")


async def test_an_empty_list_says_so() -> None:
    async with opened(StartHistory()) as pilot:
        await seen(pilot, "No match has been played here yet.")
        await pilot.press("enter", "s")
        await seen(pilot, "Ann: 0 matches finished")


async def test_statistics_are_of_whoever_is_marked(kozel: Path, folder: Path) -> None:
    kept(folder, played("joker", names=("Anna", "Bob")), "2026-11-21-190000")
    async with opened(StartHistory()) as pilot:
        await seen(pilot, "2026-11-21")
        await pilot.press("s")
        await seen(pilot, "Ann: 1 match finished")
        await seen(pilot, "average place")
        await pilot.press("n")
        await seen(pilot, "[x] Ann")
        await pick(pilot, "[ ] Anna")
        await seen(pilot, "[x] Anna")
        await pilot.press("escape")
        await seen(pilot, "Ann, Anna: 1 match finished")
        await seen(pilot, "bids made")
        assert isinstance(pilot.app.screen, StatsScreen)
        await pilot.press("g", "g")
        await seen(pilot, "all games")
        await seen(pilot, "Ann, Anna: 2 matches finished")


async def test_statistics_count_only_what_is_chosen(kozel: Path, folder: Path) -> None:
    kept(folder, played("kozel", 2, names=("Ann", "Bob")), "2026-11-21-190000")
    async with opened(StartHistory()) as pilot:
        await pilot.press("s")
        await seen(pilot, "Ann: 2 matches finished")
        await seen(pilot, "the last 2 results")
        assert pilot.app.screen.query_one("#counted").size.height == 2
        await pilot.press("w")
        await seen(pilot, "Bob · 1")
        await pick(pilot, "[ ] Bob")
        await pilot.press("escape")
        await seen(pilot, "Kozel · with Bob")
        await seen(pilot, "Ann: 1 match finished")
        await pilot.press("r")
        await seen(pilot, "By which house rules?")
        await pick(pilot, "House rules")
        await seen(pilot, "Kozel · with Bob · House rules")
        await pilot.press("g")
        await seen(pilot, "all games · with Bob")
        await pilot.press("r")
        await seen(pilot, "Choose a game first")


async def test_a_match_that_has_just_ended_is_watched_again() -> None:
    start = StartSolo("kozel", 2, "easy", {"target": 50}, seed=1)
    async with opened(start) as pilot:
        await play_on(pilot)
        await seen(pilot, "watch from deal")
        await pick(pilot, "replay")
        screen = await watching(pilot)
        assert screen.cursor.at in screen.replay.deal_starts, "where the deciding deal begins"
        await pilot.press("end")
        assert screen.replay.result is not None
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, LastPage))


@pytest.mark.nightly
async def test_a_step_beyond_the_end_shows_the_last_page(tmp_path: Path) -> None:
    path = kept(tmp_path, played("kozel", 3), "2026-11-20-190000")
    async with opened(StartReplay(str(path)), size=(100, 30)) as pilot:
        screen = await watching(pilot)
        await pilot.press("end", "right")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayOver))
        await seen(pilot, "the goat!")
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is screen)
        assert screen.cursor.at_end
        await pilot.press("right")
        await pick(pilot, "replay")
        await until(pilot, lambda: pilot.app.screen is screen and not screen.cursor.at_end)
        assert screen.cursor.at in screen.replay.deal_starts
        await pilot.press("end", "right")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayOver))
        await pick(pilot, "leave")
        await until(pilot, lambda: screen not in pilot.app.screen_stack)
