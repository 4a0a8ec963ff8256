"""Speed, ours and that of others, measured in one run."""
