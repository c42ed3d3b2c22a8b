"""The table of docs/settings.md: the actions of each screen, with their keys."""

from tui.preferences.keys import bindings_of
from tui.program import SCREENS, screen_class

START, END = "<!-- actions: from the source -->\n", "<!-- end of actions -->\n"

EVERYWHERE = ("back", "help", "quit")


def renewed(page: str) -> str:
    """Return the page with the table as the source has it."""
    before, start, rest = page.partition(START)
    _, end, after = rest.partition(END)
    assert start, f"the page has no {START!r}"
    assert end, f"the page has no {END!r}"
    return before + start + _table() + end + after


def _table() -> str:
    rows = {"everywhere": ", ".join(f"`{name}`" for name in EVERYWHERE)}
    for name in SCREENS:
        screen = screen_class(name)
        said = {
            binding.id: f"`{binding.id}` ({_keys(binding.key)})"
            for binding in bindings_of(screen)
            if binding.id and binding.id not in EVERYWHERE
        }
        if said:
            rows[screen.HEADING] = ", ".join(said.values())
    lines = [f"| {where} | {said} |\n" for where, said in rows.items()]
    return "| screen | actions and their keys |\n|---|---|\n" + "".join(lines)


def _keys(keys: str) -> str:
    return ", ".join(key.replace("|", "\\|") for key in keys.split(","))
