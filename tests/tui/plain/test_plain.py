"""Plain mode: the words it understands and says, and whole matches through a pipe."""

import asyncio
import os
import re
import subprocess
import sys
from collections import deque
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from core.bots import BOTS
from core.game import PlainEvent, plain_options
from core.games import GAMES, MOVES
from core.games.domino_poker import rules as domino_poker
from core.games.kozel.moves import moved
from core.moves import TypedMove
from core.pieces import TILES
from core.shuffle import SeededDecks
from net.branch.company import Offer
from net.client.events import Connected, Disconnected, HostLost
from net.client.seat import ClientSeat
from net.host.factory import new_table
from net.host.server import Host
from net.table.lobby import Lobby
from net.wire.from_host import Closed, FromHost, Gathered, Refused, Said, Seated, Tallied, Updated
from net.wire.message import EventLine, Message, PlayedMatch, PlayedSeat, RoomChange, SeatLine
from net.wire.to_host import Leave, Play, Ready, Say, Start
from net.wire.views import plain_view
from tests.games.domino_poker.domino_table import dealt_in_the_fifth
from tests.support.dealing import begin, make
from tests.support.matches import Case, finished, some_positions
from tests.support.players import own_places
from tui.boards import BOARDS
from tui.language import rulebook
from tui.language.text import use_language
from tui.language.words import use_words
from tui.plain.commands import as_numbers, find_moves, may_name_move
from tui.plain.context import PlainContext, Plan
from tui.plain.narrator import Teller
from tui.plain.orders import PlainDialogue
from tui.plain.table import MoveList, verbs_of
from tui.plain.words import parse_line
from tui.table.effects import FindHint, FindNumbers, HintFound, NumbersFound
from tui.table.hints import find_hint, find_numbers


def typed(game: str, *moves: str) -> list[TypedMove]:
    return [MOVES[game].parse_move(move) for move in moves]


LAYS = typed("kozel", "lay 6-4 left", "lay 6-4 right", "lay 4-4 left 2-2 right", "draw")


class TestWords:
    @pytest.mark.parametrize(
        "line, meant",
        [
            ("1", ["lay 6-4 left"]),
            ("4", ["draw"]),
            ("lay 6-4 right", ["lay 6-4 right"]),
            ("LAY 6-4  RIGHT ", ["lay 6-4 right"]),
            ("6-4 right", ["lay 6-4 right"]),
            ("4-6 right", ["lay 6-4 right"]),
            ("6-4", ["lay 6-4 left", "lay 6-4 right"]),
            ("2-2", ["lay 4-4 left 2-2 right"]),
            ("draw", ["draw"]),
            ("5", []),
            ("0", []),
            ("", []),
            ("right 6-4", []),
            ("1-1", []),
        ],
    )
    def test_a_move_is_its_number_its_text_or_some_of_its_words(
        self, line: str, meant: list[str]
    ) -> None:
        assert find_moves(line, LAYS) == meant

    @pytest.mark.parametrize(
        "line, command, rest",
        [
            ("hand", "hand", ""),
            ("рука", "hand", ""),
            ("? ", "help", ""),
            ("say good  luck", "say", "good  luck"),
            ("Сказать привет", "say", "привет"),
            ("Готово", "ready", ""),
            ("lay 6-4", "", "lay 6-4"),
        ],
    )
    def test_commands_have_english_and_russian_words(
        self, line: str, command: str, rest: str
    ) -> None:
        typed = parse_line(line)
        assert (typed.command, typed.rest) == (command, rest)


NO_PLAN = Plan()


