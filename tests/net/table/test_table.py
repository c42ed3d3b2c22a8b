"""One table: everything that can go wrong at it, without a socket or a sleep."""

import pytest
from hypothesis import given, settings, strategies as st

from core.match import Match
from net.table.lobby import table_line
from net.table.seating import AWAY_SECONDS, OWNER_SECONDS
from net.table.table import Table
from net.table.turns import LIMIT_SECONDS
from net.wire.bounds import MAX_WATCHERS
from net.wire.from_host import Closed, Gathered, Offered, Refused, Said, Seated, Updated
from net.wire.message import Message
from net.wire.protocol import padded
from net.wire.to_host import (
    Allow,
    Ask,
    Clear,
    Clock,
    Fill,
    HandOver,
    Here,
    Join,
    Leave,
    LetIn,
    Nudge,
    Play,
    PutOut,
    Ready,
    Rule,
    Say,
    Start,
    Wait,
)
from tests.support import tiny_game
from tests.support.harness import Harness, Visitor, met, two, with_bots
from tests.support.matches import samples


def finish(harness: Harness, *players: Visitor) -> None:
    """Play a match to its end with first legal moves."""
    while harness.table.phase == "playing":
        live = harness.live
        seat = live.to_act()[0]
        players[seat].play(live.legal(seat)[0])


