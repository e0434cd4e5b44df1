"""Whether what a question needs is still there: after the whole talk each question is the new instruction.

A question counts when all its evidence stands verbatim in the context, white space folded, each message of it in one
message. The budget counts every character of the context but the question. Controls stand beside every figure.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from foveate.budget import Chars
from foveate.context import Beside, Context, History, Policy, compose
from foveate.exports import Examined, Question, Skipped
from foveate.layers import Excerpt
from foveate.measure.sources import Examination, Progress, examine
from foveate.ports import Embedder
from foveate.providers.embedding import TalkOnce
from foveate.quoting import one_line
from foveate.wire import shape_named

BUDGETS = (Chars(8_000), Chars(16_000), Chars(20_000), Chars(32_000))
_SEED = 7  # of the random control: the same messages on every machine


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One budget and one way of recalling: shares from 0 to 1 of the questions whose evidence is all there.

    `random`, `shortest` and `wrong_question` are the controls under the same budget; `ms` is CPU time a question.
    """

    budget: int
    method: str
    questions: int
    all: float
    random: float
    shortest: float
    wrong_question: float
    ms: float

    @property
    def margin(self) -> float:
        """What the way of recalling adds over the best control."""
        return self.all - max(self.random, self.shortest, self.wrong_question)


@dataclass(frozen=True, slots=True, kw_only=True)
class Survival:
    """The rows of a measurement, and what was left out.

    `rows` are about what the person said, `citing` about questions that need an answer of the assistant too (the
    person's part of the evidence counts).
    """

    rows: tuple[Row, ...]
    citing: tuple[Row, ...]
    left_out: int
    skipped: tuple[Skipped, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        return {
            "rows": [asdict(row) for row in self.rows],
            "citing_answers": [asdict(row) for row in self.citing],
            "left_out": self.left_out,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class _Verdict:
    citing: bool
    kept: bool
    random: bool
    shortest: bool
    wrong: bool
    seconds: float


def run(
    paths: Sequence[Path],
    *,
    budgets: Sequence[int] = BUDGETS,
    embedder: Embedder | None = None,
    progress: Progress | None = None,
) -> Survival:
    """Return how much survives in the chats of `paths` under each budget. Raises UnreadableSource for none."""
    return ask(examine(paths, progress=progress), budgets=budgets, embedder=embedder)


def ask(
    found: Examination,
    *,
    budgets: Sequence[int] = BUDGETS,
    embedder: Embedder | None = None,
    progress: Progress | None = None,
) -> Survival:
    """Return how much survives in chats that are read already; `progress` is told of the questions, chat by chat."""
    methods: list[tuple[str, Embedder | None]] = [("words", None)]
    if embedder is not None:
        methods.append(("words and meaning", embedder))
    if progress is not None:
        progress.begin(total=len(methods) * sum(len(each.questions) for each in found.examined))
    rows: list[Row] = []
    citing: list[Row] = []
    for name, encoder in methods:
        for budget, verdicts in _verdicts(found.examined, budgets, encoder, progress).items():
            rows.append(_row(name, budget, [verdict for verdict in verdicts if not verdict.citing]))
            citing.append(_row(name, budget, [verdict for verdict in verdicts if verdict.citing]))
    left = sum(each.left_out for each in found.examined)
    return Survival(
        rows=tuple(rows), citing=tuple(row for row in citing if row.questions), left_out=left, skipped=found.skipped
    )


def _verdicts(
    talks: Sequence[Examined], budgets: Sequence[int], encoder: Embedder | None, progress: Progress | None
) -> dict[int, list[_Verdict]]:
    """Return the verdicts by budget; a chat's messages are encoded once, whatever the budgets."""
    verdicts: dict[int, list[_Verdict]] = {budget: [] for budget in budgets}
    for each in talks:
        once = None if encoder is None else TalkOnce(encoder)
        for budget, kept in verdicts.items():
            kept.extend(survive(each, budget=budget, embedder=once))
        if progress is not None:
            progress.advance(name=each.conversation.source, done=len(each.questions))
    return verdicts


def survive(examined: Examined, *, budget: int, embedder: Embedder | None = None) -> Iterator[_Verdict]:
    """Yield the verdict on each question of a chat, in order."""
    policy = Policy.within(Chars(budget))
    conversation = examined.conversation
    shape = shape_named(conversation.shape)
    history = History(policy, shape, embedder=embedder)
    for message in conversation.messages:
        history.append(message)
    for question in examined.questions[:1]:  # indexing goes along with the talk: a question does not pay for it
        _recalled(_asked(history, question))
    texts = [one_line(shape.spoken(message)) for message in conversation.messages]
    wrong = (*examined.questions[1:], *examined.questions[:1])
    for number, (question, other) in enumerate(zip(examined.questions, wrong, strict=True)):
        yield _verdict(history, policy, question, other, texts, seed=number)


def _verdict(
    history: History, policy: Policy, question: Question, other: Question, texts: Sequence[str], *, seed: int
) -> _Verdict:
    needed = [texts[index] for index in question.evidence]
    astray = _recalled(_asked(history, other))  # before the question: a ranking just made is not made again
    asked = _asked(history, question)
    started = time.process_time()
    standing = asked.standing()
    context = compose(standing, policy, beside=Beside(), excerpts=asked.excerpts(standing))
    seconds = time.process_time() - started

    def holds(excerpts: Sequence[Excerpt]) -> bool:
        return _holds(compose(standing, policy, beside=Beside(), excerpts=excerpts), asked, needed)

    old = [_plain(index, text) for index, text in enumerate(texts) if text]
    return _Verdict(
        citing=question.cites_assistant,
        kept=_holds(context, asked, needed),
        random=holds(random.Random(_SEED + seed).sample(old, len(old))),  # noqa: S311  # a control, no secret
        shortest=holds(sorted(old, key=lambda excerpt: len(excerpt.text))),
        wrong=holds(astray),
        seconds=seconds,
    )


def _asked(history: History, question: Question) -> History:
    asked = history.fork()
    asked.append(history.shape.person(question.question))
    return asked


def _recalled(asked: History) -> Sequence[Excerpt]:
    return asked.excerpts(asked.standing())


def _holds(context: Context, history: History, needed: Sequence[str]) -> bool:
    sent = [one_line(history.shape.text(message)) for message in context.messages]
    return all(any(text in message for message in sent) for text in needed)


def _plain(index: int, text: str) -> Excerpt:
    return Excerpt(index=index, speaker="person", text=text, reason="a control")


def _row(method: str, budget: int, verdicts: Sequence[_Verdict]) -> Row:
    count = len(verdicts)

    def share(kept: Callable[[_Verdict], bool]) -> float:
        return round(sum(map(kept, verdicts)) / count, 4) if count else 0.0

    return Row(
        budget=budget, method=method, questions=count, all=share(lambda v: v.kept), random=share(lambda v: v.random),
        shortest=share(lambda v: v.shortest), wrong_question=share(lambda v: v.wrong),
        ms=round(1000 * sum(v.seconds for v in verdicts) / count, 3) if count else 0.0,
    )  # fmt: skip
