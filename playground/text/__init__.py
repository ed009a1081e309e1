"""text <-> ids. Knows no model: encodings, labels for people, bytes to text while streaming."""
