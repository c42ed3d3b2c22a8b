"""history, replay and stats without a screen: tables, sentences, JSON, mistakes."""

import json
import re
from pathlib import Path

import pytest

from core.games import GAMES
from tests.support.past_matches import career_name, kept, played, still_played
from tui.__main__ import main

NAMED = ("--name", "Ann", "--lang", "en")
SEEN = re.compile(r"[|│▏▁-▟·]|\x1b|  ")
"""Signs that only sighted players need: charts, colours, columns."""


@pytest.fixture
def folder(own_places: Path) -> Path:
    """Three matches: of Joker, a broken-off one of Kozel, a damaged file; newest last."""
    folder = own_places / "state" / "matches"
    kept(folder, played("joker"), "2026-11-20-190000")
    kept(folder, played("kozel", 2, moves=5), "2026-11-21-190000")
    (folder / "2026-11-22-190000-kozel-x-1.jsonl").write_text("nonsense\n")
    return folder


def said(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    assert main([*words, *NAMED]) == code
    captured = capsys.readouterr()
    return captured.err if code else captured.out


@pytest.mark.usefixtures("folder")
class TestHistory:
    def test_a_table_has_a_line_for_every_record_newest_first(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        head, *lines = said(capsys, "history", "--plain").splitlines()
        assert head.split() == ["date", "game", "result", "players"]
        assert [line.split()[0] for line in lines] == ["1", "2", "3"]
        assert "damaged" in lines[0]
        assert "not valid JSON" in lines[0]
        assert "not finished" in lines[1]
        assert "place" in lines[2]
        assert "Rook, Magpie, Badger (hard bots)" in lines[2]

    def test_a_pipe_gets_the_table_as_well(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert said(capsys, "history") == said(capsys, "history", "--plain")

    def test_one_game_keeps_the_numbers_of_all(self, capsys: pytest.CaptureFixture[str]) -> None:
        lines = said(capsys, "history", "joker", "--last", "1").splitlines()
        assert len(lines) == 2
        assert lines[1].startswith("3 ")

    def test_a_program_gets_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        damaged, broken_off, joker = json.loads(said(capsys, "history", "--json"))
        assert damaged["problem"]
        assert (broken_off["finished"], joker["finished"]) == (False, True)
        assert joker["players"][0] == {"name": "Ann", "kind": "human"}


def test_where_nothing_was_played_that_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["history", "--plain"]) == 0
    assert capsys.readouterr().err == "No match has been played here yet.\n"
    assert main(["history", "kozel", "--plain"]) == 0
    assert capsys.readouterr().err == "No match of Kozel has been played here yet.\n"
    assert "No match has been played here yet." in said(capsys, "replay", code=1)


def test_a_folder_that_cannot_be_read_is_no_empty_one(
    own_places: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (own_places / "state").mkdir(exist_ok=True)
    (own_places / "state" / "matches").write_text("no folder")
    for command in ("history", "stats", "replay"):
        assert "matches: it cannot be read: Not a directory" in said(capsys, command, code=1)


class TestWhatIsStillGoingOn:
    def test_it_is_listed_but_not_told(
        self, folder: Path, own_places: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = kept(folder, played("kozel", 2, moves=5), "2026-11-21-190000")
        still_played(own_places / "state", path)
        assert "still going on" in said(capsys, "history").splitlines()[2]
        assert json.loads(said(capsys, "history", "--json"))[1]["going_on"] is True
        for word in ("2", str(path)):
            assert "this match is still going on" in said(capsys, "replay", word, code=1)
        assert "not finished" not in said(capsys, "stats")

    def test_the_last_match_is_the_last_that_can_be_watched(
        self, folder: Path, own_places: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        still_played(own_places / "state", folder / "2026-11-21-190000-kozel-abcdef-1.jsonl")
        (folder / "2026-11-20-190000-joker-abcdef-1.jsonl").rename(
            folder / "2026-11-20-190000-joker-fedcba-1.jsonl"
        )
        assert said(capsys, "replay").startswith("Joker.")


class TestReplay:
    @pytest.mark.parametrize("game", tuple(GAMES))
    @pytest.mark.parametrize("seat", ["Ann", "nobody"])
    @pytest.mark.parametrize("language", ["en", "ru"])
    def test_a_whole_match_is_told_in_sentences(
        self,
        game: str,
        seat: str,
        language: str,
        tmp_path: Path,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        path = kept(tmp_path, played(game), "2026-11-20-190000")
        assert main(["replay", str(path), "--plain", "--seat", seat, "--lang", language]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) > 30
        assert all(line.strip() for line in lines)
        hands = [line for line in lines if line.startswith(("Your hand", "Ваша рука", "У вас"))]
        assert bool(hands) is (seat == "Ann")
        assert any(line.startswith(("Place 1: ", "Место 1: ")) for line in lines)

    def test_a_match_is_named_by_its_number_in_the_list(
        self, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert said(capsys, "replay", "3").startswith("Joker. Ann · Rook, Magpie, Badger")
        assert "Here the match was broken off." in said(capsys, "replay", "2")

    @pytest.mark.parametrize(
        "words, code, complaint",
        [
            (["1"], 1, "line 1: not valid JSON"),
            (["9"], 2, "there are matches 1 to 3; got 9"),
            (["nowhere.jsonl"], 1, "nowhere.jsonl: it cannot be read: No such file"),
            (["3", "--seat", "Rok"], 2, "nobody called 'Rok' sat there; there were: Ann, Rook"),
        ],
    )
    def test_mistakes_are_told_in_a_line(
        self,
        folder: Path,
        words: list[str],
        code: int,
        complaint: str,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        assert complaint in said(capsys, "replay", *words, code=code)

    def test_a_damaged_record_is_told_as_far_as_it_goes(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = kept(tmp_path, played("kozel", moves=5), "2026-11-20-190000")
        with path.open("a") as file:
            file.write('{"seat":0,"move":"lay 9-9 left"}\n')
        last = said(capsys, "replay", str(path)).splitlines()[-1]
        assert last.startswith("The record cannot be followed further: line")


@pytest.mark.usefixtures("folder")
class TestStats:
    def test_the_matches_of_a_player_add_up_game_by_game(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        text = said(capsys, "stats")
        assert text.startswith("Ann: 1 match finished, 1 not finished, 1 damaged record\n")
        assert "bids made" in text
        assert "won at tables with" in text

    @pytest.mark.parametrize("language", ["en", "ru"])
    def test_read_out_it_is_a_number_a_line_and_nothing_is_drawn(
        self, language: str, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        kept(folder, played("kozel", names=("Ann", "Bob")), "2026-11-19-190000")
        assert main(["stats", "--plain", "--name", "Ann", "--lang", language]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert "Kozel, target 50:" in lines or "Козёл, игра до 50:" in lines
        assert any(line.startswith(("bids made: ", "сыграно заказов: ")) for line in lines)
        assert any(line.startswith("Bob: ") for line in lines)
        assert not [line for line in lines if not line or SEEN.search(line)]

    def test_several_names_are_one_player(
        self, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        kept(folder, played("kozel", names=("Anna",)), "2026-11-19-190000")
        assert said(capsys, "stats", "Ann", "anna").startswith("Ann, anna: 2 matches finished")

    def test_those_who_have_played_are_listed(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert said(capsys, "stats", "--names") == "Ann: 2 matches\n"
        assert json.loads(said(capsys, "stats", "--names", "--json")) == {"Ann": 2}

    def test_a_program_gets_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        found = json.loads(said(capsys, "stats", "--json"))
        assert found["players"] == ["Ann"]
        assert found["damaged"] == 1
        joker = found["games"][career_name("joker")]
        assert joker["matches"] == 1
        assert joker["bid_deals"] == 16
        assert found["games"][career_name("kozel")]["unfinished"] == 1

    def test_only_what_is_asked_for_is_counted(
        self, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        kept(folder, played("kozel", names=("Ann", "Bob")), "2026-11-19-190000")
        text = said(capsys, "stats", "--with", "bob", "--game", "kozel")
        assert text.startswith("Ann: 1 match finished, 1 damaged record\nKozel · with bob\n")
        assert "who was the goat" in text
        found = json.loads(said(capsys, "stats", "--with", "hard", "--json"))
        assert found["filter"] == {"game": None, "with": ["bot:hard"], "rules": {}}
        assert found["games"][career_name("kozel")]["opponents"]["bob"]["met"] == 1
        assert len(found["games"][career_name("joker")]["results"]) == 1
        words = ("stats", "--game", "joker", "--rule", "deal_set=", "--json")
        for value, games in (("full", []), ("nines", ["joker deal_set=nines"])):
            chosen = (*words[:-2], words[-2] + value, words[-1])
            assert list(json.loads(said(capsys, *chosen))["games"]) == games

    @pytest.mark.parametrize(
        "words, complaint",
        [
            (["--rule", "deal_set=nines"], "--rule needs --game"),
            (["--game", "jokr"], "did you mean 'joker'?"),
            (["--with", "hrad"], "did you mean 'hard'?"),
            (["--game", "joker", "--rule", "deal_sets=nines"], "did you mean 'deal_set'?"),
        ],
    )
    def test_what_cannot_be_asked_for_is_a_mistake(
        self, words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert complaint in said(capsys, "stats", *words, code=2)

    def test_somebody_unknown_is_a_mistake(self, capsys: pytest.CaptureFixture[str]) -> None:
        complaint = said(capsys, "stats", "Anne", code=2)
        assert "nobody called 'Anne'" in complaint
        assert "did you mean 'Ann'?" in complaint

    def test_whoever_has_not_played_hears_who_has(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["stats", "--name", "Eve", "--lang", "en"]) == 0
        captured = capsys.readouterr()
        assert captured.out == "Eve: 0 matches finished, 1 damaged record\n"
        assert captured.err == "These have played here: Ann\n"


class TestNumbers:
    """The numbers of 'kozyr history' mean the same to every command."""

    @pytest.mark.usefixtures("folder")
    def test_verify_takes_them_too(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert ": ok; " in said(capsys, "verify", "3")
        assert main(["verify", "1", "3", *NAMED]) == 1
        broken, right = capsys.readouterr().out.splitlines()
        assert "line 1" in broken
        assert ": ok; " in right

    @pytest.mark.usefixtures("folder")
    def test_a_number_beyond_the_last_is_a_mistake(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert "there are matches 1 to 3; got 4" in said(capsys, "verify", "4", code=2)
