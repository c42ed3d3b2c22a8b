"""The command line: help, mistakes, exit codes, and the imports of each command."""

import json
import os
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from core.games import FACTS, GAMES
from core.games.kozel import rules as kozel
from kozyr_kits.arena import match as arena
from tui import cli
from tui.__main__ import main
from tui.commands import did_you_mean
from tui.language import rulebook

EVERY_COMMAND = [[], *([name] for name in cli.COMMANDS)]


def kozyr(*words: str, input: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    """Run the program in a process of its own, without a terminal."""
    return subprocess.run(
        [sys.executable, "-m", "tui", *words],
        input=input,
        capture_output=True,
        text=True,
        timeout=50,
        env={**os.environ, **env},
    )


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record of one match."""
    path = tmp_path / "match.jsonl"
    path.write_text(arena.play(kozel, kozel.Options(), ["easy"] * 4, seed=1).text(), "utf-8")
    return path


class TestHelp:
    @pytest.mark.parametrize("words", EVERY_COMMAND, ids=" ".join)
    @pytest.mark.parametrize("language", ["en", "ru"])
    def test_help_opens_with_examples(
        self, words: list[str], language: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main([*words, "--lang", language, "--help"]) == 0
        lines = capsys.readouterr().out.splitlines()
        name = " ".join(["kozyr", *words])
        assert lines[0].startswith(f"{name} - ")
        assert lines[3].startswith(f"  {name}")

    @pytest.mark.parametrize("words", EVERY_COMMAND, ids=" ".join)
    def test_every_example_is_understood(self, words: list[str]) -> None:
        for line, _ in cli.load_command(*words or ["home"]).examples():
            command, *rest = shlex.split(re.sub(r" [|<>] .*", "", line))
            assert command == "kozyr"
            assert cli.parse(rest)

    def test_the_help_of_kozyr_names_every_command(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        main(["--help"])
        said = capsys.readouterr().out
        assert all(re.search(rf"^  {name}\b", said, re.M) for name in cli.COMMANDS)

    def test_the_help_fits_a_narrow_terminal(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("COLUMNS", "80")
        for words in EVERY_COMMAND:
            main([*words, "--help"])
            assert max(map(len, capsys.readouterr().out.splitlines())) <= 100

    def test_the_version_is_printed(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["--version"]) == 0
        assert re.fullmatch(r"kozyr \d+\.\d+\.\d+\n", capsys.readouterr().out)


class TestMistakes:
    def test_a_port_that_is_taken_is_said_in_a_sentence(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with socket.create_server(("", 0)) as taken:
            port = taken.getsockname()[1]
            assert main(["host", "--no-seat", "--port", str(port)]) == 1
        assert f"port {port} is in use" in capsys.readouterr().err

    def test_a_word_that_is_merely_a_little_alike_is_not_offered(self) -> None:
        assert not did_you_mean("--games", ["--name", "--seed"])

    @pytest.mark.parametrize(
        "words, said",
        [
            (["sollo"], "no such command: sollo - did you mean 'solo'?"),
            (["--colour", "16"], "no such option: --colour - did you mean '--colors'?"),
            (["solo", "--seeds", "3"], "no such option: --seeds - did you mean '--seed'?"),
            (["settings"], "the settings are on the home screen"),
            (["rules", "kozle"], "no such game: kozle"),
            (["rules", "kozle"], "did you mean 'kozel'?"),
            (["solo", "kozel", "--seats", "9"], "kozel is played at 2..4 seats; got 9"),
            (["solo", "kozel", "--seats", "two"], "'two' is not a whole number"),
            (["solo", "kozel", "--seats"], "--seats needs a value"),
            (["solo", "kozel", "--bots", "esay"], "did you mean 'easy'?"),
            (
                ["solo", "kozel", "--bots", "easy,easy", "--seats", "4"],
                "--seats 4 leaves 3 free beside yours, but --bots names 2",
            ),
            (["solo", "kozel", "--rule", "target"], "--rule takes NAME=VALUE"),
            (["solo", "kozel", "--rule", "tarket=51"], "did you mean 'target'?"),
            (["solo", "kozel", "--rule", "target=5"], "50..500"),
            (["host", "kozel", "--port", "70000"], "0 to 65535"),
            (["host", "kozel", "--bots", "easy,easy,easy", "--seats", "3"], "too many"),
            (["host", "kozel", "--start-when-full"], "--start-when-full goes with --plain"),
            (
                ["host", "kozel", "--no-seat", "--start-when-full"],
                "with --no-seat the first guest starts",
            ),
            (["verify"], "missing: FILE"),
            (["verify", "--lang", "xx", "f"], "--lang is one of en, ru"),
            (["rules", "kozel", "K-R1", "more"], "one word too many: more"),
            (["solo", "--name", " "], "--name needs letters one column wide"),
            (["solo", "--name", "漢字"], "Latin or Cyrillic ones, for example"),
            (["--theme", "nosuch"], "no such theme: nosuch; there are: auto, felt"),
            (["solo", "kozel", "--plain", "--theme", "felk"], "did you mean 'felt'?"),
            (["lesson", "whist"], "no such game: whist"),
            (["lesson", "--plain"], "which game?"),
            (["completion", "cmd"], "SHELL is one of bash, zsh, fish; got 'cmd'"),
            (["completion"], "missing: SHELL"),
        ],
    )
    def test_a_mistake_is_one_sentence_and_exit_code_2(
        self, words: list[str], said: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(words) == 2
        out, err = capsys.readouterr()
        assert said in err
        assert not out
        assert "Traceback" not in err

    def test_mistakes_are_told_in_russian(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["--lang", "ru", "sollo"]) == 2
        assert "может быть, «solo»?" in capsys.readouterr().err

    def test_nothing_far_off_is_suggested(self) -> None:
        assert did_you_mean("xyzzy", cli.COMMANDS) == ""
        assert did_you_mean("--nonsense", ["--seed", "--seats"]) == ""

    @pytest.mark.parametrize("words", [[], ["solo"], ["host"], ["join"]], ids=" ".join)
    def test_the_full_screen_without_a_terminal_names_plain_mode(
        self, words: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(words) == 2
        assert "--plain" in capsys.readouterr().err


class TestImports:
    @pytest.mark.parametrize(
        "words",
        [
            ["--help"],
            ["solo", "--help"],
            ["verify", os.devnull],
        ],
        ids=" ".join,
    )
    def test_what_draws_or_listens_is_not_imported_for_nothing(self, words: list[str]) -> None:
        program = (
            "import sys; from tui.__main__ import main; main(sys.argv[1:]);"
            "print([m for m in ('textual', 'zeroconf', 'msgspec') if m in sys.modules])"
        )
        done = subprocess.run(
            [sys.executable, "-c", program, *words], capture_output=True, text=True, timeout=50
        )
        assert done.stdout.splitlines()[-1] == "[]"


UNPROVEN = "ok; nothing in it proves how the decks were shuffled"


class TestVerify:
    def test_a_good_record_is_ok(self, record: Path, capsys: pytest.CaptureFixture[str]) -> None:
        capsys.readouterr()
        assert main(["verify", str(record)]) == 0
        assert capsys.readouterr().out == f"{record}: {UNPROVEN}\n"

    def test_the_first_broken_line_is_named(
        self, record: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        lines = record.read_text("utf-8").splitlines()
        at = next(n for n, line in enumerate(lines) if '"points"' in line)
        lines[at] = lines[at].replace('"points":[', '"points":[1')
        record.write_text("\n".join(lines), "utf-8")
        capsys.readouterr()
        assert main(["verify", str(record)]) == 1
        assert f"{record}: line {at + 1}: " in capsys.readouterr().out

    @pytest.mark.parametrize(
        "content, said",
        [
            (b"", "line 1: the file is empty"),
            (b"\x00\xff\xfe", "line 1: not UTF-8 text"),
            (b"{}\n", "line 1: "),
            (b"{}\n\xff", "line 1: not the first line"),
            (b"\x1f\x8b\x08\x00", "line 1: not UTF-8 text"),
            (b"\xef\xbb\xbf{", "line 1: not valid JSON"),
            (b"{\0}\0", "this is UTF-16 text; save it as UTF-8"),
            (b"[" * 200_000, "line 1: not valid JSON"),
            (b'{"kozyr":1,"note":NaN}', "line 1: not valid JSON"),
            (b'{"kozyr":1,"game":"whist"}', "line 1: no such game"),
        ],
    )
    def test_what_is_no_record_gets_a_sentence(
        self, content: bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "file"
        path.write_bytes(content)
        assert main(["verify", str(path)]) == 1
        out, err = capsys.readouterr()
        assert said in out + err

    def test_missing_files_and_folders_do_not_hide_the_others(
        self, record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        capsys.readouterr()
        assert main(["verify", str(tmp_path / "none"), str(tmp_path), str(record)]) == 1
        out, err = capsys.readouterr()
        assert "there is no such file" in err
        assert "this is a folder" in err
        assert out == f"{record}: {UNPROVEN}\n"

    def test_a_huge_file_is_refused(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "huge"
        with path.open("wb") as file:
            file.truncate((64 << 20) + 1)
        assert main(["verify", str(path)]) == 1
        assert "too large" in capsys.readouterr().err

    def test_the_input_is_read_and_json_is_answered(self, record: Path) -> None:
        done = kozyr("verify", "--json", "-", input=record.read_text("utf-8"))
        assert done.returncode == 0
        right = {"file": "-", "ok": True, "line": None, "reason": None, "proof": None}
        assert json.loads(done.stdout) == [right]


class TestRules:
    def test_without_a_game_the_games_are_listed(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["rules"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert [line.split()[0] for line in lines] == list(GAMES)
        assert lines[0].endswith(FACTS[next(iter(GAMES))].TITLE)

    @pytest.mark.parametrize("language", ["en", "ru"])
    @pytest.mark.parametrize("game", GAMES)
    def test_every_game_has_a_book_without_markup(
        self, game: str, language: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["rules", game, "--lang", language]) == 0
        said = capsys.readouterr().out
        assert "**" not in said
        assert not re.search(r"^#", said, re.M)

    @pytest.mark.parametrize("language", ["en", "ru"])
    @pytest.mark.parametrize("game", GAMES)
    def test_a_book_fits_the_terminal_with_whole_words_and_real_tables(
        self,
        game: str,
        language: str,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setenv("COLUMNS", "80")
        assert main(["rules", game, "--lang", language]) == 0
        said = capsys.readouterr().out
        assert not [line for line in said.splitlines() if len(line) > 80 or line.startswith("|")]
        written = {word.strip("*`|>") for word in rulebook.read(game, language).split()}
        folded = [word for word in said.split() if len(word) > 9 and word.isalpha()]
        assert {word for word in folded if not word.isupper()} <= written

    def test_cells_of_a_narrow_table_are_folded_in_their_columns(self) -> None:
        table = "| rule | meaning |\n|---|---|\n| `hook` | the last bidder is free |\n"
        assert rulebook.plain(table, 20).splitlines() == [
            "rule  meaning",
            "----  --------------",
            "hook  the last",
            "      bidder is free",
        ]

    def test_three_columns_become_a_list_where_sentences_in_the_last_have_no_room(self) -> None:
        table = "| rule | values | meaning |\n|---|---|---|\n| `hook` | off, on | {} |\n"
        long = table.format("the last bidder is free; or he is not")
        assert rulebook.plain(long, 26).splitlines() == [
            "hook: off, on; the last",
            "  bidder is free; or he is",
            "  not",
        ]
        assert rulebook.plain(long, 45).startswith("rule  values   meaning\n")
        assert rulebook.plain(table.format("no"), 30).startswith("rule  values   meaning\n")

    def test_one_paragraph_is_printed_alone(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["rules", "kozel", "k-r7"]) == 0
        said = capsys.readouterr().out
        assert said.startswith("K-R7")
        assert "K-R8" not in said.splitlines()[-1]

    def test_an_unknown_paragraph_is_a_mistake(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["rules", "kozel", "K-R99"]) == 2
        assert "has no paragraph K-R99" in capsys.readouterr().err


def test_a_fault_of_the_program_reaches_a_file_and_not_the_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(argv: Sequence[str]) -> int:
        raise RuntimeError("on purpose")

    monkeypatch.setattr(cli, "run", broken)
    assert main([]) == 1
    said = capsys.readouterr().err
    assert "Something went wrong inside Kozyr" in said
    assert "Traceback" not in said
    path = Path(said.split()[-1])
    assert "RuntimeError: on purpose" in path.read_text("utf-8")


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    """If the reader of a pipe closes it early, the program ends in silence."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tui", "solo", "kozel", "--rule", "list"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()
    process.wait(timeout=30)
    assert said == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a full device")
def test_a_full_disk_under_the_output_is_said_in_a_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "tui", "rules", "kozel", "--lang", "en"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (1, "kozyr: there is no space left on the disk\n")


@pytest.mark.skipif(os.name != "posix", reason="a shell closes the output")
def test_an_output_closed_from_the_beginning_is_no_error() -> None:
    command = ["sh", "-c", f"{sys.executable} -m tui rules kozel >&-"]
    done = subprocess.run(command, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_letters_that_the_output_cannot_spell_are_question_marks() -> None:
    done = kozyr("rules", "kozel", "--lang", "ru", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert "6-5" in done.stdout
    assert "????" in done.stdout


def test_an_address_with_a_port_and_another_port_beside_it_are_too_many(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["doctor", "127.0.0.1:4567", "--port", "4568"]) == 2
    said = capsys.readouterr().err
    assert "127.0.0.1:4567 has a port already: leave out --port" in said


def test_a_player_with_nothing_to_say_still_hears_that_nobody_answers() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        where = f"127.0.0.1:{unused.getsockname()[1]}"
        done = kozyr("join", where, "--plain", "--lang", "en")
    said = f"Nobody answers at {where}.\n'kozyr doctor {where}' finds out why.\n"
    assert (done.returncode, done.stdout) == (1, said)


@pytest.mark.parametrize(
    ("command", "english", "russian"),
    [
        (
            ["solo", "kozel", "--rule", "target=5"],
            "house rule target is one of 50..500; got '5'",
            "правило target принимает 50..500, а не '5'",
        ),
        (
            ["solo", "kozel", "--rule", "tarjet=50"],
            "unknown house rule 'tarjet'; known are: target, ",
            "неизвестное правило 'tarjet'; есть такие: target, ",
        ),
        (
            ["join", "[::1", "--plain"],
            "[::1 is not an address; one with a port looks like [::1]:23636",
            "[::1 — не адрес",
        ),
    ],
)
def test_what_core_and_net_refuse_is_said_in_both_languages(
    command: list[str], english: str, russian: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for spoken, said in (("en", english), ("ru", russian)):
        assert main([*command, "--lang", spoken]) == 2
        assert said in capsys.readouterr().err


def test_the_faults_of_a_record_are_said_in_russian(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = arena.play(kozel, kozel.Options(), ["easy"] * 2, seed=3).text().splitlines()
    path = tmp_path / "match.jsonl"
    path.write_text("\n".join([*lines[:2], '{"seat":0,"move":"lay \x1b9"}', *lines[2:]]), "utf-8")
    assert main(["verify", "--lang", "ru", str(path)]) == 1
    assert capsys.readouterr().out.startswith(f"{path}: строка 3: это не JSON")
    path.write_text("\n".join([*lines[:2], '{"seat":0,"move":"fly \\u001b"}']), "utf-8")
    assert main(["verify", "--lang", "ru", str(path)]) == 1
    said = capsys.readouterr().out
    assert "строка 3: место 0, fly \ufffd: fly \ufffd — такого хода в этой игре нет (K-R" in said


class TestWhere:
    @pytest.mark.parametrize("language", ["en", "ru"])
    def test_the_folders_of_everything_are_listed(
        self, language: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["where", "--lang", language]) == 0
        said = capsys.readouterr().out
        for name in ("KOZYR_CONFIG_DIR", "KOZYR_STATE"):
            assert os.environ[name] in said
        assert ("past matches" if language == "en" else "прошлые партии") in said
        assert main(["where", "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["settings"] == str(Path(os.environ["KOZYR_CONFIG_DIR"], "settings.toml"))
        assert found["records"] == str(Path(os.environ["KOZYR_STATE"], "matches"))
        assert found.keys() == {"settings", "themes", "records", "unfinished", "state", "log"}
        assert all(Path(path).is_absolute() for path in found.values())

    def test_it_works_without_a_home_folder(self) -> None:
        told = kozyr("where", "--json", HOME="", KOZYR_CONFIG_DIR="", KOZYR_STATE="")
        assert told.returncode == 0, told.stderr
        assert json.loads(told.stdout)["records"].endswith("matches")
