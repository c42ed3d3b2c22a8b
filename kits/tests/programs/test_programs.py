"""Programs as contestants of the arena: over a real socket, on the arena's own decks."""

import sys
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from core.bots.search import Thinking
from core.game import Game, Move
from core.games import GAMES
from kozyr_kits.arena import match as arena
from kozyr_kits.arena.duplicate import DeckTask, play_deck
from kozyr_kits.arena.match import play_timed
from kozyr_kits.programs.match import GONE, LATE, MOST_LATE, play_with_programs
from kozyr_kits.programs.program import fault_of, is_program, missing
from kozyr_kits.programs.table import DECISION_SECONDS, ContestTable
from net.table.clock import GRACE_SECONDS
from net.table.effects import AskBot, Effect, Peer, Send
from net.wire.from_host import Refused
from net.wire.to_host import Join, Play, Ready

FIRST_LEGAL = Path(__file__).parents[3] / "tests" / "support" / "contestant.py"


def program(fault: str = "") -> str:
    return f'program:"{sys.executable}" "{FIRST_LEGAL}" {{host}} {{port}} {fault}'


def first_legal(game: Game, view: Any, rng: Random, thinking: Thinking) -> Move:
    return game.legal(game.imagine(view, Random(0)), view.seat)[0]


def ticks() -> Any:
    return count().__next__


