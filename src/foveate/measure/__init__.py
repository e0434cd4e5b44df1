"""The measuring tool: people's own chats, before and after. It reads files, replays them, and writes reports."""
