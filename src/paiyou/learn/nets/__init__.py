"""Networks that value moves: their features, their layers, and their ONNX graphs for players without torch."""
