"""How well imagined hands explain the others' bids and plays, in Domino Poker."""

from random import Random
from typing import Any

import pytest

from core.bots.weights import learnt
from core.games.domino_poker import rules as game
from core.games.domino_poker.bot import TileBot
from core.match import deal_due
from core.shuffle import SeededDecks
from core.tricks import belief
from core.tricks.policy import still_wanted
from core.tricks.tree import EVEN


def expert(state: game.State) -> TileBot:
    return TileBot(game.view(state, game.to_act(state)[0]), "expert", Random(1))


def at_the_first_play(seed: int = 1) -> game.State:
    """The third deal of a match, three tiles each; all bids are made, nothing is played."""
    state, decks = game.new(game.Options(), 4), SeededDecks(seed)
    deal_due(game, state, decks)
    while state.deal < 3 or game.view(state, None).phase != "play":
        seat = game.to_act(state)[0]
        game.apply(state, seat, game.legal(state, seat)[0])
        deal_due(game, state, decks)
    return state


def play(state: game.State) -> tuple[float, list[int]]:
    """Have the seat to act play its first legal tile; return its chance, and the legal tiles."""
    tricks: Any = state.tricks
    bot, seat = expert(state), tricks.turn
    needs = still_wanted(bot.goals(bot.bids), tricks.taken, fixed=bot.fixed)
    unseen = bot.unplayed & ~tricks.hands[seat]
    legal = [*tricks.legal()]
    chances = learnt(game.NAME).chances(bot.strengths(), tricks, needs, unseen)
    game.apply(state, seat, game.legal(state, seat)[0])
    return chances[0], legal


def rated(state: game.State) -> float:
    """Rate the hands as they are, by the knowledge of the seat to act."""
    explains = expert(state).likelihood()
    assert explains
    return explains(state.tricks)


def test_hands_are_believed_by_the_chance_of_what_they_have_played() -> None:
    state = at_the_first_play()
    by_bids = rated(state)
    assert 0 < by_bids <= 1
    chances = 1.0
    for _ in range(3):
        chance, legal = play(state)
        chances *= (1 - EVEN) * chance + EVEN / len(legal) if len(legal) > 1 else 1.0
    bot = expert(state)
    by_bids = belief.bids_explained(bot)(state.tricks)
    assert rated(state) == pytest.approx(by_bids * chances)
    assert chances < 1


def test_the_own_play_tells_nothing() -> None:
    state = at_the_first_play()
    before = rated(state)
    seat = state.tricks.turn
    play(state)
    view = game.view(state, seat)
    bot = TileBot(view, "expert", Random(1))
    bot.seat = seat  # whose turn it was
    explains = bot.likelihood()
    assert explains
    assert explains(state.tricks) == pytest.approx(before)


def test_before_the_others_have_done_anything_all_hands_are_alike() -> None:
    state = game.new(game.Options(), 4)
    deal_due(game, state, SeededDecks(1))
    assert expert(state).likelihood() is None
    game.apply(state, game.to_act(state)[0], game.legal(state, game.to_act(state)[0])[0])
    assert expert(state).likelihood() is not None


def test_without_a_learnt_policy_bids_alone_are_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    state = at_the_first_play()
    play(state)
    by_bids = belief.bids_explained(expert(state))
    monkeypatch.setattr(belief, "learnt", lambda _: None)
    assert by_bids
    assert rated(state) == by_bids(state.tricks)


def test_experts_imagine_hands_that_play_as_they_have_seen_and_hard_bots_do_not() -> None:
    state = at_the_first_play(2)
    for _ in range(3):
        play(state)
    view = game.view(state, game.to_act(state)[0])
    explains = expert(state).likelihood()
    assert explains

    def mean(level: str) -> float:
        imagine = TileBot(view, level, Random(1)).imagine()
        return sum(explains(imagine()) for _ in range(400)) / 400

    assert mean("expert") > 1.2 * mean("hard")
