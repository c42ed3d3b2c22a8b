"""A match as text, one JSON object a line: write, read, play back, verify (docs/records.md).

Knows no game: whatever a game says in its events of kind RECORDED becomes a line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from core.game import (
    RECORDED,
    Decks,
    Event,
    Game,
    IllegalMoveError,
    Move,
    OptionError,
    Plain,
    Seat,
    check_seats,
    parse_options,
    plain_options,
)
from core.records.fault import BrokenRecordError, Fault, broken, illegal

VERSION = 1

MAX_BYTES = 64 << 20
"""A match of the longest game takes some 100 kB; what is larger is no record."""

MAX_DEPTH = 100
"""Lists and objects within one another on one line; records themselves need four."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat: `kind` is "human" or "bot:" and a level."""

    name: str
    kind: str


def header(
    game: Game, options: Any, players: Sequence[Player], deal_proof: Plain = None
) -> dict[str, Plain]:
    """The first line: what is played, by which house rules, by whom."""
    return {
        "kozyr": VERSION,
        "game": game.NAME,
        "options": plain_options(options),
        "seats": [{"name": player.name, "kind": player.kind} for player in players],
        "deal_proof": deal_proof,
    }


def to_line(entry: Mapping[str, Plain]) -> str:
    """Write one line, without the line end."""
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":"))


class Match:
    """A match that writes its own record while it is played.

    `lines` grows by whole entries: the header and the first decks at once, then with each move the
    move, what it scored, and the decks it made necessary, in this order; the result comes last.
    """

    def __init__(
        self,
        game: Game,
        options: Any,
        players: Sequence[Player],
        decks: Decks,
        deal_proof: Plain = None,
    ) -> None:
        self.game = game
        self.options = options
        self.players = tuple(players)
        self.lines: list[dict[str, Plain]] = [header(game, options, players, deal_proof)]
        self._decks = decks
        self._drawn: list[dict[str, Plain]] = []
        self._held: dict[Seat, Move] = {}
        self._held_order: tuple[Seat, ...] = ()
        self.state = game.new(options, len(players), self._draw)
        self._flush()

    def _draw(self, cards: Sequence[str], /) -> Sequence[str]:
        order = list(self._decks(cards))
        self._drawn.append({"deck": order})
        return order

    def _flush(self) -> None:
        # Decks are drawn inside apply(), before the events of the deal that has just ended are
        # known: they wait here so that the record keeps the order in which things happened.
        self.lines += self._drawn
        self._drawn.clear()

    def play(self, seat: Seat, move: Move) -> list[Event]:
        """Play a move and write it down; an IllegalMoveError leaves nothing written."""
        turn = self.game.to_act(self.state)
        events = self.game.apply(self.state, seat, move)
        self._write_move(turn, seat, move)
        self.lines += (dict(event.data) for event in events if event.kind in RECORDED)
        self._flush()
        result = self.game.result(self.state)
        if result is not None:
            entry: dict[str, Plain] = {
                "totals": list(result.totals),
                "places": list(result.places),
            }
            if result.goats is not None:
                entry["goats"] = list(result.goats)
            self.lines.append({"result": entry})
        return events

    def _write_move(self, turn: tuple[Seat, ...], seat: Seat, move: Move) -> None:
        # Seats that decide at once do so in secret and in any order: until all have moved their
        # moves wait here, and then they are written in the order of to_act.
        if not self._held:
            self._held_order = turn
        self._held[seat] = move
        if len(self._held) == len(self._held_order):
            self.lines += ({"seat": who, "move": self._held[who]} for who in self._held_order)
            self._held.clear()

    @property
    def held(self) -> int:
        """How many moves are made but not yet written, because others decide at the same time."""
        return len(self._held)

    def text(self) -> str:
        """The whole record so far."""
        return "".join(to_line(entry) + "\n" for entry in self.lines)


def _plain(value: Plain) -> Plain:
    """Reduce to what JSON gives back: tuples become lists."""
    return json.loads(json.dumps(value))


