"""Short phrases to say with a key and a digit; each reader reads them in the own language. Pure.

A phrase travels with its words in the sender's language, for programs that do not know its code.
"""

from typing import Final

from net.client.events import Spoken
from net.wire.to_host import Say
from tui.language.text import t

PHRASES: Final = {
    "well_played": "Well played!",
    "your_turn": "It is your turn, hurry up!",
    "minute": "One minute, please",
    "here_again": "Here I am again",
    "thanks": "Thank you!",
    "luck": "Good luck, everybody!",
    "lucky_one": "Some people have all the luck!",
    "oops": "Oops, that was a mistake",
    "so_close": "So close!",
    "good_match": "That was a good match!",
    "another": "Another match?",
    "leaving_soon": "I have to leave soon",
}
"""The code of each phrase, and its words in English."""


def phrase(code: str) -> Say:
    """Return a phrase as a message."""
    return Say(t(PHRASES[code]), code)


def spoken_said(event: Spoken) -> str:
    """Return the words of a message: a known phrase in this player's language, else its text."""
    known = PHRASES.get(event.phrase)
    return t(known) if known else event.text
