"""One engine does the job: a talk grows turn by turn, and every turn makes the messages to send. Prints JSON.

Runs in the peers' environment. Each peer is used as its documentation shows it, without an agent around it; its model
is a fake that answers at once, and all count four characters a token, so that none pays for a tokenizer.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import sys
import time
import warnings
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # the texts stand beside the benches
from texts import turns

TURNS = 2_000
REQUEST, ANSWER = 300, 1_300  # characters: 20 turns are 40 messages and 32,000 characters, so both ceilings bind alike
MESSAGES, KEEP = 40, 20  # ours folds 40 to 20 messages by default; who can be told so is told the same
TOKENS = 8_000  # 32,000 characters
SUMMARY = "They spoke about the order of the blue lamp."
LIMIT = 20.0  # CPU seconds after which an engine is stopped; its mean then covers the cheaper early turns only

Turn = Callable[[str], Any]  # takes the request, returns the list of what is sent
Engine = tuple[Turn, Callable[[str], object]]  # … and takes the answer


def ours() -> Engine:
    from foveate import Chat

    chat = Chat()

    def turn(request: str) -> Any:
        chat.say("user", request)
        return chat.context().messages

    return turn, lambda answer: chat.say("assistant", answer)


def trim_messages() -> Engine:
    from langchain_core.messages import AIMessage, HumanMessage, trim_messages
    from langchain_core.messages.utils import count_tokens_approximately

    said: list[Any] = []

    def turn(request: str) -> Any:
        said.append(HumanMessage(request))
        return trim_messages(
            said, max_tokens=TOKENS, token_counter=count_tokens_approximately, strategy="last", start_on="human",
            end_on=("human", "tool"), include_system=True,
        )  # fmt: skip

    return turn, lambda answer: said.append(AIMessage(answer))


def summarization_middleware() -> Engine:
    from langchain.agents.middleware import SummarizationMiddleware
    from langchain_core.language_models import FakeListChatModel
    from langchain_core.messages import AIMessage, HumanMessage, RemoveMessage

    trigger = [("tokens", TOKENS), ("messages", MESSAGES)]
    model = FakeListChatModel(responses=[SUMMARY])
    middleware = SummarizationMiddleware(model=model, trigger=trigger, keep=("messages", KEEP))
    state: dict[str, list[Any]] = {"messages": []}

    def turn(request: str) -> Any:
        state["messages"].append(HumanMessage(request))
        if update := middleware.before_model(state, None):
            state["messages"] = [each for each in update["messages"] if not isinstance(each, RemoveMessage)]
        return list(state["messages"])

    return turn, lambda answer: state["messages"].append(AIMessage(answer))


def summarize_messages() -> Engine:
    from langchain_core.language_models import FakeListChatModel
    from langchain_core.messages import AIMessage, HumanMessage
    from langmem.short_term import summarize_messages

    model = FakeListChatModel(responses=[SUMMARY])
    said: list[Any] = []
    state: dict[str, Any] = {"summary": None}
    ids = map(str, itertools.count())

    def turn(request: str) -> Any:
        said.append(HumanMessage(request, id=next(ids)))
        done = summarize_messages(
            said, running_summary=state["summary"], model=model, max_tokens=TOKENS, max_summary_tokens=TOKENS // 13
        )  # a 13th: our 2,400 of 32,000 characters
        state["summary"] = done.running_summary or state["summary"]
        return done.messages

    return turn, lambda answer: said.append(AIMessage(answer, id=next(ids)))


def chat_memory_buffer() -> Engine:
    from llama_index.core.llms import ChatMessage
    from llama_index.core.memory import ChatMemoryBuffer

    memory = ChatMemoryBuffer.from_defaults(token_limit=TOKENS, tokenizer_fn=_quarter)

    def turn(request: str) -> Any:
        memory.put(ChatMessage(role="user", content=request))
        return memory.get()

    return turn, lambda answer: memory.put(ChatMessage(role="assistant", content=answer))


def memory() -> Engine:
    from llama_index.core.llms import ChatMessage
    from llama_index.core.memory import Memory

    memory = Memory.from_defaults(token_limit=TOKENS, chat_history_token_ratio=1.0, tokenizer_fn=_quarter)
    loop = asyncio.new_event_loop()

    async def ask(request: str) -> Any:
        await memory.aput(ChatMessage(role="user", content=request))
        return await memory.aget()

    def answered(answer: str) -> None:
        loop.run_until_complete(memory.aput(ChatMessage(role="assistant", content=answer)))

    return lambda request: loop.run_until_complete(ask(request)), answered


ENGINES: dict[str, tuple[str, Callable[[], Engine]]] = {
    "Chat": ("foveate", ours),
    "trim_messages": ("langchain-core", trim_messages),
    "SummarizationMiddleware": ("langchain", summarization_middleware),
    "summarize_messages": ("langmem", summarize_messages),
    "ChatMemoryBuffer": ("llama-index-core", chat_memory_buffer),
    "Memory": ("llama-index-core", memory),
}


def work(engine: Engine) -> dict[str, Any]:
    turn, answered = engine
    pairs = list(turns(TURNS, request=REQUEST, answer=ANSWER))
    sizes: list[int] = []
    start = time.process_time()
    spent = 0.0
    for request, answer in pairs:
        sizes.append(len(turn(request)))
        answered(answer)
        spent = time.process_time() - start
        if spent > LIMIT:
            break
    return {"ms": spent / len(sizes) * 1_000, "turns": len(sizes), "messages": max(sizes)}


def _quarter(text: str) -> range:
    return range(len(text) // 4)


def main(name: str) -> None:
    warnings.simplefilter("ignore")
    package, make = ENGINES[name]
    try:
        engine = make()
    except ImportError as missing:
        print(json.dumps({"missing": str(missing)}))
        return
    print(json.dumps({"version": version(package), **work(engine)}))


if __name__ == "__main__":
    main(sys.argv[1])
