"""A finding as plain values: a row for each source and policy, and beside them what is gone and what was left out."""

from __future__ import annotations

from typing import Any

from foveate.measure.finding import Finding, Run


def as_values(finding: Finding) -> dict[str, Any]:
    """Return the finding ready for JSON. `gone` lists the facts that are in no last request, by source and policy."""
    pricing = finding.pricing
    return {
        "rows": [row(run, pricing.currency) for run in finding.runs],
        "gone": [_gone(run) for run in finding.runs if run.lost],
        "skipped": [{"source": source, "where": where, "reason": why} for source, where, why in finding.skipped],
        "model": pricing.model,
        "prices": pricing.source or None,
        "counter": finding.counter,
        "gap": finding.gap,
    }


def row(run: Run, currency: str) -> dict[str, Any]:
    """Return one run. Money is the input's, None where the price is unknown; `prefix_kept` is a share from 0 to 1."""
    turns = run.turns
    return {
        "source": run.source,
        "turns": len(turns.chars),
        "policy": run.policy,
        "chars_total": sum(turns.chars),
        "chars_last": turns.chars[-1] if turns.chars else 0,
        "tokens_total": sum(turns.tokens),
        "tokens_last": turns.tokens[-1] if turns.tokens else 0,
        "prefix_kept": round(run.prefix_kept, 6),
        "folds": run.folds,
        "calls": run.calls,
        "cost_uncached": _money(turns.uncached),
        "cost_cached": _money(turns.cached),
        "currency": currency,
        "facts": run.facts,
        "facts_kept": run.facts_kept,
        "flags": list(run.flags),
    }


def _gone(run: Run) -> dict[str, Any]:
    return {"source": run.source, "policy": run.policy, "facts": list(run.lost)}


def _money(amounts: tuple[float, ...] | None) -> float | None:
    return None if amounts is None else round(sum(amounts), 9)
