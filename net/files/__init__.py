"""What outlives the program: records, keys of seats, saved matches."""
