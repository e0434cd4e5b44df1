"""Folding: what leaves detail enters the rolling summary, a left fold with bounded state. No model is called here."""

from foveate.folding.facts import FactKind, StatedFact, facts
from foveate.folding.lines import CEILING as SUMMARY_CEILING
from foveate.folding.lines import LABELLED, summary_block, summary_body
from foveate.folding.rolling import Rolling, add, carry, language, replace_by
from foveate.folding.written import judge, prompt

__all__ = [
    "LABELLED", "SUMMARY_CEILING", "FactKind", "Rolling", "StatedFact", "add", "carry", "facts", "judge", "language",
    "prompt", "replace_by", "summary_block", "summary_body",
]  # fmt: skip
