"""How the modules hang together, and that docs/architecture.md names none that is not there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
PACKAGES = ("core", "net", "tui")
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")


def test_no_modules_import_each_other_however_indirectly() -> None:
    """Nor for types alone: whoever reads one would have to read the other first."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    TopologicalSorter(imports).prepare()  # raises CycleError, which names the circle


def test_no_world_is_imagined_for_a_screen_or_by_a_table() -> None:
    """Nor in advice on a View, which says why without trying anything out."""
    paths = [*ROOT.glob("tui/**/*.py"), *ROOT.glob("net/**/*.py"), *ROOT.glob("core/*.py")]
    paths += ROOT.glob("core/games/*/advice.py")
    imagining = [
        path.relative_to(ROOT).as_posix()
        for path in paths
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "imagine"
    ]
    assert not imagining


def test_the_files_that_the_architecture_names_are_there() -> None:
    files = [str(path.relative_to(ROOT)) for path in ROOT.glob("[!.]*/**/*.*")]
    files += [path.name for path in ROOT.iterdir()]
    named = re.findall(r"`([\w./-]+\.(?:py|toml|md|tcss))`", PAGE)
    assert len(named) > 100
    missing = [name for name in named if not any(f"/{path}".endswith(f"/{name}") for path in files)]
    assert not [name for name in missing if not name.startswith(".")]


def test_the_methods_that_the_architecture_names_are_there() -> None:
    there = {pair for package in PACKAGES for pair in _members(ROOT / package)}
    named = set(re.findall(r"`([A-Z][a-z]\w*\.\w+)[`(]", PAGE)) - {"README.md"}
    assert len(named) > 40
    assert not named - there


def _members(folder: Path) -> Iterator[str]:
    """Name the methods and attributes of all classes, as "Class.name"."""
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                for inner in ast.walk(node):
                    if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef)):
                        yield f"{node.name}.{inner.name}"
                    elif isinstance(inner, ast.Attribute):
                        yield f"{node.name}.{inner.attr}"
                    elif isinstance(inner, ast.Name):
                        yield f"{node.name}.{inner.id}"
