"""The value at the leaves sees its signs, learns from records, and experts search with it."""

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from random import Random
from typing import Any

import pytest

from bench.levers import LEVERS, pulled
from core.bots import BOTS, choose
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
from core.tricks.tree import Tree
from kozyr_kits.arena.interval import student
from kozyr_kits.training import leaves
from kozyr_kits.training.deals import Copy, expert, ints
from kozyr_kits.training.leaf_value import (
    FINE,
    GAMES,
    HIDDEN,
    LAST,
    SEATS,
    LeafGame,
    LeafValue,
    instead,
    play_simulation,
    taught,
    taught_weights,
    weights_in,
)
from kozyr_kits.training.leaves import duel, policy_positions
from tests.support.matches import daily

DOMINO, JOKER = GAMES["domino_poker"], GAMES["joker"]
ACTIONS = len(PLAYS)
"""The most actions that any of these games has."""


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> LeafGame:
    return GAMES[request.param]


@pytest.fixture(scope="module")
def copies() -> Callable[[LeafGame], Copy]:
    if not shutil.which(os.environ.get("CC", "cc")):
        pytest.skip("no C compiler, which nothing but teaching needs")
    return cache(lambda game: Copy(game, taught_weights(game)))


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


# The first seat has the three best pieces; at Joker spades are trumps.
HANDS = {
    "domino_poker": (
        ("1-1", "0-0", "6-0"),
        ("6-6", "5-4", "2-1"),
        ("5-0", "3-1", "2-2"),
        ("4-0", "6-5", "3-2"),
    ),
    "joker": (
        ("Xr", "Xb", "As"),
        ("Kh", "8s", "9d"),
        ("Qh", "Kd", "7c"),
        ("Jh", "9s", "8c"),
    ),
}
MASKS = {"domino_poker": hand_mask, "joker": card_mask}


def _position(game: LeafGame, turn: int = 0, turned: int = 0) -> Tricks:
    """Return a position in which the first seat has the best pieces, seats moved round."""
    held = HANDS[game.NAME]
    hands = [MASKS[game.NAME](held[(seat - turned) % SEATS]) for seat in range(SEATS)]
    return Tricks(game.tables()[0][0], hands, (turn + turned) % SEATS, 3)


def _trumps(game: LeafGame) -> int:
    return game.tables()[0][1].trumps


def test_a_player_sees_the_same_in_every_seat(game: LeafGame) -> None:
    bids, trumps = (3, 0, 1, 0), _trumps(game)
    seen = game.signs(_position(game, 1), bids, trumps)
    for turned in range(1, SEATS):
        moved = [bids[(seat - turned) % SEATS] for seat in range(SEATS)]
        found = game.signs(_position(game, 1, turned), moved, trumps)
        assert [sorted(found[(seat + turned) % SEATS]) for seat in range(SEATS)] == [
            sorted(each) for each in seen
        ]
    assert all(0 <= sign < game.SIZE for row in seen for sign in row)
    assert len({tuple(row) for row in seen}) == SEATS


@pytest.mark.parametrize("taken", [0, 1, 2])
def test_what_is_still_wanted_is_seen_not_what_was_bid(game: LeafGame, taken: int) -> None:
    tricks, trumps = _position(game), _trumps(game)
    tricks.taken[2] = taken
    wanted = game.signs(_position(game), (0, 0, 1, 0), trumps)
    assert game.signs(tricks, (0, 0, taken + 1, 0), trumps) == wanted


def test_suits_that_are_no_trumps_look_alike() -> None:
    """The trump itself does not, nor does a deal without trumps."""
    deals = [
        Tricks(JOKER.tables()[0][0], [card_mask(hand) for hand in hands], 0, 2)
        for hands in (
            (("Xr", "As"), ("Kh", "8s"), ("Qh", "Kd"), ("Jh", "9s")),
            (("Xr", "As"), ("Kc", "8s"), ("Qc", "Kh"), ("Jc", "9s")),
        )
    ]
    trumps = [known.trumps for _, known in JOKER.tables()]
    one, other = (
        [
            [sorted(row) for row in JOKER.signs(deal, (1, 0, 1, 0), trumps[trump])]
            for trump in (0, 1, 4)
        ]
        for deal in deals
    )
    assert one[0] == other[0]
    assert one[1] != other[1]
    assert one[2] == other[2] != one[0]


