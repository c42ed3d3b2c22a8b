"""The review beside the last page: it reports its progress, can be stopped, and is kept."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from core.review.review import Review, judge_rest
from net.files.history import load_replay
from net.files.reviews import keep_review, kept_review
from tests.support.past_matches import kept, played
from tui.language.text import use_language
from tui.review.after_match import AfterMatch
from tui.review.words import mistake_said

pytestmark = pytest.mark.usefixtures("reviewed")

QUICK = 8
"""Few playouts, so that a review takes no time."""


@pytest.fixture
def record(own_places: Path) -> Path:
    return kept(own_places / "state" / "matches", played("kozel"), "2026-11-20-190000")


async def test_it_goes_on_from_what_is_kept_and_names_the_dearest_mistake(record: Path) -> None:
    replay, review = load_replay(record), Review(0, QUICK)
    for at in judge_rest(replay, review):
        if at == replay.last // 2:
            break
    mine = [each.at for each in review.decisions if each.seat == 0]
    review.decisions = [
        replace(each, loss=90.0, error=1.0, closely=True) if each.at == mine[0] else each
        for each in review.decisions
    ]
    assert keep_review(record, review)
    here, heard = AfterMatch(record, 0, alone=False), list[str]()
    await here.run(lambda news: heard.append(here.said[1]))
    assert heard[0] == ""
    assert heard[1] == f"the match is being reviewed: {100 * (at + 1) // replay.last}%"
    assert heard[-1] == ""
    whole = kept_review(record, replay)
    assert whole.is_complete(replay)
    assert here.said[0] == mistake_said(replay, whole, 0)
    assert here.said[0].startswith("Your costliest decision: deal ")
    use_language("ru")
    assert here.said[0].startswith("Ваше самое дорогое решение: ")


async def test_a_match_without_mistakes_is_told_as_well(record: Path) -> None:
    assert keep_review(record, Review(0, QUICK, load_replay(record).last))
    here = AfterMatch(record, 0, alone=False)
    await here.run(lambda news: None)
    assert here.said[0] == "No decision that was costly beyond doubt"


async def test_stopped_it_keeps_what_is_done_and_claims_nothing(record: Path) -> None:
    assert keep_review(record, Review(0, 10**6))
    here = AfterMatch(record, 0, alone=False)
    begun = asyncio.Event()
    running = asyncio.create_task(
        here.run(lambda news: begun.set() if news == "progress" else None)
    )
    await begun.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert not here.said[1]
    assert not here.said[0]
