"""Words of the page for browsers: each one in both languages, and any that are missing."""

import pytest

from net.guests.web.pages import form_page, screen_page
from net.way import gateways
from tests.net.guests.web.conftest import NAMES
from tui.cli import run
from tui.guest.gateway_words import page_words
from tui.language.text import use_language
from tui.preferences.settings import Settings
from tui.start import StartHost
from tui.table.links import LinkError, open_link

LANGUAGES = {"en": "English", "ru": "Русский"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_page_is_given(language: str) -> None:
    use_language(language)
    words = {**page_words(plain=False), "title": "Kitchen"}
    assert set(words) == set(NAMES)
    said = {name: str(word) for name, word in words.items()}
    assert said["sit"] in form_page(said, language, LANGUAGES, coded=True)
    assert said["lost"] in screen_page(said, language, LANGUAGES, "n")


def test_without_encryption_the_page_says_what_that_means() -> None:
    assert str(page_words(plain=True)["safety"]).startswith("Not encrypted")


async def test_without_what_it_needs_the_page_says_what_to_type(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(gateways, "find_spec", lambda name: None)
    with pytest.raises(LinkError, match=r"pip install 'kozyr\[web\]'"):
        await open_link(StartHost("kozel", 2, port=0, web=0), Settings())
    assert run(["host", "kozel", "--web"]) == 2
    assert "pip install 'kozyr[web]'" in capsys.readouterr().err
