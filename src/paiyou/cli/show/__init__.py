"""What commands show on the screen, one file for each kind of result."""
