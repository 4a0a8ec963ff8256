"""Small integer networks for play-outs in the core, distilled from large ones."""
