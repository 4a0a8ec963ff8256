"""Thousands of games as tensors, move for move the engine's: deals, legal moves, play, and what a seat knows."""
