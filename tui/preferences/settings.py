"""The user's settings: one TOML file, which is the user's own, read value by value.

A change touches only the line of its setting. The program's own memory is another file, kept with
its state. Mistakes are reported; none ends the program. The effect of a setting is explained in the
module that uses it.
"""

import contextlib
import errno
import getpass
import json
import os
import re
import shutil
import stat
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final

import platformdirs

from net.files import folders
from net.wire.names import clean_name, readable_name
from tui.commands import did_you_mean
from tui.language.text import LANGUAGES, locale_language, t
from tui.preferences import Problem, line_of
from tui.terminal.depth import COLOUR_OPTIONS

MY_TURN, JOINED, OVER = "my_turn", "joined", "over"
EVENTS: Final = (MY_TURN, JOINED, OVER)
"""The events at a table for which a player may have a command."""

HAND_ORDERS: Final = {
    "suit": "by suit",
    "rank": "by rank",
    "left": "trumps on the left",
    "right": "trumps on the right",
}
"""The ways to sort a hand, with their names in English."""

FILE_NAME: Final = "settings.toml"

REMEMBERED_NAME: Final = "remembered.json"
"""The file of the program's own memory, kept with its state."""


def config_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of settings and own themes; KOZYR_CONFIG_DIR moves it."""
    moved = environ.get("KOZYR_CONFIG_DIR")
    if moved:
        return Path(moved)
    return platformdirs.user_config_path("kozyr", appauthor=False)


def _one_of(
    default: str, values: tuple[str, ...], text: str, words: Mapping[str, str] | None = None
) -> Any:
    return field(default=default, metadata={"values": values, "text": text, "words": words or {}})


def _switch(default: bool, text: str) -> Any:
    return field(default=default, metadata={"text": text})


@dataclass(frozen=True, slots=True)
class Settings:
    """The user's choices and the program's memory, by their names in the two files.

    Earlier releases wrote both into the user's file, from which they are still read.
    """

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
    ask: bool = _switch(True, "ask before a costly click or digit")
    coach: bool = _switch(False, "the coach, alone: name costly moves")
    sort: str = _one_of("suit", tuple(HAND_ORDERS), "order of the hand", HAND_ORDERS)
    banter: bool = _switch(True, "the bots say a word at great moments")
    bell: bool = _switch(True, "call me at my turn in another window")
    mouse: bool = _switch(True, "use the mouse")
    keys: Mapping[str, str] = field(default_factory=dict, metadata={"text": "your own keys"})
    """The name of an action -> its keys, as in Textual's keymap: "f2,ctrl+r"."""
    events: Mapping[str, Any] = field(default_factory=dict, metadata={"text": "your own commands"})
    lessons_seen: tuple[str, ...] = field(
        default=(), metadata={"text": "lessons already offered", "remembered": True}
    )
    """The names of games."""
    table: Mapping[str, Any] = field(
        default_factory=dict, metadata={"text": "the last new table", "remembered": True}
    )
    """The last choices for a new table: plain values, checked by the form."""
    ladder: Mapping[str, Any] = field(
        default_factory=dict, metadata={"text": "the ladder that was begun", "remembered": True}
    )
    """The next match of an unfinished ladder: plain values, checked by `tui.short_matches`."""

    def spoken(self, environ: Mapping[str, str] = os.environ) -> str:
        """Return the language of the texts: the one chosen, or that of the locale."""
        return locale_language(environ) if self.language == "auto" else self.language


def player_name(settings: Settings, given: str = "") -> str:
    """Return the player's name: the given one, else that of the settings or of the user here."""
    return clean_name(given or settings.name or _user() or t("Player"))


def _user() -> str:
    """Return the name of the user of this computer; empty if it is unknown."""
    try:
        return getpass.getuser().capitalize()
    except (OSError, KeyError, ImportError):
        return ""


_KNOWN: Final = {setting.name: setting for setting in fields(Settings)}
_REMEMBERED: Final = {name for name, setting in _KNOWN.items() if "remembered" in setting.metadata}


