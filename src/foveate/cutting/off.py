"""The rule that is none: what came in goes out. Zero brings it back."""

from __future__ import annotations

from dataclasses import dataclass

from foveate.cutting.cut import Cut
from foveate.cutting.tally import Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class Off:
    """Send the whole history, untouched."""

    def advance(self, cut: Cut, tally: Tally, *, since: int, end: int) -> Cut:  # noqa: ARG002  # the rules' common form
        """Return the cut as it is."""
        return cut

    def fold_now(self, cut: Cut, tally: Tally, end: int) -> Cut:  # noqa: ARG002  # the rules' common form
        """Return the cut as it is."""
        return cut
