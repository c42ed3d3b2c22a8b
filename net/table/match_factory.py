"""Makes the matches of one table, new ones or those left by another program."""

from __future__ import annotations

import itertools
from typing import Any

from core.game import Decks, Game
from core.match import Match, Player
from net.table.effects import EffectQueue
from net.table.journal_writer import JournalWriter, MatchSetup
from net.table.live import LiveMatch
from net.table.match import RunningMatch
from net.table.room import Room
from net.table.sender import Sender
from net.table.turns import BotTurns, DecisionTime


class MatchFactory:
    """Knows what the matches of a table share; `bot_seconds` is how long a bot seems to think."""

    def __init__(
        self,
        table_id: str,
        game: Game,
        room: Room,
        sender: Sender,
        out: EffectQueue,
        journal: JournalWriter,
        bot_seconds: float,
    ) -> None:
        self._table = table_id
        self._game = game
        self._room = room
        self._sender = sender
        self._out = out
        self._journal = journal
        self._bot_seconds = bot_seconds
        # From match to match: a bot's late answer must not be taken for one in the next match.
        self._tickets = itertools.count(1)

    def new(
        self,
        options: Any,
        players: list[Player],
        decks: Decks,
        setup: MatchSetup,
    ) -> RunningMatch:
        """Return a match with its first position.

        Raises OptionError for house rules that do not suit the players.
        """
        live = LiveMatch(Match(self._game, options, players, decks), setup.seq, setup.proof)
        time = DecisionTime(setup.clock, self._room, self._sender)
        bots = BotTurns(
            self._table, time, self._out, self._bot_seconds, self._tickets, self._game.NAME
        )
        return RunningMatch(live, setup, self._room, self._sender, time, bots, self._journal)
