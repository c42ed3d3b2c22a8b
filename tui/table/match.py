"""A match as its player follows it: the positions that wait, are shown and are read, and the turn.

One state for the full screen and for plain mode, and functions over it. Pure: no I/O and no clock
of its own; the functions append to `effects` what others carry out.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from core.advice import Numbers, can_advise
from core.game import Game, Move, is_deal_over
from core.games import FACTS
from net.client.events import ClientEvent, IntermissionChanged, Position, RoomState
from net.client.seat import ClientSeat
from net.wire.to_host import Continue
from tui.boards import BOARDS
from tui.boards.contract import distinct, open_hands
from tui.boards.scene import Piece
from tui.language.text import t
from tui.table import effects
from tui.table.countdown import TurnTime
from tui.table.effects import Effect
from tui.table.hints import Hint

Reads: TypeAlias = Literal["until_key", "in_pauses", "never"]
"""How long a finished deal is read: until the player continues, even if the host does so at once;
only during the host's pauses; or not at all, because a program plays.
"""

NEVER: Final = -1
"""The number of no position."""


@dataclass(frozen=True, slots=True)
class Past:
    """A position of the past that is shown again, with or without the summary of its deal."""

    position: Position
    summary: bool
    hands: bool = False
    """Whether all hands lie over the table."""


@dataclass(slots=True)
class MatchModel:
    """The state of a front end at a match; `client` has the state told by the host."""

    client: ClientSeat
    reads: Reads = "until_key"
    made_for: Game | None = None
    """The game of the screen that shows the match: it stays while another game is chosen."""
    effects: list[Effect] = field(default_factory=list)
    """Effects to be carried out, in order."""

    waiting: deque[Position] = field(default_factory=deque)
    """Positions received and not yet shown."""
    shown: Position | None = None
    """The position that the player sees."""
    legal: tuple[Move, ...] = ()
    """The moves among which the player chooses; none once one has been made."""
    forced_at: float | None = None
    """The time at which the only possible move will be made; None if the player chooses."""
    forced: Move | None = None
    """The move chosen before the turn that will then be made; None for the only one."""
    ahead: str = ""
    """The piece chosen before the turn."""
    rest_is_mine: bool = False
    """Whether the rest of the deal is this player's, whatever the others play."""
    rest_of: int = 0
    """The deal whose rest is played for the player, who has claimed it; 0 for none."""
    waits_for_key: bool = False
    """Whether a finished trick stays until the player continues."""

    reading: Position | None = None
    """The end of a deal or a round that has not been read yet."""
    intermission: IntermissionChanged | None = None
    """The last intermission that the host sent."""
    gone_on: int = NEVER
    """The last finished deal after which the player has continued, which is sent only once."""

    last_trick: Position | None = None
    """The last finished trick."""
    last_deal: Position | None = None
    looking: Past | None = None
    """The trick or deal at which the player looks back for now."""

    hint: Hint | None = None
    """The hint for this position, if the player has asked for one."""
    seeking: bool = False
    """Whether a hint, or a closer look, is on its way: Enter waits for it, as the screen says."""
    all_taken_back: bool = False
    """Whether the player has taken back every decision."""
    judged: Position | None = None
    """The position of the decision that is being judged."""
    numbers: Numbers | None = None
    """The numbers of the moves in this position, if the player has asked for them."""
    numbers_wanted: bool = False
    """Whether the numbers are shown instead of the hint."""

    time: TurnTime = field(default_factory=TurnTime)
    """The running clock, or the remaining time of the pause."""

    @property
    def game(self) -> Game | None:
        """The game of the match that is shown, or else of the next one."""
        return self.made_for or self.client.match_game

    @property
    def paused(self) -> IntermissionChanged | None:
        """The intermission of the shown position, which the host ends."""
        shown, told = self.shown, self.intermission
        return told if shown is not None and told is not None and told.seq == shown.seq else None

    @property
    def awaited(self) -> bool:
        """Whether the host waits until this player has read the finished deal."""
        paused = self.paused
        return (
            paused is not None and self.client.seat in paused.awaited and paused.seq != self.gone_on
        )

    @property
    def over(self) -> bool:
        """Whether the end of the match is shown."""
        return self.shown is not None and self.shown.view.result is not None

    @property
    def enter_means(self) -> str:
        """The meaning of Enter, in English: play or continue.

        None while only others are still reading, and for a watcher while others play.
        """
        if self.reading is not None:
            paused, seat = self.paused, self.client.seat
            return "" if paused is not None and seat not in paused.awaited else "continue"
        if self.over:
            return "continue"
        return "play" if self.client.seat is not None else ""

    @property
    def back_means(self) -> str:
        """The meaning of Esc, in English: while a deal is read, it continues."""
        return self.enter_means if self.reading is not None else "leave"

    @property
    def hint_means(self) -> bool | str:
        """The meaning of the key for hints, in English: the second time, it shows numbers.

        None where nothing is played, as while a deal is read, or in a game without hints.
        """
        if self.enter_means != "play" or self.game is None or not can_advise(self.game.NAME):
            return False
        return "hint" if self.hint is None or self.numbers_wanted else "numbers"

    @property
    def past(self) -> list[Past]:
        """The last trick and deal, for looking back; while a deal is read, its table."""
        if self.reading is not None:
            return [Past(self.reading, summary=False)]
        trick, deal = self.last_trick, self.last_deal
        tables = [Past(table, summary=False) for table in (trick or deal,) if table]
        return [*tables, *([Past(deal, summary=True)] if deal else [])]

    @property
    def open_hands(self) -> Past | None:
        """All hands of the deal that is read or looked back at, if house rules open them."""
        deal = self.last_deal if self.reading or self.looking or self.over else None
        if deal is None or self.game is None:
            return None
        shown = open_hands(BOARDS[self.game.NAME], deal.view)
        return Past(deal, summary=False, hands=True) if shown else None


