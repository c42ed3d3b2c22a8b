"""Every game, language, size, theme and number of colours in a real terminal."""

import re
from itertools import cycle, product
from pathlib import Path
from typing import Final

import pytest

from core.games import NAMES
from tests.support.game_facts import house_rules_of
from tests.support.matches import daily
from tests.support.players import (
    KOZYR,
    asked,
    own_places,
    play_by_enter,
    read_on,
    your_turn,
)
from tests.support.terminal import Terminal

SHORT: Final[dict[str, tuple[str, ...]]] = {
    **{
        game: tuple(
            word
            for rule, value in house_rules_of(game, "short").items()
            for word in ("--rule", f"{rule}={value}")
        )
        for game in NAMES
    },
    "kozel": ("--seats", "2", "--rule", "target=50"),
    "joker": ("--rule", "deal_set=nines"),
    "domino_poker": (
        *("--seats", "2", "--rule", "full_deals=1", "--rule", "blind_deals=0"),
        *("--rule", "hapok_deals=0", "--rule", "mizer_deals=0"),
    ),
    "graph_poker": ("--seats", "2"),
}
"""Options that make a match of each game short: usually the house rules of its matches.toml."""

SIZES: Final = ((80, 24), (100, 30), (160, 48), (200, 60), (60, 60), (200, 20), (60, 20))

THEMES: Final = ("felt", "night", "paper", "contrast", "tbilisi", "tty16", "mono")

DEPTHS: Final = {
    "truecolor": rb"(38|48);2;\d+;\d+;\d+",
    "256": rb"(38|48);5;\d+",
    "16": rb"(3|4|9|10)[0-7]",
}
"""The way to tell a terminal a colour, by the number of its colours."""

SAME_IN_BOTH: Final = {
    "Ann",
    "Rook",
    "Magpie",
    "Badger",
    "Tab",
    "Shift",
    "Enter",
    "Esc",
    "II",
    "III",
    "IV",
}
"""Names, keys, and the parts of a row of seven tiles."""

_SGR: Final = re.compile(rb"\x1b\[([0-9;]*)m")
_COLOUR: Final = re.compile(
    rb"(?:^|;)((?:38|48);2;\d+;\d+;\d+|(?:38|48);5;\d+|(?:3|4|9|10)[0-7])(?=;|$)"
)


def solo(game: str, folder: Path, *more: str, size: tuple[int, int] = (80, 24)) -> Terminal:
    """Sit down against bots; no result depends on a player's speed."""
    command = [*KOZYR, "solo", game, "--seed", "3", "--name", "Ann", *more]
    return Terminal(command, columns=size[0], rows=size[1], env=own_places(folder))


# every day a match of Kozel is played, and plain mode plays whole matches of every game
@pytest.mark.nightly
@pytest.mark.parametrize("game, language", list(product(SHORT, ("en", "ru"))))
@pytest.mark.timeout(120)
def test_a_match_is_played_to_its_end(game: str, language: str, tmp_path: Path) -> None:
    with solo(game, tmp_path, *SHORT[game], "--lang", language) as terminal:
        play_by_enter(terminal, language)
        assert "Traceback" not in terminal.text()
        terminal.press("ctrl+q")
        assert terminal.exit_code() == 0
        assert terminal.is_restored()


@pytest.mark.parametrize("game", daily(SHORT, "joker"))
def test_a_match_goes_on_at_every_size(game: str, tmp_path: Path) -> None:
    """From the smallest window to a very large one, wide, high, and back, in all colours."""
    with solo(game, tmp_path, *SHORT[game], size=(60, 20)) as terminal:
        for size in SIZES:
            play_by_enter(terminal, "en", turns=1)
            terminal.resize(*size)
            while "Tab side" not in _bottom(terminal):
                terminal.wait_for_change()
            terminal.settle()
            # A last tile plays itself, and then the deal is over.
            while terminal.wait_for(*asked("en"), read_on("en")) != read_on("en"):
                if _hand(terminal):
                    break
                terminal.wait_for_change()  # half of a frame is there
        assert all(re.fullmatch(DEPTHS["truecolor"], said) for said in _colours(terminal.raw))


@pytest.mark.nightly
def test_a_match_survives_a_shower_of_resizes(tmp_path: Path) -> None:
    with solo("joker", tmp_path, size=(60, 20)) as terminal:
        terminal.wait_for(your_turn("en"))
        for size in (*SIZES, (20, 5), (1, 1), (44, 30), *SIZES[::-1], (80, 24)):
            terminal.resize(*size)  # the next one comes before this one has been drawn
        terminal.settle()
        terminal.wait_for(your_turn("en"))
        play_by_enter(terminal, "en", turns=2)


