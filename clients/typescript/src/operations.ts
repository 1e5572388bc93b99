// Written from the OpenAPI document by `npm run generate`.
// The operations of the API: how each is requested, and the text of the reference about it.
export const createAssistant = {
  method: 'POST',
  path: '/user/assistant',
  summary: 'Create an assistant',
  description:
    'Creates an assistant, ready to be used. The voice and the model must fit the engine; a phone number must be yours, and can be held by one inbound assistant only. `webhook_url` is required when `is_webhook_active` is true. Optional fields that are left out or null get their defaults.',
} as const;
export const listAllAssistants = {
  method: 'GET',
  path: '/user/assistants',
  summary: 'List all assistants at once, newest first',
  description: 'All your assistants, newest first, without pages. With many of them the pages are quicker.',
} as const;
export const updateAssistant = {
  method: 'PUT',
  path: '/user/assistant/{id}',
  summary: 'Change an assistant',
  description:
    'Changes the fields that are sent and leaves the others. Null puts an optional field back to its default; a required field cannot be emptied. Running calls keep the configuration they started with. The `status` is set by the service: one that differs from it is refused.',
} as const;
export const deleteAssistant = {
  method: 'DELETE',
  path: '/user/assistant/{id}',
  summary: 'Delete an assistant for good',
  description: 'Removes the assistant and frees its phone number. Running calls go on, and past calls keep its name.',
} as const;
export const getAssistant = {
  method: 'GET',
  path: '/user/assistants/{id}',
  summary: 'Get one assistant',
  description: 'One assistant; the same record that the list has. What you read can be sent back whole.',
} as const;
export const listAssistants = {
  method: 'GET',
  path: '/user/assistants/get',
  summary: 'List assistants, newest first',
  description: 'Your assistants, newest first, in pages.',
} as const;
export const listAssistantVersions = {
  method: 'GET',
  path: '/user/assistants/{id}/versions',
  summary: 'List the versions of an assistant, newest first',
  description:
    'Each change of a setting makes a version, and a call keeps the one that it began with. `before` continues after the last version of an answer. To go back, send the settings of a version as an update.',
} as const;
export const enableWebhook = {
  method: 'POST',
  path: '/user/assistants/enable-webhook',
  summary: 'Switch post-call notifications on',
  description:
    'Sets `webhook_url` and `is_webhook_active`: from now on, completed calls of the assistant are posted there, signed as Standard Webhooks.',
} as const;
export const disableWebhook = {
  method: 'POST',
  path: '/user/assistants/disable-webhook',
  summary: 'Switch post-call notifications off',
  description: 'Sets `is_webhook_active` to false and keeps the URL.',
} as const;
export const listOutboundAssistants = {
  method: 'GET',
  path: '/user/assistants/outbound',
  summary: 'List the assistants that make calls',
  description: 'All your assistants of type `outbound`, newest first, without pages.',
} as const;
export const enableInboundWebhook = {
  method: 'POST',
  path: '/user/assistants/enable-inbound-webhook',
  summary: 'Switch inbound-call notifications on',
  description:
    'From now on, completed inbound calls of the assistant are posted to `webhook_url`, signed as Standard Webhooks.',
} as const;
export const disableInboundWebhook = {
  method: 'POST',
  path: '/user/assistants/disable-inbound-webhook',
  summary: 'Switch inbound-call notifications off',
  description: 'Stops the notifications and forgets their URL.',
} as const;
export const listPhoneNumbers = {
  method: 'GET',
  path: '/user/assistants/phone-numbers',
  summary: 'List your phone numbers',
  description:
    'Your phone numbers; their `id` is the `phone_number_id` of other requests. With `type=inbound`, caller IDs and numbers that an assistant holds are left out.',
} as const;
export const listVoices = {
  method: 'GET',
  path: '/user/assistants/voices',
  summary: 'List the voices',
  description: 'Public voices and your own; their `id` is the `voice_id` of an assistant. `dualplex` is `multimodal`.',
} as const;
export const listModels = {
  method: 'GET',
  path: '/user/assistants/models',
  summary: 'List the language models',
  description:
    'The models of both engines, or of the one that `type` names; their `name` is the `llm_model` of an assistant. `llm`: of pipelines; `dualplex` is `multimodal`.',
} as const;
export const listLanguages = {
  method: 'GET',
  path: '/user/assistants/languages',
  summary: 'List the languages',
  description: 'All languages; their `name` is the `language` of an assistant.',
} as const;
export const listSynthesizerProviders = {
  method: 'GET',
  path: '/user/assistants/synthesizer-providers',
  summary: 'List the makers of voices',
  description: 'The companies behind the voices.',
} as const;
export const listTranscriberProviders = {
  method: 'GET',
  path: '/user/assistants/transcriber-providers',
  summary: 'List the makers of transcripts',
  description: 'The companies behind the transcripts.',
} as const;
export const makeCall = {
  method: 'POST',
  path: '/user/make_call',
  summary: 'Make a phone call',
  description:
    'Holds the cost of the call, stores the call and dials. The status then moves forward on its own: see the list of calls, or have a webhook tell you. `variables` overlay those of the assistant.',
} as const;
export const listCalls = {
  method: 'GET',
  path: '/user/calls',
  summary: 'List calls, newest first',
  description:
    'Your calls, newest first, in pages. Filters combine; days are whole UTC days, the last one included. A call that has been answered by `make_call` is in the next list.',
} as const;
export const getCall = {
  method: 'GET',
  path: '/user/calls/{id}',
  summary: 'Get one call',
  description:
    'One call, with its transcript and what came of it; the same record that the list has. The transcript of a live call grows as it is spoken.',
} as const;
export const deleteCall = {
  method: 'DELETE',
  path: '/user/calls/{id}',
  summary: 'Delete a call with its transcript and recording',
  description:
    'Removes the call for good, with its transcript and its recording; the lists and their totals forget it too. What it has cost stays paid. A call that is not over yet is refused.',
} as const;
export const endCall = {
  method: 'POST',
  path: '/user/calls/{id}/end',
  summary: 'Hang up a call, or cancel one that waits',
  description:
    'A waiting call leaves the queue and is not dialled; a live one is hung up. Webhook, cost and record follow as for any call, with the end reason `cancelled`. The lead of a campaign call counts an attempt and is tried again by the rules of its campaign. Safe to repeat: a call that is over answers 409.',
} as const;
export const listDeliveries = {
  method: 'GET',
  path: '/user/webhooks/deliveries',
  summary: 'List the webhook deliveries of a call',
  description:
    'Every event of a call: its attempts, when the next one is due, and how its server has answered lately. Empty when the call has no webhook, or is not finished yet.',
} as const;
export const replayDelivery = {
  method: 'POST',
  path: '/user/webhooks/deliveries/{delivery_id}/replay',
  summary: 'Send a webhook again',
  description:
    'Queues the delivery for one more attempt at once, with the same `webhook-id` and the same body, whatever came of it before. See its attempts in the list of deliveries.',
} as const;
export const getDeliveryPayload = {
  method: 'GET',
  path: '/user/webhooks/deliveries/{delivery_id}/payload',
  summary: 'Get what a webhook has posted',
  description:
    'The body and the signed headers of the last attempt, rebuilt from the record of the call to the byte. A program without a public address can receive webhooks this way.',
} as const;
export const sendTestWebhook = {
  method: 'POST',
  path: '/user/webhooks/test',
  summary: 'Send a test event to a webhook',
  description:
    'Posts a signed event of a call that never was, with `test: true`, and answers with the attempt. Send `assistant_id` for the webhook of an assistant, `url` for any other, or both. Nothing is stored or attempted again.',
} as const;
export const getWebhookSecret = {
  method: 'GET',
  path: '/user/webhooks/secret',
  summary: 'Get the secret that signs your webhooks',
  description: 'Webhooks are signed as Standard Webhooks, by all secrets that are shown here.',
} as const;
export const rotateWebhookSecret = {
  method: 'POST',
  path: '/user/webhooks/secret/rotate',
  summary: 'Make a new webhook secret',
  description:
    'A new secret signs from now on. The old one signs as well for `previous_expires_in_seconds`, a day by default: change your receiver in that time. 0 ends it at once, after a leak. Three secrets sign at most.',
} as const;
export const getCurrentUser = {
  method: 'GET',
  path: '/user/me',
  summary: 'Show who the token belongs to',
  description: 'Whom the access token belongs to, the balance, and how many calls run and may run at once.',
} as const;
export const getUsage = {
  method: 'GET',
  path: '/user/usage',
  summary: 'Show what a month was charged for',
  description:
    'What the ledger was charged for in a month, by UTC day: calls that cost something, with their seconds, and SMS less those that were refunded. A refund counts on its own day. Without `month`, the present one.',
} as const;
export const listTokens = {
  method: 'GET',
  path: '/user/tokens',
  summary: 'List the access tokens',
  description:
    'Your access tokens, oldest first, without the tokens themselves. One that has expired is listed for 90 days.',
} as const;
export const createToken = {
  method: 'POST',
  path: '/user/tokens',
  summary: 'Create an access token',
  description:
    'Creates a token and shows it this once. It has scopes that the token of the request has, and expires no later: without `expires_at`, at the same time. No scope includes another one.',
} as const;
export const deleteToken = {
  method: 'DELETE',
  path: '/user/tokens/{id}',
  summary: 'Revoke an access token',
  description:
    'Ends a token. It may be accepted for another 60 seconds, because decisions about tokens are cached for so long.',
} as const;
export const createCampaign = {
  method: 'POST',
  path: '/user/campaigns',
  summary: 'Create a campaign',
  description:
    'Makes a campaign in `draft`, to be filled with leads and then started. Its assistant must be outbound. Calls are made within the allowed hours and days of the called person’s own time zone where the number tells it, else of `timezone`, which is that of the assistant unless you say otherwise; and within the legal hours in any case.',
} as const;
export const listCampaigns = {
  method: 'GET',
  path: '/user/campaigns',
  summary: 'List campaigns, newest first',
  description: 'All your campaigns, newest first, without pages.',
} as const;
export const updateCampaignStatus = {
  method: 'POST',
  path: '/user/campaigns/update-status',
  summary: 'Start or stop a campaign',
  description:
    'Starts a campaign, or stops it. The first calls are made within seconds of a start. After a stop no call is made, and calls that ring are taken back and count as no attempt. Calls that were answered go on to their end, unless `hang_up` is true. A campaign that was stopped or completed can be started again. If `mark_complete_when_no_leads` is true, a campaign becomes `completed` when none of its leads needs a call any more.',
} as const;
export const deleteCampaign = {
  method: 'DELETE',
  path: '/user/campaign/{id}',
  summary: 'Delete a campaign with its leads',
  description:
    'Removes the campaign with all its leads. After the response it makes no calls, however many leads it had. Calls that ring are taken back, and calls that were answered go on to their end.',
} as const;
export const createLead = {
  method: 'POST',
  path: '/user/leads',
  summary: 'Create a lead',
  description:
    'Adds a customer to a campaign, with up to ten secondary contacts, all or nothing. Unless `allow_dupplicate` is true, a number that the campaign already has is refused.',
} as const;
export const listLeads = {
  method: 'GET',
  path: '/user/leads',
  summary: 'List leads, newest first',
  description:
    'Your leads, newest first, in pages. Filters combine; `phone_number` may be a part of the number; days are whole UTC days, the last one included.',
} as const;
export const updateLead = {
  method: 'PUT',
  path: '/user/leads/{id}',
  summary: 'Update a lead',
  description:
    'Changes the fields that are sent and leaves the others; `variables` are merged into those that the lead has. Any other field is refused by name.',
} as const;
export const deleteLead = {
  method: 'DELETE',
  path: '/user/leads/{id}',
  summary: 'Delete a lead with its secondary contacts',
  description: 'Removes the lead with its secondary contacts. One that is being called at this moment is refused.',
} as const;
export const addDoNotCallEntry = {
  method: 'POST',
  path: '/user/do-not-call',
  summary: 'Add a number to the do-not-call list',
  description:
    'From now on no campaign of yours calls the number: leads that wait with it become `blacklisted`, new ones when their turn comes. Its SMS are refused, too. People who ask for it in a call, or text STOP to one of your numbers, are added by themselves.',
} as const;
export const listDoNotCallEntries = {
  method: 'GET',
  path: '/user/do-not-call',
  summary: 'List the numbers of the do-not-call list, newest first',
  description: 'The numbers that your campaigns do not call, newest first, in pages.',
} as const;
export const removeDoNotCallEntry = {
  method: 'DELETE',
  path: '/user/do-not-call/{phone_number}',
  summary: 'Take a number off the do-not-call list',
  description: 'Takes the number off the list. Its leads stay `blacklisted` until you set them to `created`.',
} as const;
export const createWebCall = {
  method: 'POST',
  path: '/user/assistants/{id}/web-call',
  summary: 'Start a call in a web page',
  description:
    'Holds the cost of a call, stores it with the type `web`, and answers with the token with which a page begins it: `startWebCall` of `@ringback/widget` does. An assistant of either direction takes web calls. A call that no page begins ends after 90 seconds and costs nothing.',
} as const;
export const getWidget = {
  method: 'GET',
  path: '/widget/{token}',
  summary: 'Get the look of a widget',
  description:
    'For pages: the look of a widget. The id of a widget is `user_id`, `id` and `uuid` of its assistant, joined by dots. Needs no access token: the `Origin` of the page must be among the `allowed_origins` of `widget_settings`. Preflights are answered.',
} as const;
export const createWidgetCall = {
  method: 'POST',
  path: '/widget/{token}/web-call',
  summary: 'Start a call by a widget',
  description:
    'For pages: a visitor starts a call, which the balance of the widget’s user pays for. Needs no access token, but an allowed `Origin`. A visitor may start 3 calls at once and 6 a minute, a widget 20 and 60; `calls_at_once` of `widget_settings` may be in progress, 5 by default.',
} as const;
export const sendSms = {
  method: 'POST',
  path: '/user/sms',
  summary: 'Send an SMS',
  description:
    'Charges the account for the segments of the text and sends it. Usually answers with the status `sent`; with `queued` when the carrier takes longer than ten seconds. What cannot be sent is refunded.',
} as const;
export const getRecording = {
  method: 'GET',
  path: '/recordings/{token}',
  summary: 'Listen to a recording',
  description:
    'Follow the `recording_url` of a call: it redirects to the audio, a WAV with the customer and the assistant on a channel each, at an address that works for two minutes. Needs no access token: anyone with the link may listen. Seconds after a call the recording may not be there yet: try again after `Retry-After`. After the retention it is gone for good.',
} as const;
export const getOpenapi = {
  method: 'GET',
  path: '/openapi.json',
  summary: 'Read the OpenAPI document',
  description: 'This document.',
} as const;
