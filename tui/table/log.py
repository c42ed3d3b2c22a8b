"""The log of a table: its lines, worded when they are read, and the writer that follows a table.

No Textual.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, Final, Literal, TypeAlias

from core.game import RECORDED, Event, Seat
from net.client import events
from net.client.seat import ClientSeat
from net.lan.addresses import short_address_name
from tui.boards import BOARDS, Board
from tui.boards.seats import letters_of
from tui.language.games import words_of
from tui.language.text import language, t
from tui.language.words import seat_names
from tui.room import words
from tui.room.hosts import moved_said
from tui.table.banter import spoken_said
from tui.table.deal_words import NUMBER_REUSED, RECORD_MISFIT, ahead_said, deal_said, shuffled_said

KEPT: Final = 500
"""The most lines that are kept: more than two deals of any match can have."""

LineKind: TypeAlias = Literal["event", "chat", "notice", "warning", "deal"]

Phrase: TypeAlias = Callable[[], str]
"""Words a line in the language in use when it is read."""


@dataclass(frozen=True, slots=True)
class Badge:
    """The player of a line: a letter on the colour of a seat, as at the table."""

    seat: Seat
    letter: str


def badge_of(names: Sequence[str], seat: Seat | None) -> Badge | None:
    """Return the badge of a seat among these names; None without a seat."""
    if seat is None or seat >= len(names):
        return None
    return Badge(seat, letters_of(names)[seat])


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry of the log, worded when it is read."""

    kind: LineKind
    say: Phrase
    about: str = ""
    """The subject whose state it reports; a newer line about the same subject replaces it."""
    badge: Badge | None = None
    """The player who did or said it."""


class TableLog:
    """The lines of one table, the oldest first."""

    def __init__(self, game: Callable[[], str] = str) -> None:
        """`game` is the game that is played: in the next game its lines keep its words."""
        self.lines: deque[LogLine] = deque(maxlen=KEPT)
        self._game = game

    def _add(
        self, kind: LineKind, say: Phrase, about: str = "", badge: Badge | None = None
    ) -> None:
        game = self._game()

        def said() -> str:
            return _in_words_of(game, say, language())

        if said():
            self.lines.append(LogLine(kind, said, about, badge))

    def chat(self, name: str, say: Phrase, badge: Badge | None = None) -> None:
        """Write the words of a player, a watcher or a bot."""
        self._add("chat", lambda: f"{name}: {say()}", badge=badge)

    def warn(self, say: Phrase) -> None:
        """Write a line that must not be overlooked."""
        self._add("warning", say)

    def note(self, say: Phrase, about: str = "", badge: Badge | None = None) -> None:
        """Write a notice; it replaces the last line about the state of the same subject."""
        if about and self.lines and self.lines[-1].about == about:
            self.lines.pop()
        self._add("notice", say, about, badge)

    def tell(
        self, board: Board, game_events: Iterable[Event], names: Sequence[str], seat: Seat | None
    ) -> None:
        """Write the events of the match, as `seat` sees them."""
        for event in game_events:
            kind: LineKind = "deal" if event.kind in ("began", *RECORDED) else "event"
            say = partial(board.noted, event, names, seat)
            self._add(kind, say, badge=badge_of(names, event.seat))


@lru_cache(KEPT)
def _in_words_of(game: str, say: Phrase, _language: str) -> str:
    """Word a line with the words of a game, once in each language."""
    with words_of(game):
        return say()


