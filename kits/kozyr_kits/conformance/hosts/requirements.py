"""The sentences of docs/protocol.md about hosts that can be tried, word for word."""

from __future__ import annotations

from typing import Final

from kozyr_kits.conformance.report import requirements

_TEXTS: Final = {
    "the-protocol": {
        "secrets": "a host never sends a client what its seat may not know",
    },
    "2-bytes": {
        "frames": "A frame has 1 to 65536 bytes",
        "small-frames": "a frame to the host from a connection that is not at a table yet has 1 to "
        "1024 bytes",
        "maps": "Its key `type` holds the name of the message",
        "plain-values": "bin, ext, timestamps and floating point numbers are never sent, and are "
        "refused by a host",
        "unknown-fields": "Fields that the tables do not name are refused",
        "skipped-fields": "except in Hello, Welcomed and Closed, where they are skipped whatever "
        "they hold",
        "left-out-fields": 'A field with a value under "if left out" may be missing; all others '
        "must be there",
        "no-conversion": "A type is never converted",
        "bounds": "Whoever breaks any of this, or a bound of the tables (a name of 25 code "
        "points), hears Closed `garbage`, and the connection ends",
    },
    "3-from-hello-to-closed": {
        "versions": "The host answers **Welcomed** with its tables, or Closed `version` with both "
        "numbers in `facts`",
        "first-hello": "Any other first message ends the connection",
        "hello-again": "A later Hello is answered with the tables of that moment",
        "one-go": "Steps 1 and 2 may be sent in one go",
        "joining": "The host answers **Seated**, **Gathered** and, if there is one, the position "
        "as **Updated**",
        "join-again": "or Refused, and the client may try again on the same connection",
        "first-owner": "the owner of the table (the first to sit; `owner` in Gathered)",
        "changes": "Every change is sent to everybody as a whole new Gathered, whose `happened` "
        "says what has changed",
        "terms": "a Ready with the `terms` of the Gathered that the person has seen is refused if "
        "the terms have changed since",
        "positions": "During a match every change is sent to everybody as **Updated**",
        "playing": "A player whose seat is in `to_act` of the view answers with **Play**",
        "finished-deals": "A deal that is over is a position of its own",
        "leaving": "The host answers Closed `left` and ends the connection",
        "successors": "in a running match an easy bot plays on",
        "continue": "each player continues with **Continue**",
        "pauses-told": "Every change is told with another Paused",
        "late-continue": "A Continue for an intermission that is over is refused as `dealt`",
        "continue-twice": "one sent twice is answered with the Paused that holds",
        "offers": "the legal moves of one's own seat",
        "no-offers": "the legal moves of one's own seat, at most 1500 moves (`more` tells if some "
        "were cut), none when it is not waited for, or when no match is played",
        "filled-up": "Offered is padded to a multiple of 2048 bytes",
        "no-silence": "A request is answered with its effect (Gathered, Updated, Committed, Timed, "
        "Paused, Offered, Said, Proving, Confirmed, Peers, Consulted, Closed) or with Refused; "
        "nothing is ignored in silence",
        "unheard": "what is refused is told to nobody else",
        "facts": "`reason` is an English sentence with places like `{name}` to be filled from "
        "`facts`",
        "refused-moves": "In Refused `rule` is the paragraph of the rule book, if there is one "
        "(with `rule` and `illegal` the reason is the game's own), `number` that of the refused "
        "Play or 0",
        "holding-position": "`number` that of the refused Play or 0, and `seq` the position that "
        "holds now",
    },
    "4-moves-are-made-exactly-once": {
        "counted": "each new position has the next number",
        "stale": "A `seq` that has not come yet is `stale` as well",
        "numbers": "The next Play has the next number; a refused one does not use it up",
        "taken": "Seated and Updated say the last number that the host has taken from this seat",
        "once": "A Play whose number the host has taken before is not made again: it is answered "
        "with the current position, without events",
    },
    "5-coming-back": {
        "return": "The answer is Seated, Gathered and the whole position, with no events",
        "tokens": "Name, seat and `watch` of such a Join are ignored",
        "elsewhere": "The newest connection has the seat; an older one hears Closed `elsewhere`",
        "away": "In a match the seat waits without end, and everybody sees `away`",
        "resumed-host": "A host whose program has ended in the middle of a match may come up "
        "again, with the same certificate, table and tokens",
        "resumed-seats": "Anybody who waits comes back as after any break",
        "resumed-match": "go on from the last move it has taken, or in the intermission in which "
        "it ended",
        "no-such-token": "A token that belongs to no seat is ignored",
        "watcher-tokens": 'A watcher has no token (it is `""`)',
        "pings": "the host answers each with Ponged and the same number",
    },
    "6-messages-codes-and-phases-to-play": {
        "phases": 'Anything other than "yes" is the code of the Refused',
        "messages": "Every message has the fields of its table, of the types and within the bounds "
        "given there, and no others",
        "calls": "Consult is always answered, with Consulted or refused as `unasked`",
        "first-room": "It is empty in the first one after Seated",
        "codes": "Refused and Closed name their cause with a code of these tables",
    },
    "7-views": {
        "views": "Every view has the fields of its game's table and no others",
        "events": "every event is of a kind in its game's table and carries what is listed there",
        "empty-values": 'A field that has the value under "if left out" is left out',
        "first-position": "The first position of a match has no events",
        "same-views": "everything else except `seat` is the same in everybody's view of a position",
    },
    "8-the-shuffle-and-its-proof": {
        "records": "The texts of all parts, joined, are the record",
        "shares-wait": "the host fixes its part before it knows those of the others",
        "same-commitments": "that C, `shuffler` and the hashes never change within a match",
        "share-seats": "that each line of `shares` is of another seat, and of a seat this table "
        "has",
        "same-terms": "that the house rules, the clock and the pause stay as they were",
        "same-seats": "that everybody stays on the same seat",
        "in-time": "A player who has not sent c by then is not in `shares`; one who has not sent "
        "the nonce has nil there",
        "one-shuffle": "that no other shuffle begins on the same connection without another match",
        "own-share": "that its own c stands in `shares` before it sends the nonce",
        "nonces": "in the last stage, that every nonce fits its c",
        "bots-share": "that no bot is left out",
        "revealed": "When a deal is over, everybody hears **Revealed** right after the Updated "
        "that ends it",
        "seed": "that the seed of deal d leads to C in d steps",
        "dealt-again": "then it deals and plays the deal again with the rules of the game and "
        "compares what it was shown",
    },
    "9-encryption-and-codes": {
        "plain": "any other first byte makes it a plain one",
        "code-proof": "**Confirm** with the client's proof; the host answers **Confirmed** with "
        "its own",
        "wrong-code": "A wrong code is refused as `wrong`",
        "one-attempt": "each connection is one attempt (then `tried`)",
        "new-code": "the owner may with **NewCode**, and those at the table see it in a new "
        "Gathered",
        "no-proof": "A Join without proof is refused as `code`",
    },
    "10-owners-watchers-clock-and-finding-tables": {
        "filling": "puts bots on free seats with **Fill**, frees seats with **Clear**",
        "rules": "changes house rules with **Rule**",
        "starting": "says **Start** when all seats are taken and everybody else is ready",
        "unready": "After such a change nobody is ready any more",
        "rematch": "`rematch` of Gathered is what is proposed as long as anybody who is ready "
        "wants it",
        "moved": "whose seat changes hears **Moved**, just before the Gathered of the beginning",
        "rule-after": "A Rule that changes a house rule takes the position away: `phase` is "
        "`gathering` again",
        "evening": "what every match of this table that was played to its end has brought whom",
        "time-left": "`left` in Updated is how many milliseconds there were when it was sent",
        "more-time": "everybody else who is waited for gets one more period on top, once for each "
        "decision",
        "longer-pause": "Any player may send **Wait**: the intermission lasts `pause` seconds "
        "longer, once, and `giver` in Paused names the player",
        "watchers-join": "a second Join on the same connection is refused as `joined`",
        "latecomers": "To whoever joins after it, also at a seat of somebody who has left, `phase` "
        "is `gathering`, and nothing of that match is sent",
        "talk": "**Say** is passed on to everybody as **Said**",
        "talk-limit": "a seat that sends more than 5 lines at once, and then more than one a "
        "second, is refused",
        "names": "Names are cleaned by the host and made unique with a number",
        "locked": "a Join without the token of a seat is refused as `locked`",
        "quiet": "or lets watchers no longer talk (`quiet`)",
        "unwatched": "forbids watching (`unwatched`; those who watch hear Closed `unwatched`)",
        "handed-over": "Of two requests that cross, the host does the first: whoever is no longer "
        "the owner is refused as `owner`",
        "kept-out": "With `keep_out` it is Closed `barred`, now and after every Join that shows "
        "the token of that seat or comes from that address, for as long as the host's program "
        "runs or until **LetIn**",
        "giving": "**Give** gives somebody who watches a free seat, a bot's, or that of a player "
        "who is away",
        "given": "The watcher hears **Given** with the token of the seat, keeps it as if it had "
        "come in Seated, closes the connection and comes back with it",
        "given-away": "The earlier token is void: whoever shows it hears Closed `given`, once, and "
        "is a newcomer like others after that",
        "denied": "**Deny** answers a watcher who has asked for a seat with Refused `denied`",
        "way": "`way` says how a player or watcher plays, as the Hello before Join did",
        "slow": "A round trip of 400 ms or more, as `took` of Ping tells it, makes a line `slow`",
        "quick": "one of 200 ms or less quick again, at most once in 30 s",
        "request": "`asks` of the watcher's line in Gathered is true until the owner sends Give or "
        "Deny",
        "asked-before": "A second one meanwhile is refused as `asked`",
        "requests-limit": "From one address there may be 3 requests at once, and then one every "
        "30 s (`fast`)",
        "phrase": "Ours sends these, and a host passes on any other too",
        "games-unasked": "a client that leaves it out is never sent any message of this section",
        "room-stays": "the room stays, with its id, code, owner and people",
        "game-changed": "Everybody whose program knows the game hears **GameChanged**, just before "
        "the Gathered that shows the new room and says `game` in `happened`",
        "go-on": "Tokens, and the numbers of moves and positions, go on",
        "nobody-ready": "Nobody is ready, and `phase` is `gathering`",
        "changed": "Everybody else hears Closed `changed`, at once or on the next Join with the "
        "token of the seat, and may join again as a newcomer",
        "seats-kept": "Who stays keeps the seat if the game has it, or else gets one that is free, "
        "or a bot's",
        "unseated": "A player for whom there is no seat watches from then on, and `seat` is nil",
        "game-in-seated": "A player who was away hears of another game from `game` in Seated",
        "tallied": "it comes after a Join, once a match was played to its end, and just before the "
        "Gathered with `over`",
        "put-out-nobody": "if it names neither, it is refused as `nobody`",
        "put-out": "**PutOut** ends the connection of a player or of somebody who watches with "
        "Closed `removed`",
        "asked": "Everybody hears `asked` in `happened`",
        "unanswered": "Without one an easy bot plays from then on (`kind` becomes `bot:...` and "
        "`idle` is true), until there is an answer after all or the player comes back on another "
        "connection",
        "not-oneself": "None of this can be done to a bot (`bot`), a free seat (`nobody`) or "
        "oneself (`yourself`)",
        "slow-hello": "whose TLS handshake and Hello are not complete within 3 s of connecting",
        "slow-frame": "whose frame is not complete within 3 s of its first byte",
        "silent": "after 6 s without a frame",
        "missed": "the last events of the match after the position `seen` of Join, at most 60",
    },
    "11-all-other-messages-codes-and-views": {
        "games-listed": "One of `games` in Welcomed",
        "new-rules": "Seats, house rules and the readiness of all begin anew",
        "pause": "The table's owner sets before the match how long a finished deal lies open at "
        "most",
        "clocks": "the clock can be one of these: {values}",
        "pauses": "the pause between deals can be one of these: {values}",
        "codeless": "this table asks for no code",
        "no-words": "there are no words in that",
        "unawaited": "only a player who is waited for, else refused as `unawaited`",
        "misfitting": "refused as `rule` for seats or house rules that the game does not have",
        "occupied": "only a seat that is free or a bot's, or whose player is away, else refused as "
        "`occupied`",
        "request-refused": "as `locked` or `quiet` where the owner has locked the table or does "
        "not let watchers talk",
    },
    "12-moving-a-table": {
        "moving-left-out": "A program that leaves out `migrates` in Hello is sent none of "
        "the messages below",
        "moving-asked": "**Chosen** to that player's program; `migrating` in `happened`",
        "moving-announced": "**Announced** to all other players whose programs have said "
        "`migrates`",
        "moving-handed": "then **Handed** to the new host",
        "moving-stays": "A move that fails before step 5 leaves the table where it is: "
        "everybody hears `staying` with the reason in `happened`",
        "moving-held": "From Handed on the old host keeps the messages that arrive, "
        "and takes them in their order if the table stays",
    },
    "13-when-the-host-is-lost": {
        "no-branch": "at a table that is no branch as `unasked`",
        "peers": "each hears **Peers**: the keys, for which the host has to be "
        "trusted, where the host sees each program, and the seat of the"
        " host's own player",
    },
    "14-messages-codes-and-phases-of-this-level": {
        "moving-rooted": "only to a player who is present and whose program can, else `rooted`",
        "moving-unasked": "only after Chosen, else refused as `unasked`",
    },
}

