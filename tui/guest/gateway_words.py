"""The words of the ssh gateway and of the page, which guests read before their screens."""

from collections.abc import Callable
from typing import Final

from core.game import Plain
from net.installation import command
from net.wire.reasons import REFUSALS
from tui.language.games import game_title
from tui.language.text import LANGUAGES, language, t, use_language
from tui.language.words import as_sentence

PROGRAM: Final = "tui.guest.program"
"""The module of a guest's program."""


def guests(kind: str, table: str, game: str) -> dict[str, Plain]:
    """Return the program and the words of a kind of gateway, for `net.way.Computer`."""

    def words() -> dict[str, Plain]:
        if kind == "ssh":
            return _ssh_words()
        return {**page_words(plain=kind == "http"), "title": f"{table} · {game_title(game)}"}

    return {
        "program": [*command(PROGRAM)],
        "language": language(),
        "words": _in_all_languages(words),
    }


def _in_all_languages(words: Callable[[], dict[str, Plain]]) -> dict[str, Plain]:
    """Return words in every language, by its code."""
    worded: dict[str, Plain] = {}
    before = language()
    for code in LANGUAGES:
        use_language(code)
        worded[code] = words()
    use_language(before)
    return worded


def _ssh_words() -> dict[str, Plain]:
    """Return the sentences of the ssh gateway before and after a guest's program."""
    return {
        "code": t("Code of the table:"),
        "word": t("The word that brings you back (Enter for another seat):"),
        "code or word": t("Code of the table, or the word that brings you back:"),
        "wrong": t("That was not it."),
        "wrong password": t(
            "That was not the code of the table. Come again, and type the code as the password."
        ),
        "no command": t("This is a card table and nothing else: no commands, no files."),
        "one screen": t("One screen per connection."),
        "kept": t("The table is closed for now; its host can resume the match later."),
        **_last_words(),
        "moved": t("The table is at the computer of another player now."),
        "moved there": t(
            "To go on there, type:\r\n  {line}\r\n"
            "If the table is not there, ask the others for the new way in.",
            line="{line}",
        ),
        "broken": t("The host's program has ended unexpectedly."),
        "gone on": t("If the others go on at another computer, ask them for the way there."),
        "given there": t(
            "Come in there to watch: the owner of the table then gives you your seat."
        ),
        "by key": t("Your seat is kept: the same ssh command brings you back."),
        "by word": t("Your seat is kept: come back and give the word {word}.", word="{word}"),
        "there by key": t("Your seat is kept there: your ssh key brings you back to it."),
        "there by word": t("Your seat is kept there: give the word {word}.", word="{word}"),
        "later by key": t(
            "When the table is open again, the same ssh command brings you back; until then it "
            "says “Connection refused”."
        ),
        "later by word": t(
            "When the table is open again, come back by the same ssh command and give the word "
            "{word}; until then it says “Connection refused”.",
            word="{word}",
        ),
    }


def _last_words() -> dict[str, Plain]:
    """Word the ends of a guest's stay that the ssh gateway and the page word alike."""
    return {
        "full": t("This computer is drawing for as many guests as it can. Come back later."),
        "left": t("You have left."),
        "failed": t("Something went wrong on the host's computer."),
        "unseated": t("You took no seat, and others may want to come in. You can come back."),
        "elsewhere": t("Your table is open in another window now."),
        "removed": t("The owner of the table has put you out."),
        "barred": t("The owner of the table keeps you out for this evening."),
        "closed": t("The table is closed."),
        "shut": t("The host has closed this way in. Come back when it is open again."),
    }


def page_words(*, plain: bool) -> dict[str, Plain]:
    """Return the words by their names in the page; `plain`: whether it is not encrypted."""
    return {
        "language": LANGUAGES[language()],
        **_form_words(plain=plain),
        **_key_words(),
        **_connection_words(plain=plain),
        **_end_words(plain=plain),
        **_wall_words(plain=plain),
        **_answer_words(),
    }


