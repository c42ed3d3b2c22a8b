"""Cards and tiles as cells: pure functions onto a canvas. This module has their common plate."""

from functools import lru_cache
from typing import Final

from tui.drawing.canvas import Canvas
from tui.drawing.look import Depth, Look, contrast, ink_on, mix
from tui.terminal.depth import nearest_256

_SOLID: Final = "▗▄▖▐▌▝▀▘"
_FULL: Final = "▄▄▄██▀▀▀"
_HOLLOW: Final = "╭─╮││╰─╯"
_ASCII_SOLID: Final = "+-+||+-+"
_ASCII_HOLLOW: Final = ".-.::'-'"


def plate(
    look: Look,
    width: int,
    height: int,
    face: str,
    *,
    rims: bool = True,
    hollow: bool = False,
    marked: bool = False,
    apart: bool = False,
) -> Canvas:
    """Draw an empty card or tile on felt: half-block rims leave half a cell between neighbours.

    `rims` False leaves out the rows above and below. A plate that stands `apart` from its
    neighbours has full sides, which are also cheaper to send. A hollow plate is only an outline,
    for dim pieces where shades cannot show that. A marked plate has a frame, and pointers at its
    sides.
    """
    ground = look.felt if hollow else face
    canvas = Canvas(width, height, look.ink if ground == look.felt else look.spade, ground)
    ink = look.muted if hollow else face
    if look.ascii:
        signs = _ASCII_HOLLOW if hollow else _ASCII_SOLID
        ink, rim_ground = (look.muted, look.felt) if hollow else (look.edge, face)
    else:
        solid = _FULL if apart else _SOLID
        signs, rim_ground = (_HOLLOW if hollow else solid), look.felt
    if rims:
        canvas.put(0, 0, signs[0] + signs[1] * (width - 2) + signs[2], ink, rim_ground)
        canvas.put(0, height - 1, signs[5] + signs[6] * (width - 2) + signs[7], ink, rim_ground)
    sides = signs[3:5]
    if height == 1 and (hollow or look.ascii):
        sides = "()" if hollow else "[]"
    for y in range(rims, height - rims):
        if sides != "██":  # the ground is already there
            canvas.put(0, y, sides[0], ink, rim_ground)
            canvas.put(width - 1, y, sides[1], ink, rim_ground)
    if marked:
        _mark(canvas, look, rims=rims)
    return canvas


def _mark(canvas: Canvas, look: Look, *, rims: bool) -> None:
    """Point at a plate from both sides; if rims are half blocks, their felt becomes a frame."""
    width, height = canvas.width, canvas.height
    pointers, ink, ground = ("><" if look.ascii else "▶◀"), look.active, look.felt
    if not look.shapes:
        ink, ground = look.spade, look.chosen
        for y in range(height):
            for x in range(width) if rims and y in (0, height - 1) else (0, width - 1):
                canvas.put(x, y, canvas.chars[y][x], None, look.chosen)
    canvas.put(0, height // 2, pointers[0], ink, ground, "b")
    canvas.put(width - 1, height // 2, pointers[1], ink, ground, "b")


def face_of(look: Look, *, dimmed: bool, chosen: bool) -> str:
    """Return the ground of a card or tile."""
    if chosen:
        shaded = dimmed and look.depth not in ("16", "mono")
        return mix(look.chosen, look.face_dim, 0.6) if shaded else look.chosen
    return look.face_dim if dimmed else look.face


def hollow_if_dimmed(look: Look, *, dimmed: bool) -> bool:
    """Tell whether a dim card or tile must be an outline, because no shade would show it."""
    return dimmed and look.shapes


def sign_ink(look: Look, ink: str, face: str, *, dimmed: bool, hollow: bool) -> str:
    """Return the ink of suits, ranks and pips: weaker on a dim face, plain on a hollow one.

    On the ground of a chosen piece it is made darker or lighter if it could not be read (WCAG).
    """
    if hollow:
        return look.muted
    if dimmed:
        return look.dimmed(ink, face)
    return ink if look.depth in ("16", "mono") else _legible(ink, face, look.depth)


@lru_cache(512)
def _legible(ink: str, face: str, depth: Depth) -> str:
    clear = ink_on(face)
    shades = [mix(ink, clear, part / 8) for part in range(1, 8)]
    if depth == "256":
        shades = [nearest_256(shade) for shade in shades]
    return next((shade for shade in (ink, *shades) if contrast(shade, face) >= 4.5), clear)
