"""What the page for browsers says, in the language in use."""

from __future__ import annotations

from core.game import Plain
from net.wire.reasons import REFUSALS
from tui.language.text import t
from tui.language.words import as_sentence


def page_words(*, plain: bool) -> dict[str, Plain]:
    """Return it by the names that the page uses; `plain`: whether it goes without encryption."""
    encrypted = t(
        "Your browser has warned you because no authority has certified this computer; the "
        "fingerprint it shows can be compared with the one in the waiting room, key I."
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
        "lost": t("The connection is lost, trying again … Your seat waits."),
        "over": t("You have left the table."),
        "elsewhere": t("Your table is open in another window now."),
        "full": t("This computer is drawing for as many guests as it can. Come back later."),
        "failed": t("Something went wrong on the host's computer. Come again: your seat waits."),
        "misdirected": t("Open this page by the address that the host's waiting room shows."),
        "foreign": t("This came from another page; open this one anew."),
        "nothing": t("There is nothing here. The table is on the first page."),
        "nameless": t("Please type a name with letters or digits."),
        "busy": t("Many people are knocking just now. Try again in a moment."),
        "cookies": t("Your browser keeps no cookies, but by one the table knows you: allow them."),
        "wrong": as_sentence(t(REFUSALS["wrong"])),
    }
