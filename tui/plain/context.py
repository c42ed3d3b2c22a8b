"""The shared state of plain mode: the match, the position in words, the voice. No I/O."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from core.game import Move, Seat
from net.branch.company import Offer
from net.client.seat import ClientSeat
from net.wire.bounds import MAX_MOVE
from net.wire.message import Message
from tui.boards import BOARDS
from tui.boards.scene import Topic
from tui.language.text import t
from tui.language.words import as_sentence, begun, seat_names
from tui.plain.room import RoomDialogue
from tui.plain.table import PlainTable
from tui.review.after_match import AfterMatch
from tui.room.hosts import awaited_said
from tui.start import AnyStart
from tui.summary.words import Ending, SeenEvents, ending
from tui.table.advising import judge_move
from tui.table.effects import Effect
from tui.table.match import MatchModel, finish_reading, play

MAX_LOG: Final = 12
"""The most sentences kept for repeating."""


class Examine(Effect, frozen=True):
    """Examine the network."""


class ChangeWay(Effect, frozen=True):
    """Open or close a way in for guests: "ssh" or "page"."""

    way: str
    opens: bool


class StepOut(Effect, frozen=True):
    """Leave the player's own table, which stays open for the others."""


class AnswerHosting(Effect, frozen=True):
    """Answer the owner's question whether to have the table at this computer."""

    agree: bool


class PlayOnAt(Effect, frozen=True):
    """Go on at the computer of a seat, after the host is lost."""

    seat: Seat


@dataclass
class PlainContext:
    """The match, the state of the dialogue, and the ways to send and to say."""

    client: ClientSeat
    send: Callable[[Message], None]
    say: Callable[[str], None]
    plan: Plan
    outside: Callable[[Effect], None] = lambda effect: None
    """Carries out effects that are neither sent nor said."""
    asks: bool = field(default=False, kw_only=True)
    """Whether a person types, for whom finished deals stay open; otherwise a program does."""
    carry_out: Callable[[Effect], None] = field(init=False)
    """Carries out any effect; a dialogue handles those that it can say before `outside`."""
    room: RoomDialogue = field(init=False)
    match: MatchModel = field(init=False)
    """The positions, and the moves that can be played."""
    offer: Offer | None = None
    """The choices for continuing while the host is lost."""
    thinking: bool = False
    """Whether a hint, or the position after a taking back, is awaited; typed lines wait for it."""
    asked: tuple[str, object] = ("", None)
    """The name of an action that has to be typed twice, and its subject."""
    cited: str = ""
    """The paragraph cited by the last refusal."""
    after: AfterMatch | None = None
    """The findings about the finished match, while they are looked for and later."""
    retry: AnyStart | None = None
    """The start that replays the costliest decision of a finished match, once known."""
    goes_to: AnyStart | None = None
    """The start to open after the player has left; None ends the program."""
    left: bool = False
    """Whether the player wants to leave."""
    events: SeenEvents = field(default_factory=SeenEvents)
    """The events of the match, for its last page."""
    day_line: str = ""
    """The hand as last read out; empty to read it out again."""
    hand_said: str = ""
    """The hand as last read out; empty to read it out again."""
    log: deque[str] = field(default_factory=lambda: deque(maxlen=MAX_LOG))
    """The last sentences about the match, for repeating."""

    def __post_init__(self) -> None:
        self.carry_out = self.outside
        self.room = RoomDialogue(self.client, self.send, self.say)
        self.match = MatchModel(self.client, reads="in_pauses" if self.asks else "never")

    @property
    def board(self) -> Any:
        """The board that words this game."""
        game = self.client.match_game
        assert game is not None, "a board is wanted only at a table"
        return BOARDS[game.NAME]

    @property
    def topics(self) -> Sequence[Topic]:
        """The topics of questions in this game."""
        return self.board.topics if self.client.match_game is not None else ()

    @property
    def table(self) -> PlainTable:
        """The current position in words."""
        game = self.client.match_game
        assert game is not None, "a position is wanted only at a table"
        return PlainTable(game.NAME, self.client.view, self.names, self.match.legal)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players; after a match they stay until the next one."""
        return seat_names(self.client.players)

    @property
    def ending(self) -> Ending | None:
        """The finished match; None if it is not over."""
        game, view = self.client.match_game, self.client.view
        if game is None or view is None or view.result is None:
            return None
        match = ending(game.NAME, self.names, view, self.events.seen)
        if self.after is not None:
            match = replace(match, mistake=self.after.said[0], expert=self.after.expert)
        return replace(match, day_line=self.day_line, taken_back=self.client.taken_back)

    @property
    def in_match(self) -> bool:
        """Whether a match is being played."""
        return self.client.view is not None and self.client.view.result is None

    # --- to the host ----------------------------------------------------------------------------

    def play(self, move: Move) -> None:
        """Send a move; the answer to an illegal one is a refusal."""
        if self.plan.coach and self.plan.alone:
            judge_move(self.match, move)
        play(self.match, move[:MAX_MOVE])
        self.perform()

    def finish_reading(self) -> bool:
        """Continue from a finished deal; tell whether there was one."""
        awaited = self.match.awaited
        if awaited:
            finish_reading(self.match)
            self.perform()
        return awaited

    def perform(self) -> None:
        """Carry out the effects of the match."""
        asked, self.match.effects = self.match.effects, []
        for effect in asked:
            self.carry_out(effect)

    def taken_back(self, why_not: str) -> None:
        """Wait for the position before the decision taken back, or say why the decision stands."""
        if why_not:
            self.say_no(why_not)
        else:
            self.thinking, self.match.judged = True, None

    # --- to the player --------------------------------------------------------------------------

    def sentence(self, words: str) -> None:
        """Say words of the log as a sentence, unless there are none."""
        if words:
            self.say(as_sentence(words))

    def say_all(self, sentences: Iterable[str]) -> None:
        """Say sentences, leaving out empty ones."""
        for sentence in sentences:
            if sentence:
                self.say(sentence)

    def say_no(self, reason: str, rule: str = "") -> None:
        """Say a refusal; "why" then reads out its paragraph."""
        self.cited = rule or self.cited
        self.say(t("No: {reason}.", reason=reason))

    def awaited(self) -> str:
        """Return a sentence about the player or the event for which the table is waiting."""
        paused, mine = self.match.paused, self.client.seat
        if self.offer is not None:
            return as_sentence(awaited_said(self.offer, self.client))
        if self.match.awaited:
            return t("The deal is over. Enter continues.")
        if self.client.pending is not None:
            return begun(t("sending …"))
        others = [seat for seat in paused.awaited if seat != mine] if paused is not None else []
        if others:
            return t("Waiting for {names}.", names=", ".join(self.names[seat] for seat in others))
        return self.table.awaited()


@dataclass(frozen=True, slots=True)
class Plan:
    """The options of the command line, which act without being typed."""

    ready: bool = False
    """Agree to the house rules without asking."""
    start: bool = False
    """Start the match as soon as every seat is taken and all are ready."""
    alone: bool = False
    """The match is against bots alone: leaving it affects no one else."""
    hosting: bool = False
    """The table is in this program and closes with it."""
    autoplay: str = "off"
    """The forced moves that are made without asking, as in `Preferences.autoplay`."""
    newcomer: bool = False
    """It is the person's first match of the game: in its first deal no move is automatic."""
    coach: bool = False
    """After a costly move, say so, in a match against bots alone."""
    banter: bool = False
    """Have bots say a word at great moments."""
    once: bool = False
    """Leave when the match is over."""
    drawn: bool = False
    """The player is a guest, whose program runs on the host's computer."""
