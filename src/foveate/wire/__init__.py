"""Providers' message formats, read into talk and written from it without loss. No network, no policy."""

from foveate.wire.parts import valid_utf8
from foveate.wire.recognise import SHAPES, check, check_one, shape_named, shape_of, shape_shown
from foveate.wire.shape import Change, Leaf, Shape

__all__ = [
    "SHAPES",
    "Change",
    "Leaf",
    "Shape",
    "check",
    "check_one",
    "shape_named",
    "shape_of",
    "shape_shown",
    "valid_utf8",
]
