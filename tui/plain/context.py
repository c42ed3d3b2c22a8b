"""What the parts of plain mode share: the match, the position in words, the voice. No I/O."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

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
from tui.room.lost_host import awaited_said
from tui.start import AnyStart
from tui.summary.words import Ending, MatchEvents, ending
from tui.table.advising import judge_move
from tui.table.effects import Effect
from tui.table.match import MatchModel, finish_reading, play

MAX_LOG: Final = 12
"""At most this many sentences are kept for repeating."""


@dataclass(frozen=True, slots=True)
class Examine:
    """Find out why others do not find the table, or why it is not reached."""


@dataclass(frozen=True, slots=True)
class ChangeWay:
    """Open or close a way in for guests: "ssh" or "page"."""

    way: str
    opens: bool


@dataclass(frozen=True, slots=True)
class StepOut:
    """Leave the table, which stays open here for the others."""


@dataclass(frozen=True, slots=True)
class AnswerHosting:
    """Agree to have the table at this computer, or decline."""

    agree: bool


@dataclass(frozen=True, slots=True)
class PlayOnAt:
    """Go on at the computer of this seat, now that the host is lost."""

    seat: Seat


Asked: TypeAlias = Effect | Examine | ChangeWay | StepOut | AnswerHosting | PlayOnAt
"""What a dialogue asks of the program around it, besides the effects of a match."""


@dataclass
class PlainContext:
    """The match that the player follows, and the way to send and to say things."""

    client: ClientSeat
    send: Callable[[Message], None]
    say: Callable[[str], None]
    plan: Plan
    outside: Callable[[Asked], None] = lambda effect: None
    """Carries out what is neither sent nor said."""
    asks: bool = field(default=False, kw_only=True)
    """Whether a person types, who reads finished deals."""
    carry_out: Callable[[Asked], None] = field(init=False)
    """Carries out any effect: `outside`, until a dialogue puts before it what it can say."""
    room: RoomDialogue = field(init=False)
    match: MatchModel = field(init=False)
    """What has come and what can be played."""
    offer: Offer | None = None
    """Where the table may go on, once its host is gone."""
    thinking: bool = False
    """Whether a hint, or the position after taking back, is still to come; lines typed meanwhile
    wait for it."""
    asked: tuple[str, object] = ("", None)
    """The action that has to be typed once more, by its name, and what it is about."""
    cited: str = ""
    """The paragraph on which the last refusal rests."""
    expert: str = ""
    """What an expert got with the same cards, without a full stop, once it is known."""
    retry: AnyStart | None = None
    """Where the costliest decision of a finished match can be played again, once known."""
    goes_to: AnyStart | None = None
    """What is opened after the player has left; None ends the program."""
    left: bool = False
    """Whether the player wants to go."""
    events: MatchEvents = field(default_factory=MatchEvents)
    """What has been seen of the match, for its last page."""
    mistake: str = ""
    """The costliest mistake of the finished match, without a full stop, once it is known."""
    day_line: str = ""
    """The result of the match in one line to send, if it is the deal of the day."""
    hand_said: str = ""
    """The hand as it was last read out; empty to have it read out again."""
    log: deque[str] = field(default_factory=lambda: deque(maxlen=MAX_LOG))
    """The last sentences about the match, to be repeated."""

    def __post_init__(self) -> None:
        self.carry_out = self.outside
        self.room = RoomDialogue(self.client, self.send, self.say)
        self.match = MatchModel(self.client, reads="in_pauses" if self.asks else "never")

    @property
    def board(self) -> Any:
        """The board that words this game."""
        game = self.client.game
        assert game is not None, "a board is wanted only at a table"
        return BOARDS[game.NAME]

    @property
    def topics(self) -> Sequence[Topic]:
        """What this game can be asked about."""
        return self.board.topics if self.client.game is not None else ()

    @property
    def table(self) -> PlainTable:
        """The position in words."""
        game = self.client.game
        assert game is not None, "a position is wanted only at a table"
        return PlainTable(game.NAME, self.client.view, self.names, self.match.legal)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each player; the players of a finished match stay."""
        return seat_names(self.client.players)

    @property
    def ending(self) -> Ending | None:
        """The match, if it is over."""
        game, view = self.client.game, self.client.view
        if game is None or view is None or view.result is None:
            return None
        match = ending(game.NAME, self.names, view, self.events.seen)
        return replace(
            match,
            mistake=self.mistake,
            day_line=self.day_line,
            expert=self.expert,
            taken_back=self.client.taken_back,
        )

    @property
    def in_match(self) -> bool:
        """Whether there is a match that is not over."""
        return self.client.view is not None and self.client.view.result is None

    # --- to the host ----------------------------------------------------------------------------

    def play(self, move: Move) -> None:
        """Make a move, or have the rules say why not."""
        if self.plan.coach and self.plan.alone:
            judge_move(self.match, move)
        play(self.match, move[:MAX_MOVE])
        self.perform()

    def finish_reading(self) -> bool:
        """Tell the host that the player has read the deal; tell whether there was one to read."""
        awaited = self.match.awaited
        if awaited:
            finish_reading(self.match)
            self.perform()
        return awaited

    def perform(self) -> None:
        """Carry out what the match asks for."""
        asked, self.match.effects = self.match.effects, []
        for effect in asked:
            self.carry_out(effect)

    def taken_back(self, why_not: str) -> None:
        """Wait for the position before a decision, or say why it is not taken back."""
        if why_not:
            self.say_no(why_not)
        else:
            self.thinking, self.match.judged = True, None

    # --- to the player --------------------------------------------------------------------------

    def sentence(self, words: str) -> None:
        """Say a sentence as the log would write it, if there is one."""
        if words:
            self.say(as_sentence(words))

    def say_all(self, sentences: Iterable[str]) -> None:
        """Say some sentences."""
        for sentence in sentences:
            if sentence:
                self.say(sentence)

    def say_no(self, reason: str, rule: str = "") -> None:
        """Say why something cannot be done; its paragraph can then be asked for."""
        self.cited = rule or self.cited
        self.say(t("No: {reason}.", reason=reason))

    def awaited(self) -> str:
        """Say whom or what everybody is waiting for: between two deals, and without a host, too."""
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
    """What the command line asked for, done without being typed again."""

    ready: bool = False
    """Agree to the house rules and begin as soon as the others do."""
    start: bool = False
    """Start as soon as every seat is taken and everybody is ready."""
    alone: bool = False
    """A solo match: leaving it affects nobody."""
    hosting: bool = False
    """The table is in this program, and closes with it."""
    autoplay: str = "off"
    """Make the only legal move without asking."""
    newcomer: bool = False
    """A person's first match of its game: nothing is played without asking in its first deal."""
    coach: bool = False
    """Say so after a costly move, in a solo match."""
    once: bool = False
    """Leave when the match is over."""
    drawn: bool = False
    """A guest's: the host's computer runs this program."""
