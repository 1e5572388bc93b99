"""The types that quicktype makes of the document, with nothing but the standard library around them."""

import json
import os
import urllib.error
import urllib.request

from generated_models import CallCompletedPayload, CallPage, CreateAssistantRequest, CreateAssistantResponse
from generated_models import MakeCallRequest, MakeCallResponse, ValidationErrorResponse


def ask(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"authorization": "Bearer " + os.environ["TOKEN"], "content-type": "application/json"}
    request = urllib.request.Request(os.environ["BASE_URL"] + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


variables = {"customer_name": "Ada", "order": {"id": 7, "items": ["tea"]}}
asked = CreateAssistantRequest.from_dict(json.loads(os.environ["ASSISTANT"]))
created = CreateAssistantResponse.from_dict(ask("POST", "/user/assistant", asked.to_dict())[1])
assistant_id = created.data.id

call = MakeCallRequest.from_dict({"phone_number": "+12025550100", "assistant_id": assistant_id, "variables": variables})
made = MakeCallResponse.from_dict(ask("POST", "/user/make_call", call.to_dict())[1])

page = CallPage.from_dict(ask("GET", "/user/calls?per_page=1&assistant_id=%d" % assistant_id)[1])
status, body = ask("POST", "/user/leads", {"phone_number": "tel:+12025550100", "campaign_id": 1})
refusal = ValidationErrorResponse.from_dict(body)
payload = CallCompletedPayload.from_dict(json.loads(os.environ["WEBHOOK"]))

print(
    json.dumps(
        {
            "assistantId": assistant_id,
            "callId": made.call_id,
            "listedId": page.data[0].id,
            "variables": page.data[0].variables,
            "refusal": {"status": status, "message": refusal.message, "errors": refusal.errors},
            "webhook": {
                "id": payload.id,
                "variables": payload.input_variables,
                "firstWords": payload.transcript_turns[0].text,
            },
        }
    )
)
