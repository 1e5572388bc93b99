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

        Creates an assistant, ready to be used. The voice and the model must fit the engine; a phone number must be
        yours, and can be held by one inbound assistant only. `webhook_url` is required when `is_webhook_active` is
        true. Optional fields that are left out or null get their defaults. A token with scopes needs `admin`.
        """
        answer: types.CreateAssistantResponse = self._http.send("POST", "/user/assistant", body=body, idempotency_key=self._http.key(idempotency_key))
        return answer

    def list_all_assistants(self) -> List[types.AssistantRecord]:
        """List all assistants at once, newest first.

        All your assistants, newest first, without pages. With many of them the pages are quicker. A token with scopes
        needs `read`.
        """
        answer: List[types.AssistantRecord] = self._http.send("GET", "/user/assistants")
        return answer

    def update_assistant(self, id: int, body: types.UpdateAssistantRequest) -> types.UpdateAssistantResponse:
        """Change an assistant.

        Changes the fields that are sent and leaves the others. Null puts an optional field back to its default; a
        required field cannot be emptied. Running calls keep the configuration they started with. The `status` is set
        by the service: one that differs from it is refused. A token with scopes needs `admin`.
        """
        answer: types.UpdateAssistantResponse = self._http.send("PUT", f"/user/assistant/{quote(str(id), safe='')}", body=body)
        return answer

    def delete_assistant(self, id: int) -> types.MessageResponse:
        """Delete an assistant for good.

        Removes the assistant and frees its phone number. Running calls go on, and past calls keep its name. A token
        with scopes needs `admin`.
        """
        answer: types.MessageResponse = self._http.send("DELETE", f"/user/assistant/{quote(str(id), safe='')}")
        return answer

    def get_assistant(self, id: int) -> types.AssistantRecord:
        """Get one assistant.

        One assistant; the same record that the list has. What you read can be sent back whole. A token with scopes
        needs `read`.
        """
        answer: types.AssistantRecord = self._http.send("GET", f"/user/assistants/{quote(str(id), safe='')}")
        return answer

    def list_assistants(self, *, per_page: Optional[int] = None) -> Pages[types.AssistantRecord]:
        """List assistants, newest first.

        Your assistants, newest first, in pages. A token with scopes needs `read`.
        """
        return Pages(self._http, "/user/assistants/get", {"per_page": per_page})

    def list_assistant_versions(self, id: int, *, limit: Optional[int] = None, before: Optional[int] = None) -> types.ListAssistantVersionsResponse:
        """List the versions of an assistant, newest first.

        Each change of a setting makes a version, and a call keeps the one that it began with. `before` continues
        after the last version of an answer. To go back, send the settings of a version as an update. A token with
        scopes needs `read`.
        """
        answer: types.ListAssistantVersionsResponse = self._http.send("GET", f"/user/assistants/{quote(str(id), safe='')}/versions", query={"limit": limit, "before": before})
        return answer

    def enable_webhook(self, body: types.EnableWebhookRequest) -> types.EnableWebhookResponse:
        """Switch post-call notifications on.

        Sets `webhook_url` and `is_webhook_active`: from now on, completed calls of the assistant are posted there,
        signed as Standard Webhooks. A token with scopes needs `admin`.
        """
        answer: types.EnableWebhookResponse = self._http.send("POST", "/user/assistants/enable-webhook", body=body)
        return answer

    def disable_webhook(self, body: types.DisableWebhookRequest) -> types.DisableWebhookResponse:
        """Switch post-call notifications off.

        Sets `is_webhook_active` to false and keeps the URL. A token with scopes needs `admin`.
        """
        answer: types.DisableWebhookResponse = self._http.send("POST", "/user/assistants/disable-webhook", body=body)
        return answer

    def list_outbound_assistants(self) -> List[types.OutboundAssistantRecord]:
        """List the assistants that make calls.

        All your assistants of type `outbound`, newest first, without pages. A token with scopes needs `read`.
        """
        answer: List[types.OutboundAssistantRecord] = self._http.send("GET", "/user/assistants/outbound")
        return answer

    def enable_inbound_webhook(self, body: types.EnableInboundWebhookRequest) -> types.EnableInboundWebhookResponse:
        """Switch inbound-call notifications on.

        From now on, completed inbound calls of the assistant are posted to `webhook_url`, signed as Standard
        Webhooks. A token with scopes needs `admin`.
        """
        answer: types.EnableInboundWebhookResponse = self._http.send("POST", "/user/assistants/enable-inbound-webhook", body=body)
        return answer

    def disable_inbound_webhook(self, body: types.DisableInboundWebhookRequest) -> types.DisableInboundWebhookResponse:
        """Switch inbound-call notifications off.

        Stops the notifications and forgets their URL. A token with scopes needs `admin`.
        """
        answer: types.DisableInboundWebhookResponse = self._http.send("POST", "/user/assistants/disable-inbound-webhook", body=body)
        return answer

    def list_phone_numbers(self, *, type: Optional[Literal["inbound", "outbound"]] = None) -> List[types.PhoneNumberRecord]:
        """List your phone numbers.

        Your phone numbers; their `id` is the `phone_number_id` of other requests. With `type=inbound`, caller IDs and
        numbers that an assistant holds are left out. A token with scopes needs `read`.
        """
        answer: List[types.PhoneNumberRecord] = self._http.send("GET", "/user/assistants/phone-numbers", query={"type": type})
        return answer

    def list_voices(self, *, mode: Optional[Literal["pipeline", "multimodal"]] = None, language_id: Optional[int] = None) -> List[types.VoiceRecord]:
        """List the voices.

        Public voices and your own; their `id` is the `voice_id` of an assistant. `dualplex` is `multimodal`. A token
        with scopes needs `read`.
        """
        answer: List[types.VoiceRecord] = self._http.send("GET", "/user/assistants/voices", query={"mode": mode, "language_id": language_id})
        return answer

    def list_models(self, *, type: Optional[Literal["llm", "multimodal", "dualplex"]] = None) -> List[types.ModelRecord]:
        """List the language models.

        The models of both engines, or of the one that `type` names; their `name` is the `llm_model` of an assistant.
        `llm`: of pipelines; `dualplex` is `multimodal`. A token with scopes needs `read`.
        """
        answer: List[types.ModelRecord] = self._http.send("GET", "/user/assistants/models", query={"type": type})
        return answer

    def list_languages(self) -> List[types.LanguageRecord]:
        """List the languages.

        All languages; their `name` is the `language` of an assistant. A token with scopes needs `read`.
        """
        answer: List[types.LanguageRecord] = self._http.send("GET", "/user/assistants/languages")
        return answer

    def list_synthesizer_providers(self) -> List[types.ProviderRecord]:
        """List the makers of voices.

        The companies behind the voices. A token with scopes needs `read`.
        """
        answer: List[types.ProviderRecord] = self._http.send("GET", "/user/assistants/synthesizer-providers")
        return answer

    def list_transcriber_providers(self) -> List[types.ProviderRecord]:
        """List the makers of transcripts.

        The companies behind the transcripts. A token with scopes needs `read`.
        """
        answer: List[types.ProviderRecord] = self._http.send("GET", "/user/assistants/transcriber-providers")
        return answer

    def make_call(self, body: types.MakeCallRequest, *, idempotency_key: Optional[str] = None) -> types.MakeCallResponse:
        """Make a phone call.

        Holds the cost of the call, stores the call and dials. The status then moves forward on its own: see the list
        of calls, or have a webhook tell you. `variables` overlay those of the assistant. A token with scopes needs
        `calls`.
        """
        answer: types.MakeCallResponse = self._http.send("POST", "/user/make_call", body=body, idempotency_key=self._http.key(idempotency_key))
        return answer

    def list_calls(self, *, status: Optional[Literal["initiated", "ringing", "busy", "in-progress", "ended", "completed", "ended_by_customer", "ended_by_assistant", "no-answer", "failed"]] = None, type: Optional[Literal["inbound", "outbound", "web"]] = None, outcome: Optional[Literal["talked", "goal_reached", "mailbox", "no_answer", "busy", "screened", "opted_out", "transferred", "cancelled", "failed"]] = None, phone_number: Optional[str] = None, assistant_id: Optional[int] = None, campaign_id: Optional[int] = None, date_from: Optional[str] = None, date_to: Optional[str] = None, include: Optional[Literal["outcome"]] = None, per_page: Optional[int] = None) -> Pages[types.CallRecord]:
        """List calls, newest first.

        Your calls, newest first, in pages. Filters combine; days are whole UTC days, the last one included. A call
        that has been answered by `make_call` is in the next list. A token with scopes needs `read`.
        """
        return Pages(self._http, "/user/calls", {"status": status, "type": type, "outcome": outcome, "phone_number": phone_number, "assistant_id": assistant_id, "campaign_id": campaign_id, "date_from": date_from, "date_to": date_to, "include": include, "per_page": per_page})

    def get_call(self, id: int) -> types.CallDetailRecord:
        """Get one call.

        One call, with its transcript and what came of it; the same record that the list has. The transcript of a live
        call grows as it is spoken. A token with scopes needs `read`.
        """
        answer: types.CallDetailRecord = self._http.send("GET", f"/user/calls/{quote(str(id), safe='')}")
        return answer

    def delete_call(self, id: int) -> types.MessageResponse:
        """Delete a call with its transcript and recording.

        Removes the call for good, with its transcript and its recording; the lists and their totals forget it too.
        What it has cost stays paid. A call that is not over yet is refused. A token with scopes needs `calls`.
        """
        answer: types.MessageResponse = self._http.send("DELETE", f"/user/calls/{quote(str(id), safe='')}")
        return answer

    def end_call(self, id: int) -> types.EndCallResponse:
        """Hang up a call, or cancel one that waits.

        A waiting call leaves the queue and is not dialled; a live one is hung up. Webhook, cost and record follow as
        for any call, with the end reason `cancelled`. The lead of a campaign call counts an attempt and is tried
        again by the rules of its campaign. Safe to repeat: a call that is over answers 409. A token with scopes needs
        `calls`.
        """
        answer: types.EndCallResponse = self._http.send("POST", f"/user/calls/{quote(str(id), safe='')}/end")
        return answer

    def list_deliveries(self, call_id: int) -> types.ListDeliveriesResponse:
        """List the webhook deliveries of a call.

        Every event of a call: its attempts, when the next one is due, and how its server has answered lately. Empty
        when the call has no webhook, or is not finished yet. A token with scopes needs `read`.
        """
        answer: types.ListDeliveriesResponse = self._http.send("GET", "/user/webhooks/deliveries", query={"call_id": call_id})
        return answer

    def replay_delivery(self, delivery_id: str) -> types.ReplayDeliveryResponse:
        """Send a webhook again.

        Queues the delivery for one more attempt at once, with the same `webhook-id` and the same body, whatever came
        of it before. See its attempts in the list of deliveries. A token with scopes needs `admin`.
        """
        answer: types.ReplayDeliveryResponse = self._http.send("POST", f"/user/webhooks/deliveries/{quote(str(delivery_id), safe='')}/replay")
        return answer

    def get_delivery_payload(self, delivery_id: str) -> types.GetDeliveryPayloadResponse:
        """Get what a webhook has posted.

        The body and the signed headers of the last attempt, rebuilt from the record of the call to the byte. A
        program without a public address can receive webhooks this way. A token with scopes needs `read`.
        """
        answer: types.GetDeliveryPayloadResponse = self._http.send("GET", f"/user/webhooks/deliveries/{quote(str(delivery_id), safe='')}/payload")
        return answer

    def send_test_webhook(self, body: types.SendTestWebhookRequest) -> types.SendTestWebhookResponse:
        """Send a test event to a webhook.

        Posts a signed event of a call that never was, with `test: true`, and answers with the attempt. Send
        `assistant_id` for the webhook of an assistant, `url` for any other, or both. Nothing is stored or attempted
        again. A token with scopes needs `admin`.
        """
        answer: types.SendTestWebhookResponse = self._http.send("POST", "/user/webhooks/test", body=body)
        return answer

    def get_webhook_secret(self) -> types.GetWebhookSecretResponse:
        """Get the secret that signs your webhooks.

        Webhooks are signed as Standard Webhooks, by all secrets that are shown here. A token with scopes needs
        `admin`.
        """
        answer: types.GetWebhookSecretResponse = self._http.send("GET", "/user/webhooks/secret")
        return answer

    def rotate_webhook_secret(self, body: types.RotateWebhookSecretRequest) -> types.RotateWebhookSecretResponse:
        """Make a new webhook secret.

        A new secret signs from now on. The old one signs as well for `previous_expires_in_seconds`, a day by default:
        change your receiver in that time. 0 ends it at once, after a leak. Three secrets sign at most. A token with
        scopes needs `admin`.
        """
        answer: types.RotateWebhookSecretResponse = self._http.send("POST", "/user/webhooks/secret/rotate", body=body)
        return answer

    def get_current_user(self) -> types.UserRecord:
        """Show who the token belongs to.

        Whom the access token belongs to, the balance, and how many calls run and may run at once. A token with scopes
        needs `read`.
        """
        answer: types.UserRecord = self._http.send("GET", "/user/me")
        return answer

    def get_usage(self, *, month: Optional[str] = None) -> types.GetUsageResponse:
        """Show what a month was charged for.

        What the ledger was charged for in a month, by UTC day: calls that cost something, with their seconds, and SMS
        less those that were refunded. A refund counts on its own day. Without `month`, the present one. A token with
        scopes needs `read`.
        """
        answer: types.GetUsageResponse = self._http.send("GET", "/user/usage", query={"month": month})
        return answer

    def list_tokens(self) -> types.ListTokensResponse:
        """List the access tokens.

        Your access tokens, oldest first, without the tokens themselves. One that has expired is listed for 90 days. A
        token with scopes needs `admin`.
        """
        answer: types.ListTokensResponse = self._http.send("GET", "/user/tokens")
        return answer

    def create_token(self, body: types.CreateTokenRequest) -> types.CreateTokenResponse:
        """Create an access token.

        Creates a token and shows it this once. It has scopes that the token of the request has, and expires no later:
        without `expires_at`, at the same time. No scope includes another one. A token with scopes needs `admin`.
        """
        answer: types.CreateTokenResponse = self._http.send("POST", "/user/tokens", body=body)
        return answer

    def delete_token(self, id: int) -> types.MessageResponse:
        """Revoke an access token.

        Ends a token. It may be accepted for another 60 seconds, because decisions about tokens are cached for so
        long. A token with scopes needs `admin`.
        """
        answer: types.MessageResponse = self._http.send("DELETE", f"/user/tokens/{quote(str(id), safe='')}")
        return answer

    def create_campaign(self, body: types.CreateCampaignRequest, *, idempotency_key: Optional[str] = None) -> types.CreateCampaignResponse:
        """Create a campaign.

        Makes a campaign in `draft`, to be filled with leads and then started. Its assistant must be outbound. Calls
        are made within the allowed hours and days of the called person’s own time zone where the number tells it,
        else of `timezone`, which is that of the assistant unless you say otherwise; and within the legal hours in any
        case. A token with scopes needs `calls`.
        """
        answer: types.CreateCampaignResponse = self._http.send("POST", "/user/campaigns", body=body, idempotency_key=self._http.key(idempotency_key))
        return answer

    def list_campaigns(self) -> List[types.CampaignRecord]:
        """List campaigns, newest first.

        All your campaigns, newest first, without pages. A token with scopes needs `read`.
        """
        answer: List[types.CampaignRecord] = self._http.send("GET", "/user/campaigns")
        return answer

    def update_campaign_status(self, body: types.UpdateCampaignStatusRequest) -> types.UpdateCampaignStatusResponse:
        """Start or stop a campaign.

        Starts a campaign, or stops it. The first calls are made within seconds of a start. After a stop no call is
        made, and calls that ring are taken back and count as no attempt. Calls that were answered go on to their end,
        unless `hang_up` is true. A campaign that was stopped or completed can be started again. If
        `mark_complete_when_no_leads` is true, a campaign becomes `completed` when none of its leads needs a call any
        more. A token with scopes needs `calls`.
        """
        answer: types.UpdateCampaignStatusResponse = self._http.send("POST", "/user/campaigns/update-status", body=body)
        return answer

    def delete_campaign(self, id: int) -> types.MessageResponse:
        """Delete a campaign with its leads.

        Removes the campaign with all its leads. After the response it makes no calls, however many leads it had.
        Calls that ring are taken back, and calls that were answered go on to their end. A token with scopes needs
        `calls`.
        """
        answer: types.MessageResponse = self._http.send("DELETE", f"/user/campaign/{quote(str(id), safe='')}")
        return answer

    def create_lead(self, body: types.CreateLeadRequest, *, idempotency_key: Optional[str] = None) -> types.CreateLeadResponse:
        """Create a lead.

        Adds a customer to a campaign, with up to ten secondary contacts, all or nothing. Unless `allow_dupplicate` is
        true, a number that the campaign already has is refused. A token with scopes needs `calls`.
        """
        answer: types.CreateLeadResponse = self._http.send("POST", "/user/leads", body=body, idempotency_key=self._http.key(idempotency_key))
        return answer

    def list_leads(self, *, status: Optional[Literal["created", "processing", "rescheduled", "completed", "reached-max-retries", "blacklisted"]] = None, campaign_id: Optional[int] = None, phone_number: Optional[str] = None, date_from: Optional[str] = None, date_to: Optional[str] = None, per_page: Optional[int] = None) -> Pages[types.LeadRecord]:
        """List leads, newest first.

        Your leads, newest first, in pages. Filters combine; `phone_number` may be a part of the number; days are
        whole UTC days, the last one included. A token with scopes needs `read`.
        """
        return Pages(self._http, "/user/leads", {"status": status, "campaign_id": campaign_id, "phone_number": phone_number, "date_from": date_from, "date_to": date_to, "per_page": per_page})

    def update_lead(self, id: int, body: types.UpdateLeadRequest) -> types.MessageResponse:
        """Update a lead.

        Changes the fields that are sent and leaves the others; `variables` are merged into those that the lead has.
        Any other field is refused by name. A token with scopes needs `calls`.
        """
        answer: types.MessageResponse = self._http.send("PUT", f"/user/leads/{quote(str(id), safe='')}", body=body)
        return answer

    def delete_lead(self, id: int) -> types.MessageResponse:
        """Delete a lead with its secondary contacts.

        Removes the lead with its secondary contacts. One that is being called at this moment is refused. A token with
        scopes needs `calls`.
        """
        answer: types.MessageResponse = self._http.send("DELETE", f"/user/leads/{quote(str(id), safe='')}")
        return answer

    def add_do_not_call_entry(self, body: types.AddDoNotCallEntryRequest) -> types.AddDoNotCallEntryResponse:
        """Add a number to the do-not-call list.

        From now on no campaign of yours calls the number: leads that wait with it become `blacklisted`, new ones when
        their turn comes. Its SMS are refused, too. People who ask for it in a call, or text STOP to one of your
        numbers, are added by themselves. A token with scopes needs `calls`.
        """
        answer: types.AddDoNotCallEntryResponse = self._http.send("POST", "/user/do-not-call", body=body)
        return answer

    def list_do_not_call_entries(self, *, per_page: Optional[int] = None) -> Pages[types.DoNotCallRecord]:
        """List the numbers of the do-not-call list, newest first.

        The numbers that your campaigns do not call, newest first, in pages. A token with scopes needs `read`.
        """
        return Pages(self._http, "/user/do-not-call", {"per_page": per_page})

    def remove_do_not_call_entry(self, phone_number: str) -> types.MessageResponse:
        """Take a number off the do-not-call list.

        Takes the number off the list. Its leads stay `blacklisted` until you set them to `created`. A token with
        scopes needs `calls`.
        """
        answer: types.MessageResponse = self._http.send("DELETE", f"/user/do-not-call/{quote(str(phone_number), safe='')}")
        return answer

    def create_web_call(self, id: int, body: types.CreateWebCallRequest) -> types.CreateWebCallResponse:
        """Start a call in a web page.

        Holds the cost of a call, stores it with the type `web`, and answers with the token with which a page begins
        it: `startWebCall` of `@ringback/widget` does. An assistant of either direction takes web calls. A call that
        no page begins ends after 90 seconds and costs nothing. A token with scopes needs `calls`.
        """
        answer: types.CreateWebCallResponse = self._http.send("POST", f"/user/assistants/{quote(str(id), safe='')}/web-call", body=body)
        return answer

    def get_widget(self, token: str) -> types.GetWidgetResponse:
        """Get the look of a widget.

        For pages: the look of a widget. The id of a widget is `user_id`, `id` and `uuid` of its assistant, joined by
        dots. Needs no access token: the `Origin` of the page must be among the `allowed_origins` of
        `widget_settings`. Preflights are answered.
        """
        answer: types.GetWidgetResponse = self._http.send("GET", f"/widget/{quote(str(token), safe='')}")
        return answer

    def create_widget_call(self, token: str, body: types.CreateWidgetCallRequest) -> types.CreateWidgetCallResponse:
        """Start a call by a widget.

        For pages: a visitor starts a call, which the balance of the widget’s user pays for. Needs no access token,
        but an allowed `Origin`. A visitor may start 3 calls at once and 6 a minute, a widget 20 and 60;
        `calls_at_once` of `widget_settings` may be in progress, 5 by default.
        """
        answer: types.CreateWidgetCallResponse = self._http.send("POST", f"/widget/{quote(str(token), safe='')}/web-call", body=body)
        return answer

    def send_sms(self, body: types.SendSmsRequest, *, idempotency_key: Optional[str] = None) -> types.SendSmsResponse:
        """Send an SMS.

        Charges the account for the segments of the text and sends it. Usually answers with the status `sent`; with
        `queued` when the carrier takes longer than ten seconds. What cannot be sent is refunded. A token with scopes
        needs `sms`.
        """
        answer: types.SendSmsResponse = self._http.send("POST", "/user/sms", body=body, idempotency_key=self._http.key(idempotency_key))
        return answer
