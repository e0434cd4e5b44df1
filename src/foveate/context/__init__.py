"""A talk and a policy in, a context and its receipt out. Synchronous and pure: no model, no clock, no file."""

from foveate.context.compose import compose
from foveate.context.growing import grown_messages, only_grows
from foveate.context.history import History, Standing
from foveate.context.made import Beside, Context, SummaryPlace
from foveate.context.policy import Policy, Recall, names, policy_named
from foveate.context.receipt import Flag, LayerReceipt, Money, Receipt

__all__ = [
    "Beside", "Context", "Flag", "History", "LayerReceipt", "Money", "Policy", "Recall", "Receipt", "Standing",
    "SummaryPlace", "compose", "grown_messages", "names", "only_grows", "policy_named",
]  # fmt: skip
