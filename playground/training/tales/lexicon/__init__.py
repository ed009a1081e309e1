"""Tables of what there is in a small world, and of the words for it."""
