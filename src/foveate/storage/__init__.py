"""Where journals are kept. In memory for tests and programs that need no more; databases come with the office."""

from foveate.storage.in_memory import MemoryJournal

__all__ = ["MemoryJournal"]
