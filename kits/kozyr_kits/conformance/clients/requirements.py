"""The sentences of docs/protocol.md about clients that can be tried, word for word."""

from __future__ import annotations

from typing import Final

from kozyr_kits.conformance.report import requirements

_TEXTS: Final = {
    "2-bytes": {
        "pieces": "A connection carries frames in both directions",
        "maps": "Its key `type` holds the name of the message",
        "key-order": "The keys of a map come in any order",
        "plain-values": "bin, ext, timestamps and floating point numbers are never sent",
        "left-out-fields": 'A field with a value under "if left out" may be missing; all others '
        "must be there",
        "skipped-fields": "Fields that the tables do not name are refused, except in Hello, "
        "Welcomed and Closed, where they are skipped whatever they hold",
        "small-frames": "a frame to the host from a connection that is not at a table yet has 1 to "
        "1024 bytes",
    },
    "3-from-hello-to-closed": {
        "hello": "The client sends **Hello** with its version",
        "ready": "Before a match people say **Ready**",
        "playing": "A player whose seat is in `to_act` of the view answers with **Play**",
        "continue": "each player continues with **Continue**, which names the finished position",
        "continue-once": "another Paused may be on its way to a client whose Continue is not taken "
        "yet, so send it once a deal",
    },
    "4-moves-are-made-exactly-once": {
        "position": "A Play names the position it was chosen in",
        "numbers": "The next Play has the next number; a refused one does not use it up",
        "one-choice": "Do not choose again before a Play is answered",
        "again": "So a client keeps its last Play until an Updated says its number (or a higher "
        "one), or a Refused its very number, and after a break simply sends it again",
    },
    "5-coming-back": {
        "token": "Keep it with the fingerprint of the host's certificate, and show it to no host "
        "with another one",
        "return": "It opens the seat again: connect, Hello, Join with that token and table, then "
        "the unanswered Play if there is one",
        "elsewhere": "The newest connection has the seat; an older one hears Closed `elsewhere` "
        "and must not try to come back",
        "closed": "A Closed with any code ends the attempts",
        "crowd": "A Closed with any code ends the attempts, except `crowd` when coming back",
        "pings": "The client sends a Ping every 2 s",
        "silent-host": "A host that has been silent for 6 s is gone: abort the connection and come "
        "back",
    },
    "6-messages-codes-and-phases-to-play": {
        "messages": "Every message has the fields of its table, of the types and within the bounds "
        "given there, and no others",
        "took": "Milliseconds of the last round trip",
    },
    "7-views": {
        "unknown-events": "Clients should ignore kinds they do not know",
    },
    "8-the-shuffle-and-its-proof": {
        "commit": "**Commit** with c, the hash of a nonce of 32 random bytes",
        "reveal": "**Reveal** with the nonce",
        "same-share": "answers again with the same c and nonce",
        "honest": "It accuses no host that keeps to this page",
        "commitment-first": "that C is there before it shows anything",
        "same-commitments": "that C, `shuffler` and the hashes never change within a match",
        "share-seats": "that each line of `shares` is of another seat, and of a seat this table "
        "has",
        "own-share": "that its own c stands in `shares` before it sends the nonce, and afterwards "
        "that the line of its seat holds this c and the nonce that it has sent, or nil",
        "nonces": "in the last stage, that every nonce fits its c",
        "bots": "that no bot is left out",
        "skipped": "that the stage `reveal` came between `commit` and `done` if it heard those two "
        "on one connection",
        "shuffled-first": "that no position comes before the last stage",
        "one-shuffle": "that no other shuffle begins on the same connection without another match",
        "shuffles-counted": "it counts those that came to the stage `reveal` and to no play, and "
        "says how many there were before the match that is played",
        "agreed": "that a match begins by the house rules, the clock and the pause that its player "
        "has agreed to",
        "given-up-counted": "adds those of the match that is played, and says from how many decks "
        "the host may have chosen",
        "same-terms": "that the house rules, the clock and the pause stay as they were",
        "same-seats": "that everybody stays on the same seat",
        "same-seat": "that its own seat is the one whose c it has sent",
        "in-time": "that Revealed comes when the deal is over, not before, and before the next "
        "deal",
        "seed": "that the seed of deal d leads to C in d steps",
        "dealt-again": "then it deals and plays the deal again with the rules of the game and "
        "compares what it was shown",
        "all-positions": "that it is shown all positions",
        "numbers-rise": "that a position which comes again under its number is the one shown "
        "before, that no number lies below one that was shown, that nothing follows the end of the "
        "match, and that no other match begins before that",
        "new-nonce": "A program makes a new nonce; it never shows the same one twice",
        "own-moves": "that each of its own moves which the host has taken is among those of the "
        "deal, and that none which the rules allow is refused as `illegal`",
    },
    "9-encryption-and-codes": {
        "impostor": "Compare it: a host that does not know the code is not the one you look for. "
        "Send nothing else before that, above all no Join",
        "code-changed": "Over TLS the token of one's own seat needs no code",
        "bad-share": "Refuse a share that is not 33 bytes, does not begin with the other side's "
        "byte, has a y that is not between 1 and p - 1 (both excluded), is not on the curve, or is "
        "not of the order L",
    },
    "10-owners-watchers-clock-and-finding-tables": {
        "stood-in": "Without one an easy bot plays from then on (`kind` becomes `bot:...` and "
        "`idle` is true), until there is an answer after all or the player comes back on another "
        "connection",
        "quick": "one of 200 ms or less quick again, at most once in 30 s",
        "rule-after": "A Rule that changes a house rule takes the position away: `phase` is "
        "`gathering` again",
        "given": "The watcher hears **Given** with the token of the seat, keeps it as if it had "
        "come in Seated, closes the connection and comes back with it",
        "game-followed": "forget the last position and read house rules, views and moves by that "
        "game from then on",
        "game-in-seated": "A player who was away hears of another game from `game` in Seated",
    },
    "11-all-other-messages-codes-and-views": {
        "phrase": "show the text if you do not know the code",
        "watcher-requests": "Say, Request and Leave are the only requests of a watcher",
        "ways": '"kozyr", "ssh", "https" or "http"; skip what you do not know',
    },
    "12-moving-a-table": {
        "moved": "they come to the new place and Join there with their tokens",
        "moved-token": "The token of your seat is for the new `fingerprint` from then on, and for "
        "no other",
        "moved-word": "a `word`, which Hello repeats to that host and to no other",
    },
    "13-when-the-host-is-lost": {
        "identify": "sends **Identify** after each Seated with a seat, if Welcomed says `migrates`",
        "with-host": "`at` in it is the id of the table as long as its host answers",
        "lost-at": "empty while the host is lost",
        "lost-asks": "A program whose host is lost calls all others every second",
        "lost-answers": "the answer is **Consulted** with another",
        "lost-strangers": "A Consult that none of the people has signed, or about an "
        "unknown table, is refused as `unasked`",
        "lost-sent": "`sent` rises with each Situation of a seat",
        "signatures": "A Branch counts only with the signature of its seat",
        "certificate": "show the key to no certificate but `fingerprint`",
        "coming": "send **Return** instead of Join, with a signed Coming",
        "returned": "Return is answered as a Join with a token is",
        "void-play": "the unanswered Play belongs to the void deal",
    },
}

_NEEDS: Final = {
    "a code": ("impostor", "bad-share", "code-changed"),
    "a second match": ("rule-after",),
    "games in Hello": ("given", "game-followed", "game-in-seated", "watcher-requests"),
    "moving": ("moved", "moved-token", "moved-word"),
    "keys": (
        *("identify", "with-host", "lost-at", "lost-asks", "lost-answers", "lost-strangers"),
        *("lost-sent", "signatures", "certificate"),
    ),
    "going on": ("coming", "returned", "void-play", "new-nonce"),
    "warning": (
        *("nonces", "bots", "shuffled-first", "one-shuffle", "shuffles-counted", "agreed"),
        *("given-up-counted", "same-terms", "same-seats", "same-seat"),
        "in-time",
        *("seed", "dealt-again", "all-positions", "numbers-rise", "own-moves", "honest"),
    ),
}
"""A need -> the requirements that can be tried only with it."""

_MUST: Final = {
    "match": ("playing", "continue", "pings", "commit", "reveal"),
}
"""An event -> the requirements that count as broken if they were not seen by then."""

REQUIREMENTS: Final = requirements(_TEXTS, _NEEDS, _MUST)
"""All requirements, in the order of the page."""
