"""Learning to bid: hands played out many times, the values of all calls of an auction, networks that predict them."""
