"""The user's settings: one TOML file, read value by value, written whole.

Never fatal. What a setting does is said by the module that uses it.
"""

import contextlib
import getpass
import json
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final

from net.files.folders import read_file
from net.wire.names import clean_name, readable_name
from tui.language.text import LANGUAGES, locale_language, t
from tui.terminal.depth import COLOUR_OPTIONS


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a file of the user's, and on which line (0: the whole file)."""

    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        return (
            f"{self.file}:{self.line}: {self.reason}"
            if self.line
            else f"{self.file}: {self.reason}"
        )


def line_of(text: str, key: str, table: str = "") -> int:
    """Return the line that sets a key or opens its table; 0 if there is none.

    A key of a table is first looked for below its heading.
    """
    name = rf"""["']?{re.escape(key)}["']?"""
    pattern = re.compile(rf"^\s*(?:{name}\s*=|\[{name}\])", re.MULTILINE)
    heading = text.find(f"[{table}]") if table else 0
    found = pattern.search(text, max(0, heading)) or pattern.search(text)
    return text.count("\n", 0, found.end()) + 1 if found else 0


FILE_NAME: Final = "settings.toml"

BAD: Final = ".bad"
"""The name under which a file with mistakes is kept."""


def config_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of settings and own themes; KOZYR_CONFIG_DIR moves it."""
    moved = environ.get("KOZYR_CONFIG_DIR")
    if moved:
        return Path(moved)
    from platformdirs import user_config_path  # imported only where the real place is needed

    return user_config_path("kozyr", appauthor=False)


def _one_of(
    default: str, values: tuple[str, ...], text: str, words: Mapping[str, str] | None = None
) -> Any:
    return field(default=default, metadata={"values": values, "text": text, "words": words or {}})


def _switch(default: bool, text: str) -> Any:
    return field(default=default, metadata={"text": text})


@dataclass(frozen=True, slots=True)
class Settings:
    """What the user has chosen. The names here are those in the file."""

    name: str = field(default="", metadata={"text": "your name at the table"})
    language: str = _one_of("auto", ("auto", *LANGUAGES), "language")
    theme: str = field(default="auto", metadata={"text": "colour theme"})
    colors: str = _one_of("auto", tuple(COLOUR_OPTIONS), "colours of the terminal")
    four_colours: bool = _switch(True, "four-colour deck")
    card_size: str = _one_of("auto", ("auto", "small", "medium", "large"), "size of the cards")
    deck: str = _one_of("shapes", ("shapes", "pips", "plain"), "style of the cards")
    tiles: str = _one_of("pips", ("pips", "digits"), "style of the tiles")
    ascii: str = _one_of("auto", ("auto", "on", "off"), "draw with ASCII characters only")
    animation: str = _one_of("auto", ("auto", "off", "fast", "normal"), "animation")
    pace: str = _one_of(
        "normal",
        ("normal", "slow", "key"),
        "a finished trick stays",
        {"normal": "a moment", "slow": "longer", "key": "until a key is pressed"},
    )
    autoplay: str = _one_of(
        "last",
        ("off", "bids", "last", "every"),
        "play forced moves automatically",
        {
            "off": "no",
            "bids": "bids and passes",
            "last": "the last card too",
            "every": "among bots every forced card",
        },
    )
    ask: bool = _switch(True, "ask again before a costly move made by a click or a digit")
    coach: bool = _switch(False, "point out a costly move when you play alone")
    bell: bool = _switch(True, "call me when it is my turn and another window is in front")
    mouse: bool = _switch(True, "use the mouse")
    lessons_seen: tuple[str, ...] = field(default=(), metadata={"text": "lessons already offered"})
    """Names of games."""
    keys: Mapping[str, str] = field(default_factory=dict, metadata={"text": "your own keys"})
    """Name of an action -> keys, as Textual's keymap has them: "f2,ctrl+r"."""
    table: Mapping[str, Any] = field(default_factory=dict, metadata={"text": "the last new table"})
    """The last choices for a new table; plain values, checked by the form."""

    def spoken(self, environ: Mapping[str, str] = os.environ) -> str:
        """Return the language to speak."""
        return locale_language(environ) if self.language == "auto" else self.language


def player_name(settings: Settings, given: str = "") -> str:
    """Choose the player's name: from the command line, the settings, or this computer."""
    return clean_name(given or settings.name or _user() or t("Player"))


def _user() -> str:
    """Return what this computer calls the player; empty if it cannot say."""
    try:
        return getpass.getuser().capitalize()
    except (OSError, KeyError, ImportError):
        return ""


