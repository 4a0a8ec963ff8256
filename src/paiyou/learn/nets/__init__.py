"""Networks that value moves: the features they are told, their layers, and their graphs for players without torch."""
