"""Rules, records and bots, from the standard library alone: no clock, no I/O, no global randomness.

    game.py         the contract of a game: Rules, State, View, Options
    moves.py, notation.py    moves and events as typed values, and as text
    match.py        deals and plays a match, and gives the lines of its record
    shuffle.py, deal_proof.py    decks from a seed, and from the players' shares in the shuffle
    cards.py, tiles.py, dealing.py    what games share
    games, tricks   the games, and what the games of tricks share
    bots, advice, review    any game's bots, hints, reviews
    records         matches as text

The same seed and the same moves give the same match on every machine: chance comes in through
`Decks` alone, and `shuffle.py` fixes the bytes. A State is everything and never leaves the process;
a View holds the knowledge of one seat, or of a spectator. Bots, screens, the wire and logs are
built from Views, and from events already cut to their receiver. `imagine(view)` gives a State that
looks the same: it feeds the bots, and proves in tests that a View tells no secret.
"""
