"""Layers to a context: head, summary, recent, recalled, current mission, in this order, and the receipt of it.

Pure: the same standing, policy and excerpts give the same context. It calls no model and knows no provider.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from foveate.budget import CHARS_A_TOKEN, Chars, CountTokens, Tokens, estimate_tokens
from foveate.context.growing import keep_messages
from foveate.context.guard import Guard, guarded
from foveate.context.history import Standing
from foveate.context.made import Beside, Context, Details, SummaryPlace
from foveate.context.policy import Policy
from foveate.context.receipt import Draft, Flag, Totals, make_receipt, piece_tokens
from foveate.cutting import Missions, Off, Rung, Threshold
from foveate.folding import LABELLED, summary_block
from foveate.layers import (
    Excerpt,
    Item,
    Layer,
    LayerName,
    Piece,
    Talk,
    current_layer,
    item,
    recalled_layer,
    recent_layer,
    size_of,
    summary_layer,
    unit_pieces,
)  # fmt: skip
from foveate.quoting import find_summary, phrases
from foveate.talk import Speaker

_JOINTS = 4  # characters between our two blocks and the messages that they are merged into


def compose(
    standing: Standing,
    policy: Policy,
    *,
    beside: Beside,
    excerpts: Sequence[Excerpt] = (),
    failed: str = "",
    count: CountTokens = estimate_tokens,
    calibration: float = 1.0,
) -> Context:
    """Return the context of a talk.

    `excerpts` come back before the newest instruction, best first; `failed` says why the written summary is not used.
    `calibration` corrects the receipt's tokens and nothing else.
    """
    draft = Draft(calibration=calibration)
    if isinstance(policy.rule, Off):
        return _identity(standing, beside, draft, count)
    layers = _layers(standing, policy, draft, excerpts)
    if failed:
        draft.note(Flag.SUMMARY_FAILED, failed)
    if isinstance(policy.rule, Threshold) and policy.rule.window is None:
        draft.note(Flag.WINDOW_ASSUMED, "the model's window is not known: 128,000 tokens are assumed")
    if isinstance(policy.rule, Threshold) and standing.talk.tally.overhead >= policy.rule.marks().high:
        draft.note(
            Flag.OVER_BUDGET, f"system text and tools alone take {standing.talk.tally.overhead} tokens, over the mark"
        )
    layers = _guard(layers, standing.talk, policy, draft, beside, count)
    pieces, place = _ordered(layers, standing, merge=policy.strict_alternation)
    details = Details(
        receipt=partial(make_receipt, layers, _totals(standing.talk, beside, count), draft),
        summary=place,
        stable=len(pieces) - _volatile(layers, pieces),
    )
    messages = [piece.raw for piece in pieces]
    keep_messages(standing, pieces)
    return Context(messages=messages, system=beside.system, details=details)


def _identity(standing: Standing, beside: Beside, draft: Draft, count: CountTokens) -> Context:
    talk = standing.talk
    raws = [message.raw for unit in talk.units for message in unit.messages]
    pieces = tuple(
        Piece(raw=m.raw, chars=Chars(m.text_chars + m.media * talk.media)) for u in talk.units for m in u.messages
    )
    whole = (
        (item(talk, 0, len(talk.units), "switched off: the whole history, untouched", talk.tally.chars[-1]),)
        if raws
        else ()
    )
    layer = Layer(name=LayerName.CURRENT, pieces=pieces, included=whole)
    receipt = partial(make_receipt, (layer,), _totals(talk, beside, count), draft)
    return Context(messages=raws, system=beside.system, details=Details(receipt=receipt, stable=len(raws)))


def _totals(talk: Talk, beside: Beside, count: CountTokens) -> Totals:
    """Return what a receipt needs of the talk as it is now: it may be written when the talk has gone on."""
    return Totals(
        before=Chars(talk.tally.chars[-1] + talk.tally.fixed_chars + beside.chars),
        messages=talk.units[-1].last + 1 if talk.units else 0,
        folds=talk.cut.folds,
        beside=beside.chars,
        beside_tokens=partial(beside.tokens, count),
        tokens=partial(piece_tokens, talk.shape, talk.media, count),
    )


def _volatile(layers: tuple[Layer, ...], pieces: Sequence[Piece]) -> int:
    """Return how many messages at the end belong to this mission alone: what was recalled, and all behind it."""
    *_, recalled, now = layers
    return min(len(recalled.pieces) + len(now.pieces), len(pieces)) if recalled.pieces else 0


def _layers(standing: Standing, policy: Policy, draft: Draft, excerpts: Sequence[Excerpt]) -> tuple[Layer, ...]:
    talk = standing.talk
    cut, end = talk.cut, len(talk.units)
    first = max(cut.at, standing.leading)
    if not first and talk.shape.name == "anthropic":
        first = _first_person(talk)
    mission = talk.tally.mission_at(end - 1) if end else -1
    current = max(talk.tally.openings[mission], first) if mission >= 0 else first
    head = _head(talk, standing.leading, first)
    recent = recent_layer(talk, first, current, ceiling=_recent_ceiling(policy))
    if first > max(cut.at, standing.leading):
        why = "said before the first instruction: this provider refuses a talk that the assistant opens"
        recent = replace(recent, left_out=(item(talk, standing.leading, first, why, 0),))
    now = current_layer(talk, current, end, ceiling=_current_ceiling(policy))
    summary = _summary(standing, policy, first)
    if cut.skip:
        draft.note(Flag.PINNED, "the instruction stands in front of a folded stretch of its own mission")
    if summary.pieces and talk.resent:
        recent, now = _without_old_block(recent, talk), _without_old_block(now, talk)
    unsent = talk.tally.chars[-1] - recent.chars - now.chars  # what comes back is never more than what is away
    ceiling = Chars(max(min(_recall_ceiling(policy, head, summary, recent), unsent), 0))
    recalled = recalled_layer(talk.shape, excerpts, phrases=phrases(standing.language), ceiling=ceiling)
    return (head, summary, recent, recalled, now)


def _head(talk: Talk, leading: int, first: int) -> Layer:
    """System and developer messages: the leading ones first, later ones of the folded part behind the summary."""
    fixed = talk.fixed[: bisect_left(talk.fixed, max(first, leading))]
    pieces = tuple(piece for unit in fixed for piece in unit_pieces(talk, unit, Rung.DETAIL))
    reason = "system and developer messages are never folded"
    included = tuple(item(talk, unit, unit + 1, reason, talk.units[unit].messages[0].text_chars) for unit in fixed)
    return Layer(name=LayerName.HEAD, pieces=pieces, included=included)


def _summary(standing: Standing, policy: Policy, first: int) -> Layer:
    talk = standing.talk
    skip = talk.cut.skip
    gone = talk.cut.made and talk.tally.messages[first] > talk.tally.messages[standing.leading]
    folded = _gone(talk, standing.leading, first, "folded into the summary") if gone else None
    skipped = _gone(talk, skip[0], skip[1], "older work of a long mission, folded") if skip else None
    carried = standing.rolling.carried and standing.rolling.carried + LABELLED
    before = _earlier(Chars(carried)) if carried and not gone else None
    covered = tuple(each for each in (before, folded, skipped) if each)
    # A summary longer than its source is no summary; an earlier one that it carries is part of its source.
    room = sum(each.chars for each in (folded, skipped) if each) + carried
    piece = _summary_piece(standing, min(policy.summary, room)) if policy.summary and covered else None
    return summary_layer(piece, covered=covered, room=Chars(room), ceiling=policy.summary)


def _summary_piece(standing: Standing, ceiling: int) -> Piece | None:
    """Return the summary as a message, made once between two cuts."""
    talk, kept = standing.talk, standing.talk.kept
    if kept.summary is not None and kept.summary[0] is standing.rolling and kept.summary[1] == ceiling:
        return kept.summary[2]
    text = summary_block(standing.rolling, ceiling=ceiling)
    if not text:
        return None
    raw = talk.shape.person(text)
    piece = Piece(raw=raw, chars=Chars(len(text)))
    kept.summary = (standing.rolling, ceiling, piece)
    return piece


def _earlier(chars: Chars) -> Item:
    """Return the line for a summary of what came before the first message: it stands nowhere else, so it is sent."""
    return Item(first=0, last=-1, reason="an earlier summary, of what came before these messages", chars=chars)


def _gone(talk: Talk, first: int, end: int, reason: str) -> Item:
    last = talk.tally.mission_at(end - 1) + 1
    missions = f": missions up to {last}" if last > 0 else ""
    return item(talk, first, end, reason + missions, talk.tally.size(first, end))


def _without_old_block(layer: Layer, talk: Talk) -> Layer:
    """Take our own earlier summary out of a re-sent message: the new one carries it."""
    pieces = tuple(_strip(piece, talk) for piece in layer.pieces)
    return layer if all(a is b for a, b in zip(pieces, layer.pieces, strict=True)) else replace(layer, pieces=pieces)


def _strip(piece: Piece, talk: Talk) -> Piece:
    message = talk.shape.read(piece.raw)
    if message.speaker is not Speaker.PERSON or not message.text_chars:
        return piece
    found = find_summary(talk.shape.spoken(piece.raw))
    if found is None or not found.rest:
        return piece
    done = False

    def first_only(text: str, leaf: object) -> str:
        nonlocal done
        del leaf
        old = find_summary(text)
        if done or old is None:
            return text
        done = True
        return old.rest

    raw = talk.shape.rewrite(piece.raw, first_only)
    return replace(piece, raw=raw, chars=size_of(talk, raw))


def _first_person(talk: Talk) -> int:
    """Return where a talk in Anthropic's format begins: one that opens with the assistant is refused."""
    fronts = (Speaker.PERSON, Speaker.SUMMARY)
    return next((at for at, unit in enumerate(talk.units) if unit.messages[0].speaker in fronts), 0)


