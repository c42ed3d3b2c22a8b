"""TLS, the host's certificate, and proofs of a table's code."""
