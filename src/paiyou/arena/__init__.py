"""Matches between agents: fair deals, honest statistics."""
