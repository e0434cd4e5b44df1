"""The layers of a context: head, summary, recent with its ladder, recalled, current. A pure function each."""

from foveate.layers.current import current_layer
from foveate.layers.ladder import detail, outcome
from foveate.layers.layer import Item, Layer, LayerName, Piece
from foveate.layers.recalled import Excerpt, excerpt_line, recalled_layer
from foveate.layers.recent import recent_layer
from foveate.layers.stretch import Kept, Talk, item, mission_pieces, size_of, unit_pieces
from foveate.layers.summary import summary_layer

__all__ = [
    "Excerpt", "Item", "Kept", "Layer", "LayerName", "Piece", "Talk", "current_layer", "detail", "excerpt_line", "item",
    "mission_pieces", "outcome", "recalled_layer", "recent_layer", "size_of", "summary_layer", "unit_pieces",
]  # fmt: skip
