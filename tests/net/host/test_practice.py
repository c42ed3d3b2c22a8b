"""A recorded match continued: everything dealt stays as it was, and nothing is recorded."""

import pytest

from core.bots import BOTS
from core.games import GAMES
from core.records.replay import Replay, walk
from net.host.local import play_on
from tests.support.past_matches import played


def replay_of(name: str) -> Replay:
    return walk(GAMES, played(name).text().splitlines())


@pytest.mark.parametrize("name", BOTS)
def test_a_position_is_the_same_for_every_seat(name: str) -> None:
    replay, game = replay_of(name), GAMES[name]
    assert len(replay.deal_starts) > 1, (
        f"the match of {name} has one deal: give [replayed] or [short] in "
        f"tests/games/{name}/matches.toml house rules by which it has two"
    )
    part = replay.deal_starts[1]
    for at in (0, 1, part - 2, part, part + 3):
        link = play_on(replay, at, 0, "easy", 0.0)
        (table,) = link.runtime.lobby.tables.values()
        match = table.match.live.match
        for seat in (*range(len(replay.players)), None):
            assert game.view(match.state, seat) == replay.view(at, seat)
        assert [place.bot for place in table.room] == ["", "hard", "hard", "hard"]


def test_people_of_the_record_are_played_by_bots_of_one_level() -> None:
    link = play_on(replay_of("kozel"), 3, 1, "expert", 0.0)
    (table,) = link.runtime.lobby.tables.values()
    assert [place.bot for place in table.room] == ["expert", "", "hard", "hard"]