def _recent_ceiling(policy: Policy) -> Chars | None:
    rule = policy.rule
    return Chars(rule.chars.high) if isinstance(rule, Missions) else None


def _current_ceiling(policy: Policy) -> Chars | None:
    rule = policy.rule
    return Chars(rule.current.high) if isinstance(rule, Missions) else None


def _recall_ceiling(policy: Policy, *others: Layer) -> Chars:
    if policy.recall is None:
        return Chars(0)
    if policy.total is None:
        return policy.recall.ceiling
    return Chars(max(policy.total - sum(layer.chars for layer in others), 0))


def _guard(
    layers: tuple[Layer, ...], talk: Talk, policy: Policy, draft: Draft, beside: Beside, count: CountTokens
) -> tuple[Layer, ...]:
    ceilings = [policy.hard] if policy.hard else []
    if policy.model_window:
        ceilings.append(_in_chars(layers, talk, policy.model_window, count))
    if not ceilings:
        return layers
    guard = Guard(ceiling=min(ceilings), shape=talk.shape, phrases=talk.phrases, size=lambda raw: size_of(talk, raw))
    joints = _JOINTS * policy.strict_alternation
    return guarded(layers, guard, draft, beside=beside.chars + joints)


def _in_chars(layers: Sequence[Layer], talk: Talk, window: Tokens, count: CountTokens) -> Chars:
    """Return a ceiling in tokens as one in characters, by the tokens of these texts; media cost the same in both."""
    pieces = [piece for layer in layers for piece in layer.pieces]
    texts = [talk.shape.text(piece.raw) for piece in pieces]
    chars, tokens = sum(map(len, texts)), sum(map(count, texts))
    media = max(sum(piece.chars for piece in pieces) - chars, 0)
    rate = chars / tokens if tokens else CHARS_A_TOKEN
    return Chars(int(max(window - media // CHARS_A_TOKEN, 0) * rate) + media)


def _ordered(layers: tuple[Layer, ...], standing: Standing, *, merge: bool) -> tuple[list[Piece], SummaryPlace | None]:
    """Return the pieces in the order of a request; with `merge` our blocks go into the person's message behind them."""
    head, summary, recent, recalled, now = layers
    leading = [piece for piece in head.pieces if piece.index is not None and piece.index < standing.leading]
    later = head.pieces[len(leading) :]
    talk = standing.talk
    if not merge:
        place = len(leading)
        pieces = [*leading, *summary.pieces, *later, *recent.pieces, *recalled.pieces, *now.pieces]
        return pieces, _place(summary, place, talk, merged=False)
    tail = _merged(recalled.pieces, list(now.pieces), talk)
    rest = [*later, *recent.pieces, *tail]
    pieces = [*leading, *_merged(summary.pieces, rest, talk)]
    merged = len(pieces) == len(leading) + len(rest)
    at = next((n for n, piece in enumerate(pieces) if find_summary(talk.shape.spoken(piece.raw))), len(leading))
    return pieces, _place(summary, at, talk, merged=merged)


def _merged(block: Sequence[Piece], pieces: list[Piece], talk: Talk) -> list[Piece]:
    """Put a block into the first message behind it that a person wrote; it stays apart where there is none in front."""
    if not block:
        return pieces
    for place, piece in enumerate(pieces):
        speaker = talk.shape.read(piece.raw).speaker
        if speaker is Speaker.PERSON:
            raw = talk.shape.prepend(piece.raw, talk.shape.spoken(block[0].raw))
            size = Chars(piece.chars + block[0].chars + 2)
            return [*pieces[:place], replace(piece, raw=raw, chars=size), *pieces[place + 1 :]]
        if speaker is not Speaker.SYSTEM:
            break
    return [*block, *pieces]


def _place(summary: Layer, index: int, talk: Talk, *, merged: bool) -> SummaryPlace | None:
    if not summary.pieces:
        return None
    return SummaryPlace(text=talk.shape.spoken(summary.pieces[0].raw), index=index, merged=merged)
