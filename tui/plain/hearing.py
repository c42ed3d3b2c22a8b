"""Plain mode: what is said when something happens at the table. No I/O."""

from __future__ import annotations

from core.position import is_deal_over
from net.client.happenings import (
    CheckAhead,
    Connected,
    DealChecked,
    Disconnected,
    IntermissionChanged,
    MatchChecked,
    Position,
    RecordFiled,
    Refusal,
    RoomChanged,
    RoomState,
    SatDown,
    SeatHappening,
    Shuffled,
    Spoken,
    TimeChanged,
)
from tui.boards.forced import among_people, plays_itself
from tui.boards.scene import Paged
from tui.language.text import t, tn
from tui.plain.context import PlainContext
from tui.plain.finished_deal import FinishedDeal
from tui.plain.room import RoomDialogue
from tui.plain.teller import Teller
from tui.summary.words import page_lines
from tui.table.countdown import Countdown
from tui.table.deal_words import RECORD_MISFIT, ahead_said, checked_said, deal_said, shuffled_said
from tui.table.room_words import given_said, late_said, link_said, refusal_said


class Hearing:
    """Says what happens; keeps what can be played in `player`."""

    def __init__(self, player: PlainContext, room: RoomDialogue) -> None:
        self._player = player
        self._room = room
        self._teller = Teller(player.say)
        self.finished_deal = FinishedDeal(player)
        self.finished = False
        """Whether the last match was told to its end."""

    @property
    def log(self) -> tuple[str, ...]:
        """The last event of the match."""
        return tuple(self._teller.log)

    def hear(self, happening: SeatHappening, now: float) -> None:
        """Say what has happened; `now` is the clock for times that run out."""
        player = self._player
        match happening:
            case SatDown() if not (player.plan.alone or happening.again):
                self._room.sat_down(happening)
            case RoomChanged(room):
                self._room_changed(happening, room)
            case Position():
                self._position(happening, now)
            case IntermissionChanged():
                self.finished_deal.hear(happening, now)
            case TimeChanged():
                player.sentence(given_said(happening, player.names))
                if player.client.seat in happening.given:
                    self._say_time(happening.ends, now)
            case Refusal(code="dealt"):
                pass  # the player continued twice, or the pause ended first
            case Refusal():
                player.say_no(refusal_said(happening), happening.rule)
                if happening.code == "illegal" and player.moves:
                    player.say(player.table.turn())
            case Spoken(name=name, text=text):
                player.say(t("{name} says: {text}", name=name, text=text))
            case Shuffled():
                player.sentence(shuffled_said(happening, player.names, player.client.seat))
            case CheckAhead():
                player.sentence(ahead_said(happening, player.client.room, player.client.seat))
            case DealChecked():
                player.sentence(deal_said(happening))
            case MatchChecked():
                self._match_checked(happening)
                self._leave_if_once()
            case RecordFiled(fits=False):
                player.sentence(t(RECORD_MISFIT))
            case RecordFiled(path) if path:
                player.say(t("The record of this match is kept in {path}.", path=path))
            case Connected(again=True) | Disconnected():
                player.sentence(link_said(up=isinstance(happening, Connected)))
                self._leave_if_once()
            case _:
                pass

    def hurry(self, now: float) -> None:
        """Warn the player that the time is nearly up."""
        self._say_time(self._player.client.ends, now)

    def _room_changed(self, happening: RoomChanged, room: RoomState) -> None:
        plan, gathering = self._player.plan, room.phase == "gathering"
        if plan.alone and gathering:
            return  # the bots sit down one by one, which is not worth saying
        self._room.changed(happening)
        if gathering:
            self._room.follow(room, start=plan.start, ready=plan.ready)

    def _position(self, happening: Position, now: float) -> None:
        player, view, events = self._player, happening.view, happening.events
        player.events.absorb(happening)
        seat, game = player.client.seat, player.client.game
        if happening.late is not None:
            player.sentence(late_said(happening.late, player.names, seat))
        self._teller.tell(player.board, events, player.names, seat)
        if events and is_deal_over(view) and isinstance(player.board, Paged):
            player.say_all(player.board.page_told(view, player.names))
        if not events:
            self.finished, player.hand_said = False, ""
            self.finished_deal.forget()
            player.say_all(player.table.situation())
        # While all decide at once, do not ask again after each decision of the others.
        asked = player.moves if events and all(e.seat != view.seat for e in events) else ()
        player.moves = tuple(game.legal(view)) if game else ()
        if view.result is not None and not self.finished:
            self._say_result()
        elif player.moves and player.moves != asked:
            self._say_turn()
            self._say_time(happening.ends, now)
        elif not player.moves and any(event.kind == "began" for event in events):
            player.say_hand()
        elif not player.moves and not events:
            player.say_hand()
            player.say(player.table.awaited())

    def _say_turn(self) -> None:
        player = self._player
        client = player.client
        if client.game is not None and plays_itself(
            player.plan.autoplay,
            client.game.NAME,
            player.moves,
            player.table.choices.pieces,
            watched=among_people(client.room),
        ):
            player.send(player.client.play(player.moves[0]))
            return
        if len(player.moves) > 1 and not player.table.choices.names_all():
            player.say_hand()
        player.say(player.table.turn())

    def _say_time(self, ends: float | None, now: float) -> None:
        """Say how much time this player has for the decision, if the clock is running."""
        player = self._player
        if ends is not None and player.client.my_turn:
            n = Countdown(ends).seconds(now)
            player.say(tn("You have {n} second.", "You have {n} seconds.", n))

    def _say_result(self) -> None:
        player = self._player
        self.finished = True
        match = player.ending
        if match is not None:
            player.say_all(page_lines(match))
            if not player.plan.once:
                player.say(t("'summary' reads that again, with the totals deal by deal."))
        if player.plan.once:
            # If the deals of the match are checked, the result may still be to come.
            deals = player.client.deals
            player.left = deals is None or deals.verdict is not None
        elif player.client.owns:
            player.say(t("'start' begins another match, 'quit' leaves."))
        elif player.client.seat is not None:
            player.say(t("'ready' agrees to another match, 'quit' leaves."))

    def _match_checked(self, checked: MatchChecked) -> None:
        client, names = self._player.client, self._player.names
        self._player.sentence(checked_said(checked, client.room, names, client.seat))

    def _leave_if_once(self) -> None:
        if self.finished and self._player.plan.once:
            self._player.left = True
