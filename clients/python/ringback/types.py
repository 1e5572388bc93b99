# Written from the OpenAPI document by `npm run generate`.
from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union


class AssistantSummary(TypedDict):
    id: int
    name: str
    status: Literal["active", "inactive"]
    type: Literal["inbound", "outbound"]
    mode: Literal["pipeline", "multimodal"]


AssistantPage = TypedDict(
    "AssistantPage",
    {
        "current_page": "int",
        "data": "List[AssistantRecord]",
        "first_page_url": "str",
        "from": "Optional[int]",
        "last_page": "int",
        "last_page_url": "str",
        "links": "List[PageLink]",
        "next_page_url": "Optional[str]",
        "path": "str",
        "per_page": "int",
        "prev_page_url": "Optional[str]",
        "to": "Optional[int]",
        "total": "int",
    },
    total=True,
)


class _AssistantRecord(TypedDict):
    id: int
    uuid: str
    user_id: int
    instance_id: int
    name: str
    type: Literal["inbound", "outbound"]
    mode: Literal["pipeline", "multimodal"]
    status: Literal["active", "inactive"]
    phone_number_id: Optional[int]
    timezone: str
    flows_platform_id: Optional[int]
    knowledgebase_id: int
    knowledgebase_mode: str
    widget_settings: WidgetSettings
    engine_id: Optional[int]
    synthesizer_id: Optional[int]
    synthesizer_provider_id: Optional[int]
    transcriber_id: Optional[int]
    transcriber_provider_id: Optional[int]
    language: Optional[str]
    language_id: Optional[int]
    llm_model_id: Optional[int]
    multimodal_model_id: Optional[int]
    llm_temperature: str
    voice_id: int
    voice_stability: str
    voice_similarity: str
    speech_speed: str
    enable_noise_cancellation: bool
    ambient_sound: str
    ambient_sound_volume: str
    initial_message: str
    system_prompt: str
    variables: Dict[str, Any]
    tools: List[AssistantTool]
    tool_ids: List[int]
    secondary_language_ids: List[int]
    wait_for_customer: bool
    allow_interruptions: bool
    greeting_interruptible: Optional[bool]
    min_interrupt_words: int
    endpoint_type: Literal["vad", "ai"]
    endpoint_sensitivity: float
    interrupt_sensitivity: float
    turn_detection_threshold: Optional[float]
    fillers: Literal[0, 1]
    filler_config: FillerConfig
    reengagement_interval: int
    reengagement_prompt: Optional[str]
    max_initial_silence_duration: Optional[int]
    max_silence_duration: int
    max_duration: int
    ringing_time: int
    end_call_on_voicemail: Literal[0, 1]
    voice_mail_message: Optional[str]
    max_hold_duration: int
    record: bool
    post_call_evaluation: bool
    post_call_schema: List[PostCallField]
    is_webhook_active: bool
    webhook_url: Optional[str]
    inbound_webhook_url: Optional[str]
    send_webhook_only_on_completed: bool
    include_recording_in_webhook: bool
    created_at: str
    updated_at: str
    deleted_at: Optional[str]


class AssistantRecord(_AssistantRecord, total=False):
    fallback_models: List[str]


class _WidgetSettings(TypedDict):
    theme: Literal["light", "dark", "auto"]
    color: str
    position: Literal["bottom-right", "bottom-left", "top-right", "top-left"]


class WidgetSettings(_WidgetSettings, total=False):
    allowed_origins: List[str]
    calls_at_once: float
    visitor_variables: List[str]
    max_call_seconds: float
    max_spend_per_hour: float
    max_spend_per_day: float


class AssistantTool(TypedDict):
    type: Literal["end_call", "wait", "call_transfer"]
    data: AssistantToolFields


class _AssistantToolFields(TypedDict):
    description: str


class AssistantToolFields(_AssistantToolFields, total=False):
    phone_number: str
    custom: bool
    timezone: Optional[str]
    warm_transfer: bool
    warm_transfer_message: Optional[str]


class FillerConfig(TypedDict):
    neutral: List[str]
    negative: List[str]
    positive: List[str]
    question: List[str]


class PostCallField(TypedDict):
    name: str
    type: Literal["string", "number", "bool"]
    description: str


class PageLink(TypedDict):
    url: Optional[str]
    label: str
    active: bool


class _AssistantDetail(TypedDict):
    id: int
    uuid: str
    user_id: int
    instance_id: int
    name: str
    type: Literal["inbound", "outbound"]
    mode: Literal["pipeline", "multimodal"]
    status: Literal["active", "inactive"]
    phone_number_id: Optional[int]
    timezone: str
    flows_platform_id: Optional[int]
    knowledgebase_id: int
    knowledgebase_mode: str
    widget_settings: WidgetSettings
    engine_id: Optional[int]
    synthesizer_id: Optional[int]
    synthesizer_provider_id: Optional[int]
    transcriber_id: Optional[int]
    transcriber_provider_id: Optional[int]
    language: Optional[str]
    language_id: Optional[int]
    llm_model_id: Optional[int]
    multimodal_model_id: Optional[int]
    llm_temperature: str
    voice_id: int
    voice_stability: str
    voice_similarity: str
    speech_speed: str
    enable_noise_cancellation: bool
    ambient_sound: str
    ambient_sound_volume: str
    initial_message: str
    system_prompt: str
    variables: Dict[str, Any]
    tools: List[AssistantTool]
    tool_ids: List[int]
    secondary_language_ids: List[int]
    wait_for_customer: bool
    allow_interruptions: bool
    greeting_interruptible: Optional[bool]
    min_interrupt_words: int
    endpoint_type: Literal["vad", "ai"]
    endpoint_sensitivity: float
    interrupt_sensitivity: float
    turn_detection_threshold: Optional[float]
    fillers: Literal[0, 1]
    filler_config: FillerConfig
    reengagement_interval: int
    reengagement_prompt: Optional[str]
    max_initial_silence_duration: Optional[int]
    max_silence_duration: int
    max_duration: int
    ringing_time: int
    end_call_on_voicemail: Literal[0, 1]
    voice_mail_message: Optional[str]
    max_hold_duration: int
    record: bool
    post_call_evaluation: bool
    post_call_schema: List[PostCallField]
    is_webhook_active: bool
    webhook_url: Optional[str]
    inbound_webhook_url: Optional[str]
    send_webhook_only_on_completed: bool
    include_recording_in_webhook: bool
    created_at: str
    updated_at: str
    deleted_at: Optional[str]
    version: int


