"""The last page of a match: its result and course, in words and as a picture."""
