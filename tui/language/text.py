"""Texts in the player's language: the English text in the code is the key of the catalogue.

This module has templates and plural forms; `tui.language.words` has the words for cards and tiles.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

LANGUAGES: Final = {"en": "English", "ru": "Русский"}
"""Code -> the language's name for itself."""

Catalogue: TypeAlias = Mapping[str, str | Sequence[str]]
"""English -> translation, or the plural forms of one."""

PLACEHOLDER: Final = re.compile(r"\{(\w+)(?::\w+)?\}")
"""The place of a fact in a template: "{suit}", or "{suit:of}" for another form of the word."""

_catalogues: dict[tuple[str, str], Catalogue] = {("en", ""): {}, ("en", "tiles"): {}}
_folders: list[Path] = [Path(__file__).parents[1] / "texts"]
"""Our texts, and those of other packages. (`importlib.resources` would load `zipfile` for them.)"""


def locale_language(environ: Mapping[str, str]) -> str:
    """Return the language of the locale, or English if there are no texts in it.

    As in gettext, the list in GNU's LANGUAGE comes before the locale, unless the locale is C.
    """
    locale = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or "C"
    untranslated = re.split(r"[.@]", locale)[0] in ("C", "POSIX")
    wanted = [] if untranslated else environ.get("LANGUAGE", "").split(":")
    codes = (re.split(r"[_.@-]", name)[0].lower() for name in (*wanted, locale))
    return next((code for code in codes if code in LANGUAGES), "en")


def catalogue(code: str, pieces: str = "") -> Catalogue:
    """Read the translations into a language; all tables of the file form one namespace.

    The texts of the table `with_tiles` replace others while `pieces` is "tiles".
    """
    if (code, pieces) not in _catalogues:
        first, *added = (_tables(folder, code) for folder in _folders)
        own = first.pop("with_tiles", {})
        entries: dict[str, str | Sequence[str]] = {}
        for table in (*first.values(), *added):
            entries.update(table)
        _catalogues[code, ""], _catalogues[code, "tiles"] = entries, {**entries, **own}
    return _catalogues[code, pieces]


def _tables(folder: Path, code: str) -> dict[str, Any]:
    import tomllib

    return tomllib.loads((folder / f"{code}.toml").read_text("utf-8"))


def add_texts(folder: Path) -> None:
    """Add the texts of another package: the one table in the folder's file `ru.toml`."""
    if folder not in _folders:
        _folders.append(folder)
        for pieces in ("", "tiles"):
            _catalogues.pop(("ru", pieces), None)


_TOUCHED: Final = (
    *(("clicked", "tapped"), ("click", "tap"), ("Click", "Tap"), ("With the mouse:", "By touch:")),
    *(
        ("второй щелчок", "второе касание"),
        ("щелчок", "касание"),
        ("щелчком", "касанием"),
        ("щелчк", "касани"),
    ),
    ("Мышью:", "Пальцем:"),
)
"""Words about the mouse -> words about touching the screen."""


def speak_of_touch() -> None:
    """From now on write of taps instead of clicks, in every language."""

    def touched(text: str) -> str:
        for mouse, finger in _TOUCHED:
            text = text.replace(mouse, finger)
        return text

    for pieces in ("", "tiles"):
        russian = dict(catalogue("ru", pieces))
        for english, said in russian.items():
            forms = touched(said) if isinstance(said, str) else [*map(touched, said)]
            russian[english] = forms
        _catalogues["ru", pieces] = russian
        english_texts = (english for english in russian if "lick" in english)
        _catalogues["en", pieces] = {english: touched(english) for english in english_texts}


_language = locale_language(os.environ)
_pieces: Literal["", "tiles"] = ""


def language() -> str:
    """Return the code of the language in use."""
    return _language


def use_language(code: str) -> None:
    """From now on use a language. Raises ValueError if there are no texts in it."""
    global _language
    if code not in LANGUAGES:
        raise ValueError(f"no such language: {code}; known are: {', '.join(LANGUAGES)}")
    _language = code


def speak_of(pieces: Literal["", "tiles"]) -> Literal["", "tiles"]:
    """From now on use the words of players of games with these pieces; return the kind before.

    In Russian a deal of cards has a different name than a deal of tiles.
    """
    global _pieces
    before, _pieces = _pieces, pieces
    return before


def plural_form(code: str, n: int) -> int:
    """Return the index of the plural form that a language has for a number."""
    if code == "ru":
        last, teens = abs(n) % 10, abs(n) % 100
        if last == 1 and teens != 11:
            return 0
        return 1 if 2 <= last <= 4 and not 12 <= teens <= 14 else 2
    return 0 if abs(n) == 1 else 1


class Declined(str):
    """A word with other forms, which translations ask for by name: "{suit:of}"."""

    forms: Mapping[str, str]

    def __new__(cls, word: str, forms: Mapping[str, str]) -> Declined:
        declined = super().__new__(cls, word)
        declined.forms = forms
        return declined


def fill(template: str, facts: Mapping[str, object]) -> str:
    """Put facts into the {places} of a template; unknown places stay as they are.

    Unlike str.format, this neither raises nor reads attributes: some templates come from other
    hosts.
    """
    if "{" not in template:
        return template

    def filled(place: re.Match[str]) -> str:
        fact = facts.get(place[1], place[0])
        form = place[0][1:-1].partition(":")[2]
        return str(fact.forms.get(form, fact) if isinstance(fact, Declined) else fact)

    return PLACEHOLDER.sub(filled, template)


def t(template: str, /, **facts: object) -> str:
    """Return a text in the player's language, with facts in its places."""
    said = catalogue(_language, _pieces).get(template, template)
    return fill(said if isinstance(said, str) else template, facts)


def tn(one: str, many: str, n: int, /, **facts: object) -> str:
    """Return a text with the number {n} in it; its key in the catalogue is the singular `one`."""
    forms = catalogue(_language, _pieces).get(one)
    code = _language
    if forms is None or isinstance(forms, str):
        code, forms = "en", (one, many)
    return fill(forms[plural_form(code, n)], {"n": n, **facts})
