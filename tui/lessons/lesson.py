"""The parts of a lesson, a learner's way through it, and the answers to the moves tried. Pure.

The positions are built with the game's own functions. Texts are English keys; {Ah} in them is a
card, named when shown.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from core.game import RECORDED, Decks, Event, Game, IllegalMoveError, Move, Seat
from core.games import GAMES
from core.match import deal_due
from core.pieces import DECK_52, JOKERS
from core.shuffle import SeededDecks
from tui.boards import BOARDS
from tui.boards.contract import distinct
from tui.drawing.canvas import Painting
from tui.drawing.look import Look
from tui.language.text import PLACEHOLDER, fill, t
from tui.language.words import Case, card_name, for_listeners

SEAT: Final[Seat] = 0
"""The seat of the learner."""

_CARDS: Final = frozenset((*DECK_52, *JOKERS))
_BENT: Final[dict[str, Case]] = {"карту": "plays", "картой": "over"}
"""Russian words that determine the case of a card's name."""


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
    """Replacements of `text` and `done` for a learner who does not see the table."""
    done_aloud: str = ""
    sheet: bool = False
    """Whether the score sheet is shown in place of the table."""
    drawn: Callable[[Look, int, int], Painting] | None = None
    """Draws something else in place of the table."""
    seat: Seat = SEAT
    """The learner's seat."""


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
    """Play a deal of tricks with the first legal moves; all seats but `missing` make their bids.

    That seat misses its bid by a trick. With `keep`, stop at the learner's turn with that many
    cards left.
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


OTHERWISE = "The rules allow it, but try something else here."


@dataclass(frozen=True, slots=True)
class Feedback:
    """The answer to a move."""

    text: str
    right: bool


class Walk:
    """Read `step`, `view`, `events`, `legal`, `answer`; move with `play`, `advance`, `go_back`."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.game = GAMES[lesson.game]
        self.index = 0
        self.answer: Feedback | None = None
        """The answer to the last move in this step."""
        self.tries: dict[int, bool] = {}
        """Whether the first answer in a step was right, by its index."""
        self._state: Any = None
        self.events: tuple[Event, ...] = ()
        """The events that led to the position, as the learner sees them."""
        self.go_to(0)

    @property
    def step(self) -> LessonStep:
        """The current step."""
        return self.lesson.steps[self.index]

    @property
    def view(self) -> Any:
        """The position as the learner may see it."""
        return self.game.view(self._state, self.step.seat)

    @property
    def asked(self) -> bool:
        """Whether the step requests a move that has not been made."""
        return bool(self.step.ask) and not (self.answer and self.answer.right)

    @property
    def legal(self) -> tuple[Move, ...]:
        """The legal moves, while one is requested."""
        legal = self.game.legal(self.view) if self.asked else ()
        return distinct(BOARDS[self.game.NAME], self.view, legal)

    @property
    def looks_back(self) -> bool:
        """Whether the events finished a trick or a deal, which then stays in view."""
        return any(event.kind in ("trick", *RECORDED) for event in self.events)

    @property
    def is_last(self) -> bool:
        """Whether this is the last step."""
        return self.index + 1 == len(self.lesson.steps)

    def advance(self) -> bool:
        """Go to the next step; tell whether there is one and no move is requested."""
        if self.asked or self.is_last:
            return False
        self.go_to(self.index + 1)
        return True

    def go_back(self) -> bool:
        """Go to the previous step; tell whether there is one."""
        if not self.index:
            return False
        self.go_to(self.index - 1)
        return True

    def go_to(self, index: int) -> None:
        """Set up a step, as after right moves in all earlier steps."""
        steps = self.lesson.steps
        start = max(at for at in range(index + 1) if steps[at].begin)
        begin = steps[start].begin
        assert begin is not None
        self._state = begin()
        for step in steps[start:index]:
            play(self.game, self._state, (*step.before, *step.ask[:1], *step.then))
            self._deal()
        self.index, self.answer = index, None
        self.events = self._made(steps[index].before)

    def play(self, move: Move) -> Feedback:
        """Answer a legal move. A right one is made, and the others' moves after it."""
        step = self.step
        if move in step.ask:
            follow = step.then if move == step.ask[0] else ()
            self.events = self._made((move, *follow))
            self.answer = Feedback(step.done, True)
        else:
            why = next((why for start, why in step.wrong if move.startswith(start)), OTHERWISE)
            self.answer = Feedback(why, False)
        self.tries.setdefault(self.index, self.answer.right)
        return self.answer

    def fault(self, move: Move) -> IllegalMoveError | None:
        """Return the rules' refusal of a move; None if it is legal."""
        try:
            self.game.apply(self._state.copy(), self.step.seat, move)
        except IllegalMoveError as error:
            return error
        return None

    def _made(self, moves: tuple[Move, ...]) -> tuple[Event, ...]:
        """Make moves, with the deals due before them; return the events of the last one."""
        events: tuple[Event, ...] = ()
        for move in moves:
            self._deal()
            made = self.game.apply(self._state, self.game.to_act(self._state)[0], move)
            events = tuple(event.seen_by(self.step.seat) for event in made)
        return events

    def _deal(self) -> list[Event]:
        """Deal if a deal is due, by a fixed seed: no lesson shows such hands."""
        return deal_due(self.game, self._state, SeededDecks(0))
