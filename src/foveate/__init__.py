"""Foveate: a context shaped like sight."""
