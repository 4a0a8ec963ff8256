"""Rules for climbing games: split the hand, weigh every move, play with the partner, bid."""
