"""The summary written by a model: the Summarizer port over the Model port. `folding` says what is asked and judged."""

from __future__ import annotations

from foveate.folding import prompt
from foveate.ports import Model, SummaryTask


class SummaryWriter:
    """Has a model write the rolling summary. Its failures are raised: whoever settles has the extractive one."""

    def __init__(self, model: Model) -> None:
        """Take the model that writes, cheaper than the one that talks if need be."""
        self._model = model

    async def summarize(self, task: SummaryTask) -> str:
        """Return what the model wrote for the task."""
        system, asked = prompt(task)
        reply = await self._model.complete([{"role": "user", "content": asked}], system=system)
        return reply.text
