"""logits -> ids: the one distribution, the one draw, the one loop. Knows no text and no page."""
