"""Every test of the kit for clients: own folders, one machine."""

from __future__ import annotations

from tests.support.own_places import no_lan, own_places

__all__ = ["no_lan", "own_places"]
