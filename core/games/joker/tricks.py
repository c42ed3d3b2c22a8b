"""Joker's cards and moves as numbers, and the tables of its tricks for core.tricks.kernel.

Knows the legal plays and the winners of tricks (J-R2, J-R15 to J-R27), not bids or points.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from core.game import IllegalMoveError, Seat
from core.games.joker.sheet import Options
from core.pieces import JOKERS, RANKS, SUIT_NAMES, SUITS
from core.tricks.kernel import NO_LEAD, TrickRules, Tricks, actions
from core.tricks.policy import Strengths

DECK: Final = (
    *(rank + suit for suit in SUITS for rank in RANKS[4 if suit in "hd" else 5 :]),
    *JOKERS,
)
"""Card number -> token: spades, hearts, diamonds, clubs, lowest first, then the jokers."""
NUMBER: Final = {card: number for number, card in enumerate(DECK)}
WILD: Final = 34
"""The number of the first joker, and of the first action that plays one."""
PLAIN: Final = (1 << WILD) - 1
"""The mask of all cards but the jokers."""
WHOLE_DECK: Final = (1 << 36) - 1
SUIT_MASKS: Final = tuple(
    sum(1 << number for number in range(WILD) if DECK[number][1] == suit) for suit in SUITS
)
NO_TRUMP: Final = 4
"""The trump of a deal without trumps; 0..3 are the suits in the order of SUITS."""
TRUMPS: Final = (*SUITS, "none")

# The modes of a joker: called high or low in a suit when it leads, top or bottom in reply.
HIGH, LOW, TOP, BOTTOM = 0, 4, 8, 9
MODES: Final = (
    *(f" high {suit}" for suit in SUITS),
    *(f" low {suit}" for suit in SUITS),
    " top",
    " bottom",
)
PLAYS: Final = DECK[:WILD] + tuple(joker + mode for joker in JOKERS for mode in MODES)
"""Action number -> card as played: "Ah", "Xr high s"."""
ACTION: Final = {play: action for action, play in enumerate(PLAYS)}
PLAY_MOVES: Final = tuple(f"play {play}" for play in PLAYS)

# Kinds of lead: a plain card of suit 0..3, a joker called high, a joker called low.
HIGH_LEAD, LOW_LEAD = 4, 8
TOP_POWER: Final = 1000
_TRUMP_POWER, _SUIT_POWER = 200, 100


def card_names(mask: int) -> tuple[str, ...]:
    """Turn a mask into tokens, by suits, lowest first, jokers last."""
    return tuple([DECK[number] for number in actions(mask)])


def card_mask(cards: Iterable[str]) -> int:
    """Turn tokens, or plays that begin with one, into a mask."""
    mask = 0
    for card in cards:
        mask |= 1 << NUMBER[card[:2]]
    return mask


def mode_of(action: int) -> int:
    """Return the mode in which an action plays a joker; -1 for plain cards."""
    return (action - WILD) % len(MODES) if action >= WILD else -1


def suit_of(card: int) -> int:
    """Return the suit, 0..3, of a plain card."""
    return SUITS.index(DECK[card][1])


def _lead(action: int) -> int:
    if action < WILD:
        return suit_of(action)
    mode = mode_of(action)
    return HIGH_LEAD + mode if mode < TOP else 0


def _power(trump: int, kind: int, action: int) -> int:
    mode = mode_of(action)
    if mode == TOP:
        return TOP_POWER
    if mode == BOTTOM:
        return 0
    if mode >= 0:
        suit, rank = mode % 4, len(RANKS) if mode < LOW else -1
    else:
        suit, rank = suit_of(action), RANKS.index(DECK[action][0])
    if suit == trump:
        return _TRUMP_POWER + rank
    return _SUIT_POWER + rank if suit == kind % 4 else 0


def trick_rules(options: Options, trump: int) -> TrickRules:
    """Return the tables of a deal with this trump."""
    return _tables(trump, options.reply_joker_to_joker == "only_if_void")


@cache
def _tables(trump: int, reply_only_if_void: bool) -> TrickRules:
    duties = []
    for kind in range(12):
        tiers = [(SUIT_MASKS[kind % 4], HIGH_LEAD <= kind < LOW_LEAD)]
        if trump != NO_TRUMP:
            tiers.append((SUIT_MASKS[trump], False))
        duties.append(tiers)
    every = range(len(PLAYS))
    return TrickRules(
        seats=4,
        wild_bit=WILD,
        lead=[_lead(action) for action in every],
        duties=duties,
        power=[[_power(trump, kind, action) for action in every] for kind in range(12)],
        wild_lead=0xFF << WILD,
        wild_follow=0b11 << WILD + TOP,
        wilds=2,
        strict=range(HIGH_LEAD, 12) if reply_only_if_void else (),
        later_wins=True,
    )


@cache
def strengths(options: Options, trump: int) -> Strengths:
    """Return the table of cards that beat others in a deal with this trump, for policies."""
    trumps = SUIT_MASKS[trump] if trump != NO_TRUMP else 0
    return Strengths(trick_rules(options, trump), trumps, suited=True)


class LiteralLowTricks(Tricks):
    """Tricks by the house rule low_joker_vs_trump = joker (J-R33).

    The winner of a trick led by a low joker is known only when all have played: the kernel first
    gives the trick to a trump, and this class corrects it.
    """

    __slots__ = ("bare",)

    def __init__(self, rules: TrickRules, hands: Sequence[int], turn: int, left: int) -> None:
        super().__init__(rules, hands, turn, left)
        self.bare = False
        """Whether a low joker leads and the called suit has not been played."""

    def copy(self) -> LiteralLowTricks:
        """Return an independent copy; the rules are shared."""
        other = super().copy()
        other.bare = self.bare
        return other

    def apply(self, action: int) -> None:
        """Take a legal action for the seat whose turn it is."""
        if self.count == 0:
            self.bare = self.rules.lead[action] >= LOW_LEAD
        elif self.bare and SUIT_MASKS[self.kind % 4] >> action & 1:
            self.bare = False
        leader = (self.turn + 1) % 4
        super().apply(action)
        if self.count == 0 and self.bare and self.best < TOP_POWER:
            self.taken[self.winner] -= 1
            self.taken[leader] += 1
            self.turn = self.winner = leader


def open_tricks(options: Options, hands: Sequence[int], turn: Seat, left: int) -> Tricks:
    """Return the play of a deal at its start; until trumps are named, by the rules without any."""
    kind = LiteralLowTricks if options.low_joker_vs_trump == "joker" else Tricks
    return kind(trick_rules(options, NO_TRUMP), hands, turn, left)


def refused_play(tricks: Tricks, seat: Seat, action: int) -> IllegalMoveError:
    """Return the refusal of an action, with the paragraph that forbids it."""
    rules, hand, kind = tricks.rules, tricks.hands[seat], tricks.kind
    if not rules.bit[action] & hand:
        card = DECK[rules.bit[action].bit_length() - 1]
        return IllegalMoveError("you do not hold {card}", "J-R15", card=card)
    mode = mode_of(action)
    if kind == NO_LEAD:
        return IllegalMoveError("a joker that leads is called high or low in a suit", "J-R20")
    if 0 <= mode < TOP:
        return IllegalMoveError("a joker in reply is played top or bottom", "J-R17")
    high = HIGH_LEAD <= kind < LOW_LEAD
    paragraph = "J-R22" if high else "J-R15" if kind < HIGH_LEAD else "J-R23"
    suit = SUIT_NAMES[SUITS[kind % 4]]
    if mode >= TOP:
        reason = "only a player with neither {suit} nor a trump may answer a joker with a joker"
        return IllegalMoveError(reason, "J-R24", suit=suit)
    if SUIT_MASKS[kind % 4] >> action & 1:
        return IllegalMoveError("must play your highest {suit}", paragraph, suit=suit)
    if SUIT_MASKS[kind % 4] & hand:
        return IllegalMoveError("must follow {suit}", paragraph, suit=suit)
    return IllegalMoveError("no {suit} in hand: must play a trump", paragraph, suit=suit)