class Stage:
    """A PlainDialogue with a host scripted by the test."""

    def __init__(self, plan: Plan = NO_PLAN, seat: int | None = 0, game: str = "kozel") -> None:
        self.game = GAMES[game]
        self.said: list[str] = []
        self.sent: list[Message] = []
        self.client = ClientSeat()
        self.client.join("Ann")
        self.dialogue = PlainDialogue(
            PlainContext(self.client, self.sent.append, self.said.append, plan, self.advise)
        )
        self.hear(Seated("t", "Kitchen", game, seat, "token", 0))

    def advise(self, asked: object) -> None:
        """Work out a hint, or the numbers, at once."""
        if isinstance(asked, FindHint):
            hint = find_hint(asked.game, asked.position.view)
            self.dialogue.receive(HintFound(asked.position, hint), 100.0)
        elif isinstance(asked, FindNumbers):
            numbers = find_numbers(asked.game, asked.position.view, asked.hint)
            self.dialogue.receive(NumbersFound(asked.position, numbers), 100.0)

    def hear(self, message: FromHost) -> None:
        for told in self.client.receive(message, 100.0):
            self.dialogue.receive(told, 100.0)

    def gather(
        self,
        *names: str,
        phase: str = "gathering",
        shuffled: bool = False,
        ready: tuple[str, ...] = (),
        happened: Sequence[RoomChange] = (),
        options: Any = None,
    ) -> None:
        seats = [
            SeatLine(name, kind="human" if name else "", ready=name in ready) for name in names
        ]
        rules = plain_options(options or self.game.Options())
        said = Gathered(phase, seats, 0, rules, happened=[*happened], shuffled=shuffled)
        self.hear(said)

    def show(
        self, state: Any, seq: int, events: Sequence[EventLine] = (), seat: int | None = 0
    ) -> None:
        """Show a position to a seat."""
        self.hear(Updated(seq, plain_view(self.game.view(state, seat)), [*events], 0))

    def deal(self, seat: int | None = 0, seq: int = 1, events: Sequence[EventLine] = ()) -> None:
        """Begin a match in which seat 0 has to open; always the same deal."""
        game = self.game
        for seed in range(100):
            state = begin(game, game.Options(), 2, SeededDecks(seed))
            if game.to_act(state) == (0,):
                break
        self.gather("Ann", "Bob", phase="playing")
        self.show(state, seq, events, seat)

    def last(self) -> str:
        return self.said[-1]


BIDS = typed("joker", "bid 0", "bid 1", "bid 3")


class TestNumbers:
    def test_whoever_types_a_bid_means_that_bid_and_not_a_place_in_the_list(self) -> None:
        assert as_numbers(BIDS)
        assert find_moves("1", BIDS) == ["bid 1"]
        assert find_moves("bid 3", BIDS) == ["bid 3"]
        assert find_moves("2", BIDS) == []

    @pytest.mark.usefixtures("russian")
    def test_a_bid_may_be_typed_as_it_is_read_out_in_russian(self) -> None:
        game = GAMES["domino_poker"]
        view = game.view(begin(game, game.Options(), 4, SeededDecks(1)), 0)
        choices = MoveList("domino_poker", view, ["bid 0", "bid 1"])
        assert choices.spoken("bid 1") == "заказ 1"
        assert choices.meant("Заказ 1", aloud=False) == ["bid 1"]

    def test_other_moves_are_numbered(self) -> None:
        assert not as_numbers(LAYS)
        assert not as_numbers(())

    def test_a_move_may_be_typed_as_it_is_read_out(self) -> None:
        moves, said = ["play Ah", "play Ad"], ["ace of hearts", "ace of diamonds"]
        assert find_moves("ace of hearts", typed("joker", *moves), said) == ["play Ah"]
        assert find_moves("ace", typed("joker", *moves), said) == moves
        assert find_moves("ad", typed("joker", *moves), said) == ["play Ad"]


def test_an_empty_line_repeats_whose_turn_it_is() -> None:
    stage = Stage()
    stage.deal()
    asked = [line for line in stage.said if line.startswith("Your turn")]
    stage.said.clear()
    stage.dialogue.typed("")
    assert stage.said == asked
    assert asked


class TestRoom:
    def test_arrivals_and_departures_are_told(self) -> None:
        stage = Stage()
        stage.gather("Ann", "")
        assert stage.last() == "1 seat is free: 'fill' puts a bot there."
        stage.gather("Ann", "Bob", happened=[RoomChange("sat", 1, "Bob")])
        assert stage.said[-2:] == ["Bob sits down.", "Every seat is taken: 'start' begins."]
        stage.gather("Ann", "Bob", happened=[RoomChange("lost", 1, "Bob")])
        assert stage.last() == "Bob has lost the connection."
        stage.gather("Ann", "Bob", happened=[RoomChange("back", 1, "Bob")])
        assert stage.last() == "Bob is back."
        stage.gather("Ann", "", happened=[RoomChange("left", 1, "Bob")])
        assert stage.said[-2:] == [
            "Bob leaves the table.",
            "1 seat is free: 'fill' puts a bot there.",
        ]

    def test_the_room_starts_by_itself_when_asked_to(self) -> None:
        stage = Stage(Plan(start=True))
        stage.gather("Ann", "")
        stage.gather("Ann", "Bob")
        assert not stage.sent
        stage.gather("Ann", "Bob", ready=("Bob",))
        stage.gather("Ann", "Bob", ready=("Bob",))
        assert stage.sent == [Start()]

    def test_a_guest_agrees_once_when_asked_to(self) -> None:
        stage = Stage(Plan(ready=True), seat=1)
        stage.gather("Ann", "Bob")
        stage.gather("Ann", "Bob")
        assert stage.sent == [Ready(terms=0)]

    @pytest.mark.parametrize("line", ["fill 9", "clear", "clear 7", "rule target"])
    def test_a_wrong_seat_is_refused_here(self, line: str) -> None:
        stage = Stage()
        stage.gather("Ann", "")
        stage.dialogue.typed(line)
        assert not stage.sent


