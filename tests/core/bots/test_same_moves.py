"""The same seed gives the same moves on every machine and with every version of Python.

`pytest --renew tests/core/bots/test_same_moves.py` writes the fingerprints anew, after a change of
a bot or of the rules.
"""

import builtins
import tomllib
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from core.advice import numbers
from core.bots import BOTS, RULE_OF_THUMB, choose, levels
from core.bots.search import TEMPERS
from core.game import Game, Move
from core.games import GAMES
from core.shuffle import SeededDecks
from tests.support.dealing import begin, make
from tests.support.game_facts import seats_of
from tests.support.matches import daily, samples
from tests.support.valuing import move_values

FILE: Final = Path(__file__).parent / "fingerprints.toml"
WHERE: Final = "tests/core/bots/test_same_moves.py"

DECISIONS: Final = 500
"""The number of decisions by bots of all levels together, in each game."""

FIRST: Final = 100
"""The first decisions, tried every day; all of them are tried in the nightly run."""

EXPERTS: Final = 10
"""The number of decisions by an expert, who takes a hundred times as long as an easy bot."""

VALUED: Final = 5
"""The number of positions in which the moves are valued."""


def _views(game: Game, seed: int) -> Iterator[Any]:
    """Yield the views of all decisions in matches of bots that play by rule of thumb."""
    rng, seats = Random(seed), seats_of(game.NAME, "playthrough")
    while True:
        state = begin(game, game.Options(), seats, SeededDecks(rng.randrange(2**32)))
        while to_act := game.to_act(state):
            view = game.view(state, to_act[0])
            if len(game.legal(state, to_act[0])) > 1:
                yield view
            make(game, state, to_act[0], choose(game.NAME, view, RULE_OF_THUMB, rng))


def _decisions(game: Game, count: int) -> Iterator[tuple[str, Move]]:
    """Let bots of each level, including tempers, decide in turn; yield level and move."""
    known = [RULE_OF_THUMB, *levels(game.NAME)]
    views = _views(game, seed=1)
    for number in range(count):
        view = next(views)
        if number % (DECISIONS // EXPERTS) == 0:
            level = known[-1]
        elif number % 10 == 5:
            level = known[-2]
        else:
            level = known[number % max(1, len(known) - 2)]
        temper = ["", *TEMPERS][number // 5 % 4]
        asked = f"{level}:{temper}" if temper and level != RULE_OF_THUMB else level
        yield level, choose(game.NAME, view, asked, Random(number))


def _values(game: Game) -> Iterator[str]:
    """Yield the worths of moves in some positions, to six decimals."""
    views = _views(game, seed=2)
    for number in range(VALUED):
        for _ in range(number):
            next(views)
        for move, worth in move_values(game.NAME, next(views), Random(number), 100).items():
            yield f"{move} {worth.mean:.6f} {worth.error:.6f} {worth.points:.6f}"


def _fingerprint(game: Game, *, whole: bool) -> dict[str, str]:
    """Return a digest of the first moves, of worths of moves, and of the moves by level."""
    made = list(_decisions(game, DECISIONS if whole else FIRST))
    found: dict[str, list[str]] = {}
    for level, move in made if whole else []:
        found.setdefault(level, []).append(move)
    moves = {level: f"{len(each)} moves, {_digest(each)}" for level, each in found.items()}
    first = _digest(f"{level} {move}" for level, move in made[:FIRST])
    return moves | {"first": first, "values": _digest(_values(game))}


def _digest(lines: Iterable[str]) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()[:16]


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("name", daily(BOTS, "kozel", "joker"))
def test_the_moves_are_those_of_the_fingerprint(name: str, whole: bool, renew: bool) -> None:
    known: dict[str, dict[str, str]] = tomllib.loads(FILE.read_text("utf-8"))
    found = _fingerprint(GAMES[name], whole=whole or renew)
    if renew:
        known[name] = found
        FILE.write_text("\n".join(_as_toml(known)), "utf-8")
    assert name in known, f"{FILE.name} has no bot of {name}: pytest --renew {WHERE} writes it"
    right = known[name].items() if whole else known[name].items() & found.items()
    assert found.items() == right, f"if a bot or the rules were to change: pytest --renew {WHERE}"


def _as_toml(known: dict[str, dict[str, str]]) -> Iterator[str]:
    for name in GAMES:
        yield f"[{name}]"
        yield from (f'"{what}" = "{digest}"' for what, digest in known.get(name, {}).items())
        yield ""


@pytest.mark.parametrize("name", daily(BOTS, "kozel", "domino_poker"))
def test_nothing_that_decides_is_added_up_by_sum(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python 3.12 rounds the `sum` of fractions better than 3.11 does; `fsum` is exact."""
    add_up = builtins.sum

    def of_whole_numbers(numbers: Iterable[Any], start: Any = 0) -> Any:
        listed = list(numbers)
        assert not any(isinstance(number, float) for number in listed), "use math.fsum"
        return add_up(listed, start)

    monkeypatch.setattr(builtins, "sum", of_whole_numbers)
    views = _views(GAMES[name], seed=3)
    for number in range(samples(1) * len(levels(name))):
        view = next(views)
        choose(name, view, levels(name)[number % len(levels(name))], Random(number))
        if number % 12 == 0:
            numbers(name, view, Random(number), "")
