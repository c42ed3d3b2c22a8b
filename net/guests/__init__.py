"""People without Kozyr at a host's table: their screens run on the host's machine."""
