"""Tables on the LAN: announcing them, finding them, finding them again."""
