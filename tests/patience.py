"""How long a test waits: none may depend on how fast the machine is, or on what else runs there."""

PATIENCE = 300.0
"""Seconds after which something has surely gone wrong. Nothing is measured by it, and what happens ends the wait."""