def test_the_outputs_count_points_of_kept_bids_and_of_missed_ones(game: LeafGame) -> None:
    weights = [0] * (HIDDEN * (game.SIZE + 3)) + [FINE // 2, -FINE // 4]
    points = LeafValue(game, weights).points(_position(game), (3, 0, 1, 0), _trumps(game))
    kept = game.points((3, 0, 1, 0), (3, 0, 0, 0))
    one = game.points((1, 1, 1, 0), (1, 1, 1, 0))[0]
    less = game.MISSED / 4
    assert points == [kept[0] / 2 - less, kept[1] / 2 - less, one / 2 - less, kept[3] / 2 - less]
    with pytest.raises(ValueError, match="weights"):
        LeafValue(game, weights[1:])


def test_what_was_taught_knows_who_takes_the_last_three_tricks(game: LeafGame) -> None:
    """The first seat can take them all, and at Domino Poker has to."""
    tricks, trumps = _position(game), _trumps(game)
    wants_all, wants_none = (
        taught(game.NAME).points(tricks, (bid, 0, 0, 0), trumps) for bid in (3, 0)
    )
    assert wants_all[0] > game.kept(3, 3) / 2 > game.kept(3, 0) > wants_none[0]


def test_the_policy_foretells_every_beginning_of_a_trick(game: LeafGame) -> None:
    found = [*policy_positions(game, 30, Random(1))]
    assert found
    for position in found:
        assert position.tricks.left > LAST
        assert not position.tricks.count
        assert len(position.bids) == len(position.points) == SEATS
    assert [*policy_positions(game, 12, Random(5))] != [*policy_positions(game, 12, Random(6))]


def test_a_copy_knows_the_rules_the_policy_and_the_value(
    copies: Callable[[LeafGame], Copy], game: LeafGame
) -> None:
    c, policy, rng = copies(game).c, learnt(game.NAME), Random(1)
    c.legal.restype, c.likelihood.restype = ctypes.c_uint64, ctypes.c_double
    for number in range(10):
        tricks, _ = game.dealt(rng, rng.choice(game.SIZES))
        table = number % len(game.tables())
        tricks.rules, known = game.tables()[table]
        bids = [rng.randint(0, 3) for _ in range(SEATS)]
        theirs, unplayed = _in_c(tricks), game.DECK
        plays, likelihood = (CPlay * (SEATS * tricks.left))(), 1.0
        c.use(table)
        while tricks.left:
            if not tricks.count:
                points = (ctypes.c_double * SEATS)()
                c.leaf_points(ctypes.byref(theirs), ints(bids), points)
                said = taught(game.NAME).points(tricks, bids, known.trumps)
                assert [*points] == pytest.approx(said)
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


def _views(game: LeafGame, deals: int, seed: int) -> Iterator[tuple[Any, TrickBot]]:
    """Yield the views of seats before decisions in deals played at random, and an expert."""
    rules, rng, decks = RULES[game.NAME], Random(seed), SeededDecks(seed)
    state: Any = rules.new(parse_options(rules.Options, game.OPTIONS), SEATS)
    deal_due(rules, state, decks)
    while state.deal <= deals:
        view: Any = rules.view(state, rules.to_act(state)[0])
        if view.phase in ("bid", "play"):
            yield view, game.BOT(view, "expert", rng)
        legal = rules.legal(state, view.seat)
        rules.apply(state, view.seat, rng.choice(legal[:4] if view.phase == "bid" else legal))
        deal_due(rules, state, decks)


def test_the_copy_of_joker_bids_by_the_same_estimate_and_believes_bids_as_much(
    copies: Callable[[LeafGame], Copy],
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
            {"share": 0.5},
            {"share": 1.0},
            {"follows": 0.5},
            {"follows": 1.0},
            {"believes": 0.0},
            {"believes": 1.0},
            {"blind": True},
            {"believes": 0.5, "blind": True},
        ],
        {"share": 0.5},
        {"follows": 1.0},
        {"believes": 0.5, "blind": True},
    ),
    ids=str,
)
def test_a_copy_bids_and_plays_whole_deals(
    copies: Callable[[LeafGame], Copy], game: LeafGame, way: dict[str, Any]
) -> None:
    copy = copies(game)
    for seed in range(2):
        tricks, table = game.dealt(Random(seed), game.SIZES[-1])
        asked = (tricks, table, (expert(game, part=0.02, **way),) * SEATS, seed)
        played = copy.play(*asked)
        assert played == copy.play(*asked)
        assert all(0 <= bid <= tricks.left for bid in played.bids)
        assert game is DOMINO or sum(played.bids) != tricks.left
        for action in played.plays:
            assert action in tricks.legal()
            tricks.apply(action)
        assert (tuple(tricks.taken), tricks.left) == (played.taken, 0)


def test_the_copy_leads_what_takes_the_last_tricks(copies: Callable[[LeafGame], Copy]) -> None:
    """A player who has the best three tiles and wants all three tricks takes them."""
    for seed in range(4):
        minds = (expert(DOMINO, part=0.05),) * SEATS
        played = copies(DOMINO).play(_position(DOMINO), 0, minds, seed)
        assert played.bids[0] == played.taken[0] == 3


