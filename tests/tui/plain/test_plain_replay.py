"""A past match line by line: on and back, deal by deal, to costly places, in both languages."""

import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from core.game import is_deal_over
from core.games import GAMES
from core.records.replay import Replay, walk
from core.review.review import Review, judge_rest
from net.files.reviews import keep_review, kept_review
from tests.support.matches import daily
from tests.support.past_matches import kept, played, read_out
from tui.__main__ import main
from tui.boards import BOARDS
from tui.boards.contract import open_hands
from tui.language.text import use_language
from tui.language.words import hand_text, use_words
from tui.plain.replay import PlainReplay


@pytest.fixture(autouse=True)
def spoken() -> None:
    use_words("spoken")


def replay_of(game: str = "kozel") -> Replay:
    return walk(GAMES, played(game).text().splitlines())


def reviewed(replay: Replay, losses: Sequence[float], seat: int = 0) -> tuple[Review, list[int]]:
    """A review in which the first decisions of a seat cost `losses`, and the others nothing."""
    review = Review(0, 4)
    assert list(judge_rest(replay, review))
    mine = [each.at for each in review.decisions if each.seat == seat][: len(losses)]
    costs = dict(zip(mine, losses, strict=True))
    review.decisions = [
        replace(each, loss=cost, given=cost, error=1.0, closely=True)
        for each in review.decisions
        for cost in (costs.get(each.at, 0.0),)
    ]
    return review, mine


def watched(
    replay: Replay, review: Review | None = None, seat: int | None = 0
) -> tuple[PlainReplay, list[str]]:
    said: list[str] = []
    dialogue = PlainReplay(replay, seat, said.append, review=review)
    dialogue.begin(asks=True)
    return dialogue, said


def answers(dialogue: PlainReplay, said: list[str], *lines: str) -> list[str]:
    said.clear()
    for line in lines:
        dialogue.typed(line)
    return list(said)


@pytest.mark.parametrize("word", daily(["retry", "t", "переиграть"], "переиграть"))
def test_the_costliest_decision_is_made_again_if_there_is_one(word: str) -> None:
    replay = replay_of()
    review, places = reviewed(replay, [5.0, 9.0])
    dialogue, said = watched(replay, review)
    assert answers(dialogue, said, word) == []
    assert dialogue.done
    assert (dialogue.again.at, dialogue.again.seat) == (places[1], 0)
    clean, _ = reviewed(replay, [])
    dialogue, said = watched(replay, clean)
    assert answers(dialogue, said, word) == ["No decision that was costly beyond doubt."]
    assert not dialogue.done


@pytest.mark.parametrize("game", GAMES)
def test_enter_by_enter_all_is_told_that_the_whole_match_has(game: str) -> None:
    replay = replay_of(game)
    dialogue, said = watched(replay)
    for _ in range(replay.last):
        dialogue.typed("\n")
    asked = "Seen by Ann.", "Enter continues; 'help' says what can be typed."
    assert [line for line in said if line not in asked] == read_out(replay, 0)


def test_back_a_deal_and_a_number_lead_where_they_say() -> None:
    dialogue, said = watched(replay_of())
    last = replay_of().last
    assert f"Deal 1, move 4 of {last}." in answers(dialogue, said, "next 5", "back")
    second = replay_of().deal_starts[1]
    for way in ("deal 2", "#2", str(second), "раздача 2"):
        assert f"Deal 2, move {second} of {last}." in answers(dialogue, said, "0", way)
    assert f"Deal 1, move 0 of {last}." in answers(dialogue, said, "deal back")
    assert "'x' is not a whole number." in answers(dialogue, said, "go x")
    assert f", move {last} of {last}." in answers(dialogue, said, "9" * 10_000)[0]


@pytest.mark.parametrize("game", ["joker", "domino_poker", "kozel"])
def test_hands_are_all_told_once_the_deal_is_over_and_counted_before(game: str) -> None:
    replay = replay_of(game)
    dialogue, said = watched(replay)
    assert answers(dialogue, said, "hands")[0].startswith("In the hands: ")
    over = next(at for at in range(replay.last) if is_deal_over(replay.view(at, 0)))
    head, *hands = answers(dialogue, said, str(over), "hands")[-1 - len(replay.players) :]
    assert head == "All hands that were dealt:"
    dealt = open_hands(BOARDS[game], replay.view(over, 0))
    assert hands == [
        f"{player.name}: {hand_text(hand)}."
        for player, hand in zip(replay.players, dealt, strict=True)
    ]


