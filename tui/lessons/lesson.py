"""The parts of a lesson; its positions are built with the game's own functions.

Texts are English keys; {Ah} in them is a card, named when shown.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from core.cards import DECK_52, JOKERS
from core.game import Decks, Game, Move, Seat
from core.match import deal_due
from core.shuffle import SeededDecks
from tui.drawing.canvas import Painting
from tui.drawing.look import Look
from tui.language.text import PLACEHOLDER, fill, t
from tui.language.words import Case, card_name, for_listeners

SEAT: Final[Seat] = 0
"""The seat of the learner."""

_CARDS: Final = frozenset((*DECK_52, *JOKERS))
_BENT: Final[dict[str, Case]] = {"карту": "plays", "картой": "over"}
"""Russian words that govern the case of a card's name."""


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A position of a lesson, and the texts about it."""

    text: str
    ask: tuple[Move, ...] = ()
    """The right moves; none for a step that is only read."""
    done: str = ""
    """The text after a right move."""
    wrong: tuple[tuple[str, str], ...] = ()
    """Pairs of the beginning of a legal move that is wrong here, and the reason."""
    begin: Callable[[], Any] | None = None
    """Builds the state; None continues from the previous step."""
    before: tuple[Move, ...] = ()
    """Moves already made, each by the seat to act."""
    then: tuple[Move, ...] = ()
    """Moves of the others after the first of `ask`."""
    aloud: str = ""
    """These replace `text` and `done` for a learner who does not see the table."""
    done_aloud: str = ""
    sheet: bool = False
    """Whether the score sheet is shown in place of the table."""
    drawn: Callable[[Look, int, int], Painting] | None = None
    """Draws something else in place of the table."""
    seat: Seat = SEAT
    """Where the learner sits."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """The lesson of a game."""

    game: str
    seats: int
    steps: tuple[LessonStep, ...]
    title: str = "lesson"
    """The kind of lesson, in English."""


def texts(lesson: Lesson) -> Iterator[str]:
    """Yield every text of a lesson."""
    for step in lesson.steps:
        yield from filter(None, (step.text, step.aloud, step.done, step.done_aloud))
        for _, why in step.wrong:
            yield why


def spoken(text: str) -> str:
    """Return a text of a lesson in the player's language, with the names of its cards."""
    said, cards = t(text), [name for name in PLACEHOLDER.findall(text) if name in _CARDS]
    if for_listeners():
        said = said.replace("} {", "}, {")  # cards in a row
        for word, case in _BENT.items():
            for name in cards:
                said = said.replace(f"{word} {{{name}}}", card_name(name, case))
    return fill(said, {name: card_name(name) for name in cards})


_SEED: Final = 7


class Stacked:
    """Decks that begin as given, by the number of the shuffle; the rest is shuffled by a seed."""

    def __init__(self, tops: Mapping[int, Sequence[str]], seed: int = _SEED) -> None:
        self._tops = tops
        self._others = SeededDecks(seed)
        self._number = -1

    def __call__(self, cards: Sequence[str], /) -> Sequence[str]:
        self._number += 1
        shuffled = self._others(cards)
        top = self._tops.get(self._number)
        return shuffled if top is None else [*top, *(card for card in shuffled if card not in top)]


def dealt(hands: Sequence[Sequence[str]], first: Seat) -> list[str]:
    """Return the deck that deals these hands, card by card from the seat `first` on."""
    seats = len(hands)
    return [hands[(first + i) % seats][i // seats] for i in range(seats * len(hands[0]))]


def begin(game: Game, seats: int, decks: Decks) -> Any:
    """Start a match by the usual rules and deal its first deal."""
    state = game.new(game.Options(), seats)
    deal_due(game, state, decks)
    return state


def play(game: Game, state: Any, moves: Iterable[Move]) -> None:
    """Make moves, each by the seat to act."""
    for move in moves:
        game.apply(state, game.to_act(state)[0], move)


def play_deal(game: Any, state: Any, missing: Seat, keep: int = 0) -> None:
    """Play a deal of tricks by first legal moves; all make their bids but the seat `missing`.

    That one misses by a trick. With `keep`, stop at the learner's turn with so many cards left.
    """
    # Tricks taken by first legal cards do not depend on the bids: a trial run counts them.
    trial = state.copy()
    taken: Counter[Seat | None] = Counter()
    while seats := game.to_act(trial):
        seat = seats[0]
        events = game.apply(trial, seat, game.legal(trial, seat)[0])
        taken.update(event.seat for event in events if event.kind == "trick")
    while seats := game.to_act(state):
        seat = seats[0]
        if keep and seat == SEAT and len(game.view(state, SEAT).hand) <= keep:
            return
        legal = game.legal(state, seat)
        bids = [f"bid {taken[seat] + out}" for out in ((1, -1) if seat == missing else (0,))]
        game.apply(state, seat, next((bid for bid in bids if bid in legal), legal[0]))


def wander(game: Game, state: Any, decks: Decks, moves: int) -> None:
    """Make a number of legal moves, always the same ones, and deal when it is due."""
    for number in range(moves):
        seats = game.to_act(state)
        if not seats:
            return
        legal = game.legal(state, seats[0])
        game.apply(state, seats[0], legal[(7 * number + 3) % len(legal)])
        deal_due(game, state, decks)
