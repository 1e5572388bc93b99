export declare const createAssistant: {
    readonly method: 'POST';
    readonly path: '/user/assistant';
    readonly summary: 'Create an assistant';
    readonly description: 'Creates an assistant, ready to be used. The voice and the model must fit the engine; a phone number must be yours, and can be held by one inbound assistant only. `webhook_url` is required when `is_webhook_active` is true. Optional fields that are left out or null get their defaults.';
};
export declare const listAllAssistants: {
    readonly method: 'GET';
    readonly path: '/user/assistants';
    readonly summary: 'List all assistants at once, newest first';
    readonly description: 'All your assistants, newest first, without pages. With many of them the pages are quicker.';
};
export declare const updateAssistant: {
    readonly method: 'PUT';
    readonly path: '/user/assistant/{id}';
    readonly summary: 'Change an assistant';
    readonly description: 'Changes the fields that are sent and leaves the others. Null puts an optional field back to its default; a required field cannot be emptied. Running calls keep the configuration they started with. The `status` is set by the service: one that differs from it is refused.';
};
export declare const deleteAssistant: {
    readonly method: 'DELETE';
    readonly path: '/user/assistant/{id}';
    readonly summary: 'Delete an assistant for good';
    readonly description: 'Removes the assistant and frees its phone number. Running calls go on, and past calls keep its name.';
};
export declare const getAssistant: {
    readonly method: 'GET';
    readonly path: '/user/assistants/{id}';
    readonly summary: 'Get one assistant';
    readonly description: 'One assistant; the same record that the list has. What you read can be sent back whole.';
};
export declare const listAssistants: {
    readonly method: 'GET';
    readonly path: '/user/assistants/get';
    readonly summary: 'List assistants, newest first';
    readonly description: 'Your assistants, newest first, in pages.';
};
export declare const listAssistantVersions: {
    readonly method: 'GET';
    readonly path: '/user/assistants/{id}/versions';
    readonly summary: 'List the versions of an assistant, newest first';
    readonly description: 'Each change of a setting makes a version, and a call keeps the one that it began with. `before` continues after the last version of an answer. To go back, send the settings of a version as an update.';
};
export declare const enableWebhook: {
    readonly method: 'POST';
    readonly path: '/user/assistants/enable-webhook';
    readonly summary: 'Switch post-call notifications on';
    readonly description: 'Sets `webhook_url` and `is_webhook_active`: from now on, completed calls of the assistant are posted there, signed as Standard Webhooks.';
};
export declare const disableWebhook: {
    readonly method: 'POST';
    readonly path: '/user/assistants/disable-webhook';
    readonly summary: 'Switch post-call notifications off';
    readonly description: 'Sets `is_webhook_active` to false and keeps the URL.';
};
export declare const listOutboundAssistants: {
    readonly method: 'GET';
    readonly path: '/user/assistants/outbound';
    readonly summary: 'List the assistants that make calls';
    readonly description: 'All your assistants of type `outbound`, newest first, without pages.';
};
export declare const enableInboundWebhook: {
    readonly method: 'POST';
    readonly path: '/user/assistants/enable-inbound-webhook';
    readonly summary: 'Switch inbound-call notifications on';
    readonly description: 'From now on, completed inbound calls of the assistant are posted to `webhook_url`, signed as Standard Webhooks.';
};
export declare const disableInboundWebhook: {
    readonly method: 'POST';
    readonly path: '/user/assistants/disable-inbound-webhook';
    readonly summary: 'Switch inbound-call notifications off';
    readonly description: 'Stops the notifications and forgets their URL.';
};
export declare const listPhoneNumbers: {
    readonly method: 'GET';
    readonly path: '/user/assistants/phone-numbers';
    readonly summary: 'List your phone numbers';
    readonly description: 'Your phone numbers; their `id` is the `phone_number_id` of other requests. With `type=inbound`, caller IDs and numbers that an assistant holds are left out.';
};
export declare const listVoices: {
    readonly method: 'GET';
    readonly path: '/user/assistants/voices';
    readonly summary: 'List the voices';
    readonly description: 'Public voices and your own; their `id` is the `voice_id` of an assistant. `dualplex` is `multimodal`.';
};
export declare const listModels: {
    readonly method: 'GET';
    readonly path: '/user/assistants/models';
    readonly summary: 'List the language models';
    readonly description: 'The models of both engines, or of the one that `type` names; their `name` is the `llm_model` of an assistant. `llm`: of pipelines; `dualplex` is `multimodal`.';
};
export declare const listLanguages: {
    readonly method: 'GET';
    readonly path: '/user/assistants/languages';
    readonly summary: 'List the languages';
    readonly description: 'All languages; their `name` is the `language` of an assistant.';
};
export declare const listSynthesizerProviders: {
    readonly method: 'GET';
    readonly path: '/user/assistants/synthesizer-providers';
    readonly summary: 'List the makers of voices';
    readonly description: 'The companies behind the voices.';
};
export declare const listTranscriberProviders: {
    readonly method: 'GET';
    readonly path: '/user/assistants/transcriber-providers';
    readonly summary: 'List the makers of transcripts';
    readonly description: 'The companies behind the transcripts.';
};
export declare const makeCall: {
    readonly method: 'POST';
    readonly path: '/user/make_call';
    readonly summary: 'Make a phone call';
    readonly description: 'Holds the cost of the call, stores the call and dials. The status then moves forward on its own: see the list of calls, or have a webhook tell you. `variables` overlay those of the assistant.';
};
export declare const listCalls: {
    readonly method: 'GET';
    readonly path: '/user/calls';
    readonly summary: 'List calls, newest first';
    readonly description: 'Your calls, newest first, in pages. Filters combine; days are whole UTC days, the last one included. A call that has been answered by `make_call` is in the next list.';
};
export declare const getCall: {
    readonly method: 'GET';
    readonly path: '/user/calls/{id}';
    readonly summary: 'Get one call';
    readonly description: 'One call, with its transcript and what came of it; the same record that the list has. The transcript of a live call grows as it is spoken.';
};
export declare const deleteCall: {
    readonly method: 'DELETE';
    readonly path: '/user/calls/{id}';
    readonly summary: 'Delete a call with its transcript and recording';
    readonly description: 'Removes the call for good, with its transcript and its recording; the lists and their totals forget it too. What it has cost stays paid. A call that is not over yet is refused.';
};
export declare const endCall: {
    readonly method: 'POST';
    readonly path: '/user/calls/{id}/end';
    readonly summary: 'Hang up a call, or cancel one that waits';
    readonly description: 'A waiting call leaves the queue and is not dialled; a live one is hung up. Webhook, cost and record follow as for any call, with the end reason `cancelled`. The lead of a campaign call counts an attempt and is tried again by the rules of its campaign. Safe to repeat: a call that is over answers 409.';
};
export declare const listDeliveries: {
    readonly method: 'GET';
    readonly path: '/user/webhooks/deliveries';
    readonly summary: 'List the webhook deliveries of a call';
    readonly description: 'Every event of a call: its attempts, when the next one is due, and how its server has answered lately. Empty when the call has no webhook, or is not finished yet.';
};
export declare const replayDelivery: {
    readonly method: 'POST';
    readonly path: '/user/webhooks/deliveries/{delivery_id}/replay';
    readonly summary: 'Send a webhook again';
    readonly description: 'Queues the delivery for one more attempt at once, with the same `webhook-id` and the same body, whatever came of it before. See its attempts in the list of deliveries.';
};
export declare const getDeliveryPayload: {
    readonly method: 'GET';
    readonly path: '/user/webhooks/deliveries/{delivery_id}/payload';
    readonly summary: 'Get what a webhook has posted';
    readonly description: 'The body and the signed headers of the last attempt, rebuilt from the record of the call to the byte. A program without a public address can receive webhooks this way.';
};
export declare const sendTestWebhook: {
    readonly method: 'POST';
    readonly path: '/user/webhooks/test';
    readonly summary: 'Send a test event to a webhook';
    readonly description: 'Posts a signed event of a call that never was, with `test: true`, and answers with the attempt. Send `assistant_id` for the webhook of an assistant, `url` for any other, or both. Nothing is stored or attempted again.';
};
export declare const getWebhookSecret: {
    readonly method: 'GET';
    readonly path: '/user/webhooks/secret';
    readonly summary: 'Get the secret that signs your webhooks';
    readonly description: 'Webhooks are signed as Standard Webhooks, by all secrets that are shown here.';
};
export declare const rotateWebhookSecret: {
    readonly method: 'POST';
    readonly path: '/user/webhooks/secret/rotate';
    readonly summary: 'Make a new webhook secret';
    readonly description: 'A new secret signs from now on. The old one signs as well for `previous_expires_in_seconds`, a day by default: change your receiver in that time. 0 ends it at once, after a leak. Three secrets sign at most.';
};
export declare const getCurrentUser: {
    readonly method: 'GET';
    readonly path: '/user/me';
    readonly summary: 'Show who the token belongs to';
    readonly description: 'Whom the access token belongs to, the balance, and how many calls run and may run at once.';
};
export declare const getUsage: {
    readonly method: 'GET';
    readonly path: '/user/usage';
    readonly summary: 'Show what a month was charged for';
    readonly description: 'What the ledger was charged for in a month, by UTC day: calls that cost something, with their seconds, and SMS less those that were refunded. A refund counts on its own day. Without `month`, the present one.';
};
export declare const listTokens: {
    readonly method: 'GET';
    readonly path: '/user/tokens';
    readonly summary: 'List the access tokens';
    readonly description: 'Your access tokens, oldest first, without the tokens themselves. One that has expired is listed for 90 days.';
};
export declare const createToken: {
    readonly method: 'POST';
    readonly path: '/user/tokens';
    readonly summary: 'Create an access token';
    readonly description: 'Creates a token and shows it this once. It has scopes that the token of the request has, and expires no later: without `expires_at`, at the same time. No scope includes another one.';
};
export declare const deleteToken: {
    readonly method: 'DELETE';
    readonly path: '/user/tokens/{id}';
    readonly summary: 'Revoke an access token';
    readonly description: 'Ends a token. It may be accepted for another 60 seconds, because decisions about tokens are cached for so long.';
};
export declare const createCampaign: {
    readonly method: 'POST';
    readonly path: '/user/campaigns';
    readonly summary: 'Create a campaign';
    readonly description: 'Makes a campaign in `draft`, to be filled with leads and then started. Its assistant must be outbound. Calls are made within the allowed hours and days of the called person’s own time zone where the number tells it, else of `timezone`, which is that of the assistant unless you say otherwise; and within the legal hours in any case.';
};
export declare const listCampaigns: {
    readonly method: 'GET';
    readonly path: '/user/campaigns';
    readonly summary: 'List campaigns, newest first';
    readonly description: 'All your campaigns, newest first, without pages.';
};
export declare const updateCampaignStatus: {
    readonly method: 'POST';
    readonly path: '/user/campaigns/update-status';
    readonly summary: 'Start or stop a campaign';
    readonly description: 'Starts a campaign, or stops it. The first calls are made within seconds of a start. After a stop no call is made, and calls that ring are taken back and count as no attempt. Calls that were answered go on to their end, unless `hang_up` is true. A campaign that was stopped or completed can be started again. If `mark_complete_when_no_leads` is true, a campaign becomes `completed` when none of its leads needs a call any more.';
};
export declare const deleteCampaign: {
    readonly method: 'DELETE';
    readonly path: '/user/campaign/{id}';
    readonly summary: 'Delete a campaign with its leads';
    readonly description: 'Removes the campaign with all its leads. After the response it makes no calls, however many leads it had. Calls that ring are taken back, and calls that were answered go on to their end.';
};
export declare const createLead: {
    readonly method: 'POST';
    readonly path: '/user/leads';
    readonly summary: 'Create a lead';
    readonly description: 'Adds a customer to a campaign, with up to ten secondary contacts, all or nothing. Unless `allow_dupplicate` is true, a number that the campaign already has is refused.';
};
export declare const listLeads: {
    readonly method: 'GET';
    readonly path: '/user/leads';
    readonly summary: 'List leads, newest first';
    readonly description: 'Your leads, newest first, in pages. Filters combine; `phone_number` may be a part of the number; days are whole UTC days, the last one included.';
};
export declare const updateLead: {
    readonly method: 'PUT';
    readonly path: '/user/leads/{id}';
    readonly summary: 'Update a lead';
    readonly description: 'Changes the fields that are sent and leaves the others; `variables` are merged into those that the lead has. Any other field is refused by name.';
};
export declare const deleteLead: {
    readonly method: 'DELETE';
    readonly path: '/user/leads/{id}';
    readonly summary: 'Delete a lead with its secondary contacts';
    readonly description: 'Removes the lead with its secondary contacts. One that is being called at this moment is refused.';
};
export declare const addDoNotCallEntry: {
    readonly method: 'POST';
    readonly path: '/user/do-not-call';
    readonly summary: 'Add a number to the do-not-call list';
    readonly description: 'From now on no campaign of yours calls the number: leads that wait with it become `blacklisted`, new ones when their turn comes. Its SMS are refused, too. People who ask for it in a call, or text STOP to one of your numbers, are added by themselves.';
};
export declare const listDoNotCallEntries: {
    readonly method: 'GET';
    readonly path: '/user/do-not-call';
    readonly summary: 'List the numbers of the do-not-call list, newest first';
    readonly description: 'The numbers that your campaigns do not call, newest first, in pages.';
};
export declare const removeDoNotCallEntry: {
    readonly method: 'DELETE';
    readonly path: '/user/do-not-call/{phone_number}';
    readonly summary: 'Take a number off the do-not-call list';
    readonly description: 'Takes the number off the list. Its leads stay `blacklisted` until you set them to `created`.';
};
export declare const createWebCall: {
    readonly method: 'POST';
    readonly path: '/user/assistants/{id}/web-call';
    readonly summary: 'Start a call in a web page';
    readonly description: 'Holds the cost of a call, stores it with the type `web`, and answers with the token with which a page begins it: `startWebCall` of `@ringback/widget` does. An assistant of either direction takes web calls. A call that no page begins ends after 90 seconds and costs nothing.';
};
export declare const getWidget: {
    readonly method: 'GET';
    readonly path: '/widget/{token}';
    readonly summary: 'Get the look of a widget';
    readonly description: 'For pages: the look of a widget. The id of a widget is `user_id`, `id` and `uuid` of its assistant, joined by dots. Needs no access token: the `Origin` of the page must be among the `allowed_origins` of `widget_settings`. Preflights are answered.';
};
export declare const createWidgetCall: {
    readonly method: 'POST';
    readonly path: '/widget/{token}/web-call';
    readonly summary: 'Start a call by a widget';
    readonly description: 'For pages: a visitor starts a call, which the balance of the widget’s user pays for. Needs no access token, but an allowed `Origin`. A visitor may start 3 calls at once and 6 a minute, a widget 20 and 60; `calls_at_once` of `widget_settings` may be in progress, 5 by default.';
};
export declare const sendSms: {
    readonly method: 'POST';
    readonly path: '/user/sms';
    readonly summary: 'Send an SMS';
    readonly description: 'Charges the account for the segments of the text and sends it. Usually answers with the status `sent`; with `queued` when the carrier takes longer than ten seconds. What cannot be sent is refunded.';
};
export declare const getRecording: {
    readonly method: 'GET';
    readonly path: '/recordings/{token}';
    readonly summary: 'Listen to a recording';
    readonly description: 'Follow the `recording_url` of a call: it redirects to the audio, a WAV with the customer and the assistant on a channel each, at an address that works for two minutes. Needs no access token: anyone with the link may listen. Seconds after a call the recording may not be there yet: try again after `Retry-After`. After the retention it is gone for good.';
};
export declare const getOpenapi: {
    readonly method: 'GET';
    readonly path: '/openapi.json';
    readonly summary: 'Read the OpenAPI document';
    readonly description: 'This document.';
};