_NEEDS: Final = {
    "no code": ("one-go", "codeless"),
    "deals": (
        *("finished-deals", "continue", "pauses-told", "late-continue"),
        *("continue-twice", "longer-pause"),
    ),
    "bots": ("bots-share",),
    "games": (
        *("room-stays", "game-changed", "go-on", "nobody-ready", "changed", "seats-kept"),
        *(
            "unseated",
            "game-in-seated",
            "games-listed",
            "misfitting",
            "new-rules",
            "tallied",
            "games-unasked",
        ),
    ),
    "restart": ("resumed-host", "resumed-seats", "resumed-match"),
    "code": ("code-proof", "wrong-code", "one-attempt", "no-proof", "new-code"),
    "migrates": (
        *("moving-rooted", "moving-unasked", "moving-asked", "moving-announced"),
        *("moving-handed", "moving-stays", "moving-held", "peers"),
    ),
}
"""A need -> the requirements that can be tried only with it."""

_MUST: Final = {
    "match": (
        *("records", "latecomers", "revealed", "seed", "dealt-again"),
        *("shares-wait", "share-seats", "in-time", "own-share", "nonces"),
    ),
}
"""An event -> the requirements that count as broken if they were not seen by then."""

REQUIREMENTS: Final = requirements(_TEXTS, _NEEDS, _MUST)
"""All requirements, in the order of the page."""
