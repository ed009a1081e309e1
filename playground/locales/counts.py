"""Counts in a sentence, with the form of the word that fits them."""


class Count(str):
    """A count as it is written, which knows the plural: "{n}" gives "1,234", and
    "{n:token|tokens}" gives "1 token", "1,234 tokens".

    Only 1 takes the first form, as in English: "0 tokens", "1.0 tokens", "6 or 8 heads". A
    language without plurals asks for the number alone.
    """

    def __new__(cls, value: int | str) -> "Count":
        """`value`: a whole number, or one that is written already."""
        return super().__new__(cls, value if isinstance(value, str) else f"{value:,}")

    def __format__(self, forms: str) -> str:
        if not forms:
            return str(self)
        one, many = forms.split("|")
        return f"{self} {one if self == '1' else many}"
