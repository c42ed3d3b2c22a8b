"""The evening of a table: its matches, and the sums of all players over them. No I/O."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from core.game import Result
from core.match import Player
from net.wire.bounds import MAX_PLAYED, MAX_STANDINGS
from net.wire.message import PlayedMatch, PlayedSeat, Standing


class Evening:
    """A line for each player since the table was opened, and the matches in their order.

    The players of the last match come last; one who leaves and returns under the same name keeps
    the line.
    """

    def __init__(
        self, standings: Iterable[Standing] = (), matches: Iterable[PlayedMatch] = ()
    ) -> None:
        self._lines = {line.name: line for line in standings}
        self.matches = tuple(matches)
        """The matches that were played to their end; of very many the latest ones."""

    @property
    def standings(self) -> list[Standing]:
        """The lines, as they are sent."""
        return [*self._lines.values()]

    def add(self, game: str, begun: str, players: Sequence[Player], result: Result) -> None:
        """Add a match that has been played to its end by these players."""
        for name, line in self._lines.items():
            self._lines[name] = replace(line, latest=False)
        for seat, player in enumerate(players):
            line = self._lines.pop(player.name, Standing(player.name))
            self._lines[player.name] = replace(
                line,
                bot=player.kind != "human",
                matches=line.matches + 1,
                points=line.points + result.totals[seat],
                firsts=line.firsts + (result.places[seat] == 1),
                goats=line.goats + (seat in (result.goats or ())),
                latest=True,
            )
        while len(self._lines) > MAX_STANDINGS:
            del self._lines[next(iter(self._lines))]
        seats = [
            PlayedSeat(player.name, player.kind != "human", place, points)
            for player, place, points in zip(players, result.places, result.totals, strict=True)
        ]
        self.matches = (*self.matches, PlayedMatch(game, begun, seats))[-MAX_PLAYED:]
