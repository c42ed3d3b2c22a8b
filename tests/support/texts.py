"""Every English text that a player may read, found in the source and in the games themselves."""

import ast
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from core import game as contract
from core.game import house_rules
from core.games import FACTS, GAMES
from core.pieces import SUIT_NAMES
from net.client.deal_check import FAULTS
from net.wire.reasons import CLOSINGS, REFUSALS, TROUBLES
from tui.boards import BOARDS
from tui.doctor.words import ALLOW, ALLOW_ELSE, MACHINE, TARGET
from tui.plain.actions import TYPED
from tui.preferences.settings import Settings
from tui.replay import model as replay
from tui.room.hosts import STAYS
from tui.room.people import PERSON_ACTIONS
from tui.room.words import SAID
from tui.table.actions import ACTIONS
from tui.table.banter import LINES

ROOT = Path(__file__).parents[2]

GAME = ("core", "net", "tui")
"""The packages whose texts stand in tui/texts."""

RAISED = (
    "IllegalMoveError",
    "OptionError",
    "AddressError",
    "CodeError",
    "HostError",
    "DiscoveryError",
    "LogError",
    "OtherReleaseError",
    "LinkError",
    "NotTakenError",
)
"""Errors whose first argument is a template for the player."""

COUNTED = ("CountRow", "Remark")
"""Facts of games about a match that is over; the last page words their first argument."""

FAULT = "broken"
"""The function that reports a fault of a record; its second argument is a template."""

NAMED = ("HEADING", "HELP_TEXT", "reason")
"""Attributes of screens that are translated where they are shown, and templates of refusals."""


def _literal(node: ast.AST) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _both(node: ast.AST) -> list[str]:
    """Return a literal, or both of a conditional expression."""
    if isinstance(node, ast.IfExp):
        return _both(node.body) + _both(node.orelse)
    text = _literal(node)
    return [] if text is None else [text]


def _in_call(node: ast.Call) -> Iterator[str]:
    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    if node.args and (
        name in (*RAISED, *COUNTED) or (name == "t" and isinstance(node.func, ast.Name))
    ):
        yield from _both(node.args[0])
    elif name == FAULT:
        yield from _both(node.args[1])
    elif name == "Binding":
        described = [k.value for k in node.keywords if k.arg == "description"]
        shown = [k.value for k in node.keywords if k.arg == "show"]
        if not (shown and getattr(shown[0], "value", True) is False):
            for part in (*node.args[2:3], *described):
                yield from _both(part)


@dataclass
class _Source:
    """The texts found in one reading of all modules."""

    written: dict[str, str] = field(default_factory=dict)
    counted: dict[str, str] = field(default_factory=dict)
    of_games: dict[str, set[str]] = field(default_factory=dict)
    strings: set[str] = field(default_factory=set)


@cache
def _source(packages: tuple[str, ...]) -> _Source:
    """Read every module of some packages, once: parsing them takes a second."""
    found = _Source()
    for package in packages:
        for path in sorted((ROOT / package).rglob("*.py")):
            _read(path, found)
    return found


def _read(path: Path, found: _Source) -> None:
    place = str(path.relative_to(ROOT))
    game = path.parent.name if path.parent.parent.name == "games" else ""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        texts: list[str] = []
        if isinstance(node, ast.Call):
            texts = list(_in_call(node))
            counted = _counted_in(node, place)
            if counted:
                found.counted.setdefault(counted[0], place)
            if game in FACTS:
                for text in (*texts, *counted):
                    found.of_games.setdefault(text, set()).add(game)
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in NAMED:
            texts = _both(node.value)
        elif text := _literal(node):
            found.strings.add(text)
        for text in filter(None, texts):
            found.written.setdefault(text, place)


def _counted_in(node: ast.Call, place: str) -> list[str]:
    if not (isinstance(node.func, ast.Name) and node.func.id == "tn"):
        return []
    one = _literal(node.args[0])
    assert one is not None, f"{place}:{node.lineno}: tn() wants literals"
    return [one]


def written(packages: tuple[str, ...] = GAME) -> dict[str, str]:
    """Return the plain templates of the source and where each stands."""
    return _source(packages).written


def of_games() -> dict[str, set[str]]:
    """Return each template in the folders of games, with the games whose folders have it."""
    return _source(GAME).of_games


def counted(packages: tuple[str, ...] = GAME) -> dict[str, str]:
    """Return the templates with plural forms (their singular) and where each stands."""
    return _source(packages).counted


def translations(package: str) -> dict[str, Any]:
    """Return the file of Russian texts of a package."""
    return tomllib.loads(files(package).joinpath("texts", "ru.toml").read_text("utf-8"))


def strings(packages: tuple[str, ...] = GAME) -> set[str]:
    """Return every string literal of the source: t() looks up those in tables later."""
    return _source(packages).strings


def composed() -> dict[str, str]:
    """Return texts that no literal t() names: those of tables, games, house rules and settings."""
    found = dict.fromkeys(SUIT_NAMES.values(), "core/pieces.py")
    for text in (contract.NOT_YOUR_TURN, contract.MATCH_OVER, contract.UNKNOWN_MOVE):
        found[text] = "core/game.py"
    for text in (*REFUSALS.values(), *CLOSINGS.values(), *TROUBLES.values()):
        if text != "{reason}":
            found[text] = "net/wire/reasons.py"
    found |= dict.fromkeys(FAULTS.values(), "net/client/deal_check.py")
    found |= dict.fromkeys(SAID.values(), "tui/room/words.py")
    found |= dict.fromkeys(STAYS.values(), "tui/room/hosts.py")
    for sentence, step in (*MACHINE.values(), *TARGET.values()):
        found |= {text: "tui/doctor/words.py" for text in (sentence, step) if text != "{allow}"}
    found |= {text: "tui/table/banter.py" for said in LINES.values() for text in said.values()}
    for text in (*ALLOW.values(), ALLOW_ELSE):
        if not text.startswith("sudo"):
            found[text] = "tui/doctor/words.py"
    found.pop("", None)
    for name, game in GAMES.items():
        place = f"core/games/{name}/rules.py"
        for text in (FACTS[name].TITLE, FACTS[name].ABOUT):
            found[text] = f"core/games/{name}/__init__.py"
        for rule in house_rules(game.Options):
            found[rule.text] = place
            found[rule.title] = place
            for value in rule.values:
                if isinstance(value, str):
                    found[rule.worded(value)] = place
    for name, board in BOARDS.items():
        for topic in board.topics:
            if topic.help:
                found[topic.help] = f"tui/games/{name}/words.py"
    for place, actions in (
        ("tui/table/actions.py", ACTIONS),
        ("tui/plain/actions.py", TYPED),
        ("tui/replay/model.py", (*replay.ACTIONS, *replay.ABOUT_POSITIONS)),
    ):
        for action in actions:
            found |= dict.fromkeys((action.label, action.about, *action.help.splitlines()), place)
    for row in PERSON_ACTIONS:
        found[row.question] = "tui/room/people.py"
    found.pop("", None)
    for setting in fields(Settings):
        found[setting.metadata["text"]] = "tui/preferences/settings.py"
        words = setting.metadata.get("words", {})
        for value in (words.get(value, value) for value in setting.metadata.get("values", ())):
            if " " in value or (value.isalpha() and len(value) > 2):
                found[value] = "tui/preferences/settings.py"
    return found
