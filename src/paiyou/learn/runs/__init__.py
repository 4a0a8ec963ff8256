"""What a run keeps in its folder: log, checkpoints, weights; and the model that is made of it."""