class TestMatch:
    def test_the_turn_is_told_with_its_moves_and_played_by_number(self) -> None:
        stage = Stage()
        stage.deal()
        assert stage.last().startswith("Your turn: 1 ")
        first = stage.dialogue.player.match.legal[0]
        stage.dialogue.typed("1")
        (sent,) = stage.sent
        assert isinstance(sent, Play)
        assert sent.move == first
        stage.dialogue.typed("turn")
        assert stage.last() == "Sending …", "until the host has answered"

    def test_a_wrong_move_goes_to_the_host_that_says_why(self) -> None:
        stage = Stage()
        stage.deal()
        stage.dialogue.typed("lay 9-9 left")
        (sent,) = stage.sent
        assert isinstance(sent, Play)
        stage.hear(Refused("illegal", "{move} is no move", "K-R4", {"move": "x"}, 1, sent.number))
        assert "No: x is no move (K-R4)." in stage.said

    def test_nonsense_is_no_move(self) -> None:
        stage = Stage()
        stage.deal()
        stage.dialogue.typed("hnad")
        assert stage.last() == "'hnad' is neither a command nor a move - did you mean 'hand'?"
        assert not stage.sent

    def test_a_move_typed_ahead_waits_and_a_question_does_not(self) -> None:
        stage = Stage(seat=1)
        stage.deal(seat=1)
        assert stage.dialogue.waits("1")
        assert not stage.dialogue.waits("hand")

    def test_quitting_a_match_with_others_asks_first(self) -> None:
        stage = Stage()
        stage.deal()
        stage.dialogue.typed("quit")
        assert not stage.dialogue.done
        stage.dialogue.typed("quit")
        assert stage.dialogue.done
        assert stage.sent == [Leave()]

    def test_a_host_who_quits_is_told_that_the_table_goes_with_him(self) -> None:
        stage = Stage(Plan(hosting=True))
        stage.deal()
        stage.dialogue.typed("quit")
        assert "closes the table" in stage.said[-1]
        assert not stage.dialogue.done

    def test_quitting_alone_does_not(self) -> None:
        stage = Stage(Plan(alone=True))
        stage.deal()
        stage.dialogue.typed("quit")
        assert stage.dialogue.done
        assert not stage.sent

    @pytest.mark.parametrize("line", ["say hello", "фраза 1"])
    def test_nothing_is_said_to_others_where_there_are_none(self, line: str) -> None:
        stage = Stage(Plan(alone=True))
        stage.deal()
        stage.dialogue.typed(line)
        assert stage.said[-1] == "You play alone: nobody would read it."
        assert not stage.sent
        stage.dialogue.typed("help")
        told = "\n".join(stage.said)
        assert "who: the seats" in told
        assert not [word for word in ("say WORDS", "phrase:") if word in told]

    def test_the_state_can_be_asked_for(self) -> None:
        stage = Stage()
        stage.deal()
        for line in (
            "hand",
            "table",
            "score",
            "picture",
            "sheet",
            "moves",
            "who",
            "rule",
            "help",
            "log",
        ):
            before = len(stage.said)
            stage.dialogue.typed(line)
            assert len(stage.said) > before or line == "log"

    @pytest.mark.parametrize("word", ["hint", "подсказка"])
    def test_a_hint_names_a_move_by_its_number_and_says_why(self, word: str) -> None:
        stage = Stage()
        stage.deal()
        stage.dialogue.typed(word)
        assert stage.last().startswith("Hint: 1 ")
        assert stage.last().endswith("it comes first in the order of opening tiles.")
        assert not stage.sent

    @pytest.mark.parametrize("word", ["numbers", "числа"])
    def test_numbers_say_what_each_move_would_bring(self, word: str) -> None:
        stage = Stage()
        stage.deal()
        stage.dialogue.typed(word)
        told = stage.last()
        assert "Points you would write, about: " in told or told.startswith("There is nothing to")
        assert not stage.sent

    @pytest.mark.parametrize("line", ["hint", "numbers"])
    def test_there_is_no_hint_after_the_last_deal(self, line: str) -> None:
        stage = Stage()
        stage.gather("Ann", "Bob", phase="playing", shuffled=True)
        match = finished(Case(stage.game, stage.game.Options(), 2, "kozel-2"), 1)
        stage.show(match.state, 100)
        stage.dialogue.typed(line)
        assert "The match is over." in stage.said
        assert "It is not your turn." not in stage.said

    def test_there_is_no_hint_out_of_turn(self) -> None:
        stage = Stage(seat=1)
        stage.deal(seat=1)
        stage.dialogue.typed("hint")
        assert stage.said[-2:] == ["It is not your turn.", "Waiting for Ann."]

    def test_talk_goes_both_ways(self) -> None:
        stage = Stage()
        stage.deal()
        stage.dialogue.typed("say hello")
        assert stage.sent == [Say("hello")]
        stage.hear(Said(1, "Bob", "hi"))
        assert stage.last() == "Bob says: hi"

    def test_whoever_does_not_begin_hears_for_whom_all_wait(self) -> None:
        stage = Stage(seat=1)
        stage.deal(1)
        assert stage.last() == "Waiting for Ann."

    def test_a_table_that_closes_in_a_match_is_a_failure(self) -> None:
        stage = Stage()
        stage.deal()
        stage.hear(Closed("host", "the host has closed the table"))
        assert stage.dialogue.done
        assert stage.dialogue.failed
        assert stage.last() == "The host has closed the table."

    def test_a_table_that_closes_leaves_what_the_evening_has_brought(self) -> None:
        stage = Stage()
        bob, ann = PlayedSeat("Bob", False, 1, 45), PlayedSeat("Ann", False, 2, 60)
        stage.hear(Tallied([PlayedMatch("kozel", "2026-11-28T21:40:00", [bob, ann])]))
        stage.hear(Closed("host", "the host has closed the table"))
        assert stage.said[-4:] == [
            "The host has closed the table.",
            "At this table up to now:",
            "Bob: 1 match, place 1 × 1.",
            "Ann: 1 match, place 2 × 1.",
        ]

    def test_a_lost_connection_is_told_and_its_return(self) -> None:
        stage = Stage()
        stage.deal()
        stage.dialogue.receive(Disconnected(), 100.0)
        stage.dialogue.receive(Connected("Zoe", (), again=True), 100.0)
        assert stage.said[-2:] == [
            "The connection is lost; trying again.",
            "The connection is back.",
        ]

    def test_a_program_that_plays_once_hears_before_it_goes_that_the_deal_was_not_committed_to(
        self,
    ) -> None:
        """The host may have cut the connection for that."""
        stage = Stage(Plan(once=True))
        stage.gather("Ann", "Bob", phase="playing", shuffled=True)
        match = finished(Case(stage.game, stage.game.Options(), 2, "kozel-2"), 1)
        stage.show(match.state, 100)
        stage.dialogue.receive(Disconnected(), 100.0)
        dealt = "Beware: the host has dealt before it showed everybody's share in the deck."
        assert dealt in stage.said
        assert stage.said[-1] == "The connection is lost; trying again."
        assert stage.dialogue.done

    @pytest.mark.parametrize("asked", ["turn", "moves"])
    def test_without_a_host_a_choice_is_awaited_and_no_move(self, asked: str) -> None:
        stage = Stage()
        stage.deal()
        assert stage.client.my_turn
        offer = Offer(1, 3, suggested=0, others=1)
        stage.dialogue.receive(HostLost(offer), 100.0)
        stage.dialogue.typed(asked)
        assert stage.last() == "Bob does not answer any more."
        stage.dialogue.receive(HostLost(None), 100.0)
        stage.dialogue.typed("turn")
        assert stage.last().startswith("Your turn: ")


