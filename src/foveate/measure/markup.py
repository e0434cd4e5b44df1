"""HTML as a type of its own: plain text becomes Markup only by being escaped, and elements take nothing else.

It knows no page and no style. Text from files may hold tags, control characters, lone surrogates and marks that turn
the writing direction: all of it ends up as harmless text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import NewType

Markup = NewType("Markup", str)
"""HTML that is safe to put into the page."""

VOID = frozenset({"meta", "link", "path", "rect", "circle"})
# Controls but tab and newline: browsers draw boxes for them.
CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def text(value: str) -> Markup:
    """Plain text as markup."""
    return Markup(escape(_writable(value), quote=False))


def foreign(value: str) -> Markup:
    """Text that a person or a file brought: isolated, so that its writing direction ends with it."""
    return element("bdi", text(value))


def element(tag: str, *children: Markup, **attributes: str | None) -> Markup:
    """One element. Attribute names write `_` for `-` and may end in `_`; None leaves the attribute out."""
    shown = "".join(_attribute(name, value) for name, value in attributes.items() if value is not None)
    if tag in VOID:
        return Markup(f"<{tag}{shown}>" if tag in {"meta", "link"} else f"<{tag}{shown}/>")
    return Markup(f"<{tag}{shown}>{''.join(children)}</{tag}>")


def join(parts: Iterable[Markup]) -> Markup:
    """Several pieces, a line each, so that the file can be read and compared."""
    return Markup("\n".join(part for part in parts if part))


NOTHING = Markup("")


def _attribute(name: str, value: str) -> str:
    shown = name.rstrip("_").replace("_", "-")
    return f' {shown}="{escape(_writable(value))}"'


def _writable(value: str) -> str:
    return CONTROLS.sub("\N{REPLACEMENT CHARACTER}", value.encode("utf-8", "replace").decode("utf-8"))
