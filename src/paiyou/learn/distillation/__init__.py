"""Small networks of whole numbers for play-outs in the core, taught by large ones."""
