"""What tries clients: `cheats` are the ways in which a host may cheat them."""
