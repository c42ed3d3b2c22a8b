"""Tables on the LAN: announced, found, reached again."""
