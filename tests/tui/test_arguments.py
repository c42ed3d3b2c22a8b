"""The parser of a command: its own checks, and its use of argparse's public parts only."""

import argparse
import re
from pathlib import Path

import pytest

import tui
from tui.arguments import Parser


@pytest.fixture
def parser() -> Parser:
    made = Parser("kozyr pour", "fill a glass")
    made.examples = [("kozyr pour tea", "a glass of tea")]
    made.add_argument("drink", metavar="DRINK", help="what")
    made.add_argument("--sugar", type=int, metavar="N", help="lumps")
    made.add_argument("--milk", nargs="?", const="cow", metavar="FROM", help="with milk")
    made.add_argument("--stir", action="store_true", help="stir it")
    made.add_shared("--size", choices=("s", "l"), default="s", metavar="SIZE", help="s or l")
    return made


def test_words_and_options_are_read_in_any_order(parser: Parser) -> None:
    args = parser.parse_args(["--sugar", "-2", "tea", "--milk", "--size=l", "--stir"])
    assert (args.drink, args.sugar, args.milk, args.size, args.stir) == (
        "tea",
        -2,
        "cow",
        "l",
        True,
    )


@pytest.mark.parametrize(
    "line, said",
    [
        ("", "missing: DRINK"),
        ("tea --sugar", "--sugar needs a value"),
        ("tea --sugar --stir", "--sugar needs a value"),
        ("tea --stir=yes", "--stir takes no value"),
        ("tea --size xl", "--size is one of s, l; got 'xl'"),
        ("tea --suger 2", "no such option: --suger - did you mean '--sugar'?"),
        ("tea -x", "no such option: -x"),
        ("tea cake", "one word too many: cake"),
    ],
)
def test_a_mistake_ends_with_a_sentence_and_code_2(
    line: str, said: str, parser: Parser, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        parser.parse_args(line.split())
    assert ended.value.code == 2
    assert capsys.readouterr().err.splitlines() == [
        f"kozyr pour: {said}",
        "Try 'kozyr pour --help'.",
    ]


def test_the_help_is_plain_text_where_python_would_colour_it(
    parser: Parser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # Python 3.14 colours the help of argparse
    monkeypatch.setenv("COLUMNS", "80")
    assert parser.format_help().splitlines() == [
        "kozyr pour - fill a glass",
        "",
        "Examples:",
        "  kozyr pour tea  a glass of tea",
        "",
        "Usage: kozyr pour [options] DRINK",
        "",
        "What:",
        "  DRINK          what",
        "",
        "Options:",
        "  --sugar N      lumps",
        "  --milk [FROM]  with milk",
        "  --stir         stir it",
        "",
        "Everywhere:",
        "  --size SIZE    s or l",
    ]


def test_a_long_explanation_goes_on_below_itself(
    parser: Parser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    parser.add_argument("--a-very-long-name-of-an-option", action="store_true", help="word " * 9)
    lines = parser.format_help().splitlines()
    at = lines.index("  --a-very-long-name-of-an-option")
    assert {line[:26] for line in lines[at + 1 : at + 4]} == {" " * 26}


def test_no_module_names_a_private_part_of_argparse() -> None:
    for path in Path(tui.__file__).parent.rglob("*.py"):
        assert not re.search(r"argparse\._", path.read_text("utf-8")), path


def test_the_parser_shares_no_private_name_with_the_class_below_it(parser: Parser) -> None:
    below = {*dir(argparse.ArgumentParser), *vars(argparse.ArgumentParser())}
    own = {*vars(Parser), *vars(parser)} - vars(argparse.ArgumentParser()).keys()
    private = {name for name in own if name.startswith("_") and not name.startswith("__")}
    assert private
    assert not private & below
