"""Signed webhooks, as Standard Webhooks describes them."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from typing import Any, Dict, Iterable, Mapping, Optional, Sequence, Tuple, Union, cast

from .errors import WebhookVerificationError
from .types import CallCompletedPayload

# A captured request that is sent again later than this is refused.
_TOLERANCE_SECONDS = 300


# As frameworks have them: a mapping, or the pairs of ASGI.
Headers = Union[Mapping[str, Any], Iterable[Tuple[Any, Any]]]


def verify_webhook(
    headers: Headers,
    body: Union[bytes, bytearray, memoryview, str],
    secret: Union[str, Sequence[str]],
    now: Optional[float] = None,
) -> CallCompletedPayload:
    """Verifies a webhook and parses it.

    headers: of the request, in any case: a mapping, or pairs of names and values.
    body: the raw body as it arrived, not parsed and written again.
    secret: `whsec_…`; several during a rotation.
    now: seconds since 1970.
    Raises WebhookVerificationError.
    """
    raw = _raw(body)
    lower = _lower(headers)
    webhook_id = lower.get("webhook-id")
    timestamp = lower.get("webhook-timestamp")
    signatures = lower.get("webhook-signature")
    if not webhook_id or not timestamp or not signatures:
        raise WebhookVerificationError("A webhook header is missing")
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookVerificationError("The time of the webhook is not a number of seconds")
    if abs((time.time() if now is None else now) - int(timestamp)) > _TOLERANCE_SECONDS:
        raise WebhookVerificationError("The webhook is too old or too new")
    given = [one.rstrip(",").partition(",")[2] for one in signatures.split() if one.startswith("v1,")]
    for one in [secret] if isinstance(secret, str) else secret:
        expected = _signature(webhook_id, timestamp, raw, one)
        if any(hmac.compare_digest(expected.encode(), candidate.encode()) for candidate in given):
            return cast(CallCompletedPayload, json.loads(raw))
    raise WebhookVerificationError("No signature of the webhook matches")


def _raw(body: Any) -> bytes:
    """Frameworks hand over a parsed body, too, whose text cannot be restored."""
    if isinstance(body, str):
        return body.encode()
    if isinstance(body, (bytes, bytearray, memoryview)):
        return bytes(body)
    raise WebhookVerificationError(
        "Pass the raw body as bytes or text, as of request.get_data() or await request.body(): "
        "the signature is that of the text, not of a parsed body"
    )


def _lower(headers: Headers) -> Dict[str, str]:
    """Several values of a header are one with spaces between them."""
    lower: Dict[str, str] = {}
    for name, value in headers.items() if isinstance(headers, Mapping) else headers:
        key = _text(name).lower()
        values = [_text(one) for one in (value if isinstance(value, (list, tuple)) else [value])]
        lower[key] = " ".join([lower[key], *values] if key in lower else values)
    return lower


def _text(value: Any) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


def sign_webhook(webhook_id: str, body: Union[bytes, str], secret: str, now: Optional[float] = None) -> Dict[str, str]:
    """Signs a body as the service does, for tests of a receiver. Returns the headers."""
    timestamp = str(int(time.time() if now is None else now))
    signature = f"v1,{_signature(webhook_id, timestamp, _raw(body), secret)}"
    return {"webhook-id": webhook_id, "webhook-timestamp": timestamp, "webhook-signature": signature}


def _signature(webhook_id: str, timestamp: str, body: bytes, secret: str) -> str:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except ValueError:
        raise WebhookVerificationError("The secret must be like whsec_…") from None
    # Anyone can sign with an empty key.
    if not key:
        raise WebhookVerificationError("The secret is empty: it must be like whsec_…")
    signed = f"{webhook_id}.{timestamp}.".encode() + body
    return base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
