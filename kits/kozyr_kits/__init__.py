"""What authors try their work with: arena, training, and the kits that try hosts and clients.

A program of its own beside Kozyr: a player needs none of it.
"""
