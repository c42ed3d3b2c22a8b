"""The bottom line: the keys of the screen in the player's language, to be read or clicked."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeAlias

from textual.binding import ActiveBinding, Binding, BindingType
from textual.screen import Screen

from tui.actions import Action
from tui.drawing.canvas import Canvas, Hit, Painting
from tui.language.text import t
from tui.program import look_of
from tui.widgets.active_screen import ActiveOnly
from tui.widgets.canvas import CanvasView

_SHOWN: Final = {
    "escape": "Esc",
    "question_mark": "?",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
}

KEPT: Final = ("help", "back", "play", "again", "hint", "scores")
"""Names of actions whose keys are shown even if not all fit, the most needed first."""


OBVIOUS: Final = ("cursor_up",)
"""Names of actions whose keys are the first to be dropped: a list makes its arrows obvious."""


def bindings(actions: Iterable[Action]) -> list[BindingType]:
    """Return the keys of actions as a screen binds them."""
    return [
        Binding(
            action.keys,
            action.does,
            action.label,
            show=not action.hidden,
            key_display=action.shown or None,
            id=action.name or None,
        )
        for action in actions
        if action.keys
    ]


@lru_cache
def rows_of(kind: type[ActiveOnly]) -> Mapping[str, Action]:
    """Return the rows of a kind of screen, by the actions to which their keys are bound."""
    return {action.does: action for action in kind.ACTIONS}


@lru_cache
def wishes_of(kind: type[ActiveOnly]) -> Mapping[str, Action]:
    """Return the rows of a kind of screen by their wishes."""
    return {action.wished: action for action in kind.ACTIONS}


@lru_cache
def typed_at(kind: type[ActiveOnly]) -> frozenset[str]:
    """Return the wishes of a kind of screen whose keys belong to a line during typing."""
    return frozenset(each.action or each.wished for each in kind.ACTIONS if each.typeable)


@lru_cache
def _worded(kind: type[Any]) -> frozenset[str]:
    """Name the actions of our own classes: Textual's own actions have no translations."""
    own = (cls for cls in kind.__mro__ if not cls.__module__.startswith("textual."))
    bindings = [binding for cls in own for binding in vars(cls).get("BINDINGS", ())]
    return frozenset(binding.action for binding in bindings if isinstance(binding, Binding))


Doing: TypeAlias = tuple[str, Any]
"""An action, and the node that has it."""


@dataclass(frozen=True, slots=True)
class Key:
    """One entry of the line."""

    shown: str
    text: str
    doing: Doing
    """The action of the entry as a whole."""
    name: str
    """The action's name in the settings file, if it has one."""
    special: bool = False
    """Whether its action is only possible now, or differs from the usual one."""
    each: tuple[tuple[str, Doing], ...] = ()
    """If the entry names several keys: the text and the action of each."""

    def parts(self) -> list[tuple[str, Doing]]:
        """Return the entry's text in parts, each with the action of a click on it."""
        if not self.each:
            return [(f"{self.shown} {self.text}", self.doing)]
        held = self.shown.removesuffix("".join(sign for sign, _ in self.each))
        parts = [*self.each, (f" {self.text}", self.doing)]
        return [(held, self.doing), *parts] if held else parts


def keys_of(screen: Screen[Any], *, hidden: bool = False) -> list[Key]:
    """List the keys with a meaning now, one for each action; `hidden` adds those not shown."""
    keys: dict[str, Key] = {}
    active = screen.active_bindings  # checks every binding, so only once
    for node, binding, enabled, _ in active.values():
        wanted = binding.show or (hidden and binding.action in _worded(type(node)))
        if not (wanted and enabled) or binding.action in keys:
            continue
        means = node.meaning_of(binding) if isinstance(node, ActiveOnly) else binding.description
        if means:
            shown = binding.key_display or _named(binding.key)
            name = binding.id or binding.action
            said = t(means)
            row = rows_of(type(node)).get(binding.action) if isinstance(node, ActiveOnly) else None
            special = means != binding.description or (row is not None and row.rare)
            each = _each(shown, active)
            keys[binding.action] = Key(shown, said, (binding.action, node), name, special, each)
    return sorted(keys.values(), key=_rank)


