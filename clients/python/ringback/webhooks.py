"""Signed webhooks, as Standard Webhooks describes them."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from typing import Dict, Mapping, Optional, Sequence, Union, cast

from .errors import WebhookVerificationError
from .types import CallCompletedPayload

# A captured request that is sent again later than this is refused.
_TOLERANCE_SECONDS = 300


def verify_webhook(
    headers: Mapping[str, str],
    body: Union[bytes, str],
    secret: Union[str, Sequence[str]],
    now: Optional[float] = None,
) -> CallCompletedPayload:
    """Verifies a webhook and parses it.

    headers: of the request, in any case.
    body: the raw body as it arrived, not parsed and written again.
    secret: `whsec_…`; several during a rotation.
    now: seconds since 1970.
    Raises WebhookVerificationError.
    """
    lower = {name.lower(): value for name, value in headers.items()}
    webhook_id = lower.get("webhook-id")
    timestamp = lower.get("webhook-timestamp")
    signatures = lower.get("webhook-signature")
    if not webhook_id or not timestamp or not signatures:
        raise WebhookVerificationError("A webhook header is missing")
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookVerificationError("The time of the webhook is not a number of seconds")
    if abs((time.time() if now is None else now) - int(timestamp)) > _TOLERANCE_SECONDS:
        raise WebhookVerificationError("The webhook is too old or too new")
    raw = body.encode() if isinstance(body, str) else body
    given = [one.partition(",")[2] for one in signatures.split() if one.startswith("v1,")]
    for one in [secret] if isinstance(secret, str) else secret:
        expected = _signature(webhook_id, timestamp, raw, one)
        if any(hmac.compare_digest(expected.encode(), candidate.encode()) for candidate in given):
            return cast(CallCompletedPayload, json.loads(raw))
    raise WebhookVerificationError("No signature of the webhook matches")


def sign_webhook(webhook_id: str, body: Union[bytes, str], secret: str, now: Optional[float] = None) -> Dict[str, str]:
    """Signs a body as the service does, for tests of a receiver. Returns the headers."""
    timestamp = str(int(time.time() if now is None else now))
    raw = body.encode() if isinstance(body, str) else body
    signature = f"v1,{_signature(webhook_id, timestamp, raw, secret)}"
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
