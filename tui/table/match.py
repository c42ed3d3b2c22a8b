"""A match as its player follows it: what has come, what is shown and read, whose turn it is.

One state for the full screen and for plain mode, and functions over it. Pure: no I/O and no clock
of its own; whatever is to be done about it is appended to `effects`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from core.advice.numbers import Numbers, can_number
from core.game import Move, is_deal_over
from core.games import FACTS
from net.client.events import ClientEvent, IntermissionChanged, Position, RoomState
from net.client.seat import ClientSeat
from net.wire.to_host import Continue
from tui.boards import BOARDS
from tui.boards.contract import open_hands
from tui.boards.scene import Piece
from tui.language.text import t
from tui.table import effects
from tui.table.countdown import TurnTime
from tui.table.effects import Effect
from tui.table.hints import Hint

Reads: TypeAlias = Literal["until_key", "in_pauses", "never"]
"""How long a finished deal is read: until the player goes on, even if the host goes on at once;
only while the host waits for that; or not at all, because a program plays."""

NEVER: Final = -1
"""No position has this number."""


@dataclass(frozen=True, slots=True)
class Past:
    """A position that is looked back at, with or without the summary of its deal."""

    position: Position
    summary: bool
    hands: bool = False
    """Whether what everybody held lies over the table."""


@dataclass(slots=True)
class MatchModel:
    """Everything a front end has to remember of a match; what the host says is in `client`."""

    client: ClientSeat
    reads: Reads = "until_key"
    effects: list[Effect] = field(default_factory=list)
    """What is to be done, in order."""

    waiting: deque[Position] = field(default_factory=deque)
    """Received and not yet shown."""
    shown: Position | None = None
    """The position that the player sees."""
    legal: tuple[Move, ...] = ()
    """The moves among which the player chooses; none once one has been made."""
    forced_at: float | None = None
    """When the only possible move will be made; None if the player chooses."""
    rest_is_mine: bool = False
    """Whether all that is left of the deal is this player's, whatever anybody plays."""
    rest_of: int = 0
    """The deal whose rest is played for the player, who has claimed it; 0 for none."""
    waits_for_key: bool = False
    """Whether a finished trick stays until the player continues."""

    reading: Position | None = None
    """The end of a deal or a round that has not been read yet."""
    intermission: IntermissionChanged | None = None
    """The last intermission that the host sent."""
    gone_on: int = NEVER
    """The last finished deal from which the player has gone on, which is sent once."""

    last_trick: Position | None = None
    """The last finished trick."""
    last_deal: Position | None = None
    looking: Past | None = None
    """The last trick or deal, while the player looks back at it."""

    hint: Hint | None = None
    """The hint for this position, once asked for."""
    seeking: bool = False
    """Whether a hint, or a closer look, is waited for; moves wait for it, so the screen says so."""
    all_taken_back: bool = False
    """Whether the player has no decision left that could be taken back, having taken back all."""
    judged: Position | None = None
    """Where the last decision was made that is being judged."""
    numbers: Numbers | None = None
    """What the moves of this position would bring, once asked for."""
    numbers_wanted: bool = False
    """Whether the numbers are shown instead of the hint."""

    time: TurnTime = field(default_factory=TurnTime)
    """The running clock, or how long the pause lasts."""

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
        """What Enter does, in English: play or continue.

        Nothing while only others still read, and for a watcher while others play.
        """
        if self.reading is not None:
            paused, seat = self.paused, self.client.seat
            return "" if paused is not None and seat not in paused.awaited else "continue"
        if self.over:
            return "continue"
        return "play" if self.client.seat is not None else ""

    @property
    def back_means(self) -> str:
        """What Esc does, in English: while a deal is read it continues."""
        return self.enter_means if self.reading is not None else "leave"

    @property
    def hint_means(self) -> str:
        """What asking for a hint does, in English: the second time it shows numbers."""
        game = self.client.game
        first = self.hint is None or game is None or not can_number(game.NAME)
        return "hint" if first or self.numbers_wanted else "numbers"

    @property
    def past(self) -> list[Past]:
        """What can be looked back at: the last trick and deal; while a deal is read, its table."""
        if self.reading is not None:
            return [Past(self.reading, summary=False)]
        trick, deal = self.last_trick, self.last_deal
        tables = [Past(table, summary=False) for table in (trick or deal,) if table]
        return [*tables, *([Past(deal, summary=True)] if deal else [])]

    @property
    def open_hands(self) -> Past | None:
        """All hands of the deal that is read or looked back at, if house rules lay them open."""
        deal = self.last_deal if self.reading or self.looking or self.over else None
        if deal is None or self.client.game is None:
            return None
        shown = open_hands(BOARDS[self.client.game.NAME], deal.view)
        return Past(deal, summary=False, hands=True) if shown else None


# --- positions -----------------------------------------------------------------------------------


def closes(position: Position) -> bool:
    """Tell whether a position ends a trick or a deal, and so should stay a while."""
    return is_deal_over(position.view) or any(e.kind == "trick" for e in position.events)