def read(lines: Iterable[str]) -> Iterator[tuple[int, dict[str, Plain]]]:
    """Yield line numbers from 1 and entries; blank lines at the end are allowed.

    Raises BrokenRecordError at the first line that is no JSON object.
    """
    blank = 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            blank = blank or number
            continue
        if blank:
            raise broken(blank, "blank line inside the record")
        try:
            line.encode()
            entry = json.loads(line)
        except UnicodeEncodeError:
            # Undecodable bytes come here as surrogates, so that the lines before them count first.
            raise broken(number, "not UTF-8 text") from None
        except (ValueError, RecursionError):
            raise broken(number, "not valid JSON") from None
        if not isinstance(entry, dict):
            raise broken(number, "not a JSON object")
        if _is_deep(entry):
            raise broken(number, "lists within lists, more than {n} deep", n=MAX_DEPTH)
        yield number, entry


def _is_deep(value: Plain) -> bool:
    """Whether a value is nested so deeply that comparing or writing it might fail."""
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [
            inner
            for outer in level
            if isinstance(outer, (dict, list))
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return False
    return True


def _readable(
    lines: Iterable[str],
) -> tuple[list[tuple[int, dict[str, Plain]]], BrokenRecordError | None]:
    """Read up to the first line that is no JSON object; what comes before may be wrong earlier."""
    entries = []
    try:
        for number, entry in read(lines):
            entries.append((number, entry))
    except BrokenRecordError as error:
        return entries, error
    return entries, None


class _Script:
    """The deck lines of a record as a source of decks, each used once and checked."""

    def __init__(
        self, entries: Iterable[tuple[int, dict[str, Plain]]], afterwards: Decks | None
    ) -> None:
        self.waiting = [(number, entry["deck"]) for number, entry in entries if "deck" in entry]
        self._afterwards = afterwards

    def __call__(self, cards: Sequence[str], /) -> Sequence[str]:
        if not self.waiting:
            if self._afterwards is None:
                raise _DeckWantedError
            return self._afterwards(cards)
        number, order = self.waiting.pop(0)
        if not isinstance(order, list) or not all(isinstance(card, str) for card in order):
            raise broken(number, "a deck is a list of cards")
        if sorted(order) != sorted(cards):
            raise broken(number, "not a shuffle of the cards in play")
        return order


class _DeckWantedError(Exception):
    """The record has no deck line where the game shuffles."""


def open_match(
    games: Mapping[str, Game], entry: Mapping[str, Plain], decks: Decks, *, line: int = 1
) -> Match:
    """Start the match that a header line announces. Raises BrokenRecordError."""
    game, options, players = announced(games, entry, line=line)
    try:
        return Match(game, options, players, decks, entry.get("deal_proof"))
    except OptionError as error:
        raise broken(line, error.reason, **error.facts) from None


def announced(
    games: Mapping[str, Game], entry: Mapping[str, Plain], *, line: int = 1
) -> tuple[Game, Any, list[Player]]:
    """Read a header line: the game, its options, who plays. Raises BrokenRecordError."""
    game = _announced_game(games, entry, line)
    given, seats = entry.get("options"), entry.get("seats")
    if not isinstance(given, dict):
        raise broken(line, "the house rules are missing")
    try:
        options = parse_options(game.Options, given)
        missing = plain_options(options).keys() - given.keys()
        if missing:
            raise broken(line, "house rules left out: {names}", names=", ".join(sorted(missing)))
        if not isinstance(seats, list):
            raise broken(line, "the seats are missing")
        check_seats(game.NAME, game.SEATS, len(seats))
        return game, options, [_player(seat, line) for seat in seats]
    except OptionError as error:
        raise broken(line, error.reason, **error.facts) from None


def _announced_game(games: Mapping[str, Game], entry: Mapping[str, Plain], line: int) -> Game:
    if "kozyr" not in entry:
        raise broken(line, "not the first line of a record: it has no version")
    if not _agrees(entry["kozyr"], VERSION):
        raise broken(
            line,
            "version {version} of the format; this program reads {known}",
            version=_brief(entry["kozyr"]),
            known=VERSION,
        )
    name = entry.get("game")
    if not isinstance(name, str) or name not in games:
        raise broken(
            line,
            "no such game: {word}; there are: {known}",
            word=_brief(name),
            known=", ".join(games),
        )
    return games[name]


def _player(seat: Plain, line: int) -> Player:
    match seat:
        case {"name": str(name), "kind": str(kind)}:
            return Player(name, kind)
    raise broken(line, "a seat needs a name and a kind")


class Witness(Protocol):
    """Sees a record being played back, as far as it is right."""

    def began(self, match: Match) -> None:
        """Look at a match before its first move."""
        ...

    def saw(self, match: Match, seat: Seat, move: Move, events: Sequence[Event]) -> None:
        """Look at a match after a move."""
        ...


def play_back(
    games: Mapping[str, Game],
    lines: Iterable[str],
    *,
    partial: bool = False,
    decks: Decks | None = None,
    witness: Witness | None = None,
) -> Match:
    """Replay a record and compare every line with what the rules give.

    `partial` accepts a record that stops before the end, as of a match still running; `decks` is
    where its next decks come from. Raises BrokenRecordError at the first line that breaks.
    """
    entries, unreadable = _readable(lines)
    if not entries:
        raise unreadable or broken(1, "the file is empty")
    script = _Script(entries, decks)
    after = entries[-1][0] + 1
    at = 0
    try:
        match = open_match(games, entries[0][1], script, line=entries[0][0])
        if witness is not None:
            witness.began(match)
        while (at := _compare(match, entries, at)) + match.held < len(entries):
            number, entry = entries[at + match.held]
            _replay_move(match, number, entry, witness)
    except _DeckWantedError:
        # The deck belongs after the line that made it necessary and what that line scored.
        missing = [n for n, e in entries[at + 1 :] if not e.keys() & {"deck", *RECORDED}]
        if not missing and unreadable is not None:
            raise unreadable from None
        raise broken(missing[0] if missing else after, "a deck line is missing") from None
    if unreadable is not None:
        raise unreadable
    if not partial and len(match.lines) > len(entries):
        raise broken(after, "expected {line}", line=_brief(match.lines[len(entries)]))
    if not partial and match.game.result(match.state) is None:
        raise broken(after, "the record stops before the match is over")
    return match


def _compare(match: Match, entries: Sequence[tuple[int, dict[str, Plain]]], at: int) -> int:
    """Compare the lines that follow from the moves so far; return the index of the next move."""
    expected = match.lines[at:]
    for (number, entry), want in zip(entries[at:], expected, strict=False):
        wanted = _plain(want)
        if "kozyr" in wanted or "move" in wanted:
            continue
        for key, value in wanted.items():
            if key not in entry:
                raise broken(number, "expected {line}", line=_brief(wanted))
            if not _agrees(entry[key], value):
                raise broken(
                    number,
                    "{key} is {right}, not {wrong}",
                    key=key,
                    right=_brief(value),
                    wrong=_brief(entry[key]),
                )
        unknown = {"seat", "move", "deck", "result", "premium", "deal", "round"} & entry.keys()
        if unknown - wanted.keys():
            raise broken(number, "expected {line}", line=_brief(wanted))
    return min(len(entries), at + len(expected))


def _agrees(got: Plain, want: Plain) -> bool:
    """Compare values; objects may carry extra keys."""
    if isinstance(want, dict):
        return isinstance(got, dict) and all(
            key in got and _agrees(got[key], value) for key, value in want.items()
        )
    if isinstance(want, list):
        return isinstance(got, list) and len(got) == len(want) and all(map(_agrees, got, want))
    return type(got) is type(want) and bool(got == want)


def _brief(value: Plain) -> str:
    """Write a value about as it stands in a line, cut short."""
    text = json.dumps(value, separators=(",", ":"))
    return text if len(text) <= 60 else text[:57] + "..."


def _replay_move(
    match: Match, number: int, entry: Mapping[str, Plain], witness: Witness | None
) -> None:
    seat, move = entry.get("seat"), entry.get("move")
    if match.game.result(match.state) is not None:
        raise broken(number, "a line after the result")
    waiting = match.game.to_act(match.state)
    if type(seat) is not int or not isinstance(move, str) or seat in waiting[1:]:
        # Seats that decide at once are written in the order of to_act.
        raise broken(number, "expected a move of seat {seat}", seat=waiting[0])
    try:
        events = match.play(seat, move)
    except IllegalMoveError as error:
        raise illegal(number, seat, move, error) from None
    if witness is not None:
        witness.saw(match, seat, move, events)


def verify(games: Mapping[str, Game], lines: Iterable[str]) -> Fault | None:
    """Replay a record; return the first fault, or None when every line follows from the rules."""
    try:
        play_back(games, lines)
    except BrokenRecordError as error:
        return error.fault
    return None