class TestGathering:
    def test_the_first_to_sit_owns_the_table(self) -> None:
        _, ann, bob = met()
        assert (ann.client.seat, bob.client.seat) == (0, 1)
        assert ann.last(Gathered).owner == 0
        assert [line.name for line in bob.last(Gathered).seats] == ["Ann", "Bob"]

    def test_a_seat_can_be_chosen_if_it_is_free(self) -> None:
        harness = Harness(seats=3)
        assert harness.join("Ann", seat=2).client.seat == 2
        refused = harness.join("Bob", seat=2).last(Refused)
        assert (refused.code, refused.facts) == ("taken", {"seat": 2})
        assert harness.join("Cid", seat=7).last(Refused).code == "seat"
        assert harness.join("Cid", seat=3).last(Refused).code == "seat"

    def test_a_full_table_says_so(self) -> None:
        harness = Harness()
        harness.join("Ann"), harness.join("Bob")
        assert harness.join("Cid").last(Refused).code == "full"

    def test_a_full_table_that_nobody_may_watch_says_both(self) -> None:
        harness, ann, _ = met()
        ann.send(Allow(watching=False))
        assert harness.join("Cid").last(Refused).code == "full up"

    def test_an_unknown_table_is_refused(self) -> None:
        assert Harness().join("Ann", table="elsewhere").last(Refused).code == "table"

    def test_nobody_joins_twice_on_one_connection(self) -> None:
        ann = Harness().join("Ann")
        assert ann.refused(Join("Ann")) == "joined"

    def test_a_game_without_bots_gets_none(self) -> None:
        ann = Harness(has_bots=False).join("Ann")
        assert ann.refused(Fill(1, "easy")) == "no bots"
        assert not ann.last(Gathered).seats[1].kind

    def test_equal_names_get_a_number(self) -> None:
        harness = Harness(seats=3)
        for _ in range(3):
            last = harness.join("Ann")
        assert [line.name for line in last.last(Gathered).seats] == ["Ann", "Ann 2", "Ann 3"]

    def test_somebody_who_has_not_joined_can_do_nothing(self) -> None:
        assert Harness().visitor().refused(Start()) == "join"

    def test_ready_is_seen_by_all(self) -> None:
        _, ann, bob = met()
        bob.send(Ready())
        assert [line.ready for line in ann.last(Gathered).seats] == [False, True]

    def test_the_owner_fills_and_clears_seats(self) -> None:
        harness = Harness(seats=3)
        ann = harness.join("Ann")
        ann.send(Fill(1, "easy"))
        line = ann.last(Gathered).seats[1]
        assert line.kind == "bot:easy"
        assert line.ready
        ann.send(Clear(1))
        assert ann.last(Gathered).seats[1].kind == ""

    @pytest.mark.parametrize(
        "message, code",
        [
            (Fill(1, "grandmaster"), "level"),
            (Fill(7, "easy"), "seat"),
            (Fill(0, "easy"), "occupied"),
            (Clear(0), "yourself"),
            (Clear(9), "seat"),
            (Start(), "free"),
            (Rule({"cards": 9}), "rule"),
            (Rule({"colour": "red"}), "rule"),
            (Play(1, 0, "play 1"), "idle"),
            (Say("\u200b \ufe0f"), "empty"),
        ],
    )
    def test_what_makes_no_sense_is_refused(self, message: Message, code: str) -> None:
        assert Harness().join("Ann").refused(message) == code

    @pytest.mark.parametrize("message", [Fill(1, "easy"), Clear(0), Rule({"cards": 1}), Start()])
    def test_only_the_owner_rules(self, message: Message) -> None:
        harness = Harness()
        harness.join("Ann")
        assert harness.join("Bob").refused(message) == "owner"

    def test_a_removed_player_hears_why(self) -> None:
        _, ann, bob = met()
        ann.send(Clear(1))
        assert bob.last(Closed).code == "removed"
        assert bob.dropped

    def test_changed_rules_make_everybody_unready(self) -> None:
        _, ann, bob = met()
        bob.send(Ready())
        ann.send(Rule({"cards": 3}))
        assert bob.last(Gathered).options["cards"] == 3
        assert not bob.last(Gathered).seats[1].ready
        assert bob.client.room.options == tiny_game.Options(cards=3)

    def test_nobody_agrees_to_rules_not_yet_seen(self) -> None:
        harness, ann, bob = met()
        agreed = bob.client.ready()
        ann.send(Rule({"cards": 3}))
        assert bob.refused(agreed) == "terms"
        assert not harness.table.room[1].ready
        bob.send(bob.client.ready())
        assert harness.table.room[1].ready

    def test_the_match_waits_for_everybody_to_be_ready(self) -> None:
        harness, ann, bob = met()
        refused = ann.send(Start())[-1]
        assert (refused.code, refused.facts) == ("unready", {"name": "Bob"})
        bob.send(Ready())
        ann.send(Start())
        assert harness.table.phase == "playing"

    def test_the_table_passes_on_when_its_owner_leaves(self) -> None:
        _, ann, bob = met()
        ann.send(Leave())
        assert ann.last(Closed).code == "left"
        assert bob.last(Gathered).owner == 1

    def test_the_table_passes_on_when_its_owner_is_away_for_long(self) -> None:
        harness, ann, bob = met()
        ann.cut()
        assert bob.last(Gathered).owner == 0
        harness.pass_time(OWNER_SECONDS)
        assert bob.last(Gathered).owner == 1

    def test_the_table_stays_that_of_the_host_s_own_player_who_only_leaves_the_room(self) -> None:
        harness = Harness()
        harness.own = "Ann"
        ann, bob = harness.join("Ann"), harness.join("Bob")
        ann.cut()
        for _ in range(3):
            harness.pass_time(AWAY_SECONDS)
        assert bob.last(Gathered).owner == 0
        assert bob.last(Gathered).seats[0].name == "Ann"
        back = ann.again()
        assert (back.client.seat, back.last(Gathered).owner) == (0, 0)

    def test_a_seat_is_kept_for_a_while_before_the_match(self) -> None:
        harness, ann, bob = met()
        bob.cut()
        assert ann.last(Gathered).seats[1].away
        assert ann.refused(Start()) == "away"
        harness.pass_time(AWAY_SECONDS)
        assert ann.last(Gathered).seats[1].kind == ""

    def test_when_all_are_gone_the_next_to_sit_owns_the_table(self) -> None:
        harness = Harness()
        harness.join("Ann").cut()
        harness.pass_time(AWAY_SECONDS)
        bob = harness.join("Bob")
        assert (bob.client.seat, bob.last(Gathered).owner) == (0, 0)

    def test_a_table_has_as_many_seats_as_the_game_allows(self) -> None:
        with pytest.raises(ValueError, match=r"tiny is played at 2\.\.4 seats"):
            Harness(seats=5)

    def test_a_removed_player_may_be_away(self) -> None:
        _, ann, bob = met()
        bob.cut()
        ann.send(Clear(1))
        assert ann.last(Gathered).seats[1].kind == ""

    def test_rules_that_stay_as_they_are_disturb_nobody(self) -> None:
        _, ann, bob = met()
        bob.send(Ready())
        ann.send(Rule({"cards": 2}))
        assert bob.last(Gathered).seats[1].ready

    def test_rules_that_do_not_suit_the_seats_are_refused_at_the_start(self) -> None:
        harness, ann = with_bots(seats=4, cards=3)
        refused = ann.last(Refused)
        assert refused.code == "rule"
        assert refused.reason.format(**refused.facts) == "3 cards are too many for 4 seats"
        assert harness.table.phase == "gathering"

    def test_a_table_refuses_strangers(self) -> None:
        harness = Harness()
        stranger = harness.visitor()
        harness.carry_out(harness.table.receive(stranger, Start(), harness.now))
        assert stranger.last(Refused).code == "join"


