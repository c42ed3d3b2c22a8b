"""The application that a widget lives in, and how things look there."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from textual.dom import DOMNode

    from tui.drawing.look import Look
    from tui.program import Program


def kozyr_of(node: DOMNode) -> Program:
    """Return the application a widget lives in."""
    return cast("Program", node.app)


def look_of(node: DOMNode) -> Look:
    """Return how things look now."""
    return kozyr_of(node).look
