"""The bots' process when it fails: easy bots play, and the player at this computer is told."""

import asyncio
import os
import signal
from random import Random

import pytest

from core.bots import choose, weights
from core.games import GAMES
from core.games.kozel import rules as kozel
from net.host.bots import Bots
from net.host.factory import new_table
from net.host.runtime import Runtime
from net.table.lobby import Lobby
from net.wire.reasons import TROUBLES
from tests.support.matches import Case, some_positions

WORKERS = [
    pytest.param("tests.support.broken_worker", marks=pytest.mark.logs("no answer to")),
    "tests.support.there_is_none",
]


def view_with_a_choice() -> kozel.View:
    for match in some_positions(Case(kozel, kozel.Options(), 2, ""), 8, 20):
        for seat in kozel.to_act(match.state):
            view = kozel.view(match.state, seat)
            moves = kozel.legal(match.state, seat)
            if choose("kozel", view, "easy", Random(5)) != moves[0]:
                return view
    raise AssertionError


@pytest.mark.parametrize("worker", WORKERS)
async def test_where_the_bots_cannot_think_easy_ones_play_and_it_is_told(worker: str) -> None:
    view = view_with_a_choice()
    bots = Bots(lambda: 5, worker)
    table = new_table("Ann", kozel, kozel.Options(), 2)
    runtime = Runtime(Lobby("Ann", [table]), bots)
    try:
        for asked in range(3):
            told = asked > 1
            assert (runtime.troubles == ("bots",)) == told
            move = await bots.choose("kozel", view, "expert")
            assert move == choose("kozel", view, "easy", Random(5))
    finally:
        await runtime.close()
    assert "easy" in TROUBLES["bots"]


async def test_a_worker_that_was_killed_once_is_no_trouble() -> None:
    view = view_with_a_choice()
    bots = Bots(lambda: 5)
    try:
        wanted = await bots.choose("kozel", view, "medium")
        pid = bots.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        await asyncio.to_thread(os.waitid, os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        assert await bots.choose("kozel", view, "medium") == choose(
            "kozel", view, "easy", Random(5)
        )
        assert not bots.failing
        assert await bots.choose("kozel", view, "medium") == wanted
        assert not bots.failing
    finally:
        bots.close()


async def test_the_log_says_once_why_bots_do_without_what_they_have_learnt(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = next(iter(weights.LEARNERS))
    match = next(some_positions(Case(GAMES[game], GAMES[game].Options(), 4, ""), 8, 20))
    view = GAMES[game].view(match.state, GAMES[game].to_act(match.state)[0])
    monkeypatch.setattr(weights, "FILE", "no-such-file.json")
    weights.learnt.cache_clear()
    bots = Bots(lambda: 5)
    try:
        for _ in range(2):
            assert await bots.choose(game, view, "easy")
        assert caplog.text.count("no-such-file.json of") == 1
    finally:
        bots.close()
        monkeypatch.undo()
        weights.learnt.cache_clear()
        weights.refused.clear()
