"""Key-like strings and credentials in URLs, masked before anything derived from a text is kept.

The rest of the sentence stays. It errs on the side of masking; the talk itself is never changed.
"""

from __future__ import annotations

import re

from foveate.patterns import late

MASK = "[masked]"

# A text with none of these words and no run of 16 characters holds nothing to mask; most texts end here.
_SUSPECT = (
    "://", "bearer", "basic ", "pass", "pwd", "secret", "token", "key", "contrase", "clave", "senha", "chave", "begin",
    "-u ", "--user",
)  # fmt: skip
_SUSPECT_ELSEWHERE = ("비밀번호", "パスワード", "密码", "密碼", "пароль", "كلمة")
_SUSPECT_RUN = 16
_PRIVATE_KEY = late(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)", re.DOTALL)
_URL_LOGIN = late(r"(?<=://)[^\s/@:]*:[^\s/@]+(?=@)|(?<=://)[^\s/@:]{8,}(?=@)")
_URL_QUERY = late(
    r"(?<=[?&;#])(access_token|api[_-]?key|apikey|auth|client_secret|key|password|secret|sig|signature|token)=[^\s&#]+",
    re.IGNORECASE,
)
_NAMED = late(
    r"\b(?:sk|pk|rk)[-_](?:live|test|proj|ant|or|svcacct|admin)?[-_]?[A-Za-z0-9_\-]{12,}"
    r"|\b(?:gh[pousr]_|github_pat_|glpat-|hf_|npm_|pypi-|dop_v1_|shpat_|sq0[a-z]{3}-|xox[abeprs]-|xapp-|gsk_|r8_|tvly-|lsv2_|whsec_|dckr_pat_|"
    r"sntrys_|figd_|pplx-|xai-|PMAK-|AGE-SECRET-KEY-)"
    r"[A-Za-z0-9_\-]{10,}"
    r"|\b(?:AKIA|ASIA|AGPA|AIDA|AROA)[A-Z0-9]{12,}"
    r"|\bAIza[A-Za-z0-9_\-]{20,}"
    r"|\bya29\.[A-Za-z0-9_\-]{20,}"
    r"|\bSG\.[A-Za-z0-9_\-]{16,}\.[A-Za-z0-9_\-]{16,}"
    r"|\beyJ[A-Za-z0-9_\-]{8,}\.[A-Za-z0-9_\-]{8,}(?:\.[A-Za-z0-9_\-]*)?"
)
_AUTH = late(r"(?i)(?<=\bbearer )[A-Za-z0-9_\-.=+/~]{8,}|(?<=\bbasic )[A-Za-z0-9=+/]{12,}")
_ASSIGNED = late(
    r"(?i)(\b[\w-]{0,40}?(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|(?:api|access|private|account)[_ -]?key|"
    r"contraseña|contrasena|clave(?: de (?:api|acceso))?|senha|chave(?: de (?:api|acesso))?|пароль|كلمة المرور)"
    r"(?:[ _-]?(?:key|token|id))?|비밀번호|パスワード|密码|密碼)"
    r"([\"'`]?\s*(?:[:=：]|\bis\b|\bes\b|\bé\b)\s*)(\"[^\"\n]{4,}\"|'[^'\n]{4,}'|`[^`\n]{4,}`|[^\s\"'`,;]{4,})"
)
_OPTION = late(r"(--(?:password|pass|token|secret|api-?key|auth)[ =])(\S+)|(?<=\s)((?:-u|--user)\s+[^\s:]+:)(\S+)")
_LONG = late(r"(?<![A-Za-z0-9_\-/.])[A-Za-z0-9_\-+/]{32,}={0,2}(?![A-Za-z0-9_\-])")


def mask(text: str) -> str:
    """Return the text with key-like strings, passwords and URL credentials replaced by a mark; the rest stays."""
    if not _suspect(text):
        return text
    text = _PRIVATE_KEY().sub(MASK, text)
    text = _URL_LOGIN().sub(MASK, text)
    text = _URL_QUERY().sub(lambda found: f"{found[1]}={MASK}", text)
    text = _NAMED().sub(MASK, text)
    text = _AUTH().sub(MASK, text)
    text = _OPTION().sub(lambda found: f"{found[1] or found[3]}{MASK}", text)
    text = _ASSIGNED().sub(_mask_value, text)
    return _LONG().sub(_mask_long, text)


def _suspect(text: str) -> bool:
    lowered = text.lower()
    return (
        bool([word for word in _SUSPECT if word in lowered]) or max(map(len, text.split()), default=0) >= _SUSPECT_RUN
    )


def _mask_value(found: re.Match[str]) -> str:
    value = found[3]
    stated = any(sign in found[2] for sign in ":=：")
    looks_made = any(char.isdigit() for char in value) or (any(c.isupper() for c in value[1:]) and not value.isupper())
    return f"{found[1]}{found[2]}{MASK}" if value != MASK and (stated or looks_made) else found[0]


def _mask_long(found: re.Match[str]) -> str:
    value = found[0]
    kinds = (str.isdigit, str.islower, str.isupper)
    mixed = all(any(kind(char) for char in value) for kind in kinds)
    hexadecimal = all(char in "0123456789abcdefABCDEF" for char in value) and any(map(str.isdigit, value))
    return MASK if mixed or (hexadecimal and len(value) >= 32) else value  # 128 bits
