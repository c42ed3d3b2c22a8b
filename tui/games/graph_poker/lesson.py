"""The lesson of Graph-Poker: placing face down, windows of four, their owners, overlaps."""

from functools import partial
from typing import Final

from core.game import Move
from core.games.graph_poker import rules as graph_poker
from tui.lessons.lesson import Lesson, LessonStep, Stacked, begin, dealt, play

_SEATS: Final = 4


def _position(hands: str, moves: tuple[Move, ...]) -> graph_poker.State:
    """Deal the first cards of hands ("Kc Qh / ...", the learner's first); Rook deals and begins."""
    rows = [hand.split() for hand in hands.split("/")]
    decks = Stacked({0: ["2c", "Ac", "3c", "4c"], 1: dealt(rows, 1)})
    state: graph_poker.State = begin(graph_poker, _SEATS, decks)
    play(graph_poker, state, moves)
    return state


_ROUND: Final = partial(
    _position,
    "Kc Qh 7h 3s 8d 4s / 5c 5d 2s 6c 9c Js / 5h 5s 4d 3d 9d 7s / 2h 9h 8c Jd 6d 2d",
    ("place 5c 0 0", "place 5h 1 0", "place 2h 1 -1"),
)
_STRAIGHT: Final = partial(
    _position,
    "2c Tc Qs 3d 4h Kd / 7d Jh 5s 6h 2h 9c / 8h Js 4c 5d Qd 3s / 9s 3h Kh 6c Ad 7c",
    (
        "place 7d 0 0",
        "place 8h 1 0",
        "place 9s 2 0",
        "place 2c 0 1",
        "place Jh 0 -1",
        "place Js 1 -1",
        "place 3h 0 -2",
    ),
)

STEPS: Final = (
    LessonStep(
        "In Graph-Poker cards are placed one by one on an endless table. Rook's {5c} lies open; "
        "all other cards go face down until everybody has placed one (G-R4). Place {Kc} above "
        "{5c}.",
        begin=_ROUND,
        ask=("place Kc 0 1",),
        wrong=(
            (
                "place Kc",
                "A good card, but put it above {5c} this time: cards must touch along a full "
                "side (G-R5).",
            ),
            ("place", "Keep that card for later and place {Kc}."),
        ),
        done="Everybody has placed a card, so the cards are turned up. Four in a row, across "
        "or up and down, can score; nothing does yet.",
    ),
    LessonStep(
        "Four cards side by side, across or up and down, are a row of four; the rule book "
        "calls it a window. A straight brings 1, a flush 2, four of a kind 3, a straight flush "
        "4, the royal flush 5; only the best of them counts (G-R10, G-R11).",
    ),
    LessonStep(
        "Round 2. Badger has put a card face down at the top of the column of {2h} and {5h}. "
        "If it is a heart, a fourth heart makes a flush. Put {Qh} above it.",
        before=("place 5d 2 0", "place 5s 3 0", "place 9h 1 1"),
        ask=("place Qh 1 2",),
        wrong=(
            (
                "place Qh",
                "{Qh} is the right card. Its place is above Badger's card, in the column of "
                "hearts.",
            ),
            ("place", "That completes nothing. {Qh} may complete a flush in the column of hearts."),
        ),
        done="It was {9h}: a flush! Of the cards of this round {Qh} is the highest, so its 2 "
        "points are yours (G-R18).",
    ),
    LessonStep(
        "And the row: four fives are four of a kind. That goes to whoever placed the last of "
        "them, which was Magpie (G-R17): 3 points. A hint: do not start what the next player "
        "only has to finish.",
    ),
    LessonStep(
        "Round 3. Put {7h} above {Qh}: the cards {5h} {9h} {Qh} {7h} are a flush again, "
        "because every row of four counts on its own (G-R15).",
        before=("place 2s 4 0", "place 4d 0 -1", "place 8c -1 0"),
        ask=("place 7h 1 3",),
        wrong=(
            ("place 7h", "The hearts are in the column: {7h} belongs above {Qh}."),
            ("place", "{7h} makes a flush at once. Put it above {Qh}."),
        ),
        done="2 more. Only the new row of four was paid: the old one has no card of this round "
        "(G-R9).",
    ),
    LessonStep(
        "Another table. {7d} {8h} {9s} lie in a row. In a straight each card is one higher "
        "than the one before it, in the order in which they lie (G-R12). Finish it with {Tc}.",
        begin=_STRAIGHT,
        ask=("place Tc 3 0", "place Th 3 0"),
        wrong=(
            ("place Tc", "It must continue the row: to the right of {9s}."),
            ("place", "{Tc} finishes the row: 7, 8, 9, 10."),
        ),
        done="A straight, and yours: your card is the only one of this round in it. An ace may "
        "stand over the king or under the two.",
    ),
    LessonStep(
        "When you place a card, the line under the table says what the place would complete or "
        "begin. Plus and minus zoom, Shift and the arrows look around.",
        aloud="When it is your turn, 'windows' says which rows of four your cards can "
        "complete, and 'moves' with a card says where that card may go. 'table' reads "
        "out all rows.",
    ),
    LessonStep(
        "That is Graph-Poker. Remember: the highest new card wins the row, and what you begin, "
        "others may finish. H gives you a hint at the table, F3 opens the rule book. Good luck!",
        aloud="That is Graph-Poker. Remember: the highest new card wins the row, and what you "
        "begin, others may finish. Good luck!",
    ),
)

LESSON: Lesson = Lesson("graph_poker", _SEATS, STEPS)
