"""Other people's players and engines at our tables."""
