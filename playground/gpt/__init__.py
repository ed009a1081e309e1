"""ids -> logits: the shape of a model, the model itself, its cache and its files."""
