"""The last page of a match: what is known of it, in words and as a picture."""
