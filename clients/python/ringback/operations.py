# Written from the OpenAPI document by `npm run generate`.
from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Union
from urllib.parse import quote

from . import types
from ._http import Http
from .pages import Pages


class Operations:
    """The operations of the API, one method each, by the names of the reference."""

    def __init__(self, http: Http) -> None:
        self._http = http

    def create_assistant(self, body: types.CreateAssistantRequest, *, idempotency_key: Optional[str] = None) -> types.CreateAssistantResponse:
        """Create an assistant."""
        answer: types.CreateAssistantResponse = self._http.send("POST", "/user/assistant", body=body, idempotency_key=self._http.key(idempotency_key))
        return answer

    def list_all_assistants(self) -> List[types.AssistantRecord]:
        """List all assistants without pages."""
        answer: List[types.AssistantRecord] = self._http.send("GET", "/user/assistants")
        return answer

    def update_assistant(self, id: int, body: types.UpdateAssistantRequest) -> types.UpdateAssistantResponse:
        """Update an assistant."""
        answer: types.UpdateAssistantResponse = self._http.send("PUT", f"/user/assistant/{quote(str(id), safe='')}", body=body)
        return answer

    def delete_assistant(self, id: int) -> types.MessageResponse:
        """Delete an assistant for good."""
        answer: types.MessageResponse = self._http.send("DELETE", f"/user/assistant/{quote(str(id), safe='')}")
        return answer

    def get_assistant(self, id: int) -> types.AssistantRecord:
        """Get one assistant."""
        answer: types.AssistantRecord = self._http.send("GET", f"/user/assistants/{quote(str(id), safe='')}")
        return answer

    def list_assistants(self, *, per_page: Optional[int] = None) -> Pages[types.AssistantRecord]:
        """List assistants, newest first."""
        return Pages(self._http, "/user/assistants/get", {"per_page": per_page})

    def list_assistant_versions(self, id: int, *, limit: Optional[int] = None, before: Optional[int] = None) -> types.ListAssistantVersionsResponse:
        """List the versions of an assistant."""
        answer: types.ListAssistantVersionsResponse = self._http.send("GET", f"/user/assistants/{quote(str(id), safe='')}/versions", query={"limit": limit, "before": before})
        return answer

    def enable_webhook(self, body: types.EnableWebhookRequest) -> types.EnableWebhookResponse:
        """Switch on the webhook of an assistant."""
        answer: types.EnableWebhookResponse = self._http.send("POST", "/user/assistants/enable-webhook", body=body)
        return answer

    def disable_webhook(self, body: types.DisableWebhookRequest) -> types.DisableWebhookResponse:
        """Switch off the webhook of an assistant."""
        answer: types.DisableWebhookResponse = self._http.send("POST", "/user/assistants/disable-webhook", body=body)
        return answer

    def list_outbound_assistants(self) -> List[types.OutboundAssistantRecord]:
        """List the assistants that make calls."""
        answer: List[types.OutboundAssistantRecord] = self._http.send("GET", "/user/assistants/outbound")
        return answer

    def enable_inbound_webhook(self, body: types.EnableInboundWebhookRequest) -> types.EnableInboundWebhookResponse:
        """Switch on the inbound webhook."""
        answer: types.EnableInboundWebhookResponse = self._http.send("POST", "/user/assistants/enable-inbound-webhook", body=body)
        return answer

    def disable_inbound_webhook(self, body: types.DisableInboundWebhookRequest) -> types.DisableInboundWebhookResponse:
        """Switch off the inbound webhook."""
        answer: types.DisableInboundWebhookResponse = self._http.send("POST", "/user/assistants/disable-inbound-webhook", body=body)
        return answer

    def list_phone_numbers(self, *, type: Optional[Literal["inbound", "outbound"]] = None) -> List[types.PhoneNumberRecord]:
        """List your phone numbers."""
        answer: List[types.PhoneNumberRecord] = self._http.send("GET", "/user/assistants/phone-numbers", query={"type": type})
        return answer

    def list_voices(self, *, mode: Optional[Literal["pipeline", "multimodal"]] = None, language_id: Optional[int] = None) -> List[types.VoiceRecord]:
        """List the voices."""
        answer: List[types.VoiceRecord] = self._http.send("GET", "/user/assistants/voices", query={"mode": mode, "language_id": language_id})
        return answer

    def list_models(self, *, type: Optional[Literal["llm", "multimodal", "dualplex"]] = None) -> List[types.ModelRecord]:
        """List the language models."""
        answer: List[types.ModelRecord] = self._http.send("GET", "/user/assistants/models", query={"type": type})
        return answer

    def list_languages(self) -> List[types.LanguageRecord]:
        """List the languages."""
        answer: List[types.LanguageRecord] = self._http.send("GET", "/user/assistants/languages")
        return answer

    def list_synthesizer_providers(self) -> List[types.ProviderRecord]:
        """List the providers of voices."""
        answer: List[types.ProviderRecord] = self._http.send("GET", "/user/assistants/synthesizer-providers")
        return answer

    def list_transcriber_providers(self) -> List[types.ProviderRecord]:
        """List the providers of transcription."""
        answer: List[types.ProviderRecord] = self._http.send("GET", "/user/assistants/transcriber-providers")
        return answer

    def make_call(self, body: types.MakeCallRequest, *, idempotency_key: Optional[str] = None) -> types.MakeCallResponse:
        """Make a phone call."""
        answer: types.MakeCallResponse = self._http.send("POST", "/user/make_call", body=body, idempotency_key=self._http.key(idempotency_key))
        return answer

    def list_calls(self, *, status: Optional[Literal["initiated", "ringing", "busy", "in-progress", "ended", "completed", "ended_by_customer", "ended_by_assistant", "no-answer", "failed"]] = None, type: Optional[Literal["inbound", "outbound", "web"]] = None, outcome: Optional[Literal["talked", "goal_reached", "mailbox", "no_answer", "busy", "screened", "opted_out", "transferred", "cancelled", "failed"]] = None, phone_number: Optional[str] = None, assistant_id: Optional[int] = None, campaign_id: Optional[int] = None, date_from: Optional[str] = None, date_to: Optional[str] = None, include: Optional[Literal["outcome"]] = None, per_page: Optional[int] = None) -> Pages[types.CallRecord]:
        """List calls, newest first."""
        return Pages(self._http, "/user/calls", {"status": status, "type": type, "outcome": outcome, "phone_number": phone_number, "assistant_id": assistant_id, "campaign_id": campaign_id, "date_from": date_from, "date_to": date_to, "include": include, "per_page": per_page})

    def get_call(self, id: int) -> types.CallDetailRecord:
        """Get one call."""
        answer: types.CallDetailRecord = self._http.send("GET", f"/user/calls/{quote(str(id), safe='')}")
        return answer

    def delete_call(self, id: int) -> types.MessageResponse:
        """Delete a call with its transcript and recording."""
        answer: types.MessageResponse = self._http.send("DELETE", f"/user/calls/{quote(str(id), safe='')}")
        return answer

    def end_call(self, id: int) -> types.EndCallResponse:
        """End or cancel a call."""
        answer: types.EndCallResponse = self._http.send("POST", f"/user/calls/{quote(str(id), safe='')}/end")
        return answer

    def list_deliveries(self, call_id: int) -> types.ListDeliveriesResponse:
        """List the webhook deliveries of a call."""
        answer: types.ListDeliveriesResponse = self._http.send("GET", "/user/webhooks/deliveries", query={"call_id": call_id})
        return answer

    def replay_delivery(self, delivery_id: str) -> types.ReplayDeliveryResponse:
        """Send a webhook again."""
        answer: types.ReplayDeliveryResponse = self._http.send("POST", f"/user/webhooks/deliveries/{quote(str(delivery_id), safe='')}/replay")
        return answer

    def get_delivery_payload(self, delivery_id: str) -> types.GetDeliveryPayloadResponse:
        """Get the payload of a webhook."""
        answer: types.GetDeliveryPayloadResponse = self._http.send("GET", f"/user/webhooks/deliveries/{quote(str(delivery_id), safe='')}/payload")
        return answer

    def send_test_webhook(self, body: types.SendTestWebhookRequest) -> types.SendTestWebhookResponse:
        """Send a test event to a webhook."""
        answer: types.SendTestWebhookResponse = self._http.send("POST", "/user/webhooks/test", body=body)
        return answer

    def get_webhook_secret(self) -> types.GetWebhookSecretResponse:
        """Get the secret that signs your webhooks."""
        answer: types.GetWebhookSecretResponse = self._http.send("GET", "/user/webhooks/secret")
        return answer

    def rotate_webhook_secret(self, body: types.RotateWebhookSecretRequest) -> types.RotateWebhookSecretResponse:
        """Rotate the webhook secret."""
        answer: types.RotateWebhookSecretResponse = self._http.send("POST", "/user/webhooks/secret/rotate", body=body)
        return answer

    def get_current_user(self) -> types.UserRecord:
        """Get the user of the token."""
        answer: types.UserRecord = self._http.send("GET", "/user/me")
        return answer

    def get_usage(self, *, month: Optional[str] = None) -> types.GetUsageResponse:
        """Get the charges of a month."""
        answer: types.GetUsageResponse = self._http.send("GET", "/user/usage", query={"month": month})
        return answer

    def list_tokens(self) -> types.ListTokensResponse:
        """List the access tokens."""
        answer: types.ListTokensResponse = self._http.send("GET", "/user/tokens")
        return answer

    def create_token(self, body: types.CreateTokenRequest) -> types.CreateTokenResponse:
        """Create an access token."""
        answer: types.CreateTokenResponse = self._http.send("POST", "/user/tokens", body=body)
        return answer

    def delete_token(self, id: int) -> types.MessageResponse:
        """Revoke an access token."""
        answer: types.MessageResponse = self._http.send("DELETE", f"/user/tokens/{quote(str(id), safe='')}")
        return answer

    def create_campaign(self, body: types.CreateCampaignRequest, *, idempotency_key: Optional[str] = None) -> types.CreateCampaignResponse:
        """Create a campaign."""
        answer: types.CreateCampaignResponse = self._http.send("POST", "/user/campaigns", body=body, idempotency_key=self._http.key(idempotency_key))
        return answer

    def list_campaigns(self) -> List[types.CampaignRecord]:
        """List campaigns, newest first."""
        answer: List[types.CampaignRecord] = self._http.send("GET", "/user/campaigns")
        return answer

    def update_campaign_status(self, body: types.UpdateCampaignStatusRequest) -> types.UpdateCampaignStatusResponse:
        """Start or stop a campaign."""
        answer: types.UpdateCampaignStatusResponse = self._http.send("POST", "/user/campaigns/update-status", body=body)
        return answer

    def delete_campaign(self, id: int) -> types.MessageResponse:
        """Delete a campaign with its leads."""
        answer: types.MessageResponse = self._http.send("DELETE", f"/user/campaign/{quote(str(id), safe='')}")
        return answer

    def create_lead(self, body: types.CreateLeadRequest, *, idempotency_key: Optional[str] = None) -> types.CreateLeadResponse:
        """Create a lead."""
        answer: types.CreateLeadResponse = self._http.send("POST", "/user/leads", body=body, idempotency_key=self._http.key(idempotency_key))
        return answer

    def list_leads(self, *, status: Optional[Literal["created", "processing", "rescheduled", "completed", "reached-max-retries", "blacklisted"]] = None, campaign_id: Optional[int] = None, phone_number: Optional[str] = None, date_from: Optional[str] = None, date_to: Optional[str] = None, per_page: Optional[int] = None) -> Pages[types.LeadRecord]:
        """List leads, newest first."""
        return Pages(self._http, "/user/leads", {"status": status, "campaign_id": campaign_id, "phone_number": phone_number, "date_from": date_from, "date_to": date_to, "per_page": per_page})

    def update_lead(self, id: int, body: types.UpdateLeadRequest) -> types.MessageResponse:
        """Update a lead."""
        answer: types.MessageResponse = self._http.send("PUT", f"/user/leads/{quote(str(id), safe='')}", body=body)
        return answer

    def delete_lead(self, id: int) -> types.MessageResponse:
        """Delete a lead with its secondary contacts."""
        answer: types.MessageResponse = self._http.send("DELETE", f"/user/leads/{quote(str(id), safe='')}")
        return answer

    def add_do_not_call_entry(self, body: types.AddDoNotCallEntryRequest) -> types.AddDoNotCallEntryResponse:
        """Add a number to the do-not-call list."""
        answer: types.AddDoNotCallEntryResponse = self._http.send("POST", "/user/do-not-call", body=body)
        return answer

    def list_do_not_call_entries(self, *, per_page: Optional[int] = None) -> Pages[types.DoNotCallRecord]:
        """List the numbers not to call."""
        return Pages(self._http, "/user/do-not-call", {"per_page": per_page})

    def remove_do_not_call_entry(self, phone_number: str) -> types.MessageResponse:
        """Remove a number from the do-not-call list."""
        answer: types.MessageResponse = self._http.send("DELETE", f"/user/do-not-call/{quote(str(phone_number), safe='')}")
        return answer

    def create_web_call(self, id: int, body: types.CreateWebCallRequest) -> types.CreateWebCallResponse:
        """Start a call in a web page."""
        answer: types.CreateWebCallResponse = self._http.send("POST", f"/user/assistants/{quote(str(id), safe='')}/web-call", body=body)
        return answer

    def get_widget(self, token: str) -> types.GetWidgetResponse:
        """Get the appearance of a widget."""
        answer: types.GetWidgetResponse = self._http.send("GET", f"/widget/{quote(str(token), safe='')}")
        return answer

    def create_widget_call(self, token: str, body: types.CreateWidgetCallRequest) -> types.CreateWidgetCallResponse:
        """Start a call from a widget."""
        answer: types.CreateWidgetCallResponse = self._http.send("POST", f"/widget/{quote(str(token), safe='')}/web-call", body=body)
        return answer

    def send_sms(self, body: types.SendSmsRequest, *, idempotency_key: Optional[str] = None) -> types.SendSmsResponse:
        """Send an SMS."""
        answer: types.SendSmsResponse = self._http.send("POST", "/user/sms", body=body, idempotency_key=self._http.key(idempotency_key))
        return answer
