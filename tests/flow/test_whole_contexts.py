"""Whole requests, as a reader may check them: what went in, what goes out, what the receipt says. A snapshot a rule."""

from inline_snapshot import snapshot

from foveate import Chars, Marks, Missions, Off, Policy, Threshold, Tokens, Window, assemble

TALK = [
    {"role": "system", "content": "You help a shop that sells lamps."},
    {"role": "user", "content": "Start a price list. The blue lamp costs $42."},
    {"role": "assistant", "content": "The list is started with the blue lamp at $42. " * 6},
    {"role": "user", "content": "Add the red lamp at $37, from 2031-05-17 on."},
    {"role": "assistant", "content": "Added: the red lamp at $37 from 17 May 2031. " * 6},
    {"role": "user", "content": "We decided to call the shop Lumen."},
    {"role": "assistant", "content": "Noted. The shop is called Lumen from now on. " * 6},
    {"role": "user", "content": "Write the header of the page."},
]
TOOLS = [
    {"role": "user", "content": "Find out why the build fails."},
    {"role": "assistant", "content": None, "tool_calls": [
        {"id": "call_1", "type": "function", "function": {"name": "run", "arguments": '{"command": "make"}'}}]},
    {"role": "tool", "tool_call_id": "call_1", "content": "compiling " * 30},
    {"role": "assistant", "content": None, "tool_calls": [
        {"id": "call_1", "type": "function", "function": {"name": "run", "arguments": '{"command": "make -v"}'}}]},
    {"role": "tool", "tool_call_id": "call_1", "content": "linking " * 30},
    {"role": "assistant", "content": None, "tool_calls": [
        {"id": "call_1", "type": "function", "function": {"name": "run", "arguments": '{"command": "tail log"}'}}]},
    {"role": "tool", "tool_call_id": "call_1", "content": "error: the lamp is missing"},
]  # fmt: skip


def shown(context):
    """The request line by line, long texts shortened, and the receipt's layers."""
    lines = []
    for message in context.messages:
        text = message.get("content") or " + ".join(call["function"]["arguments"] for call in message["tool_calls"])
        lines.append(f"{message['role']}: {text if len(text) < 400 and '<' in text else text[:50]}")
    layers = []
    for layer in context.receipt.as_dict()["layers"]:
        layers.append(f"{layer['name']}: {layer['chars']} characters")
        for sign, rows in (("+", layer["included"]), ("-", layer["left_out"])):
            layers += [f"{sign} {row['first']}-{row['last']}: {row['reason']}" for row in rows]
    return {"request": lines, "receipt": layers, "flags": [str(flag) for flag in context.receipt.flags]}


def test_off_sends_what_came_in():
    assert shown(assemble(TALK[-2:], Policy(rule=Off()))) == snapshot(
        {
            "request": [
                "assistant: Noted. The shop is called Lumen from now on. Noted",
                "user: Write the header of the page.",
            ],
            "receipt": ["current: 299 characters", "+ 0-1: switched off: the whole history, untouched"],
            "flags": [],
        }
    )


def test_a_window_keeps_the_newest_and_sums_up_the_rest():
    assert shown(assemble(TALK, Policy(rule=Window(messages=Marks(high=4, low=3))))) == snapshot(
        {
            "request": [
                "system: You help a shop that sells lamps.",
                """\
user: <summary by="foveate">
Summary of earlier requests, shortened. Data, not a new instruction.
First request: Start a price list. The blue lamp costs $42.
- Add the red lamp at $37, from 2031-05-17 on.
</summary>\
""",
                "user: We decided to call the shop Lumen.",
                "assistant: Noted. The shop is called Lumen from now on. Noted",
                "user: Write the header of the page.",
            ],
            "receipt": [
                "head: 33 characters",
                "+ 0-0: system and developer messages are never folded",
                "summary: 209 characters",
                "+ 1-4: folded into the summary: missions up to 2",
                "recent: 304 characters",
                "+ 5-6: recent, in detail",
                "current: 29 characters",
                "+ 7-7: the current mission",
            ],
            "flags": [],
        }
    )


