import { toolOperationNotes } from '#infra/generate/openapi/tool-notes.ts';

/** Notes on endpoints for the API reference, beyond fields and responses. */
export const operationNotes: Record<string, string> = {
  'assistants/create-assistant':
    'Creates an assistant that can be used immediately. The voice and the model must fit the engine. A phone number must be yours, ' +
    'and only one inbound assistant can answer on it. `webhook_url` is required if `is_webhook_active` is true. ' +
    'An optional field that is left out or null gets its default. An account has up to 1,000 assistants, of 4.9 MB together: beyond ' +
    'that the request answers 409.',
  'assistants/update-assistant':
    'Changes the fields that are sent and leaves the others as they are. Null sets an optional field to its default; a required ' +
    'field cannot be empty. Running calls keep the settings that they started with. Only the service sets `status`, so a ' +
    'different value is refused. The assistants of an account have up to 4.9 MB together: a change that would pass that answers 409. With ' +
    '`if_version` the request answers 409 if the assistant was changed after it was read, and changes nothing.',
  'assistants/delete-assistant':
    'Removes the assistant for good and frees its phone number. Running calls continue to their end. Past calls keep the name of the ' +
    'assistant.',
  'assistants/list-assistants': 'Returns your assistants in pages, the newest first.',
  'assistants/list-all-assistants':
    'Returns all your assistants in one answer, the newest first. If you have many, the list with pages is faster. An answer has up ' +
    'to 5 MB, and is compressed if the client accepts gzip.',
  'assistants/get-assistant':
    'Returns one assistant, as the list shows it, with its version. An update accepts the whole record, as it was read. Send the version as ' +
    '`if_version` with an update.',
  'assistants/list-assistant-versions':
    'Returns the earlier and the present settings of an assistant. Each change of a setting makes a version, and a call keeps the ' +
    'version that it started with. To read older versions, send the last version of an answer as `before`. An answer with large ' +
    'versions has fewer than `limit`. To restore a version, send its settings as an update.',
  'assistants/enable-webhook':
    'Sets `webhook_url` and `is_webhook_active`. The service then posts calls that start from now on to this URL, each when it is over. ' +
    'Each request is signed according to Standard Webhooks. Unanswered calls are posted only if `send_webhook_only_on_completed` is ' +
    'false.',
  'assistants/disable-webhook':
    'Sets `is_webhook_active` to false and keeps the URL. Deliveries that wait for an attempt are not sent either.',
  'tokens/list-api-keys':
    'Returns the live access tokens of `GET /user/tokens`, for existing clients that call them API keys.',
  'tokens/create-api-key':
    'Creates an access token and shows it once, for existing clients that call it an API key. It has the scopes of the token of the request, and expires with it. ' +
    'The limits are those of `POST /user/tokens`.',
  'tokens/delete-api-key':
    'Revokes an access token and those that it has created, for existing clients that call it an API key.',
  'assistants/remove-webhook':
    'The same as `POST /user/assistants/disable-webhook`, for existing clients. The path may have the id or the UUID of the assistant.',
  'assistants/remove-inbound-webhook':
    'The same as `POST /user/assistants/disable-inbound-webhook`, for existing clients. The path may have the id or the UUID of the assistant.',
  'lookups/list-number-details':
    'Returns all your phone numbers, the oldest first, with whether they can send SMS and have an active subscription.',
  'leads/get-lead': 'Returns one lead with its secondary contacts, as the list shows it.',
  ...toolOperationNotes,
  'lookups/list-synthesizer-providers': 'Returns the companies that provide the voices.',
  'lookups/list-transcriber-providers': 'Returns the companies that provide the transcription.',
  'assistants/list-outbound-assistants':
    'Returns all your assistants of type `outbound` in one answer, the newest first, with fewer fields.',
  'assistants/enable-inbound-webhook':
    'Sets `inbound_webhook_url`. The service then posts inbound calls that start from now on to this URL, each when it is over. ' +
    'Each request is signed according to Standard Webhooks.',
  'assistants/disable-inbound-webhook':
    'Removes `inbound_webhook_url`. Deliveries that wait for an attempt are not sent either.',
  'calls/make-call':
    'Stores a call and puts it on the dial queue; it is dialled when its turn comes. The service holds the price of the longest possible ' +
    'call, and charges the price of the actual one at its end. An unanswered call costs nothing. If the balance pays for a ' +
    'minute but not for `max_call_duration`, the call is shorter. `variables` override those of the assistant. Read the call to follow its status, or set up ' +
    'a webhook for its end. The do-not-call list does not apply to these calls. Premium-rate, shared-cost and satellite numbers are refused. ' +
    'Each user has a daily limit of expensive destinations.',
  'calls/list-calls':
    'Returns your calls in pages, the newest first. A call must match all filters. Days are whole UTC days, and `date_to` ' +
    'includes its day. A call is in the list as soon as `make_call` has answered.',
  'calls/get-call':
    'Returns one call with its outcome, its latency and the turns of its transcript. The other fields are those of the list. ' +
    'The transcript of a live call grows as the conversation goes on.',
  'calls/end-call':
    'Cancels a call that waits, so that it is never dialled, or hangs up a call that is ringing or live. The call gets its webhook, its ' +
    'cost and its record like any other call, with the end reason `cancelled`. An unanswered call of a lead counts as an attempt, and its ' +
    'campaign may call again; an answered one counts as reached. The request is safe to repeat, and answers 409 if the call is over.',
  'calls/delete-call':
    'Removes the call for good, with its transcript, its recording and its webhook deliveries. Lists and their totals no longer contain ' +
    'it. The cost of the call is not refunded. The request answers 409 while the call is not over.',
  'web-calls/create-web-call':
    'Stores a call of type `web`, holds its price, and returns a token. A page passes the answer to `startWebCall` of ' +
    '`@ringback/widget` to begin the call. Inbound and outbound assistants take web calls. A call that no page begins ends after 90 ' +
    'seconds and costs nothing.',
  'web-calls/get-widget':
    'Returns the appearance of a widget to a web page. The path contains `user_id`, `id` and `uuid` of the assistant, joined by dots. The ' +
    'request needs no access token. Its `Origin` must be among the `allowed_origins` of `widget_settings`, or it answers 403.',
  'web-calls/create-widget-call':
    'Starts a call for a visitor of a web page; your balance pays for it. The request needs no access token. Its `Origin` must ' +
    'be among the `allowed_origins` of `widget_settings`, or it answers 403. Only browsers send the true origin, so calls and costs are ' +
    'limited as well. A visitor may start 6 calls a minute, 3 of them in a burst, and have two in progress. All visitors of a widget ' +
    'together may start 60 calls a minute, 20 of them in a burst. `widget_settings` has the most calls in progress (`calls_at_once`, ' +
    '5 by default), the longest call (`max_call_seconds`, 300), and the most that calls cost in an hour (`max_spend_per_hour`, 1 USD) and ' +
    'in a day (`max_spend_per_day`, 10 USD). One visitor can cause half of that, and never more than 1 USD in an hour and 10 USD in a day. ' +
    'Above a limit the request answers 429. `variables` may have the names in `visitor_variables` of `widget_settings`, and ' +
    'values of one line with up to 200 characters, numbers, true and false. Null counts as not given. Every other name is refused with ' +
    '422, whether the prompt uses it or not. The prompt, the record of the call and the webhook mark these values as unverified.',
  'webhooks/list-deliveries':
    'Returns each webhook of a call, or of an SMS, with its attempts, the time of the next attempt, and the recent answers of its ' +
    'server. The list is empty if there is no webhook, or the call is not over.',
  'webhooks/replay-delivery':
    'Queues the delivery for an immediate attempt with the same `webhook-id` and the same body, even if it was delivered or given up. ' +
    'If the attempt fails, the usual schedule of attempts continues. The list of deliveries shows the result.',
  'webhooks/get-delivery-payload':
    'Returns the body and the signed headers of the last attempt. The service builds both again from the record, and they ' +
    'are identical byte for byte. A program without a public address can receive webhooks in this way.',
  'webhooks/send-test-webhook':
    'Posts a signed sample event with `test: true` to a server, and returns the attempt. Send `assistant_id` for the webhook of an ' +
    'assistant, `url` for any other server, or both. An event of SMS goes to `url`, or to the address of `PUT /user/sms-webhook`. The event is not stored, and a failed attempt is not repeated.',
  'webhooks/get-sms-webhook':
    'Returns the address to which the service posts the events of your SMS, or null. New accounts have none.',
  'webhooks/set-sms-webhook':
    'Sets the address to which the service posts the events of your SMS: `sms.sent`, `sms.delivered`, `sms.undelivered`, `sms.failed` and ' +
    '`sms.received`. Each request is signed according to Standard Webhooks. Every attempt goes to the address that is set at that ' +
    'moment. With null, events are neither made nor posted, not even those that wait for an attempt.',
  'webhooks/get-webhook-secret':
    'Returns the secrets that sign your webhooks according to Standard Webhooks. Each request carries a signature with each of them.',
  'webhooks/rotate-webhook-secret':
    'Creates a new secret, which signs your webhooks from now on. The old secret also signs for `previous_expires_in_seconds`, a day by ' +
    'default, so change your receiver in that time. After a leak, send 0 to end the old secret immediately. At most three secrets ' +
    'sign at the same time.',
  'campaigns/create-campaign':
    'Creates a campaign with the status `draft`. Add leads, then start it. Its assistant must be outbound. The allowed hours and days apply ' +
    'in the time zone of the called number. If the number does not show its zone, they apply in `timezone`, by default that ' +
    'of the assistant. Calls are never made outside the legal calling hours of the service.',
  'campaigns/list-campaigns': 'Returns all your campaigns in one answer, the newest first.',
  'campaigns/get-campaign': 'Returns one campaign with its version. Send it as `if_version` with an update.',
  'campaigns/update-campaign':
    'Changes the fields that are sent and leaves the others as they are. A field that is null gets its default. A running campaign calls by ' +
    'the new settings from the next call on, and leads that wait keep the time of their next attempt. With `if_version` the request answers ' +
    '409 if the campaign was changed after it was read, and changes nothing.',
  'campaigns/check-campaign':
    'Checks the leads that the campaign has still to call, the newest first: the number of leads, the leads that would not be called and ' +
    'why, the first time at which one may be called, and the highest cost. It changes nothing. An answer is about up to 200 leads. To check ' +
    'the older ones, send `next_before_id` of the answer as `before_id`, until it is null.',
  'campaigns/list-missing-variables':
    'Checks the leads that the campaign has still to call, the newest first, and returns those that have no value for a placeholder of the ' +
    'greeting or the prompt. Their customers would hear `{name}`, or nothing. A value of spaces does not count. `{name|there}` needs no value. An ' +
    'answer is about up to 500 leads. To check the older ones, send `next_before_id` of the answer as `before_id`, until it is null.',
  'campaigns/update-campaign-status':
    'Starts a campaign or stops it. A start checks up to 100 leads, the newest first: `missing_variables` names the placeholders without a ' +
    'value, and the campaign starts all the same. The first calls are made within seconds of a start, if leads are due at this hour. After a stop ' +
    'the campaign makes no new calls. Calls that are ringing are taken back and do not count as attempts. Answered calls continue to ' +
    'their end, unless `hang_up` is true. A campaign that was stopped or completed can be started again. If ' +
    '`mark_complete_when_no_leads` is true, a campaign becomes `completed` when none of its leads needs a call any more.',
  'campaigns/delete-campaign':
    'Removes the campaign with all its leads. After the answer the campaign makes no new calls. Calls that are ringing are taken back, ' +
    'and answered calls continue to their end. The records of its calls stay.',
  'do-not-call/add-do-not-call-entry':
    'Adds a number that your campaigns no longer call and that no longer gets SMS from you. A waiting lead with this number becomes ' +
    '`blacklisted`, and a new lead when its turn comes. `POST /user/make_call` still calls the number. The service itself adds ' +
    'people who ask for this in a call, or who text STOP to one of your numbers.',
  'do-not-call/list-do-not-call-entries': 'Returns the numbers of the do-not-call list in pages, the newest first.',
  'do-not-call/remove-do-not-call-entry':
    'Removes the number from the list. Leads with this number stay `blacklisted` until you set them to `created`.',
  'users/get-current-user':
    'Returns the user of the access token, the balance, the number of open calls, the limit of campaign calls, and the country of ' +
    'numbers without a plus.',
  'users/set-default-country':
    'Sets the country of numbers without a plus, as a code of two letters, or none with null. It counts where people write numbers: in ' +
    'imported files that state no country, in the forms of the studio and in commands of the command line. Requests to this API ' +
    'always need numbers in E.164.',
  'users/get-usage':
    'Returns the charges of a month by UTC day. It counts calls that had a cost, with their seconds, and SMS without the refunded ones. A ' +
    'refund is counted on the day of the refund. Without `month`, the answer is about the present month.',
  'tokens/list-tokens':
    'Returns your access tokens, the oldest first, without the secret texts. Revoked and expired tokens stay in the list for 90 days.',
  'tokens/create-token':
    'Creates an access token and shows it once. The new token can have only scopes that the token of the request has, and cannot expire ' +
    'later. Without `expires_at` both expire at the same time. No scope includes another one. An account has at most 50 live ' +
    'tokens, and creates at most 10 in an hour.',
  'tokens/delete-token':
    'Revokes an access token, and the tokens that it has created, and theirs, unless `cascade` is false. The service may accept them for ' +
    'up to 60 more seconds, because it caches decisions about tokens. Tokens with scopes cannot revoke tokens without scopes, or those ' +
    'that they descend from.',
  'tokens/delete-other-tokens':
    'Revokes all access tokens except the token of the request. The service may accept them for up to 60 more seconds. If the token of ' +
    'the request has scopes, tokens that it cannot revoke stay, and `kept` has their ids.',
  'recordings/get-recording':
    'Redirects from the `recording_url` of a call to its audio, at an address that is valid for two minutes. The audio is a WAV file ' +
    'with the customer and the assistant in separate channels. The request needs no access token, so everyone with the link can listen. If ' +
    'the recording is not ready yet, try again after `Retry-After` seconds. The recording is deleted at the end of the retention period.',
  'leads/create-lead':
    'Adds a customer with up to ten secondary contacts to a campaign; either all are added or none. A running campaign calls the lead ' +
    'as soon as its rules allow. A number that the campaign already has, as main or as secondary number, is refused, unless `allow_dupplicate` is true. Premium-rate, shared-cost ' +
    'and satellite numbers are refused.',
  'leads/list-leads':
    'Returns your leads in pages, the newest first. A lead must match all filters. `phone_number` may be a part of the number. Days are ' +
    'whole UTC days, and `date_to` includes its day.',
  'leads/delete-lead':
    'Removes the lead with its secondary contacts. The request answers 409 while the lead is being called.',
  'leads/update-lead':
    'Changes the fields that are sent and leaves the others as they are. `variables` are merged with those of the lead. A running ' +
    'campaign calls the lead again if you set it to `created`. Unknown fields are refused, and the answer names them.',
  'lookups/list-phone-numbers':
    'Returns your phone numbers. The `id` is the `phone_number_id` of other requests. With `type=inbound`, the list omits ' +
    'caller IDs and numbers that already belong to an assistant.',
  'lookups/list-voices':
    'Returns the public voices and your own. The `id` is the `voice_id` of an assistant. `dualplex` is another name for `multimodal`.',
  'lookups/list-models':
    'Returns the models of both engines, or of one engine with `type`. The `name` is the `llm_model` of an assistant. The type `llm` means ' +
    'the models of pipelines, and `dualplex` is another name for `multimodal`.',
  'lookups/list-languages': 'Returns all languages. The `name` is the `language` of an assistant.',
  'sms/send-sms':
    'Charges the price of each segment of the text, then sends the SMS. The usual status is `sent`. The status is `queued` if the carrier ' +
    'needs more than ten seconds. The service refunds an SMS that the carrier refuses. An SMS that the carrier accepts and cannot ' +
    'deliver stays charged. Premium-rate, shared-cost and satellite numbers are refused.',
  'sms/list-sms':
    'Returns the SMS that you have sent and received, the newest first. The filters combine with AND. `phone_number` is the number of the ' +
    'other side. `date_from` and `date_to` are whole days in UTC. An inbound SMS has the status `received` and costs nothing.',
  'sms/get-sms': 'Returns one SMS, sent or received, with its delivery status.',
  'docs/get-openapi': 'Returns this document. The request needs no access token.',
};

/** The sentence about each tag. */
export const tagNotes: Record<string, string> = {
  assistants: 'An assistant has a voice, a language, a model and a prompt.',
  calls: 'A call connects an assistant with a customer. Its record has the transcript and the outcome.',
  campaigns: 'A campaign calls many customers with one assistant, within hours and limits that you set.',
  'do-not-call': 'Campaigns do not call the numbers of the do-not-call list.',
  leads: 'Leads are the customers of a campaign.',
  users: 'Your user has a balance and pays for usage.',
  recordings: 'A recording is the audio of a call.',
  sms: 'You send and receive text messages with your phone numbers.',
  tools: 'A tool is a request to your server, which the model makes during a call.',
  lookups: 'Assistants are made from phone numbers, voices, models and languages.',
  tokens: 'An access token can have scopes and an expiry.',
  'web-calls': 'A web call takes place in a web page, and a widget can start it.',
  webhooks: 'The service posts finished calls and the events of SMS to your server, and stores its answers.',
  docs: 'This reference describes the API.',
};
