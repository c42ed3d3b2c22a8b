"""Pieces hidden for good by the rules are on no screen, though programs come to know whole decks.

J-R37, G-R1, K-R16: pieces dealt to no player. D-R25: tiles that were kept. A record has them
all, and so have the seeds that a host shows after each deal. That no View tells them, the tests of
each game show; here, that they are not taken from anywhere else. One tile is drawn in many ways, so
nothing is looked for: two matches are compared that differ in what is hidden, or in who knows it.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import pytest

from core.game import Seat, parse_options
from core.games import GAMES
from core.match import Match, to_line
from core.records.record import verify
from core.records.replay import Replay, walk
from net.client.events import ClientEvent
from net.client.seat import ClientSeat
from net.wire.message import Message
from net.wire.to_host import Fill
from net.wire.views import plain_event, plain_view
from tests.support.game_facts import house_rules_of, seats_of
from tests.support.harness import Harness, Visitor
from tests.support.matches import THOROUGH, Case, daily, everybody, finished, tokens
from tests.support.past_matches import kept, read_out
from tests.support.screens import opened, read, seen
from tests.support.shuffles import ShuffledHarness, verdict
from tui.boards.contract import open_hands
from tui.language.text import use_language
from tui.language.words import use_words
from tui.plain.context import PlainContext, Plan
from tui.plain.orders import PlainDialogue
from tui.replay.cursor import ReplayCursor
from tui.replay.screen import ReplayScreen
from tui.replay.words import ReplayLog
from tui.start import StartReplay

SOME_DEALS = 4


@pytest.fixture(autouse=True)
def english() -> None:
    use_language("en")


def case(game: str) -> Case:
    """A short match in which some pieces are never seen."""
    rules = parse_options(GAMES[game].Options, house_rules_of(game, "hidden"))
    return Case(GAMES[game], rules, seats_of(game, "hidden"), game)


# --- past matches: two records that differ in what one viewer never saw ---------------------------


def seen_in_deals(replay: Replay, viewer: Seat | None) -> list[set[str]]:
    """Return by dealing the pieces that a viewer saw until they were dealt again."""
    shown: list[set[str]] = []
    for at in range(replay.last + 1):
        if not at or replay.steps[at - 1].orders:
            shown.append(set())
        events = [plain_event(event).data for event in replay.events(at, viewer)]
        shown[-1] |= tokens([plain_view(replay.view(at, viewer)), events])
    return shown


def twin(match: Match, viewer: Seat | None) -> tuple[list[str], int]:
    """A record in which pieces that a viewer never saw change places; return their number too.

    Every line but the decks is the same, and so are all moves.
    """
    shown = iter(seen_in_deals(walk(GAMES, match.text().splitlines()), viewer))
    lines, moved = [], 0
    for entry, following in pairwise([*match.lines, {}]):
        if "deck" in entry and "deck" not in following:  # no draw, and nothing that is thrown in
            deck, seen = list(entry["deck"]), next(shown)
            places = [at for at, piece in enumerate(deck) if piece not in seen]
            for at, other in zip(places, (*places[1:], *places[:1]), strict=True):
                deck[at] = entry["deck"][other]
            entry, moved = {**entry, "deck": deck}, moved + len(places) * (len(places) > 1)
        lines.append(to_line(entry))
    return lines, moved


def told(replay: Replay, viewer: Seat | None) -> Iterator[Any]:
    """Everything that a replay shows and says from one viewer's seat."""
    use_words("glyphs")
    cursor = ReplayCursor(replay, viewer)
    log = ReplayLog(cursor)
    while True:
        yield cursor.view, cursor.events, cursor.legal, log.happened()
        yield open_hands(cursor.board, cursor.view)
        if not cursor.forward():
            break
    yield [line.say() for line in log.lines()]
    use_words("spoken")
    yield read_out(replay, viewer)


@pytest.mark.parametrize("game", daily(GAMES, "domino_poker", "graph_poker"))
def test_a_replay_through_anybodys_eyes_is_the_same_whatever_they_never_saw(game: str) -> None:
    match = finished(case(game), seed=5)
    ours = walk(GAMES, match.text().splitlines())
    for viewer in everybody(case(game)) if THOROUGH else (0, None):
        lines, moved = twin(match, viewer)
        assert moved, "nothing is hidden"
        assert verify(GAMES, lines) is None
        theirs = walk(GAMES, lines)
        assert list(told(ours, viewer)) == list(told(theirs, viewer))


