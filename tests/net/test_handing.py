"""One move of a table, step by step: what each half does with what it did not expect."""

from __future__ import annotations

from net.migration.handing import Handing, Place, Stage
from net.migration.taking import Role, Taking

THERE = Place("10.0.0.2", 4000, "02" * 32)


def being_tried(*testers: str) -> Handing:
    """Return a move that "new" has agreed to and whose way these try."""
    handing = Handing()
    handing.begin("new", 0.0, at_once=True)
    assert handing.accept("new", 1, THERE, testers, 0.0)
    return handing


def ready(attempt: int = 1) -> Taking:
    """Return the part of a program whose player has agreed."""
    taking = Taking()
    taking.chosen(attempt)
    assert taking.agree()
    return taking


def test_what_is_said_of_an_earlier_attempt_counts_for_no_later_one() -> None:
    handing, taking = Handing(), Taking()
    for attempt in (1, 2):
        handing.begin("new", 0.0, at_once=True)
        assert handing.accept("new", attempt, THERE, ["other"], 0.0)
        taking.chosen(attempt)
        assert taking.agree()
    assert not handing.reached("other", 1, reached=True)
    assert handing.stage is Stage.TESTED
    assert taking.handed(1, 1, 1, "an earlier table") is None


def test_only_whoever_was_asked_to_try_the_way_says_that_it_leads_nowhere() -> None:
    handing = being_tried("other", "third")
    assert not handing.reached("watcher", 1, reached=False)
    assert handing.reached("other", 1, reached=True)
    assert not handing.reached("other", 1, reached=False)
    assert handing.stage is Stage.TESTED
    assert handing.take_failure() is None
    assert handing.reached("third", 1, reached=False)
    assert handing.take_failure() == ("unreached", "third")


def test_parts_of_a_table_are_taken_in_their_order_and_each_once() -> None:
    taking = ready()
    assert taking.handed(1, 2, 3, "b") is None
    assert taking.handed(1, 1, 3, "a") is None
    assert taking.handed(1, 1, 3, "a") is None
    assert taking.handed(1, 3, 3, "c") is None
    assert taking.handed(1, 2, 3, "b") is None
    assert taking.handed(1, 3, 3, "c") == "abc"


def test_parts_of_an_earlier_attempt_are_forgotten() -> None:
    taking = ready()
    assert taking.handed(1, 1, 2, "an earlier ") is None
    taking.chosen(2)
    assert taking.agree()
    assert taking.handed(2, 1, 1, "table") == "table"


def test_a_table_is_served_only_by_a_program_that_has_all_of_it() -> None:
    taking = ready()
    assert not taking.let_go()
    assert taking.role is Role.READY
    assert taking.handed(1, 1, 1, "table") == "table"
    taking.prepare()
    assert taking.let_go()


def test_a_table_that_is_served_here_is_not_given_back_by_word_that_comes_late() -> None:
    taking = ready()
    assert taking.handed(1, 1, 1, "table") == "table"
    taking.prepare()
    assert taking.let_go()
    taking.stays()
    assert taking.role is Role.SERVING
    assert taking.let_go()
