"""The sentences of docs/protocol.md that can be tried on a host, word for word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

PAGE: Final = "docs/protocol.md"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A promise of the page: `anchor` is its section, `text` its exact words."""

    name: str
    anchor: str
    text: str
    needs: str = ""
    """The kind of table needed to try it: "code", "no code", "deals"; empty for any."""


_ALL: list[Sentence] = []

SECTIONS: Final = {
    0: "the-protocol",
    1: "1-bytes",
    2: "2-a-connection-from-beginning-to-end",
    3: "3-moves-are-made-exactly-once",
    4: "4-coming-back",
    5: "5-who-is-alive",
    7: "7-messages",
    8: "8-codes",
    9: "9-views",
    10: "10-encryption-and-codes",
    11: "11-the-shuffle",
}


def _says(section: int, name: str, text: str, needs: str = "") -> Sentence:
    _ALL.append(Sentence(name, SECTIONS[section], text, needs))
    return _ALL[-1]


SECRETS = _says(0, "secrets", "a host never sends a client what its seat may not know")

FRAMES = _says(1, "frames", "A frame has 1 to 65536 bytes")
SMALL_FRAMES = _says(
    1,
    "small-frames",
    "a frame to the host from a connection that is not at a table yet has 1 to 1024 bytes",
)
MAPS = _says(1, "maps", "Its key `type` holds the name of the message")
FLOATS = _says(
    1,
    "plain-values",
    "bin, ext, timestamps and floating point numbers are never sent, and are refused by a host",
)
UNKNOWN_FIELDS = _says(1, "unknown-fields", "Fields that the tables do not name are refused")
SKIPPED_FIELDS = _says(1, "skipped-fields", "where they are skipped whatever they hold")
LEFT_OUT = _says(
    1,
    "left-out-fields",
    'A field with a value under "if left out" may be missing; all others must be there',
)
NO_CONVERSION = _says(1, "no-conversion", "A type is never converted")
BOUNDS = _says(1, "bounds", "hears Closed `garbage`, and the connection ends")

VERSIONS = _says(2, "versions", "or Closed `version` with both numbers in `facts`")
FIRST_HELLO = _says(2, "first-hello", "Any other first message ends the connection")
HELLO_AGAIN = _says(2, "hello-again", "A later Hello is answered with the tables of that moment")
ONE_GO = _says(2, "one-go", "Steps 1 and 2 may be sent in one go", "no code")
JOINING = _says(
    2,
    "joining",
    "The host answers **Seated**, **Gathered** and, if there is one, the position as **Updated**",
)
JOIN_AGAIN = _says(2, "join-again", "the client may try again on the same connection")
FILLING = _says(2, "filling", "puts bots on free seats with **Fill**, frees seats with **Clear**")
STARTING = _says(
    2, "starting", "says **Start** when all seats are taken and everybody else is ready"
)
CHANGES = _says(
    2,
    "changes",
    "Every change is sent to everybody as a whole new Gathered, whose `happened` says what has "
    "changed",
)
UNREADY = _says(2, "unready", "After such a change nobody is ready any more")
TERMS = _says(
    2,
    "terms",
    "a Ready with the `terms` of the Gathered that the person has seen is refused if the terms "
    "have changed since",
)
POSITIONS = _says(2, "positions", "During a match every change is sent to everybody as **Updated**")
PLAYING = _says(
    2, "playing", "A player whose seat is in `to_act` of the view answers with **Play**"
)
FINISHED_DEALS = _says(2, "finished-deals", "A deal that is over is a position of its own", "deals")
LEAVING = _says(2, "leaving", "The host answers Closed `left` and ends the connection")
SUCCESSORS = _says(2, "successors", "in a running match an easy bot plays on")
WATCHERS_JOIN = _says(
    2, "watchers-join", "a second Join on the same connection is refused as `joined`"
)
RECORDS = _says(2, "records", "The texts of all parts, joined, are the record")
CONTINUES = _says(2, "continue", "each player continues with **Continue**", "deals")
PAUSES_TOLD = _says(2, "pauses-told", "Every change is told with another Paused", "deals")
LATE_CONTINUE = _says(
    2, "late-continue", "A Continue for an intermission that is over is refused as `dealt`", "deals"
)
CONTINUE_TWICE = _says(
    2, "continue-twice", "one sent twice is answered with the Paused that holds", "deals"
)
OFFERS = _says(2, "offers", "the legal moves of one's own seat")
NO_OFFERS = _says(2, "no-offers", "none when it is not waited for, or when no match is played")
FILLED_UP = _says(2, "filled-up", "Offered is padded to a multiple of 2048 bytes")
TALK = _says(2, "talk", "**Say** is passed on to everybody as **Said**")
TALK_LIMIT = _says(
    2,
    "talk-limit",
    "a seat that sends more than 5 lines at once, and then more than one a second, is refused",
)
NO_SILENCE = _says(2, "no-silence", "nothing is ignored in silence")
FACTS = _says(2, "facts", "with places like `{name}` to be filled from `facts`")
REFUSED_MOVES = _says(2, "refused-moves", "`number` that of the refused Play or 0")
HOLDING = _says(2, "holding-position", "and `seq` the position that holds now")
NAMES = _says(2, "names", "Names are cleaned by the host and made unique with a number")
LOCKED = _says(2, "locked", "a Join without the token of a seat is refused as `locked`")
QUIET = _says(2, "quiet", "lets watchers no longer talk (`quiet`)")
UNWATCHED = _says(2, "unwatched", "those who watch hear Closed `unwatched`")
HANDED_OVER = _says(2, "handed-over", "whoever is no longer the owner is refused as `owner`")
PUT_OUT = _says(
    2, "put-out", "ends the connection of a player or of somebody who watches with Closed `removed`"
)
ASKED = _says(2, "asked", "Everybody hears `asked` in `happened`")
NOT_ONESELF = _says(
    2,
    "not-oneself",
    "None of this can be done to a bot (`bot`), a free seat (`nobody`) or oneself (`yourself`)",
)
PHASES = _says(2, "phases", 'Anything other than "yes" is the code of the Refused')

