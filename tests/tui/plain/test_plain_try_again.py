"""Plain mode: taking a move back, and playing the costliest decision again."""

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from core.game import Move
from core.games.kozel import rules as kozel
from core.review.decision import Decision
from net.client.events import Position
from net.wire.message import Message
from net.wire.to_host import Play
from tests.support.harness import Harness
from tui.boards import BOARDS
from tui.plain.context import PlainContext, Plan
from tui.plain.orders import PlainDialogue
from tui.plain.shell import _Shell
from tui.plain.words import help_lines
from tui.preferences.settings import Settings, config_folder, load
from tui.start import StartPractice, StartSolo
from tui.table.effects import Switch, TakeBack
from tui.table.links import open_link

AGAIN = StartPractice("kozel", 2, "hard", path="x.jsonl", at=3)


class Evening:
    """A match against a bot; `why` is the reason why nothing can be taken back."""

    def __init__(self, why: str = "") -> None:
        self.said: list[str] = []
        self.asked: list[object] = []
        self._why = why
        ann = Harness(kozel, 2).with_bot()
        self.dialogue = PlainDialogue(
            PlainContext(ann.client, ann.send, self.said.append, Plan(alone=True), self._carry_out)
        )

    def _carry_out(self, effect: object) -> None:
        self.asked.append(effect)
        if effect == TakeBack():
            self.dialogue.player.taken_back(self._why)

    def typed(self, line: str) -> list[str]:
        heard = len(self.said)
        self.dialogue.typed(line)
        return self.said[heard:]


@pytest.mark.parametrize("word", ["undo", "back", "вернуть", "отменить", "назад"])
def test_a_move_is_taken_back_and_what_is_typed_meanwhile_waits(word: str) -> None:
    evening = Evening()
    assert evening.typed(word) == []
    assert evening.asked == [TakeBack()]
    assert evening.dialogue.thinking


def test_where_others_play_it_is_said_why_not_and_nothing_waits() -> None:
    evening = Evening("moves are taken back only in a match alone against bots")
    assert evening.typed("undo") == ["No: moves are taken back only in a match alone against bots."]
    assert not evening.dialogue.thinking


def test_the_costliest_decision_is_played_again_once_it_is_known() -> None:
    evening = Evening()
    assert evening.typed("retry") == ["The match is not over yet."]
    assert not evening.dialogue.done
    evening.dialogue.player.retry = AGAIN
    assert evening.typed("переиграть") == []
    assert evening.dialogue.done
    assert evening.dialogue.player.goes_to == AGAIN


def test_the_coach_is_switched_on_and_off() -> None:
    evening = Evening()
    player = evening.dialogue.player
    assert evening.typed("coach") == ["The coach is on: it tells you when a decision was costly."]
    assert player.plan.coach
    assert evening.typed("тренер") == ["The coach is off."]
    assert not player.plan.coach
    assert evening.asked == [Switch("coach"), Switch("coach")], "for the next match too"


def test_no_coach_helps_against_other_people() -> None:
    evening = Evening()
    player = evening.dialogue.player
    player.plan = Plan(alone=False)
    assert evening.typed("coach") == ["The coach helps only in a match alone against bots."]
    assert not player.plan.coach


async def always_costly(game: str, view: Any, move: Move) -> Decision:
    return Decision(0, 0, 0, move, kozel.legal(view)[-1], 34.4, 5.0, ())


async def test_a_costly_move_is_told_as_soon_as_the_coach_is_on_and_in_the_next_match_too(
    own_places: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    start = StartSolo("kozel", 2, "easy", {}, 3, "Ann")
    session = await open_link(start, Settings(), folder=own_places, bot_seconds=0)
    reading, writing = os.pipe()
    with os.fdopen(reading) as typed, os.fdopen(writing, "w") as keyboard:
        monkeypatch.setattr(sys, "stdin", typed)
        shell = _Shell(session, Plan(alone=True, autoplay=Settings().autoplay))
        monkeypatch.setattr(shell.beside.coach, "mistake", always_costly)
        running = asyncio.ensure_future(shell.run())
        print("1", "1", "coach", "1", "1", sep="\n", file=keyboard, flush=True)
        said = ""
        while "cost about 34" not in said:
            await asyncio.sleep(0.01)
            said += capsys.readouterr().out
        assert "'undo' takes it back" in said
        assert said.index("The coach is on") < said.index("cost about")
        assert said.count("cost about") == 1
        print("quit", file=keyboard, flush=True)
        assert await running == 0
    assert shell.coached
    assert load(config_folder())[0].coach


def test_help_names_all_three() -> None:
    said = " ".join(Evening().typed("help"))
    assert "undo: " in said
    assert "coach: " in said
    assert "retry: " in said


def test_help_names_the_rest_of_a_deal_only_where_there_are_tricks() -> None:
    assert "mine: " not in " ".join(Evening().typed("help"))
    lines = help_lines("joker", BOARDS["joker"].topics, alone=False)
    assert any(line.startswith("mine: ") for line in lines)


def test_the_rest_of_a_deal_is_played_only_where_it_is_certainly_the_players() -> None:
    evening = Evening()
    player = evening.dialogue.player
    sent: list[Message] = []
    player.send = sent.append
    player.match.shown = Position(1, player.client.view, ())
    player.match.legal, player.match.rest_is_mine = ("draw",), False
    assert evening.typed("mine") == ["Not everything that is left is certainly yours."]
    assert sent == []
    player.match.rest_is_mine = True
    evening.typed("моё")
    assert [move.move for move in sent if isinstance(move, Play)] == ["draw"]
    assert player.match.rest_of == player.client.view.deal
