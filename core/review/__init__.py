"""A finished match judged: what each decision was worth, and how much of each deal was luck."""
