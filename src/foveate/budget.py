"""Sizes and their limits: characters, tokens, ceilings, meters. Values only; what is measured lives in wire.

Characters are Unicode code points of text, tool names and arguments; media parts cost a fixed amount each.
"""

from __future__ import annotations

from typing import NewType

Chars = NewType("Chars", int)
"""A size in Unicode code points."""

Tokens = NewType("Tokens", int)
"""A size in tokens of a model, estimated or exact."""
