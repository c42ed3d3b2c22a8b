"""A compiled copy of experts knows the rules and the policy, bids, plays and believes alike."""

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from core.bots.weights import learnt
from core.game import parse_options
from core.games import GAMES as RULES
from core.games.domino_poker.tricks import hand_mask
from core.games.joker.tricks import PLAYS, TRUMPS, card_mask
from core.match import deal_due
from core.shuffle import SeededDecks
from core.tricks.bot import TrickBot
from core.tricks.kernel import Tricks
from core.tricks.policy import still_wanted
from kozyr_kits.arena.interval import student
from kozyr_kits.training.copies import GAMES, SEATS, CopiedGame, Copy, expert, ints
from kozyr_kits.training.duel import duel
from tests.support.matches import daily

DOMINO, JOKER = GAMES["domino_poker"], GAMES["joker"]
ACTIONS = len(PLAYS)
"""The most actions that any of these games has."""


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> CopiedGame:
    return GAMES[request.param]


@pytest.fixture(scope="module")
def copies() -> Callable[[CopiedGame], Copy]:
    if not shutil.which(os.environ.get("CC", "cc")):
        pytest.skip("no C compiler, which nothing but duels need")
    return cache(Copy)


class CTricks(ctypes.Structure):
    """The position of a deal, as in C."""

    _fields_ = (
        ("hands", ctypes.c_uint64 * SEATS),
        ("turn", ctypes.c_int),
        ("left", ctypes.c_int),
        ("taken", ctypes.c_int * SEATS),
        ("kind", ctypes.c_int),
        ("best", ctypes.c_int),
        ("winner", ctypes.c_int),
        ("count", ctypes.c_int),
    )


def _in_c(tricks: Tricks) -> CTricks:
    """Return a position between two tricks as C takes it."""
    return CTricks(
        tuple(tricks.hands), tricks.turn, tricks.left, tuple(tricks.taken), -1, 0, tricks.turn, 0
    )


class CPlay(ctypes.Structure):
    """A play and the position before it, as in C."""

    _fields_ = (("before", CTricks), ("unplayed", ctypes.c_uint64), ("action", ctypes.c_int))


class CKnown(ctypes.Structure):
    """The knowledge of a seat, as in C."""

    _fields_ = (
        ("now", ctypes.POINTER(CTricks)),
        ("seat", ctypes.c_int),
        ("first", ctypes.c_int),
        ("unplayed", ctypes.c_uint64),
        ("missing", ctypes.POINTER(ctypes.c_uint64)),
        ("played", ctypes.POINTER(ctypes.c_uint64)),
        ("bids", ctypes.POINTER(ctypes.c_int)),
        ("plays", ctypes.POINTER(CPlay)),
        ("made", ctypes.c_int),
    )


OPTIONS = {
    "domino_poker": {"deal_set": "largest"},
    "joker": {"deal_set": "nines", "premium_mode": "none"},
}
"""House rules of a match of such deals."""


def test_a_copy_knows_the_rules_and_the_policy(
    copies: Callable[[CopiedGame], Copy], game: CopiedGame
) -> None:
    c, policy, rng = copies(game).c, learnt(game.NAME), Random(1)
    c.legal.restype, c.likelihood.restype = ctypes.c_uint64, ctypes.c_double
    for number in range(10):
        tricks, _ = game.dealt(rng, game.SIZE if game is JOKER else rng.randint(3, 7))
        table = number % len(game.tables())
        tricks.rules, known = game.tables()[table]
        bids = [rng.randint(0, 3) for _ in range(SEATS)]
        theirs, unplayed = _in_c(tricks), game.DECK
        plays, likelihood = (CPlay * (SEATS * tricks.left))(), 1.0
        c.use(table)
        while tricks.left:
            needs = still_wanted(bids, tricks.taken, fixed=False)
            unseen = unplayed & ~tricks.hands[tricks.turn]
            asked = (ctypes.byref(theirs), ints(bids), ctypes.c_uint64(unplayed))
            action = policy.choose(known, tricks, needs, unseen)
            assert c.legal(asked[0]) == tricks.legal_mask(tricks.turn)
            assert c.choose(*asked) == action
            actions, likely = ints([0] * ACTIONS), (ctypes.c_double * ACTIONS)()
            count = c.chances(*asked, actions, likely)
            assert tuple(actions[:count]) == tricks.legal()
            chances = policy.chances(known, tricks, needs, unseen)
            assert likely[:count] == pytest.approx(chances)
            if not rng.randrange(3):
                action = rng.choice(tricks.legal())
            if tricks.turn:
                chance = chances[tricks.legal().index(action)]
                likelihood *= 0.7 * chance + 0.3 / count if count > 1 else 1.0
            made = SEATS * sum(tricks.taken) + tricks.count
            plays[made] = CPlay(CTricks.from_buffer_copy(theirs), unplayed, action)
            c.apply(asked[0], action)
            unplayed &= ~tricks.rules.bit[action]
            tricks.apply(action)
            assert [*theirs.hands] == tricks.hands
            assert ([*theirs.taken], theirs.turn) == (tricks.taken, tricks.turn)
            known_to_0 = CKnown(None, 0, 0, unplayed, None, None, ints(bids), plays, made + 1)
            said = c.likelihood(ctypes.byref(known_to_0), ctypes.byref(theirs))
            assert said == pytest.approx(likelihood)


