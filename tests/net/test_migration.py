"""A move of a table, step by step: each half's reaction to unexpected messages."""

from net.migration import IncomingHandover, IncomingStage, OutgoingHandover, OutgoingStage, Place

THERE = Place("10.0.0.2", 4000, "02" * 32)


def being_tried(*testers: str) -> OutgoingHandover:
    """Return a move that "new" has agreed to and whose place these programs try."""
    outgoing = OutgoingHandover()
    outgoing.begin("new", 0.0, at_once=True)
    assert outgoing.accept("new", 1, THERE, testers, 0.0)
    return outgoing


def ready(attempt: int = 1) -> IncomingHandover:
    """Return the part of a program whose player has agreed."""
    incoming = IncomingHandover()
    incoming.chosen(attempt)
    assert incoming.agree()
    return incoming


def test_what_is_said_of_an_earlier_attempt_counts_for_no_later_one() -> None:
    outgoing, incoming = OutgoingHandover(), IncomingHandover()
    for attempt in (1, 2):
        outgoing.begin("new", 0.0, at_once=True)
        assert outgoing.accept("new", attempt, THERE, ["other"], 0.0)
        incoming.chosen(attempt)
        assert incoming.agree()
    assert not outgoing.reached("other", 1, reached=True)
    assert outgoing.stage is OutgoingStage.TESTED
    assert incoming.handed(1, 1, 1, "an earlier table") is None


def test_only_whoever_was_asked_to_try_the_way_says_that_it_leads_nowhere() -> None:
    outgoing = being_tried("other", "third")
    assert not outgoing.reached("watcher", 1, reached=False)
    assert outgoing.reached("other", 1, reached=True)
    assert not outgoing.reached("other", 1, reached=False)
    assert outgoing.stage is OutgoingStage.TESTED
    assert outgoing.take_failure() is None
    assert outgoing.reached("third", 1, reached=False)
    assert outgoing.take_failure() == ("unreached", "third")


def test_parts_of_a_table_are_taken_in_their_order_and_each_once() -> None:
    incoming = ready()
    assert incoming.handed(1, 2, 3, "b") is None
    assert incoming.handed(1, 1, 3, "a") is None
    assert incoming.handed(1, 1, 3, "a") is None
    assert incoming.handed(1, 3, 3, "c") is None
    assert incoming.handed(1, 2, 3, "b") is None
    assert incoming.handed(1, 3, 3, "c") == "abc"


def test_parts_of_an_earlier_attempt_are_forgotten() -> None:
    incoming = ready()
    assert incoming.handed(1, 1, 2, "an earlier ") is None
    incoming.chosen(2)
    assert incoming.agree()
    assert incoming.handed(2, 1, 1, "table") == "table"


def test_a_table_is_served_only_by_a_program_that_has_all_of_it() -> None:
    incoming = ready()
    assert not incoming.let_go()
    assert incoming.stage is IncomingStage.READY
    assert incoming.handed(1, 1, 1, "table") == "table"
    incoming.prepare()
    assert incoming.let_go()


def test_a_table_that_is_served_here_is_not_given_back_by_word_that_comes_late() -> None:
    incoming = ready()
    assert incoming.handed(1, 1, 1, "table") == "table"
    incoming.prepare()
    assert incoming.let_go()
    incoming.stays()
    assert incoming.stage is IncomingStage.SERVING
    assert incoming.let_go()
