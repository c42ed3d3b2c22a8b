"""Records read, played back and verified; docs/records.md has the format.

Knows no game. Playing back is a fold: a deck line deals, a move line is a move, and every other
line must be what these two have led to. core.match writes records.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import NoneType
from typing import Any, Protocol

from core.deal_proof import DealProof, DealtDecks, parse_proof
from core.game import (
    FINISHED,
    Decks,
    Event,
    Game,
    IllegalMoveError,
    Move,
    OptionError,
    Plain,
    Seat,
    Value,
    check_seats,
    parse_options,
)
from core.match import VERSION, Match, Player, written_options
from core.records import BrokenRecordError, Fault, broken, illegal, unplayable

MAX_BYTES = 64 << 20
"""The longest game takes some 100 kB; anything larger than this is not a record."""

MAX_DEPTH = 100
"""The deepest nesting of lists and objects on one line; records themselves need four."""

MAX_ORIGINS = 8
"""The most tables that one match can have gone through, each a branch of the one before."""

_KINDS = {"kozyr", "deck", "move", "deal", "round", "premium", "result"}
"""The keys that distinguish the kinds of lines: each line has exactly one of them."""


def _plain(value: Plain) -> Plain:
    """Return a value as JSON gives it back: tuples become lists."""
    return json.loads(json.dumps(value))


def read(lines: Iterable[str]) -> Iterator[tuple[int, dict[str, Plain]]]:
    """Yield line numbers from 1 and entries; blank lines at the end are allowed.

    Raises BrokenRecordError at the first line that is not a JSON object.
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
            entry = json.loads(line, parse_constant=_no_number)
        except UnicodeEncodeError:
            # Undecodable bytes arrive as surrogates, so that faults in earlier lines come first.
            raise broken(number, "not UTF-8 text") from None
        except (ValueError, RecursionError):
            raise broken(number, "not valid JSON") from None
        if not isinstance(entry, dict):
            raise broken(number, "not a JSON object")
        if _is_deep(entry):
            raise broken(number, "lists within lists, more than {n} deep", n=MAX_DEPTH)
        yield number, entry


def _no_number(name: str) -> Plain:
    """Refuse NaN and Infinity, which Python reads but JSON does not have."""
    raise ValueError(name)


def _is_deep(value: Plain) -> bool:
    """Tell whether a value is nested so deeply that comparing or writing it might fail."""
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
    """Read up to the first line that is no JSON object; return the entries and its error.

    The error waits, as an earlier line may have another fault.
    """
    entries = []
    try:
        for number, entry in read(lines):
            entries.append((number, entry))
    except BrokenRecordError as error:
        return entries, error
    return entries, None


def open_match(games: Mapping[str, Game], entry: Mapping[str, Plain]) -> Match:
    """Start the match that the first line announces, without decks. Raises BrokenRecordError."""
    game, options, players = announced(games, entry)
    try:
        return Match(game, options, players, _no_decks, entry.get("deal_proof"))
    except OptionError as error:
        raise unplayable(error) from None


def announced(
    games: Mapping[str, Game], entry: Mapping[str, Plain]
) -> tuple[Game, Any, list[Player]]:
    """Read the first line: the game, its options, the players. Raises BrokenRecordError."""
    game = _announced_game(games, entry)
    given, seats = entry.get("options"), entry.get("seats")
    if not isinstance(given, dict):
        raise broken(1, "the house rules are missing")
    try:
        options = parse_options(game.Options, given)
        _check_rules(written_options(options), given)
        if not isinstance(seats, list):
            raise broken(1, "the seats are missing")
        check_seats(game.NAME, game.SEATS, len(seats))
        players = [_player(seat) for seat in seats]
    except OptionError as error:
        raise unplayable(error) from None
    if not isinstance(entry.get("deal_proof", ""), dict | NoneType):
        raise broken(1, "deal_proof is missing: it must be null or an object")
    return game, options, players


