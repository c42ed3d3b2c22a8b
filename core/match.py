"""A match: a state, the decks it is dealt from, and the record that grows with it.

The game tells by its state how the match stands:

    pieces are due -- deal_due --> seats are to act -- play --> over: there is a result
          ^                           |       ^ |
          +----- play ends a deal ----+       +-+ play

A deal adds its deck to the record; a move adds itself and the data of its events in RECORDED; the
move that ends the match adds the result:

    {"seat":2,"move":"bid 1"}
    {"deal":3,"points":[0,13],"totals":[20,34]}

Moves of seats that decide at the same time wait until all have moved. Knows no game.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.deal_proof import DealtDecks
from core.game import (
    RECORDED,
    Decks,
    Event,
    Game,
    Move,
    Plain,
    Seat,
    Value,
    house_rules,
    plain_options,
)

VERSION = 1
"""The version of the record format."""


@dataclass(frozen=True, slots=True)
class Player:
    """The player at a seat: `kind` is "human" or "bot:" and a level."""

    name: str
    kind: str


def written_options(options: Any) -> dict[str, Value]:
    """Return the house rules for a record: all but added ones with their usual value."""
    usual = {rule.name: rule.default for rule in house_rules(type(options)) if rule.added}
    rules = plain_options(options).items()
    return {name: value for name, value in rules if usual.get(name) != value}


def header(
    game: Game, options: Any, players: Sequence[Player], deal_proof: Plain = None
) -> dict[str, Plain]:
    """Return the first line: the game, its house rules and the players."""
    return {
        "kozyr": VERSION,
        "game": game.NAME,
        "options": written_options(options),
        "seats": [{"name": player.name, "kind": player.kind} for player in players],
        "deal_proof": deal_proof,
    }


def to_line(entry: Mapping[str, Plain]) -> str:
    """Write one line, without the line end."""
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":"))


def deal_due(game: Game, state: Any, decks: Decks) -> list[Event]:
    """Deal as long as pieces are due; return the events."""
    events = []
    while cards := game.due(state):
        events += game.deal(state, decks(cards))
    return events


class Match:
    """A match with its own record; nothing is dealt when it is made.

    `lines` grows by whole entries: with each deal its deck, with each move the move and the points
    that it brought; the result comes last.
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
        self.state = game.new(options, len(players))
        self.decks = decks
        self._held: dict[Seat, Move] = {}
        self._held_order: tuple[Seat, ...] = ()

    def shuffle_anew(self, key_of: Callable[[int], bytes]) -> None:
        """Take the keys of all later deals from a new shuffle; each deal must have its own."""
        assert isinstance(self.decks, DealtDecks)
        self.decks.renew(key_of)

    def deal_due(self) -> list[Event]:
        """Shuffle and deal as long as pieces are due; return the events.

        All these shuffles belong to one deal and share its seed, if each deal has its own.
        """
        events = []
        cards = self.game.due(self.state)
        if cards and isinstance(self.decks, DealtDecks):
            self.decks.next_deal()
        while cards:
            events += self.deal(self.decks(cards))
            cards = self.game.due(self.state)
        return events

    def deal(self, order: Sequence[str]) -> list[Event]:
        """Deal once, in this order of the pieces that are due, and record it."""
        events = self.game.deal(self.state, order)
        self.lines.append({"deck": list(order)})
        return events

    def play(self, seat: Seat, move: Move) -> list[Event]:
        """Play a move and record it; an IllegalMoveError leaves the record as it was."""
        turn = self.game.to_act(self.state)
        events = self.game.apply(self.state, seat, move)
        self._write_move(turn, seat, move)
        self.lines += (dict(event.data) for event in events if event.kind in RECORDED)
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
        # Moves of seats that decide at the same time are secret and may come in any order: they
        # wait here until all have moved, and are then written in the order of to_act.
        if not self._held:
            self._held_order = turn
        self._held[seat] = move
        if len(self._held) == len(self._held_order):
            self.lines += ({"seat": who, "move": self._held[who]} for who in self._held_order)
            self._held.clear()

    @property
    def held(self) -> int:
        """The number of moves that wait to be written until the other seats have decided too."""
        return len(self._held)

    def text(self) -> str:
        """Return the whole record so far."""
        return "".join(to_line(entry) + "\n" for entry in self.lines)
