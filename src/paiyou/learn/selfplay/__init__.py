"""Networks that play a batch of games: how moves are chosen, and matches between them."""
