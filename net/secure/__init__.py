"""TLS, the host's certificate, and proofs of a table's code.

The certificate is made in a short-lived process, and the codes are proved (SPAKE2, bound to the
certificate, so that a man in the middle fails) without `cryptography`, so that no host carries its
8 MB.
"""
