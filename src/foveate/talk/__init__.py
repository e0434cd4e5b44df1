"""What was said: messages, units, missions, channel kinds. Frozen values without I/O; nothing here decides anything."""

from foveate.talk.channel import ChannelKind
from foveate.talk.message import Message, Speaker
from foveate.talk.unit import Pending, Unit

__all__ = ["ChannelKind", "Message", "Pending", "Speaker", "Unit"]
