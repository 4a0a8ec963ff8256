"""The papers' tables and figures again: one file for each, and what they share (`docs/reproduction.md`)."""