COUNTED = _says(3, "counted", "each new position has the next number")
STALE = _says(3, "stale", "A `seq` that has not come yet is `stale` as well")
NUMBERS = _says(3, "numbers", "The next Play has the next number; a refused one does not use it up")
TAKEN = _says(
    3, "taken", "Seated and Updated say the last number that the host has taken from this seat"
)
ONCE = _says(
    3,
    "once",
    "A Play whose number the host has taken before is not made again: it is answered with the "
    "current position, without events",
)

RETURN = _says(4, "return", "The answer is Seated, Gathered and the whole position, with no events")
TOKENS = _says(4, "tokens", "Name, seat and `watch` of such a Join are ignored")
ELSEWHERE = _says(
    4, "elsewhere", "The newest connection has the seat; an older one hears Closed `elsewhere`"
)
AWAY = _says(4, "away", "In a match the seat waits without end, and everybody sees `away`")
NO_SUCH_TOKEN = _says(4, "no-such-token", "A token that belongs to no seat is ignored")
WATCHER_TOKENS = _says(4, "watcher-tokens", 'A watcher has no token (it is `""`)')

PINGS = _says(5, "pings", "the host answers each with Ponged and the same number")
SLOW_HELLO = _says(
    5, "slow-hello", "whose TLS handshake and Hello are not complete within 3 s of connecting"
)
SLOW_FRAME = _says(5, "slow-frame", "whose frame is not complete within 3 s of its first byte")
SILENT = _says(5, "silent", "after 6 s without a frame")

MESSAGES = _says(
    7,
    "messages",
    "Every message has the fields of its table, of the types and within the bounds given there, "
    "and no others",
)
FIRST_ROOM = _says(7, "first-room", "empty in the first one after Seated")
CODES = _says(8, "codes", "Refused and Closed name their cause with a code of these tables")

VIEWS = _says(
    9,
    "views",
    "Every view has the fields of its game's table and no others",
)
EVENTS = _says(
    9, "events", "every event is of a kind in its game's table and carries what is listed there"
)
EMPTY_VALUES = _says(
    9, "empty-values", 'A field that has the value under "if left out" is left out'
)
FIRST_POSITION = _says(9, "first-position", "The first position of a match has no events")
SAME_VIEWS = _says(
    9, "same-views", "everything else except `seat` is the same in everybody's view of a position"
)

PLAIN = _says(10, "plain", "any other first byte makes it a plain one")
CODE_PROOF = _says(10, "code-proof", "the host answers **Confirmed** with its own", "code")
WRONG_CODE = _says(10, "wrong-code", "A wrong code is refused as `wrong`", "code")
ONE_ATTEMPT = _says(10, "one-attempt", "each connection is one attempt (then `tried`)", "code")
NO_PROOF = _says(10, "no-proof", "A Join without proof is refused as `code`", "code")

SHARES_WAIT = _says(
    11, "shares-wait", "the host fixes its part before it knows those of the others"
)
SAME_COMMITMENTS = _says(
    11,
    "same-commitments",
    "that C, `table` and the hashes never change within a match",
)
OWN_SHARE = _says(11, "own-share", "that its own c stands in `shares` before it sends the nonce")
NONCES = _says(
    11, "nonces", "in the last stage, that every nonce fits its c, and that no bot is left out"
)
REVEALED = _says(
    11,
    "revealed",
    "When the match is over, or is given up, everybody hears **Revealed**: the host's seed and all "
    "moves",
)
SEED = _says(11, "seed", "At the end: that the seed fits C")
DEALT_AGAIN = _says(
    11,
    "dealt-again",
    "then it deals and plays the match again with the rules of the game and compares what it was "
    "shown",
)

SENTENCES: Final = tuple(_ALL)
"""All of them, in the order of the page."""
