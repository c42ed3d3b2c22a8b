"""`python -m kozyr_kits.training` repeats itself, judges its weights, writes better ones."""

import json
from pathlib import Path

import pytest

from core.bots.weights import LEARNERS, parse
from kozyr_kits.training import __main__ as command
from kozyr_kits.training.fit import fit
from kozyr_kits.training.fitters import FITTERS
from kozyr_kits.training.selfplay import duel, gather
from kozyr_kits.training.work import Usual, Work
from tests.support.matches import daily

GAMES = list(LEARNERS)
DECAY = 1e-4


def work(game: str, *, deals: int = 4, worlds: int = 2) -> Work:
    if game == "graph_poker":  # a match is as long as dozens of deals
        deals = 1
    return Work(game, "a seed", deals, worlds, None)


@pytest.mark.parametrize("game", daily(GAMES, "kozel", "domino_poker"))
def test_the_same_work_gives_the_same_positions_and_weights(game: str) -> None:
    one, other = gather(work(game)), gather(work(game))
    assert one
    assert one == other
    size = LEARNERS[game].SIZE
    fitted = [FITTERS[game](found, size, 1, DECAY).weights for found in (one, other)]
    assert fitted[0] == fitted[1]


@pytest.mark.parametrize("game", daily(GAMES, "kozel", "domino_poker"))
def test_a_policy_is_level_with_itself(game: str) -> None:
    asked = work(game, deals=3)
    assert duel(asked, None) == pytest.approx([0.0] * asked.deals)


def test_what_is_learnt_loses_less_than_rules_of_thumb_on_what_it_has_learnt() -> None:
    """A few hundred positions are learnt nearly by heart."""
    positions = gather(work(GAMES[0], deals=30, worlds=3))
    fitted = fit([*positions, *positions], LEARNERS[GAMES[0]].SIZE, 1, DECAY)
    assert fitted.lost < fitted.lost_by_rule


class TestCommand:
    def run(self, tmp_path: Path, *words: str) -> tuple[int, Path]:
        out = tmp_path / "policy.json"
        small = ["--deals", "4", "--worlds", "2", "--rounds", "2", "--jobs", "1"]
        return command.main([GAMES[0], "--out", str(out), *small, *words]), out

    @pytest.fixture(autouse=True)
    def judge_by_few(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(command, "USUAL", {GAMES[0]: Usual(duels=40)})

    def test_weights_that_play_no_better_are_not_written(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        code, out = self.run(tmp_path)
        assert code == 1
        assert not out.exists()
        assert "not written" in capsys.readouterr().err

    def test_weights_that_play_better_are_written_with_how_they_were_learnt(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(command, "duel", one_point_ahead)
        code, out = self.run(tmp_path)
        assert code == 0
        assert "2 rounds of 4 deals" in json.loads(out.read_text())["learnt"]
        parse(GAMES[0], out.read_bytes())

    @pytest.mark.parametrize(
        "words",
        [
            ["--deals", "0"],
            ["--rounds", "x"],
            ["--weight-decay", "nan"],
            ["--weight-decay", "-1"],
            ["--out", "/nowhere/policy.json"],
            ["--out", "/"],
        ],
    )
    def test_wrong_words_end_with_2(self, tmp_path: Path, words: list[str]) -> None:
        with pytest.raises(SystemExit) as ended:
            self.run(tmp_path, *words)
        assert ended.value.code == 2

    def test_without_a_cluster_it_says_so(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        code, out = self.run(tmp_path, "--dask", "tcp://127.0.0.1:1")
        assert code == 1
        assert not out.exists()
        assert capsys.readouterr().err.startswith("not written: ")


def one_point_ahead(work: Work, other: tuple[int, ...] | None) -> list[float]:
    """Stands in for a duel, in the processes of the command too."""
    return [1.0] * work.deals
