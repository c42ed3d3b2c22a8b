"""The colours of the terminal: how many there are, and the nearest of few."""

import pytest

from tui.terminal.depth import (
    CUBE,
    SIXTEEN,
    choose_colour_system,
    lacks_signs,
    nearest_256,
    terminal_depth,
)


def test_the_nearest_of_256_is_near_for_the_eye() -> None:
    assert nearest_256("#ff0000") == "#ff0000"
    assert nearest_256("#808080") == "#808080"
    assert nearest_256("#0e3b2e") != "#005f00", "Rich's own choice is garish"
    assert nearest_256("#f4f1e8") == "#eeeeee"
    assert len(CUBE) == 240
    assert len(set(SIXTEEN)) == 16


@pytest.mark.parametrize(
    "environ, depth",
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "true"),
        ({"TERM": "xterm-256color"}, "256"),
        ({"TERM": "xterm", "XTERM_VERSION": "XTerm(379)"}, "true"),
        ({"TERM": "xterm"}, "256"),
        ({"TERM": "foot-extra"}, "true"),
        ({"TERM": "alacritty"}, "true"),
        ({"TERM": "xterm-kitty"}, "true"),
        ({"TERM": "xterm-direct"}, "true"),
        ({"TERM": "screen-256color", "KITTY_WINDOW_ID": "1"}, "256"),
        ({"TERM": "xterm-256color", "TMUX": "/tmp/x", "VTE_VERSION": "7"}, "256"),
        ({"TERM": "xterm-256color", "VTE_VERSION": "7200"}, "true"),
        ({"TERM": "linux"}, "16"),
        ({}, "16"),
        ({"TERM": "vt100"}, "mono"),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, "mono"),
        ({"TERM": "linux", "TEXTUAL_COLOR_SYSTEM": "256"}, "256"),
    ],
)
def test_the_colours_of_a_terminal(environ: dict[str, str], depth: str) -> None:
    assert terminal_depth(environ) == depth


@pytest.mark.parametrize(
    "environ, option, depth, system, grey",
    [
        ({"TERM": "foot"}, "auto", "true", "truecolor", False),
        ({"TERM": "foot"}, "256", "256", "256", False),
        ({"TERM": "foot"}, "16", "16", "standard", False),
        ({"TERM": "foot"}, "none", "mono", "truecolor", True),
        ({"TERM": "linux"}, "truecolor", "true", "truecolor", False),
        ({"TERM": "foot", "NO_COLOR": "1"}, "auto", "mono", "truecolor", True),
        ({"TERM": "foot", "NO_COLOR": ""}, "auto", "true", "truecolor", False),
        ({"TERM": "foot", "NO_COLOR": "1"}, "256", "256", "256", False),
        ({"TERM": "vt220"}, "auto", "mono", "standard", True),
    ],
)
def test_textual_is_told_the_colours(
    environ: dict[str, str], option: str, depth: str, system: str, grey: bool
) -> None:
    assert choose_colour_system(environ, option) == depth
    assert environ["TEXTUAL_COLOR_SYSTEM"] == system
    assert ("NO_COLOR" in environ) == grey


@pytest.mark.parametrize(
    "term, lacks", [("linux", True), ("linux-16color", True), ("xterm", False)]
)
def test_the_console_of_a_linux_kernel_has_few_signs(term: str, lacks: bool) -> None:
    assert lacks_signs({"TERM": term}) is lacks
