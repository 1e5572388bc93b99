/** What a reader of the API reference should know about an endpoint, beyond its fields and answers. */
export const operationNotes: Record<string, string> = {
  'assistants/create-assistant':
    'Creates an assistant, ready to be used. The voice and the model must fit the engine; a phone number must be yours, ' +
    'and can be held by one inbound assistant only. `webhook_url` is required when `is_webhook_active` is true. ' +
    'Optional fields that are left out or null get their defaults.',
  'assistants/update-assistant':
    'Changes the fields that are sent and leaves the others. Null puts an optional field back to its default; a required ' +
    'field cannot be emptied. Running calls keep the configuration they started with.',
  'assistants/delete-assistant':
    'Removes the assistant and frees its phone number. Running calls go on, and past calls keep its name.',
  'assistants/list-assistants': 'Your assistants, newest first, in pages.',
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
  'recordings/get-recording':
    'Follow the `recording_url` of a call: it redirects to the audio, a WAV with the customer and the assistant on a channel each, ' +
    'at an address that works for two minutes. Needs no access token; whoever has the link may listen. Seconds after a call ' +
    'the recording may not be there yet: try again after `Retry-After`. After the retention it is gone for good.',
  'leads/create-lead':
    'Adds a customer to a campaign, with up to ten secondary contacts, all or nothing. Unless `allow_dupplicate` is true, ' +
    'a number that the campaign already has is refused.',
  'leads/update-lead':
    'Changes the fields that are sent and leaves the others; `variables` are merged into those that the lead has. ' +
    'Any other field is refused by name.',
  'lookups/list-phone-numbers':
    'Your phone numbers; their `id` is the `phone_number_id` of other requests. With `type=inbound`, caller IDs and numbers ' +
    'that an assistant holds are left out.',
  'lookups/list-voices': 'Public voices and your own; their `id` is the `voice_id` of an assistant.',
  'lookups/list-models': 'The models of both engines; their `name` is the `llm_model` of an assistant.',
  'lookups/list-languages': 'All languages; their `name` is the `language` of an assistant.',
  'sms/send-sms':
    'Charges the account for the segments of the text and sends it. Usually answers with the status `sent`; ' +
    'with `queued` when the carrier takes longer than ten seconds. What cannot be sent is refunded.',
  'docs/get-openapi': 'This document.',
};

/** What a field of a request means, where its name and rules do not say it. */
export const fieldNotes: Record<string, string> = {
  allow_dupplicate: 'Whether the campaign may have the number already.',
  body: 'Long texts are split into segments, each of which is billed.',
  calls_direction: 'Whether the assistant receives calls or makes them.',
  endpoint_sensitivity: 'How surely the end of a sentence is waited for.',
  filler_audios: 'Whether short phrases fill the pauses of thinking.',
  from: 'The id of one of your phone numbers that can send SMS.',
  initial_message: 'Spoken when the call starts. `{name}` and `{{name}}` are replaced by variables.',
  language: 'The name of a language.',
  llm_model: 'The name of a model that fits the engine.',
  max_call_duration: 'Seconds.',
  max_silence_duration: 'Seconds of silence before the assistant says goodbye.',
  phone_number: 'The number of the customer, in international format.',
  post_call_schema: 'What to find out from the conversation after the call.',
  re_engagement_interval: 'Seconds of silence before the assistant speaks again.',
  system_prompt: 'Tells the model what to do. `{name}` and `{{name}}` are replaced by variables.',
  to: 'The number of the recipient, in international format.',
  timezone: 'An IANA name, such as `Europe/Berlin`.',
  voice_id: 'The id of a voice that fits the engine.',
  webhook_url: 'Where completed calls are posted to.',
};

export const tagNotes: Record<string, string> = {
  assistants: 'Who talks: voice, language, model and prompt.',
  calls: 'Calls from an assistant to a customer, and what came of them.',
  leads: 'The customers of campaigns.',
  recordings: 'What was said in calls, to listen to.',
  sms: 'Text messages from your phone numbers.',
  lookups: 'What assistants are made of.',
  docs: 'This reference.',
};
