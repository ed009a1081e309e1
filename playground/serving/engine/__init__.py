"""Texts for many people at once: one interface, and an engine with two ways to compute."""
