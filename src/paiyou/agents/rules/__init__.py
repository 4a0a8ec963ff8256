"""The rule-based players: one file per family of games."""
