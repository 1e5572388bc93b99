"""The address of the API and the access token, as people paste them."""

from __future__ import annotations

import re
from typing import Optional
from urllib.parse import urlsplit

_QUOTES = re.compile("[\"'`“”„‘’«»<>]")


def api_address(text: str) -> str:
    """The address of the API, without spaces around it and slashes at its end.

    Raises ValueError, which does not repeat the text: it may have a password.
    """
    given = text.strip()
    problem = _problem_of_address(given)
    if problem is not None:
        raise ValueError(f"The address of the API {problem}: write it like https://calls.example.com/api")
    return given.rstrip("/")


def _problem_of_address(text: str) -> Optional[str]:
    if text == "":
        return "is empty"
    if _QUOTES.search(text):
        return "has quotes"
    if re.search(r"\s", text):
        return "has a space or a line break"
    if not re.match("https?://", text, re.IGNORECASE):
        return "does not begin with https:// or http://"
    try:
        parts = urlsplit(text)
        is_url = bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_url = False
    if not is_url:
        return "is not a URL"
    if "@" in parts.netloc:
        return "has a user name or a password, and the access token is all it needs"
    if re.search("[?#]", text):
        return "has a ? or a #"
    if re.search("/api/+api/*$", parts.path):
        return "ends with /api twice"
    return "has the path of a request" if re.search("/user(/|$)", parts.path) else None


def access_token(text: str) -> str:
    """The access token, without spaces and line breaks around it. Raises ValueError, which does not repeat it."""
    given = text.strip()
    problem = _problem_of_token(given)
    if problem is not None:
        raise ValueError(f"The access token {problem}")
    return given


def _problem_of_token(text: str) -> Optional[str]:
    if text == "":
        return "is empty"
    if re.match(r"authorization:|bearer\s", text, re.IGNORECASE):
        return "is only what follows Bearer"
    if _QUOTES.search(text):
        return "has quotes: write it without them"
    if re.search(r"\s", text):
        return "has a space or a line break: paste it in one piece"
    return None if re.fullmatch(r"[\x21-\x7e]+", text) else "has characters that no token has"
