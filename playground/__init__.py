"""GPT Playground: a page on which a class takes a GPT apart."""
