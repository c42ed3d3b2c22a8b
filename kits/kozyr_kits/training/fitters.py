"""The weights of each game, fitted to the results of its self-play, with numpy."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from kozyr_kits.training import regression
from kozyr_kits.training.fit import fit


class Fitted(Protocol):
    """Learnt weights, with words about them."""

    @property
    def weights(self) -> tuple[int, ...]:
        """The weights, as they are shipped."""

    @property
    def said(self) -> str:
        """The quality of the fit, for a line of the command."""


FITTERS: Final[Mapping[str, Callable[[Any, int, int, float], Fitted]]] = {
    "joker": fit,
    "domino_poker": fit,
    "kozel": fit,
    "graph_poker": regression.fit,
}
"""Game -> the function that fits a number of weights, given a seed and a weight decay."""