class LogWriter:
    """Writes the log of one table."""

    def __init__(
        self,
        client: ClientSeat,
        check_said: Callable[[events.MatchChecked], Phrase],
        *,
        alone: bool,
    ) -> None:
        """`check_said` words the check of a match."""
        self.log = TableLog(self._game)
        self._client, self._alone = client, alone
        self._check_said = check_said
        self._unshown: deque[tuple[events.Position, list[Phrase]]] = deque(maxlen=KEPT)
        """Positions not yet shown, each with the notices to write once it is."""
        self._places: tuple[str, ...] = ()
        """The addresses at which others reach the table."""
        self._follows = False
        """Whether the log is complete: from the start of the match, or from a recollection."""

    def absorb(self, event: events.ClientEvent) -> None:
        """Note an event; the moves of a position are written only when it is shown."""
        log, client = self.log, self._client
        match event:
            case events.Position():
                if not self._follows:
                    self._recall(event)
                self._unshown.append((event, []))
            case events.WasMissed(game_events, helped):
                log.note(partial(t, "What happened meanwhile:"))
                # By names alone: this seat's moves were made by its holder at the time, perhaps a
                # bot.
                log.tell(BOARDS[self._game()], game_events, seat_names(client.players), None)
                if helped:
                    log.note(words.helped_said)
            case events.TimeChanged():
                log.note(partial(words.given_said, event, self._names))
            case events.Shuffled():
                log.note(partial(shuffled_said, event, self._names, client.seat))
            case events.CheckAhead():
                log.note(partial(ahead_said, event, client.room, client.seat))
            case events.DealChecked():
                self._note_once_shown(partial(deal_said, event))
            case events.MatchChecked(fault=fault) if fault:
                log.warn(self._check_said(event))
            case events.MatchChecked():
                self._note_once_shown(self._check_said(event))
            case events.Spoken(seat, name):
                log.chat(name, partial(spoken_said, event), self._badge(seat))
            case events.RecordFiled(fits=False):
                log.note(partial(t, RECORD_MISFIT))
            case events.RecordFiled(reused=True):
                log.note(partial(t, NUMBER_REUSED))
            case events.RoomChanged():
                self._note_changes(event)
            case _:
                self._absorb_link(event)

    def _absorb_link(self, event: events.ClientEvent) -> None:
        """Note the place of the table, and whether it can be reached."""
        log, client = self.log, self._client
        match event:
            case events.Connected():
                self._note_places(event)
                if event.again and client.seated is not None:
                    log.note(partial(words.link_said, up=True))
            case events.WaysTold():
                self._note_places(event)
            case events.TableMoved():
                log.note(partial(moved_said, event, client))
            case events.Disconnected() if client.seated is not None:
                log.note(partial(words.link_said, up=False))

    def _note_changes(self, event: events.RoomChanged) -> None:
        """Note the changes in the room."""
        for change in event.happened:
            self._follows = self._follows or change.kind == "begun"
            if change.kind == "bot" and self._alone:
                continue  # they sit there from the beginning, as the table shows
            said = partial(words.change_said, change, event.room, self._client.seat)
            self.log.note(said, words.subject(change), self._badge(change.seat))

    def _note_places(self, event: events.ClientEvent) -> None:
        """Note that others now reach the table at another address."""
        welcomed = self._client.handshake.welcomed
        places = tuple(
            short_address_name(way.address, way.port)
            for way in (welcomed.ways if welcomed else ())
            if way.kind == "kozyr" and way.address
        )
        before, self._places = self._places, places or self._places
        if before and places and set(places) != set(before):
            self.log.note(partial(words.place_said, places), "places")

    def tell(self, position: events.Position) -> None:
        """Write a shown position, and the notices that waited for it.

        After moves were taken back, the position brings the earlier ones: the log begins anew.
        """
        if position.before:
            self.log.lines.clear()
            self._follows = True
        players, seat = seat_names(self._client.players), self._client.seat
        for told in position.before or (position,):
            if told.late is not None:
                self.log.note(partial(words.late_said, told.late, players, seat))
            self.log.tell(BOARDS[self._game()], told.events, players, seat)
        while any(waiting is position for waiting, _ in self._unshown):
            for say in self._unshown.popleft()[1]:
                self.log.note(say)
        if position.before:
            self.log.note(partial(t, "Taken back. This match no longer counts in statistics"))

    def _note_once_shown(self, say: Phrase) -> None:
        """Write a notice that would reveal how the moves not yet shown have ended."""
        if self._unshown:
            self._unshown[-1][1].append(say)
        else:
            self.log.note(say)

    def _badge(self, seat: Seat | None) -> Badge | None:
        """Return the badge of the player in a seat; a free seat has none."""
        seats = self._client.room.seats if self._client.room else ()
        taken = seat is not None and seat < len(seats) and seats[seat].kind
        return badge_of(seat_names(seats), seat) if taken else None

    def _game(self) -> str:
        game = self._client.match_game
        return "" if game is None else game.NAME

    @property
    def _names(self) -> tuple[str, ...]:
        return seat_names(self._client.room.seats if self._client.room else ())

    def _recall(self, position: events.Position) -> None:
        """Recall the state of a match that this player joins in the middle."""
        self._follows = True
        back = self._client.handshake.returned
        came = "You are back at your seat" if back else "You are joining a match in progress"
        self.log.note(partial(t, came))
        for part in ("", "last", "bids"):
            self.log.note(partial(self._recalled, position.view, part))

    def _recalled(self, view: Any, part: str) -> str:
        """Word one part of the state of a match; empty where the game does not have it."""
        board, players = BOARDS[self._game()], seat_names(self._client.players)
        said = board.spoken_part(view, players, part) if part else (board.headline(view),)
        return " ".join(said)