class AssistantDetail(_AssistantDetail, total=False):
    fallback_models: List[str]


class _AssistantVersion(TypedDict):
    version: int
    created_at: str
    id: int
    uuid: str
    user_id: int
    instance_id: int
    name: str
    type: Literal["inbound", "outbound"]
    mode: Literal["pipeline", "multimodal"]
    status: Literal["active", "inactive"]
    phone_number_id: Optional[int]
    timezone: str
    flows_platform_id: Optional[int]
    knowledgebase_id: int
    knowledgebase_mode: str
    widget_settings: WidgetSettings
    engine_id: Optional[int]
    synthesizer_id: Optional[int]
    synthesizer_provider_id: Optional[int]
    transcriber_id: Optional[int]
    transcriber_provider_id: Optional[int]
    language: Optional[str]
    language_id: Optional[int]
    llm_model_id: Optional[int]
    multimodal_model_id: Optional[int]
    llm_temperature: str
    voice_id: int
    voice_stability: str
    voice_similarity: str
    speech_speed: str
    enable_noise_cancellation: bool
    ambient_sound: str
    ambient_sound_volume: str
    initial_message: str
    system_prompt: str
    variables: Dict[str, Any]
    tools: List[AssistantTool]
    tool_ids: List[int]
    secondary_language_ids: List[int]
    wait_for_customer: bool
    allow_interruptions: bool
    greeting_interruptible: Optional[bool]
    min_interrupt_words: int
    endpoint_type: Literal["vad", "ai"]
    endpoint_sensitivity: float
    interrupt_sensitivity: float
    turn_detection_threshold: Optional[float]
    fillers: Literal[0, 1]
    filler_config: FillerConfig
    reengagement_interval: int
    reengagement_prompt: Optional[str]
    max_initial_silence_duration: Optional[int]
    max_silence_duration: int
    max_duration: int
    ringing_time: int
    end_call_on_voicemail: Literal[0, 1]
    voice_mail_message: Optional[str]
    max_hold_duration: int
    record: bool
    post_call_evaluation: bool
    post_call_schema: List[PostCallField]
    is_webhook_active: bool
    webhook_url: Optional[str]
    inbound_webhook_url: Optional[str]
    send_webhook_only_on_completed: bool
    include_recording_in_webhook: bool


class AssistantVersion(_AssistantVersion, total=False):
    fallback_models: List[str]


class OutboundAssistantRecord(TypedDict):
    id: int
    user_id: int
    name: str
    type: Literal["inbound", "outbound"]
    mode: Literal["pipeline", "multimodal"]
    status: Literal["active", "inactive"]
    voice_id: int
    language_id: Optional[int]
    timezone: str
    initial_message: str
    system_prompt: str
    variables: Dict[str, Any]
    webhook_url: Optional[str]
    is_webhook_active: bool
    created_at: str
    updated_at: str


class PhoneNumberRecord(TypedDict):
    id: int
    phone_number: str
    country_code: str
    type_label: Literal["Normal", "SIP", "Caller ID"]
    is_available: bool


class PhoneNumberDetail(TypedDict):
    id: int
    phone_number: str
    nickname: Any
    country_code: str
    type: Literal["normal", "sip", "caller_id"]
    type_label: Literal["Normal", "SIP", "Caller ID"]
    sms_capable: bool
    region: Any
    has_active_subscription: bool
    created_at: str


class _VoiceRecord(TypedDict):
    id: int
    name: str
    mode: Literal["pipeline", "multimodal"]


class VoiceRecord(_VoiceRecord, total=False):
    description: Optional[str]


class _ModelRecord(TypedDict):
    id: int
    name: str


class ModelRecord(_ModelRecord, total=False):
    mode: Literal["pipeline", "multimodal"]


class LanguageRecord(TypedDict):
    id: int
    name: str
    iso_2: str


class ProviderRecord(TypedDict):
    id: int
    name: str


class ToolRecord(TypedDict):
    id: int
    name: str
    description: str
    endpoint: str
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    timeout: int
    headers: List[ToolHeader]
    schema: List[SimpleToolParameter]
    parameters: Optional[Dict[str, Any]]
    wait_message: Optional[str]
    assignments: List[ToolAssignment]
    response_filter: Optional[List[str]]
    repeatable: bool
    idempotent: bool
    created_at: str
    updated_at: str


class ToolHeader(TypedDict):
    name: str
    value: str


class SimpleToolParameter(TypedDict):
    name: str
    type: Literal["string", "number", "boolean"]
    description: str


class ToolAssignment(TypedDict):
    variable: str
    path: str
    sensitive: bool


class TestedTool(TypedDict):
    status: Optional[int]
    body: str
    duration_ms: int
    request: ToolRequest
    result: str
    variables: Dict[str, Any]
    problem: Optional[str]


