"""Plain mode: the owner's commands about people, and the people who hear of them."""

import pytest

from core.games.kozel import rules as kozel
from net.table.seating import ANSWER_SECONDS
from net.wire.message import Message
from net.wire.to_host import Allow, HandOver, Here, LetIn, Nudge, PutOut, Ready, Start
from tests.support.harness import Harness, Visitor
from tests.support.typist import Typist
from tui.language.text import use_language
from tui.plain.people import ORDERS
from tui.plain.words import parse_line


@pytest.fixture
def harness() -> Harness:
    return Harness(kozel, seats=4)


@pytest.fixture
def ann(harness: Harness) -> Typist:
    typist = Typist(harness, "Ann")
    harness.join("Bob")
    harness.join("Bobby")
    harness.join("Eve", watch=True)
    return typist


@pytest.mark.parametrize(
    "line, sent",
    [
        ("put out Bob", PutOut(1)),
        ("Put out bobb", PutOut(2)),
        ("put out 3", PutOut(2)),
        ("keep out Eve", PutOut(watcher="Eve", keep_out=True)),
        ("hand over Bob", HandOver(1)),
        ("lock", Allow(newcomers=False)),
        ("unlock", Allow(newcomers=True)),
        ("watching off", Allow(watching=False)),
        ("watching on", Allow(watching=True)),
        ("talk off", Allow(watchers_talk=False)),
        ("talk on", Allow(watchers_talk=True)),
        ("удалить Bob", PutOut(1)),
        ("не пускать Bob", PutOut(1, keep_out=True)),
        ("закрыть вход", Allow(newcomers=False)),
        ("зрители нет", Allow(watching=False)),
    ],
)
def test_an_order_is_a_message(ann: Typist, line: str, sent: Message) -> None:
    ann.type(line)
    assert ann.sent[-1] == sent


def test_a_name_that_fits_nobody_or_several_is_asked_about(ann: Typist) -> None:
    assert ann.type("put out Zoe") == "Who? Ann; Bob; Bobby; Eve · watches."
    assert ann.type("put out Bo") == "Who? Bob; Bobby."
    assert ann.type("let in Bob") == "There is nobody."
    assert ann.type("hand over Eve") == "Eve only watches."
    assert not ann.sent


def test_what_was_done_is_said_and_can_be_taken_back(ann: Typist) -> None:
    assert "The owner of the table keeps Bob out for this evening." in ann.type("keep out bob")
    assert "Kept out for this evening: Bob." in ann.type("who")
    assert "Bob may come in again." in ann.type("let in bob")
    assert ann.sent[-1] == LetIn("Bob")
    assert "The table is locked: nobody new comes in." in ann.type("lock")
    assert "Watching: Eve, with Kozyr." in ann.type("who")


def test_what_the_host_refuses_is_said(harness: Harness, ann: Typist) -> None:
    assert "only the owner" in Typist(harness, "Dan").type("lock").casefold()
    assert "that is you" in ann.type("put out Ann")
    assert "no match is being played" in ann.type("ask Bob")


def test_whoever_is_put_out_hears_why_and_the_talk_ends(harness: Harness, ann: Typist) -> None:
    dan = Typist(harness, "Dan")
    ann.type("put out Dan")
    assert dan.said[-1] == "The owner of the table has put you out."
    assert dan.dialogue.done


def test_a_player_who_is_asked_answers_by_typing(harness: Harness) -> None:
    bob, ann = harness.join("Bob"), Typist(harness, "Ann")
    for _ in range(2):
        harness.join("Cid").send(Ready())
    ann.type("ready")
    bob.send(Start())
    while 1 not in harness.live.to_act():
        seat = harness.live.to_act()[0]
        player = next(v for v in harness.visitors if v.client.seat == seat)
        player.play(harness.live.legal(seat)[0])
    bob.send(Nudge(1))
    assert ann.said[-1].startswith("Are you there? Without an answer a bot plays for you after 30")
    harness.pass_time(ANSWER_SECONDS + 1)
    assert "A bot plays for you until you show that you are there." in ann.said
    assert harness.table.room[1].idle
    ann.type("hand")
    assert Here() in ann.sent
    assert not harness.table.room[1].idle


