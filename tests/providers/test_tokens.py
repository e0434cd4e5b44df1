"""The exact counter of the tokens extra: names of encodings and models, texts that look like commands, and mistakes."""

import subprocess
import sys

import pytest

from foveate import assemble
from foveate.errors import FoveateError
from foveate.providers.tokens import ENCODINGS, STANDING_IN, encoding_of, exact_counter

SAID = "Draft the landing page. The price is $29."


@pytest.fixture(autouse=True)
def _installed():
    pytest.importorskip("quicktok", reason="the tokens extra is not installed")


@pytest.mark.parametrize("name", [*ENCODINGS, "gpt-5.2", "openai/gpt-4o", "openai:o3-mini", "Qwen3-32B"])
def test_a_name_of_an_encoding_or_a_model_gives_a_counter(name: str) -> None:
    assert exact_counter(name)(SAID) in (11, 12)  # some read a number digit by digit


@pytest.mark.parametrize("name", ["", "gpt", "claude-sonnet-4-6", "gemini-3-pro", "llama4", "../o200k_base"])
def test_any_other_name_is_an_error_that_says_what_there_is(name: str) -> None:
    with pytest.raises(FoveateError) as caught:
        exact_counter(name)
    assert caught.value.value == name
    assert all(encoding in caught.value.remedy for encoding in ENCODINGS)


def test_the_model_decides_which_encoding() -> None:
    assert encoding_of("gpt-4-turbo") == "cl100k_base"
    assert encoding_of("gpt-4.1-mini") == STANDING_IN == "o200k_base"
    assert encoding_of("claude-sonnet-4-6") is None


def test_markers_and_half_characters_are_counted_as_text() -> None:
    count = exact_counter("o200k_base")
    assert count("<|im_start|>") > 1
    assert count("half \ud83d") == count("half ?")
    assert count("") == 0


def test_the_engine_takes_it() -> None:
    messages = [{"role": "user", "content": SAID}]
    assert assemble(messages, count_tokens=exact_counter("gpt-5.2")).receipt.tokens == 11


def test_a_missing_package_says_what_to_install() -> None:
    script = (
        "import sys; sys.modules['quicktok'] = None\n"
        "from foveate.errors import MissingExtra\n"
        "from foveate.providers.tokens import exact_counter\n"
        "try:\n    exact_counter('o200k_base')\nexcept MissingExtra as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "foveate[tokens]" in done.stdout