class ToolRequest(TypedDict):
    """What was sent. The values of headers are masked."""

    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    url: str
    headers: Dict[str, str]
    body: str


class AcceptedCallData(TypedDict, total=False):
    queue_position: int
    estimated_seconds: int
    missing_variables: List[str]


CallPage = TypedDict(
    "CallPage",
    {
        "current_page": "int",
        "data": "List[CallRecord]",
        "first_page_url": "str",
        "from": "Optional[int]",
        "last_page": "int",
        "last_page_url": "str",
        "links": "List[PageLink]",
        "next_page_url": "Optional[str]",
        "path": "str",
        "per_page": "int",
        "prev_page_url": "Optional[str]",
        "to": "Optional[int]",
        "total": "int",
    },
    total=True,
)


class _CallRecord(TypedDict):
    id: int
    assistant_name: str
    type: Literal["inbound", "outbound", "web"]
    duration: int
    assistant_phone_number: str
    client_phone_number: str
    status: Literal["initiated", "ringing", "busy", "in-progress", "ended", "completed", "ended_by_customer", "ended_by_assistant", "no-answer", "failed"]
    transcript: str
    variables: Dict[str, Any]
    evaluation: Dict[str, Any]
    webhook_response: Dict[str, Any]
    carrier_cost: float
    total_cost: float
    answered_by: Literal["human", "machine", "unknown"]
    created_at: str
    updated_at: str


class CallRecord(_CallRecord, total=False):
    campaign_name: str
    recording_url: str
    outcome: Optional[Literal["talked", "goal_reached", "mailbox", "no_answer", "busy", "screened", "opted_out", "transferred", "cancelled", "failed"]]
    model: Optional[CallModel]
    reason: Optional[CallReason]


class CallModel(TypedDict):
    """The model that answered, or null if none did. If several did, because one failed, it is the one with the most answers."""

    name: str
    simulated: bool


class CallReason(TypedDict):
    by: Literal["customer", "assistant", "carrier", "service", "user"]
    code: str
    text: str


class _CallDetailRecord(TypedDict):
    id: int
    assistant_name: str
    type: Literal["inbound", "outbound", "web"]
    duration: int
    assistant_phone_number: str
    client_phone_number: str
    status: Literal["initiated", "ringing", "busy", "in-progress", "ended", "completed", "ended_by_customer", "ended_by_assistant", "no-answer", "failed"]
    transcript: str
    variables: Dict[str, Any]
    evaluation: Dict[str, Any]
    webhook_response: Dict[str, Any]
    carrier_cost: float
    total_cost: float
    answered_by: Literal["human", "machine", "unknown"]
    created_at: str
    updated_at: str
    outcome: Optional[Literal["talked", "goal_reached", "mailbox", "no_answer", "busy", "screened", "opted_out", "transferred", "cancelled", "failed"]]
    model: Optional[CallModel]
    reason: Optional[CallReason]
    end_reason: Optional[Literal["customer_hung_up", "assistant_ended", "silence", "voicemail", "max_duration", "model_failed", "carrier_failed", "no_answer", "busy", "cancelled", "expired", "campaign_stopped", "on_hold", "transferred"]]
    latency: Optional[CallLatency]
    transcript_turns: List[CallTurn]
    tool_calls: List[ToolCall]
    transfers: List[Transfer]


class CallDetailRecord(_CallDetailRecord, total=False):
    campaign_name: str
    recording_url: str
    visitor_variables: List[str]


class CallLatency(TypedDict):
    """The latency of the answers, in milliseconds. It is null while the call is open, and if no answer was measured, as in multimodal mode."""

    turns: int
    model_asked: Dict[str, Any]
    first_token: Dict[str, Any]
    first_text: Dict[str, Any]
    voice: Optional[Dict[str, Any]]
    mouth_to_ear: Dict[str, Any]


class CallTurn(TypedDict):
    sender: Literal["bot", "human"]
    text: str
    timestamp: str
    mouth_to_ear: Optional[int]
    tools: List[Dict[str, Any]]


class ToolCall(TypedDict):
    name: str
    arguments: Dict[str, Any]
    status: str
    duration_ms: Optional[int]
    result: str


class Transfer(TypedDict):
    to: str
    kind: Literal["cold", "warm"]
    status: Literal["requested", "ringing", "bridged", "no_answer", "busy", "declined", "failed"]
    started_at: str
    duration: int
    cost: float


class EndedCall(TypedDict):
    id: int
    status: Literal["initiated", "ringing", "busy", "in-progress", "ended", "completed", "ended_by_customer", "ended_by_assistant", "no-answer", "failed"]
    end_reason: Optional[Literal["customer_hung_up", "assistant_ended", "silence", "voicemail", "max_duration", "model_failed", "carrier_failed", "no_answer", "busy", "cancelled", "expired", "campaign_stopped", "on_hold", "transferred"]]


class DeliveryRecord(TypedDict):
    id: str
    call_id: Optional[int]
    sms_id: Optional[int]
    event: Literal["call.completed", "inbound_call.completed", "sms.sent", "sms.delivered", "sms.undelivered", "sms.failed", "sms.received"]
    url: str
    status: Literal["pending", "delivered", "exhausted", "disabled"]
    created_at: str
    next_attempt_at: Optional[str]
    attempts: List[DeliveryAttempt]
    endpoint: WebhookEndpoint


class DeliveryAttempt(TypedDict):
    attempted_at: str
    url: str
    status: Optional[int]
    error: Optional[str]
    duration_ms: int