class _UnreadableError(Exception):
    """A settings file that cannot be read as a whole."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.problem = Problem(FILE_NAME, line, reason)


def load(folder: Path) -> tuple[Settings, list[Problem]]:
    """Read the settings, and the problems found; a wrong value is replaced by its default."""
    settings = Settings()
    problems: list[Problem] = []
    try:
        settings, problems = parse(_contents(folder / FILE_NAME))
    except FileNotFoundError:
        pass
    except _UnreadableError as error:
        problems = [error.problem]
    except OSError as error:
        problems = [Problem(FILE_NAME, 0, str(error))]
    return replace(settings, **_remembered(folders.state_directory())), problems


def _contents(path: Path) -> str:
    """Return the text of a settings file. Raises OSError, _UnreadableError."""
    try:
        return folders.decoded(folders.read_file(path))
    except folders.EncodingError as error:
        raise _UnreadableError(error.line, t(error.reason)) from None


def parse(text: str) -> tuple[Settings, list[Problem]]:
    """Read the text of a settings file, as `load` does."""
    try:
        data = _values(text)
    except _UnreadableError as error:
        return Settings(), [error.problem]
    good: dict[str, Any] = {}
    problems = []
    for key, value in data.items():
        if key == "autoplay" and isinstance(value, bool):  # as written by earlier releases
            value = Settings.__dataclass_fields__[key].default if value else "off"
        complaint = _complaint(_KNOWN[key], value) if key in _KNOWN else _unknown(key, _KNOWN)
        if complaint:
            problems.append(Problem(FILE_NAME, line_of(text, key), f"{key}: {complaint}"))
        elif key == "events":
            good[key], mistakes = checked_commands(value)
            for name, why in mistakes.items():
                problems.append(Problem(FILE_NAME, line_of(text, name, key), f"{name}: {why}"))
        else:
            good[key] = readable_name(value) if key == "name" else value
            if isinstance(value, list):
                good[key] = tuple(value)
    return Settings(**good), problems


def _values(text: str) -> dict[str, Any]:
    """Return the values in a settings file, right or wrong. Raises _UnreadableError."""
    import tomllib

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise _UnreadableError(0, "nested too deep") from None
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        raise _UnreadableError(int(found[1]) if found else 0, str(error)) from None


def _unknown(key: str, known: Iterable[str]) -> str:
    return t("no such setting") + did_you_mean(key, known)


def checked_commands(events: Mapping[str, Any]) -> tuple[dict[str, list[str]], dict[str, str]]:
    """Return the commands that can be run, and by event the mistake in each of the others."""
    good, mistakes = {}, {}
    for name, command in events.items():
        if name not in EVENTS:
            mistakes[name] = t("no such event") + did_you_mean(name, EVENTS)
        elif not (isinstance(command, list) and command and all(map(_is_argument, command))):
            mistakes[name] = t("must be a list of texts in quotes")
        elif shutil.which(command[0]) is None:
            mistakes[name] = t("there is no command {name}", name=command[0])
        else:
            good[name] = command
    return good, mistakes


def _is_argument(each: object) -> bool:
    return isinstance(each, str) and "\0" not in each


def _complaint(setting: Any, value: object) -> str:
    """Return the mistake in a value, in the player's language; empty if there is none."""
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


def change(folder: Path, **changes: Any) -> Problem | None:
    """Change settings in their file, and nothing else in it; return the problem, if any."""
    own = {name: value for name, value in changes.items() if name not in _REMEMBERED}
    if len(own) < len(changes):
        noted = {name: value for name, value in changes.items() if name in _REMEMBERED}
        remember(folders.state_directory(), **noted)
    if not own:
        return None
    # The file may be a link into a folder of dotfiles.
    path = Path(os.path.realpath(folder / FILE_NAME))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with folders.kept_to_oneself(path.parent):
            _rewrite(path, own)
    except _UnreadableError as error:
        return error.problem
    except OSError as error:
        return Problem(str(path), 0, error.strerror or str(error))
    return None


