"""Keys that mean the same wherever a board is shown: of the hand and of the camera."""

from __future__ import annotations

from typing import Final

from textual.binding import Binding

CAMERA_KEYS: Final = (
    Binding("plus,equals_sign", "do('zoom', 1)", "zoom", key_display="+-", id="zoom_in"),
    Binding("minus", "do('zoom', -1)", "zoom out", show=False, id="zoom_out"),
    Binding(
        "shift+left",
        "do('pan', -1, 0)",
        "look around",
        key_display="Shift+←↑→↓",
        id="pan_left",
    ),
    Binding("shift+right", "do('pan', 1, 0)", "look to the right", show=False, id="pan_right"),
    Binding("shift+up", "do('pan', 0, -1)", "look further up", show=False, id="pan_up"),
    Binding("shift+down", "do('pan', 0, 1)", "look further down", show=False, id="pan_down"),
)
"""To be listed among a page's bindings; their order there is their order in the key bar."""

HAND_KEYS: Final = (
    Binding("left", "do('step', -1)", "choose", key_display="←→", id="left"),
    Binding("right", "do('step', 1)", show=False, id="right"),
    Binding("up", "do('climb', -1)", show=False, id="up"),
    Binding("down", "do('climb', 1)", show=False, id="down"),
    *CAMERA_KEYS,
    Binding("home", "do('jump', 0)", "the first piece", show=False, id="first"),
    Binding("end", "do('jump', -1)", "the last piece", show=False, id="last_piece"),
    *[Binding(str(n), f"do('digit', {n})", show=False) for n in range(10)],
)
