"""Every failure of this client is a RingbackError."""

from __future__ import annotations

from email.utils import parsedate_to_datetime
from time import time
from typing import Any, Dict, List, Mapping, Optional
import re


class RingbackError(Exception):
    """Every failure of this client. `status` is 0 when no answer arrived."""

    def __init__(self, message: str, status: int = 0) -> None:
        super().__init__(message)
        self.status = status


class ConnectionFailed(RingbackError):
    """No answer: the network failed, or the time ran out. It is not known whether the request was carried out."""


class WebhookVerificationError(RingbackError):
    """The request is not one of the service, or it is too old. Answer 400, and process nothing."""


class ApiError(RingbackError):
    """The service refused the request, or failed.

    errors: sentences by field, of a request that breaks a rule; empty for other refusals.
    detail: the answer of the provider, when an SMS could not be sent.
    retry_after: seconds after which the request may be sent again.
    help: the link to the description of the expected request.
    request_id: quote it when you report a problem.
    replayed: an earlier request with the same idempotency key got this answer.
    body: the parsed body, whatever it was.
    """

    def __init__(self, status: int, headers: Mapping[str, str], body: Any) -> None:
        fields: Dict[str, Any] = body if isinstance(body, dict) else {}
        self.errors = _field_errors(fields.get("errors"))
        self.detail: Optional[str] = fields["error"] if isinstance(fields.get("error"), str) else None
        self.retry_after = _seconds(headers.get("retry-after"))
        if self.retry_after is None:
            self.retry_after = _seconds(fields.get("retry_after"))
        help_link = re.search(r'<([^>]+)>\s*;[^,]*rel="?help', headers.get("link") or "")
        self.help = help_link.group(1) if help_link else None
        self.request_id = headers.get("x-request-id")
        self.replayed = headers.get("idempotent-replayed") == "true"
        self.body = body
        text = fields.get("message")
        message = text if isinstance(text, str) else f"The service answered {status}"
        # A page, or the sentence of API Gateway about a path that it does not know.
        if status < 300 or (status == 404 and (not isinstance(text, str) or text == "Not Found")):
            message = (
                f"The address answered {status}, not as the API does: "
                "the address of the API is like https://calls.example.com/api"
            )
        sentences = [sentence for some in self.errors.values() for sentence in some]
        super().__init__(f"{message} ({' '.join(sentences)})" if sentences else message, status)


def _field_errors(errors: Any) -> Dict[str, List[str]]:
    if not isinstance(errors, dict):
        return {}
    return {
        str(field): [str(one) for one in (sentences if isinstance(sentences, list) else [sentences])]
        for field, sentences in errors.items()
    }


def _seconds(value: Any) -> Optional[float]:
    """Retry-After is a number of seconds or a date."""
    if value is None or value == "":
        return None
    try:
        return max(0.0, float(value))
    except (TypeError, ValueError):
        pass
    try:
        return max(0.0, parsedate_to_datetime(str(value)).timestamp() - time())
    except (TypeError, ValueError):
        return None
