"""Texts for many people at once: one interface, two engines behind it."""