@pytest.mark.nightly  # every day the usual one in all colours is tried in windows of every size
@pytest.mark.parametrize(
    "theme, depth, game",
    [(*look, game) for look, game in zip(product(THEMES, DEPTHS), cycle(SHORT), strict=False)],
)
def test_a_theme_speaks_the_colours_of_the_terminal(
    theme: str, depth: str, game: str, tmp_path: Path
) -> None:
    """The games take turns: none has its own colours, so each theme meets most of them."""
    with solo(game, tmp_path, "--theme", theme, "--colors", depth) as terminal:
        play_by_enter(terminal, "en", turns=4)
        assert _colours(terminal.raw)
        assert all(re.fullmatch(DEPTHS[depth], said) for said in _colours(terminal.raw))


@pytest.mark.parametrize(
    "game, chosen, said",
    [
        pytest.param("kozel", "▶", "none", marks=pytest.mark.nightly),
        ("joker", "▲", "16"),
        pytest.param("kozel", "▶", "16", marks=pytest.mark.nightly),
        pytest.param("joker", "▲", "none", marks=pytest.mark.nightly),
    ],
)
def test_what_is_chosen_and_what_is_dim_have_shapes_of_their_own(
    game: str, chosen: str, said: str, tmp_path: Path
) -> None:
    """Sixteen colours or greys are not enough for shades."""
    with solo(game, tmp_path, *SHORT[game], "--colors", said) as terminal:
        for _ in range(30):
            play_by_enter(terminal, "en", turns=1)
            hand = _hand(terminal)
            if chosen in hand and ("╭" in hand or game != "kozel"):
                return
        raise AssertionError(f"never seen:\n{terminal.text()}")


@pytest.mark.nightly
def test_a_theme_of_ones_own_comes_live_and_a_bad_one_does_no_harm(tmp_path: Path) -> None:
    themes = tmp_path / "config" / "themes"
    themes.mkdir(parents=True)
    own = themes / "sea.toml"
    own.write_text('[table]\nfelt = "#001f3f"\n', "utf-8")
    with solo("kozel", tmp_path, "--theme", "sea") as terminal:
        terminal.wait_for(your_turn("en"))
        assert b"48;2;0;31;63" in terminal.raw
        own.write_text('[table]\nfelt = "#002a55"\n', "utf-8")
        while b"48;2;0;42;85" not in terminal.raw:
            terminal.wait_for_change()
        own.write_text('[table]\nfelt = "blue"\n', "utf-8")
        terminal.wait_for("sea.toml:2")
        own.write_text("[table\n", "utf-8")
        terminal.wait_for("sea.toml:1")
        play_by_enter(terminal, "en", turns=2)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("game", daily(SHORT, "kozel"))
def test_another_language_is_put_on_live_and_nothing_stays_in_the_old_one(
    game: str, tmp_path: Path
) -> None:
    """The match ends in the new language; everything is drawn without colour."""
    command = [*KOZYR, "solo", game, *SHORT[game], "--seed", "3", "--name", "Ann"]
    env = own_places(tmp_path, NO_COLOR="1")
    with Terminal(command, columns=120, rows=36, env=env) as terminal:
        play_by_enter(terminal, "en", turns=2)
        terminal.press("\x10")
        terminal.wait_for("language: Русский")
        terminal.press(*"Русский")
        terminal.wait_until_gone("language: English")
        terminal.settle()
        terminal.press("enter")
        terminal.wait_for(your_turn("ru"))
        terminal.wait_until_gone("Русский")
        terminal.settle()
        left = set(re.findall(r"[A-Za-z]{2,}", terminal.text()))
        assert left <= SAME_IN_BOTH, terminal.text()
        play_by_enter(terminal, "ru")
        assert all(map(_is_grey, _colours(terminal.raw)))
        terminal.press("ctrl+q")
        assert terminal.exit_code() == 0
        assert terminal.is_restored()


def _colours(raw: bytes) -> set[bytes]:
    """Return every colour that was sent, in its sent form."""
    return {said for sgr in _SGR.findall(raw) for said in _COLOUR.findall(sgr)}


def _is_grey(said: bytes) -> bool:
    kind, *values = said.split(b";")[1:]
    return kind != b"2" or len(set(values)) == 1


def _bottom(terminal: Terminal) -> str:
    """The last line of the window: the keys."""
    return terminal.text().split("\n")[-1]


def _hand(terminal: Terminal) -> str:
    """The lines below the two of the prompt, without the keys."""
    lines = terminal.text().split("\n")
    said = asked("en")
    prompt = next(at for at, line in enumerate(lines) if any(text in line for text in said))
    return "\n".join(lines[prompt + 2 : -1]).strip()
