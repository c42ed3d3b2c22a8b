"""The screens around a table: home, games, new tables, the LAN, rules, settings, questions."""