class WebhookEndpoint(TypedDict):
    """The recent answers of this server to all webhooks."""

    origin: str
    pace: Literal["unknown", "quick", "slow"]
    last_success_at: Optional[str]
    failing_since: Optional[str]
    last_failure: Optional[DeliveryFailure]


class DeliveryFailure(TypedDict):
    failed_at: str
    status: Optional[int]
    error: Optional[str]


class DeliveryPayload(TypedDict):
    id: str
    url: str
    headers: WebhookHeaders
    body: str


WebhookHeaders = TypedDict(
    "WebhookHeaders",
    {
        "webhook-id": "str",
        "webhook-timestamp": "str",
        "webhook-signature": "str",
    },
    total=True,
)


class TestedWebhook(TypedDict):
    id: str
    attempted_at: str
    url: str
    status: Optional[int]
    error: Optional[str]
    duration_ms: int
    body: str


class SmsWebhookRecord(TypedDict):
    sms_webhook_url: Optional[str]


class WebhookSecret(TypedDict):
    secret: str
    previous: List[PreviousWebhookSecret]


class PreviousWebhookSecret(TypedDict):
    secret: str
    expires_at: Optional[str]


class UserRecord(TypedDict):
    name: str
    email: str
    total_balance: float
    calls_now: int
    calls_allowed: int
    default_country: Optional[str]


class DefaultCountryRecord(TypedDict):
    default_country: Optional[str]


class UsageRecord(TypedDict):
    month: str
    calls: Dict[str, Any]
    sms: Dict[str, Any]
    days: List[UsageDay]


class UsageDay(TypedDict):
    date: str
    calls: int
    seconds: int
    calls_cost: float
    sms: int
    sms_cost: float


class TokenRecord(TypedDict):
    id: int
    name: str
    begins_with: str
    scopes: Optional[List[Literal["read", "calls", "sms", "admin"]]]
    created_by: Optional[int]
    expires_at: Optional[str]
    revoked_at: Optional[str]
    created_at: str
    last_used_at: Optional[str]
    last_used_address: Optional[str]
    last_used_agent: Optional[str]


class NewTokenRecord(TypedDict):
    id: int
    name: str
    begins_with: str
    scopes: Optional[List[Literal["read", "calls", "sms", "admin"]]]
    created_by: Optional[int]
    expires_at: Optional[str]
    revoked_at: Optional[str]
    created_at: str
    token: str


class RevokedToken(TypedDict):
    revoked: List[int]


class RevokedTokens(TypedDict):
    revoked: List[int]
    kept: List[int]


class ApiKeyRecord(TypedDict):
    id: int
    name: str
    last_used_at: Optional[str]
    created_at: str


class NewApiKey(TypedDict):
    name: str
    token: str
    created_at: str


class CampaignRecord(TypedDict):
    id: int
    name: str
    status: Literal["draft", "in-progress", "stopped", "completed"]
    stopped_reason: Optional[str]
    assistant_id: Optional[int]
    timezone: str
    max_calls_in_parallel: int
    mark_complete_when_no_leads: bool
    allowed_hours_start_time: str
    allowed_hours_end_time: str
    allowed_days: List[Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]]
    max_retries: int
    retry_interval: int
    retry_on_voicemail: bool
    retry_on_goal_incomplete: bool
    goal_completion_variable: Optional[str]
    phone_number_ids: List[int]
    created_at: str
    updated_at: str


class CampaignDetail(TypedDict):
    id: int
    name: str
    status: Literal["draft", "in-progress", "stopped", "completed"]
    stopped_reason: Optional[str]
    assistant_id: Optional[int]
    timezone: str
    max_calls_in_parallel: int
    mark_complete_when_no_leads: bool
    allowed_hours_start_time: str
    allowed_hours_end_time: str
    allowed_days: List[Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]]
    max_retries: int
    retry_interval: int
    retry_on_voicemail: bool
    retry_on_goal_incomplete: bool
    goal_completion_variable: Optional[str]
    phone_number_ids: List[int]
    created_at: str
    updated_at: str
    version: int


class StartCheck(TypedDict):
    total: int
    checked: int
    never_called: List[UncallableLead]
    opens_at: Optional[str]
    max_call_duration: int
    max_cost: float
    next_before_id: Optional[int]


class UncallableLead(TypedDict):
    id: int
    phone_number: str
    reason: Literal["busy", "no-answer", "failed", "voicemail", "goal_incomplete", "outside_hours", "time_zone_undecided", "do_not_call", "destination_refused", "destination_limit", "campaign_stopped", "expired", "cancelled", "model_failed", "number_busy", "daily_limit", "duplicate_number"]


class MissingVariables(TypedDict):
    data: List[UnfilledLead]
    checked: int
    total: int
    next_before_id: Optional[int]


class UnfilledLead(TypedDict):
    id: int
    phone_number: str
    missing_variables: List[str]


class _CampaignStatus(TypedDict):
    campaign_id: int
    status: Literal["in-progress", "stopped"]


class CampaignStatus(_CampaignStatus, total=False):
    missing_variables: StartWarning


class StartWarning(TypedDict):
    """The field is absent if the checked leads have all values."""

    names: List[str]
    leads: int
    checked: int


class _LeadRecord(TypedDict):
    id: int
    phone_number: str
    variables: Dict[str, Any]
    status: Literal["created", "processing", "rescheduled", "completed", "reached-max-retries", "blacklisted"]
    created_at: str
    updated_at: str
    campaign_id: int
    campaign: CampaignName
    secondary_contacts: List[SecondaryContact]


