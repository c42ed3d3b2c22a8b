"""Tools for authors: the arena, training, and the kits that try hosts and clients.

A program of its own beside Kozyr: a player needs none of it.
"""
