"""Solo play: the same table in the same process, bots in their own process, no socket."""

import asyncio
import os
import pickle
import signal
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest

from core.game import FINISHED
from core.games import GAMES
from core.games.kozel import bot as kozel_bot, rules as kozel
from core.records.record import verify
from core.shuffle import SeededDecks
from net.client.events import IntermissionChanged, Position
from net.files.store import Records
from net.host.bot_worker import answer
from net.host.bots import Bots
from net.host.local import solo
from net.table.clock import EVERYBODY
from net.wire.to_host import Leave
from tests.support.dealing import begin
from tests.support.robots import Robot


async def test_one_person_plays_a_match_against_bots(tmp_path: Path) -> None:
    records = Records(tmp_path)
    link = solo(
        kozel, kozel.Options(target=51), 3, "Ann",
        seed=5, bot_seconds=0, records=records,
    )  # fmt: skip
    ann = Robot(link, "Ann")
    await ann.until(lambda: ann.phase == "over")
    assert ann.links == [True]
    assert [line.kind for line in ann.client.room.seats] == ["human", "bot:easy", "bot:easy"]
    await ann.close()
    assert not ann.client.connected
    (path,) = records.paths()
    assert verify(GAMES, path.read_text().splitlines()) is None


@pytest.mark.parametrize(
    ("game", "chosen"),
    [
        ("graph_poker", {"deals": 1}),
        pytest.param("joker", {"deal_set": "nines"}, marks=pytest.mark.nightly),
    ],
)
async def test_the_same_seed_and_moves_give_the_same_match(
    game: str, chosen: dict[str, int | str], tmp_path: Path
) -> None:
    """The bots' random choices follow from the seed, too: all of them, on both occasions."""

    async def played(seed: int, folder: Path) -> list[str]:
        rules, records = GAMES[game], Records(folder)
        link = solo(
            rules, rules.Options(**chosen), 4, "Ann", seed=seed, bot_seconds=0, records=records
        )
        ann = Robot(link, "Ann")
        await ann.until(lambda: ann.phase == "over", 60)
        await ann.close()
        (path,) = records.paths()
        return [line for line in path.read_text().splitlines() if '"move"' in line]

    first = await played(5, tmp_path / "first")
    assert first == await played(5, tmp_path / "again")
    assert first != await played(6, tmp_path / "other")


async def test_each_deal_waits_for_the_one_person_who_plays() -> None:
    link = solo(
        kozel, kozel.Options(target=51), 3, "Ann",
        seed=5, bot_seconds=0, pause=EVERYBODY,
    )  # fmt: skip
    ann = Robot(link, "Ann")
    await ann.until(lambda: ann.phase == "over")
    shown = [event for event in ann.heard if isinstance(event, Position)]
    finished = {event.seq for event in shown if event.view.phase == FINISHED}
    paused = [event for event in ann.heard if isinstance(event, IntermissionChanged)]
    assert {event.seq for event in paused} == finished != set()
    assert all(event.awaited == (0,) and event.ends is None for event in paused)
    await ann.close()


async def test_leaving_ends_the_link() -> None:
    ann = Robot(solo(kozel, kozel.Options(), 2, "Ann", bot_seconds=0), "Ann", plays=False)
    await ann.until(lambda: ann.phase == "playing")
    ann.send(Leave())
    assert (await ann.ended()).code == "left"


async def test_closing_in_the_middle_leaves_no_process_behind() -> None:
    link = solo(kozel, kozel.Options(), 4, "Ann", bot_seconds=0)
    ann = Robot(link, "Ann")
    await ann.until(lambda: ann.client.seq > 5)
    pid = link.runtime.bots.pid
    assert pid is not None
    await ann.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_a_killed_worker_is_replaced() -> None:
    bots = Bots(lambda: 1)
    view = kozel.view(begin(kozel, kozel.Options(), 2, SeededDecks(1)), 0)
    state = begin(kozel, kozel.Options(), 2, SeededDecks(1))
    seat = kozel.to_act(state)[0]
    view = kozel.view(state, seat)
    legal = kozel.legal(state, seat)
    assert await bots.choose("kozel", view, "easy") in legal
    assert bots.pid is not None
    os.kill(bots.pid, signal.SIGKILL)
    assert await bots.choose("kozel", view, "easy") in legal
    assert await bots.choose("kozel", view, "easy") in legal
    bots.close()
    assert await bots.choose("kozel", view, "easy") is None


async def test_however_many_are_asked_at_once_all_answer_in_their_time() -> None:
    bots = Bots(lambda: 1)
    state = begin(kozel, kozel.Options(), 2, SeededDecks(1))
    (seat,) = kozel.to_act(state)
    view = kozel.view(state, seat)
    questions = (bots.choose("kozel", view, "expert", 0.0) for _ in range(4))
    assert set(await asyncio.gather(*questions)) <= set(kozel.legal(state, seat))
    bots.close()


def test_the_worker_thinks_no_longer_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(kozel_bot.PLAYOUTS, "expert", 10**12)
    state = begin(kozel, kozel.Options(), 3, SeededDecks(1))
    while len(kozel.legal(state, kozel.to_act(state)[0])) == 1:
        seat = kozel.to_act(state)[0]
        kozel.apply(state, seat, kozel.legal(state, seat)[0])
    (seat,) = kozel.to_act(state)
    questions, answers = BytesIO(), BytesIO()
    question = ("choose", "kozel", kozel.view(state, seat), "expert", 1, 0.001)
    pickle.dump(question, questions)
    questions.seek(0)
    answer(questions, answers)
    answers.seek(0)
    assert pickle.load(answers) in kozel.legal(state, seat)


@pytest.mark.logs("no answer to")
@pytest.mark.logs("no bot can play")
async def test_a_bot_that_fails_is_logged_and_answers_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    bots = Bots()
    assert await bots.choose("whist", None, "easy") is None
    assert "KeyError" in caplog.text
    bots.close()


ORPHAN = """
import asyncio, os, sys
from core.games.kozel import rules as kozel
from core.shuffle import SeededDecks
from net.host.bots import Bots

async def main():
    bots = Bots()
    state = kozel.new(kozel.Options(), 2)
    kozel.deal(state, SeededDecks(1)(kozel.due(state)))
    seat = kozel.to_act(state)[0]
    await bots.choose("kozel", kozel.view(state, seat), "easy")
    print(bots.pid, flush=True)
    os.kill(os.getpid(), 9)

asyncio.run(main())
"""


@pytest.mark.skipif(not Path("/proc").exists(), reason="needs /proc to wait for a grandchild")
def test_the_worker_ends_when_its_parent_is_killed() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ORPHAN], capture_output=True, text=True, check=False
    )
    assert done.returncode == -signal.SIGKILL
    fate = Path(f"/proc/{int(done.stdout)}/stat")
    # Its stdin ended with the parent; a zombie waiting for init counts as ended.
    while fate.exists() and fate.read_text().rsplit(")", 1)[1].split()[0] != "Z":
        os.sched_yield()
