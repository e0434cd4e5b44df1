"""When a session should be told apart from a new one. Pure rules; the office stores and shows what they return."""

from foveate.noticing.new_session import MISSIONS, TEXTS, Notice, NoticeRule, due

__all__ = ["MISSIONS", "TEXTS", "Notice", "NoticeRule", "due"]
