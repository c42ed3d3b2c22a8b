"""The reasons of refusals and of closed connections: a code for programs, a sentence for players.

The sentences are English templates and the keys of their translations. An illegal move or an
impossible house rule has the game's own sentence instead.
"""

from typing import Final, Literal, TypeAlias

from core.game import NOT_YOUR_TURN, IllegalMoveError, OptionError
from net.wire.from_host import Closed, Refused

Class: TypeAlias = Literal["again", "later", "never"]
"""The class of a code: a program can act on it without knowing the code itself.

Refused: "again" means that the request may be sent at once, corrected as the reason says. "later"
means that the same request may be accepted after a change at the table. "never" means that it will
not be accepted from this connection. Closed: after "again" the program reconnects by itself, after
"later" if its player wants to; after "never" the same attempt would fail again.
"""

_AGAIN: Final = {
    "join": "take a seat or watch first",
    "code": "this table asks for its code: anybody who sits there can see it",
    "wrong": "that is not the code of this table; if you are sure that it is, "
    "somebody may be intercepting the connection",
    "plain": "this table asks for a code, and that is for encrypted connections only",
    "codeless": "this table asks for no code",
    "tried": "one attempt per connection: connect again",
    "unproved": "Confirm comes after Proving, once",
    "terms": "the house rules have just been changed: look at them first",
    "proposed": "somebody was faster and proposes something else: look at that first",
    "level": "the levels of bots are: {levels}",
    "rule": "{reason}",
    "clock": "the clock can be one of these: {values}",
    "pause": "the pause between deals can be one of these: {values}",
    "number": "the next move of this seat has the number {next}",
    "stale": "the position has changed; choose again",
    "late": "your time is up: a bot moves for you",
    "illegal": "{reason}",
    "empty": "there are no words in that",
}
_LATER: Final = {
    "full": "every seat at this table is taken",
    "full up": "every seat at this table is taken, and nobody may watch",
    "crowded": "too many people are watching this table",
    "taken": "seat {seat} is taken",
    "playing": "the match has begun; you can watch it",
    "begun": "the match has begun, and nobody may watch it",
    "owner": "only the owner of the table can do that",
    "running": "not while a match is being played",
    "idle": "no match is being played",
    "locked": "the owner has locked this table: only those who have a seat here may come in",
    "unwatched": "nobody may watch at this table",
    "quiet": "watchers may not talk at this table",
    "nobody": "there is nobody with that name or at that seat",
    "asked": "you have asked for a seat: the owner has not answered yet",
    "denied": "the owner of the table has no seat for you now",
    "unawaited": "nobody is waiting for {name} now",
    "many": "too many people are kept out already: lock the table",
    "free": "some seats are free: wait for players or fill them with bots",
    "away": "{name} is away",
    "unready": "{name} is not ready yet",
    "occupied": "somebody plays at this seat",
    "moving": "the table is about to move to another computer",
    "time": "nobody else needs more time now",
    "turn": NOT_YOUR_TURN,
    "fast": "not so fast: wait a moment",
}
_NEVER: Final = {
    "table": "there is no such table here",
    "joined": "you are already at this table",
    "key": "that is not the key of this seat",
    "seat": "this table has no seat {seat}",
    "game": "this host does not know that game",
    "watching": "you are watching; only a player can do that",
    "yourself": "that is you",
    "bot": "{name} is a bot",
    "program": "{name} cannot be put out: the table is in the program of {name} and would close",
    "no bots": "this game has no bots: wait for people",
    "botless": "this game has no bots, and nobody else could play on",
    "here": "the table is at the computer of {name} already",
    "rooted": "the program of {name} cannot take over a table",
    "unasked": "nobody has asked for that, or it has been called off",
    "shuffled": "the deck is shuffled without it: it came too late or is not what was expected",
    "nonce": "that is not the nonce you have committed to",
    "dealt": "the next deal has already begun",
}
REFUSALS: Final = _AGAIN | _LATER | _NEVER
"""The reason of each code of a Refused; for "rule" and "illegal" the game gives its own."""

