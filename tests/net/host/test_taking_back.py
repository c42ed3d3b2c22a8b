"""Moves taken back in solo matches of every game: bots answer the same moves as before."""

import json
from pathlib import Path
from typing import Any

import pytest

from core.bots import BOTS
from core.games import GAMES
from core.records.record import verify
from core.records.replay import walk
from net.client.events import ClientEvent, IntermissionChanged, Position, Refusal
from net.files.saved import Logs
from net.files.store import Records
from net.host.local import LocalLink, play_on, solo, solo_again
from tests.support.game_facts import house_rules_of, seats_of
from tests.support.matches import daily
from tests.support.past_matches import played
from tests.support.robots import Robot


class Waverer(Robot):
    """Takes back some of its decisions, and the end of the first deal."""

    def __init__(self, link: LocalLink, name: str) -> None:
        self._link = link
        self._decisions = 0
        self.taken_back = 0
        self._read = False
        self._unread: ClientEvent | None = None
        super().__init__(link, name)

    def _hear(self, event: ClientEvent) -> None:
        paused = isinstance(event, IntermissionChanged) and event.awaited
        if paused and not self._read:
            self._read = True
            self._unread = event
            self._back()
            return
        if isinstance(event, Refusal) and event.code == "back":
            self.heard.append(event)
            if self.client.my_turn or self._unread is None:
                super().move()
                return
            event = self._unread
        super()._hear(event)

    def _back(self) -> None:
        self.taken_back += 1
        self._link.take_back()

    def move(self) -> None:
        if self.client.my_turn:
            self._decisions += 1
            if self._decisions in (3, 5, 9, 14, 20):
                self._back()
                return
        super().move()


def refusals(robot: Robot) -> list[str]:
    """Return the reasons why nothing was taken back, one each time."""
    heard = robot.heard
    return [one.reason for one in heard if isinstance(one, Refusal) and one.code == "back"]


def solo_of(name: str, folder: Path) -> LocalLink:
    game = GAMES[name]
    options = game.Options(**house_rules_of(name, "short"))
    return solo(
        game, options, seats_of(name, "short"), "Ann",
        level="easy", seed=7, bot_seconds=0, records=Records(folder),
    )  # fmt: skip


async def finished(robot: Robot, folder: Path) -> list[dict[str, Any]]:
    await robot.until(lambda: robot.phase == "over", 60)
    await robot.close()
    (path,) = Records(folder).paths()
    assert verify(GAMES, path.read_text().splitlines()) is None
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize("name", daily(BOTS, "kozel"))
async def test_the_same_moves_give_the_same_match_however_often_some_were_taken_back(
    name: str, tmp_path: Path
) -> None:
    steady = await finished(Robot(solo_of(name, tmp_path / "steady"), "Ann"), tmp_path / "steady")
    link = solo_of(name, tmp_path / "wavering")
    waverer = Waverer(link, "Ann")
    wavering = await finished(waverer, tmp_path / "wavering")
    refused = len(refusals(waverer))
    assert waverer.taken_back > refused
    assert wavering[1:] == steady[1:]
    assert wavering[0] == {**steady[0], "taken_back": waverer.taken_back - refused}


async def test_nothing_to_take_back_is_said_in_a_sentence() -> None:
    game = GAMES["kozel"]
    link = solo(game, game.Options(), 2, "Ann", seed=2, bot_seconds=0)
    ann = Robot(link, "Ann", plays=False)
    await ann.until(lambda: ann.client.my_turn)
    link.take_back()
    await ann.until(lambda: refusals(ann))
    assert refusals(ann) == ["there is nothing to take back"]
    await ann.close()


async def test_a_resumed_match_that_was_taken_back_stays_marked(tmp_path: Path) -> None:
    game, logs = GAMES["kozel"], tmp_path / "unfinished"
    link = solo(
        game, game.Options(target=51), 2, "Ann",
        seed=3, bot_seconds=0, logs=Logs(logs),
    )  # fmt: skip
    ann = Robot(link, "Ann")
    await ann.until(lambda: ann.client.seq > 8)
    ann.plays = False
    link.take_back()
    await ann.until(lambda: any(isinstance(h, Position) and h.before for h in ann.heard))
    await ann.close()
    files = Logs(logs)
    (kept,) = files.tables()
    assert kept.taken_back == 1
    records = Records(tmp_path / "matches")
    match = files.take(kept.id)
    again = Robot(
        solo_again(match, 0.0, bot_seconds=0, records=records, logs=files), "Ann"
    )  # fmt: skip
    lines = await finished(again, tmp_path / "matches")
    assert lines[0]["taken_back"] == 1


async def test_a_match_played_on_from_a_record_is_taken_back_with_the_same_later_deals() -> None:
    replay = walk(GAMES, played("kozel").text().splitlines())
    link = play_on(replay, replay.deal_starts[1] + 3, 0, "easy", 0.0, bot_seconds=0)
    ann = Robot(link, "Ann")

    def hands() -> list[Any]:
        seen = [h.view for h in ann.heard if isinstance(h, Position)]
        return [view for view in seen if view.deal == 3 and view.to_act]

    await ann.until(hands)
    ann.plays = False
    first = hands()[0].hand
    link.take_back()
    await ann.until(lambda: any(isinstance(h, Position) and h.before for h in ann.heard))
    ann.heard.clear()
    ann.plays = True
    ann.move()
    await ann.until(hands)
    assert hands()[0].hand == first
    await ann.close()