def load(folder: Path) -> tuple[Settings, list[Problem]]:
    """Read the settings; mistakes are reported by line, and the default then applies."""
    path = folder / FILE_NAME
    try:
        text = read_file(path).decode("utf-8")
    except FileNotFoundError:
        return Settings(), []
    except (OSError, UnicodeDecodeError) as error:
        return Settings(), [Problem(FILE_NAME, 0, str(error))]
    return parse(text)


def parse(text: str) -> tuple[Settings, list[Problem]]:
    """Read the text of a settings file."""
    import tomllib

    try:
        data = tomllib.loads(text)
    except RecursionError:
        return Settings(), [Problem(FILE_NAME, 0, "nested too deep")]
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        return Settings(), [Problem(FILE_NAME, int(found[1]) if found else 0, str(error))]
    good: dict[str, Any] = {}
    problems = []
    known = {f.name: f for f in fields(Settings)}
    for key, value in data.items():
        if key == "autoplay" and isinstance(value, bool):  # as written by earlier releases
            value = Settings.__dataclass_fields__[key].default if value else "off"
        complaint = _complaint(known[key], value) if key in known else _unknown(key, known)
        if complaint:
            problems.append(Problem(FILE_NAME, line_of(text, key), f"{key}: {complaint}"))
        else:
            good[key] = readable_name(value) if key == "name" else value
            if isinstance(value, list):
                good[key] = tuple(value)
    return Settings(**good), problems


def _unknown(key: str, known: Iterable[str]) -> str:
    from tui.commands import did_you_mean  # loaded only after a mistake

    return t("no such setting") + did_you_mean(key, known)


def _complaint(setting: Any, value: object) -> str:
    """Say what is wrong with a value; empty if nothing is."""
    values = setting.metadata.get("values")
    if values is not None:
        return "" if value in values else t("must be one of {values}", values=", ".join(values))
    if isinstance(setting.default, bool):
        return "" if isinstance(value, bool) else t("must be true or false")
    if isinstance(setting.default, str):
        return "" if isinstance(value, str) else t("must be text in quotes")
    if isinstance(setting.default, tuple):
        texts = isinstance(value, list) and all(isinstance(item, str) for item in value)
        return "" if texts else t("must be a list of texts in quotes")
    if not isinstance(value, dict):
        return t("must be a table")
    if setting.name == "keys" and not all(isinstance(keys, str) for keys in value.values()):
        return t("must be text in quotes")
    return ""


def save(folder: Path, settings: Settings) -> bool:
    """Write the settings; a crash leaves the old file or the new. Tell whether it worked."""
    path = folder / FILE_NAME
    fresh = path.with_suffix(".new")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        fresh.write_text(to_toml(settings), "utf-8")
        os.replace(fresh, path)
    except OSError:
        with contextlib.suppress(OSError):
            fresh.unlink()
        return False
    return True


def change(folder: Path, **changes: Any) -> Settings:
    """Change single settings on disk, keeping what another window has saved in the meantime."""
    found, problems = load(folder)
    if problems:
        _keep_copy(folder / FILE_NAME)
    settings = replace(found, **changes)
    save(folder, settings)
    return settings


def _keep_copy(path: Path) -> None:
    """Keep a copy of a file with mistakes: saving would lose its mistaken lines."""
    with contextlib.suppress(OSError):
        path.with_suffix(BAD).write_bytes(path.read_bytes())


def to_toml(settings: Settings) -> str:
    """Write a settings file: what differs from the defaults, each with its possible values."""
    lines = ["# Settings of kozyr. What is not here has its default.", ""]
    tables = []
    for setting in fields(Settings):
        value = getattr(settings, setting.name)
        if isinstance(value, Mapping):
            if value:
                tables += ["", f"[{setting.name}]", *_assignments(value, setting.name)]
        elif value != setting.default:
            values = setting.metadata.get("values")
            lines.append(
                f"{setting.name} = {_value(value)}" + (f"  # {', '.join(values)}" if values else "")
            )
    return "\n".join(lines + tables) + "\n"


def _assignments(table: Mapping[str, Any], path: str) -> list[str]:
    lines, inner = [], []
    for key, value in table.items():
        if isinstance(value, Mapping):
            name = f"{path}.{_key(key)}"
            inner += ["", f"[{name}]", *_assignments(value, name)]
        elif value is not None:
            lines.append(f"{_key(key)} = {_value(value)}")
    return lines + inner


def _key(key: str) -> str:
    return key if re.fullmatch(r"[\w-]+", key, re.ASCII) else _value(key)


def _value(value: object) -> str:
    # A JSON value is also a TOML value, except for \u escapes of surrogates, DEL and null.
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