@pytest.mark.parametrize("game", daily(GAMES, "domino_poker"))
async def test_a_watched_replay_shows_the_same_whatever_watchers_never_saw(
    game: str, tmp_path: Path
) -> None:
    match = finished(case(game), seed=5)
    lines, _ = twin(match, None)
    ours = kept(tmp_path, match, "2026-11-20-190000")
    theirs = tmp_path / "other.jsonl"
    theirs.write_text("\n".join(lines) + "\n", "utf-8")
    assert await watched(ours) == await watched(theirs)


async def watched(path: Path) -> list[str]:
    """The screen at the end of a match, and at the ends of the deals before."""
    frames = []
    async with opened(StartReplay(str(path), "nobody"), (160, 48)) as pilot:
        await seen(pilot, "seen by")
        screen = pilot.app.screen
        assert isinstance(screen, ReplayScreen)
        await pilot.press("end")
        for _ in range(SOME_DEALS):
            for key in ("left", "a", "pageup"):
                await pilot.press(key)
                frames.append(read(pilot))
    return frames


# --- at the table: programs that were shown every deck, and others that were shown none -----------


class Trusting(Harness):
    """Its visitors' programs check nothing, so they say nothing of the shuffle."""

    def client(self) -> ClientSeat:
        client = super().client()
        client.deals = None
        return client


def tables(game: str) -> Iterator[Harness]:
    """The same match twice: shuffled together and shown deal by deal, and not shown at all."""
    rules, seats = house_rules_of(game, "hidden"), seats_of(game, "hidden")
    module: Any = GAMES[game]
    shown = ShuffledHarness(module, seats, **rules)
    yield shown
    decks = iter([line["deck"] for line in shown.live.match.lines if "deck" in line])
    yield Trusting(module, seats, new_decks=lambda: lambda _: next(decks), **rules)


def play_last(harness: Harness, *people: Visitor) -> None:
    """Make the last legal move of the player to act, which keeps a tile hidden."""
    (seat, *_) = harness.live.to_act()
    move = harness.live.legal(seat)[-1]
    for mover in people:
        if mover.client.seat == seat:
            mover.play(move)
            return
    harness.pass_time(5)
    harness.answer(move)


CHECKED = re.compile(
    r"Deal \d+ checked: it is the one the host had committed to\."
    r"|No deal could be stacked: checked\."
    r"|The deal is the one the host had fixed; .*: [\w, ]*\."
)


def says_of_the_check(line: str) -> bool:
    """Whether a line is about the shuffle, which only one of the two matches can have."""
    return any(word in line for word in ("checked", "host had fixed", "stacked"))


@pytest.mark.parametrize("game", daily(GAMES, "domino_poker"))
def test_plain_mode_says_the_same_to_programs_that_were_shown_the_decks(game: str) -> None:
    player, watcher = zip(*(spoken(harness) for harness in tables(game)), strict=True)
    for shown, other in (player, watcher):
        extra = [line for line in shown if says_of_the_check(line)]
        assert extra
        assert all(CHECKED.fullmatch(line) for line in extra)
        assert [line for line in shown if not says_of_the_check(line)] == other


def hear(harness: Harness, dialogue: PlainDialogue, event: ClientEvent) -> None:
    dialogue.receive(event, harness.now)


def spoken(harness: Harness) -> tuple[list[str], list[str]]:
    """Everything said to a player and to a watcher, who ask for everything after each deal."""
    zoe, ann, eve = harness.join("Zoe"), harness.join("Ann"), harness.join("Eve", watch=True)
    listeners: list[tuple[Visitor, PlainDialogue, list[str]]] = []
    use_words("spoken")
    for visitor in (ann, eve):
        said: list[str] = []
        send = cast(Callable[[Message], None], visitor.send)
        dialogue = PlainDialogue(PlainContext(visitor.client, send, said.append, Plan()))
        visitor.hear = partial(hear, harness, dialogue)
        listeners.append((visitor, dialogue, said))
    for seat in range(2, len(harness.table.room)):
        zoe.send(Fill(seat, "easy"))
    harness.start(ann, owner=zoe)
    while harness.table.phase == "playing":
        deal = harness.live.match.state.deal
        play_last(harness, zoe, ann)
        for visitor, dialogue, _ in listeners:
            if visitor.client.deals is not None:
                verdict(visitor)
            if harness.live.match.state.deal != deal or harness.table.phase != "playing":
                for asked in ("table", "hands", "last", "score", "picture"):
                    dialogue.typed(asked)
    return listeners[0][2], listeners[1][2]