class TestQuestions:
    """Questions of a player who sees no table."""

    @pytest.mark.parametrize(
        "line, answer",
        [
            ("turn", "Your turn: "),
            ("market", "Market 14."),
            ("базар", "Market 14."),
            ("tiles", "In the hands: Ann 7 tiles, Bob 7 tiles."),
            ("ends", "Nothing lies on the table."),
            ("trick", "This game has no such thing; 'table' says what there is."),
            ("score", "Goat at 101."),
            ("who", "Your turn: "),
            ("K-R7", "K-R7. If you can lay a tile, you must."),
            ("rule k-r7", "K-R7. If you can lay a tile, you must."),
            ("K-R99", "The rule book of Kozel has no paragraph K-R99."),
            ("why", "No move has been refused yet."),
        ],
    )
    def test_each_thing_can_be_asked_for_by_itself(self, line: str, answer: str) -> None:
        stage = Stage()
        stage.deal()
        stage.dialogue.typed(line)
        assert stage.last().startswith(answer)

    def test_who_and_nonsense_out_of_turn_say_for_whom_all_wait(self) -> None:
        stage = Stage(seat=1)
        stage.deal(seat=1)
        for line in ("who", "turn", "dance", "6-4", "hint"):
            stage.said.clear()
            stage.dialogue.typed(line)
            assert stage.last() == "Waiting for Ann."

    def test_a_tile_that_may_not_be_laid_is_answered_with_the_reason(self) -> None:
        """K-R4: the opener must lay that very tile; `why` reads out the paragraph."""
        stage = Stage()
        stage.deal()
        view = stage.client.view
        other = next(tile for tile in view.hand if tile != view.opening)
        stage.dialogue.typed(other)
        assert stage.last().startswith("No: you must open with ")
        assert stage.last().endswith("(K-R4).")
        stage.dialogue.typed("why")
        assert (
            "K-R4. The opener must lay that very tile. After him the turn goes round clockwise."
            in (stage.said)
        )
        stage.dialogue.typed(next(tile for tile in TILES if tile not in view.hand))
        assert stage.last().startswith("No: you do not hold ")
        assert not stage.sent

    def test_the_moves_of_one_piece_are_listed(self) -> None:
        stage = Stage()
        stage.deal()
        tile = str(stage.client.view.opening)
        stage.dialogue.typed(f"moves {tile}")
        assert stage.last().endswith(f"lay {tile} left")
        stage.dialogue.typed("moves zebra")
        assert stage.last() == "No move fits 'zebra'."

    @pytest.mark.parametrize(
        "line, said",
        [
            ("9 hearts", "nine of hearts"),
            ("9h", "nine of hearts"),
            ("10 of clubs", "ten of clubs"),
            ("Queen Clubs", "queen of clubs"),
        ],
    )
    def test_a_card_is_named_as_people_name_it(self, line: str, said: str) -> None:
        moves = ["play 9h", "play Tc", "play Qc"]
        names = ["nine of hearts", "ten of clubs", "queen of clubs"]
        assert find_moves(line, typed("joker", *moves), names) == [moves[names.index(said)]]

    @pytest.mark.usefixtures("russian")
    @pytest.mark.parametrize(
        "line, move",
        [
            ("9 червей", "play 9h"),
            ("девятку червей", "play 9h"),
            ("9 черви", "play 9h"),
            ("семерка", "play 7d"),
        ],
    )
    def test_a_card_is_named_in_any_russian_case(self, line: str, move: str) -> None:
        said = ["девятка червей", "семёрка бубен"]
        assert find_moves(line, typed("joker", "play 9h", "play 7d"), said) == [move]

    def test_a_pass_is_a_bid_of_nothing(self) -> None:
        assert find_moves("pass", BIDS) == find_moves("пас", BIDS) == ["bid 0"]

    def test_a_side_has_many_names(self) -> None:
        for word in ("right", "справа", "вправо", "направо"):
            assert find_moves(f"6-4 {word}", LAYS) == ["lay 6-4 right"]

    def test_a_mistyped_russian_word_is_answered_with_a_russian_one(self) -> None:
        stage = Stage()
        stage.deal()
        stage.dialogue.typed("подсказк")
        assert "подсказка" in stage.last()


