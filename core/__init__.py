"""Rules, records and bots: standard library only; no clock, no input or output, no own chance."""