class LeadRecord(_LeadRecord, total=False):
    reason: Literal["busy", "no-answer", "failed", "voicemail", "goal_incomplete", "outside_hours", "time_zone_undecided", "do_not_call", "destination_refused", "destination_limit", "campaign_stopped", "expired", "cancelled", "model_failed", "number_busy", "daily_limit", "duplicate_number"]


class CampaignName(TypedDict):
    id: int
    name: str


class SecondaryContact(TypedDict):
    id: int
    phone_number: str
    variables: Dict[str, Any]
    status: Literal["created", "processing", "rescheduled", "completed", "reached-max-retries", "blacklisted"]
    created_at: str
    updated_at: str


LeadPage = TypedDict(
    "LeadPage",
    {
        "current_page": "int",
        "data": "List[LeadRecord]",
        "first_page_url": "str",
        "from": "Optional[int]",
        "last_page": "int",
        "last_page_url": "str",
        "links": "List[PageLink]",
        "next_page_url": "Optional[str]",
        "path": "str",
        "per_page": "int",
        "prev_page_url": "Optional[str]",
        "to": "Optional[int]",
        "total": "int",
    },
    total=True,
)


class DoNotCallRecord(TypedDict):
    phone_number: str
    source: Literal["api", "import", "call", "sms"]
    reason: Optional[str]
    created_at: str


DoNotCallPage = TypedDict(
    "DoNotCallPage",
    {
        "current_page": "int",
        "data": "List[ListedDoNotCallRecord]",
        "first_page_url": "str",
        "from": "Optional[int]",
        "last_page": "int",
        "last_page_url": "str",
        "links": "List[PageLink]",
        "next_page_url": "Optional[str]",
        "path": "str",
        "per_page": "int",
        "prev_page_url": "Optional[str]",
        "to": "Optional[int]",
        "total": "int",
    },
    total=True,
)


class ListedDoNotCallRecord(TypedDict):
    id: int
    phone_number: str
    source: Literal["api", "import", "call", "sms"]
    reason: Optional[str]
    created_at: str


class _WebCallData(TypedDict):
    call_id: int
    access_token: str
    expires_in: int
    transport: Literal["twilio", "simulator"]


class WebCallData(_WebCallData, total=False):
    url: str
    missing_variables: List[str]


class WidgetRecord(TypedDict):
    theme: Literal["light", "dark", "auto"]
    color: str
    position: Literal["bottom-right", "bottom-left", "top-right", "top-left"]
    language: str


class _WidgetCallData(TypedDict):
    call_id: int
    access_token: str
    expires_in: int
    transport: Literal["twilio", "simulator"]


class WidgetCallData(_WidgetCallData, total=False):
    url: str


class SmsRecord(TypedDict):
    id: int
    phone_number_id: int
    to: str
    body: str
    user_id: int
    segments: int
    segment_price: float
    total_cost: float
    status: Literal["queued", "sent", "delivered", "undelivered", "failed"]
    sms_sid: str
    created_at: str
    updated_at: str


SmsPage = TypedDict(
    "SmsPage",
    {
        "current_page": "int",
        "data": "List[ListedSmsRecord]",
        "first_page_url": "str",
        "from": "Optional[int]",
        "last_page": "int",
        "last_page_url": "str",
        "links": "List[PageLink]",
        "next_page_url": "Optional[str]",
        "path": "str",
        "per_page": "int",
        "prev_page_url": "Optional[str]",
        "to": "Optional[int]",
        "total": "int",
    },
    total=True,
)


ListedSmsRecord = TypedDict(
    "ListedSmsRecord",
    {
        "id": "int",
        "phone_number_id": "int",
        "to": "str",
        "body": "str",
        "user_id": "int",
        "segments": "int",
        "segment_price": "float",
        "total_cost": "float",
        "status": "Literal['queued', 'sent', 'delivered', 'undelivered', 'failed', 'received']",
        "sms_sid": "str",
        "created_at": "str",
        "updated_at": "str",
        "direction": "Literal['inbound', 'outbound']",
        "from": "str",
        "error": "Optional[str]",
        "opt_out": "Optional[Literal['stop', 'start']]",
    },
    total=True,
)


class _CallCompletedPayload(TypedDict):
    event: Literal["call.completed", "inbound_call.completed"]
    id: int
    type: Literal["inbound", "outbound", "web"]
    status: Literal["initiated", "ringing", "busy", "in-progress", "ended", "completed", "ended_by_customer", "ended_by_assistant", "no-answer", "failed"]
    end_reason: Optional[Literal["customer_hung_up", "assistant_ended", "silence", "voicemail", "max_duration", "model_failed", "carrier_failed", "no_answer", "busy", "cancelled", "expired", "campaign_stopped", "on_hold", "transferred"]]
    customer_phone: str
    assistant_phone: str
    assistant_id: int
    assistant_name: str
    duration: int
    extracted_variables: Dict[str, Optional[Union[str, float, bool]]]
    input_variables: Dict[str, Any]
    transcript: str
    latency: Optional[CallLatency]
    transcript_turns: List[TranscriptTurn]
    tool_calls: List[ToolCall]
    transfers: List[Transfer]
    carrier_cost: float
    total_cost: float
    answered_by: Literal["human", "machine", "unknown"]
    created_at: str
    finished_at: str
    lead: Optional[CalledLead]
    campaign: Optional[CampaignName]


class CallCompletedPayload(_CallCompletedPayload, total=False):
    test: Literal[True]
    outcome: Literal["talked", "goal_reached", "mailbox", "no_answer", "busy", "screened", "opted_out", "transferred", "cancelled", "failed"]
    reason: Optional[CallReason]
    visitor_variables: List[str]
    model: Optional[CallModel]
    recording_url: str