class TestPlaying:
    def test_two_people_play_to_the_end(self) -> None:
        harness, ann, bob = two()
        finish(harness, ann, bob)
        assert ann.client.view.result is not None
        assert bob.last(Gathered).phase == "over"
        assert not ann.client.my_turn

    def test_everybody_sees_only_his_own_cards(self) -> None:
        harness, ann, bob = two()
        watcher = harness.join("Cid", watch=True)
        for visitor in (ann, bob, watcher):
            assert visitor.client.view.seat == visitor.client.seat
        assert watcher.client.view.hand == ()
        assert not {*ann.client.view.hand} & {*bob.client.view.hand}

    def test_the_secret_part_of_an_event_reaches_its_seat_only(self) -> None:
        _, ann, bob = two(blind="on")
        ann.play("double")
        assert ann.client.position.events[0].data == {"move": "double"}
        assert bob.client.position.events[0].data == {}

    @pytest.mark.parametrize(("most", "more"), [(1, True), (2, False)])
    def test_a_list_of_moves_that_is_cut_says_so(
        self, most: int, more: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("net.table.match.MAX_OFFERED", most)
        harness, ann, _ = two()
        offered = ann.send(Ask())[-1]
        assert (offered.moves, offered.more) == (list(harness.live.legal(0)[:most]), more)

    def test_the_record_is_saved_before_it_is_shown(self) -> None:
        harness, ann, bob = two()
        finish(harness, ann, bob)
        live = harness.live
        assert isinstance(live.match, Match)
        assert harness.saved == [live.match.lines]
        assert "result" in harness.saved[0][-1]

    def test_a_stale_move_is_refused_with_the_current_position(self) -> None:
        _, ann, bob = two()
        seq = ann.client.seq
        ann.play(f"play {ann.client.view.hand[0]}")
        bob.play(f"play {bob.client.view.hand[0]}")
        refused = ann.send(Play(2, seq, f"play {ann.client.view.hand[0]}"))[-1]
        assert (refused.code, refused.seq, refused.number) == ("stale", ann.client.seq, 2)

    def test_a_move_out_of_the_future_is_stale_too(self) -> None:
        ann, _ = Harness().two()
        assert ann.refused(Play(1, 99, "play 1")) == "stale"

    def test_a_move_out_of_turn_is_refused(self) -> None:
        _, bob = Harness().two()
        assert bob.refused(bob.client.play(f"play {bob.client.view.hand[0]}")) == "turn"

    def test_an_illegal_move_is_refused_in_the_words_of_the_game(self) -> None:
        ann, _ = Harness().two()
        refused = ann.play("play 99")[-1]
        assert (refused.code, refused.rule) == ("illegal", "T-R2")
        assert refused.reason.format(**refused.facts) == "play 99 is not in your hand"
        assert ann.client.pending is None
        assert ann.client.my_turn

    def test_simultaneous_decisions_do_not_make_each_other_stale(self) -> None:
        harness, ann, bob = two(blind="on")
        late = bob.client.play("stay")
        ann.play("double")
        assert isinstance(bob.send(late)[-1], Updated)
        assert harness.live.to_act() == (0,)

    def test_a_repeated_move_is_taken_once(self) -> None:
        harness, ann, _ = two()
        play = ann.client.play(f"play {ann.client.view.hand[0]}")
        first = ann.send(play)[-1]
        second = ann.send(play)[-1]
        assert (first.seq, first.number) == (second.seq, second.number) == (2, 1)
        assert [line for line in harness.live.match.lines if "move" in line] == [
            {"seat": 0, "move": play.move}
        ]

    def test_a_number_is_not_skipped(self) -> None:
        ann, _ = Harness().two()
        assert ann.refused(Play(2, 1, f"play {ann.client.view.hand[0]}")) == "number"
        assert ann.last(Refused).facts == {"next": 1}

    def test_a_move_after_the_match_is_refused_with_what_it_is(self) -> None:
        harness, ann, bob = two(cards=1)
        for visitor in (ann, bob):
            visitor.play(harness.live.legal(visitor.client.seat)[0])
        assert harness.table.phase == "over"
        assert ann.refused(Play(2, ann.client.seq, "play 1")) == "idle"

    def test_ask_lists_the_legal_moves(self) -> None:
        ann, bob = Harness().two()
        moves = [f"play {card}" for card in ann.client.view.hand]
        assert ann.send(Ask())[-1] == padded(Offered(1, moves, False))
        assert bob.send(Ask())[-1].moves == []

    @pytest.mark.parametrize("message", [Start(), Rule({"cards": 1}), Clear(1), Ready()])
    def test_the_room_stands_still_while_a_match_is_played(self, message: Message) -> None:
        ann, _ = Harness().two()
        assert ann.refused(message) == "running"
        assert ann.last(Refused).number == 0

    def test_a_stranger_cannot_sit_down_in_a_match_but_can_watch(self) -> None:
        harness = Harness()
        harness.two()
        cid = harness.join("Cid")
        assert cid.last(Refused).code == "playing"
        cid.send(cid.client.join("Cid", watch=True))
        assert cid.client.view.seat is None
        assert cid.last(Updated).number == 0

    def test_another_match_follows(self) -> None:
        harness, ann, bob = two()
        finish(harness, ann, bob)
        over = ann.client.seq
        assert ann.refused(Start()) == "unready"
        harness.start(bob, owner=ann)
        assert ann.client.seq == over + 1
        assert ann.client.view.result is None
        finish(harness, ann, bob)
        assert harness.table.phase == "over"

    def test_new_rules_after_a_match_take_its_position_away(self) -> None:
        harness, ann, bob = two()
        finish(harness, ann, bob)
        ann.send(Rule({"cards": 3}))
        assert bob.last(Gathered).phase == "gathering"
        bob.send(Leave())
        assert harness.join("Cid").client.view is None
        assert harness.table.seq == ann.client.seq


class TestComingBack:
    def test_a_lost_player_is_shown_as_away(self) -> None:
        _, ann, bob = two()
        bob.cut()
        assert ann.last(Gathered).seats[1].away

    def test_a_returning_player_gets_seat_room_and_position(self) -> None:
        harness, ann, bob = two()
        ann.cut()
        harness.pass_time(3600)
        back = ann.again()
        kinds = [type(message) for message in back.heard]
        assert kinds[1:] == [Seated, Gathered, Updated]
        assert back.client.my_turn
        assert not bob.last(Gathered).seats[0].away

    def test_the_unanswered_move_is_made_on_return_exactly_once(self) -> None:
        harness, ann, _ = two()
        play = ann.client.play(f"play {ann.client.view.hand[0]}")
        ann.cut()
        back = ann.again()
        assert back.client.pending is None
        assert (back.client.seq, back.client.view.to_act) == (2, (1,))
        assert [line["move"] for line in harness.live.match.lines if "move" in line] == [play.move]

    def test_a_move_whose_answer_was_lost_is_not_made_again(self) -> None:
        harness, ann, _ = two()
        play = ann.client.play(f"play {ann.client.view.hand[0]}")
        harness.visitors.remove(ann)  # the host's replies no longer reach her
        ann.send(play)
        assert ann.client.pending == play
        back = ann.again()
        assert back.client.pending is None
        assert [line["move"] for line in harness.live.match.lines if "move" in line] == [play.move]

    def test_the_newest_connection_wins(self) -> None:
        _, ann, bob = two()
        back = ann.again()
        assert ann.heard[-1].code == "elsewhere"
        assert ann.dropped
        back.client.dismissed = None
        assert not bob.last(Gathered).seats[0].away
        back.play(f"play {back.client.view.hand[0]}")
        assert bob.client.my_turn

    def test_a_wrong_token_opens_nothing(self) -> None:
        harness = Harness()
        harness.two()
        stranger = harness.visitor()
        assert stranger.refused(Join("Ann", "table-1", "token-9")) == "playing"

    def test_whoever_finds_the_seat_gone_hears_that_it_is_over(self) -> None:
        _, ann, _ = two()
        ann.cut()
        elsewhere = Harness(tokens="other")
        elsewhere.two()
        Visitor(elsewhere, ann.client).greet()
        assert ann.client.dismissed.code == "gone"

    def test_the_owner_may_have_a_bot_stand_in(self) -> None:
        harness, ann, bob = two()
        bob.cut()
        ann.play(f"play {ann.client.view.hand[0]}")
        assert not harness.asked
        ann.send(Fill(1, "easy"))
        line = ann.last(Gathered).seats[1]
        assert (line.name, line.kind, line.away) == ("Bob", "bot:easy", True)
        harness.answer()
        harness.pass_time(1)
        assert ann.client.my_turn

    def test_a_stand_in_has_a_level_too(self) -> None:
        _, ann, bob = two()
        bob.cut()
        assert ann.refused(Fill(1, "grandmaster")) == "level"
        assert ann.last(Refused).facts == {"levels": "easy, medium, hard, expert"}
        assert ann.last(Gathered).seats[1].kind == "human"

    def test_whoever_returns_gets_the_seat_back_from_the_bot(self) -> None:
        harness, ann, bob = two()
        bob.cut()
        ann.send(Fill(1, "easy"))
        ann.play(f"play {ann.client.view.hand[0]}")
        back = bob.again()
        harness.answer()  # too late
        harness.pass_time(LIMIT_SECONDS)
        assert back.client.my_turn
        assert ann.last(Gathered).seats[1].kind == "human"

    def test_a_stand_in_goes_with_the_match(self) -> None:
        harness, ann, bob = two(cards=1)
        bob.cut()
        ann.send(Fill(1, "easy"))
        ann.play(f"play {ann.client.view.hand[0]}")
        harness.answer()
        harness.pass_time(1)
        line = ann.last(Gathered).seats[1]
        assert (line.kind, line.away) == ("human", True)
        harness.pass_time(AWAY_SECONDS)
        assert ann.last(Gathered).seats[1].kind == ""

    def test_present_players_are_not_replaced(self) -> None:
        ann, _ = Harness().two()
        assert ann.refused(Fill(1, "easy")) == "occupied"

    def test_bots_in_a_match_are_not_exchanged(self) -> None:
        assert Harness().with_bot().refused(Fill(1, "easy")) == "running"

    def test_a_bot_takes_over_for_good_from_whoever_leaves(self) -> None:
        harness = Harness(seats=3)
        ann, bob, cid = (harness.join(name) for name in ("Ann", "Bob", "Cid"))
        harness.start(bob, cid, owner=ann)
        ann.send(Leave())
        line = bob.last(Gathered).seats[0]
        assert line.kind == "bot:easy"
        assert line.name != "Ann"
        assert bob.last(Gathered).owner == 1
        harness.answer()
        harness.pass_time(1)
        assert bob.client.my_turn

    def test_a_match_without_people_ends(self) -> None:
        harness, ann = with_bots()
        ann.play(f"play {ann.client.view.hand[0]}")
        ann.send(Leave())
        assert table_line(harness.table).phase == "gathering"
        assert table_line(harness.table).free == 2
        harness.answer("play 1")  # the bot was still thinking
        harness.pass_time(LIMIT_SECONDS)
        assert harness.table.match is None


class TestBots:
    def test_a_bot_plays_after_a_pause(self) -> None:
        harness, ann = with_bots(bot_seconds=0.6)
        ann.play(f"play {ann.client.view.hand[0]}")
        harness.answer()
        harness.pass_time(0.5)
        assert not ann.client.my_turn
        harness.pass_time(0.2)
        assert ann.client.my_turn

    def test_without_a_pause_bots_play_at_once(self) -> None:
        harness, ann = with_bots(bot_seconds=0)
        ann.play(f"play {ann.client.view.hand[0]}")
        harness.answer()
        assert ann.client.my_turn

    def test_a_bot_sees_its_own_view(self) -> None:
        harness, ann = with_bots()
        ann.play(f"play {ann.client.view.hand[0]}")
        assert harness.asked[0].view.seat == 1
        assert harness.asked[0].level == "easy"

    @pytest.mark.parametrize("chosen", [0, 1])
    def test_of_its_legal_moves_a_bot_makes_the_one_it_has_chosen(self, chosen: int) -> None:
        harness, ann = with_bots(bot_seconds=0)
        ann.play(f"play {ann.client.view.hand[0]}")
        move = harness.live.legal(1)[chosen]
        harness.answer(move)
        assert harness.live.moves[-1] == (1, move)

    @pytest.mark.parametrize("answer", ["play 99", "nonsense"])
    def test_nonsense_of_a_bot_becomes_its_first_legal_move(self, answer: str) -> None:
        harness, ann = with_bots(bot_seconds=0)
        ann.play(f"play {ann.client.view.hand[0]}")
        first, *_ = harness.live.legal(1)
        harness.answer(answer)
        assert harness.live.moves[-1] == (1, first)
        assert ann.client.my_turn

    def test_a_failed_bot_plays_its_first_legal_move(self) -> None:
        harness, ann = with_bots(bot_seconds=0)
        ann.play(f"play {ann.client.view.hand[0]}")
        question = harness.asked.pop()
        harness.carry_out(harness.table.bot_moved(1, question.ticket, None, harness.now))
        assert ann.client.my_turn

    def test_a_hung_bot_does_not_stop_the_match(self) -> None:
        harness, ann = with_bots()
        ann.play(f"play {ann.client.view.hand[0]}")
        harness.pass_time(LIMIT_SECONDS)
        assert ann.client.my_turn
        harness.answer("play 1")  # at last, and ignored
        assert ann.client.my_turn

    def test_bots_that_decide_at_once_are_asked_once(self) -> None:
        harness, ann = with_bots(seats=4, blind="on", bot_seconds=0)
        assert [question.seat for question in harness.asked] == [1, 2, 3]
        ann.play("stay")
        assert len(harness.asked) == 3
        for _ in range(3):
            harness.answer("double")
        assert ann.client.view.to_act == (0,)

    def test_a_bot_that_stands_in_is_asked_while_another_is_still_thinking(self) -> None:
        harness = Harness(seats=3, blind="on")
        ann = harness.join("Ann")
        ann.send(Fill(1, "easy"))
        bob = harness.join("Bob")
        harness.start(bob, owner=ann)
        bob.cut()
        ann.send(Fill(2, "easy"))
        assert [(question.seat, question.game) for question in harness.asked] == [
            (1, "tiny"),
            (2, "tiny"),
        ]

    def test_a_slow_bot_slows_no_bot_of_another_level(self) -> None:
        harness = Harness(seats=3, cards=3)
        ann = harness.join("Ann")
        ann.send(Fill(1, "easy"))
        ann.send(Fill(2, "hard"))
        ann.send(Start())
        for _ in range(2):
            ann.play(f"play {ann.client.view.hand[0]}")
            harness.answer()
            harness.pass_time(0.6)
            assert harness.live.to_act() == (2,)
            harness.pass_time(0.9)
            harness.answer()
            harness.pass_time(0.3)
            assert ann.client.my_turn


class TestWatching:
    def test_watchers_are_counted_and_may_talk_and_go(self) -> None:
        harness = Harness()
        ann = harness.join("Ann")
        eve = harness.join("Ann", watch=True)
        assert [line.name for line in ann.last(Gathered).watchers] == ["Ann 2"]
        eve.send(Say("hello"))
        assert ann.last(Said) == Said(None, "Ann 2", "hello")
        eve.send(Leave())
        assert ann.last(Gathered).watchers == ()

    def test_watchers_see_every_move_and_no_secrets(self) -> None:
        harness, ann, bob = two(blind="on")
        eve = harness.join("Eve", watch=True)
        for player in (ann, bob):
            player.play("stay")
            assert eve.client.position.events[0].kind == "moved"
            assert eve.client.position.events[0].data == {}
        assert (eve.client.seq, eve.client.view.hand) == (ann.client.seq, ())

    @pytest.mark.parametrize("message", [Play(1, 1, "play 1"), Ready(), Start(), Ask()])
    def test_watchers_do_not_play(self, message: Message) -> None:
        harness = Harness()
        harness.two()
        assert harness.join("Eve", watch=True).refused(message) == "watching"

    def test_a_lost_watcher_is_forgotten(self) -> None:
        harness = Harness()
        ann = harness.join("Ann")
        harness.join("Eve", watch=True).cut()
        assert ann.last(Gathered).watchers == ()

    def test_watchers_are_limited(self) -> None:
        harness = Harness()
        for _ in range(MAX_WATCHERS):
            harness.join("Eve", watch=True)
        assert harness.join("Eve", watch=True).last(Refused).code == "crowded"


class TestTalking:
    def test_everybody_hears_what_is_said(self) -> None:
        _, ann, bob = met()
        ann.send(Say("good\x1b[2J luck\u202e!"))
        assert bob.last(Said) == Said(0, "Ann", "good[2J luck!")

    def test_a_chatterbox_is_slowed_down(self) -> None:
        harness = Harness()
        ann = harness.join("Ann")
        for _ in range(5):
            assert isinstance(ann.send(Say("spam"))[-1], Said)
        assert ann.refused(Say("spam")) == "fast"
        harness.pass_time(1)
        assert isinstance(ann.send(Say("sorry"))[-1], Said)

    def test_coming_anew_brings_no_new_allowance(self) -> None:
        """Neither to a seat nor to the watchers, who share theirs."""
        harness = Harness()
        harness.join("Ann")
        for watch in (False, True):
            for _ in range(5):
                visitor = harness.join("Eve", watch=watch)
                assert isinstance(visitor.send(Say("spam"))[-1], Said)
                visitor.send(Leave())
            assert harness.join("Eve", watch=watch).refused(Say("spam")) == "fast"


def test_closing_says_goodbye_to_everybody() -> None:
    harness = Harness()
    visitors = [*harness.two(), harness.join("Eve", watch=True), harness.visitor()]
    harness.carry_out(harness.lobby.close())
    assert [visitor.last(Closed).code for visitor in visitors] == ["host"] * 4
    assert not harness.visitors


MESSAGES = st.one_of(
    st.builds(Join, st.sampled_from(["Ann", "Bob"]), token=st.sampled_from(["", "token-1", "x"]),
              seat=st.none() | st.integers(0, 9), watch=st.booleans()),
    st.builds(Ready, st.booleans()),
    st.builds(Fill, st.integers(0, 9), st.sampled_from(["easy", "absurd"])),
    st.builds(Clear, st.integers(0, 9)),
    st.builds(Rule, st.dictionaries(st.sampled_from(["cards", "blind", "x"]),
                                    st.integers(0, 5) | st.sampled_from(["on", "off"]))),
    st.builds(Clock, st.sampled_from([0, 15, 7])),
    st.just(Start()),
    st.just(Wait()),
    st.just(Ask()),
    st.just(Leave()),
    st.builds(PutOut, st.none() | st.integers(0, 3), st.sampled_from(["", "Ann"]), st.booleans()),
    st.builds(LetIn, st.sampled_from(["Ann", "Bob"])),
    st.builds(Allow, st.none() | st.booleans(), st.none() | st.booleans()),
    st.builds(HandOver, st.integers(0, 3)),
    st.builds(Nudge, st.integers(0, 3)),
    st.just(Here()),
    st.builds(Say, st.text(min_size=1, max_size=5)),
    st.builds(Play, st.integers(0, 3), st.integers(0, 5), st.sampled_from(["play 1", "stay"])),
)  # fmt: skip


@settings(max_examples=samples(15))
@given(st.lists(st.tuples(st.integers(0, 3), MESSAGES | st.sampled_from(["cut", "wait", "turn"]))))
def test_nothing_that_is_said_upsets_a_table(script: list[tuple[int, object]]) -> None:
    harness = Harness(seats=3, bot_seconds=0.2)
    sessions = [harness.client() for _ in range(4)]
    visitors = [harness.visitor(client) for client in sessions]
    for who, what in script:
        visitor = visitors[who]
        if visitor.dropped or visitor not in harness.visitors:
            visitor = visitors[who] = harness.visitor(harness.client())
        live = harness.table.match.live if harness.table.match is not None else None
        if what == "cut":
            visitor.cut()
        elif what == "wait":
            harness.pass_time(7)
        elif what == "turn":
            if live is not None and live.to_act() and visitor.client.seat in live.to_act():
                visitor.play(live.legal(live.to_act()[0])[0])
        else:
            assert isinstance(what, Message)
            if isinstance(what, Join):
                visitor.client.join(what.name)
            visitor.send(what)
        check_the_table_makes_sense(harness.table)


def check_the_table_makes_sense(table: Table) -> None:
    room = table.room
    assert table.phase in ("gathering", "playing", "over")
    assert (table.match is not None) == (table.phase != "gathering")
    assert [room[seat].connection for seat in room.seat_of.values()] == list(room.seat_of)
    assert len({*room.names()}) == len(room.names())
    assert all(name for name in room.names())
    if room.owner is not None:
        assert room[room.owner].human
    else:
        assert not room.any_human()
        assert not room.access.limits.locked
    assert all(place.bot and place.connection for place in room if place.idle)
    if table.phase == "playing":
        assert not any(place.free for place in room)
        assert room.any_human()
