"""The player's own files: settings and keys."""
