"""Foveate: a context shaped like sight.

What is done now is whole, what was done lately in detail, what is older coarser.
The public names; nothing happens at import.
"""

from foveate.budget import Chars, Marks, Tokens, estimate_tokens
from foveate.chat import Chat, assemble
from foveate.context import Context, Flag, Policy, Recall, Receipt
from foveate.cutting import CachePrice, Missions, Off, Threshold, Window
from foveate.talk import ChannelKind
from foveate.turn import Turn, take_turn

__all__ = [
    "CachePrice", "ChannelKind", "Chars", "Chat", "Context", "Flag", "Marks", "Missions", "Off", "Policy", "Recall",
    "Receipt", "Threshold", "Tokens", "Turn", "Window", "assemble", "estimate_tokens", "take_turn",
]  # fmt: skip
