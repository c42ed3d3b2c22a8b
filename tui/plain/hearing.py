"""Plain mode: what is said when something happens at the table. No I/O."""

from __future__ import annotations

from core.position import legal as legal_moves
from net.client.told import (
    Connected,
    Disconnected,
    Paused,
    Position,
    Refusal,
    Room,
    RoomChanged,
    SatDown,
    Spoken,
    TimeChanged,
    Told,
)
from net.wire.protocol import Continue
from tui.language.text import t, tn
from tui.plain.player import Player
from tui.plain.room import RoomTalk
from tui.plain.teller import Teller
from tui.table.countdown import Countdown
from tui.table.room_words import given_said, late_said, link_said, refusal_said


class Hearing:
    """Says what happens; keeps what can be played in `player`."""

    def __init__(self, player: Player, room: RoomTalk) -> None:
        self._player = player
        self._room = room
        self._teller = Teller(player.say)
        self.finished = False
        """Whether the last match was told to its end."""

    @property
    def log(self) -> tuple[str, ...]:
        """The last that happened in the match."""
        return tuple(self._teller.log)

    def hear(self, told: Told, now: float) -> None:
        """Say what has happened; `now` is the time by which ends of time are told."""
        player = self._player
        match told:
            case SatDown() if not (player.plan.alone or told.again):
                self._room.sat_down(told)
            case RoomChanged(room):
                self._room_changed(told, room)
            case Position():
                self._position(told, now)
            case Paused(seq=seq, awaited=awaited):
                # What has been said can be read at any time: nobody is kept waiting for it.
                if player.client.seat in awaited:
                    player.send(Continue(seq))
            case TimeChanged():
                player.sentence(given_said(told, player.names))
                if player.client.seat in told.given:
                    self._say_time(told.ends, now)
            case Refusal(code="dealt"):
                pass  # it was gone on twice, or the pause was over first
            case Refusal():
                player.say_no(refusal_said(told), told.rule)
                if told.code == "illegal" and player.moves:
                    player.say(player.table.turn())
            case Spoken(name=name, text=text):
                player.say(t("{name} says: {text}", name=name, text=text))
            case Connected(again=True) | Disconnected():
                player.sentence(link_said(up=isinstance(told, Connected)))
            case _:
                pass

    def hurry(self, now: float) -> None:
        """Warn the player that the time is nearly up."""
        self._say_time(self._player.client.ends, now)

    def _room_changed(self, told: RoomChanged, room: Room) -> None:
        plan, gathering = self._player.plan, room.phase == "gathering"
        if plan.alone and gathering:
            return  # the bots sit down one by one: nobody wants to hear that
        self._room.changed(told)
        if gathering:
            self._room.follow(room, start=plan.start, ready=plan.ready)

    def _position(self, told: Position, now: float) -> None:
        player, view, events = self._player, told.view, told.events
        seat, game = player.client.seat, player.client.game
        if told.late is not None:
            player.sentence(late_said(told.late, player.names, seat))
        self._teller.tell(player.board, events, player.names, seat)
        if not events:
            self.finished, player.hand_said = False, ""
            player.say_all(player.table.situation())
        # While all decide at once, others' decisions are no reason to be asked again.
        asked = player.moves if events and all(e.seat != view.seat for e in events) else ()
        player.moves = legal_moves(game, view) if game else ()
        if view.result is not None and not self.finished:
            self._say_result()
        elif player.moves and player.moves != asked:
            self._say_turn()
            self._say_time(told.ends, now)
        elif not player.moves and any(event.kind == "began" for event in events):
            player.say_hand()
        elif not player.moves and not events:
            player.say_hand()
            player.say(player.table.awaited())

    def _say_turn(self) -> None:
        player = self._player
        if len(player.moves) == 1 and player.plan.autoplay:
            player.send(player.client.play(player.moves[0]))
            return
        if len(player.moves) > 1 and not player.table.names_all():
            player.say_hand()
        player.say(player.table.turn())

    def _say_time(self, ends: float | None, now: float) -> None:
        """Say how much time this player has for the decision, if any runs."""
        player = self._player
        if ends is not None and player.client.my_turn:
            n = Countdown(ends).seconds(now)
            player.say(tn("You have {n} second.", "You have {n} seconds.", n))

    def _say_result(self) -> None:
        player = self._player
        self.finished = True
        player.say_all(player.table.places())
        if player.plan.once:
            player.left = True
        elif player.client.owns:
            player.say(t("'start' begins another match, 'quit' leaves."))
        elif player.client.seat is not None:
            player.say(t("'ready' agrees to another match, 'quit' leaves."))