class TestRuleBook:
    """A rule book as it is heard."""

    @pytest.mark.parametrize("code", ["en", "ru"])
    @pytest.mark.parametrize("game", GAMES)
    def test_no_drawing_and_no_mark_is_read_out(self, game: str, code: str) -> None:
        book = rulebook.read(game, code)
        for name in rulebook.paragraphs(book):
            said = rulebook.spoken(rulebook.paragraph(book, name))
            assert said[0].startswith(f"{name}. ")
            assert not [line for line in said if re.search(r"[|│▒─`]|\*\*|\n|  ", line)]

    def test_rows_of_a_table_are_lists(self) -> None:
        book = rulebook.read("domino_poker", "en")
        said = rulebook.spoken(rulebook.paragraph(book, "D-R18"))
        assert "n; exactly n; +10 for each." in said

    def test_the_course_of_joker_is_read_out(self) -> None:
        """J-R3 stands in a drawing of figures alone, and those are its rule."""
        book = rulebook.read("joker", "en")
        said = rulebook.spoken(rulebook.paragraph(book, "J-R3"))
        assert said[1:3] == [
            "pulka 1, 1, 2, 3, 4, 5, 6, 7, 8, cards each.",
            "pulka 2, 9, 9, 9, 9, the nines.",
        ]


