"""Every row of the laboratory's page can be repeated: each command on it exists."""

import importlib
import re
import shlex
from pathlib import Path

import pytest

from bench.__main__ import LONG, PARTS
from tui.cli import parser

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "research" / "bots.md"
NOT_A_WORD = "--no-such-word"


def commands() -> list[str]:
    text = PAGE.read_text("utf-8")
    blocks = re.findall(r"(?:^ {4,}\S.*\n)+", text, re.MULTILINE)
    present = [each for each in blocks if not re.match(r" +git checkout [0-9a-f]{8}\n", each)]
    found = [line.strip() for block in present for line in block.splitlines()]
    found += re.findall(r"`((?:kozyr|python -m) [^`]+)`", text)
    return [command for command in found if not command.startswith("pip install ")]


@pytest.mark.parametrize("command", commands())
def test_a_command_of_the_page_is_understood(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    match shlex.split(command):
        case ["pytest", tests]:
            assert (ROOT / tests).exists()
        case ["kozyr", name, *words]:
            assert parser(name).parse_args(words)
        case [python, "-m", "bench", *parts]:
            assert python == "python"
            assert set(parts) <= {*PARTS, *LONG}
        case [python, "-m", module, *words]:
            assert python.endswith("python")
            package = module if module != "kozyr_kits.training" else f"{module}.__main__"
            program = importlib.import_module(package)
            run = program.main if hasattr(program, "main") else program.run
            # All other words are understood if this is the only one that is not.
            with pytest.raises(SystemExit):
                run([*words, NOT_A_WORD])
            said = capsys.readouterr().err
            assert said.endswith(f"error: unrecognized arguments: {NOT_A_WORD}\n")
        case _:
            pytest.fail(f"no command: {command}")
