"""Authors' programs as contestants of the arena: a host on loopback for each match."""
