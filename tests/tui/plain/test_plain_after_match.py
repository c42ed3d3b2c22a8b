"""Plain mode: after a match its costliest mistake is said, unless another match begins before."""

import asyncio
from pathlib import Path

from core.games.kozel import rules as kozel
from core.review.review import Review
from net.files.history import load_replay
from net.files.reviews import keep_review
from net.wire.to_host import Ready, Start
from tests.support.harness_app import HarnessLink
from tests.support.past_matches import kept, played
from tests.support.shuffles import seated
from tui.plain.context import PlainContext, Plan
from tui.plain.shell import PlainReview
from tui.start import StartJoin
from tui.table.session import TableSession

NOTHING = "No decision that was costly beyond doubt"


async def test_the_mistake_is_told_once_its_record_is_there_and_forgotten_in_the_next_match(
    own_places: Path,
) -> None:
    record = kept(own_places / "state" / "matches", played("kozel"), "2026-11-20-190000")
    assert keep_review(record, Review(0, 8, load_replay(record).last))
    harness, people = seated(kozel, 2, target=50)
    people[1].send(Ready())
    people[0].send(Start())
    link = HarnessLink(harness, "Ann")
    link.client = people[0].client
    session = TableSession(link, StartJoin(("harness", 1)))
    said: list[str] = []
    player = PlainContext(link.client, link.send, said.append, Plan())
    review = PlainReview(session, said.append, player)
    session.record = record
    review.follow()
    assert session.record is None, "a match is being played"
    harness.play_to_the_end(*people)
    review.follow()
    await asyncio.sleep(0)
    assert not said, "nobody has sent the record yet"
    session.record = record
    review.follow()
    while player.after is None or not player.after.said[0]:
        review.follow()
        await asyncio.sleep(0)
    assert player.after.said[0] == NOTHING
    await asyncio.sleep(0)
    assert said == ["The match is being reviewed; this takes a minute or so.", f"{NOTHING}."]
    people[1].send(Ready())
    people[0].send(Start())
    review.follow()
    assert player.after is None
    assert player.retry is None