def test_a_seat_that_is_taken_from_its_player_is_given_by_the_second_order(
    harness: Harness, ann: Typist
) -> None:
    bob = next(v for v in harness.visitors if v.client.seat == 1)
    assert ann.type("give 9 Eve") == "This table has no seat 9."
    bob.cut()
    harness.join("Bob", watch=True)
    asked = "Give the seat of Bob to {}? {} The same order once more does it."
    anew = asked.format("Bob 2", "Bob 2 is called Bob then.")
    away = asked.format("Eve", "Bob cannot come back to it.")
    assert ann.type("give 2 Eve") == away
    assert ann.type("give 2 Bob 2") == anew
    ann.type("lock")
    assert ann.type("give 2 Bob 2") == anew, "something else came between"
    assert ann.type("give 2 Bob 2") == "The owner gives Bob the seat back."


def test_a_seat_given_to_somebody_else_is_said_and_its_player_hears_of_it(
    harness: Harness, ann: Typist
) -> None:
    cid = Typist(harness, "Cid")
    cid.visitor.cut()
    ann.type("give 4 Eve")
    assert ann.type("дать место 4 Eve") == "The owner gives the seat of Cid to Eve."
    back = Visitor(harness, cid.visitor.client)
    back.hear = lambda event: cid.dialogue.receive(event, harness.now)
    back.greet()
    said = " ".join(cid.said[-2:])
    assert "given your seat away: Eve plays there now. The same command with '--watch'" in said
    assert cid.dialogue.done


def test_whoever_comes_to_a_match_without_the_key_to_the_seat_hears_of_the_way_back() -> None:
    harness = Harness(kozel)
    harness.two()
    assert "the owner can give a seat back" in Typist(harness, "Bob").said[-1]


def test_help_lists_the_orders(ann: Typist) -> None:
    said = ann.type("help")
    for order in ("put out", "keep out", "let in", "hand over", "ask", "lock", "watching", "talk"):
        assert order in said


def test_help_says_the_russian_orders(ann: Typist) -> None:
    use_language("ru")
    said = ann.type("помощь")
    for order in ("удалить", "не пускать", "пускать", "передать стол", "спросить", "закрыть вход"):
        assert order in said
        assert parse_line(f"{order} Bob").command or parse_line(order).command


@pytest.mark.parametrize("line", ["6-4", "lock the door", "say put out Bob", "ready", "let"])
def test_other_lines_are_no_orders(line: str) -> None:
    assert parse_line(line).command not in {each.word for each in ORDERS}


def test_a_watcher_asks_for_a_seat_by_a_word_and_is_answered(harness: Harness) -> None:
    ann, eve = Typist(harness, "Ann"), Typist(harness, "Eve", watch=True)
    heard = len(ann.said)
    assert "Ann has been asked for a seat for you." in eve.type("seat")
    assert ann.said[heard:] == [
        "Eve would like to play.",
        "'give SEAT Eve' gives a seat, 'deny Eve' says no.",
    ]
    assert "Watching: Eve, with Kozyr, asks for a seat." in ann.type("who")
    heard = len(eve.said)
    ann.type("deny Eve")
    assert "No: the owner of the table has no seat for you now." in eve.said[heard:]
    eve.type("сесть")
    ann.type("give 2 Eve")
    assert "The owner gives you seat 2." in eve.said


def test_a_watcher_is_not_told_of_the_request_of_another_as_of_the_own(harness: Harness) -> None:
    Typist(harness, "Ann")
    eve, zoe = (Typist(harness, name, watch=True) for name in ("Eve", "Zoe"))
    eve.type("seat")
    heard = len(eve.said)
    zoe.type("seat")
    assert eve.said[heard:] == ["Zoe would like to play."]