def _check_rules(rules: Mapping[str, Value], given: Mapping[str, Plain]) -> None:
    """Raise BrokenRecordError unless every house rule is given, numbers as numbers."""
    missing = rules.keys() - given.keys()
    if missing:
        raise broken(1, "house rules left out: {names}", names=", ".join(sorted(missing)))
    for name, value in rules.items():
        if not _agrees(given[name], value):
            raise broken(
                1,
                "{key} is {right}, not {wrong}",
                key=name,
                right=_brief(value),
                wrong=_brief(given[name]),
            )


def _announced_game(games: Mapping[str, Game], entry: Mapping[str, Plain]) -> Game:
    if "kozyr" not in entry:
        raise broken(1, "not the first line of a record: it has no version")
    if not _agrees(entry["kozyr"], VERSION):
        raise broken(
            1,
            "version {version} of the format; this program reads {known}",
            version=_brief(entry["kozyr"]),
            known=VERSION,
        )
    name = entry.get("game")
    if not isinstance(name, str) or name not in games:
        raise broken(
            1,
            "no such game: {word}; there are: {known}",
            word=_brief(name),
            known=", ".join(games),
        )
    return games[name]


def _player(seat: Plain) -> Player:
    match seat:
        case {"name": str(name), "kind": str(kind)}:
            if kind != "human" and not (kind.startswith("bot:") and kind != "bot:"):
                raise broken(
                    1, "a kind is human, or bot: and a level, not {word}", word=_brief(kind)
                )
            return Player(name, kind)
    raise broken(1, "a seat needs a name and a kind")


def proof_in(entry: Mapping[str, Plain], seats: int) -> DealProof | None:
    """Return the proof of the deal in the first line; None if there is none.

    Raises BrokenRecordError for a proof that contradicts itself.
    """
    try:
        proof = parse_proof(entry.get("deal_proof"), seats)
    except ValueError:
        raise broken(1, "the proof of the deal is not written as a proof") from None
    match "" if proof is None else proof.fault():
        case "seed":
            raise broken(1, "the seed of the deal is not the one committed to")
        case "nonce":
            raise broken(1, "a nonce of the deal is not the one committed to")
    return proof


class PlaybackObserver(Protocol):
    """Follows a record that is played back, as far as it is right."""

    def dealt(self, match: Match, order: Sequence[str], events: Sequence[Event]) -> None:
        """Look at a match after a deal."""

    def played(self, match: Match, seat: Seat, move: Move, events: Sequence[Event]) -> None:
        """Look at a match after a move."""


def play_back(
    games: Mapping[str, Game],
    lines: Iterable[str],
    *,
    partial: bool = False,
    observer: PlaybackObserver | None = None,
    prove: bool = False,
) -> Match:
    """Replay a record and compare every line with the one that follows from the rules.

    `partial` accepts a record that stops before the end, such as that of a running match; `prove`
    also compares the orders with the proof of the deal, if there is one. Raises BrokenRecordError
    at the first line that differs.
    """
    entries, unreadable = _readable(lines)
    if not entries:
        raise unreadable or broken(1, "the file is empty")
    _, first = entries[0]
    match = open_match(games, first)
    _check_kind(1, first, "kozyr")
    proof = proof_in(first, len(match.players)) if prove else None
    proven = None if proof is None else proof.decks()
    at, dealing = 1, False  # line 1 agrees with the match that was made from it
    while (at := _compare(match, entries, at)) + match.held < len(entries):
        number, entry = entries[at + match.held]
        if cards := match.game.due(match.state):
            if not dealing and isinstance(proven, DealtDecks):
                _next_deal(proven, number)
            _replay_deal(match, number, entry, cards, observer, proven)
        else:
            _replay_move(match, number, entry, observer)
        dealing = bool(cards)
    if unreadable is not None:
        raise unreadable
    if not partial:
        _check_whole(match, len(entries), entries[-1][0] + 1)
    return match


