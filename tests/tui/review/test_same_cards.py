"""The same cards by an expert: dealt again from the record, with the bots that played there."""

import json
from pathlib import Path
from typing import Any

import pytest

from core.bots import BOTS
from core.games import GAMES
from net.files.store import Records
from net.host.local import solo
from tests.support.game_facts import house_rules_of, seats_of
from tests.support.matches import daily
from tests.support.past_matches import kept, played
from tests.support.robots import Robot
from tui.review import same_cards
from tui.review.same_cards import (
    Mind,
    SoloMatch,
    expert_points,
    expert_said,
    kept_path,
    played_again,
    points_of_expert,
    solo_match,
)


async def recorded(name: str, folder: Path) -> Path:
    """Play a match to its end against easy bots; return its record."""
    game: Any = GAMES[name]
    options = game.Options(**house_rules_of(name, "short"))
    link = solo(
        game, options, seats_of(name, "short"), "Ann", bot_seconds=0, records=Records(folder)
    )
    ann = Robot(link, "Ann")
    await ann.until(lambda: ann.phase == "over", 60)
    await ann.close()
    (path,) = Records(folder).paths()
    return path


def own_moves(lines: list[str], seat: int) -> Mind:
    made = [json.loads(line) for line in lines]
    moves = [entry["move"] for entry in made if entry.get("seat") == seat]
    return lambda view, number: str(moves[number])


def read(path: Path) -> tuple[list[str], SoloMatch]:
    lines = path.read_text("utf-8").splitlines()
    found = solo_match(lines)
    assert found is not None
    return lines, found


@pytest.mark.parametrize("name", daily(BOTS, "graph_poker"))
async def test_bots_answer_the_moves_of_the_record_as_they_did(name: str, tmp_path: Path) -> None:
    lines, match = read(await recorded(name, tmp_path))
    minds = [match.bot(seat, "easy") for seat in range(len(match.players))]
    minds[match.seat] = own_moves(lines, match.seat)
    *_, last = played_again(match, minds)
    assert last.text().splitlines()[1:] == lines[1:]


@pytest.mark.nightly
async def test_the_result_is_kept_beside_the_record_and_belongs_to_it_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = await recorded("kozel", tmp_path)
    points = await expert_points(path)
    assert points == points_of_expert(read(path)[1])
    monkeypatch.setattr(same_cards, "started", None)  # it is not played again
    assert await expert_points(path) == points
    kept_path(path).write_text(kept_path(path).read_text().replace('"record": "', '"record": "0'))
    assert same_cards.kept_points(path, path.read_text("utf-8").splitlines()) is None


@pytest.mark.parametrize("names", [("Ann",), ("Ann", "Bob")])
async def test_a_record_without_a_seed_is_left_out(names: tuple[str, ...], tmp_path: Path) -> None:
    path = kept(tmp_path, played("kozel", names=names), "2026-11-20-190000")
    assert await expert_points(path) is None
    assert not kept_path(path).exists()


async def test_a_match_of_several_people_is_left_out(tmp_path: Path) -> None:
    lines = (await recorded("kozel", tmp_path)).read_text("utf-8").splitlines()
    first = json.loads(lines[0])
    assert solo_match([json.dumps(first)]) is not None
    first["seats"][1]["kind"] = "human"
    assert solo_match([json.dumps(first)]) is None
    assert solo_match([]) is None
    assert solo_match(["nonsense"]) is None


def test_the_sentence_has_both_results() -> None:
    assert expert_said(2180, 1570) == "The same cards with an expert in your seat: 2180; you: 1570"
