"""Trick games as tensors, thousands at once and move for move the engine's, and the inputs of their networks."""
