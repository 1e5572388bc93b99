/** Notes on endpoints for the API reference, beyond fields and responses. */
export const operationNotes: Record<string, string> = {
  'assistants/create-assistant':
    'Creates an assistant, ready to be used. The voice and the model must fit the engine; a phone number must be yours, ' +
    'and can be held by one inbound assistant only. `webhook_url` is required when `is_webhook_active` is true. ' +
    'Optional fields that are left out or null get their defaults.',
  'assistants/update-assistant':
    'Changes the fields that are sent and leaves the others. Null puts an optional field back to its default; a required ' +
    'field cannot be emptied. Running calls keep the configuration they started with. The `status` is set by the service: ' +
    'one that differs from it is refused.',
  'assistants/delete-assistant':
    'Removes the assistant and frees its phone number. Running calls go on, and past calls keep its name.',
  'assistants/list-assistants': 'Your assistants, newest first, in pages.',
  'assistants/list-all-assistants':
    'All your assistants, newest first, without pages. With many of them the pages are quicker.',
  'assistants/get-assistant': 'One assistant; the same record that the list has. What you read can be sent back whole.',
  'assistants/list-assistant-versions':
    'Each change of a setting makes a version, and a call keeps the one that it began with. `before` continues after the last version of an ' +
    'answer. To go back, send the settings of a version as an update.',
  'assistants/enable-webhook':
    'Sets `webhook_url` and `is_webhook_active`: from now on, completed calls of the assistant are posted there, signed as ' +
    'Standard Webhooks.',
  'assistants/disable-webhook': 'Sets `is_webhook_active` to false and keeps the URL.',
  'lookups/list-synthesizer-providers': 'The companies behind the voices.',
  'lookups/list-transcriber-providers': 'The companies behind the transcripts.',
  'assistants/list-outbound-assistants': 'All your assistants of type `outbound`, newest first, without pages.',
  'assistants/enable-inbound-webhook':
    'From now on, completed inbound calls of the assistant are posted to `webhook_url`, signed as Standard Webhooks.',
  'assistants/disable-inbound-webhook': 'Stops the notifications and forgets their URL.',
  'calls/make-call':
    'Holds the cost of the call, stores the call and dials. The status then moves forward on its own: see the list of calls, ' +
    'or have a webhook tell you. `variables` overlay those of the assistant.',
  'calls/list-calls':
    'Your calls, newest first, in pages. Filters combine; days are whole UTC days, the last one included. ' +
    'A call that has been answered by `make_call` is in the next list.',
  'calls/get-call':
    'One call, with its transcript and what came of it; the same record that the list has. The transcript of a live call grows as it is spoken.',
  'calls/end-call':
    'A waiting call leaves the queue and is not dialled; a live one is hung up. Webhook, cost and record follow as for any call, ' +
    'with the end reason `cancelled`. The lead of a campaign call counts an attempt and is tried again by the rules of its campaign. ' +
    'Safe to repeat: a call that is over answers 409.',
  'calls/delete-call':
    'Removes the call for good, with its transcript and its recording; the lists and their totals forget it too. What it has ' +
    'cost stays paid. A call that is not over yet is refused.',
  'web-calls/create-web-call':
    'Holds the cost of a call, stores it with the type `web`, and answers with the token with which a page begins it: ' +
    '`startWebCall` of `@ringback/widget` does. An assistant of either direction takes web calls. A call that no page begins ends ' +
    'after 90 seconds and costs nothing.',
  'web-calls/get-widget':
    'For pages: the look of a widget. The id of a widget is `user_id`, `id` and `uuid` of its assistant, joined by dots. Needs no ' +
    'access token: the `Origin` of the page must be among the `allowed_origins` of `widget_settings`. Preflights are answered.',
  'web-calls/create-widget-call':
    'For pages: a visitor starts a call, which the balance of the widget’s user pays for. Needs no access token, but an allowed ' +
    '`Origin`. A visitor may start 3 calls at once and 6 a minute, a widget 20 and 60; `calls_at_once` of `widget_settings` may ' +
    'be in progress, 5 by default.',
  'webhooks/list-deliveries':
    'Every event of a call: its attempts, when the next one is due, and how its server has answered lately. Empty when the ' +
    'call has no webhook, or is not finished yet.',
  'webhooks/replay-delivery':
    'Queues the delivery for one more attempt at once, with the same `webhook-id` and the same body, whatever came of it before. ' +
    'See its attempts in the list of deliveries.',
  'webhooks/get-delivery-payload':
    'The body and the signed headers of the last attempt, rebuilt from the record of the call to the byte. A program without a ' +
    'public address can receive webhooks this way.',
  'webhooks/send-test-webhook':
    'Posts a signed event of a call that never was, with `test: true`, and answers with the attempt. Send `assistant_id` for the ' +
    'webhook of an assistant, `url` for any other, or both. Nothing is stored or attempted again.',
  'webhooks/get-webhook-secret': 'Webhooks are signed as Standard Webhooks, by all secrets that are shown here.',
  'webhooks/rotate-webhook-secret':
    'A new secret signs from now on. The old one signs as well for `previous_expires_in_seconds`, a day by default: change your ' +
    'receiver in that time. 0 ends it at once, after a leak. Three secrets sign at most.',
  'campaigns/create-campaign':
    'Makes a campaign in `draft`, to be filled with leads and then started. Its assistant must be outbound. Calls are made ' +
    'within the allowed hours and days of the called person’s own time zone where the number tells it, else of `timezone`, ' +
    'which is that of the assistant unless you say otherwise; and within the legal hours in any case.',
  'campaigns/list-campaigns': 'All your campaigns, newest first, without pages.',
  'campaigns/update-campaign-status':
    'Starts a campaign, or stops it. The first calls are made within seconds of a start. After a stop no call is made, and ' +
    'calls that ring are taken back and count as no attempt. Calls that were answered go on to their end, unless `hang_up` is ' +
    'true. A campaign that was stopped or completed can be started again. If `mark_complete_when_no_leads` is true, a ' +
    'campaign becomes `completed` when none of its leads needs a call any more.',
  'campaigns/delete-campaign':
    'Removes the campaign with all its leads. After the response it makes no calls, however many leads it had. Calls that ' +
    'ring are taken back, and calls that were answered go on to their end.',
  'do-not-call/add-do-not-call-entry':
    'From now on no campaign of yours calls the number: leads that wait with it become `blacklisted`, new ones when their ' +
    'turn comes. Its SMS are refused, too. People who ask for it in a call, or text STOP to one of your numbers, are added by themselves.',
  'do-not-call/list-do-not-call-entries': 'The numbers that your campaigns do not call, newest first, in pages.',
  'do-not-call/remove-do-not-call-entry':
    'Takes the number off the list. Its leads stay `blacklisted` until you set them to `created`.',
  'users/get-current-user':
    'Whom the access token belongs to, the balance, and how many calls run and may run at once.',
  'users/get-usage':
    'What the ledger was charged for in a month, by UTC day: calls that cost something, with their seconds, and SMS less those ' +
    'that were refunded. A refund counts on its own day. Without `month`, the present one.',
  'tokens/list-tokens':
    'Your access tokens, oldest first, without the tokens themselves. One that has expired is listed for 90 days.',
  'tokens/create-token':
    'Creates a token and shows it this once. It has scopes that the token of the request has, and expires no later: without ' +
    '`expires_at`, at the same time. No scope includes another one.',
  'tokens/delete-token':
    'Ends a token. It may be accepted for another 60 seconds, because decisions about tokens are cached for so long.',
  'recordings/get-recording':
    'Follow the `recording_url` of a call: it redirects to the audio, a WAV with the customer and the assistant on a channel each, ' +
    'at an address that works for two minutes. Needs no access token: anyone with the link may listen. Seconds after a call ' +
    'the recording may not be there yet: try again after `Retry-After`. After the retention it is gone for good.',
  'leads/create-lead':
    'Adds a customer to a campaign, with up to ten secondary contacts, all or nothing. Unless `allow_dupplicate` is true, ' +
    'a number that the campaign already has is refused.',
  'leads/list-leads':
    'Your leads, newest first, in pages. Filters combine; `phone_number` may be a part of the number; days are whole UTC days, ' +
    'the last one included.',
  'leads/delete-lead':
    'Removes the lead with its secondary contacts. One that is being called at this moment is refused.',
  'leads/update-lead':
    'Changes the fields that are sent and leaves the others; `variables` are merged into those that the lead has. ' +
    'Any other field is refused by name.',
  'lookups/list-phone-numbers':
    'Your phone numbers; their `id` is the `phone_number_id` of other requests. With `type=inbound`, caller IDs and numbers ' +
    'that an assistant holds are left out.',
  'lookups/list-voices':
    'Public voices and your own; their `id` is the `voice_id` of an assistant. `dualplex` is `multimodal`.',
  'lookups/list-models':
    'The models of both engines, or of the one that `type` names; their `name` is the `llm_model` of an assistant. `llm`: of ' +
    'pipelines; `dualplex` is `multimodal`.',
  'lookups/list-languages': 'All languages; their `name` is the `language` of an assistant.',
  'sms/send-sms':
    'Charges the account for the segments of the text and sends it. Usually answers with the status `sent`; ' +
    'with `queued` when the carrier takes longer than ten seconds. What cannot be sent is refunded.',
  'docs/get-openapi': 'This document.',
};

