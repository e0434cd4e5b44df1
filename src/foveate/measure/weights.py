"""What messages weigh: a key for their contents, tokens and characters. Each is read once, however often it is sent."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import NamedTuple

from foveate.budget import CountTokens
from foveate.wire import Shape
from foveate.wire.parts import texts


class Weight(NamedTuple):
    """A message's key (equal contents have equal keys), its tokens and its characters."""

    key: int
    tokens: int
    chars: int


@dataclass(slots=True, kw_only=True)
class Scale:
    """Weighs the messages of one talk: its own are known again by identity, copies by what they hold.

    `media` is the characters that an image, a sound or a file counts.
    """

    shape: Shape
    count: CountTokens
    media: int
    _known: dict[int, tuple[object, Weight]] = field(default_factory=dict)
    _keys: dict[str, int] = field(default_factory=dict)

    def weigh(self, raw: object) -> Weight:
        """Return a message's weight."""
        known = self._known.get(id(raw))
        if known is not None:
            return known[1]
        message = self.shape.read(raw)
        chars = message.text_chars + message.media * self.media
        weight = Weight(self._key(raw), self.count(self.shape.text(raw)), chars)
        self._known[id(raw)] = (raw, weight)  # the message is held: its id is given to no other
        return weight

    def beside(self, system: object) -> Weight | None:
        """Return the weight of what is sent beside the messages, None for nothing."""
        text = "".join(texts(system))
        return Weight(self._key(system), self.count(text), len(text)) if text else None

    def _key(self, value: object) -> int:
        return self._keys.setdefault(json.dumps(value, sort_keys=True, default=repr), len(self._keys) + 1)