# --- positions -----------------------------------------------------------------------------------


def closes(position: Position) -> bool:
    """Tell whether a position ends a trick or a deal, and so should stay for a while."""
    return is_deal_over(position.view) or any(e.kind == "trick" for e in position.events)


def take_in(match: MatchModel, event: ClientEvent) -> None:
    """Take in a position, which then waits to be shown, or an intermission."""
    match event:
        case Position():
            if event.before:
                _take_back(match, event.before)
            if not event.events:
                match.gone_on = NEVER  # a broken connection may have lost the message
            match.waiting.append(event)
        case IntermissionChanged():
            match.intermission = event
            if match.paused is not None and match.reading is None:
                finish_reading(match)  # a player who has read the deal is not asked again


def _take_back(match: MatchModel, before: Sequence[Position]) -> None:
    """Forget the positions that were taken back: the player can only look back to earlier ones."""
    match.waiting.clear()
    match.reading = match.looking = match.intermission = match.forced_at = None
    match.last_trick = match.last_deal = match.judged = match.forced = None
    match.ahead = ""
    game = match.game
    match.all_taken_back = game is not None and not any(
        len(game.legal(earlier.view)) > 1 for earlier in before[:-1]
    )
    for position in before:
        _remember(match, position)


def show_next(match: MatchModel) -> Position | None:
    """Show the next position; None if none waits, or while the player reads or looks back."""
    held = match.reading is not None and match.reads == "until_key" and match.paused is None
    if not match.waiting or match.looking is not None or held:
        return None
    position = match.shown = match.waiting.popleft()
    if position.late is not None and position.late == match.client.seat:
        match.effects.append(effects.Notify(t("Your time is up: a bot has moved for you")))
    match.effects.append(effects.Log(position))
    match.reading = None
    if _remember(match, position):
        over = is_deal_over(position.view)
        stays = match.reads == "until_key" or (over and match.reads == "in_pauses")
        match.reading = position if stays else None
    let_choose(match)
    return position


