"""The lesson of Kozel: matching, two doubles at once, the market, the fish, the entry, the goat."""

from functools import partial
from typing import Final

from core.game import Move
from core.games.kozel import rules as kozel
from tui.lessons.lesson import Lesson, LessonStep, Stacked, begin, dealt, play, wander

_SEATS: Final = 3


def _position(hands: str, market: str = "", moves: tuple[Move, ...] = ()) -> kozel.State:
    """Deal hands ("6-6 5-4 / ...", the learner's first) and the first tiles of the market."""
    rows = [hand.split() for hand in hands.split("/")]
    state: kozel.State = begin(kozel, _SEATS, Stacked({0: [*dealt(rows, 0), *market.split()]}))
    play(kozel, state, moves)
    return state


_OPENING: Final = partial(
    _position, "6-6 5-5 4-4 3-2 2-1 / 6-4 5-3 2-0 0-0 3-1 / 6-5 4-1 1-1 2-2 3-0"
)
_MARKET: Final = partial(
    _position,
    "6-4 2-1 2-0 4-1 6-1 / 5-5 5-4 3-1 6-2 0-0 / 5-3 6-5 1-1 2-2 3-0",
    "4-2 6-0 6-3",
    ("lay 5-5 left", "lay 5-3 right"),
)


def _fish() -> kozel.State:
    """Play up to the point where one more three makes a fish."""
    decks = Stacked({}, seed=59)
    state: kozel.State = begin(kozel, _SEATS, decks)
    wander(kozel, state, decks, 33)
    return state


def _over() -> kozel.State:
    """Play a whole match."""
    decks = Stacked({}, seed=3)
    state: kozel.State = begin(kozel, _SEATS, decks)
    wander(kozel, state, decks, 10_000)
    return state


STEPS: Final = (
    LessonStep(
        "In Kozel you get rid of your tiles; what is left in your hand is written down against "
        "you, and whoever reaches 101 first is the goat. The highest double opens (K-R2), and "
        "that is your 6-6: lay it.",
        begin=_OPENING,
        ask=("lay 6-6 left",),
        then=("lay 6-4 right", "lay 6-5 left"),
        done="Touching halves show the same number. Rook laid 6-4 and Magpie 6-5: the ends are now "
        "5 and 4.",
    ),
    LessonStep(
        "You hold 5-5 and 4-4, and they fit the two ends. Two doubles may go in one move (K-R9): "
        "choose one of them, and then both ends.",
        ask=("lay 5-5 left 4-4 right",),
        then=("lay 5-3 left", "lay 4-1 right"),
        wrong=(("lay", "One double fits, but here both go at once: 18 points less in your hand."),),
        done="Two tiles in one turn. A double has only one number, so it is good to be rid of it "
        "early.",
    ),
    LessonStep(
        "The ends are 3 and 1, and each of your tiles fits one. If you can lay a tile, you "
        "must (K-R7). Lay the heavier one: what you are left with counts against you.",
        ask=("lay 3-2 left",),
        then=("lay 2-0 left", "lay 1-1 right"),
        wrong=(
            ("lay 2-1", "It fits too. But if somebody goes out now, you will write 5 and not 3."),
        ),
        done="3-2 left a 2 open, which your last tile fits too. Rook has covered it, but the 1 is "
        "still there.",
    ),
    LessonStep(
        "Your last tile: 2-1 goes to the 1 on the right. Lay it and you are out (K-R10).",
        ask=("lay 2-1 right",),
        done="You write nothing. Rook counts 3-1 and 0-0, and 0-0 alone is 25 (K-R12): 29. Magpie "
        "has 7: less than 13, and his sheet is empty, so that is lost (K-R14).",
    ),
    LessonStep(
        "That is the entry: your first points are written only when one deal brings 13 or more. "
        "From then on every point counts, however few.",
        sheet=True,
    ),
    LessonStep(
        "Another deal: the ends are 5 and 3, and nothing of yours fits. Then you draw from the "
        "market until a tile fits (K-R8). Draw.",
        begin=_MARKET,
        ask=("draw",),
        then=("draw", "draw"),
        done="4-2 and 6-0 do not fit, and you keep them. 6-3 fits: you must lay it at once.",
    ),
    LessonStep(
        "Lay 6-3 against the 3.",
        ask=("lay 6-3 right",),
        done="Now 6 is open, and you hold several sixes: keep numbers open that you have "
        "yourself. Once the market is empty, whoever cannot lay a tile has to pass.",
    ),
    LessonStep(
        "The market is empty, six of the seven threes are on the table, and you hold the last "
        "one. Lay 3-2 against the 2: then both ends are 3, and nobody can move. That is a fish.",
        begin=_fish,
        ask=("lay 3-2 left",),
        wrong=(
            (
                "lay",
                "Then the others can still move. Close the line with 3-2 on the left: you hold "
                "the fewest points.",
            ),
        ),
        done="Everybody writes what is left in his hand (K-R13). Your 6 are less than 13, so they "
        "are lost.",
    ),
    LessonStep(
        "This match is over. Whoever reaches 101 first is the goat and loses; the lowest total "
        "wins (K-R15).",
        begin=_over,
        sheet=True,
    ),
    LessonStep(
        "That is Kozel. Remember: heavy tiles and doubles first, and keep the numbers open that "
        "you hold. H gives you a hint at the table, F3 opens the rule book. Good luck!",
        aloud="That is Kozel. Remember: heavy tiles and doubles first, and keep the numbers open "
        "that you hold. Good luck!",
    ),
)

LESSON: Lesson = Lesson("kozel", _SEATS, STEPS)
