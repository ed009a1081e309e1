"""The panels of the page: components and thin handlers. Knows no arithmetic of models."""
