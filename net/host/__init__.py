"""The host's program: sockets, timers, bots' worker and files around the tables."""
