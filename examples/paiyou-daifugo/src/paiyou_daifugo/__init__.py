"""A game and a player for Paiyou, as a package of its own: Daifugo, and one who plays its lowest cards first."""