/** Descriptions of request fields whose names and rules do not explain them. */
export const fieldNotes: Record<string, string> = {
  allow_dupplicate: 'Whether the campaign may have the number already.',
  body: 'Long texts are split into segments, each of which is billed.',
  calls_direction: 'Whether the assistant receives calls or makes them.',
  endpoint_sensitivity:
    'How long the assistant waits for the customer to continue, in seconds of silence. Higher is more patient.',
  filler_audios: 'Whether short phrases fill the pauses of thinking.',
  from: 'The id of one of your phone numbers that can send SMS.',
  interrupt_sensitivity: 'How easily the customer interrupts the assistant. Higher is easier.',
  initial_message: 'Spoken when the call starts. `{name}` and `{{name}}` are replaced by variables.',
  language: 'The name of a language.',
  llm_model: 'The name of a model that fits the engine.',
  max_call_duration: 'Seconds.',
  max_silence_duration: 'Seconds of silence before the assistant says goodbye.',
  previous_expires_in_seconds: 'How long the older secrets sign as well; 86,400 if it is left out.',
  phone_number: 'The number of the customer, in international format.',
  action: 'What to do with the campaign.',
  allowed_days: 'The days of the week on which the campaign calls; all of them by default.',
  allowed_hours_end_time: '`HH:MM`, later than the start; this minute is the last one in which calls are made.',
  allowed_hours_start_time: '`HH:MM`; from this minute on calls are made.',
  goal_completion_variable:
    'The `bool` item of the assistant’s post-call schema that tells whether the goal was reached.',
  mark_complete_when_no_leads: 'Whether the campaign ends by itself when no lead is left to call.',
  max_calls_in_parallel: 'From 1 to 10, or to as many as you may have at once, if that is more.',
  hang_up:
    'With `stop`: whether calls that were answered are hung up. A stopped campaign can be stopped again with it. Default false.',
  max_retries: 'Attempts after the first one, for each number of a lead.',
  phone_number_ids: 'The numbers to call from, in turn; left out, the assistant’s.',
  post_call_schema: 'What to find out from the conversation after the call.',
  re_engagement_interval: 'Seconds of silence before the assistant speaks again.',
  retry_interval: 'Minutes between two attempts.',
  retry_on_goal_incomplete: 'Whether a lead is called again that was reached without reaching the goal.',
  retry_on_voicemail: 'Whether a voicemail counts as not reached.',
  system_prompt: 'Tells the model what to do. `{name}` and `{{name}}` are replaced by variables.',
  to: 'The number of the recipient, in international format.',
  timezone: 'An IANA name, such as `Europe/Berlin`.',
  voice_id: 'The id of a voice that fits the engine.',
  webhook_url: 'Where completed calls are posted to.',
};

/** Values of query parameters that neither the sample event nor their schema has. */
export const queryExamples: Record<string, string> = {
  assistant_id: '63753420800123',
  campaign_id: '63753420800124',
  before: '3',
  call_id: '63753420800125',
  language_id: '5',
  phone_number: '+12025550100',
  date_from: '2026-06-01',
  date_to: '2026-06-30',
};

export const tagNotes: Record<string, string> = {
  assistants: 'Who talks: voice, language, model and prompt.',
  calls: 'Calls from an assistant to a customer, and what came of them.',
  campaigns: 'Assistants that call many customers, by rules.',
  'do-not-call': 'Whom your campaigns must not call.',
  leads: 'The customers of campaigns.',
  users: 'Who you are to this service.',
  recordings: 'What was said in calls, to listen to.',
  sms: 'Text messages from your phone numbers.',
  lookups: 'What assistants are made of.',
  tokens: 'Access tokens: what each may do, and until when.',
  'web-calls': 'Calls in web pages, and the widget that starts them.',
  webhooks: 'Notifications about finished calls, and the answers of your server.',
  docs: 'This reference.',
};
