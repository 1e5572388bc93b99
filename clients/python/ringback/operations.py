# Written from the OpenAPI document by `npm run generate`.
from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Union
from urllib.parse import quote

from . import types
from ._http import Http
from .pages import Pages

# A status that is not known yet counts as final.
OPEN_STATUSES = ("initiated", "ringing", "in-progress", "ended")


class Operations:
    """The operations of the API, one method each, by the names of the reference."""

    def __init__(self, http: Http) -> None:
        self._http = http

    def create_assistant(self, body: types.CreateAssistantRequest, *, idempotency_key: Optional[str] = None) -> types.CreateAssistantResponse:
        """Create an assistant.

        Creates an assistant that can be used immediately. The voice and the model must fit the engine. A phone number
        must be yours, and only one inbound assistant can answer on it. `webhook_url` is required if
        `is_webhook_active` is true. An optional field that is left out or null gets its default. An account has up to
        1,000 assistants, of 4.9 MB together: beyond that the request answers 409. A token with scopes needs the scope
        `admin`.
        """
        answer: types.CreateAssistantResponse = self._http.send("POST", "/user/assistant", body=body, idempotency_key=self._http.key(idempotency_key))
        return answer

    def list_all_assistants(self) -> List[types.AssistantRecord]:
        """List all assistants without pages.

        Returns all your assistants in one answer, the newest first. If you have many, the list with pages is faster.
        An answer has up to 5 MB, and is compressed if the client accepts gzip. A token with scopes needs the scope
        `read`.
        """
        answer: List[types.AssistantRecord] = self._http.send("GET", "/user/assistants")
        return answer

    def update_assistant(self, id: int, body: types.UpdateAssistantRequest) -> types.UpdateAssistantResponse:
        """Update an assistant.

        Changes the fields that are sent and leaves the others as they are. Null sets an optional field to its
        default; a required field cannot be empty. Running calls keep the settings that they started with. Only the
        service sets `status`, so a different value is refused. The assistants of an account have up to 4.9 MB
        together: a change that would pass that answers 409. With `if_version` the request answers 409 if the
        assistant was changed after it was read, and changes nothing. A token with scopes needs the scope `admin`.
        """
        answer: types.UpdateAssistantResponse = self._http.send("PUT", f"/user/assistant/{quote(str(id), safe='')}", body=body)
        return answer

    def delete_assistant(self, id: int) -> types.MessageResponse:
        """Delete an assistant for good.

        Removes the assistant for good and frees its phone number. Running calls continue to their end. Past calls
        keep the name of the assistant. A token with scopes needs the scope `admin`.
        """
        answer: types.MessageResponse = self._http.send("DELETE", f"/user/assistant/{quote(str(id), safe='')}")
        return answer

    def get_assistant(self, id: int) -> types.AssistantDetail:
        """Get one assistant.

        Returns one assistant, as the list shows it, with its version. An update accepts the whole record, as it was
        read. Send the version as `if_version` with an update. A token with scopes needs the scope `read`.
        """
        answer: types.AssistantDetail = self._http.send("GET", f"/user/assistants/{quote(str(id), safe='')}")
        return answer

    def list_assistants(self, *, type: Optional[Literal["inbound", "outbound"]] = None, per_page: Optional[int] = None, before_id: Optional[int] = None) -> Pages[types.AssistantRecord]:
        """List assistants, newest first.

        Returns your assistants in pages, the newest first. A token with scopes needs the scope `read`.
        """
        return Pages(self._http, "/user/assistants/get", {"type": type, "per_page": per_page, "before_id": before_id})

    def list_assistant_versions(self, id: int, *, limit: Optional[int] = None, before: Optional[int] = None) -> types.ListAssistantVersionsResponse:
        """List the versions of an assistant.

        Returns the earlier and the present settings of an assistant. Each change of a setting makes a version, and a
        call keeps the version that it started with. To read older versions, send the last version of an answer as
        `before`. An answer with large versions has fewer than `limit`. To restore a version, send its settings as an
        update. A token with scopes needs the scope `read`.
        """
        answer: types.ListAssistantVersionsResponse = self._http.send("GET", f"/user/assistants/{quote(str(id), safe='')}/versions", query={"limit": limit, "before": before})
        return answer

    def enable_webhook(self, body: types.EnableWebhookRequest) -> types.EnableWebhookResponse:
        """Switch on the webhook of an assistant.

        Sets `webhook_url` and `is_webhook_active`. The service then posts calls that start from now on to this URL,
        each when it is over. Each request is signed according to Standard Webhooks. Unanswered calls are posted only
        if `send_webhook_only_on_completed` is false. A token with scopes needs the scope `admin`.
        """
        answer: types.EnableWebhookResponse = self._http.send("POST", "/user/assistants/enable-webhook", body=body)
        return answer

    def disable_webhook(self, body: types.DisableWebhookRequest) -> types.DisableWebhookResponse:
        """Switch off the webhook of an assistant.

        Sets `is_webhook_active` to false and keeps the URL. Deliveries that wait for an attempt are not sent either.
        A token with scopes needs the scope `admin`.
        """
        answer: types.DisableWebhookResponse = self._http.send("POST", "/user/assistants/disable-webhook", body=body)
        return answer

    def remove_webhook(self, id: int) -> types.RemoveWebhookResponse:
        """Switch off the webhook of the assistant in the path.

        The same as `POST /user/assistants/disable-webhook`, for existing clients. The path may have the id or the
        UUID of the assistant. A token with scopes needs the scope `admin`.
        """
        answer: types.RemoveWebhookResponse = self._http.send("DELETE", f"/user/assistants/{quote(str(id), safe='')}/webhook")
        return answer

    def remove_inbound_webhook(self, id: int) -> types.RemoveInboundWebhookResponse:
        """Switch off the inbound webhook.

        The same as `POST /user/assistants/disable-inbound-webhook`, for existing clients. The path may have the id or
        the UUID of the assistant. A token with scopes needs the scope `admin`.
        """
        answer: types.RemoveInboundWebhookResponse = self._http.send("DELETE", f"/user/assistants/{quote(str(id), safe='')}/inbound-webhook")
        return answer

    def list_outbound_assistants(self) -> List[types.OutboundAssistantRecord]:
        """List the assistants that make calls.

        Returns all your assistants of type `outbound` in one answer, the newest first, with fewer fields. A token
        with scopes needs the scope `read`.
        """
        answer: List[types.OutboundAssistantRecord] = self._http.send("GET", "/user/assistants/outbound")
        return answer

    def enable_inbound_webhook(self, body: types.EnableInboundWebhookRequest) -> types.EnableInboundWebhookResponse:
        """Switch on the inbound webhook.

        Sets `inbound_webhook_url`. The service then posts inbound calls that start from now on to this URL, each when
        it is over. Each request is signed according to Standard Webhooks. A token with scopes needs the scope
        `admin`.
        """
        answer: types.EnableInboundWebhookResponse = self._http.send("POST", "/user/assistants/enable-inbound-webhook", body=body)
        return answer

    def disable_inbound_webhook(self, body: types.DisableInboundWebhookRequest) -> types.DisableInboundWebhookResponse:
        """Switch off the inbound webhook.

        Removes `inbound_webhook_url`. Deliveries that wait for an attempt are not sent either. A token with scopes
        needs the scope `admin`.
        """
        answer: types.DisableInboundWebhookResponse = self._http.send("POST", "/user/assistants/disable-inbound-webhook", body=body)
        return answer

    def list_phone_numbers(self, *, type: Optional[Literal["inbound", "outbound"]] = None) -> List[types.PhoneNumberRecord]:
        """List your phone numbers.

        Returns your phone numbers. The `id` is the `phone_number_id` of other requests. With `type=inbound`, the list
        omits caller IDs and numbers that already belong to an assistant. A token with scopes needs the scope `read`.
        """
        answer: List[types.PhoneNumberRecord] = self._http.send("GET", "/user/assistants/phone-numbers", query={"type": type})
        return answer

    def list_number_details(self) -> types.ListNumberDetailsResponse:
        """List your phone numbers with what they can do.

        Returns all your phone numbers, the oldest first, with whether they can send SMS and have an active
        subscription. A token with scopes needs the scope `read`.
        """
        answer: types.ListNumberDetailsResponse = self._http.send("GET", "/user/phone-numbers/all")
        return answer

    def list_voices(self, *, mode: Optional[Literal["pipeline", "multimodal"]] = None, language_id: Optional[int] = None, include: Optional[Literal["description"]] = None) -> List[types.VoiceRecord]:
        """List the voices.

        Returns the public voices and your own. The `id` is the `voice_id` of an assistant. `dualplex` is another name
        for `multimodal`. A token with scopes needs the scope `read`.
        """
        answer: List[types.VoiceRecord] = self._http.send("GET", "/user/assistants/voices", query={"mode": mode, "language_id": language_id, "include": include})
        return answer

    def list_models(self, *, type: Optional[Literal["llm", "multimodal", "dualplex"]] = None) -> List[types.ModelRecord]:
        """List the language models.

        Returns the models of both engines, or of one engine with `type`. The `name` is the `llm_model` of an
        assistant. The type `llm` means the models of pipelines, and `dualplex` is another name for `multimodal`. A
        token with scopes needs the scope `read`.
        """
        answer: List[types.ModelRecord] = self._http.send("GET", "/user/assistants/models", query={"type": type})
        return answer

    def list_languages(self) -> List[types.LanguageRecord]:
        """List the languages.

        Returns all languages. The `name` is the `language` of an assistant. A token with scopes needs the scope
        `read`.
        """
        answer: List[types.LanguageRecord] = self._http.send("GET", "/user/assistants/languages")
        return answer

    def list_synthesizer_providers(self) -> List[types.ProviderRecord]:
        """List the providers of voices.

        Returns the companies that provide the voices. A token with scopes needs the scope `read`.
        """
        answer: List[types.ProviderRecord] = self._http.send("GET", "/user/assistants/synthesizer-providers")
        return answer

    def list_transcriber_providers(self) -> List[types.ProviderRecord]:
        """List the providers of transcription.

        Returns the companies that provide the transcription. A token with scopes needs the scope `read`.
        """
        answer: List[types.ProviderRecord] = self._http.send("GET", "/user/assistants/transcriber-providers")
        return answer

    def list_tools(self) -> List[types.ToolRecord]:
        """List the tools.

        Returns your tools, the newest first. The values of headers are masked. A token with scopes needs the scope
        `read`.
        """
        answer: List[types.ToolRecord] = self._http.send("GET", "/user/tools")
        return answer

    def create_tool(self, body: types.CreateToolRequest) -> types.CreateToolResponse:
        """Create a tool.

        Creates a tool: a request to your server that the model can make in a conversation. Attach it to assistants
        with `tool_ids`. `{parameter}` and `{{variable}}` in the path, the query, the headers and fixed values are
        replaced, each escaped for its place. Other parameters go into the query of GET, and into a JSON body
        otherwise. `parameters` is a subset of JSON Schema: objects, arrays, strings, numbers, booleans, enums and
        required, up to 5 levels and 16 KB, without `$ref` and `pattern`. A parameter of the first level may have a
        `source`: `model`, `variable` or `fixed` (with `value`), and `allowed_from`, the variable with the list that
        the model may choose from. The service encrypts the values of headers. Names are unique. An account has up to
        100 tools, and an assistant up to 20. A token with scopes needs the scope `admin`.
        """
        answer: types.CreateToolResponse = self._http.send("POST", "/user/tools", body=body)
        return answer

    def get_tool(self, id: int) -> types.ToolRecord:
        """Get a tool.

        Returns one tool. An update accepts the whole record, as it was read. A token with scopes needs the scope
        `read`.
        """
        answer: types.ToolRecord = self._http.send("GET", f"/user/tools/{quote(str(id), safe='')}")
        return answer

    def update_tool(self, id: int, body: types.UpdateToolRequest) -> types.UpdateToolResponse:
        """Update a tool.

        Changes the fields that are sent and leaves the others as they are. `headers`, `schema` and `parameters` are
        replaced as a whole. Null sets an optional field to its default. A masked value of a header leaves the value
        as it is. Conversations that have begun use the changed tool from the next words of the customer on. A token
        with scopes needs the scope `admin`.
        """
        answer: types.UpdateToolResponse = self._http.send("PUT", f"/user/tools/{quote(str(id), safe='')}", body=body)
        return answer

    def delete_tool(self, id: int) -> types.MessageResponse:
        """Delete a tool, and detach it from every assistant.

        Removes the tool for good, and detaches it from every assistant. A token with scopes needs the scope `admin`.
        """
        answer: types.MessageResponse = self._http.send("DELETE", f"/user/tools/{quote(str(id), safe='')}")
        return answer

    def test_tool(self, id: int, body: types.TestToolRequest) -> types.TestedTool:
        """Try a tool without a call.

        Sends the request of the tool with these arguments and variables, without a call, and returns the answer. The
        values of headers are masked. The receiver has the timeout of the tool, at most 22 seconds. There may be 30
        tests in a minute, and ten at once. A token with scopes needs the scope `admin`.
        """
        answer: types.TestedTool = self._http.send("POST", f"/user/tools/{quote(str(id), safe='')}/test", body=body)
        return answer

    def make_call(self, body: types.MakeCallRequest, *, idempotency_key: Optional[str] = None) -> types.MakeCallResponse:
        """Make a phone call.

        Stores a call and puts it on the dial queue; it is dialled when its turn comes. The service holds the price of
        the longest possible call, and charges the price of the actual one at its end. An unanswered call costs
        nothing. If the balance pays for a minute but not for `max_call_duration`, the call is shorter. `variables`
        override those of the assistant. Read the call to follow its status, or set up a webhook for its end. The
        do-not-call list does not apply to these calls. Premium-rate, shared-cost and satellite numbers are refused.
        Each user has a daily limit of expensive destinations. A token with scopes needs the scope `calls`.
        """
        answer: types.MakeCallResponse = self._http.send("POST", "/user/make_call", body=body, idempotency_key=self._http.key(idempotency_key))
        return answer

    def list_calls(self, *, status: Optional[Literal["initiated", "ringing", "busy", "in-progress", "ended", "completed", "ended_by_customer", "ended_by_assistant", "no-answer", "failed"]] = None, type: Optional[Literal["inbound", "outbound", "web"]] = None, outcome: Optional[Literal["talked", "goal_reached", "mailbox", "no_answer", "busy", "screened", "opted_out", "transferred", "cancelled", "failed"]] = None, phone_number: Optional[str] = None, assistant_id: Optional[int] = None, campaign_id: Optional[int] = None, date_from: Optional[str] = None, date_to: Optional[str] = None, include: Optional[Literal["outcome", "model", "reason", "outcome,model", "outcome,reason", "model,reason", "outcome,model,reason"]] = None, per_page: Optional[int] = None, before_id: Optional[int] = None) -> Pages[types.CallRecord]:
        """List calls, newest first.

        Returns your calls in pages, the newest first. A call must match all filters. Days are whole UTC days, and
        `date_to` includes its day. A call is in the list as soon as `make_call` has answered. A token with scopes
        needs the scope `read`.
        """
        return Pages(self._http, "/user/calls", {"status": status, "type": type, "outcome": outcome, "phone_number": phone_number, "assistant_id": assistant_id, "campaign_id": campaign_id, "date_from": date_from, "date_to": date_to, "include": include, "per_page": per_page, "before_id": before_id})

    def get_call(self, id: int) -> types.CallDetailRecord:
        """Get one call.

        Returns one call with its outcome, its latency and the turns of its transcript. The other fields are those of
        the list. The transcript of a live call grows as the conversation goes on. A token with scopes needs the scope
        `read`.
        """
        answer: types.CallDetailRecord = self._http.send("GET", f"/user/calls/{quote(str(id), safe='')}")
        return answer

    def delete_call(self, id: int) -> types.MessageResponse:
        """Delete a call with its transcript and recording.

        Removes the call for good, with its transcript, its recording and its webhook deliveries. Lists and their
        totals no longer contain it. The cost of the call is not refunded. The request answers 409 while the call is
        not over. A token with scopes needs the scope `calls`.
        """
        answer: types.MessageResponse = self._http.send("DELETE", f"/user/calls/{quote(str(id), safe='')}")
        return answer

    def end_call(self, id: int) -> types.EndCallResponse:
        """End or cancel a call.

        Cancels a call that waits, so that it is never dialled, or hangs up a call that is ringing or live. The call
        gets its webhook, its cost and its record like any other call, with the end reason `cancelled`. An unanswered
        call of a lead counts as an attempt, and its campaign may call again; an answered one counts as reached. The
        request is safe to repeat, and answers 409 if the call is over. A token with scopes needs the scope `calls`.
        """
        answer: types.EndCallResponse = self._http.send("POST", f"/user/calls/{quote(str(id), safe='')}/end")
        return answer

    def list_deliveries(self, *, call_id: Optional[int] = None, sms_id: Optional[int] = None) -> types.ListDeliveriesResponse:
        """List the webhook deliveries of a call or an SMS.

        Returns each webhook of a call, or of an SMS, with its attempts, the time of the next attempt, and the recent
        answers of its server. The list is empty if there is no webhook, or the call is not over. A token with scopes
        needs the scope `read`.
        """
        answer: types.ListDeliveriesResponse = self._http.send("GET", "/user/webhooks/deliveries", query={"call_id": call_id, "sms_id": sms_id})
        return answer

    def replay_delivery(self, delivery_id: str) -> types.ReplayDeliveryResponse:
        """Send a webhook again.

        Queues the delivery for an immediate attempt with the same `webhook-id` and the same body, even if it was
        delivered or given up. If the attempt fails, the usual schedule of attempts continues. The list of deliveries
        shows the result. A token with scopes needs the scope `admin`.
        """
        answer: types.ReplayDeliveryResponse = self._http.send("POST", f"/user/webhooks/deliveries/{quote(str(delivery_id), safe='')}/replay")
        return answer

    def get_delivery_payload(self, delivery_id: str) -> types.GetDeliveryPayloadResponse:
        """Get the payload of a webhook.

        Returns the body and the signed headers of the last attempt. The service builds both again from the record,
        and they are identical byte for byte. A program without a public address can receive webhooks in this way. A
        token with scopes needs the scope `read`.
        """
        answer: types.GetDeliveryPayloadResponse = self._http.send("GET", f"/user/webhooks/deliveries/{quote(str(delivery_id), safe='')}/payload")
        return answer

    def send_test_webhook(self, body: types.SendTestWebhookRequest) -> types.SendTestWebhookResponse:
        """Send a test event to a webhook.

        Posts a signed sample event with `test: true` to a server, and returns the attempt. Send `assistant_id` for
        the webhook of an assistant, `url` for any other server, or both. An event of SMS goes to `url`, or to the
        address of `PUT /user/sms-webhook`. The event is not stored, and a failed attempt is not repeated. A token
        with scopes needs the scope `admin`.
        """
        answer: types.SendTestWebhookResponse = self._http.send("POST", "/user/webhooks/test", body=body)
        return answer

    def get_sms_webhook(self) -> types.GetSmsWebhookResponse:
        """Get the address of the events of SMS.

        Returns the address to which the service posts the events of your SMS, or null. New accounts have none. A
        token with scopes needs the scope `read`.
        """
        answer: types.GetSmsWebhookResponse = self._http.send("GET", "/user/sms-webhook")
        return answer

    def set_sms_webhook(self, body: types.SetSmsWebhookRequest) -> types.SetSmsWebhookResponse:
        """Set the address of the events of SMS.

        Sets the address to which the service posts the events of your SMS: `sms.sent`, `sms.delivered`,
        `sms.undelivered`, `sms.failed` and `sms.received`. Each request is signed according to Standard Webhooks.
        Every attempt goes to the address that is set at that moment. With null, events are neither made nor posted,
        not even those that wait for an attempt. A token with scopes needs the scope `admin`.
        """
        answer: types.SetSmsWebhookResponse = self._http.send("PUT", "/user/sms-webhook", body=body)
        return answer

    def get_webhook_secret(self) -> types.GetWebhookSecretResponse:
        """Get the secret that signs your webhooks.

        Returns the secrets that sign your webhooks according to Standard Webhooks. Each request carries a signature
        with each of them. A token with scopes needs the scope `admin`.
        """
        answer: types.GetWebhookSecretResponse = self._http.send("GET", "/user/webhooks/secret")
        return answer

    def rotate_webhook_secret(self, body: types.RotateWebhookSecretRequest) -> types.RotateWebhookSecretResponse:
        """Rotate the webhook secret.

        Creates a new secret, which signs your webhooks from now on. The old secret also signs for
        `previous_expires_in_seconds`, a day by default, so change your receiver in that time. After a leak, send 0 to
        end the old secret immediately. At most three secrets sign at the same time. A token with scopes needs the
        scope `admin`.
        """
        answer: types.RotateWebhookSecretResponse = self._http.send("POST", "/user/webhooks/secret/rotate", body=body)
        return answer

    def get_current_user(self) -> types.UserRecord:
        """Get the user of the token.

        Returns the user of the access token, the balance, the number of open calls, the limit of campaign calls, and
        the country of numbers without a plus. A token with scopes needs the scope `read`.
        """
        answer: types.UserRecord = self._http.send("GET", "/user/me")
        return answer

    def set_default_country(self, body: types.SetDefaultCountryRequest) -> types.SetDefaultCountryResponse:
        """Set the country of numbers without a plus.

        Sets the country of numbers without a plus, as a code of two letters, or none with null. It counts where
        people write numbers: in imported files that state no country, in the forms of the studio and in commands of
        the command line. Requests to this API always need numbers in E.164. A token with scopes needs the scope
        `admin`.
        """
        answer: types.SetDefaultCountryResponse = self._http.send("PUT", "/user/default-country", body=body)
        return answer

    def get_usage(self, *, month: Optional[str] = None) -> types.GetUsageResponse:
        """Get the charges of a month.

        Returns the charges of a month by UTC day. It counts calls that had a cost, with their seconds, and SMS
        without the refunded ones. A refund is counted on the day of the refund. Without `month`, the answer is about
        the present month. A token with scopes needs the scope `read`.
        """
        answer: types.GetUsageResponse = self._http.send("GET", "/user/usage", query={"month": month})
        return answer

    def list_tokens(self) -> types.ListTokensResponse:
        """List the access tokens.

        Returns your access tokens, the oldest first, without the secret texts. Revoked and expired tokens stay in the
        list for 90 days. A token with scopes needs the scope `admin`.
        """
        answer: types.ListTokensResponse = self._http.send("GET", "/user/tokens")
        return answer

    def create_token(self, body: types.CreateTokenRequest) -> types.CreateTokenResponse:
        """Create an access token.

        Creates an access token and shows it once. The new token can have only scopes that the token of the request
        has, and cannot expire later. Without `expires_at` both expire at the same time. No scope includes another
        one. An account has at most 50 live tokens, and creates at most 10 in an hour. A token with scopes needs the
        scope `admin`.
        """
        answer: types.CreateTokenResponse = self._http.send("POST", "/user/tokens", body=body)
        return answer

    def delete_other_tokens(self, keep: Literal["current"]) -> types.DeleteOtherTokensResponse:
        """Revoke all other access tokens.

        Revokes all access tokens except the token of the request. The service may accept them for up to 60 more
        seconds. If the token of the request has scopes, tokens that it cannot revoke stay, and `kept` has their ids.
        A token with scopes needs the scope `admin`.
        """
        answer: types.DeleteOtherTokensResponse = self._http.send("DELETE", "/user/tokens", query={"keep": keep})
        return answer

    def delete_token(self, id: int, *, cascade: Optional[Literal["true", "false"]] = None) -> types.DeleteTokenResponse:
        """Revoke an access token.

        Revokes an access token, and the tokens that it has created, and theirs, unless `cascade` is false. The
        service may accept them for up to 60 more seconds, because it caches decisions about tokens. Tokens with
        scopes cannot revoke tokens without scopes, or those that they descend from. A token with scopes needs the
        scope `admin`.
        """
        answer: types.DeleteTokenResponse = self._http.send("DELETE", f"/user/tokens/{quote(str(id), safe='')}", query={"cascade": cascade})
        return answer

    def list_api_keys(self) -> types.ListApiKeysResponse:
        """List the live access tokens as API keys.

        Returns the live access tokens of `GET /user/tokens`, for existing clients that call them API keys. A token
        with scopes needs the scope `admin`.
        """
        answer: types.ListApiKeysResponse = self._http.send("GET", "/user/api-keys")
        return answer

    def create_api_key(self, body: types.CreateApiKeyRequest) -> types.CreateApiKeyResponse:
        """Create an access token as an API key.

        Creates an access token and shows it once, for existing clients that call it an API key. It has the scopes of
        the token of the request, and expires with it. The limits are those of `POST /user/tokens`. A token with
        scopes needs the scope `admin`.
        """
        answer: types.CreateApiKeyResponse = self._http.send("POST", "/user/api-keys", body=body)
        return answer

    def delete_api_key(self, id: int) -> types.MessageResponse:
        """Revoke an access token as an API key.

        Revokes an access token and those that it has created, for existing clients that call it an API key. A token
        with scopes needs the scope `admin`.
        """
        answer: types.MessageResponse = self._http.send("DELETE", f"/user/api-keys/{quote(str(id), safe='')}")
        return answer

    def create_campaign(self, body: types.CreateCampaignRequest, *, idempotency_key: Optional[str] = None) -> types.CreateCampaignResponse:
        """Create a campaign.

        Creates a campaign with the status `draft`. Add leads, then start it. Its assistant must be outbound. The
        allowed hours and days apply in the time zone of the called number. If the number does not show its zone, they
        apply in `timezone`, by default that of the assistant. Calls are never made outside the legal calling hours of
        the service. A token with scopes needs the scope `calls`.
        """
        answer: types.CreateCampaignResponse = self._http.send("POST", "/user/campaigns", body=body, idempotency_key=self._http.key(idempotency_key))
        return answer

    def list_campaigns(self) -> List[types.CampaignRecord]:
        """List campaigns, newest first.

        Returns all your campaigns in one answer, the newest first. A token with scopes needs the scope `read`.
        """
        answer: List[types.CampaignRecord] = self._http.send("GET", "/user/campaigns")
        return answer

    def get_campaign(self, id: int) -> types.CampaignDetail:
        """Get a campaign.

        Returns one campaign with its version. Send it as `if_version` with an update. A token with scopes needs the
        scope `read`.
        """
        answer: types.CampaignDetail = self._http.send("GET", f"/user/campaigns/{quote(str(id), safe='')}")
        return answer

    def update_campaign(self, id: int, body: types.UpdateCampaignRequest) -> types.UpdateCampaignResponse:
        """Update a campaign.

        Changes the fields that are sent and leaves the others as they are. A field that is null gets its default. A
        running campaign calls by the new settings from the next call on, and leads that wait keep the time of their
        next attempt. With `if_version` the request answers 409 if the campaign was changed after it was read, and
        changes nothing. A token with scopes needs the scope `calls`.
        """
        answer: types.UpdateCampaignResponse = self._http.send("PUT", f"/user/campaigns/{quote(str(id), safe='')}", body=body)
        return answer

    def check_campaign(self, id: int, *, before_id: Optional[int] = None) -> types.StartCheck:
        """Check what a start of a campaign would do.

        Checks the leads that the campaign has still to call, the newest first: the number of leads, the leads that
        would not be called and why, the first time at which one may be called, and the highest cost. It changes
        nothing. An answer is about up to 200 leads. To check the older ones, send `next_before_id` of the answer as
        `before_id`, until it is null. A token with scopes needs the scope `read`.
        """
        answer: types.StartCheck = self._http.send("GET", f"/user/campaigns/{quote(str(id), safe='')}/check", query={"before_id": before_id})
        return answer

    def list_missing_variables(self, id: int, *, before_id: Optional[int] = None) -> types.MissingVariables:
        """List leads without a value for a placeholder.

        Checks the leads that the campaign has still to call, the newest first, and returns those that have no value
        for a placeholder of the greeting or the prompt. Their customers would hear `{name}`, or nothing. A value of
        spaces does not count. `{name|there}` needs no value. An answer is about up to 500 leads. To check the older
        ones, send `next_before_id` of the answer as `before_id`, until it is null. A token with scopes needs the
        scope `read`.
        """
        answer: types.MissingVariables = self._http.send("GET", f"/user/campaigns/{quote(str(id), safe='')}/missing-variables", query={"before_id": before_id})
        return answer

    def update_campaign_status(self, body: types.UpdateCampaignStatusRequest) -> types.UpdateCampaignStatusResponse:
        """Start or stop a campaign.

        Starts a campaign or stops it. A start checks up to 100 leads, the newest first: `missing_variables` names the
        placeholders without a value, and the campaign starts all the same. The first calls are made within seconds of
        a start, if leads are due at this hour. After a stop the campaign makes no new calls. Calls that are ringing
        are taken back and do not count as attempts. Answered calls continue to their end, unless `hang_up` is true. A
        campaign that was stopped or completed can be started again. If `mark_complete_when_no_leads` is true, a
        campaign becomes `completed` when none of its leads needs a call any more. A token with scopes needs the scope
        `calls`.
        """
        answer: types.UpdateCampaignStatusResponse = self._http.send("POST", "/user/campaigns/update-status", body=body)
        return answer

    def delete_campaign(self, id: int) -> types.MessageResponse:
        """Delete a campaign with its leads.

        Removes the campaign with all its leads. After the answer the campaign makes no new calls. Calls that are
        ringing are taken back, and answered calls continue to their end. The records of its calls stay. A token with
        scopes needs the scope `calls`.
        """
        answer: types.MessageResponse = self._http.send("DELETE", f"/user/campaign/{quote(str(id), safe='')}")
        return answer

    def create_lead(self, body: types.CreateLeadRequest, *, idempotency_key: Optional[str] = None) -> types.CreateLeadResponse:
        """Create a lead.

        Adds a customer with up to ten secondary contacts to a campaign; either all are added or none. A running
        campaign calls the lead as soon as its rules allow. A number that the campaign already has, as main or as
        secondary number, is refused, unless `allow_dupplicate` is true. Premium-rate, shared-cost and satellite
        numbers are refused. A token with scopes needs the scope `calls`.
        """
        answer: types.CreateLeadResponse = self._http.send("POST", "/user/leads", body=body, idempotency_key=self._http.key(idempotency_key))
        return answer

    def list_leads(self, *, status: Optional[Literal["created", "processing", "rescheduled", "completed", "reached-max-retries", "blacklisted"]] = None, campaign_id: Optional[int] = None, phone_number: Optional[str] = None, date_from: Optional[str] = None, date_to: Optional[str] = None, per_page: Optional[int] = None, before_id: Optional[int] = None) -> Pages[types.LeadRecord]:
        """List leads, newest first.

        Returns your leads in pages, the newest first. A lead must match all filters. `phone_number` may be a part of
        the number. Days are whole UTC days, and `date_to` includes its day. A token with scopes needs the scope
        `read`.
        """
        return Pages(self._http, "/user/leads", {"status": status, "campaign_id": campaign_id, "phone_number": phone_number, "date_from": date_from, "date_to": date_to, "per_page": per_page, "before_id": before_id})

    def update_lead(self, id: int, body: types.UpdateLeadRequest) -> types.MessageResponse:
        """Update a lead.

        Changes the fields that are sent and leaves the others as they are. `variables` are merged with those of the
        lead. A running campaign calls the lead again if you set it to `created`. Unknown fields are refused, and the
        answer names them. A token with scopes needs the scope `calls`.
        """
        answer: types.MessageResponse = self._http.send("PUT", f"/user/leads/{quote(str(id), safe='')}", body=body)
        return answer

    def get_lead(self, id: int) -> types.LeadRecord:
        """Get a lead.

        Returns one lead with its secondary contacts, as the list shows it. A token with scopes needs the scope
        `read`.
        """
        answer: types.LeadRecord = self._http.send("GET", f"/user/leads/{quote(str(id), safe='')}")
        return answer

    def delete_lead(self, id: int) -> types.MessageResponse:
        """Delete a lead with its secondary contacts.

        Removes the lead with its secondary contacts. The request answers 409 while the lead is being called. A token
        with scopes needs the scope `calls`.
        """
        answer: types.MessageResponse = self._http.send("DELETE", f"/user/leads/{quote(str(id), safe='')}")
        return answer

    def add_do_not_call_entry(self, body: types.AddDoNotCallEntryRequest) -> types.AddDoNotCallEntryResponse:
        """Add a number to the do-not-call list.

        Adds a number that your campaigns no longer call and that no longer gets SMS from you. A waiting lead with
        this number becomes `blacklisted`, and a new lead when its turn comes. `POST /user/make_call` still calls the
        number. The service itself adds people who ask for this in a call, or who text STOP to one of your numbers. A
        token with scopes needs the scope `calls`.
        """
        answer: types.AddDoNotCallEntryResponse = self._http.send("POST", "/user/do-not-call", body=body)
        return answer

    def list_do_not_call_entries(self, *, per_page: Optional[int] = None, before_id: Optional[int] = None) -> Pages[types.ListedDoNotCallRecord]:
        """List the numbers not to call.

        Returns the numbers of the do-not-call list in pages, the newest first. A token with scopes needs the scope
        `read`.
        """
        return Pages(self._http, "/user/do-not-call", {"per_page": per_page, "before_id": before_id})

    def remove_do_not_call_entry(self, phone_number: str) -> types.MessageResponse:
        """Remove a number from the do-not-call list.

        Removes the number from the list. Leads with this number stay `blacklisted` until you set them to `created`. A
        token with scopes needs the scope `calls`.
        """
        answer: types.MessageResponse = self._http.send("DELETE", f"/user/do-not-call/{quote(str(phone_number), safe='')}")
        return answer

    def create_web_call(self, id: int, body: types.CreateWebCallRequest) -> types.CreateWebCallResponse:
        """Start a call in a web page.

        Stores a call of type `web`, holds its price, and returns a token. A page passes the answer to `startWebCall`
        of `@ringback/widget` to begin the call. Inbound and outbound assistants take web calls. A call that no page
        begins ends after 90 seconds and costs nothing. A token with scopes needs the scope `calls`.
        """
        answer: types.CreateWebCallResponse = self._http.send("POST", f"/user/assistants/{quote(str(id), safe='')}/web-call", body=body)
        return answer

    def get_widget(self, token: str) -> types.GetWidgetResponse:
        """Get the appearance of a widget.

        Returns the appearance of a widget to a web page. The path contains `user_id`, `id` and `uuid` of the
        assistant, joined by dots. The request needs no access token. Its `Origin` must be among the `allowed_origins`
        of `widget_settings`, or it answers 403.
        """
        answer: types.GetWidgetResponse = self._http.send("GET", f"/widget/{quote(str(token), safe='')}")
        return answer

    def create_widget_call(self, token: str, body: types.CreateWidgetCallRequest) -> types.CreateWidgetCallResponse:
        """Start a call from a widget.

        Starts a call for a visitor of a web page; your balance pays for it. The request needs no access token. Its
        `Origin` must be among the `allowed_origins` of `widget_settings`, or it answers 403. Only browsers send the
        true origin, so calls and costs are limited as well. A visitor may start 6 calls a minute, 3 of them in a
        burst, and have two in progress. All visitors of a widget together may start 60 calls a minute, 20 of them in
        a burst. `widget_settings` has the most calls in progress (`calls_at_once`, 5 by default), the longest call
        (`max_call_seconds`, 300), and the most that calls cost in an hour (`max_spend_per_hour`, 1 USD) and in a day
        (`max_spend_per_day`, 10 USD). One visitor can cause half of that, and never more than 1 USD in an hour and 10
        USD in a day. Above a limit the request answers 429. `variables` may have the names in `visitor_variables` of
        `widget_settings`, and values of one line with up to 200 characters, numbers, true and false. Null counts as
        not given. Every other name is refused with 422, whether the prompt uses it or not. The prompt, the record of
        the call and the webhook mark these values as unverified.
        """
        answer: types.CreateWidgetCallResponse = self._http.send("POST", f"/widget/{quote(str(token), safe='')}/web-call", body=body)
        return answer

    def send_sms(self, body: types.SendSmsRequest, *, idempotency_key: Optional[str] = None) -> types.SendSmsResponse:
        """Send an SMS.

        Charges the price of each segment of the text, then sends the SMS. The usual status is `sent`. The status is
        `queued` if the carrier needs more than ten seconds. The service refunds an SMS that the carrier refuses. An
        SMS that the carrier accepts and cannot deliver stays charged. Premium-rate, shared-cost and satellite numbers
        are refused. A token with scopes needs the scope `sms`.
        """
        answer: types.SendSmsResponse = self._http.send("POST", "/user/sms", body=body, idempotency_key=self._http.key(idempotency_key))
        return answer

    def list_sms(self, *, status: Optional[Literal["queued", "sent", "delivered", "undelivered", "failed", "received"]] = None, direction: Optional[Literal["inbound", "outbound"]] = None, phone_number: Optional[str] = None, date_from: Optional[str] = None, date_to: Optional[str] = None, per_page: Optional[int] = None, before_id: Optional[int] = None) -> Pages[types.ListedSmsRecord]:
        """List SMS, sent and received, newest first.

        Returns the SMS that you have sent and received, the newest first. The filters combine with AND.
        `phone_number` is the number of the other side. `date_from` and `date_to` are whole days in UTC. An inbound
        SMS has the status `received` and costs nothing. A token with scopes needs the scope `read`.
        """
        return Pages(self._http, "/user/sms", {"status": status, "direction": direction, "phone_number": phone_number, "date_from": date_from, "date_to": date_to, "per_page": per_page, "before_id": before_id})

    def get_sms(self, id: int) -> types.ListedSmsRecord:
        """Get one SMS.

        Returns one SMS, sent or received, with its delivery status. A token with scopes needs the scope `read`.
        """
        answer: types.ListedSmsRecord = self._http.send("GET", f"/user/sms/{quote(str(id), safe='')}")
        return answer
