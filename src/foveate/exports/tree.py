"""A tree of messages told by parent links: the path to a leaf, the leaves, the deepest leaf.

Everything is a loop: a long chat is a chain thousands deep. Links may be missing or run in a circle; that is said,
not raised.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """The way from the root down to a leaf; `fault` says why it does not begin at a root, empty if it does."""

    path: tuple[str, ...]
    fault: str = ""


def trace(parents: Mapping[str, str | None], leaf: str) -> Trace:
    """Walks from a leaf up to its root."""
    upwards: list[str] = []
    seen: set[str] = set()
    node: str | None = leaf
    fault = ""
    while node is not None:
        if node in seen:
            fault = f"the parent links run in a circle at {node}; the talk before it cannot be told"
            break
        if node not in parents:
            fault = f"the parent {node} is not in the file; the talk before it cannot be told"
            break
        seen.add(node)
        upwards.append(node)
        node = parents[node]
    return Trace(path=tuple(reversed(upwards)), fault=fault)


def leaves(parents: Mapping[str, str | None]) -> tuple[str, ...]:
    """Is every node that no other node calls its parent, in the order of the file."""
    inner = {parent for node, parent in parents.items() if parent != node}
    return tuple(node for node in parents if node not in inner)


def deepest(parents: Mapping[str, str | None], among: Iterable[str]) -> str | None:
    """Is the node with the longest way to its root; of equals, the one that the file names last."""
    depths: dict[str, int] = {}
    best: str | None = None
    for node in among:
        if best is None or _depth(parents, node, depths) >= depths[best]:
            _depth(parents, node, depths)
            best = node
    return best


def _depth(parents: Mapping[str, str | None], leaf: str, known: dict[str, int]) -> int:
    way: list[str] = []
    seen: set[str] = set()
    node: str | None = leaf
    while node is not None and node in parents and node not in known and node not in seen:
        seen.add(node)
        way.append(node)
        node = parents[node]
    depth = known.get(node, 0) if node is not None else 0
    for step in reversed(way):
        depth += 1
        known[step] = depth
    return known[leaf]