def take_in(match: MatchModel, event: ClientEvent) -> None:
    """Take in a position, which then waits to be shown, or an intermission."""
    match event:
        case Position():
            if event.before:
                _take_back(match, event.before)
            if not event.events:
                match.gone_on = NEVER  # what was sent on a broken connection may be lost
            match.waiting.append(event)
        case IntermissionChanged():
            match.intermission = event
            if match.paused is not None and match.reading is None:
                finish_reading(match)  # a player who has read the deal is not asked again
        case _:
            pass


def _take_back(match: MatchModel, before: Sequence[Position]) -> None:
    """Forget what was taken back: the player can look back only at what came before."""
    match.waiting.clear()
    match.reading = match.looking = match.intermission = match.forced_at = None
    match.last_trick = match.last_deal = match.judged = None
    game = match.client.game
    match.all_taken_back = game is not None and not any(
        len(game.legal(earlier.view)) > 1 for earlier in before[:-1]
    )
    for position in before:
        _remember(match, position)


def show_next(match: MatchModel) -> Position | None:
    """Show the next position; None if none waits, or if something is read or looked back at."""
    held = match.reading is not None and match.reads == "until_key" and match.paused is None
    if not match.waiting or match.looking is not None or held:
        return None
    position = match.shown = match.waiting.popleft()
    if position.late is not None:
        match.effects.append(effects.LogLate(position))
        if position.late == match.client.seat:
            match.effects.append(effects.Notify(t("Your time is up: a bot has moved for you")))
    if position.before:
        match.effects.append(effects.LogAgain(position))
    else:
        match.effects.append(effects.Log(position))
    _keep(match, position)
    let_choose(match)
    return position


def _keep(match: MatchModel, position: Position) -> None:
    """Remember what can be looked back at, and what has to be read."""
    match.reading = None
    if _remember(match, position):
        over = is_deal_over(position.view)
        stays = match.reads == "until_key" or (over and match.reads == "in_pauses")
        match.reading = position if stays else None


def _remember(match: MatchModel, position: Position) -> bool:
    """Remember what can be looked back at; tell whether it is the end of a deal or a round."""
    kinds = {event.kind for event in position.events}
    if "trick" in kinds:
        match.last_trick = position
    if not (is_deal_over(position.view) or "round" in kinds):
        return False
    match.last_deal = position
    return True


def let_choose(match: MatchModel) -> None:
    """Let the player choose in the shown position, or anew; not while a deal is being read."""
    game, shown, was_mine = match.client.game, match.shown, bool(match.legal)
    assert game is not None, "a position comes only to a seat"
    match.legal = tuple(game.legal(shown.view)) if shown and match.reading is None else ()
    if shown is not None:
        mine = bool(match.legal) and BOARDS[game.NAME].rest_is_mine(shown.view)
        match.rest_is_mine = mine
    match.hint = match.numbers = None
    match.seeking = match.numbers_wanted = False
    if match.legal and not was_mine:
        match.effects.append(effects.Call())
    elif not match.legal:
        match.effects.append(effects.EndCall())


def play(match: MatchModel, move: Move) -> None:
    """Make a move; until the answer comes there is nothing left to choose."""
    match.all_taken_back &= len(match.legal) == 1
    match.legal, match.forced_at = (), None
    match.effects.append(effects.MakeMove(move))


# --- reading and looking back --------------------------------------------------------------------


def finish_reading(match: MatchModel) -> None:
    """Note that the deal has been read: tell the host if it waits for that, otherwise go on."""
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
    """Look at what everybody was dealt in the last finished deal, or at the table again."""
    hands = match.open_hands
    match.looking = None if match.looking == hands else hands


def claim_rest(match: MatchModel) -> bool:
    """Claim the rest of the deal; tell whether it is the player's however it is played."""
    if not match.legal or not match.rest_is_mine or match.shown is None:
        return False
    match.rest_of = match.shown.view.deal
    return True


# --- time ----------------------------------------------------------------------------------------


def follow_time(match: MatchModel, now: float) -> bool:
    """Count the clock or the pause down; tell whether another number is to be shown."""
    paused, client = match.paused, match.client
    ends = client.ends if paused is None or paused.ends is None else paused.ends
    changed = match.time.follow(ends, now)
    if client.my_turn and match.time.hurries():
        match.effects.append(effects.Call(hurry=True))
    return changed


def among_people(room: RoomState | None) -> bool:
    """Whether somebody else who could watch the time sits at the table."""
    return room is not None and sum(line.kind == "human" for line in room.seats) > 1


def plays_itself(
    wanted: str, game: str, legal: Sequence[Move], hand: Sequence[Piece], *, watched: bool
) -> bool:
    """Tell whether the only move is to be made for the player.

    `wanted` is the player's setting: "off", "bids", "last" or "every"; `watched` says whether other
    people are at the table.
    """
    if wanted == "off" or len(legal) != 1:
        return False
    facts, (move,) = FACTS[game], legal
    known = (*getattr(facts, "FORCED_MOVES", ()), *getattr(facts, "OPEN_MOVES", ()))
    if move.partition(" ")[0] in known:
        return True
    if len(hand) == 1 and move in hand[0].moves:
        return wanted in ("last", "every")  # everybody sees that the hand has one piece left
    return wanted == "every" and not watched
