"""The man page, from the same parsers and texts as --help.

python -m tests.support.man_page docs/man
"""

import argparse
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from tui.arguments import Parser, invocation
from tui.cli import parser, summaries
from tui.language.text import LANGUAGES, t, use_language

ROOT: Final = Path(__file__).parents[2]

HEADINGS: Final = {
    "en": ("NAME", "SYNOPSIS", "COMMANDS", "OPTIONS", "ENVIRONMENT", "EXIT STATUS", "SEE ALSO"),
    "ru": ("ИМЯ", "СИНТАКСИС", "КОМАНДЫ", "КЛЮЧИ", "ОКРУЖЕНИЕ", "КОД ВОЗВРАТА", "СМОТРИТЕ ТАКЖЕ"),
}

ENVIRONMENT: Final = {
    "KOZYR_CONFIG_DIR": {
        "en": "the folder of the settings and of your own themes",
        "ru": "папка настроек и своих тем",
    },
    "KOZYR_STATE": {
        "en": "the folder of records, saved matches and logs",
        "ru": "папка записей, отложенных партий и журналов",
    },
    "NO_COLOR": {"en": "draw without colours", "ru": "рисовать без цвета"},
}

EXIT_STATUS: Final = {
    "0": {"en": "done", "ru": "сделано"},
    "1": {"en": "it could not be done", "ru": "сделать не удалось"},
    "2": {"en": "a mistake on the command line", "ru": "ошибка в командной строке"},
    "130": {"en": "interrupted", "ru": "прервано"},
}

SEE_ALSO: Final = {
    "en": "The documents: docs/README.md of the source. The rule books: kozyr rules. "
    "The package kozyr-kits adds commands for authors of bots, hosts and clients.",
    "ru": "Описания: docs/README.md в исходниках (по-английски). Книги правил: kozyr rules. "
    "Пакет kozyr-kits добавляет команды для авторов ботов, серверов и клиентов.",
}


def page_path(folder: Path, language: str) -> Path:
    """Return the path of the page in a language."""
    return folder / ("kozyr.1" if language == "en" else f"kozyr.{language}.1")


def page(language: str) -> str:
    """Write the page in a language, which the program speaks from then on."""
    use_language(language)
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    top = parser()
    headings = [f".SH {heading}" for heading in HEADINGS[language]]
    name, synopsis, commands, options, environment, status, see_also = headings
    lines = [
        '.\\" Made by `make man` from the help texts: change those.',
        f'.TH KOZYR 1 "" "kozyr {version}"',
        *(name, f"kozyr \\- {_text(top.description or '')}"),
        *(synopsis, *_usage(top), *_examples(top)),
        *(commands, *(line for command in summaries() for line in _command(parser(command)))),
        *(options, *_arguments([*top.own, *top.shared])),
        *(environment, *_items({key: texts[language] for key, texts in ENVIRONMENT.items()})),
        *(status, *_items({code: texts[language] for code, texts in EXIT_STATUS.items()})),
        *(see_also, _text(SEE_ALSO[language])),
    ]
    return "\n".join([*lines, ""])


def _command(made: Parser) -> Iterator[str]:
    yield f".SS {_text(made.prog)} \\- {_text(made.description or '')}"
    yield from _usage(made)
    yield from _arguments(made.own)
    yield from _examples(made)


def _usage(made: Parser) -> Iterator[str]:
    program, *words = made.usage_words()
    yield f"\\fB{_text(program)}\\fR {_text(' '.join(words))}"


def _arguments(actions: Sequence[argparse.Action]) -> Iterator[str]:
    return _items({invocation(action): str(action.help) for action in actions})


def _items(items: dict[str, str]) -> Iterator[str]:
    for name, meaning in items.items():
        yield from (".TP", f"\\fB{_text(name)}\\fR", _text(meaning))


def _examples(made: Parser) -> Iterator[str]:
    yield from (".PP", _text(t("Examples:")))
    for line, meaning in made.examples:
        yield from (".TP", f"\\fB{_text(line)}\\fR", _text(meaning))


def _text(text: str) -> str:
    """Write a text so that no character of it is taken for a request or an escape."""
    safe = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{safe}" if safe.startswith((".", "'")) else safe


def main(folder: Path) -> None:
    """Write the page in both languages."""
    folder.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        page_path(folder, language).write_text(page(language), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
