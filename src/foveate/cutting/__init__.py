"""Where detail ends: one idea, three rules and none. Pure functions of a talk's totals; no text is read."""

from foveate.cutting.cut import Cut, Rung
from foveate.cutting.missions import RECENT_CHARS, Missions
from foveate.cutting.off import Off
from foveate.cutting.price import CachePrice, best_step
from foveate.cutting.tally import Meter, Tally
from foveate.cutting.threshold import UNKNOWN_WINDOW, Threshold
from foveate.cutting.window import Window

Rule = Window | Missions | Threshold | Off

__all__ = [
    "RECENT_CHARS", "UNKNOWN_WINDOW", "CachePrice", "Cut", "Meter", "Missions", "Off", "Rule", "Rung", "Tally",
    "Threshold", "Window", "best_step",
]  # fmt: skip
