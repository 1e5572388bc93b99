"""Requests with retries. Standard library only."""

from __future__ import annotations

import gzip
import json
import random
import re
import time
import uuid
import zlib
from http.client import HTTPException
from typing import Any, Callable, Dict, Mapping, Optional
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, ProxyHandler, Request, build_opener

from ._access import access_token, api_address
from .errors import ApiError, ConnectionFailed

_FIRST_WAIT = 0.5
# Of the waits that no service asks for: 0.5 s doubled four times.
_MOST_DOUBLINGS = 4
# If the service asks for more, the error is raised, and has `retry_after`.
_LONGEST_WAIT = 60.0


class _NoRedirects(HTTPRedirectHandler):
    """A redirect would carry the access token to another server."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


class Http:
    def __init__(self, base_url: str, token: str, max_retries: int, timeout: float) -> None:
        self._base_url = api_address(base_url)
        self._token = token
        self._max_retries = max_retries
        self._timeout = timeout
        # Else the standard library uses the proxies of the environment, HTTPS_PROXY, HTTP_PROXY and NO_PROXY.
        direct = [ProxyHandler({})] if _is_loopback(self._base_url) else []
        self._opener: OpenerDirector = build_opener(_NoRedirects(), *direct)
        self.sleep: Callable[[float], None] = time.sleep

    def key(self, idempotency_key: Optional[str]) -> str:
        return str(uuid.uuid4()) if idempotency_key is None else idempotency_key

    def send(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        # The standard library would repeat the value in its error.
        self._token = access_token(self._token)
        if idempotency_key is not None and not re.fullmatch(r"[\x20-\x7e]*[\x21-\x7e][\x20-\x7e]*", idempotency_key):
            raise ValueError("The idempotency key must be printable ASCII characters")
        attempt = 0
        while True:
            try:
                return self._send_once(method, path, query or {}, body, idempotency_key)
            except (ApiError, ConnectionFailed) as error:
                wait = self._wait_before_retry(error, attempt, method, idempotency_key)
                if attempt >= self._max_retries or wait is None:
                    raise
                self.sleep(wait)
                attempt += 1

    def _send_once(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any],
        body: Optional[Mapping[str, Any]],
        idempotency_key: Optional[str],
    ) -> Any:
        pairs = [(name, value) for name, value in query.items() if value is not None]
        url = self._base_url + path + (f"?{urlencode(pairs)}" if pairs else "")
        headers: Dict[str, str] = {
            "accept": "application/json",
            "accept-encoding": "gzip",
            "authorization": f"Bearer {self._token}",
        }
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["content-type"] = "application/json"
        if idempotency_key is not None:
            headers["idempotency-key"] = idempotency_key
        request = Request(url, data=data, headers=headers, method=method)
        try:
            with self._opener.open(request, timeout=self._timeout) as answer:
                received = _decoded(answer.read(), answer.headers.get("content-encoding"))
                if received.lstrip().startswith(b"<"):
                    raise ApiError(answer.status, {}, received.decode("utf-8", "replace"))
                return json.loads(received)
        except HTTPError as error:
            lower = {name.lower(): value for name, value in error.headers.items()}
            try:
                received = _decoded(error.read(), error.headers.get("content-encoding"))
                text = received.decode("utf-8", "replace")
            except (OSError, EOFError, HTTPException, zlib.error):
                text = ""
            raise ApiError(error.code, lower, _parsed(text)) from None
        except (URLError, HTTPException, OSError, EOFError, ValueError, zlib.error) as error:
            reason = getattr(error, "reason", error)
            raise ConnectionFailed(f"{self._base_url} cannot be reached: {reason}") from error

    def _wait_before_retry(
        self, error: Exception, attempt: int, method: str, idempotency_key: Optional[str]
    ) -> Optional[float]:
        """Seconds; None when the request must not be sent again.

        429 says that nothing was carried out. After 5xx or without an answer that is not known, so that only a read or a
        request with an idempotency key may be repeated.
        """
        # Half of it at random: clients that failed together do not come back together.
        backoff = _FIRST_WAIT * 2 ** min(attempt, _MOST_DOUBLINGS) * (0.5 + random.random() / 2)
        is_repeatable = method == "GET" or idempotency_key is not None
        if not isinstance(error, ApiError):
            return backoff if is_repeatable else None
        # With an idempotency key, 409 and Retry-After mean that the first request is still being carried out.
        failed = error.status >= 500 and not error.replayed and error.detail is None
        runs = error.status == 409 and error.retry_after is not None
        if not (error.status == 429 or (is_repeatable and (failed or runs))):
            return None
        wait = backoff if error.retry_after is None else error.retry_after
        return wait if wait <= _LONGEST_WAIT else None


def _decoded(body: bytes, coding: Optional[str]) -> bytes:
    return gzip.decompress(body) if coding == "gzip" else body


def _is_loopback(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    return re.fullmatch(r"127(\.\d+){3}|::1|(.+\.)?localhost\.?", host) is not None


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text
