"""The sentences in which a client says why it cannot vouch for the deals of a match."""

from __future__ import annotations

from typing import Final

FAULTS: Final = {
    "none": "The host has shown nothing by which these deals could be checked",
    "unrevealed": "The host has not shown how deal {deal} was dealt: it could not be checked",
    "absent": "You were not there when it was shown how deal {deal} was dealt: it could not be "
    "checked",
    "hidden": "Beware: the host does not show how deal {deal} was dealt",
    "late": "Beware: the host committed to its deal only after it knew the shares of the others",
    "again": "Beware: the host had the deck shuffled again after it could know everybody's share",
    "changed": "Beware: the host has changed what had been committed to for this deal",
    "terms": "Beware: the host has begun this match by house rules, with a clock or with a pause "
    "to which you had not agreed",
    "rules": "Beware: the host has changed the house rules, the clock or the pause in the middle "
    "of this match",
    "seated": "Beware: the host has changed who sits where in the middle of this match",
    "seat": "Beware: the host has put you on another seat in the middle of this match",
    "share": "Beware: the host has put something else in place of your share in this deal",
    "skipped": "Beware: the host has dealt without asking for the shares that were committed to",
    "before": "Beware: the host has dealt before it showed everybody's share in the deck",
    "seats": "Beware: the host has counted shares of seats that this table does not have",
    "tried": "Beware: the deck was shuffled {shuffles} times before the first deal was played",
    "nonce": "Beware: somebody's share in this deal is not the one that was committed to",
    "bots": "Beware: the host has left out the share of one of its own bots",
    "seed": "Beware: the seed of deal {deal} is not the one that the host had committed to",
    "deal": "Beware: deal {deal} is not the one that the host had committed to",
    "early": "Beware: the host has shown the cards of deal {deal} before it was over",
    "after": "Beware: the host has played on after the end of the match",
    "begun": "Beware: the host has begun another match in the middle of this one",
    "shown": "Beware: the host has shown the same position of this match in two ways",
    "yours": "Beware: the host has put another move in place of yours in deal {deal}",
    "refused": "Beware: the host has refused a move that the rules allow",
    "back": "Beware: the host has gone back to an earlier position of this match",
    "gap": "Beware: the host has left out positions of this match",
}
"""The faults that a client may find in the deals of a match, in English for the player."""

UNKNOWN: Final = ("none", "unrevealed", "absent")
"""Faults that only name a gap in the knowledge of the client: a worse one may replace them."""
