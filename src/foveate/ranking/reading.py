"""How a text is read into keys that can be compared: words, beginnings of words, pairs of characters without spaces.

No language is guessed and no list of words is kept, so every talk is served alike. Case, and accents of Latin, Greek,
Cyrillic, Arabic and Hebrew are folded; signs that carry the sound (Devanagari's vowels) are kept.
"""

from __future__ import annotations

import unicodedata

from foveate.patterns import unicode

PREFIX = 4  # letters that forms of a word share ("form", "forms"; "gato", "gatas"); three join too many strangers
LONGEST = 64  # characters of a word that are read: base64 and hashes are not words
ARTICLE = "ال"  # Arabic writes "the" at the front of the word
ARTICLED = 5  # letters from which a word that begins so has it as an article

_RUN = unicode(
    # Scripts without spaces between words, and Hangul, whose particles hang on the word: read in pairs.
    r"(?V1)(?P<unspaced>[\p{Han}\p{Hiragana}\p{Katakana}ー\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]+)"
    r"|(?P<word>[[\p{L}\p{N}]--[\p{Han}\p{Hiragana}\p{Katakana}ー\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]]"
    r"[[\p{L}\p{M}\p{N}]--[\p{Han}\p{Hiragana}\p{Katakana}ー\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]]*)",
)
_ASCII_WORD = unicode(r"[a-z0-9]+")
# Marks that a person in a hurry leaves out: Latin, Greek and Cyrillic accents, Hebrew and Arabic vowel points.
_ACCENTS = unicode(r"[\u0300-\u036f\u0591-\u05bd\u05bf\u0610-\u061a\u064b-\u065f\u0670\u0640]")


def words(text: str) -> list[str]:
    """Return the folded words of a text in order; a run without spaces gives its overlapping pairs of characters."""
    if text.isascii():
        return [word[:LONGEST] for word in _ASCII_WORD.findall(text.lower())]
    found: list[str] = []
    for match in _RUN.finditer(folded(text)):
        if match["word"]:
            found.append(_without_article(match["word"])[:LONGEST])
        else:
            found.extend(_pairs(match["unspaced"]))
    return found


def keys(found: list[str]) -> dict[str, str]:
    """Return the distinct keys of words, each with the word it came from: the word, and its beginning."""
    read = {word: word for word in found}
    return read | {word[:PREFIX] + "*": word for word in read if len(word) >= PREFIX and not word.isdigit()}


def folded(text: str) -> str:
    """Return the text without case and accents, compatible forms made one."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return unicodedata.normalize("NFC", _ACCENTS.sub("", apart))


def _without_article(word: str) -> str:
    return word.removeprefix(ARTICLE) if len(word) >= ARTICLED else word


def _pairs(run: str) -> list[str]:
    return [run] if len(run) == 1 else [run[start : start + 2] for start in range(len(run) - 1)]
