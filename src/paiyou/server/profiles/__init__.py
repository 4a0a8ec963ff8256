"""People's records over games: results, ratings, luck, accuracy and puzzles, by an unguessable key."""
