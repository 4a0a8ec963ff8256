"""Bridges to other people's libraries; each needs its own package installed (extra `interop`)."""