def unsaved(problem: Problem) -> str:
    """Say that a change could not be saved."""
    return t("the change holds until you leave; it cannot be saved: {problem}", problem=problem)


def homeless() -> str:
    """Tell a user without a home folder where files are kept; empty for anyone else."""
    if not folders.temporary_home or {"KOZYR_CONFIG_DIR", "KOZYR_STATE"} <= os.environ.keys():
        return ""
    if folders.temporary_home == folders.NOWHERE:
        return t("you have no home folder, so nothing is kept; the variable HOME can name one")
    return t(
        "you have no home folder, so matches and settings are kept only in {folder}, among the "
        "temporary files; the variable HOME can name a better place",
        folder=folders.temporary_home,
    )


def _rewrite(path: Path, changes: Mapping[str, Any]) -> None:
    """Write a file with other values; a crash leaves the old file or the new.

    Raises OSError, _UnreadableError.
    """
    try:
        before = _contents(path)
        _check_writable(path)
    except FileNotFoundError:
        before = _HEADER
    if (after := with_changes(before, changes)) == before:
        return
    draft = path.with_suffix(".new")
    try:
        draft.write_text(after, "utf-8", newline="")
        if path.exists():
            shutil.copymode(path, draft)
        draft.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise


def _check_writable(path: Path) -> None:
    """Raise PermissionError for a read-only file: replacing it would need no permission."""
    if not (path.stat().st_mode & stat.S_IWUSR and os.access(path, os.W_OK)):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


_HEADER: Final = "# Settings of kozyr. What is not here has its default.\n\n"


def with_changes(text: str, changes: Mapping[str, Any]) -> str:
    """Return a settings file with other values; lines of other settings stay as they are.

    Raises _UnreadableError.
    """
    _values(text)
    import tomlkit  # takes a twentieth of the start-up time

    end = "\r\n" if "\r\n" in text else "\n"
    document = tomlkit.parse(text if text.endswith("\n") else text + end)
    for name, value in changes.items():
        if name in document:
            if document[name] != value:
                document[name] = value
        elif value != _KNOWN[name].default:
            item = tomlkit.item(value)
            if values := _KNOWN[name].metadata.get("values"):
                item.comment(", ".join(values))
            item.trivia.trail = end
            document.body.insert(_place(document.body, tomlkit.items), (tomlkit.key(name), item))
    return document.as_string()


def _place(body: Sequence[tuple[Any, Any]], items: Any) -> int:
    """Return the place of a new setting: below the others, above the comment on the first table."""
    tables = (at for at, (_, item) in enumerate(body) if isinstance(item, items.Table | items.AoT))
    place = found = next(tables, len(body))
    for kind in (items.Comment, items.Whitespace) if found < len(body) else ():
        while place and isinstance(body[place - 1][1], kind):
            place -= 1
    return place


# --- the program's own memory --------------------------------------------------------------------


def _remembered(folder: Path) -> dict[str, Any]:
    """Return the memory kept in a folder; damaged values are left out."""
    try:
        data = json.loads(folders.read_file(folder / REMEMBERED_NAME))
    except (OSError, ValueError, RecursionError):
        return {}
    noted = data.items() if isinstance(data, dict) else ()
    good = {
        name: value
        for name, value in noted
        if name in _REMEMBERED and not _complaint(_KNOWN[name], value)
    }
    return {name: tuple(v) if isinstance(v, list) else v for name, v in good.items()}


def remember(folder: Path, **changes: Any) -> None:
    """Keep values in the memory, unless the disk cannot be written.

    Lists are extended, not replaced: another program may have added to them in the meantime.
    """
    with contextlib.suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with folders.kept_to_oneself(folder):
            noted = _remembered(folder)
            for name, value in changes.items():
                together = (*noted.get(name, ()), *value) if isinstance(value, tuple) else ()
                noted[name] = [*dict.fromkeys(together)] if together else value
            folders.keep_private(
                folder / REMEMBERED_NAME, json.dumps(noted, ensure_ascii=False).encode()
            )
