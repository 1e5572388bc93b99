"""Run with: uvicorn fastapi_app:app --port 4000"""

import base64
import hashlib
import hmac
import json
import os
import re
import time

from fastapi import FastAPI, HTTPException, Request, Response

SECRET = os.environ["RINGBACK_WEBHOOK_SECRET"]
TOLERANCE_SECONDS = 300
app = FastAPI()
# Ids of processed events. Use your database: a process forgets, and there may be several.
processed = set()


def verify_webhook(headers, body: bytes, secret: str) -> dict:
    """Verifies a webhook as Standard Webhooks describes, and parses it."""
    try:
        event_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
        signatures = headers["webhook-signature"].split(" ")
    except KeyError as error:
        raise HTTPException(400, "A webhook header is missing") from error
    if not re.fullmatch(r"[0-9]{1,12}", timestamp) or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        raise HTTPException(400, "The webhook is too old or too new")
    key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    if not key:  # Anyone can sign with an empty key.
        raise HTTPException(500, "RINGBACK_WEBHOOK_SECRET is empty")
    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # During a rotation the header has several signatures. compare_digest takes the same time for all.
    if not any(hmac.compare_digest(expected.encode(), signature.encode()) for signature in signatures):
        raise HTTPException(400, "No signature of the webhook matches")
    return json.loads(body)


@app.post("/hook")
async def hook(request: Request):
    event = verify_webhook(request.headers, await request.body(), SECRET)
    event_id = request.headers["webhook-id"]
    if event_id not in processed:
        processed.add(event_id)
        print(f"{event['event']} {event['id']}: {event['customer_phone']}, {event['status']}", flush=True)
    return Response(status_code=204)
