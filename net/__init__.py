"""LAN play: messages, tables and clients' seats without I/O in the middle, asyncio at the edge."""
