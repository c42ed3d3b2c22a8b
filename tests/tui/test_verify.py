"""`kozyr verify` on records that carry a proof of their deals."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from core.deal_proof import LINKS, DealProof, NonceShare, chain_commitment, share_commitment
from core.games import GAMES
from core.match import Match, Player
from core.records import BrokenRecordError
from net.files.history import load_replay
from tui.__main__ import main


def proof_of(shares: Sequence[int]) -> DealProof:
    """A proof for two in which some seats had a share."""
    table, seed = b"t" * 16, b"s" * 32
    given = {
        seat: NonceShare(
            share_commitment(table, seat, b"n" * 32), b"n" * 32 if seat in shares else None
        )
        for seat in range(2)
        if shares
    }
    return DealProof(table, seed, chain_commitment(table, seed), given, LINKS)


def proven_record(proof: DealProof, **more: object) -> str:
    """The record of a match of Kozel of two."""
    game, players = GAMES["kozel"], [Player("Ann", "human"), Player("Bob", "human")]
    match = Match(game, game.Options(target=50), players, proof.decks(), {})
    match.deal_due()
    while game.result(match.state) is None:
        (seat,) = game.to_act(match.state)
        match.play(seat, game.legal(match.state, seat)[0])
        match.deal_due()
    deals = sum("deal" in line for line in match.lines)
    match.lines[0] |= {"deal_proof": proof.upto(deals).plain(), **more}
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
    path.write_text(proven_record(proof_of(shares)))
    assert main(["verify", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: {said}\n"
    assert main(["verify", "--json", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)[0]["proof"] == found


@pytest.mark.usefixtures("russian")
def test_deals_of_a_game_with_tiles_are_called_as_its_players_call_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "went-on"
    path.write_text(proven_record(proof_of((0, 1)).anew(proof_of((0,)), 2)))
    assert main(["verify", "--lang", "ru", str(path)]) == 0
    assert "коны с 2 по 3: сданы заново" in capsys.readouterr().out


def test_a_deck_that_does_not_follow_is_named_by_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, deck, *others = proven_record(proof_of((0, 1))).splitlines()
    path = tmp_path / "stacked"
    other = json.dumps({"deck": sorted(json.loads(deck)["deck"])})
    path.write_text("\n".join([first, other, *others]))
    assert main(["verify", str(path)]) == 1
    said = capsys.readouterr().out
    assert said == f"{path}: line 2: this order does not follow from the seed of the deal\n"


def test_deals_that_another_host_dealt_anew_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proof, path = proof_of((0, 1)), tmp_path / "went-on"
    path.write_text(proven_record(proof.anew(proof_of((0,)), 2), apart=True))
    assert main(["verify", str(path)]) == 0
    follows = "every deal follows from the host's seed and the shares of these seats"
    assert capsys.readouterr().out == (
        f"{path}: ok; {follows}: 0, 1; deals 2 to 3: dealt anew, without the earlier host; "
        f"{follows}: 0; left out: 1; "
        "the others may have gone on with this match without these players\n"
    )
    assert main(["verify", "--json", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)[0]["proof"] == {
        "shares": [0],
        "left_out": [1],
        "chains": [
            {"from": 1, "to": 1, "shares": [0, 1], "left_out": []},
            {"from": 2, "to": 3, "shares": [0], "left_out": [1]},
        ],
        "apart": True,
    }


def test_a_mark_before_a_record_is_no_fault_and_utf_16_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "edited"
    path.write_text(proven_record(proof_of((0,))), "utf-8-sig")
    assert main(["verify", str(path)]) == 0
    assert load_replay(path).fault is None
    path.write_text(proven_record(proof_of((0,))), "utf-16")
    capsys.readouterr()
    said = "this is UTF-16 text; save it as UTF-8"
    assert main(["verify", str(path)]) == 1
    assert capsys.readouterr().err == f"{path}: {said}\n"
    with pytest.raises(BrokenRecordError, match=said):
        load_replay(path)
