"""Many people at once: what is allowed, the models in memory, what has been computed already."""
