"""What a move's value is fitted to: one method a file, and all they share in `target.py`."""
