"""Which matches statistics count: the choice in words, and the questions that make it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static

from core.game import plain_options
from core.records.career import Outcome
from tui.history.words import company_said
from tui.language.rule_names import rules_text
from tui.language.text import t
from tui.widgets.active_screen import ActiveOnly
from tui.widgets.menu import Menu

ANY = "any"
"""The answer that counts every set of house rules."""


def rule_sets(outcomes: Iterable[Outcome]) -> list[tuple[Any, int]]:
    """List the sets of house rules that were played and how often, the most frequent first."""
    counted: dict[tuple[tuple[str, object], ...], tuple[Any, int]] = {}
    for outcome in outcomes:
        key = tuple(plain_options(outcome.options).items())
        counted[key] = (outcome.options, counted.get(key, (None, 0))[1] + 1)
    return sorted(counted.values(), key=lambda each: -each[1])


def rule_answers(sets: Sequence[tuple[Any, int]]) -> list[tuple[str, str]]:
    """Word the sets of house rules as answers, numbered from 0."""
    worded = [
        (str(n), f"{rules_text(options)} · {count}") for n, (options, count) in enumerate(sets)
    ]
    return [(ANY, t("any house rules")), *worded]


def company_entries(counted: dict[str, int]) -> dict[str, str]:
    """Word who else sat at the tables, with the number of matches."""
    return {name: f"{company_said(name)} · {count}" for name, count in counted.items()}


class MarkScreen(ActiveOnly, ModalScreen[tuple[str, ...]]):
    """Lets entries be marked; the result is the keys of the marked ones."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "done", show=False),
        Binding("ctrl+c", "app.ask_quit", show=False, priority=True),
    ]

    def __init__(self, question: str, worded: dict[str, str], chosen: Sequence[str]) -> None:
        super().__init__()
        self._question = question
        self._worded = worded
        wanted = {name.casefold() for name in chosen}
        self._marked = [name for name in worded if name.casefold() in wanted]

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._question, classes="question", markup=False)
            yield Menu(self._entries())
            yield Static(t("Enter marks · Esc goes back"), classes="muted", markup=False)

    def _entries(self) -> list[tuple[str, str]]:
        return [
            (str(number), f"[{'x' if name in self._marked else ' '}] {said}")
            for number, (name, said) in enumerate(self._worded.items())
        ]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        name = list(self._worded)[int(event.option.id or 0)]
        if name in self._marked:
            self._marked.remove(name)
        else:
            self._marked.append(name)
        self.query_one(Menu).offer(self._entries())

    def action_done(self) -> None:
        """Return what is marked."""
        self.dismiss(tuple(self._marked))
