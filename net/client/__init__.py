"""The client's half: where a player sits, and the link to the host."""