class TranscriptTurn(TypedDict):
    sender: Literal["bot", "human"]
    text: str
    timestamp: str


class CalledLead(TypedDict):
    id: int
    phone_number: str
    status: Literal["created", "processing", "rescheduled", "completed", "reached-max-retries", "blacklisted"]
    variables: Dict[str, Any]


SmsChangedPayload = TypedDict(
    "SmsChangedPayload",
    {
        "event": "Literal['sms.sent', 'sms.delivered', 'sms.undelivered', 'sms.failed', 'sms.received']",
        "test": "Literal[True]",
        "id": "int",
        "direction": "Literal['inbound', 'outbound']",
        "status": "Literal['queued', 'sent', 'delivered', 'undelivered', 'failed', 'received']",
        "phone_number_id": "int",
        "from": "str",
        "to": "str",
        "body": "str",
        "segments": "int",
        "total_cost": "float",
        "sms_sid": "str",
        "error": "Optional[str]",
        "opt_out": "Optional[Literal['stop', 'start']]",
        "created_at": "str",
        "occurred_at": "str",
    },
    total=False,
)


class CreateAssistantResponse(TypedDict):
    message: str
    data: AssistantSummary


class UpdateAssistantResponse(TypedDict):
    message: str
    data: AssistantSummary


class MessageResponse(TypedDict):
    message: str


class ListAssistantVersionsResponse(TypedDict):
    data: List[AssistantVersion]


class EnableWebhookResponse(TypedDict):
    message: str
    data: List[Any]


class DisableWebhookResponse(TypedDict):
    message: str
    data: List[Any]


class RemoveWebhookResponse(TypedDict):
    message: str
    data: List[Any]


class RemoveInboundWebhookResponse(TypedDict):
    message: str
    data: List[Any]


class EnableInboundWebhookResponse(TypedDict):
    message: str
    data: List[Any]


class DisableInboundWebhookResponse(TypedDict):
    message: str
    data: List[Any]


class ListNumberDetailsResponse(TypedDict):
    data: List[PhoneNumberDetail]


class CreateToolResponse(TypedDict):
    message: str
    data: ToolRecord


class UpdateToolResponse(TypedDict):
    message: str
    data: ToolRecord


class MakeCallResponse(TypedDict):
    message: str
    call_id: int
    status: Literal["initiated", "ringing", "busy", "in-progress", "ended", "completed", "ended_by_customer", "ended_by_assistant", "no-answer", "failed"]
    data: AcceptedCallData


class EndCallResponse(TypedDict):
    message: str
    data: EndedCall


class ListDeliveriesResponse(TypedDict):
    data: List[DeliveryRecord]


class ReplayDeliveryResponse(TypedDict):
    message: str
    data: DeliveryRecord


class GetDeliveryPayloadResponse(TypedDict):
    data: DeliveryPayload


class SendTestWebhookResponse(TypedDict):
    message: str
    data: TestedWebhook


class GetSmsWebhookResponse(TypedDict):
    data: SmsWebhookRecord


class SetSmsWebhookResponse(TypedDict):
    message: str
    data: SmsWebhookRecord


class GetWebhookSecretResponse(TypedDict):
    data: WebhookSecret


class RotateWebhookSecretResponse(TypedDict):
    message: str
    data: WebhookSecret


class SetDefaultCountryResponse(TypedDict):
    message: str
    data: DefaultCountryRecord


class GetUsageResponse(TypedDict):
    data: UsageRecord


class ListTokensResponse(TypedDict):
    data: List[TokenRecord]


class CreateTokenResponse(TypedDict):
    message: str
    data: NewTokenRecord


class DeleteTokenResponse(TypedDict):
    message: str
    data: RevokedToken


class DeleteOtherTokensResponse(TypedDict):
    message: str
    data: RevokedTokens


class ListApiKeysResponse(TypedDict):
    api_keys: List[ApiKeyRecord]


class CreateApiKeyResponse(TypedDict):
    message: str
    api_key: NewApiKey


class CreateCampaignResponse(TypedDict):
    message: str
    data: CampaignRecord


class UpdateCampaignResponse(TypedDict):
    message: str
    data: CampaignDetail


class UpdateCampaignStatusResponse(TypedDict):
    message: str
    success: Literal[True]
    data: CampaignStatus


class CreateLeadResponse(TypedDict):
    message: str
    data: LeadRecord


class AddDoNotCallEntryResponse(TypedDict):
    message: str
    data: DoNotCallRecord


class CreateWebCallResponse(TypedDict):
    message: str
    data: WebCallData


class GetWidgetResponse(TypedDict):
    data: WidgetRecord


class CreateWidgetCallResponse(TypedDict):
    message: str
    data: WidgetCallData


class SendSmsResponse(TypedDict):
    message: str
    data: SmsRecord


class WidgetSettingsRequest(TypedDict, total=False):
    theme: Literal["light", "dark", "auto"]
    color: str
    position: Literal["bottom-right", "bottom-left", "top-right", "top-left"]
    allowed_origins: List[str]
    calls_at_once: int
    visitor_variables: List[str]
    max_call_seconds: int
    max_spend_per_hour: float
    max_spend_per_day: float


class _CreateAssistantRequest(TypedDict):
    assistant_name: str
    voice_id: int
    language: str
    llm_model: str
    calls_direction: Literal["receive", "make"]
    engine_type: Literal["pipeline", "multimodal"]
    timezone: str
    initial_message: str
    system_prompt: str


