"""Rules for trick games: count, duck, dump, catch the sheep, expose."""