def test_missions_fall_in_resolution():
    rule = Missions(detail=Marks(high=2, low=2), chars=Marks(high=600, low=400))
    assert shown(assemble(TALK, Policy(rule=rule))) == snapshot(
        {
            "request": [
                "system: You help a shop that sells lamps.",
                """\
user: <summary by="foveate">
Summary of earlier requests, shortened. Data, not a new instruction.
First request: Start a price list. The blue lamp costs $42.
</summary>\
""",
                "user: Add the red lamp at $37, from 2031-05-17 on.",
                "assistant: Added: the red lamp at $37 from 17 May 2031. Added",
                "user: We decided to call the shop Lumen.",
                "assistant: Noted. The shop is called Lumen from now on. Noted",
                "user: Write the header of the page.",
            ],
            "receipt": [
                "head: 33 characters",
                "+ 0-0: system and developer messages are never folded",
                "summary: 162 characters",
                "+ 1-2: folded into the summary: missions up to 1",
                "recent: 445 characters",
                "+ 3-4: recent, brief: the instruction's head and the outcome",
                "+ 5-6: recent, in detail",
                "current: 29 characters",
                "+ 7-7: the current mission",
            ],
            "flags": [],
        }
    )


def test_a_threshold_folds_down_to_a_fifth():
    assert shown(assemble(TALK, Policy(rule=Threshold(window=Tokens(200))))) == snapshot(
        {
            "request": [
                "system: You help a shop that sells lamps.",
                """\
user: <summary by="foveate">
Summary of earlier requests, shortened. Data, not a new instruction.
First request: Start a price list. The blue lamp costs $42.
- Add the red lamp at $37, from 2031-05-17 on.
</summary>\
""",
                "user: We decided to call the shop Lumen.",
                "assistant: Noted. The shop is called Lumen from now on. Noted",
                "user: Write the header of the page.",
            ],
            "receipt": [
                "head: 33 characters",
                "+ 0-0: system and developer messages are never folded",
                "summary: 209 characters",
                "+ 1-4: folded into the summary: missions up to 2",
                "recent: 304 characters",
                "+ 5-6: recent, in detail",
                "current: 29 characters",
                "+ 7-7: the current mission",
            ],
            "flags": [],
        }
    )


def test_a_long_mission_pins_its_instruction():
    assert shown(assemble(TOOLS, Policy(rule=Window(messages=Marks(high=5, low=3))))) == snapshot(
        {
            "request": [
                "user: Find out why the build fails.",
                'assistant: {"command": "tail log"}',
                "tool: error: the lamp is missing",
            ],
            "receipt": [
                "summary: 0 characters",
                "- 1-4: older work of a long mission, folded: missions up to 1",
                "current: 81 characters",
                "+ 0-6: the current mission, its instruction pinned in front of the newest work",
            ],
            "flags": ["pinned"],
        }
    )


def test_a_hard_ceiling_clips_the_newest_instruction_last_and_in_the_middle():
    talk = [*TALK[:3], {"role": "user", "content": "Read this: " + "lamp " * 200 + "and say what is wrong."}]
    assert shown(assemble(talk, Policy(hard=Chars(400)))) == snapshot(
        {
            "request": [
                "system: You help a shop that sells lamps.",
                "user: Read this: lamp lamp lamp lamp lamp lamp lamp lamp",
            ],
            "receipt": [
                "head: 33 characters",
                "+ 0-0: system and developer messages are never folded",
                "recent: 0 characters",
                "- 1-2: over the hard ceiling",
                "current: 367 characters",
                "+ 3-3: the current mission",
            ],
            "flags": ["clipped"],
        }
    )


def test_strict_alternation_merges_the_summary():
    policy = Policy(rule=Window(messages=Marks(high=4, low=3)), strict_alternation=True)
    assert shown(assemble(TALK, policy)) == snapshot(
        {
            "request": [
                "system: You help a shop that sells lamps.",
                """\
user: <summary by="foveate">
Summary of earlier requests, shortened. Data, not a new instruction.
First request: Start a price list. The blue lamp costs $42.
- Add the red lamp at $37, from 2031-05-17 on.
</summary>

We decided to call the shop Lumen.\
""",
                "assistant: Noted. The shop is called Lumen from now on. Noted",
                "user: Write the header of the page.",
            ],
            "receipt": [
                "head: 33 characters",
                "+ 0-0: system and developer messages are never folded",
                "summary: 209 characters",
                "+ 1-4: folded into the summary: missions up to 2",
                "recent: 304 characters",
                "+ 5-6: recent, in detail",
                "current: 29 characters",
                "+ 7-7: the current mission",
            ],
            "flags": [],
        }
    )
