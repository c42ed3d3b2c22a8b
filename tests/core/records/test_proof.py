"""Records that carry a proof of their deals: checked against it, and read without it as before."""

from typing import Any

import pytest

from core.deal_proof import (
    DealProof,
    NonceShare,
    chain_commitment,
    share_commitment,
    whole_commitment,
)
from core.game import Decks
from core.games import GAMES
from core.games.kozel import rules as kozel
from core.match import Match, Player, to_line
from core.records import BrokenRecordError
from core.records.record import announced, open_match, play_back, proof_in, verify
from core.shuffle import SeededDecks

TABLE, SEED, NONCE = b"t" * 16, b"s" * 32, b"n" * 32
SHARES = {1: NonceShare(share_commitment(TABLE, 1, NONCE), NONCE)}
PROOF = DealProof(TABLE, SEED, whole_commitment(TABLE, SEED), SHARES)
CHAIN = DealProof(TABLE, SEED, chain_commitment(TABLE, SEED, 9), SHARES, 9)
"""A seed for each deal."""
LATER = DealProof(TABLE, NONCE, chain_commitment(TABLE, NONCE, 9), {}, 9)
RENEWED = CHAIN.anew(LATER, 2)
"""The host was lost in the second deal."""


def lines(decks: Decks | None = None, proof: Any = None) -> list[str]:
    """The record of a short match of Kozel, dealt from decks that may not be the proven ones."""
    players = [Player("Ann", "human"), Player("Bob", "human")]
    plain = PROOF.plain() if proof is None else proof
    match = Match(kozel, kozel.Options(target=50), players, decks or PROOF.decks(), plain)
    match.deal_due()
    while kozel.result(match.state) is None:
        (seat,) = kozel.to_act(match.state)
        match.play(seat, kozel.legal(match.state, seat)[0])
        match.deal_due()
    return list(map(to_line, match.lines))


def deck_lines(record: list[str]) -> list[int]:
    """The numbers of the lines that deal."""
    return [number for number, line in enumerate(record, 1) if "deck" in line[:7]]


def test_a_record_whose_decks_follow_from_its_proof_is_right() -> None:
    assert verify(GAMES, lines()) is None


def test_the_first_deck_that_does_not_follow_is_named() -> None:
    honest, other = PROOF.decks(), SeededDecks(1)
    shuffles = iter([honest])

    def stacked(cards: Any) -> Any:
        return (honest(cards), other(cards))[next(shuffles, None) is None]

    record = lines(stacked)
    fault = verify(GAMES, record)
    assert fault.line == deck_lines(record)[1]
    assert fault.reason == "this order does not follow from the seed of the deal"


def test_a_record_in_which_each_deal_has_a_seed_is_held_to_them() -> None:
    record = lines(CHAIN.decks(), CHAIN.plain())
    assert verify(GAMES, record) is None
    assert list(map(to_line, play_back(GAMES, record).lines)) == record
    assert verify(GAMES, lines(PROOF.decks(), CHAIN.plain())).line == deck_lines(record)[0]


def test_a_record_of_a_match_that_went_on_after_its_host_was_lost_is_held_to_both_chains() -> None:
    record = lines(RENEWED.decks(), RENEWED.plain())
    assert verify(GAMES, record) is None
    for other, deal in ((LATER, 0), (CHAIN, 1)):
        assert verify(GAMES, lines(other.decks(), RENEWED.plain())).line == deck_lines(record)[deal]


def test_all_decks_of_a_deal_follow_from_its_seed() -> None:
    """Joker has two decks before its first move: one is for the first dealer's draw."""
    joker, players = GAMES["joker"], [Player(f"Player {seat}", "human") for seat in range(4)]
    match = Match(joker, joker.Options(), players, CHAIN.decks(), CHAIN.upto(1).plain())
    match.deal_due()
    record = list(map(to_line, match.lines))
    assert len(deck_lines(record)) == 2
    play_back(GAMES, record, partial=True, prove=True)


def test_the_first_deal_that_the_seeds_do_not_reach_is_named() -> None:
    record = lines(CHAIN.decks(), CHAIN.upto(1).plain())
    fault = verify(GAMES, record)
    assert fault.line == deck_lines(record)[1]
    assert fault.reason == "the proof of the deal does not reach this deal"


@pytest.mark.parametrize(
    "change, reason",
    [
        ({"seed": "0" * 64}, "the seed of the deal is not the one committed to"),
        ({"commitment": "0" * 64}, "the seed of the deal is not the one committed to"),
        (
            {"shares": [{**PROOF.plain()["shares"][0], "nonce": "0" * 64}]},
            "a nonce of the deal is not the one committed to",
        ),
        ({"shares": None}, "the proof of the deal is not written as a proof"),
        ({"seed": "0"}, "the proof of the deal is not written as a proof"),
        ({"shuffle": 3}, "the proof of the deal is not written as a proof"),
    ],
)
def test_a_proof_that_does_not_hold_is_the_fault_of_the_first_line(
    change: dict[str, Any], reason: str
) -> None:
    fault = verify(GAMES, lines(proof={**PROOF.plain(), **change}))
    assert (fault.line, fault.reason) == (1, reason)


def test_a_first_line_that_is_read_alone_is_line_1() -> None:
    for read in (
        lambda: proof_in({"deal_proof": {**PROOF.plain(), "seed": "0"}}, 2),
        lambda: announced(GAMES, {}),
        lambda: open_match(GAMES, {}),
    ):
        with pytest.raises(BrokenRecordError, match=r"^line 1: "):
            read()


def test_a_share_that_is_left_out_of_a_proof_gives_other_decks() -> None:
    assert verify(GAMES, lines(proof={**PROOF.plain(), "shares": []})).line == 2


@pytest.mark.parametrize("proof", [{}, {"shuffle": 4, "anything": "else"}])
def test_proofs_of_another_kind_are_passed_over(proof: Any) -> None:
    assert verify(GAMES, lines(SeededDecks(1), proof)) is None


def test_a_replay_shows_a_stacked_match_to_its_end() -> None:
    record = lines(SeededDecks(1))
    assert verify(GAMES, record) is not None
    assert kozel.result(play_back(GAMES, record).state) is not None
