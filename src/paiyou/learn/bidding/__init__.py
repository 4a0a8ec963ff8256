"""Learning to bid: hands played out many times, what every call of an auction is then worth, and networks that tell."""
