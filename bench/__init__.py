"""Speeds and sizes on this machine, each with its budget: `python -m bench [part]`."""
