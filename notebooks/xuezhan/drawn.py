"""Tiles as Jupyter shows them."""

from .library import describe


def tiles(text):
    """Return tiles in notation, such as "123m11p[555s]", as a picture for Jupyter."""
    return Tiles(text)


class Tiles:
    """Tiles, drawn where Jupyter shows them and in notation where text does."""

    def __init__(self, text):
        self.text = text
        self.svg = describe("tiles " + text)

    def __repr__(self):
        return self.text

    def _repr_svg_(self):
        return self.svg
