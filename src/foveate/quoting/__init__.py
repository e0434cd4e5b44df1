"""How text of the talk is put before a model as data: labels, delimiters, escaping, masking, clipping at graphemes."""

from foveate.quoting.clipping import ELLIPSIS, balanced, boundary, head, middle, valid
from foveate.quoting.data import (
    EXCERPTS,
    SUMMARY,
    Carried,
    block,
    block_overhead,
    escape,
    escape_marks,
    find_summary,
    one_line,
)
from foveate.quoting.language import PHRASES, Phrases, language_of, omitted_mark, phrases
from foveate.quoting.masking import MASK, mask

__all__ = [
    "ELLIPSIS", "EXCERPTS", "MASK", "PHRASES", "SUMMARY", "Carried", "Phrases", "balanced", "block", "block_overhead",
    "boundary", "escape", "escape_marks", "find_summary", "head", "language_of", "mask", "middle", "omitted_mark",
    "one_line", "phrases", "valid",
]  # fmt: skip
