"""Worker processes that think for the server, what they may be asked, and which players a client may name."""
