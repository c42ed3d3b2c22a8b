"""Rules, records and bots: standard library only; no clock, no I/O, no chance of its own."""
