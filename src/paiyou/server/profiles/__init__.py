"""What is kept of a person over games: results, ratings, luck, accuracy and puzzles, by a key that nobody can guess."""