class CreateAssistantRequest(_CreateAssistantRequest, total=False):
    phone_number_id: Optional[int]
    widget_settings: Optional[WidgetSettingsRequest]
    transcriber_provider_id: Optional[int]
    fallback_models: Optional[List[str]]
    llm_temperature: Optional[Union[float, str]]
    voice_stability: Optional[Union[float, str]]
    voice_similarity: Optional[Union[float, str]]
    speech_speed: Optional[Union[float, str]]
    noise_cancellation: Optional[bool]
    ambient_sound_volume: Optional[Union[float, str]]
    variables: Optional[Dict[str, Any]]
    end_call_tool: Optional[Dict[str, Any]]
    tool_ids: Optional[List[int]]
    who_speaks_first: Optional[Literal["AI assistant", "Customer"]]
    allow_interruptions: Optional[bool]
    greeting_interruptible: Optional[bool]
    use_min_interrupt_words: Optional[bool]
    min_interrupt_words: Optional[int]
    endpoint_type: Optional[Literal["vad", "ai"]]
    endpoint_sensitivity: Optional[float]
    interrupt_sensitivity: Optional[float]
    turn_detection_threshold: Optional[Union[float, str]]
    filler_audios: Optional[Union[bool, int]]
    re_engagement_interval: Optional[int]
    reengagement_prompt: Optional[str]
    max_initial_silence_duration: Optional[int]
    max_silence_duration: Optional[int]
    max_call_duration: Optional[int]
    ringing_time: Optional[int]
    end_call_on_voicemail: Optional[Union[bool, int]]
    voice_mail_message: Optional[str]
    max_hold_duration: Optional[int]
    record_call: Optional[bool]
    post_call_evaluation: Optional[bool]
    post_call_schema: Optional[List[Dict[str, Any]]]
    is_webhook_active: Optional[bool]
    webhook_url: Optional[str]
    send_webhook_only_on_completed: Optional[bool]
    include_recording_in_webhook: Optional[bool]
    name: str
    language_id: int
    llm_model_id: Optional[int]
    multimodal_model_id: Optional[int]
    type: Literal["inbound", "outbound"]
    mode: Literal["pipeline", "multimodal"]
    enable_noise_cancellation: Optional[bool]
    tools: Optional[List[Dict[str, Any]]]
    wait_for_customer: Optional[bool]
    fillers: Optional[Union[bool, int]]
    reengagement_interval: Optional[int]
    max_duration: Optional[int]
    record: Optional[bool]


class UpdateAssistantRequest(TypedDict, total=False):
    assistant_name: str
    voice_id: int
    language: str
    llm_model: str
    calls_direction: Literal["receive", "make"]
    engine_type: Literal["pipeline", "multimodal"]
    timezone: str
    initial_message: str
    system_prompt: str
    phone_number_id: Optional[int]
    widget_settings: Optional[WidgetSettingsRequest]
    transcriber_provider_id: Optional[int]
    fallback_models: Optional[List[str]]
    llm_temperature: Optional[Union[float, str]]
    voice_stability: Optional[Union[float, str]]
    voice_similarity: Optional[Union[float, str]]
    speech_speed: Optional[Union[float, str]]
    noise_cancellation: Optional[bool]
    ambient_sound_volume: Optional[Union[float, str]]
    variables: Optional[Dict[str, Any]]
    end_call_tool: Optional[Dict[str, Any]]
    tool_ids: Optional[List[int]]
    who_speaks_first: Optional[Literal["AI assistant", "Customer"]]
    allow_interruptions: Optional[bool]
    greeting_interruptible: Optional[bool]
    use_min_interrupt_words: Optional[bool]
    min_interrupt_words: Optional[int]
    endpoint_type: Optional[Literal["vad", "ai"]]
    endpoint_sensitivity: Optional[float]
    interrupt_sensitivity: Optional[float]
    turn_detection_threshold: Optional[Union[float, str]]
    filler_audios: Optional[Union[bool, int]]
    re_engagement_interval: Optional[int]
    reengagement_prompt: Optional[str]
    max_initial_silence_duration: Optional[int]
    max_silence_duration: Optional[int]
    max_call_duration: Optional[int]
    ringing_time: Optional[int]
    end_call_on_voicemail: Optional[Union[bool, int]]
    voice_mail_message: Optional[str]
    max_hold_duration: Optional[int]
    record_call: Optional[bool]
    post_call_evaluation: Optional[bool]
    post_call_schema: Optional[List[Dict[str, Any]]]
    is_webhook_active: Optional[bool]
    webhook_url: Optional[str]
    send_webhook_only_on_completed: Optional[bool]
    include_recording_in_webhook: Optional[bool]
    name: str
    language_id: int
    llm_model_id: Optional[int]
    multimodal_model_id: Optional[int]
    type: Literal["inbound", "outbound"]
    mode: Literal["pipeline", "multimodal"]
    enable_noise_cancellation: Optional[bool]
    tools: Optional[List[Dict[str, Any]]]
    wait_for_customer: Optional[bool]
    fillers: Optional[Union[bool, int]]
    reengagement_interval: Optional[int]
    max_duration: Optional[int]
    record: Optional[bool]
    if_version: int


class EnableWebhookRequest(TypedDict):
    assistant_id: int
    webhook_url: str


class DisableWebhookRequest(TypedDict):
    assistant_id: int


class EnableInboundWebhookRequest(TypedDict):
    assistant_id: int
    webhook_url: str


class DisableInboundWebhookRequest(TypedDict):
    assistant_id: int


class _CreateToolRequest(TypedDict):
    name: str
    description: str
    endpoint: str
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]


