"""Endgame puzzles (残局): a landlord to move, all hands open, and one move that wins."""
