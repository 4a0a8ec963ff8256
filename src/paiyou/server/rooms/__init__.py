"""Rooms: chairs, the games played there, what each chair is told of them, and how they outlive the server."""