def test_whoever_waits_hears_the_hand_of_a_new_deal() -> None:
    stage = Stage(seat=1)
    stage.deal(seat=1)
    assert stage.said[-2].startswith("Your hand: ")


def test_a_hand_that_falls_alike_in_the_next_deal_is_read_out_again() -> None:
    """In a game with dice that may happen."""
    stage = Stage(seat=1)
    stage.deal(seat=1)
    began = EventLine("began", None, {"deal": 2, "opener": 0, "tile": "6-6"})
    stage.deal(seat=1, seq=2, events=[began])
    hands = [line for line in stage.said if line.startswith("Your hand: ")]
    assert len(hands) == 2
    assert hands[0] == hands[1]


def test_nothing_that_a_spectator_types_has_to_wait_for_his_turn() -> None:
    stage = Stage(seat=None)
    stage.deal(seat=None)
    assert not stage.dialogue.waits("1")
    stage.dialogue.typed("hand")
    assert stage.last() == "You are watching."


@pytest.mark.parametrize("line", ["1", "6-4", "lay 6-4 left", "draw", "PASS", "пас"])
def test_a_move_typed_before_the_match_waits_for_it(line: str) -> None:
    assert Stage().dialogue.waits(line)


def test_it_is_said_once_that_moves_typed_before_the_match_wait_for_it() -> None:
    stage = Stage()
    stage.gather("Ann", "")
    stage.dialogue.say_kept("1")
    assert stage.last() == "'1' waits for your turn in the match, and so does what follows."
    said = len(stage.said)
    stage.dialogue.say_kept("1")
    assert len(stage.said) == said


def test_what_is_neither_a_command_nor_a_move_is_answered_before_the_match() -> None:
    """Everything after it in a pipe is read, `quit` too."""
    stage = Stage()
    stage.gather("Ann", "")
    assert not stage.dialogue.waits("hello there")
    stage.dialogue.typed("hello there")
    assert stage.last().startswith("'hello there' is neither a command nor a move")
    assert not stage.dialogue.waits("quit")


@pytest.mark.parametrize("speech", ["en", "ru"])
@pytest.mark.parametrize("game", GAMES)
def test_every_move_may_be_typed_before_the_match_as_it_is_written_and_read_out(
    game: str, speech: str
) -> None:
    use_language(speech)
    use_words("spoken")
    rules = GAMES[game]
    for match in some_positions(Case(rules, rules.Options(), rules.SEATS[0], ""), 60, 4):
        for seat in rules.to_act(match.state):
            view = rules.view(match.state, seat)
            for move in rules.legal(match.state, seat):
                for line in (move, BOARDS[game].spoken_move(view, move)):
                    assert may_name_move(line, verbs_of(game)), (
                        f"{game} reads a move out as {line!r}: it has to contain a verb of "
                        "moves.py, its translation, a digit, or a word for a card or tile"
                    )


def test_whoever_comes_back_is_not_told_that_the_match_begins() -> None:
    stage = Stage()
    stage.gather("Ann", "Bob", phase="playing")
    assert stage.last() == "The match is on."


@pytest.mark.parametrize(
    "change, said",
    [
        (RoomChange("bot", 1, "Rosa", {"level": "easy"}), "Rosa, easy bot, sits down."),
        (RoomChange("cleared", 1, "Bob"), "Bob leaves the table."),
        (RoomChange("stand_in", 1, "Bob", {"level": "easy"}), "A bot plays for Bob now."),
        (RoomChange("back", 1, "Bob"), "Bob is back."),
        (RoomChange("ready", 1, "Bob"), "Bob is ready."),
        (RoomChange("unready", 1, "Bob"), "Bob is no longer ready."),
        (
            RoomChange("unready", 0, "Ann", {"why": "terms"}),
            "You are no longer marked as ready: say so again if you agree.",
        ),
        (
            RoomChange("rule", None, "", {"rule": "target", "value": 61, "before": 101}),
            "House rule: target is now 61.",
        ),
        (
            RoomChange("clock", None, "", {"seconds": 30, "before": 0}),
            "Clock: 30 seconds for each decision.",
        ),
        (RoomChange("owner", 1, "Bob"), "The table belongs to Bob now."),
        (RoomChange("owner", 0, "Ann"), "The table is yours now."),
        (RoomChange("watcher_left", None, "Eve"), "Nobody is watching now."),
        (RoomChange("begun", None, "", {"match": 1}), "The match begins."),
    ],
    ids=lambda value: value.kind if isinstance(value, RoomChange) else "",
)
def test_what_changes_in_the_room_is_told_in_a_sentence(change: RoomChange, said: str) -> None:
    stage = Stage()
    stage.gather("Ann", "Bob", phase="playing")
    stage.gather("Ann", "Bob", phase="playing", happened=[change])
    assert stage.last() == said


