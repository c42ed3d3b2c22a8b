"""Plays clients against a host and says which sentences of docs/protocol.md it breaks."""
