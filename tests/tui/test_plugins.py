"""Commands of other packages: found, blamed for their own faults, and harmless to ours."""

import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

from tui import cli
from tui.__main__ import main
from tui.plugins import KITS, OF_KITS
from tui.terminal import crash

Capture = pytest.CaptureFixture[str]

WORKING = """
def summary(): return "say hello"
def examples(): return [("kozyr hello", "to everybody")]
def add_arguments(parser): parser.add_argument("--to", metavar="NAME", help="to one player")
def run(args): print("hello", args.to); return 3
"""


class Packages:
    """A folder at the front of the path into which packages are installed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.modules: list[str] = []

    def install(self, name: str, number: str = "1.0", **commands: str) -> None:
        """Install a package with commands, each a module with this source."""
        info = self._folder / f"{name.replace('-', '_')}-{number}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {number}\n")
        lines = ["[kozyr.commands]"]
        for command, source in commands.items():
            module = f"{name.replace('-', '_')}_{command}"
            (self._folder / f"{module}.py").write_text(source)
            self.modules.append(module)
            lines.append(f"{command} = {module}")
        (info / "entry_points.txt").write_text("\n".join(lines) + "\n")


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Packages]:
    monkeypatch.syspath_prepend(str(tmp_path))
    found = Packages(tmp_path)
    yield found
    for module in found.modules:
        sys.modules.pop(module, None)


def test_a_command_of_another_package_is_one_of_kozyrs(packages: Packages, capsys: Capture) -> None:
    packages.install("theirs", hello=WORKING)
    assert main(["hello", "--to", "Ann"]) == 3
    assert main(["--help"]) == 0
    assert main(["hello", "--help"]) == 0
    said = capsys.readouterr().out
    assert "hello Ann\n" in said
    assert "  hello         say hello\n" in said
    assert "--to NAME" in said


def test_its_command_is_completed_and_suggested_too(packages: Packages, capsys: Capture) -> None:
    packages.install("theirs", hello=WORKING)
    assert main(["completion", "bash"]) == 0
    assert "hello" in capsys.readouterr().out
    assert main(["helo"]) == 2
    assert "did you mean 'hello'?" in capsys.readouterr().err


def test_ours_keep_their_names(packages: Packages, capsys: Capture) -> None:
    packages.install("theirs", rules=WORKING)
    assert main(["rules"]) == 0
    assert "Kozel" in capsys.readouterr().out


BROKEN = {
    "takes an option of every command": (
        WORKING.replace("--to", "--lang"),
        "ArgumentError: argument --lang: conflicting option string: --lang",
    ),
    "does not import": ("import no_such_module_at_all", "ModuleNotFoundError: No module named"),
    "leaves": ("raise SystemExit('not ours')", "SystemExit: not ours"),
    "is half there": ("def summary(): return ''", "it has no examples"),
    "cannot say what it does": (
        WORKING.replace('return "say hello"', "return 1 / 0"),
        "ZeroDivisionError",
    ),
}


@pytest.mark.parametrize("source, reason", BROKEN.values(), ids=[*BROKEN])
def test_a_broken_package_is_named_and_stops_nothing_else(
    source: str, reason: str, packages: Packages, capsys: Capture
) -> None:
    packages.install("theirs", hello=source)
    assert main(["hello"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("kozyr: the command hello of the package theirs 1.0 cannot be loaded")
    assert reason in said
    assert said.endswith("): update that package or remove it\n")
    for words in (["--help"], ["rules"], ["completion", "bash"], ["--version"]):
        assert main(words) == 0
    assert "hello" in capsys.readouterr().out


def test_a_package_whose_entry_points_cannot_be_read_stops_nothing(
    packages: Packages, tmp_path: Path, capsys: Capture
) -> None:
    packages.install("theirs", hello=WORKING)
    packages.install("damaged")
    (tmp_path / "damaged-1.0.dist-info" / "entry_points.txt").write_bytes(b"[kozyr.commands\n\xff")
    assert main(["hello", "--to", "Ann"]) == 3
    for words in (["--help"], ["completion", "bash"]):
        assert main(words) == 0
    assert main(["helo"]) == 2
    assert capsys.readouterr().err.startswith("kozyr: no such command: helo")


@pytest.mark.parametrize("writable", [True, False], ids=["a log", "no log"])
def test_a_command_that_fails_as_it_runs_is_its_authors_fault(
    writable: bool,
    packages: Packages,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
) -> None:
    log = tmp_path / "log" / "kozyr.log"
    if not writable:
        log.parent.write_text("a file where the folder should be")
    monkeypatch.setattr(crash, "log_file", lambda: log)
    packages.install("theirs", hello=WORKING.replace("return 3", "return {}['seat']"))
    assert main(["hello"]) == 1
    details = f"The details are in {log}" if writable else "KeyError: 'seat'"
    assert capsys.readouterr().err == (
        "Something went wrong inside the command hello of the package theirs 1.0: "
        f"please tell its author. {details}\n"
    )
    assert not writable or "Traceback" in log.read_text()


@pytest.mark.parametrize(
    "statement, code, told",
    [
        ("raise UsageError('no such day')", 2, "kozyr: no such day\n"),
        ("raise FailedError('no such file')", 1, "kozyr: no such file\n"),
        ("raise SystemExit('no such player')", 1, "kozyr: no such player\n"),
        ("raise SystemExit", 0, ""),
        ("raise SystemExit(5)", 5, ""),
        ("raise KeyboardInterrupt", 130, ""),
    ],
)
def test_an_error_of_its_user_is_no_fault(
    statement: str, code: int, told: str, packages: Packages, capsys: Capture
) -> None:
    source = WORKING.replace("return 3", statement)
    packages.install("theirs", hello=f"from tui.commands import FailedError, UsageError\n{source}")
    assert main(["hello"]) == code
    assert capsys.readouterr().err == told


@pytest.mark.parametrize("error", ["BrokenPipeError('ended')", "OSError(errno.ENOSPC, 'ended')"])
def test_a_full_disk_or_a_closed_pipe_is_for_the_end_of_the_program(
    error: str, packages: Packages
) -> None:
    source = WORKING.replace("return 3", f"import errno; raise {error}")
    packages.install("theirs", hello=source)
    with pytest.raises(OSError, match="ended"):
        cli.run(["hello"])


def test_what_a_broken_package_takes_is_left_out_of_the_completion(
    packages: Packages, capsys: Capture
) -> None:
    packages.install("theirs", hello=WORKING.replace("parser.add_argument", "parser.no_such"))
    assert main(["completion", "bash"]) == 0
    assert "--seats" in capsys.readouterr().out


@pytest.mark.parametrize("command", OF_KITS)
def test_without_the_kits_their_commands_say_how_to_get_them(
    command: str, packages: Packages, capsys: Capture
) -> None:
    packages.install(KITS)  # before the real ones in the path, and empty
    assert main([command, "kozel"]) == 1
    said = capsys.readouterr().err
    assert said == (
        f"kozyr: the command {command} is one of the kits for authors, a package of its own: "
        "pip install kozyr-kits, or pipx inject kozyr kozyr-kits, "
        "or uv tool install kozyr --with kozyr-kits\n"
    )
    assert main(["--help"]) == 0
    assert command not in capsys.readouterr().out


@pytest.mark.parametrize("number", ["0.0.1", "9.9.9"], ids=["older", "newer"])
def test_kits_of_another_release_say_so_before_they_are_imported(
    number: str, packages: Packages, capsys: Capture
) -> None:
    packages.install(KITS, number, arena="raise SystemExit('imported')")
    assert main(["arena", "kozel"]) == 1
    assert capsys.readouterr().err == (
        f"kozyr: the kits for authors are of release {number}, Kozyr is of {version('kozyr')}; "
        "install both of one release: pip install --upgrade kozyr kozyr-kits\n"
    )
    assert main(["solo", "--help"]) == 0