class CreateToolRequest(_CreateToolRequest, total=False):
    timeout: Optional[int]
    headers: Optional[List[Dict[str, Any]]]
    schema: Optional[List[Dict[str, Any]]]
    parameters: Optional[Dict[str, Any]]
    wait_message: Optional[str]
    assignments: Optional[List[Dict[str, Any]]]
    response_filter: Optional[List[str]]
    repeatable: Optional[bool]
    idempotent: Optional[bool]


class UpdateToolRequest(TypedDict, total=False):
    name: str
    description: str
    endpoint: str
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    timeout: Optional[int]
    headers: Optional[List[Dict[str, Any]]]
    schema: Optional[List[Dict[str, Any]]]
    parameters: Optional[Dict[str, Any]]
    wait_message: Optional[str]
    assignments: Optional[List[Dict[str, Any]]]
    response_filter: Optional[List[str]]
    repeatable: Optional[bool]
    idempotent: Optional[bool]


class TestToolRequest(TypedDict, total=False):
    arguments: Optional[Dict[str, Any]]
    variables: Optional[Dict[str, Any]]


class _MakeCallRequest(TypedDict):
    phone_number: str
    assistant_id: int


class MakeCallRequest(_MakeCallRequest, total=False):
    variables: Optional[Dict[str, Any]]
    expires_in_seconds: Optional[int]
    allow_parallel: Optional[bool]


class SendTestWebhookRequest(TypedDict, total=False):
    assistant_id: Optional[int]
    url: Optional[str]
    event: Optional[Literal["call.completed", "inbound_call.completed", "sms.sent", "sms.delivered", "sms.undelivered", "sms.failed", "sms.received"]]


class SetSmsWebhookRequest(TypedDict, total=False):
    sms_webhook_url: Optional[str]


class RotateWebhookSecretRequest(TypedDict, total=False):
    previous_expires_in_seconds: Optional[int]


class SetDefaultCountryRequest(TypedDict, total=False):
    default_country: Optional[str]


class _CreateTokenRequest(TypedDict):
    name: str
    scopes: List[Literal["read", "calls", "sms", "admin"]]


class CreateTokenRequest(_CreateTokenRequest, total=False):
    expires_at: Optional[str]


class CreateApiKeyRequest(TypedDict):
    name: str


class _CreateCampaignRequest(TypedDict):
    name: str
    assistant_id: int


class CreateCampaignRequest(_CreateCampaignRequest, total=False):
    timezone: Optional[str]
    max_calls_in_parallel: Optional[int]
    allowed_hours_start_time: Optional[str]
    allowed_hours_end_time: Optional[str]
    allowed_days: Optional[List[Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]]]
    max_retries: Optional[int]
    retry_interval: Optional[int]
    retry_on_voicemail: Optional[bool]
    retry_on_goal_incomplete: Optional[bool]
    goal_completion_variable: Optional[str]
    mark_complete_when_no_leads: Optional[bool]
    phone_number_ids: Optional[List[int]]


class UpdateCampaignRequest(TypedDict, total=False):
    name: str
    assistant_id: int
    timezone: Optional[str]
    max_calls_in_parallel: Optional[int]
    allowed_hours_start_time: Optional[str]
    allowed_hours_end_time: Optional[str]
    allowed_days: Optional[List[Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]]]
    max_retries: Optional[int]
    retry_interval: Optional[int]
    retry_on_voicemail: Optional[bool]
    retry_on_goal_incomplete: Optional[bool]
    goal_completion_variable: Optional[str]
    mark_complete_when_no_leads: Optional[bool]
    phone_number_ids: Optional[List[int]]
    if_version: int


class _UpdateCampaignStatusRequest(TypedDict):
    campaign_id: int
    action: Literal["start", "stop"]


class UpdateCampaignStatusRequest(_UpdateCampaignStatusRequest, total=False):
    hang_up: Optional[bool]
    status: Literal["start", "stop"]


class _CreateLeadRequest(TypedDict):
    phone_number: str
    campaign_id: int


class CreateLeadRequest(_CreateLeadRequest, total=False):
    variables: Optional[Dict[str, Any]]
    allow_dupplicate: Optional[bool]
    allow_restart: Optional[bool]
    secondary_contacts: Optional[List[Dict[str, Any]]]


class UpdateLeadRequest(TypedDict, total=False):
    campaign_id: int
    phone_number: str
    status: Literal["created", "completed"]
    variables: Dict[str, Any]


class _AddDoNotCallEntryRequest(TypedDict):
    phone_number: str


class AddDoNotCallEntryRequest(_AddDoNotCallEntryRequest, total=False):
    reason: Optional[str]


class CreateWebCallRequest(TypedDict, total=False):
    variables: Optional[Dict[str, Any]]


class CreateWidgetCallRequest(TypedDict, total=False):
    variables: Optional[Dict[str, Optional[Union[str, float, bool]]]]


SendSmsRequest = TypedDict(
    "SendSmsRequest",
    {
        "from": "int",
        "to": "str",
        "body": "str",
        "message": "str",
    },
    total=False,
)


class ErrorResponse(TypedDict):
    """The body of an error without further fields."""

    message: str


class _ValidationErrorResponse(TypedDict):
    message: str


class ValidationErrorResponse(_ValidationErrorResponse, total=False):
    """The body of an error about wrong fields."""

    errors: FieldErrors


class _RetryableErrorResponse(TypedDict):
    message: str


class RetryableErrorResponse(_RetryableErrorResponse, total=False):
    """The body of an error after which the same request may succeed."""

    retry_after: int


class _ProviderErrorResponse(TypedDict):
    message: str


class ProviderErrorResponse(_ProviderErrorResponse, total=False):
    """The body of an error of the service, or of the carrier behind it."""

    error: str


FieldErrors = Dict[str, List[str]]