def test_other_peoples_consent_that_new_terms_undo_is_not_told() -> None:
    stage = Stage()
    stage.gather("Ann", "Bob", phase="playing")
    said = len(stage.said)
    stage.gather(
        "Ann", "Bob", phase="playing", happened=[RoomChange("unready", 1, "Bob", {"why": "terms"})]
    )
    assert len(stage.said) == said


def test_whoever_comes_back_to_another_room_is_told_all_of_it() -> None:
    stage = Stage()
    stage.gather("Ann", "Bob", phase="playing")
    stage.said.clear()
    stage.gather("Ann", "Bob", phase="playing")
    assert stage.said == []
    stage.gather("Ann", "Cid", phase="playing")
    assert stage.said[0].startswith("Seat 1: Ann")
    assert "Seat 2: Cid." in stage.said


def test_what_one_player_repeats_is_told_in_one_sentence() -> None:
    """Another player's ten draws are one sentence (K-R8); one's own are told tile by tile."""
    said: list[str] = []
    teller = Teller(said.append, deque())
    drew = [PlainEvent("drew", 1, {"count": 6 - n, "market": n}) for n in (5, 4, 3)]
    for event in drew:
        teller.tell(BOARDS["kozel"], [event], ("Ann", "Bob"), 0)
    assert not said
    teller.tell(BOARDS["kozel"], [moved(1, "pass")], ("Ann", "Bob"), 0)
    assert said == ["Bob draws 3 tiles, 3 left in the market.", "Bob passes."]
    mine = PlainEvent("drew", 0, {"count": 1, "market": 2, "tile": "6-4"})
    teller.tell(BOARDS["kozel"], [mine], ("Ann", "Bob"), 0)
    assert said[-1] == "You draw 6-4, 2 left in the market."


def play(folder: Path, *words: str, lines: str) -> subprocess.CompletedProcess[str]:
    """Play alone through a pipe."""
    return subprocess.run(
        [sys.executable, "-m", "tui", "solo", *words, "--plain"],
        input=lines,
        capture_output=True,
        text=True,
        timeout=50,
        env={**os.environ, **own_places(folder)},
    )


@pytest.mark.parametrize("watch", [[], ["--watch"]], ids=["join", "watch"])
async def test_whoever_quits_while_the_program_connects_is_gone_and_has_no_seat(
    watch: list[str], tmp_path: Path
) -> None:
    table = new_table("Kitchen", GAMES["kozel"], GAMES["kozel"].Options(), 3)
    async with Host(Lobby("Ann", [table]), address="127.0.0.1", port=0) as host:
        program = await asyncio.create_subprocess_exec(
            *[sys.executable, "-m", "tui", "join", f"127.0.0.1:{host.port}", "--plain", *watch],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **own_places(tmp_path)},
        )
        try:
            said, _ = await asyncio.wait_for(program.communicate(b"quit\n"), 30)
        finally:
            if program.returncode is None:
                program.kill()
        assert (program.returncode, said) == (0, b"")
        assert all(table.room[seat].free for seat in range(3))
        assert not table.room.connections()


@pytest.mark.parametrize(
    "game, language",
    [
        pytest.param(game, language, marks=() if (turn, other) == (2, 1) else pytest.mark.nightly)
        for turn, game in enumerate(BOTS)
        for other, language in enumerate(("en", "ru"))
    ],
)
def test_a_whole_match_is_played_through_a_pipe(game: str, language: str, tmp_path: Path) -> None:
    # A dealer may be barred from bidding 1 (J-R12); where 0 is no move it changes nothing.
    done = play(tmp_path, game, "--seed", "1", "--lang", language, lines="1\n0\n" * 3000)
    assert (done.returncode, done.stderr) == (0, "")
    said = done.stdout.splitlines()
    place = {"en": "Place 1: ", "ru": "Место 1: "}[language]
    assert any(line.startswith(place) for line in said)
    assert not _UNSPOKEN.findall(done.stdout), "a card is to be read out, not spelled"
    for deal in _DEAL.split(done.stdout):
        hands = [line for line in deal.splitlines() if line.startswith(("Your hand", "У вас:"))]
        assert not [hand for hand, after in pairwise(hands) if hand == after], "said once is enough"


