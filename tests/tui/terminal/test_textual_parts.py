"""Textual's private parts: each one used is named in one place, exists, and can be missing."""

import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Input, OptionList

import tui
from tui.terminal.textual_parts import KNOWN, OVERRIDDEN, REPLACED

PARTS = sorted(
    {(owner, name) for parts in (REPLACED, OVERRIDDEN) for owner in parts for name in parts[owner]}
)


def loaded(owner: str) -> type[Any]:
    module, _, name = owner.partition(":")
    found: type[Any] = getattr(import_module(module), name)
    return found


@cache
def private_parts(kind: type[Any]) -> frozenset[str]:
    """Names with one leading underscore that a class and its bases define."""
    own = [each for each in kind.__mro__ if each.__module__.startswith("textual")]
    names = {name for each in own for name in vars(each)}
    names |= {name for each in own for name in re.findall(r"self\.(_\w+)", inspect.getsource(each))}
    return frozenset(name for name in names if re.match("_[a-z]", name))


def test_this_textual_is_known() -> None:
    assert KNOWN, "compare the screens with Textual's own way (test_compositor.py), then COMPARED"


def test_this_textual_has_each_part() -> None:
    assert [part for part in PARTS if part[1] not in private_parts(loaded(part[0]))] == []


def test_each_part_is_in_use() -> None:
    sources = Path(tui.__file__).parent.rglob("*.py")
    text = "\n".join(path.read_text("utf-8") for path in sources if path.stem != "textual_parts")
    assert [name for _, name in PARTS if not re.search(rf"\b{name}\b", text)] == []


def used_in(path: Path) -> Iterator[tuple[int, str]]:
    """Parts of Textual, by their usual owners, that a module reads and does not define itself."""
    text = path.read_text("utf-8")
    if not re.search(r"\._[a-z]", text):
        return
    tree = ast.parse(text)
    made = {
        node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            made.add(node.attr)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name | ast.Attribute):
            made.add(getattr(node.target, "id", "") or getattr(node.target, "attr", ""))
    usual = (App, Screen, Input, OptionList, LinuxDriver, Key)
    owners = (*usual, *(loaded(owner) for owner in REPLACED))
    parts = frozenset().union(*map(private_parts, owners)) - made
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in parts:
            yield node.lineno, node.attr


def test_no_other_part_is_used() -> None:
    named = {name for _, name in PARTS}
    folder = Path(tui.__file__).parent
    other = [
        f"{path.relative_to(folder)}:{line} {name}"
        for path in sorted(folder.rglob("*.py"))
        for line, name in used_in(path)
        if name not in named
    ]
    assert other == []


ANOTHER = """
import asyncio
from tui.terminal import textual_parts
textual_parts.KNOWN = False
from tests.support.screens import opened, seen, table_of, until
from tui.start import StartSolo

async def play():
    async with opened(StartSolo("kozel", 2, "easy", {}, 5, "Ann")) as pilot:
        await until(pilot, lambda: (table := table_of(pilot)) and table.model.match.legal)
        table = table_of(pilot)
        before = table.model.match.shown.seq
        for key in ("right", "left", "enter", "enter"):
            await pilot.press(key)
        await until(pilot, lambda: table.model.match.shown.seq > before)
        await pilot.press("question_mark")
        await seen(pilot, "Esc")

asyncio.run(play())
"""


def test_a_match_is_played_with_another_textual_too() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ANOTHER], capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")