def _remember(match: MatchModel, position: Position) -> bool:
    """Remember a trick or a deal, to look back at; tell whether a deal or a round has ended."""
    kinds = {event.kind for event in position.events}
    if "trick" in kinds:
        match.last_trick = position
    if not (is_deal_over(position.view) or "round" in kinds):
        return False
    match.last_deal = position
    return True


def let_choose(match: MatchModel) -> None:
    """Let the player choose in the shown position, or again; not while a deal is being read."""
    game, shown, was_mine = match.game, match.shown, bool(match.legal)
    assert game is not None, "a position comes only to a seat"
    board = BOARDS[game.NAME]
    asked = shown is not None and match.reading is None
    match.legal = distinct(board, shown.view, game.legal(shown.view)) if shown and asked else ()
    if shown is not None:
        mine = bool(match.legal) and board.rest_is_mine(shown.view)
        match.rest_is_mine = mine
    match.hint = match.numbers = None
    match.seeking = match.numbers_wanted = False
    if match.legal and not was_mine:
        match.effects.append(effects.Call())
    elif not match.legal:
        match.effects.append(effects.EndCall())


def play(match: MatchModel, move: Move) -> None:
    """Send a move; until the answer comes, there is nothing to choose."""
    match.all_taken_back &= len(match.legal) == 1
    match.legal, match.forced_at = (), None
    match.effects.append(effects.MakeMove(move))


# --- reading and looking back --------------------------------------------------------------------


def finish_reading(match: MatchModel) -> None:
    """End the reading of a deal, or tell the host, which waits in a pause for all readers."""
    if match.paused is None:
        match.reading = None
    elif match.awaited:
        match.gone_on = match.paused.seq
        match.effects.append(effects.SendMessage(Continue(match.paused.seq)))


def look_back(match: MatchModel) -> None:
    """Look at the last trick, then at the last deal, then at the table again."""
    past = match.past
    at = past.index(match.looking) + 1 if match.looking in past else 0
    match.looking = past[at] if at < len(past) else None


def look_at_hands(match: MatchModel) -> None:
    """Look at all hands of the last finished deal, or at the table again."""
    hands = match.open_hands
    match.looking = None if match.looking == hands else hands


def claim_rest(match: MatchModel) -> bool:
    """Claim the rest of the deal; tell whether it is the player's, whatever the others play."""
    if not match.legal or not match.rest_is_mine or match.shown is None:
        return False
    match.rest_of = match.shown.view.deal
    return True


# --- time ----------------------------------------------------------------------------------------


def follow_time(match: MatchModel, now: float) -> bool:
    """Count down the clock or the pause; tell whether another number is to be shown."""
    paused, client = match.paused, match.client
    ends = client.ends if paused is None or paused.ends is None else paused.ends
    if ends is None and not match.time.text:
        return False
    changed = match.time.follow(ends, now)
    if match.time.short and client.my_turn and match.time.hurries():
        match.effects.append(effects.Call(hurry=True))
    return changed


def among_people(room: RoomState | None) -> bool:
    """Tell whether another person, who could notice the timing, sits at the table."""
    return room is not None and sum(line.kind == "human" for line in room.seats) > 1


def plays_itself(
    wanted: str, game: str, legal: Sequence[Move], hand: Sequence[Piece], *, watched: bool
) -> bool:
    """Tell whether the only move should be made for the player.

    `wanted` is the player's setting: "off", "bids", "last" or "every"; `watched` tells whether
    other people are at the table.
    """
    if wanted == "off" or len(legal) != 1:
        return False
    facts, (move,) = FACTS[game], legal
    known = (*getattr(facts, "FORCED_MOVES", ()), *getattr(facts, "OPEN_MOVES", ()))
    if move.partition(" ")[0] in known:
        return True
    if len(hand) == 1 and move in hand[0].moves:
        return wanted in ("last", "every")  # all see that the hand has one piece left
    return wanted == "every" and not watched
