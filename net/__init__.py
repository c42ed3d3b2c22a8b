"""LAN play: messages, tables and sessions without I/O in the middle, asyncio at the edge."""