def _views(game: CopiedGame, deals: int, seed: int) -> Iterator[tuple[Any, TrickBot]]:
    """Yield the views of seats before decisions in deals played at random, and an expert."""
    rules, rng, decks = RULES[game.NAME], Random(seed), SeededDecks(seed)
    state: Any = rules.new(parse_options(rules.Options, OPTIONS[game.NAME]), SEATS)
    deal_due(rules, state, decks)
    while state.deal <= deals:
        view: Any = rules.view(state, rules.to_act(state)[0])
        if view.phase in ("bid", "play"):
            yield view, game.BOT(view, "expert", rng)
        legal = rules.legal(state, view.seat)
        rules.apply(state, view.seat, rng.choice(legal[:4] if view.phase == "bid" else legal))
        deal_due(rules, state, decks)


def test_the_copy_of_joker_bids_by_the_same_estimate_and_believes_bids_as_much(
    copies: Callable[[CopiedGame], Copy],
) -> None:
    c, rng, bidden, believed = copies(JOKER).c, Random(1), 0, 0
    c.likely.restype = c.explains.restype = ctypes.c_double
    for view, bot in _views(JOKER, 3, 1):
        c.use(TRUMPS.index(view.trump))
        made = [-1 if bid is None else bid for bid in view.bids]
        deal = bot.hidden.deal(rng)
        if view.phase == "bid":
            hand = card_mask(view.hand)
            likely = c.likely(ctypes.c_uint64(hand), 9, ints(made))
            assert likely == pytest.approx(bot.likely(hand, view.bids))
            for bid in range(4):
                after = ints([bid if seat == view.seat else each for seat, each in enumerate(made)])
                c.bid_on(ctypes.byref(_in_c(deal)), bot.first, after)
                assert [*after] == bot.bids_after(deal, bid)
                bidden += 1
        explains = bot.likelihood()
        if explains:
            played = (ctypes.c_uint64 * SEATS)(*bot.hidden.played)
            known = CKnown(None, view.seat, bot.first, 0, None, played, ints(made))
            said = c.explains(ctypes.byref(known), ctypes.byref(_in_c(deal)))
            assert said == pytest.approx(explains(deal))
            believed += 1
    assert bidden == 3 * SEATS * 4
    assert believed > 3 * SEATS * 9


@pytest.mark.parametrize(
    "way",
    daily(
        [
            {},
            {"follows": 0.5},
            {"follows": 1.0},
            {"believes": 0.0},
            {"believes": 1.0},
            {"blind": True},
            {"believes": 0.5, "blind": True},
        ],
        {"follows": 1.0},
        {"believes": 0.5, "blind": True},
    ),
    ids=str,
)
def test_a_copy_bids_and_plays_whole_deals(
    copies: Callable[[CopiedGame], Copy], game: CopiedGame, way: dict[str, Any]
) -> None:
    copy = copies(game)
    for seed in range(2):
        tricks, table = game.dealt(Random(seed), game.SIZE)
        asked = (tricks, table, (expert(game, part=0.02, **way),) * SEATS, seed)
        played = copy.play(*asked)
        assert played == copy.play(*asked)
        assert all(0 <= bid <= tricks.left for bid in played.bids)
        assert game is DOMINO or sum(played.bids) != tricks.left
        for action in played.plays:
            assert action in tricks.legal()
            tricks.apply(action)
        assert (tuple(tricks.taken), tricks.left) == (played.taken, 0)


def test_the_copy_leads_what_takes_the_last_tricks(copies: Callable[[CopiedGame], Copy]) -> None:
    """A player who has the best three tiles and wants all three tricks takes them."""
    held = (
        ("1-1", "0-0", "6-0"),
        ("6-6", "5-4", "2-1"),
        ("5-0", "3-1", "2-2"),
        ("4-0", "6-5", "3-2"),
    )
    tricks = Tricks(DOMINO.tables()[0][0], [hand_mask(hand) for hand in held], 0, 3)
    for seed in range(4):
        played = copies(DOMINO).play(tricks, 0, (expert(DOMINO, part=0.05),) * SEATS, seed)
        assert played.bids[0] == played.taken[0] == 3


def test_experts_are_level_with_themselves_and_ahead_with_more_steps(
    copies: Callable[[CopiedGame], Copy], game: CopiedGame
) -> None:
    usual, least = expert(game, part=0.05), expert(game, part=0.001)
    copy, usual.bid_steps, least.bid_steps = copies(game), 150, 3
    assert not student([*duel(copy, (usual, usual), 10, Random(2))]).proven
    assert (
        student([*duel(copy, (usual, least), 10, Random(2))]).mean
        > {"domino_poker": 1, "joker": 10}[game.NAME]
    )


def test_a_duel_that_was_stopped_continues_where_it_was(
    copies: Callable[[CopiedGame], Copy], game: CopiedGame
) -> None:
    minds = expert(game, part=0.02, follows=0.5), expert(game, part=0.02)
    whole = [*duel(copies(game), minds, 4, Random(3))]
    rest = [*duel(copies(game), minds, 4, Random(3), done=3)]
    assert whole[3:] == rest
    assert any(whole)


def test_without_a_c_compiler_the_command_says_what_it_needs() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "kozyr_kits.training.duel", "joker", "--experts", "1"],
        env={**os.environ, "CC": "no-such-compiler"},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 1
    assert ran.stderr == (
        "The C compiler no-such-compiler did not compile joker_copy.c."
        " Install one, or name another in the variable CC.\n"
    )
