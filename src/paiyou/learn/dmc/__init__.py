"""Deep Monte Carlo (DouZero): the trainer, its arguments, what it remembers, learns from and measures."""
