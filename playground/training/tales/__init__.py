"""A teller of small worlds: a few people, animals and things; something happens; it is told."""
