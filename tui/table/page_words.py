"""What the page for browsers says, in the language in use."""

from __future__ import annotations

from core.game import Plain
from net.wire.reasons import REFUSALS
from tui.language.text import t
from tui.language.words import as_sentence


def page_words(*, plain: bool) -> dict[str, Plain]:
    """Return the words by the names that the page uses; `plain`: whether it is not encrypted."""
    encrypted = t(
        "Your browser has warned you because no authority has certified this computer. You can "
        "compare the fingerprint it shows with the one in the waiting room (key I)."
    )
    return {
        "name": t("Your name at the table"),
        "code": t("The code of the table"),
        "sit": t("Sit down"),
        "about": t("Nothing has to be installed: the host's computer draws the table for you."),
        "safety": t("Not encrypted: others on this network can read along.")
        if plain
        else encrypted,
        "typing": t("keyboard"),
        "again": t("Sit down again"),
        "other": t("Come in under another name"),
        "scripts": t("The table needs JavaScript: please allow it for this page."),
        "lost": t("The connection is lost, trying again … Your seat is kept."),
        "left": t("You have left."),
        "elsewhere": t("Your table is open in another window now."),
        "full": t("This computer is drawing for as many guests as it can. Come back later."),
        "failed": t("Something went wrong on the host's computer."),
        "seated": t("Something went wrong on the host's computer. Come back: your seat is kept."),
        "unseated": t("You took no seat, and others may want to come in. You can come back."),
        "closed": t("The table is closed."),
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
