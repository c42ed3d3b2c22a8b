"""Tools for authors: the arena, training, and the kits that try hosts and clients.

A separate package beside Kozyr: players need none of it.
"""
