"""Rooms: chairs, the games played there, what each chair sees of them, and how they are stored."""