_AGAIN_BY_ITSELF: Final = {
    "crowd": "this host has too many connections",
}
_LATER_IF_WANTED: Final = {
    "version": "the host speaks version {host} of the protocol and you speak {yours}; "
    "install the same release on both sides",
    "removed": "the owner of the table has put you out",
    "given": "the owner of the table has given your seat away: {name} plays there now",
    "unwatched": "the owner of the table no longer lets anybody watch",
    "changed": "the owner of the table has chosen another game: join again to play it",
    "host": "the host has closed the table",
    "kept": "the host has saved the match for later; your seat is kept",
    "moved": "the table is at the computer of {name} now: {address}, port {port}",
    "branched": "the match goes on at the computer of {name}: {address}, port {port}",
}
_ENDED: Final = {
    "hello": "the first message must be Hello",
    "garbage": "the host could not read a message",
    "elsewhere": "you have come back on another connection",
    "barred": "the owner of the table keeps you out for this evening",
    "left": "you have left the table",
}
ENDINGS: Final = {
    "gone": "your seat at this table no longer exists",
    "unreachable": "nobody answers at {address}",
    "unnamed": "no computer called {host} can be found: check the name, or type its address",
    "unreadable": "the host sent something this program cannot read",
    "stranger": "this host shows a different certificate from the one you sat down with; it "
    "was not given the key to your seat",
    "impostor": "the host could not prove that it knows the code: somebody may be intercepting "
    "the connection",
    "unproved": "the host did not check the code: try again later, or try another address",
    "unasked": "this table lets you in without the code: it is not the table you were told of",
}
"""Codes of Closed that no host sends: links use them for ends of their own."""

CLOSINGS: Final = _AGAIN_BY_ITSELF | _LATER_IF_WANTED | _ENDED | ENDINGS
"""The reason of each code of a Closed."""


def class_of_refusal(code: str) -> Class:
    """Return the class of a Refused; an unknown code, of a later version, is "never"."""
    return "again" if code in _AGAIN else "later" if code in _LATER else "never"


def class_of_closing(code: str) -> Class:
    """Return the class of a Closed."""
    return "again" if code in _AGAIN_BY_ITSELF else "later" if code in _LATER_IF_WANTED else "never"


TROUBLES: Final = {
    "kept": "this disk cannot be written to: the match goes on, but cannot be resumed once "
    "this program ends",
    "guesses": "somebody is guessing the code of this table; it stays as it is until you change it",
    "bots": "the bots cannot think on this computer: all of them play like easy ones",
    "gateway": "the program that lets guests in without Kozyr has failed; it is started again, and "
    "they can come back",
    "no gateway": "guests can no longer come in without Kozyr: the program that lets them in does "
    "not run on this computer",
    "other port": "a port at which guests came in before is taken on this computer: tell them the "
    "new way in",
    "offline": "you are offline: this computer is on no network, and nobody can come in",
    "record": "this disk cannot be written to: there will be no record of this match",
}
"""The sentence for each trouble of a host, told once to its own player."""


class RefusalError(Exception):
    """A refused request, which has changed nothing."""

    def __init__(self, code: str, **facts: str | int) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts
        self.reason = REFUSALS[code]
        self.rule = ""


class GameRefusalError(RefusalError):
    """A refused move or house rule, in the game's own words."""

    def __init__(self, error: IllegalMoveError | OptionError) -> None:
        if isinstance(error, IllegalMoveError):
            super().__init__("illegal", **error.facts)
            self.rule = error.rule
        else:
            super().__init__("rule", **error.facts)
        self.reason = error.reason


def refusal(error: RefusalError, seq: int, number: int = 0) -> Refused:
    """Return the message of a refusal; `number` is that of the refused move."""
    return Refused(error.code, error.reason, error.rule, error.facts, seq, number)


def closing(code: str, **facts: str | int) -> Closed:
    """Return the message that ends a connection."""
    return Closed(code, CLOSINGS[code], facts)
