"""Every text of the kits is there in Russian, and no other."""

import pytest

from kozyr_kits.conformance.clients.runs import RUNS
from tests.support import texts
from tui.__main__ import main
from tui.language.text import PLACEHOLDER

KITS = ("kits/kozyr_kits",)
OWN = texts.translations("kozyr_kits")


def of_the_game() -> set[str]:
    return {english for table in texts.translations("tui").values() for english in table}


def found() -> set[str]:
    return {*texts.written(KITS), *texts.counted(KITS), *(run.title for run in RUNS)}


def test_no_text_is_missing_in_russian() -> None:
    assert not found() - OWN.keys() - of_the_game()


def test_no_translation_is_left_over_or_stands_in_the_game_too() -> None:
    assert not OWN.keys() - found() - texts.strings(KITS)
    assert not OWN.keys() & of_the_game()


def test_places_and_plural_forms_agree() -> None:
    counted = texts.counted(KITS)
    for english, russian in OWN.items():
        forms = [russian] if isinstance(russian, str) else russian
        assert len(forms) == (3 if english in counted else 1), english
        wanted = set(PLACEHOLDER.findall(english))
        for form in forms:
            assert set(PLACEHOLDER.findall(form)) | {"n"} == wanted | {"n"}, form


def test_the_kits_speak_russian_through_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--help", "--lang", "ru"]) == 0
    assert "сто партий четырёх слабых ботов" in capsys.readouterr().out
