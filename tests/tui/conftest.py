"""Every test of the screens and commands: own folders, one machine, English."""

from tests.support.own_places import lan, no_lan, no_review, own_places, reviewed, russian, spoken

__all__ = ["lan", "no_lan", "no_review", "own_places", "reviewed", "russian", "spoken"]
