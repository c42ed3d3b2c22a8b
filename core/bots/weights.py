"""The weights that bots have learnt, shipped as data in the folder of their game.

`python -m kozyr_kits.training` writes them. Without them, or if they are damaged, bots play by rule
of thumb.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Any, Final, Protocol

from core.games import FACTS, Registry

FILE: Final = "policy.json"
FORMAT: Final = 1
SCALE: Final = 64
"""The fixed-point unit: weights are whole numbers, and this one stands for 1."""
_LARGEST: Final = 1 << 20


class Learner(Protocol):
    """The module that gives the weights of a game their meaning."""

    SIZE: int
    """The number of weights."""

    def LearntPolicy(self, weights: list[int], /) -> Any:  # noqa: N802 - a class in every game
        """Make a policy of weights. Raises ValueError unless there are SIZE of them."""


class _Learners(Registry[Learner]):
    """A game's module `policy`, or the one that its facts name instead."""

    def _module(self, name: str) -> str:
        return getattr(FACTS[name], "POLICY", super()._module(name))


LEARNERS: Final = _Learners("core.games", "policy")
"""Name of a game -> its learner, if its bots have learnt anything."""


class WeightsError(Exception):
    """The weights of a game cannot be used; the text gives the reason."""


refused: Final[dict[str, str]] = {}
"""Game -> the reason why its weights cannot be used, so that its bots play by rule of thumb."""


@cache
def learnt(game: str) -> Any:
    """Return the learnt policy of a game; None, with the reason in `refused`, if there is none."""
    try:
        return parse(game, files(f"core.games.{game}").joinpath(FILE).read_bytes())
    except OSError:
        why = "it is missing or cannot be read"
    except WeightsError as error:
        why = str(error)
    refused[game] = f"{FILE} of {game}: {why}; its bots play by rule of thumb"
    return None


def refusal(game: str) -> str:
    """Return the reason why the weights of a game cannot be used; empty if they can be."""
    if game in LEARNERS:
        learnt(game)
    return refused.get(game, "")


def parse(game: str, text: bytes) -> Any:
    """Read a policy. Raises WeightsError."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise WeightsError(f"no JSON: {error}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT or data.get("game") != game:
        raise WeightsError(f"not format {FORMAT} for this game")
    weights = data.get("weights")
    if not isinstance(weights, list) or not all(
        type(each) is int and abs(each) < _LARGEST for each in weights
    ):
        raise WeightsError("its weights are no list of whole numbers of usual size")
    try:
        return LEARNERS[game].LearntPolicy(weights)
    except ValueError as error:
        raise WeightsError(str(error)) from None


def written(game: str, weights: list[int], **said: object) -> str:
    """Return the text of a policy's file; `said` describes how it was learnt."""
    head = {"format": FORMAT, "game": game, **said}
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
    rows = [
        "    " + ", ".join(map(str, weights[at : at + 24])) for at in range(0, len(weights), 24)
    ]
    return "\n".join(["{", *lines, '  "weights": [', ",\n".join(rows), "  ]", "}"]) + "\n"