_SEVERAL: Final = re.compile(r"(Shift\+)?([←→↑↓]{2,}|\+-|PgUp/Dn|nN)")
"""An entry that names several keys at once."""

_WRITTEN: Final = {
    **{sign: name for name, sign in _SHOWN.items() if name not in ("escape", "question_mark")},
    **{"+": "plus", "-": "minus", "/Dn": "pagedown"},
}


def _each(shown: str, active: Mapping[str, ActiveBinding]) -> tuple[tuple[str, Doing], ...]:
    """Find the action of each key of an entry such as "+-"; none if it names only one."""
    named = _SEVERAL.fullmatch(shown)
    if named is None:
        return ()
    held, signs = named.groups("")
    keys = [(sign, held.lower() + _WRITTEN.get(sign, sign)) for sign in _SIGN.findall(signs)]
    return tuple(
        (sign, (bound.binding.action, bound.node))
        for sign, key in keys
        if (bound := active.get(key)) is not None and bound.enabled
    )


_SIGN: Final = re.compile("PgUp|/Dn|.")


def _rank(key: Key) -> int:
    """Rank a key: actions possible only now come first, those of every screen last."""
    return 0 if key.special else 2 if key.name in ("help", "quit") else 1


def _named(key: str) -> str:
    """Write a key as keyboards do: "F2", "Home", "Shift+←"."""
    parts = (_SHOWN.get(part, part if len(part) == 1 else part.title()) for part in key.split("+"))
    return "+".join(parts)


class KeyBar(CanvasView):
    """One line of keys; those without room are left out, from the end."""

    def __init__(self) -> None:
        super().__init__(self._draw, id="keys")
        self._doings: list[Doing] = []
        """The action of a click on each part."""

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._bindings_changed)

    def _bindings_changed(self, screen: Screen[Any]) -> None:
        if self.is_attached and screen is self.screen:
            self.repaint()

    def _draw(self, width: int, height: int) -> Painting:
        look = look_of(self)
        canvas = Canvas(width, height, look.panel_ink, look.panel)
        self._doings = []
        hits = []
        x = 1
        for key in fitting(keys_of(self.screen), width - 1):
            canvas.put(x, 0, key.shown, look.active, None, "b")
            canvas.put(x + len(key.shown) + 1, 0, key.text)
            for text, doing in key.parts():
                hits.append(Hit(x, 0, len(text), 1, ("key", len(self._doings))))
                self._doings.append(doing)
                x += len(text)
            x += 2
        return Painting(canvas, tuple(hits))

    async def on_canvas_view_tapped(self, event: CanvasView.Tapped) -> None:
        event.stop()
        await self.app.run_action(*self._doings[int(event.hit.what[1])])


def fitting(keys: list[Key], width: int) -> list[Key]:
    """Return the keys that have room in `width` columns: the least needed are left out.

    Of two with the same meaning, the first is enough: after a deal Esc also continues.
    """

    def wide(key: Key) -> int:
        return len(key.shown) + len(key.text) + 3

    first: dict[str, Key] = {}
    for key in keys:
        first.setdefault(key.text, key)
    kept = list(first.values())
    while kept and sum(map(wide, kept)) - 2 > width:
        kept.remove(_least(kept))
    return kept


def _least(keys: list[Key]) -> Key:
    """Return the least needed key: the last of those not to be kept, if there is one."""
    usual = [key for key in keys if not key.special]
    ranked = [key for name in reversed(KEPT) for key in usual if key.name == name]
    loose = [key for key in usual if key.name not in KEPT]
    obvious = [key for key in loose if key.name in OBVIOUS]
    return obvious[-1] if obvious else loose[-1] if loose else ranked[0] if ranked else keys[-1]
