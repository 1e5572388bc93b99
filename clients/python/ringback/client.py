"""The client of one deployment, for one access token."""

from __future__ import annotations

import time
from typing import Callable, Optional

from ._http import Http
from .errors import ConnectionFailed, RingbackError
from .operations import OPEN_STATUSES, Operations
from .types import CallDetailRecord


class Ringback(Operations):
    """The client of one deployment, for one access token.

    base_url: the address of the API with its prefix, `https://calls.example.com/api`.
    max_retries: how often a request that may be repeated is sent again.
    timeout: seconds for one attempt; an SMS waits up to 10 s for its outcome.
    """

    def __init__(self, base_url: str, token: str, *, max_retries: int = 2, timeout: float = 30.0) -> None:
        super().__init__(Http(base_url, token, max_retries, timeout))

    def wait_for_call(
        self,
        call_id: int,
        *,
        interval: float = 1.0,
        timeout: float = 1800.0,
        on_status: Optional[Callable[[CallDetailRecord], None]] = None,
    ) -> CallDetailRecord:
        """Waits until a call is over and evaluated, also through outages.

        Raises RingbackError when that takes longer than `timeout` seconds.
        """
        give_up_at = time.monotonic() + timeout
        seen = None
        while True:
            call = self._call_unless_outage(call_id, give_up_at)
            if call is not None:
                if call["status"] != seen and on_status is not None:
                    on_status(call)
                seen = call["status"]
                if seen not in OPEN_STATUSES:
                    return call
            if time.monotonic() > give_up_at:
                raise RingbackError(f"Call {call_id} is still {seen or 'of unknown status'} after {timeout} s")
            time.sleep(interval)

    def _call_unless_outage(self, call_id: int, give_up_at: float) -> Optional[CallDetailRecord]:
        """The call goes on while the service does not answer."""
        try:
            return self.get_call(call_id)
        except RingbackError as error:
            is_outage = isinstance(error, ConnectionFailed) or error.status >= 500
            if not is_outage or time.monotonic() > give_up_at:
                raise
            return None
