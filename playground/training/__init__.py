"""Training apart from the model: texts, the loop, held-out loss. Uses gpt and text only."""
