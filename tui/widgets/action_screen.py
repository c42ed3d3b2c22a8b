"""A full screen whose keys are declared in rows, from which their present meaning follows."""

from typing import Any

from textual.binding import Binding

from tui.widgets.base_screen import BaseScreen
from tui.widgets.keybar import rows_of, wishes_of


class ActionScreen(BaseScreen):
    """Subclasses give ACTIONS, BINDINGS from them, `desk` and `wish`."""

    @property
    def desk(self) -> Any:
        """The argument of `when` in the rows of this screen."""
        raise NotImplementedError

    def means(self, wish: str) -> bool | str:
        """Return whether the keys of a wish have a meaning now; the meaning where it changes."""
        row = wishes_of(type(self)).get(wish)
        if row is None or row.when is None:
            return True
        means = row.when(self.desk)
        return means if isinstance(means, str) else bool(means)

    def wish(self, name: str, *numbers: int) -> None:
        """Carry out the wish of a row."""
        raise NotImplementedError

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Show only the keys that have a meaning now."""
        if action == "do" and self.means(str(parameters[0])) is False:
            return False
        return super().check_action(action, parameters)

    def meaning_of(self, binding: Binding) -> str:
        """Name the meaning of a key, where that changes: Enter also continues after a deal."""
        row = rows_of(type(self)).get(binding.action)
        means = True if row is None or row.action else self.means(row.wished)
        return binding.description if means is True else means or ""

    # Textual passes as many arguments as there are parameters, and counts `*numbers` as one.
    def action_do(self, name: str, number: int | None = None, other: int | None = None) -> None:
        """Carry out the wish of a key."""
        self.wish(name, *(given for given in (number, other) if given is not None))