_DEAL = re.compile(r"\b(?:deal|round|кон|круг|раздача) \d", re.IGNORECASE)
_UNSPOKEN = re.compile(r"[♠♥♦♣★]|\b[2-9TJQKA][shdc]\b|\b[0-6]-[0-6]\b")


@pytest.mark.parametrize(
    "game, more, told",
    [
        ("kozel", [], ["From left to right: ", "In the hands: ", "Market "]),
        pytest.param(
            *("joker", [], [" deals.", "Bids: ", "On the table: ", "trump "]),
            marks=pytest.mark.nightly,
        ),
        pytest.param(
            *("domino_poker", ["--rule", "full_deals=1"], ["Deal 2.", "Bids: ", "On the table: "]),
            marks=pytest.mark.nightly,
        ),
        ("graph_poker", [], ["Row 0: ", "Columns are numbered to the right"]),
    ],
)
def test_the_table_is_told_in_sentences(
    game: str, more: list[str], told: list[str], tmp_path: Path
) -> None:
    lines = "".join(f"{line}\n" for line in ["1", "table"] * 40)
    done = play(tmp_path, game, *more, "--seed", "1", lines=lines)
    assert not [words for words in told if words not in done.stdout]


@pytest.mark.nightly
def test_the_fifth_stage_tells_what_decides_it(tmp_path: Path) -> None:
    """D-R21 to D-R25: the row, the place pointed at, the count, one's own tile, who decided."""
    rules = ["full_deals=1", "blind_deals=0", "hapok_deals=0", "mizer_deals=0"]
    words = [word for rule in rules for word in ("--rule", rule)]
    lines = "1\n0\ntable\n" * 400
    done = play(tmp_path, "domino_poker", "--seats", "2", "--seed", "1", *words, lines=lines)
    fifth = done.stdout[done.stdout.index("The fifth stage") :]
    for told in ("position", "counted off", "hidden? 1 show ", " pip", "Revealed: "):
        assert told in fifth
    assert fifth.count("hidden? 1 show ") == 1, "others' decisions are no new question"


@pytest.mark.parametrize("once", [False, True])
def test_once_the_others_have_decided_a_person_is_asked_again_and_a_program_is_not(
    once: bool,
) -> None:
    stage, state = Stage(Plan(once=once), game="domino_poker"), dealt_in_the_fifth(["6-5", "6-4"])
    stage.gather("Ann", "Bob", "Cid", "Dee", phase="playing", options=state.options)
    stage.show(state, 1)
    asked = []
    for seat in (1, 2, 3):
        make(domino_poker, state, seat, "keep")
        stage.said.clear()
        stage.show(state, seat + 1, [EventLine("moved", seat, {})])
        asked.append(any("show it or keep it" in line for line in stage.said))
    assert asked == [False, False, not once]


@pytest.mark.parametrize("newcomer", [False, True])
def test_in_the_first_deal_of_a_first_match_nothing_is_played_unasked(newcomer: bool) -> None:
    """Otherwise a newcomer whose moves are all forced would see a deal over without a key."""
    stage, game = Stage(Plan(autoplay="every", newcomer=newcomer), game="joker"), GAMES["joker"]
    state = begin(game, game.Options(), 4, SeededDecks(5))
    while (seat := game.to_act(state)[0]) or len(game.legal(state, 0)) > 1:
        make(game, state, seat, game.legal(state, seat)[0])
    stage.gather("Ann", "Bob", "Cid", "Dee", phase="playing")
    stage.show(state, 1)
    assert any(isinstance(sent, Play) for sent in stage.sent) != newcomer


def test_a_program_that_types_only_in_its_turn_never_hangs(tmp_path: Path) -> None:
    """It need not continue after a finished deal: it would wait for its turn for ever."""
    with subprocess.Popen(
        [*[sys.executable, "-m", "tui", "solo", "domino_poker", "--seats", "2"], "--plain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **own_places(tmp_path)},
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        for said in program.stdout:
            if said.startswith("Deal 3."):
                break
            if said.startswith("Your turn"):
                program.stdin.write("0\n1\n")
                program.stdin.flush()
        program.terminate()
    assert said.startswith("Deal 3.")


def test_the_end_of_the_input_leaves_cleanly(tmp_path: Path) -> None:
    done = play(tmp_path, "kozel", lines="")
    assert (done.returncode, done.stderr) == (0, "")
