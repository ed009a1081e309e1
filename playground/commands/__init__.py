"""The commands behind `python -m playground`; each module describes its arguments and runs."""
