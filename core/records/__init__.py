"""A match as text: written, replayed, verified, added up."""
