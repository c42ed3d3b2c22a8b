"""The gateway for guests who come by ssh; only its own process loads the cryptography."""
