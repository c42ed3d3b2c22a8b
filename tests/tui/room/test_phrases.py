"""Short phrases, read by each in their own language."""

import re

import pytest

from core.games.kozel import rules as kozel
from net.client.events import Spoken
from net.wire.bounds import MAX_TEXT
from net.wire.from_host import Said
from net.wire.protocol import decode_to_host, encode
from net.wire.to_host import Start
from tests.support.harness import Harness
from tests.support.harness_app import at_harness
from tests.support.screens import seen, table_of, until
from tests.support.typist import Typist
from tui.language.text import use_language
from tui.table.banter import PHRASES, phrase, spoken_said


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_phrase_is_a_message_with_its_words(language: str) -> None:
    use_language(language)
    for code in PHRASES:
        said = phrase(code)
        assert decode_to_host(encode(said)) == said
        assert len(said.text) <= MAX_TEXT
        assert bool(re.search("[а-я]", said.text)) is (language == "ru")


def test_a_known_phrase_is_read_in_the_own_language_and_another_as_it_came() -> None:
    use_language("ru")
    assert spoken_said(Spoken(1, "Bob", "Thank you!", "thanks")) == "Спасибо!"
    assert spoken_said(Spoken(1, "Bob", "Boo!", "of_a_later_release")) == "Boo!"
    assert spoken_said(Spoken(1, "Bob", "hello")) == "hello"


async def test_a_key_and_a_digit_say_one_in_the_waiting_room_and_at_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = Harness(kozel)
    zoe = harness.join("Zoe")
    async with at_harness(harness, monkeypatch, size=(60, 20)) as (pilot, _):
        await seen(pilot, "I am ready")
        await pilot.press("v")
        await seen(pilot, "What do you say?")
        await pilot.press("3")
        assert zoe.last(Said) == Said(1, "Ann", "One minute, please", "minute")
        await pilot.press("enter")
        zoe.send(Start())
        await until(pilot, lambda: table_of(pilot))
        await pilot.press("v", "1")
        await seen(pilot, "Ann: Well played!")
        zoe.send(phrase("thanks"))
        await seen(pilot, "Zoe: Thank you!")


def test_a_phrase_is_said_by_its_number_in_plain_mode() -> None:
    harness = Harness(kozel)
    ann, bob = Typist(harness, "Ann"), Typist(harness, "Bob")
    assert "3 One minute, please" in ann.type("phrase")
    ann.type("phrase 3")
    assert bob.said[-1] == "Ann says: One minute, please"
    use_language("ru")
    bob.type("фраза 5")
    assert "Спасибо!" in ann.said[-1]
    assert ann.type("фраза 99") == "Какую фразу? Назовите её номер."