def test_experts_are_level_with_themselves_and_ahead_with_more_steps(
    copies: Callable[[LeafGame], Copy], game: LeafGame
) -> None:
    usual, least = expert(game, part=0.05), expert(game, part=0.001)
    copy, usual.bid_steps, least.bid_steps = copies(game), 150, 3
    assert not student([*duel(copy, (usual, usual), 10, Random(2))]).proven
    assert student([*duel(copy, (usual, least), 10, Random(2))]).mean > game.MISSED / 10


def test_a_duel_that_was_stopped_continues_where_it_was(
    copies: Callable[[LeafGame], Copy], game: LeafGame
) -> None:
    minds = expert(game, part=0.02, follows=0.5), expert(game, part=0.02)
    whole = [*duel(copies(game), minds, 4, Random(3))]
    rest = [*duel(copies(game), minds, 4, Random(3), done=3)]
    assert whole[3:] == rest
    assert any(whole)


def test_a_value_is_taught_and_compared_with_others(
    copies: Callable[[LeafGame], Copy],
    game: LeafGame,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(leaves, "TAUGHT_BY", 0.02)
    copy = copies(game)
    weights = leaves.teach(copy, 4, 2, 1)
    assert weights == leaves.teach(copy, 4, 2, 1) != leaves.teach(copy, 4, 2, 2)
    leaves.check(copy, LeafValue(game, weights), 3, 1, part=0.02)
    assert "1, 3 positions" in capsys.readouterr().out


def test_the_time_of_steps_is_told_for_what_is_searched_in_trees(
    game: LeafGame, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(leaves, "ROUNDS", 1)
    monkeypatch.setattr(leaves, "STEPS", 2)
    monkeypatch.setattr(leaves, "VIEWED", 1)
    leaves.steps(game, 1)
    said = capsys.readouterr().out
    assert "to play, the value counts 0.5" in said
    assert ("to bid, the value counts 0.5" in said) == (game is DOMINO)


def _noted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list in which the tricks left are noted whenever the value is asked."""
    asked: list[int] = []
    points = LeafValue.points

    def noted(leaf: LeafValue, tricks: Tricks, bids: Sequence[int], trumps: int) -> list[float]:
        asked.append(tricks.left)
        assert not tricks.count
        return points(leaf, tricks, bids, trumps)

    monkeypatch.setattr(LeafValue, "points", noted)
    return asked


@pytest.mark.parametrize("share", [0.5, 1.0])
def test_an_expert_asks_it_in_deals_with_bids_and_in_no_others(
    share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    lever = LEVERS["half-leaves"]._replace(instead=partial(instead, share=share, part=1))
    monkeypatch.setitem(DOMINO.PLAYOUTS, "expert", 12)
    asked = _noted(monkeypatch)
    game, bot = RULES["domino_poker"], BOTS["domino_poker"]
    options = parse_options(game.Options, {"deal_set": "largest", "full_deals": "1"})
    state: Any = game.new(options, SEATS)
    decks, rng = SeededDecks(3), Random(3)
    deal_due(game, state, decks)
    seen = set()
    while seats := game.to_act(state):
        view: Any = game.view(state, seats[0])
        legal = game.legal(state, seats[0])
        kind = (view.now.stage, view.phase)
        if len(legal) > 1 and kind not in seen and view.phase in ("bid", "play"):
            seen.add(kind)
            asked.clear()
            with pulled(lever, bot):
                assert choose(game.NAME, view, "expert", Random(1)) in legal
            assert bool(asked) == view.now.bidding
            assert all(LAST < left < view.now.size for left in asked)
        game.apply(state, seats[0], rng.choice(legal))
        deal_due(game, state, decks)
    assert len(seen) == 6


def test_a_tree_at_joker_asks_it_between_tricks(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = _noted(monkeypatch)
    for view, bot in _views(JOKER, 1, 1):
        if view.phase == "play":
            asked.clear()
            tree = Tree(play_simulation(1.0, bot, partial(bot.hidden.deal, bot.rng), bot.values))
            tree.grow()
            # The trick on the table, or the next one, is played to its end.
            assert asked == [left for left in [len(view.hand) - 1] if left > LAST]


def test_the_weights_are_small_whole_numbers(game: LeafGame) -> None:
    weights = taught_weights(game)
    assert len(weights) == weights_in(game)
    assert all(type(each) is int and abs(each) < 1 << 15 for each in weights)


def test_without_a_c_compiler_the_command_says_what_it_needs() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "kozyr_kits.training.leaves", "check", "joker", "--experts", "1"],
        env={**os.environ, "CC": "no-such-compiler"},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 1
    assert ran.stderr == (
        "The C compiler no-such-compiler did not compile joker_deals.c."
        " Install one, or name another in the variable CC.\n"
    )
