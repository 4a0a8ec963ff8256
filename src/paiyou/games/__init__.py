"""The games: rules as prose on top of each file, then the data the engines read."""
