"""Deep Monte Carlo (paper 003): the trainer, its arguments, what it remembers, learns from and measures."""
