"""A match as text, one JSON object a line: write, read, play back, verify (docs/records.md).

Knows no game: whatever a game says in its events of kind RECORDED becomes a line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

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
    parse_options,
    plain_options,
)

VERSION = 1


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat: `kind` is "human" or "bot:" and a level."""

    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing wrong with a record: line number from 1, and what is wrong with it."""

    line: int
    reason: str

    def __str__(self) -> str:
        # A damaged record may hold anything; its control characters must not reach a terminal.
        reason = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in self.reason)
        return f"line {self.line}: {reason}"


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


class BrokenRecordError(ValueError):
    """A record that cannot be played back; `fault` says where and why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


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
            raise BrokenRecordError(Fault(blank, "blank line inside the record"))
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            raise BrokenRecordError(Fault(number, "not valid JSON")) from None
        if not isinstance(entry, dict):
            raise BrokenRecordError(Fault(number, "not a JSON object"))
        yield number, entry


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
            raise BrokenRecordError(Fault(number, "a deck is a list of cards"))
        if sorted(order) != sorted(cards):
            raise BrokenRecordError(Fault(number, "not a shuffle of the cards in play"))
        return order


class _DeckWantedError(Exception):
    """The record has no deck line where the game shuffles."""


def open_match(
    games: Mapping[str, Game], entry: Mapping[str, Plain], decks: Decks, *, line: int = 1
) -> Match:
    """Start the match that a header line announces. Raises BrokenRecordError."""

    def fault(reason: str) -> BrokenRecordError:
        return BrokenRecordError(Fault(line, reason))

    if "kozyr" not in entry:
        raise fault("not the first line of a record: it has no version")
    if not _agrees(entry["kozyr"], VERSION):
        raise fault(f"version {entry['kozyr']!r} of the format; this program reads {VERSION}")
    name = entry.get("game")
    if not isinstance(name, str) or name not in games:
        raise fault(f"unknown game {name!r}; known are: {', '.join(games)}")
    game = games[name]
    given, seats = entry.get("options"), entry.get("seats")
    if not isinstance(given, dict):
        raise fault("no options")
    try:
        options = parse_options(game.Options, given)
    except OptionError as error:
        raise fault(str(error)) from None
    missing = plain_options(options).keys() - given.keys()
    if missing:
        raise fault(f"options left out: {', '.join(sorted(missing))}")
    if not isinstance(seats, list) or len(seats) not in game.SEATS:
        allowed = f"{game.SEATS[0]} to {game.SEATS[-1]}"
        raise fault(f"{name} is played at {allowed} seats")
    players = []
    for seat in seats:
        match seat:
            case {"name": str(player), "kind": str(kind)}:
                players.append(Player(player, kind))
            case _:
                raise fault("a seat needs a name and a kind")
    try:
        return Match(game, options, players, decks, entry.get("deal_proof"))
    except OptionError as error:
        raise fault(str(error)) from None


def play_back(
    games: Mapping[str, Game],
    lines: Iterable[str],
    *,
    partial: bool = False,
    decks: Decks | None = None,
) -> Match:
    """Replay a record and compare every line with what the rules give.

    `partial` accepts a record that stops before the end, as of a match still running; `decks` is
    where its next decks come from. Raises BrokenRecordError at the first line that breaks.
    """
    entries = list(read(lines))
    if not entries:
        raise BrokenRecordError(Fault(1, "the file is empty"))
    script = _Script(entries, decks)
    after = entries[-1][0] + 1
    at = 0
    try:
        match = open_match(games, entries[0][1], script, line=entries[0][0])
        while (at := _compare(match, entries, at)) + match.held < len(entries):
            number, entry = entries[at + match.held]
            _replay_move(match, number, entry)
    except _DeckWantedError:
        # The deck belongs after the line that made it necessary and what that line scored.
        missing = (n for n, entry in entries[at + 1 :] if not entry.keys() & set(RECORDED))
        raise BrokenRecordError(Fault(next(missing, after), "a deck line is missing")) from None
    if not partial and len(match.lines) > len(entries):
        raise BrokenRecordError(Fault(after, f"expected {_brief(match.lines[len(entries)])}"))
    if not partial and match.game.result(match.state) is None:
        raise BrokenRecordError(Fault(after, "the record stops before the match is over"))
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
                raise BrokenRecordError(Fault(number, f"expected {_brief(wanted)}"))
            if not _agrees(entry[key], value):
                raise BrokenRecordError(
                    Fault(number, f"{key} is {_brief(value)}, not {_brief(entry[key])}")
                )
        unknown = {"seat", "move", "deck", "result", "premium", "deal", "round"} & entry.keys()
        if unknown - wanted.keys():
            raise BrokenRecordError(Fault(number, f"expected {_brief(wanted)}"))
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


def _replay_move(match: Match, number: int, entry: Mapping[str, Plain]) -> None:
    seat, move = entry.get("seat"), entry.get("move")
    if match.game.result(match.state) is not None:
        raise BrokenRecordError(Fault(number, "a line after the result"))
    waiting = match.game.to_act(match.state)
    if type(seat) is not int or not isinstance(move, str) or seat in waiting[1:]:
        # Seats that decide at once are written in the order of to_act.
        raise BrokenRecordError(Fault(number, f"expected a move of seat {waiting[0]}"))
    try:
        match.play(seat, move)
    except IllegalMoveError as error:
        raise BrokenRecordError(Fault(number, f"seat {seat}, {move}: {error}")) from None


def verify(games: Mapping[str, Game], lines: Iterable[str]) -> Fault | None:
    """Replay a record; return the first fault, or None when every line follows from the rules."""
    try:
        play_back(games, lines)
    except BrokenRecordError as error:
        return error.fault
    return None
