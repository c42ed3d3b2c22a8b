"""Rules, records and bots: standard library only; no clock, no I/O, no chance of its own.

    game.py         the contract of a game: Rules, State, View, Options
    moves.py, notation.py    moves and events as typed values, and as text
    match.py        deals and plays a match, and gives the lines of its record
    shuffle.py, deal_proof.py    decks from a seed, and from everybody's shares in the shuffle
    cards.py, tiles.py, dealing.py    what games share
    games, tricks   the games, and what the games of tricks share
    bots, advice, review    any game's bots, hints, reviews
    records         matches as text

The same seed and the same moves give the same match on every machine: chance comes in through
`Decks` alone, and `shuffle.py` fixes the bytes. A State is everything and never leaves the process;
a View is what one seat, or a spectator, may know. Bots, screens, the wire and logs are built from
Views, and from events already cut to whoever receives them. `imagine(view)` gives a State that
looks the same: it feeds the bots, and proves in tests that a View tells no secret.
"""
