"""The private parts of Textual that the screens use, and the releases in which they are known.

Textual may change them in any release. Parts are replaced only where KNOWN; elsewhere Textual does
it its own way: the screens are the same, take more bytes and come a little later. Parts that are
only overridden need no such care: if they disappear, they are no longer called.
docs/research/textual.md gives the purpose of each, and a possible alternative in Textual.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import textual

COMPARED: Final = ("8.2.",)
"""Beginnings of the versions in which tests have compared every screen with Textual's own way."""

_INSTALLED: Final = [
    each.name.removeprefix("textual-")
    for each in Path(textual.__file__).parents[1].glob("textual-*.dist-info")
]
"""Read by name: `textual.__version__` would take 20 ms and 1.5 MB (importlib.metadata)."""

KNOWN: Final = bool(_INSTALLED) and all(each.startswith(COMPARED) for each in _INSTALLED)
"""Whether this version is one of them."""

REPLACED: Final[Mapping[str, tuple[str, ...]]] = {
    # Only the changed cells are sent (compositor.py); widgets name them as a frame is drawn.
    "textual._compositor:Compositor": (
        *("_dirty_regions", "_full_map", "_full_map_invalidated", "_regions_to_spans"),
        "_visible_map",
    ),
    "textual.widget:Widget": ("_exchange_repaint_regions",),
    # A key is handled and drawn at once, after the keys before it (active_screen.py).
    "textual.app:App": ("_check_bindings", "_on_key"),
    "textual.events:Key": ("_set_forwarded", "_stop_propagation"),
    "textual.message_pump:MessagePump": ("_context", "_message_queue"),
    "textual.screen:Screen": (
        *("_compositor", "_dirty_widgets", "_layout_required", "_on_timer_update"),
        *("_recompose_required", "_repaint_required", "_scroll_required"),
    ),
    # Keys are read, and frames written, in the loop of the application (driver.py).
    "textual.drivers.linux_driver:LinuxDriver": (
        *("_app", "_file", "_key_thread", "_loop", "_run_input_thread", "_writer_thread"),
    ),
    "textual._xterm_parser:XTermParser": ("_timeout_time",),
    # A menu draws the two lines between which its cursor moves (menu.py).
    "textual.widgets:OptionList": ("_lines", "_mouse_hovering_over"),
}
"""Class -> its parts that are used or replaced only where KNOWN."""

OVERRIDDEN: Final[Mapping[str, tuple[str, ...]]] = {
    # A player reads a sentence about an error; the error goes to the log (app.py, base_screen.py).
    "textual.app:App": (
        *("_exception", "_exit_renderables", "_handle_exception", "_print_error_renderables"),
        # A notice that is told again takes the place of the old one; a frame is one write.
        *("_notifications", "_display", "_driver"),
    ),
    "textual.message_pump:MessagePump": ("_dispatch_message", "_on_message"),
    # The mouse in pixels is switched off at every end (safe_exit.py).
    "textual.drivers.linux_driver:LinuxDriver": ("_mouse_pixels",),
}
"""Class -> its parts that are overridden, or read with care, in any version."""
