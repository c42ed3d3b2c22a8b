"""The lesson of Joker: bids, following suit, the joker in all its ways, points, premiums."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from core.game import Move, Seat
from core.games.joker import rules as joker
from core.match import deal_due
from tui.lessons.lesson import Lesson, LessonStep, Stacked, begin, dealt, play, play_deal

_SEATS: Final = 4


def _position(
    deal: int, dealer: Seat, hands: str, upcard: str = "", moves: tuple[Move, ...] = ()
) -> joker.State:
    """Deal hands ("Ah 7s / Xr Kd / ...", the learner's first) after deals in each of which a player
    missed.
    """
    rows = [hand.split() for hand in hands.split("/")]
    order = [*dealt(rows, (dealer + 1) % _SEATS), *upcard.split()]
    before = (dealer - deal + 1) % _SEATS
    draw = [*("7c", "7s", "8s", "9s", "Ts")[: before + 1], "Ah"]
    decks = Stacked({0: draw, deal: order})
    state: joker.State = begin(joker, _SEATS, decks)
    while state.deal < deal:
        # Each player except the learner misses some deal of the pulka.
        play_deal(joker, state, 1 + state.deal % 3)
        deal_due(joker, state, decks)
    play(joker, state, moves)
    return state


def _at(*args: Any, **named: Any) -> Callable[[], joker.State]:
    return partial(_position, *args, **named)


_BIDDING: Final = _at(
    5, 3, "Xr Ah 9d 7s 8c / Th Ks Qd 9c 8s / 7h As Kd Jc Ts / 6h Ad Qc 9s 8d", "9h"
)

_FOLLOWING: Final = _at(
    3,
    2,
    "Qd 9s Kc / 6d Jh 8c / Ad Ah Tc / Jd Th 7c",
    "7s",
    ("bid 0", "bid 1", "bid 0", "bid 1", "play Jd"),
)

_FORCED: Final = _at(
    4,
    0,
    "Xb 7d 7c 9h / Ks Jc 8h Td / As Qc Kh 6d / Qs 9c Jh 8d",
    "Kd",
    ("bid 1", "bid 1", "bid 1"),
)

_HIGH: Final = _at(
    3,
    3,
    "Xr Qc 8h / Ac 9d Jh / Kc Td 7h / 8s Ks Jd",
    "7c",
    ("bid 2", "bid 0", "bid 0", "bid 0"),
)

_LOW: Final = _at(
    2,
    3,
    "Xb Ah / 9s 8d / Ks Td / Qs 7c",
    "6h",
    ("bid 1", "bid 0", "bid 0", "bid 0"),
)


def _last_of_pulka() -> joker.State:
    """Play the whole first pulka except its last trick; the learner has made every bid so far."""
    decks = Stacked({0: ["7c", "7s", "8s", "9s", "Ts", "Ah"]})
    state: joker.State = begin(joker, _SEATS, decks)
    while state.deal < 8:
        play_deal(joker, state, 1 + state.deal % 3)
        deal_due(joker, state, decks)
    play_deal(joker, state, 1, keep=1)
    return state


_NINE: Final = _at(
    9,
    3,
    "Ah Kh Xr 9h 7h Ad 8c Ts 7d / "
    "Th 8h As Qs Kd Jd Ac 9c 9d / "
    "Qh 6h Ks 9s Qd 8d Kc Tc 8s / "
    "Jh Xb Js 7s Td 6d Qc Jc 7c",
)

STEPS: Final = (
    LessonStep(
        "In Joker you say how many tricks you will take, and only the exact number pays well. The "
        "card turned up makes hearts trumps. The joker and {Ah}, the highest trump, are sure: bid "
        "2.",
        begin=_BIDDING,
        ask=("bid 2",),
        then=("bid 1", "bid 1", "bid 0"),
        wrong=(
            (
                "bid 0",
                "With a joker and {Ah} you can hardly help taking tricks. Count the sure ones.",
            ),
            (
                "bid 1",
                "Two cards of yours are sure. One trick too many pays almost nothing (J-R28).",
            ),
            ("bid", "{9d}, {7s} and {8c} will hardly take anything. Bid what is sure."),
        ),
        done="Rook and Magpie bid 1 each. Badger deals and bids last: the bids must not add up to "
        "5, so he could not bid 1 (J-R12). That is the forced dealer.",
    ),
    LessonStep(
        "You sit to the left of the dealer, so you lead (J-R14). {Ah} is the highest trump: "
        "only a joker could beat it. Lead it, and the others lose trumps.",
        ask=("play Ah",),
        then=("play Th", "play 7h", "play 6h"),
        wrong=(
            (
                "play Xr",
                "The joker will take a trick whenever you like. Use the ace while it is "
                "the highest.",
            ),
            ("play", "That card does not win anything yet. Begin with a sure trick: {Ah}."),
        ),
        done="All had to follow suit, and three trumps are gone. One trick of your two: the small "
        "circles beside your name count them.",
        done_aloud="All had to follow suit, and three trumps are gone. One trick of your two: "
        "'bids' says how many everybody has.",
    ),
    LessonStep(
        "Another deal: 3 cards, spades are trumps, and Badger leads {Jd}. Whoever has the suit "
        "must follow it (J-R15): your other cards are dim. Move to one and press Enter to read "
        "why; then play {Qd}.",
        aloud="Another deal: 3 cards, spades are trumps, and Badger leads {Jd}. Whoever has the "
        "suit must follow it (J-R15). Name another card of yours to hear why not; then play {Qd}.",
        begin=_FOLLOWING,
        ask=("play Qd",),
        then=("play 6d", "play Ad"),
        done="{Ad} is the highest diamond and takes the trick. Nobody trumped, because "
        "everybody had diamonds.",
    ),
    LessonStep(
        "Magpie leads {Ah}, and you have no heart. Then you must play a trump, any trump (J-R15). "
        "{9s} is a trump.",
        before=("play Ah", "play Th"),
        ask=("play 9s",),
        then=("play Jh",),
        done="The smallest trump beats the ace of another suit (J-R19). You bid 1 and have it: "
        "from now on you want no more.",
    ),
    LessonStep(
        "Now you deal and bid last. The others want 1 each, 3 of 4 in all, so you may not bid "
        "1 (J-R12). Your joker can also take nothing, and the rest is low: pass, bid 0.",
        begin=_FORCED,
        ask=("bid 0",),
        wrong=(
            ("bid 2", "Only the joker is sure. {7d} is the second-lowest trump: two is a lot."),
            (
                "bid",
                "There are not that many tricks in this hand. Take none, and it costs 200 (J-R28).",
            ),
        ),
        done="A pass that holds brings 50. The bids add up to 3 of 4: one trick is left over "
        "and will be pushed onto somebody (J-R13).",
    ),
    LessonStep(
        "Spades are led and you have none, so {7d} would have to trump, and would win. But a joker "
        "may always be played (J-R16). In reply it is called top or bottom: play it bottom.",
        before=("play Ks", "play As", "play Qs"),
        ask=("play Xb bottom",),
        wrong=(
            ("play 7d", "A trump beats all those spades, and you have passed."),
            ("play Xb top", "Top takes the trick (J-R17), and you have passed."),
        ),
        done="A joker played bottom is worth nothing: {As} takes it (J-R19). Played top, it would "
        "have beaten everything, trumps too.",
    ),
    LessonStep(
        "Clubs are trumps, you bid 2 and lead. {Ac} and {Kc} are out against your {Qc}. Lead the "
        "joker high in clubs: whoever has clubs must give his highest (J-R22).",
        begin=_HIGH,
        ask=("play Xr high c",),
        then=("play Ac", "play Kc", "play 8s"),
        wrong=(
            (
                "play Xr high",
                "High in a plain suit it can be trumped (J-R25). In trumps only a "
                "joker played top beats it.",
            ),
            (
                "play Xr low",
                "Called low, it is below every card of the suit (J-R27). You want this trick.",
            ),
            ("play Qc", "{Ac} and {Kc} are still out. Draw them first."),
            ("play", "Take your tricks first; {8h} goes last."),
        ),
        done="Ace and king of trumps had to fall under your joker (J-R26).",
    ),
    LessonStep(
        "Now only the other joker beats {Qc}. Take your second trick.",
        ask=("play Qc",),
        then=("play 9d", "play Td", "play Ks"),
        wrong=(("play 8h", "It is not sure to take anything. {Qc} is."),),
        done="Bid 2, taken 2. You have only {8h} left: let somebody else take the last trick.",
    ),
    LessonStep(
        "Two cards and two sure tricks, but you bid 1. Lead the joker low in diamonds: any diamond "
        "beats it (J-R27), and {Ah} takes the other trick.",
        begin=_LOW,
        ask=("play Xb low d",),
        then=("play 8d", "play Td", "play 7c"),
        wrong=(
            ("play Xb high", "Called high, it takes this trick, and {Ah} the next: one too many."),
            (
                "play Xb low h",
                "Any heart would beat it, but you hold the ace of them yourself. "
                "More diamonds are still out.",
            ),
            (
                "play Xb low",
                "The more cards of a suit are still out, the surer it is that somebody has one: "
                "nine diamonds are out, and only eight of this suit.",
            ),
            (
                "play Ah",
                "Then the joker is left for last, and somebody must still have the suit you call. "
                "Get rid of it while there are cards.",
            ),
        ),
        done="{Td} was the higher diamond, so Magpie has the trick. A trump would have taken it as "
        "well (J-R25).",
    ),
    LessonStep(
        "Magpie leads the last trick. Only {Ah} is left: play it and see what the deal pays.",
        before=("play Ks", "play Qs"),
        ask=("play Ah",),
        then=("play 9s",),
        done="Exactly as bid: 50 for each trick and 50 more, so 100 for one. Every trick of "
        "the deal bid and taken: 100 each. Too many or too few: 10 each. Something bid "
        "and nothing taken, the khisht: -200 (J-R28).",
    ),
    LessonStep(
        "Deal 8 is the last of the first pulka, and you have made every bid so far. Play your last "
        "card.",
        begin=_last_of_pulka,
        ask=("play Ad",),
        then=("play Xr top",),
        done="All eight bids made: you are clean, and you alone. That brings a premium.",
    ),
    LessonStep(
        "Clean for a whole pulka: your best box, not counting the last one, is added once more "
        "as a premium. Rook, on your left, loses his best box (J-R31). X marks players who "
        "missed a bid.",
        sheet=True,
    ),
    LessonStep(
        "With nine cards each, no card is left to turn up. The player to the left of the "
        "dealer names trumps after his first three cards (J-R9, J-R10). Two high hearts and a "
        "joker: make hearts trumps.",
        begin=_NINE,
        ask=("trump h",),
        wrong=(
            (
                "trump none",
                "Without trumps {Ah} and {Kh} only win when you lead them. As trumps they beat "
                "everything.",
            ),
            ("trump", "You have seen nothing of that suit. Your strength is in hearts."),
        ),
        done="Now you have all nine cards, and the bidding begins. As trumps, even {9h} and "
        "{7h} count.",
    ),
    LessonStep(
        "That is Joker. Remember: sure tricks first, exact bids, and even a joker can lose. H "
        "gives you a hint at the table, F3 opens the rule book. Good luck!",
        aloud="That is Joker. Remember: sure tricks first, exact bids, and even a joker can lose. "
        "Good luck!",
    ),
)

LESSON: Lesson = Lesson("joker", _SEATS, STEPS)
