"""Where detail ends: the value that every rule returns. It names units by their index and holds no text."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Rung(IntEnum):
    """The resolution of a mission, lower is coarser. Below BRIEF it is a line of the summary."""

    BRIEF = 0
    TRIMMED = 1
    DETAIL = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """What is folded and at which resolution the rest stands.

    Units before `at` are folded. `skip` is a range of units behind `at` that is folded too: the instruction in front
    of it is pinned. `made` is the number of units that the talk had when the cut was made, 0 for never. From unit
    `sharp` on thinking is exact. `mission` is the first mission in detail; `rungs` holds the resolution of it and the
    next ones, later missions are in full detail. Units in the range `trims` are trimmed although their mission is
    current. `carried` is what stale tokens have cost since the cut, in prices of one token (price-aware rules only).
    """

    at: int = 0
    skip: tuple[int, int] | None = None
    made: int = 0
    sharp: int = 0
    folds: int = 0
    mission: int = 0
    rungs: tuple[Rung, ...] = ()
    trims: tuple[int, int] | None = None
    carried: float = 0.0

    @property
    def cuts_nothing(self) -> bool:
        """Whether everything is still sent as it came in."""
        return self.made == 0

    def rung(self, mission: int) -> Rung:
        """Return the resolution of a mission that is not folded."""
        place = mission - self.mission
        return self.rungs[place] if 0 <= place < len(self.rungs) else Rung.DETAIL
