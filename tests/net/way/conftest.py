"""Every test of the ways to a table: own folders, one machine."""

from tests.support.own_places import lan, no_lan, own_places

__all__ = ["lan", "no_lan", "own_places"]