@pytest.mark.parametrize(
    ("name", "seats"),
    [("kozel", "pe"), ("kozel", "epp"), pytest.param("joker", "epee", marks=pytest.mark.nightly)],
)
def test_a_program_plays_the_match_that_the_same_player_within_would_have_played(
    name: str, seats: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same decks, the same seats, the same generators of the others."""
    game, within = GAMES[name], arena.contestant
    contestants = [program() if each == "p" else "easy" for each in seats]
    outside, made = play_with_programs(game, game.Options(), contestants, 3, ticks())
    monkeypatch.setattr(
        arena, "contestant", lambda each: first_legal if is_program(each) else within(each)
    )
    inside, decisions = play_timed(game, game.Options(), contestants, 3, ticks())
    assert outside.lines[1:] == inside.lines[1:]
    assert [each.seat for each in made] == [each.seat for each in decisions]
    assert not any(each.fault for each in made)


@pytest.mark.parametrize(
    ("fault", "kinds", "said"),
    [
        ("crash", {GONE}, "ended; exit status 1; out of ideas"),
        ("cheat", {arena.ILLEGAL, GONE}, "nonsense"),
        ("absent", {GONE}, "did not take a seat; exit status 1; no time today"),
        ("forgetful", {GONE}, "did not take a seat; a Join came without the token in KOZYR_TOKEN"),
        pytest.param("hang", {LATE, GONE}, "was late too often", marks=pytest.mark.nightly),
    ],
)
def test_a_program_that_fails_is_counted_and_the_match_continues(
    fault: str, kinds: set[str], said: str
) -> None:
    contestants = ("easy", program(fault))
    game = GAMES["kozel"]
    match, decisions = play_with_programs(game, game.Options(), contestants, 3, ticks())
    assert match.lines[-1]["result"]
    assert {each.fault for each in decisions if each.seat == 0} == {""}
    assert {each.fault for each in decisions if each.seat == 1} - {""} == kinds
    assert said in [each.said for each in decisions]


def test_what_cannot_be_started_is_counted_too() -> None:
    contestants = ("easy", "program:/nowhere/at/all {port}")
    report = play_deck(DeckTask("kozel", {}, contestants, 3), ticks(), play_with_programs)
    tally = report.tallies[contestants[1]]
    assert tally.faults == {GONE: tally.decisions}
    assert "No such file" in tally.said


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("program:", "words"),
        ("program:'mine {port}", "words"),
        ("program:mine {host}", "port"),
        ("program:mine {host}:{port}", ""),
    ],
)
def test_a_command_line_is_looked_at_before_anything_is_played(words: str, wrong: str) -> None:
    assert is_program(words)
    assert fault_of(words) == wrong


def test_a_program_that_is_not_there_is_named() -> None:
    assert missing("program:surely-not-installed {port}") == "surely-not-installed"
    assert missing(program()) == ""


# --- the table, without a socket ----------------------------------------------------------------


class Seated:
    """A program at seat 0 of a table of Kozel, a bot at seat 1; time is ours."""

    def __init__(self) -> None:
        game = GAMES["kozel"]
        self.changes = 0
        self.table = ContestTable(game, game.Options(), 2, 5, self.changed)
        self.now = 0.0
        self.asked: list[AskBot] = []
        self.table.fill(1, 0.0)
        self.table.free(0, "secret", 0.0)
        for message in (Join("Stranger", token="secret"), Ready()):
            self.take(self.table.receive("line", message, 0.0, Peer()))

    def changed(self) -> None:
        self.changes += 1

    def take(self, effects: list[Effect] | None) -> None:
        """Let the bot make its first legal move at once; remember who is asked."""
        for effect in effects or ():
            if isinstance(effect, AskBot):
                self.asked.append(effect)
                move = self.table.match.live.legal(effect.seat)[0]
                self.take(self.table.bot_moved(effect.seat, effect.ticket, move, self.now))

    def play(self, move: str, number: int) -> None:
        message = Play(number, self.table.seq, move)
        self.take(self.table.receive("line", message, self.now, Peer()))

    def legal(self) -> Any:
        return self.table.match.live.legal(0)


@pytest.mark.parametrize("watch", [False, True])
@pytest.mark.parametrize("token", ["", "secret", "guessed"])
def test_no_program_but_the_one_that_was_started_comes_to_the_table(
    token: str, watch: bool
) -> None:
    """Public names, the key of an earlier program, and a key that was never given."""
    seated = Seated()
    table = seated.table
    for freed in (False, True):
        if freed:
            table.free(1, "another", 0.0)
        join = Join("Mallory", token=token, watch=watch)
        (refused,) = table.receive("stranger", join, 0.0, Peer())
        assert isinstance(refused, Send)
        assert isinstance(refused.message, Refused)
        assert refused.message.code == "full"
        assert table.stranger
    assert "stranger" not in table.room


def test_the_time_of_a_program_is_from_the_position_to_its_move() -> None:
    seated = Seated()
    seated.take(seated.table.start(0.0, unready_owner=False))
    made = seated.table.decisions
    number = 0
    while not made:
        number += 1
        seated.now += 2.5
        seated.play(seated.legal()[0], number)
    assert (made[0].seconds, made[0].seat) == (2.5, 0)
    assert not made[0].fault


def test_an_illegal_move_is_noted_once_a_decision() -> None:
    seated = Seated()
    seated.take(seated.table.start(0.0, unready_owner=False))
    for _ in range(3):
        seated.play("lay 9-9 left", 1)
    seated.play(seated.legal()[0], 1)
    assert [each.fault for each in seated.table.decisions] == [arena.ILLEGAL]
    assert seated.table.decisions[0].said == "lay 9-9 left"
    assert not seated.table.refused


def test_when_its_time_is_up_another_player_moves_for_a_program() -> None:
    seated = Seated()
    seated.take(seated.table.start(0.0, unready_owner=False))
    seated.asked.clear()
    seated.now = DECISION_SECONDS + GRACE_SECONDS
    seated.take(seated.table.tick(seated.now))
    assert [each.seat for each in seated.asked][:1] == [0]


def test_a_match_waits_until_every_player_sits_and_is_ready() -> None:
    seated = Seated()
    seated.table.receive("line", Ready(ready=False), 0.0, Peer())
    assert seated.table.start(0.0, unready_owner=False) is None
    seated.table.free(1, "another", 0.0)
    assert seated.table.start(0.0, unready_owner=False) is None
    seated.table.fill(1, 0.0)
    assert seated.table.start(0.0, unready_owner=True), "an owner need not say so"
    assert MOST_LATE > 1, "one late move alone may be the machine's fault"
