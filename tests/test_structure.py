"""The structure of the modules; and no document of the code names anything missing."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
PACKAGES = ("core", "net", "tui")
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")


@cache
def parsed(path: Path) -> ast.Module:
    """Parse a file once for all tests here."""
    return ast.parse(path.read_text("utf-8"))


def test_no_modules_import_each_other_however_indirectly() -> None:
    """Nor for types alone: a reader of one would have to read the other first."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    TopologicalSorter(imports).prepare()  # raises CycleError, which names the circle


def test_no_world_is_imagined_for_a_screen_or_by_a_table() -> None:
    """Nor in advice on a View, which says why without trying anything out.

    A client imagines one to see whether a foreign host's position is possible at all.
    """
    paths = [*ROOT.glob("tui/**/*.py"), *ROOT.glob("net/**/*.py"), *ROOT.glob("core/*.py")]
    paths += ROOT.glob("core/games/*/advice.py")
    imagining = [
        path.relative_to(ROOT).as_posix()
        for path in paths
        if "imagine" in path.read_text("utf-8")
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Attribute) and node.attr == "imagine"
    ]
    assert imagining == ["net/client/reading.py"]


def test_the_files_that_the_architecture_and_the_folders_name_are_there() -> None:
    files = [str(path.relative_to(ROOT)) for path in ROOT.glob("[!.]*/**/*.*")]
    files += [path.name for path in ROOT.iterdir()]
    named = _files_named(PAGE)
    assert len(named) > 50
    assert not [name for name in named if not _is_there(name, files)]
    for folder, docstring in _docstrings_of_folders():
        inside = [file for file in files if file.startswith(f"{folder}/")]
        for name in _files_named(docstring):
            there = _is_there(name, inside) or name in files
            assert there, f"{folder}/__init__.py names {name}, which is not there"


REACHED = {
    # Textual's, whose behaviour these tests pin; nothing public says it.
    "_check_bindings", "_compositor", "_dirty_regions", "_dirty_widgets", "_display",
    "_exchange_repaint_regions", "_forward_event", "_gather_commands", "_parse_rules", "_variables",
    # Of others: aiohttp's answer, asyncio's timer, a named tuple's method.
    "_callback", "_replace", "_response",
    # Where a fault is put in: an exchange that forges, a full disk, a cache that overflows.
    "_actions", "_commitments", "_exchange_for", "_open", "_read", "_shown", "_table",
    "_blame", "_coming", "_first", "_hear_first",
    # Of plain mode's shell, the paintings and the ways to a table, until each has a face for it.
    "_dialogue", "_limits",
    "_paint_hand", "_paint_table", "_patient", "_settle", "_tasks",
}  # fmt: skip
"""The private attributes that tests may reach. A new one wants a reason better than these."""


def test_tests_reach_no_other_private_attributes() -> None:
    """They would have to change with code that does the same in another way."""
    reached = []
    for path in (*ROOT.glob("tests/**/*.py"), *ROOT.glob("kits/tests/**/*.py")):
        if not re.search(r"(?<!self|.cls|er\(\))\._[^_]", path.read_text("utf-8")):
            continue
        attributes = [node for node in ast.walk(parsed(path)) if isinstance(node, ast.Attribute)]
        known = REACHED | {node.attr for node in attributes if _is_own(node)}
        reached += [
            f"{path.relative_to(ROOT)}:{node.lineno} {node.attr}"
            for node in attributes
            if re.match(r"_[^_]", node.attr) and node.attr not in known
        ]
    assert not reached


def _is_own(node: ast.Attribute) -> bool:
    """Whether this is an attribute of the test's own object, or of the class above its own."""
    match node.value:
        case ast.Name("self" | "cls") | ast.Call(ast.Name("super")):
            return True
    return False


def test_the_page_of_the_architecture_can_be_read_in_one_sitting() -> None:
    """Details of one folder stand in its __init__.py."""
    assert PAGE.count("\n") <= 200
    assert not [line for line in PAGE.splitlines() if len(line) > 120]


def _files_named(text: str) -> list[str]:
    return re.findall(r"`([\w/-][\w./-]*\.(?:py|toml|md|tcss))`", text)


def _is_there(name: str, files: list[str]) -> bool:
    return any(f"/{path}".endswith(f"/{name}") for path in files)


def _docstrings_of_folders() -> Iterator[tuple[str, str]]:
    """Give each folder of the program with the docstring of its __init__.py."""
    for package in PACKAGES:
        for path in (ROOT / package).rglob("__init__.py"):
            docstring = ast.get_docstring(parsed(path))
            assert docstring, f"{path} does not say what its folder is about"
            yield path.parent.relative_to(ROOT).as_posix(), docstring


def test_the_methods_that_the_architecture_names_are_there() -> None:
    named = set(re.findall(r"`([A-Z][a-z]\w*\.\w+)[`(]", PAGE)) - {"README.md"}
    assert len(named) > 40
    classes = {name.partition(".")[0] for name in named}
    there = {pair for package in PACKAGES for pair in _members(ROOT / package, classes)}
    assert not named - there


def _members(folder: Path, classes: set[str]) -> Iterator[str]:
    """Name the methods and attributes of these classes, as "Class.name"."""
    declared = re.compile(rf"^ *class ({'|'.join(classes)})\b", re.M)
    for path in folder.rglob("*.py"):
        if not declared.search(path.read_text("utf-8")):
            continue
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.ClassDef) and node.name in classes:
                for inner in ast.walk(node):
                    if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef)):
                        yield f"{node.name}.{inner.name}"
                    elif isinstance(inner, ast.Attribute):
                        yield f"{node.name}.{inner.attr}"
                    elif isinstance(inner, ast.Name):
                        yield f"{node.name}.{inner.id}"
