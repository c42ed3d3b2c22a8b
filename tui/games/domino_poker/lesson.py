"""The lesson of Domino Poker: strengths, duties, bids and points, the special deals, the row."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from core.game import Move, Seat
from core.games.domino_poker import rules as game
from core.match import deal_due
from tui.lessons.lesson import Lesson, LessonStep, Stacked, begin, dealt, play, play_deal

_SEATS: Final = 4


def _position(
    deal: int, starter: Seat, hands: str, moves: tuple[Move, ...] = (), row: str = ""
) -> game.State:
    """Deal hands ("1-1 6-0 / 5-4 ...", the learner's first) in a deal, or stack the row."""
    rows = [hand.split() for hand in hands.split("/")]
    order = row.split() if row else dealt(rows, starter)
    # The player who draws 6-6 starts the match, and the start passes on from there.
    first = (starter - deal + 1) % _SEATS
    draw = ["2-0", "3-0", "4-0", "5-0"]
    draw[first] = "6-6"
    decks = Stacked({0: draw, deal: order})
    state: game.State = begin(game, _SEATS, decks)
    while state.deal < deal:
        play_deal(game, state, 1 + state.deal % 3)
        deal_due(game, state, decks)
    play(game, state, moves)
    return state


def _at(*args: Any, **named: Any) -> Callable[[], game.State]:
    return partial(_position, *args, **named)


_BIDDING: Final = _at(
    6,
    0,
    "1-1 0-0 6-0 6-5 4-2 3-1 / 5-0 2-0 6-4 3-3 2-1 5-1 /"
    " 4-0 6-6 5-4 4-1 3-2 2-2 / 6-2 6-3 5-5 5-3 4-4 6-1",
)

_TRUMPS: Final = _at(
    3,
    3,
    "1-1 3-0 6-6 / 6-0 4-0 5-2 / 5-4 3-2 6-1 / 2-0 6-3 4-1",
    ("bid 0", "bid 1", "bid 2", "bid 0", "play 2-0"),
)

_EQUALS: Final = _at(
    3,
    1,
    "6-3 2-1 5-0 / 5-3 4-1 3-1 / 4-4 3-2 5-1 / 6-2 4-3 2-2",
    ("bid 1", "bid 0", "bid 1", "bid 2", "play 5-3", "play 4-4", "play 6-2"),
)

_ONE: Final = _at(1, 1, "0-0 / 6-4 / 3-2 / 5-5", ("bid 0", "bid 0", "bid 0"))

_BLIND: Final = _at(
    17,
    2,
    "6-0 5-5 4-2 6-1 3-3 2-1 5-1 / 1-1 6-6 5-0 4-4 3-2 6-2 2-2 /"
    " 0-0 4-0 6-5 5-4 3-1 4-1 6-3 / 3-0 2-0 1-0 6-4 5-3 5-2 4-3",
    ("bid 2", "bid 1"),
)

_HAPOK: Final = _at(
    18,
    0,
    "1-1 0-0 5-4 4-1 3-2 6-1 2-2 / 6-0 4-0 6-6 5-5 3-1 4-2 2-1 /"
    " 5-0 1-0 6-5 6-4 3-3 5-1 6-2 / 3-0 2-0 6-3 5-3 5-2 4-4 4-3",
)

_MIZER: Final = _at(
    19,
    3,
    "6-5 5-4 2-1 1-0 3-3 4-1 6-0 / 1-1 6-6 5-5 4-4 2-2 3-1 5-1 /"
    " 0-0 4-0 6-3 5-3 4-3 3-2 6-2 / 5-0 3-0 2-0 6-4 6-1 5-2 4-2",
    ("play 6-4",),
)

_FIFTH: Final = _at(
    20,
    0,
    "",
    row=(
        "6-6 5-5 4-4 3-3 2-2 1-1 0-0 6-1 6-2 6-3 "
        "2-0 5-1 5-2 6-4 3-1 2-1 4-3 5-4 1-0 5-3 3-0 "
        "4-0 5-0 6-0 6-5 4-1 4-2 3-2"
    ),
)

STEPS: Final = (
    LessonStep(
        "Tiles take tricks, just as cards do. The strongest is 1-1, the poker. Then come the "
        "trumps, all tiles with a blank: 0-0, 6-0, 5-0 and so on down to 1-0. Then the others by "
        "their pips. You hold the three strongest of all: bid 3.",
        begin=_BIDDING,
        ask=("bid 3",),
        then=("bid 1", "bid 1", "bid 1"),
        wrong=(
            ("bid 0", "With the three strongest tiles you are bound to take tricks."),
            ("bid 1", "Each trick over the bid brings a single point. Bid all you are sure of."),
            ("bid 2", "Each trick over the bid brings a single point. Bid all you are sure of."),
            ("bid", "6-5 may take a fourth, but any trump beats it. Each trick short costs 10."),
        ),
        done="Everybody bids once. Here the bids may add up to the number of tricks: 3 and "
        "three times 1 make 6 of 6, and nobody was kept from it (D-R11).",
    ),
    LessonStep(
        "Whoever bid first also leads (D-R9). Lead 1-1: whoever has trumps must give his "
        "strongest one (D-R15), and nothing beats the poker.",
        ask=("play 1-1",),
        then=("play 5-0", "play 4-0", "play 6-2"),
        wrong=(
            (
                "play 0-0",
                "It holds, but the others may play their smallest trumps. Only 1-1 takes their "
                "best.",
            ),
            (
                "play 6-0",
                "0-0 is your own, so it holds too. But 1-1 takes their strongest trumps first.",
            ),
            ("play", "An ordinary tile forces nobody, and any trump beats it. Begin with 1-1."),
        ),
        done="Rook and Magpie had to give up their strongest trumps. Badger has none and could "
        "play anything.",
    ),
    LessonStep(
        "Another deal. Badger leads a trump, 2-0. Whoever has a trump must play one (D-R14), and "
        "1-1 is no trump: as long as you hold one, the poker stays in the hand. Look at why 1-1 is "
        "dim, then play 3-0.",
        aloud="Another deal. Badger leads a trump, 2-0. Whoever has a trump must play one "
        "(D-R14), and 1-1 is no trump: as long as you hold one, the poker stays in the hand. Name "
        "1-1 to hear why, then play 3-0.",
        begin=_TRUMPS,
        ask=("play 3-0",),
        then=("play 6-0", "play 5-4"),
        done="6-0 is the strongest trump here: Rook takes the trick. You do not have to beat "
        "it, only to play a trump.",
    ),
    LessonStep(
        "A trump is led again. You have none left, so you may play anything, even 1-1 (D-R14). "
        "You bid 1: take the trick.",
        before=("play 4-0", "play 3-2", "play 4-1"),
        ask=("play 1-1",),
        wrong=(
            ("play 6-6", "Twelve pips, but 4-0 is a trump and beats them. You need this trick."),
        ),
        done="The poker beats every trump. Your bid is made.",
    ),
    LessonStep(
        "An ordinary tile is led: then anything may be played (D-R13). All three have 8 pips; of "
        "equals the one played first is ahead (D-R3), so Rook leads. Take the trick as cheaply as "
        "you can.",
        begin=_EQUALS,
        ask=("play 6-3",),
        wrong=(
            ("play 5-0", "A trump takes it as well, but 9 pips are enough. Keep the trump."),
            ("play 2-1", "You bid 2: do not pass up a trick this cheap."),
        ),
        done="9 pips beat 8. 5-0 is still there for the second trick.",
    ),
    LessonStep(
        "Now the points. One tile each, and yours is 0-0: only 1-1 beats it. Three have passed. "
        "Bid 1.",
        begin=_ONE,
        ask=("bid 1",),
        wrong=(
            ("bid 0", "A pass brings 5 only without a trick, and 0-0 will most likely take it."),
        ),
        done="Exactly as bid: 10 a trick. A pass without a trick: 5. Each trick short costs 10; "
        "whoever takes more than he bid gets 1 for each trick (D-R18).",
    ),
    LessonStep(
        "Rook has led 6-4, and the others have played lower tiles. Play 0-0 and see what "
        "everybody scores.",
        before=("play 6-4", "play 3-2", "play 5-5"),
        ask=("play 0-0",),
        done="10 for you, 5 for each pass. Next come deals of 2, 3 and more tiles up to 7, "
        "four times 7, and back down to 1.",
    ),
    LessonStep(
        "Then comes the blind deal: everybody bids before seeing a tile (D-R12). Seven tricks for "
        "four: bid 1 or 2.",
        begin=_BLIND,
        ask=("bid 1", "bid 2"),
        wrong=(
            ("bid 0", "Seven tricks have to go somewhere; a blind pass is hard to keep."),
            ("bid", "That many without seeing a tile? Each trick short costs 10."),
        ),
        done="A fair share is between one and two. Too many tricks still bring a little; each "
        "one short costs 10.",
    ),
    LessonStep(
        "Hapok: nobody bids, and every trick brings 10 (D-R19). You lead. Take what you can, the "
        "strongest first.",
        begin=_HAPOK,
        ask=("play 1-1",),
        then=("play 6-0", "play 5-0", "play 3-0"),
        wrong=(
            ("play 0-0", "Good, but 1-1 also takes everybody's strongest trump."),
            ("play", "That may lose. Start with the poker."),
        ),
        done="10 points, and three strong trumps are gone. 0-0 is now the strongest tile.",
    ),
    LessonStep(
        "Mizer: every trick costs 10. Badger leads 6-4, ten pips. Stay below it, and get rid "
        "of the highest tile that does.",
        begin=_MIZER,
        ask=("play 5-4",),
        wrong=(
            ("play 6-5", "Eleven pips are more than ten: you might take it."),
            ("play 6-0", "A trump beats every ordinary tile. Not here."),
            ("play 1-0", "Even the smallest trump beats every ordinary tile."),
            (
                "play",
                "It stays below, but a higher one does too. Play 5-4: it is more dangerous later.",
            ),
        ),
        done="Nine pips are below ten. Keep small tiles for the end, when somebody has to take "
        "the tricks.",
    ),
    LessonStep(
        "Finally, the row of 28 tiles, face down. Whoever is ahead in the match picks a tile "
        "(D-R22). Take place 13 this time.",
        begin=_FIFTH,
        ask=("pick 13",),
        wrong=(("pick", "Any place is as good as another; for the lesson take 13."),),
        done="6-4, ten pips: ten tiles are counted off and stay out, the next four are dealt. You "
        "choose the direction.",
    ),
    LessonStep(
        "Count clockwise: ten tiles are skipped, then one goes to each player, you first (D-R23).",
        aloud="Count to the right: ten tiles are skipped, then one goes to each player, you first "
        "(D-R23).",
        ask=("count right",),
        wrong=(("count left", "Either direction would do. This time take the other one."),),
        done="You alone see your tile: 6-5. Here only pips count, without trumps or poker.",
    ),
    LessonStep(
        "Everybody decides in secret: show or keep. The highest shown wins 30, lower ones lose 30, "
        "hidden ones stay at 0 (D-R26). Eleven pips: only 6-6 is higher.",
        ask=("show",),
        then=("keep", "show", "keep"),
        wrong=(("keep", "Only one tile beats yours. Show it."),),
        done="Nothing higher was shown: 30 points for you. The highest total wins the match.",
    ),
    LessonStep(
        "That is Domino Poker. Remember: a trump on a trump, your best trump on the poker, "
        "otherwise whatever you "
        "like. H gives you a hint at the table, F3 opens the rule book. Good luck!",
        aloud="That is Domino Poker. Remember: a trump on a trump, your best trump on the poker, "
        "otherwise whatever you like. Good luck!",
    ),
)

LESSON: Lesson = Lesson("domino_poker", _SEATS, STEPS)
