"""The Python client of the Ringback API: phone calls by voice assistants, campaigns, leads, SMS and signed webhooks."""

from . import types
from .client import Ringback
from .errors import ApiError, ConnectionFailed, RingbackError, WebhookVerificationError
from .pages import Pages
from .webhooks import sign_webhook, verify_webhook

__all__ = [
    "ApiError",
    "ConnectionFailed",
    "Pages",
    "Ringback",
    "RingbackError",
    "WebhookVerificationError",
    "sign_webhook",
    "types",
    "verify_webhook",
]