def _check_whole(match: Match, lines: int, after: int) -> None:
    """Raise BrokenRecordError if a record without faults stops before the match is over."""
    if len(match.lines) > lines:
        raise broken(after, "expected {line}", line=_brief(match.lines[lines]))
    if match.game.result(match.state) is not None:
        return
    view = match.game.view(match.state, None)
    if view.phase == FINISHED:
        raise broken(after, "the record ends after deal {n}, before the match is over", n=view.deal)
    raise broken(after, "the record stops before the match is over")


def _next_deal(decks: DealtDecks, number: int) -> None:
    """Begin the decks of the next deal. Raises BrokenRecordError if its seed is not known."""
    try:
        decks.next_deal()
    except ValueError:
        raise broken(number, "the proof of the deal does not reach this deal") from None


def _no_decks(cards: Sequence[str], /) -> Sequence[str]:
    raise RuntimeError("a match that was played back has no decks for another deal")


def _compare(match: Match, entries: Sequence[tuple[int, dict[str, Plain]]], at: int) -> int:
    """Compare the lines that follow from the moves so far; return the index of the next move."""
    expected = match.lines[at:]
    for (number, entry), want in zip(entries[at:], expected, strict=False):
        wanted = _plain(want)
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
        if (_KINDS & entry.keys()) - wanted.keys():
            raise broken(number, "expected {line}", line=_brief(wanted))
    return min(len(entries), at + len(expected))


def _check_kind(number: int, entry: Mapping[str, Plain], kind: str) -> None:
    """Raise BrokenRecordError if a line also has the key of another kind."""
    for other in sorted((_KINDS & entry.keys()) - {kind}):
        raise broken(
            number,
            "one line cannot have {kind} and {other}: these keys tell lines apart",
            kind=kind,
            other=other,
        )


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
    """Return a value as it stands in a line, cut short."""
    text = json.dumps(value, separators=(",", ":"))
    return text if len(text) <= 60 else text[:57] + "..."


def _replay_deal(
    match: Match,
    number: int,
    entry: Mapping[str, Plain],
    cards: Sequence[str],
    observer: PlaybackObserver | None,
    proven: Decks | None,
) -> None:
    if "deck" not in entry:
        raise broken(number, "a deck line is missing")
    _check_kind(number, entry, "deck")
    order = entry["deck"]
    if not isinstance(order, list) or not all(isinstance(card, str) for card in order):
        raise broken(number, "a deck is a list of cards")
    if sorted(order) != sorted(cards):
        raise broken(number, "not a shuffle of the cards in play")
    if proven is not None and order != proven(cards):
        raise broken(number, "this order does not follow from the seed of the deal")
    events = match.deal(order)
    if observer is not None:
        observer.dealt(match, order, events)


def _replay_move(
    match: Match, number: int, entry: Mapping[str, Plain], observer: PlaybackObserver | None
) -> None:
    seat, move = entry.get("seat"), entry.get("move")
    if match.game.result(match.state) is not None:
        raise broken(number, "a line after the result")
    waiting = match.game.to_act(match.state)
    if type(seat) is not int or not isinstance(move, str) or seat in waiting[1:]:
        # Seats that decide at once are written in the order of to_act.
        raise broken(number, "expected a move of seat {seat}", seat=waiting[0])
    _check_kind(number, entry, "move")
    try:
        events = match.play(seat, move)
    except IllegalMoveError as error:
        raise illegal(number, seat, move, error) from None
    if observer is not None:
        observer.played(match, seat, move, events)


def verify(games: Mapping[str, Game], lines: Iterable[str]) -> Fault | None:
    """Replay a record; return its first fault.

    None if every line follows from the rules, and the orders from the proof if there is one.
    """
    try:
        play_back(games, lines, prove=True)
    except BrokenRecordError as error:
        return error.fault
    return None
