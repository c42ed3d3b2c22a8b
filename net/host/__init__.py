"""The host's program: sockets, timers, the bots' worker and files around the tables."""
