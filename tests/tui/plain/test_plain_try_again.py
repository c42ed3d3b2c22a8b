"""Plain mode: taking a move back, and playing the costliest decision again."""

from __future__ import annotations

import pytest

from core.games.kozel import rules as kozel
from net.wire.message import Message
from net.wire.to_host import Play
from tests.support.harness import Harness
from tui.plain.context import PlainContext, Plan
from tui.plain.orders import PlainDialogue
from tui.start import StartPractice

AGAIN = StartPractice("kozel", 2, "hard", path="x.jsonl", at=3)


class Evening:
    """A match against a bot; `why` is why nothing can be taken back."""

    def __init__(self, why: str = "") -> None:
        self.said: list[str] = []
        self.back = 0
        self._why = why
        ann = Harness(kozel, 2).with_bot()
        self.dialogue = PlainDialogue(
            PlainContext(
                ann.client, ann.send, self.said.append, Plan(alone=True), take_back=self._take_back
            )
        )

    def _take_back(self) -> str:
        self.back += 1
        return self._why

    def typed(self, line: str) -> list[str]:
        heard = len(self.said)
        self.dialogue.typed(line)
        return self.said[heard:]


@pytest.mark.parametrize("word", ["undo", "back", "вернуть", "отменить", "назад"])
def test_a_move_is_taken_back_and_what_is_typed_meanwhile_waits(word: str) -> None:
    evening = Evening()
    assert evening.typed(word) == []
    assert evening.back == 1
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


def test_help_names_both() -> None:
    said = " ".join(Evening().typed("help"))
    assert "undo: " in said
    assert "retry: " in said


def test_the_rest_of_a_deal_is_played_only_where_it_is_certainly_the_players(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = Evening()
    player = evening.dialogue.player
    sent: list[Message] = []
    player.send = sent.append
    player.match.legal = ("draw",)
    monkeypatch.setattr(player.board, "rest_is_mine", lambda view: False)
    assert evening.typed("mine") == ["Not everything that is left is certainly yours."]
    assert sent == []
    monkeypatch.setattr(player.board, "rest_is_mine", lambda view: True)
    evening.typed("моё")
    assert [move.move for move in sent if isinstance(move, Play)] == ["draw"]
    assert player.match.rest_of == player.client.view.deal
