"""Pictures of canvases as text files beside the tests, renewed by `pytest --renew`."""

from difflib import unified_diff
from pathlib import Path

from tui.drawing.canvas import Canvas

FOLDER = Path(__file__).parents[1] / "tui" / "pictures"


def check_picture(name: str, canvas: Canvas, *, renew: bool) -> None:
    """Compare a canvas with the picture of that name, or write it anew."""
    path = FOLDER / f"{name}.txt"
    drawn = "\n".join(canvas.lines()) + "\n"
    if renew:
        path.parent.mkdir(exist_ok=True)
        path.write_text(drawn, "utf-8")
    assert path.exists(), f"tests/tui/pictures has no {path.name}: pytest --renew draws it; look"
    kept = path.read_text("utf-8")
    differing = "\n".join(unified_diff(kept.splitlines(), drawn.splitlines(), n=0, lineterm=""))
    assert kept == drawn, f"{path.name} differs; look, then pytest --renew:\n{differing}"
