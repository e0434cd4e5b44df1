"""The rule of the notice: a long session suggests a new one, once, and never forces it. It decides and shows nothing.

Whoever holds the session makes the check atomic and stores the notice; its text is looked up when it is shown.
"""

from __future__ import annotations

from dataclasses import dataclass

from foveate.errors import InvalidPolicy
from foveate.talk.session import SessionLength

MISSIONS = 20  # the first article's: eight in detail and about twelve in the summary have gathered

TEXTS: dict[str, str] = {
    "en": (
        "💡 This conversation has become quite long. If the topic has changed, I'd suggest starting a new session — "
        "answers are more accurate and AI costs go down. If you go on, the earlier flow is kept as a summary."
    ),
    "es": (
        "💡 Esta conversación se ha alargado bastante. Si el tema ha cambiado, te sugeriría empezar una nueva sesión — "
        "las respuestas son más precisas y los costes de la IA bajan. Si sigues, el flujo anterior se mantiene como "
        "resumen."
    ),
    "pt-BR": (
        "💡 Esta conversa ficou bem longa. Se o tópico mudou, sugiro começar uma nova sessão — as respostas ficam mais "
        "precisas e os custos de IA caem. Se você continuar, o fluxo anterior ainda é mantido como um resumo."
    ),
}
"""The notice's words, the articles' own in Spanish and Portuguese."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeRule:
    """When a session is long: at `missions` counting missions; None for never. An edge turns 0 into None."""

    missions: int | None = MISSIONS

    def __post_init__(self) -> None:
        """Refuse a number of missions that is not above 0."""
        if self.missions is not None and self.missions <= 0:
            raise InvalidPolicy(
                what="The notice's number of missions is not above 0",
                value=str(self.missions),
                remedy="Give a number above 0, or None to switch the notice off",
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """The suggestion to start a new session: which one is long, and how many missions it has. No text is stored."""

    session: str
    missions: int


def due(length: SessionLength, rule: NoticeRule) -> Notice | None:
    """Return the notice that a session is due, None when it is short, was noticed before, or the rule is off."""
    if rule.missions is None or length.noticed or length.missions < rule.missions:
        return None
    return Notice(session=length.session, missions=length.missions)
