"""The gateway for guests by ssh; only its own process loads the cryptography."""