def test_n_and_capital_n_go_to_costly_decisions_and_the_cost_is_told_once() -> None:
    replay = replay_of()
    review, (first, second, third) = reviewed(replay, (12, 0.1, 30))
    dialogue, said = watched(replay, review)
    there = answers(dialogue, said, "n")
    assert there[0].startswith(f"Deal 1, move {first} of ")
    assert there[-1].startswith("Costly: ")
    assert " cost 12 (±1): " in there[-1]
    assert not [line for line in answers(dialogue, said, "") if line.startswith("Costly: ")]
    assert f"move {third} of " in answers(dialogue, said, "т")[0]
    assert answers(dialogue, said, "n") == ["No costly decision after this."]
    assert f"move {first} of " in answers(dialogue, said, "N")[0]
    assert answers(dialogue, said, "Т") == ["No costly decision before this."]
    told_again = answers(dialogue, said, str(second), "next")
    assert not [line for line in told_again if line.startswith("Costly: ")]


def test_the_dearest_are_listed_with_the_moves_to_go_to() -> None:
    replay = replay_of()
    review, (first, second) = reviewed(replay, (12, 30))
    dialogue, said = watched(replay, review)
    shares, costliest, other, how = answers(dialogue, said, "dearest")
    assert shares.startswith("Ann: own play −42.0 (±")
    assert costliest.startswith(f"move {second}: Deal 1, ")
    summary = answers(dialogue, said, "summary")
    assert any(line.startswith("Your costliest decision: deal 1, ") for line in summary)
    assert other.startswith(f"move {first}: ")
    assert how == "Type the number of a move to go there."


def test_other_eyes_see_their_own_hand_and_a_watcher_none() -> None:
    dialogue, said = watched(replay_of())
    mine = answers(dialogue, said, "hand")
    assert answers(dialogue, said, "eyes rook")[0] == "Seen by Rook."
    assert answers(dialogue, said, "рука") != mine
    assert answers(dialogue, said, "eyes nobody", "hand")[-1] == "You are watching."
    assert answers(dialogue, said, "eyes Rok")[0].startswith("Nobody called 'Rok' sat there")
    for asked in ("hint", "numbers"):
        assert "A watcher decides nothing" in answers(dialogue, said, asked)[0]


def test_what_is_asked_is_answered_and_what_is_nothing_is_told() -> None:
    replay = replay_of()
    dialogue, said = watched(replay)
    mine = next(at for at in range(replay.last) if replay.steps[at].seat == 0)
    while not replay.legal(mine)[1:] or replay.steps[mine].seat != 0:
        mine += 1
    moves = answers(dialogue, said, str(mine), "moves")
    assert moves[-1].startswith(f"{len(replay.legal(mine))} ")
    assert "The hint" in (hint := answers(dialogue, said, "hint")[0]) or "as the hint says" in hint
    (numbers,) = answers(dialogue, said, "numbers")
    assert "Points you would write, about: " in numbers
    assert " ± " in numbers
    assert "Place 1: " in "\n".join(answers(dialogue, said, "summary"))
    assert answers(dialogue, said, "nex")[0].endswith("did you mean 'next'?")
    assert any("quit: leave" in line for line in answers(dialogue, said, "help"))
    assert not dialogue.done
    dialogue.typed("выход")
    assert dialogue.done


def test_it_is_all_in_russian_too() -> None:
    use_language("ru")
    replay = replay_of()
    review, (first,) = reviewed(replay, (12,))
    dialogue, said = watched(replay, review)
    there = answers(dialogue, said, "т")
    assert there[0].startswith(f"Кон 1, ход {first} из ")
    assert there[-1].startswith("Дорого: ")
    assert answers(dialogue, said, "глаза грач")[0] == "Видит Грач."
    assert answers(dialogue, said, "глаза ann", "дорогие")[-3].startswith("Ann: своя игра −12,0")


# --- the command --------------------------------------------------------------------------------


@pytest.fixture
def record(own_places: Path) -> Path:
    return kept(own_places / "state" / "matches", played("kozel"), "2026-11-20-190000")


def run(
    lines: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> list[str]:
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    assert main(["replay", "--plain", "--name", "Ann", "--lang", "en"]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.usefixtures("record")
def test_without_a_line_to_read_the_whole_match_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("", capsys, monkeypatch) == read_out(replay_of(), 0)


def test_the_first_costly_place_asked_for_has_the_match_reviewed(
    record: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert keep_review(record, Review(0, 4))
    said = run("n\nquit\nn\n", capsys, monkeypatch)
    assert "The match is being reviewed; this takes a minute or so." in said
    assert any(line.startswith("reviewed 2") for line in said)
    review = kept_review(record, replay_of())
    assert review.is_complete(replay_of())
