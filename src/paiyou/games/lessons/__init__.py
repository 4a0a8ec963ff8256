"""The lessons of the games, one file each: positions that a beginner plays, with a task and an answer."""
