"""Every test of a game, board included: own folders, one machine, English."""

from tests.support.own_places import lan, no_lan, own_places, russian, spoken

__all__ = ["lan", "no_lan", "own_places", "russian", "spoken"]
