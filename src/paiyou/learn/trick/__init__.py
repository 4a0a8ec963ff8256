"""Trick games as tensors, thousands at once and move for move the engine's, and what their networks are told."""