def _form_words(*, plain: bool) -> dict[str, Plain]:
    """Word the form in which a guest types a name and the code."""
    encrypted = t(
        "Your browser has warned you because no authority has certified this computer. You can "
        "compare the fingerprint it shows with the one that the key i shows at the table."
    )
    open_to_all = t("Not encrypted: others on this network can read along.")
    return {
        "name": t("Your name at the table"),
        "code": t("The code of the table"),
        "sit": t("Sit down"),
        "about": t("Nothing has to be installed: the host's computer draws the table for you."),
        "safety": open_to_all if plain else encrypted,
        "scripts": t("The table needs JavaScript: please allow it for this page."),
        "wall": t("Show the page for the wall"),
    }


def _key_words() -> dict[str, Plain]:
    """Word the keys below the screen."""
    return {
        "typing": t("keyboard"),
        "calling": t("call me when it is my turn"),
        "more": t("more keys"),
        **{word: t(word) for word in ("chat", "scores", "log", "rules", "look back")},
        **{word: t(word) for word in ("house rules", "people", "invite", "phrases", "zoom out")},
        "zoom in": t("zoom"),
        "look left": t("look around"),
        "look right": t("look to the right"),
        "look up": t("look further up"),
        "look down": t("look further down"),
        "again": t("Come back"),
        "other": t("Come in under another name"),
        "there": t("Open its page there"),
    }


def _connection_words(*, plain: bool) -> dict[str, Plain]:
    """Word the connection to the host: lost, silent, refused by the browser."""
    filtered = t(
        "This browser opens the page, but not its connection to the table: an extension or a "
        "filter may be in the way. Try another browser."
    )
    distrusted = t(
        "This browser opens the page, but refuses its connection to the table, as some do with "
        "a certificate made at home. Try another browser, or ask the host for the page without "
        "encryption: kozyr host --web-plain."
    )
    return {
        "lost": t("The connection is lost, trying again …"),
        "nobody": t(
            "Nobody answers: Kozyr has ended there, or the computer is off, asleep or on "
            "another network. This page goes on trying."
        ),
        "refused": filtered if plain else distrusted,
    }


def _end_words(*, plain: bool) -> dict[str, Plain]:
    """Word the ends of a guest's stay, and the ways back."""
    moved = t(
        "The table is at the computer of another player now, and this page leads there by "
        "itself. If the table is not there, ask the others for its new address."
    )
    warned = t(
        "The browser warns once more there, as that is another computer: choose to continue."
    )
    return {
        "kept": t(
            "The table is closed for now; its host can resume the match later. This page comes "
            "back by itself."
        ),
        "broken": t(
            "The host's program has ended unexpectedly. This page comes back by itself when "
            "the table is open again."
        ),
        "seat": t("Your seat is kept."),
        "others": t("If the match goes on at the computer of another player, open the page there:"),
        "seated": t("Something went wrong on the host's computer. Come back: your seat is kept."),
        **_last_words(),
        "moved": moved if plain else f"{moved} {warned}",
    }


def _wall_words(*, plain: bool) -> dict[str, Plain]:
    """Word the page for the wall, which shows the code in large letters."""
    warning = t("The browser warns first: no authority knows a certificate made at home.")
    return {
        "wall scan": t("Scan the code with the camera of a phone on this network, or open:"),
        "wall name": t("Type your name and sit down. Nothing has to be installed."),
        "wall warning": "" if plain else warning,
        "wall address": t(
            "Open this page by the address that the host's waiting room shows: other computers "
            "cannot come by this one."
        ),
    }


def _answer_words() -> dict[str, Plain]:
    """Word the replies to requests that the page's server refuses."""
    return {
        "misdirected": t("Open this page by the address that the host's waiting room shows."),
        "foreign": t("This came from another page; reload this one."),
        "nothing": t("There is nothing here. The table is on the first page."),
        "nameless": t("Please type a name with letters or digits."),
        "busy": t("Too many people are coming in just now. Try again in a moment."),
        "cookies": t(
            "Your browser blocks cookies, but the table recognises you by one: allow them."
        ),
        "wrong": as_sentence(t(REFUSALS["wrong"])),
    }
