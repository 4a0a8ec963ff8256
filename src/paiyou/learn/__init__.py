"""Learning on torch: thousands of games at once, encoders, networks, Deep Monte Carlo. Needs no compiled core."""
