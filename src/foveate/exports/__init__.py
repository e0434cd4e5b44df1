"""Files that people have, to talk: a reader for each format, and one that tells the formats apart. It opens no file.

Bytes and JSON values go in, conversations and what was skipped come out; `measure.sources` reads the disk.
"""

from foveate.exports.conversation import Conversation, Imported, Skipped, Usage
from foveate.exports.questions import Examined, Question
from foveate.exports.recognise import merge, read_bytes

__all__ = ["Conversation", "Examined", "Imported", "Question", "Skipped", "Usage", "merge", "read_bytes"]
