"""The core on a bare install: every third-party package but `regex` is denied, and importing costs next to nothing.

Each test starts interpreters of its own, isolated from the environment, because this one has imported everything.
"""

import subprocess
import sys

import pytest

from tests.house import core_rooms, files_of, module_name

IMPORT_MS = 100  # what `import foveate` may add to the start of Python itself
STARTS = 7  # the fastest of so many starts is compared: a busy machine only ever adds

# Runs in the fresh interpreter: denies what is not there on a bare install, then imports what it is told to.
BARE = """
import importlib, json, sys

sys.dont_write_bytecode = True

class Deny:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top in {"foveate", "regex"} or top in sys.stdlib_module_names:
            return None
        raise ModuleNotFoundError(f"not on a bare install: {name}", name=name)

EFFECTS = ("socket.", "subprocess.", "sqlite3.", "shutil.", "tempfile.", "_thread.start", "os.mkdir", "os.remove")
effects = []

def watch(event, args):
    if event.startswith(EFFECTS):
        effects.append(event)
    if event == "open" and not str(args[0]).endswith((".py", ".pyc", ".so", ".pyd")):
        effects.append(f"open {args[0]}")

sys.meta_path.insert(0, Deny())
sys.addaudithook(watch)
for name in sys.argv[1:]:
    importlib.import_module(name)
print(json.dumps(effects))
"""


def start(code: str, *arguments: str) -> str:
    """What a fresh interpreter prints that takes nothing from the environment."""
    command = [sys.executable, "-I", "-c", code, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("room", core_rooms())
def test_a_room_of_the_core_imports_without_any_extra_or_effect(room: str) -> None:
    assert start(BARE, *(module_name(path) for path in files_of(room))) == "[]\n"


def test_the_public_names_import_without_any_extra_or_effect() -> None:
    assert start(BARE, "foveate") == "[]\n"


def test_importing_foveate_is_cheap() -> None:
    say = "import time; print(time.process_time())"
    pairs = [(float(start(say)), float(start(f"import foveate; {say}"))) for _ in range(STARTS)]
    python, ours = (min(column) for column in zip(*pairs, strict=True))
    assert (ours - python) * 1_000 < IMPORT_MS
