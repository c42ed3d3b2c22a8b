"""`kozyr verify` on records that carry a proof of their deals."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from core.deal_proof import DealProof, NonceShare, share_commitment, whole_commitment
from core.games import GAMES
from core.match import Match, Player
from tui.__main__ import main


def proven_record(shares: Sequence[int]) -> str:
    """The record of a match of Kozel of two in whose shuffle some seats had a share."""
    table, seed = b"t" * 16, b"s" * 32
    given = {
        seat: NonceShare(
            share_commitment(table, seat, b"n" * 32), b"n" * 32 if seat in shares else None
        )
        for seat in range(2)
        if shares
    }
    proof = DealProof(table, seed, whole_commitment(table, seed), given)
    game, players = GAMES["kozel"], [Player("Ann", "human"), Player("Bob", "human")]
    match = Match(game, game.Options(target=50), players, proof.decks(), proof.plain())
    match.deal_due()
    while game.result(match.state) is None:
        (seat,) = game.to_act(match.state)
        match.play(seat, game.legal(match.state, seat)[0])
        match.deal_due()
    return match.text()


@pytest.mark.parametrize(
    "shares, said, found",
    [
        ((), "ok; every deal follows from its seed", {"shares": [], "left_out": []}),
        (
            (0,),
            "ok; every deal follows from the host's seed and the shares of these seats: 0; "
            "left out: 1",
            {"shares": [0], "left_out": [1]},
        ),
    ],
)
def test_a_proof_of_the_deal_is_checked_and_told(
    shares: tuple[int, ...],
    said: str,
    found: object,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "proven"
    path.write_text(proven_record(shares))
    assert main(["verify", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: {said}\n"
    assert main(["verify", "--json", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)[0]["proof"] == found


def test_a_deck_that_does_not_follow_is_named_by_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, deck, *others = proven_record((0, 1)).splitlines()
    path = tmp_path / "stacked"
    other = json.dumps({"deck": sorted(json.loads(deck)["deck"])})
    path.write_text("\n".join([first, other, *others]))
    assert main(["verify", str(path)]) == 1
    said = capsys.readouterr().out
    assert said == f"{path}: line 2: this order does not follow from the seed of the deal\n"
