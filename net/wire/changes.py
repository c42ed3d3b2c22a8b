"""The changes of a room: the kinds in `happened` of Gathered, with their facts."""

from typing import Final

import msgspec

from net.wire.bounds import Facts, SeatNumber, ShownName, Word

ROOM_CHANGES: Final = {
    "sat": "A newcomer takes a seat.",
    "left": "A player gives up the seat, or has been away for too long (`why` is `away`).",
    "cleared": "The owner frees the seat of a bot of `level`.",
    "put_out": "The owner puts out a player, or a watcher (`seat` is nil).",
    "kept_out": "The same, and that one is kept out from now on, under the `name`.",
    "let_in": "The player of this `name` is no longer kept out.",
    "locked": "Only players with a seat may enter from now on.",
    "unlocked": "Others may enter again.",
    "watching_on": "Watching is allowed again.",
    "watching_off": "Watching is no longer allowed; the watchers have to leave.",
    "talk_on": "Watchers may talk again.",
    "talk_off": "Watchers may no longer talk.",
    "asked": "The owner asks a player: are you there? After `seconds` without an answer a bot "
    "plays.",
    "answered": "That player is there.",
    "bot": "A bot of `level` takes a seat: a free one, another bot's, or that of a player who left "
    "the match or was put out of it (told just before).",
    "lost": "A player's connection is lost; the seat waits.",
    "back": "A player who was away, or had not answered, is back; a bot that stood in goes.",
    "stand_in": "A bot of `level` plays for a player who is away, or has not answered (`why` is "
    "`idle`).",
    "ready": "A player is ready.",
    "unready": "A player is no longer ready; `why` is `terms` if the house rules, the clock or the "
    "pause have changed since.",
    "rematch": "A player proposes that the same players play again; `rotate` 1: in other seats.",
    "rotated": "All but the player of seat 0 have moved on by one seat, as was proposed.",
    "rule": "The house rule `rule` now has the `value`; it had `before`.",
    "clock": "The clock now gives `seconds`; it gave `before`.",
    "pause": "A finished deal now lies open for `seconds` at most; it did for `before`. 0 is not "
    "at all, -1 until all have continued.",
    "game": "The owner has chosen another `game`; `before` is the one before it (section 10).",
    "code": "The table has another code: the owner had it take one.",
    "slow": "The line of a player, or of a watcher (`seat` is nil), is slow.",
    "quick": "It is no longer slow.",
    "requested": "A watcher asks the owner for a seat.",
    "denied": "That watcher gets none now.",
    "given": "The owner gives the seat to a watcher; `before` is the player or bot who had it, "
    "unless it was free.",
    "owner": "The table belongs to this player now.",
    "migrating": "The owner wants to move the table to this player's computer, who is asked first; "
    "`at_once` is 1 if not only at the end of the deal.",
    "accepted": "That player agrees; the table is moved there at the end of the deal.",
    "staying": "The table stays where it is after all; `why` is `off` (the owner called it off), "
    "`no`, `port`, `disk` or `release` (as in Decline), `silent`, `lost` (the connection to the "
    "new host), `unreached` (`other` cannot reach it) or `size`.",
    "watcher_came": "A watcher has come.",
    "watcher_left": "A watcher has left.",
    "begun": "The match begins, the `match`th of this table; no player is ready any more.",
    "over": "The match is over; bots no longer stand in.",
    "abandoned": "The last player has left: bots leave too. If a match was being played, the "
    "`match`th of this table, it ends unfinished.",
}
"""The meaning of each kind of RoomChange."""


class RoomChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """A change of the room; the kinds are listed below."""

    kind: Word
    seat: SeatNumber | None = None
    """The seat that has changed."""
    name: ShownName = ""
    """The name of the player of the seat, after or before the change, or of the watcher."""
    facts: Facts = {}
