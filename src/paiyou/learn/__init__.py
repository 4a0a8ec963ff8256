"""Learning on torch, without the compiled core: thousands of games at once, networks, Deep Monte Carlo, imitation."""
