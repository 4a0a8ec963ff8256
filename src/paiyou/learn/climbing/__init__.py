"""What learning needs of climbing games: batches of them, features, networks and kernels."""
