export declare const createAssistant: {
    readonly method: 'POST';
    readonly path: '/user/assistant';
    readonly summary: 'Create an assistant';
    readonly description: 'Creates an assistant that can be used immediately. The voice and the model must fit the engine. A phone number must be yours, and only one inbound assistant can answer on it. `webhook_url` is required if `is_webhook_active` is true. An optional field that is left out or null gets its default. An account has up to 1,000 assistants, of 4.9 MB together: beyond that the request answers 409.';
};
export declare const listAllAssistants: {
    readonly method: 'GET';
    readonly path: '/user/assistants';
    readonly summary: 'List all assistants without pages';
    readonly description: 'Returns all your assistants in one answer, the newest first. If you have many, the list with pages is faster. An answer has up to 5 MB, and is compressed if the client accepts gzip.';
};
export declare const updateAssistant: {
    readonly method: 'PUT';
    readonly path: '/user/assistant/{id}';
    readonly summary: 'Update an assistant';
    readonly description: 'Changes the fields that are sent and leaves the others as they are. Null sets an optional field to its default; a required field cannot be empty. Running calls keep the settings that they started with. Only the service sets `status`, so a different value is refused. The assistants of an account have up to 4.9 MB together: a change that would pass that answers 409. With `if_version` the request answers 409 if the assistant was changed after it was read, and changes nothing.';
};
export declare const deleteAssistant: {
    readonly method: 'DELETE';
    readonly path: '/user/assistant/{id}';
    readonly summary: 'Delete an assistant for good';
    readonly description: 'Removes the assistant for good and frees its phone number. Running calls continue to their end. Past calls keep the name of the assistant.';
};
export declare const getAssistant: {
    readonly method: 'GET';
    readonly path: '/user/assistants/{id}';
    readonly summary: 'Get one assistant';
    readonly description: 'Returns one assistant, as the list shows it, with its version. An update accepts the whole record, as it was read. Send the version as `if_version` with an update.';
};
export declare const listAssistants: {
    readonly method: 'GET';
    readonly path: '/user/assistants/get';
    readonly summary: 'List assistants, newest first';
    readonly description: 'Returns your assistants in pages, the newest first.';
};
export declare const listAssistantVersions: {
    readonly method: 'GET';
    readonly path: '/user/assistants/{id}/versions';
    readonly summary: 'List the versions of an assistant';
    readonly description: 'Returns the earlier and the present settings of an assistant. Each change of a setting makes a version, and a call keeps the version that it started with. To read older versions, send the last version of an answer as `before`. An answer with large versions has fewer than `limit`. To restore a version, send its settings as an update.';
};
export declare const enableWebhook: {
    readonly method: 'POST';
    readonly path: '/user/assistants/enable-webhook';
    readonly summary: 'Switch on the webhook of an assistant';
    readonly description: 'Sets `webhook_url` and `is_webhook_active`. The service then posts calls that start from now on to this URL, each when it is over. Each request is signed according to Standard Webhooks. Unanswered calls are posted only if `send_webhook_only_on_completed` is false.';
};
export declare const disableWebhook: {
    readonly method: 'POST';
    readonly path: '/user/assistants/disable-webhook';
    readonly summary: 'Switch off the webhook of an assistant';
    readonly description: 'Sets `is_webhook_active` to false and keeps the URL. Deliveries that wait for an attempt are not sent either.';
};
export declare const removeWebhook: {
    readonly method: 'DELETE';
    readonly path: '/user/assistants/{id}/webhook';
    readonly summary: 'Switch off the webhook of the assistant in the path';
    readonly description: 'The same as `POST /user/assistants/disable-webhook`, for existing clients. The path may have the id or the UUID of the assistant.';
};
export declare const removeInboundWebhook: {
    readonly method: 'DELETE';
    readonly path: '/user/assistants/{id}/inbound-webhook';
    readonly summary: 'Switch off the inbound webhook';
    readonly description: 'The same as `POST /user/assistants/disable-inbound-webhook`, for existing clients. The path may have the id or the UUID of the assistant.';
};
export declare const listOutboundAssistants: {
    readonly method: 'GET';
    readonly path: '/user/assistants/outbound';
    readonly summary: 'List the assistants that make calls';
    readonly description: 'Returns all your assistants of type `outbound` in one answer, the newest first, with fewer fields.';
};
export declare const enableInboundWebhook: {
    readonly method: 'POST';
    readonly path: '/user/assistants/enable-inbound-webhook';
    readonly summary: 'Switch on the inbound webhook';
    readonly description: 'Sets `inbound_webhook_url`. The service then posts inbound calls that start from now on to this URL, each when it is over. Each request is signed according to Standard Webhooks.';
};
export declare const disableInboundWebhook: {
    readonly method: 'POST';
    readonly path: '/user/assistants/disable-inbound-webhook';
    readonly summary: 'Switch off the inbound webhook';
    readonly description: 'Removes `inbound_webhook_url`. Deliveries that wait for an attempt are not sent either.';
};
export declare const listPhoneNumbers: {
    readonly method: 'GET';
    readonly path: '/user/assistants/phone-numbers';
    readonly summary: 'List your phone numbers';
    readonly description: 'Returns your phone numbers. The `id` is the `phone_number_id` of other requests. With `type=inbound`, the list omits caller IDs and numbers that already belong to an assistant.';
};
export declare const listNumberDetails: {
    readonly method: 'GET';
    readonly path: '/user/phone-numbers/all';
    readonly summary: 'List your phone numbers with what they can do';
    readonly description: 'Returns all your phone numbers, the oldest first, with whether they can send SMS and have an active subscription.';
};
export declare const listVoices: {
    readonly method: 'GET';
    readonly path: '/user/assistants/voices';
    readonly summary: 'List the voices';
    readonly description: 'Returns the public voices and your own. The `id` is the `voice_id` of an assistant. `dualplex` is another name for `multimodal`.';
};
export declare const listModels: {
    readonly method: 'GET';
    readonly path: '/user/assistants/models';
    readonly summary: 'List the language models';
    readonly description: 'Returns the models of both engines, or of one engine with `type`. The `name` is the `llm_model` of an assistant. The type `llm` means the models of pipelines, and `dualplex` is another name for `multimodal`.';
};
export declare const listLanguages: {
    readonly method: 'GET';
    readonly path: '/user/assistants/languages';
    readonly summary: 'List the languages';
    readonly description: 'Returns all languages. The `name` is the `language` of an assistant.';
};
export declare const listSynthesizerProviders: {
    readonly method: 'GET';
    readonly path: '/user/assistants/synthesizer-providers';
    readonly summary: 'List the providers of voices';
    readonly description: 'Returns the companies that provide the voices.';
};
export declare const listTranscriberProviders: {
    readonly method: 'GET';
    readonly path: '/user/assistants/transcriber-providers';
    readonly summary: 'List the providers of transcription';
    readonly description: 'Returns the companies that provide the transcription.';
};
export declare const listTools: {
    readonly method: 'GET';
    readonly path: '/user/tools';
    readonly summary: 'List the tools';
    readonly description: 'Returns your tools, the newest first. The values of headers are masked.';
};
export declare const createTool: {
    readonly method: 'POST';
    readonly path: '/user/tools';
    readonly summary: 'Create a tool';
    readonly description: 'Creates a tool: a request to your server that the model can make in a conversation. Attach it to assistants with `tool_ids`. `{parameter}` and `{{variable}}` in the path, the query, the headers and fixed values are replaced, each escaped for its place. Other parameters go into the query of GET, and into a JSON body otherwise. `parameters` is a subset of JSON Schema: objects, arrays, strings, numbers, booleans, enums and required, up to 5 levels and 16 KB, without `$ref` and `pattern`. A parameter of the first level may have a `source`: `model`, `variable` or `fixed` (with `value`), and `allowed_from`, the variable with the list that the model may choose from. The service encrypts the values of headers. Names are unique. An account has up to 100 tools, and an assistant up to 20.';
};
export declare const getTool: {
    readonly method: 'GET';
    readonly path: '/user/tools/{id}';
    readonly summary: 'Get a tool';
    readonly description: 'Returns one tool. An update accepts the whole record, as it was read.';
};
export declare const updateTool: {
    readonly method: 'PUT';
    readonly path: '/user/tools/{id}';
    readonly summary: 'Update a tool';
    readonly description: 'Changes the fields that are sent and leaves the others as they are. `headers`, `schema` and `parameters` are replaced as a whole. Null sets an optional field to its default. A masked value of a header leaves the value as it is. Conversations that have begun use the changed tool from the next words of the customer on.';
};
export declare const deleteTool: {
    readonly method: 'DELETE';
    readonly path: '/user/tools/{id}';
    readonly summary: 'Delete a tool, and detach it from every assistant';
    readonly description: 'Removes the tool for good, and detaches it from every assistant.';
};
export declare const testTool: {
    readonly method: 'POST';
    readonly path: '/user/tools/{id}/test';
    readonly summary: 'Try a tool without a call';
    readonly description: 'Sends the request of the tool with these arguments and variables, without a call, and returns the answer. The values of headers are masked. The receiver has the timeout of the tool, at most 22 seconds. There may be 30 tests in a minute, and ten at once.';
};
export declare const makeCall: {
    readonly method: 'POST';
    readonly path: '/user/make_call';
    readonly summary: 'Make a phone call';
    readonly description: 'Stores a call and puts it on the dial queue; it is dialled when its turn comes. The service holds the price of the longest possible call, and charges the price of the actual one at its end. An unanswered call costs nothing. If the balance pays for a minute but not for `max_call_duration`, the call is shorter. `variables` override those of the assistant. Read the call to follow its status, or set up a webhook for its end. The do-not-call list does not apply to these calls. Premium-rate, shared-cost and satellite numbers are refused. Each user has a daily limit of expensive destinations.';
};
export declare const listCalls: {
    readonly method: 'GET';
    readonly path: '/user/calls';
    readonly summary: 'List calls, newest first';
    readonly description: 'Returns your calls in pages, the newest first. A call must match all filters. Days are whole UTC days, and `date_to` includes its day. A call is in the list as soon as `make_call` has answered.';
};
export declare const getCall: {
    readonly method: 'GET';
    readonly path: '/user/calls/{id}';
    readonly summary: 'Get one call';
    readonly description: 'Returns one call with its outcome, its latency and the turns of its transcript. The other fields are those of the list. The transcript of a live call grows as the conversation goes on.';
};
export declare const deleteCall: {
    readonly method: 'DELETE';
    readonly path: '/user/calls/{id}';
    readonly summary: 'Delete a call with its transcript and recording';
    readonly description: 'Removes the call for good, with its transcript, its recording and its webhook deliveries. Lists and their totals no longer contain it. The cost of the call is not refunded. The request answers 409 while the call is not over.';
};
export declare const endCall: {
    readonly method: 'POST';
    readonly path: '/user/calls/{id}/end';
    readonly summary: 'End or cancel a call';
    readonly description: 'Cancels a call that waits, so that it is never dialled, or hangs up a call that is ringing or live. The call gets its webhook, its cost and its record like any other call, with the end reason `cancelled`. An unanswered call of a lead counts as an attempt, and its campaign may call again; an answered one counts as reached. The request is safe to repeat, and answers 409 if the call is over.';
};
export declare const listDeliveries: {
    readonly method: 'GET';
    readonly path: '/user/webhooks/deliveries';
    readonly summary: 'List the webhook deliveries of a call or an SMS';
    readonly description: 'Returns each webhook of a call, or of an SMS, with its attempts, the time of the next attempt, and the recent answers of its server. The list is empty if there is no webhook, or the call is not over.';
};
export declare const replayDelivery: {
    readonly method: 'POST';
    readonly path: '/user/webhooks/deliveries/{delivery_id}/replay';
    readonly summary: 'Send a webhook again';
    readonly description: 'Queues the delivery for an immediate attempt with the same `webhook-id` and the same body, even if it was delivered or given up. If the attempt fails, the usual schedule of attempts continues. The list of deliveries shows the result.';
};
export declare const getDeliveryPayload: {
    readonly method: 'GET';
    readonly path: '/user/webhooks/deliveries/{delivery_id}/payload';
    readonly summary: 'Get the payload of a webhook';
    readonly description: 'Returns the body and the signed headers of the last attempt. The service builds both again from the record, and they are identical byte for byte. A program without a public address can receive webhooks in this way.';
};
export declare const sendTestWebhook: {
    readonly method: 'POST';
    readonly path: '/user/webhooks/test';
    readonly summary: 'Send a test event to a webhook';
    readonly description: 'Posts a signed sample event with `test: true` to a server, and returns the attempt. Send `assistant_id` for the webhook of an assistant, `url` for any other server, or both. An event of SMS goes to `url`, or to the address of `PUT /user/sms-webhook`. The event is not stored, and a failed attempt is not repeated.';
};
export declare const getSmsWebhook: {
    readonly method: 'GET';
    readonly path: '/user/sms-webhook';
    readonly summary: 'Get the address of the events of SMS';
    readonly description: 'Returns the address to which the service posts the events of your SMS, or null. New accounts have none.';
};
export declare const setSmsWebhook: {
    readonly method: 'PUT';
    readonly path: '/user/sms-webhook';
    readonly summary: 'Set the address of the events of SMS';
    readonly description: 'Sets the address to which the service posts the events of your SMS: `sms.sent`, `sms.delivered`, `sms.undelivered`, `sms.failed` and `sms.received`. Each request is signed according to Standard Webhooks. Every attempt goes to the address that is set at that moment. With null, events are neither made nor posted, not even those that wait for an attempt.';
};
export declare const getWebhookSecret: {
    readonly method: 'GET';
    readonly path: '/user/webhooks/secret';
    readonly summary: 'Get the secret that signs your webhooks';
    readonly description: 'Returns the secrets that sign your webhooks according to Standard Webhooks. Each request carries a signature with each of them.';
};
export declare const rotateWebhookSecret: {
    readonly method: 'POST';
    readonly path: '/user/webhooks/secret/rotate';
    readonly summary: 'Rotate the webhook secret';
    readonly description: 'Creates a new secret, which signs your webhooks from now on. The old secret also signs for `previous_expires_in_seconds`, a day by default, so change your receiver in that time. After a leak, send 0 to end the old secret immediately. At most three secrets sign at the same time.';
};
export declare const getCurrentUser: {
    readonly method: 'GET';
    readonly path: '/user/me';
    readonly summary: 'Get the user of the token';
    readonly description: 'Returns the user of the access token, the balance, the number of open calls, the limit of campaign calls, and the country of numbers without a plus.';
};
export declare const setDefaultCountry: {
    readonly method: 'PUT';
    readonly path: '/user/default-country';
    readonly summary: 'Set the country of numbers without a plus';
    readonly description: 'Sets the country of numbers without a plus, as a code of two letters, or none with null. It counts where people write numbers: in imported files that state no country, in the forms of the studio and in commands of the command line. Requests to this API always need numbers in E.164.';
};
export declare const getUsage: {
    readonly method: 'GET';
    readonly path: '/user/usage';
    readonly summary: 'Get the charges of a month';
    readonly description: 'Returns the charges of a month by UTC day. It counts calls that had a cost, with their seconds, and SMS without the refunded ones. A refund is counted on the day of the refund. Without `month`, the answer is about the present month.';
};
export declare const listTokens: {
    readonly method: 'GET';
    readonly path: '/user/tokens';
    readonly summary: 'List the access tokens';
    readonly description: 'Returns your access tokens, the oldest first, without the secret texts. Revoked and expired tokens stay in the list for 90 days.';
};
export declare const createToken: {
    readonly method: 'POST';
    readonly path: '/user/tokens';
    readonly summary: 'Create an access token';
    readonly description: 'Creates an access token and shows it once. The new token can have only scopes that the token of the request has, and cannot expire later. Without `expires_at` both expire at the same time. No scope includes another one. An account has at most 50 live tokens, and creates at most 10 in an hour.';
};
export declare const deleteOtherTokens: {
    readonly method: 'DELETE';
    readonly path: '/user/tokens';
    readonly summary: 'Revoke all other access tokens';
    readonly description: 'Revokes all access tokens except the token of the request. The service may accept them for up to 60 more seconds. If the token of the request has scopes, tokens that it cannot revoke stay, and `kept` has their ids.';
};
export declare const deleteToken: {
    readonly method: 'DELETE';
    readonly path: '/user/tokens/{id}';
    readonly summary: 'Revoke an access token';
    readonly description: 'Revokes an access token, and the tokens that it has created, and theirs, unless `cascade` is false. The service may accept them for up to 60 more seconds, because it caches decisions about tokens. Tokens with scopes cannot revoke tokens without scopes, or those that they descend from.';
};
export declare const listApiKeys: {
    readonly method: 'GET';
    readonly path: '/user/api-keys';
    readonly summary: 'List the live access tokens as API keys';
    readonly description: 'Returns the live access tokens of `GET /user/tokens`, for existing clients that call them API keys.';
};
export declare const createApiKey: {
    readonly method: 'POST';
    readonly path: '/user/api-keys';
    readonly summary: 'Create an access token as an API key';
    readonly description: 'Creates an access token and shows it once, for existing clients that call it an API key. It has the scopes of the token of the request, and expires with it. The limits are those of `POST /user/tokens`.';
};
export declare const deleteApiKey: {
    readonly method: 'DELETE';
    readonly path: '/user/api-keys/{id}';
    readonly summary: 'Revoke an access token as an API key';
    readonly description: 'Revokes an access token and those that it has created, for existing clients that call it an API key.';
};
export declare const createCampaign: {
    readonly method: 'POST';
    readonly path: '/user/campaigns';
    readonly summary: 'Create a campaign';
    readonly description: 'Creates a campaign with the status `draft`. Add leads, then start it. Its assistant must be outbound. The allowed hours and days apply in the time zone of the called number. If the number does not show its zone, they apply in `timezone`, by default that of the assistant. Calls are never made outside the legal calling hours of the service.';
};
export declare const listCampaigns: {
    readonly method: 'GET';
    readonly path: '/user/campaigns';
    readonly summary: 'List campaigns, newest first';
    readonly description: 'Returns all your campaigns in one answer, the newest first.';
};
export declare const getCampaign: {
    readonly method: 'GET';
    readonly path: '/user/campaigns/{id}';
    readonly summary: 'Get a campaign';
    readonly description: 'Returns one campaign with its version. Send it as `if_version` with an update.';
};
export declare const updateCampaign: {
    readonly method: 'PUT';
    readonly path: '/user/campaigns/{id}';
    readonly summary: 'Update a campaign';
    readonly description: 'Changes the fields that are sent and leaves the others as they are. A field that is null gets its default. A running campaign calls by the new settings from the next call on, and leads that wait keep the time of their next attempt. With `if_version` the request answers 409 if the campaign was changed after it was read, and changes nothing.';
};
export declare const checkCampaign: {
    readonly method: 'GET';
    readonly path: '/user/campaigns/{id}/check';
    readonly summary: 'Check what a start of a campaign would do';
    readonly description: 'Checks the leads that the campaign has still to call, the newest first: the number of leads, the leads that would not be called and why, the first time at which one may be called, and the highest cost. It changes nothing. An answer is about up to 200 leads. To check the older ones, send `next_before_id` of the answer as `before_id`, until it is null.';
};
export declare const listMissingVariables: {
    readonly method: 'GET';
    readonly path: '/user/campaigns/{id}/missing-variables';
    readonly summary: 'List leads without a value for a placeholder';
    readonly description: 'Checks the leads that the campaign has still to call, the newest first, and returns those that have no value for a placeholder of the greeting or the prompt. Their customers would hear `{name}`, or nothing. A value of spaces does not count. `{name|there}` needs no value. An answer is about up to 500 leads. To check the older ones, send `next_before_id` of the answer as `before_id`, until it is null.';
};
export declare const updateCampaignStatus: {
    readonly method: 'POST';
    readonly path: '/user/campaigns/update-status';
    readonly summary: 'Start or stop a campaign';
    readonly description: 'Starts a campaign or stops it. A start checks up to 100 leads, the newest first: `missing_variables` names the placeholders without a value, and the campaign starts all the same. The first calls are made within seconds of a start, if leads are due at this hour. After a stop the campaign makes no new calls. Calls that are ringing are taken back and do not count as attempts. Answered calls continue to their end, unless `hang_up` is true. A campaign that was stopped or completed can be started again. If `mark_complete_when_no_leads` is true, a campaign becomes `completed` when none of its leads needs a call any more.';
};
export declare const deleteCampaign: {
    readonly method: 'DELETE';
    readonly path: '/user/campaign/{id}';
    readonly summary: 'Delete a campaign with its leads';
    readonly description: 'Removes the campaign with all its leads. After the answer the campaign makes no new calls. Calls that are ringing are taken back, and answered calls continue to their end. The records of its calls stay.';
};
export declare const createLead: {
    readonly method: 'POST';
    readonly path: '/user/leads';
    readonly summary: 'Create a lead';
    readonly description: 'Adds a customer with up to ten secondary contacts to a campaign; either all are added or none. A running campaign calls the lead as soon as its rules allow. A number that the campaign already has, as main or as secondary number, is refused, unless `allow_dupplicate` is true. Premium-rate, shared-cost and satellite numbers are refused.';
};
export declare const listLeads: {
    readonly method: 'GET';
    readonly path: '/user/leads';
    readonly summary: 'List leads, newest first';
    readonly description: 'Returns your leads in pages, the newest first. A lead must match all filters. `phone_number` may be a part of the number. Days are whole UTC days, and `date_to` includes its day.';
};
export declare const updateLead: {
    readonly method: 'PUT';
    readonly path: '/user/leads/{id}';
    readonly summary: 'Update a lead';
    readonly description: 'Changes the fields that are sent and leaves the others as they are. `variables` are merged with those of the lead. A running campaign calls the lead again if you set it to `created`. Unknown fields are refused, and the answer names them.';
};
export declare const getLead: {
    readonly method: 'GET';
    readonly path: '/user/leads/{id}';
    readonly summary: 'Get a lead';
    readonly description: 'Returns one lead with its secondary contacts, as the list shows it.';
};
export declare const deleteLead: {
    readonly method: 'DELETE';
    readonly path: '/user/leads/{id}';
    readonly summary: 'Delete a lead with its secondary contacts';
    readonly description: 'Removes the lead with its secondary contacts. The request answers 409 while the lead is being called.';
};
export declare const addDoNotCallEntry: {
    readonly method: 'POST';
    readonly path: '/user/do-not-call';
    readonly summary: 'Add a number to the do-not-call list';
    readonly description: 'Adds a number that your campaigns no longer call and that no longer gets SMS from you. A waiting lead with this number becomes `blacklisted`, and a new lead when its turn comes. `POST /user/make_call` still calls the number. The service itself adds people who ask for this in a call, or who text STOP to one of your numbers.';
};
export declare const listDoNotCallEntries: {
    readonly method: 'GET';
    readonly path: '/user/do-not-call';
    readonly summary: 'List the numbers not to call';
    readonly description: 'Returns the numbers of the do-not-call list in pages, the newest first.';
};
export declare const removeDoNotCallEntry: {
    readonly method: 'DELETE';
    readonly path: '/user/do-not-call/{phone_number}';
    readonly summary: 'Remove a number from the do-not-call list';
    readonly description: 'Removes the number from the list. Leads with this number stay `blacklisted` until you set them to `created`.';
};
export declare const createWebCall: {
    readonly method: 'POST';
    readonly path: '/user/assistants/{id}/web-call';
    readonly summary: 'Start a call in a web page';
    readonly description: 'Stores a call of type `web`, holds its price, and returns a token. A page passes the answer to `startWebCall` of `@ringback/widget` to begin the call. Inbound and outbound assistants take web calls. A call that no page begins ends after 90 seconds and costs nothing.';
};
export declare const getWidget: {
    readonly method: 'GET';
    readonly path: '/widget/{token}';
    readonly summary: 'Get the appearance of a widget';
    readonly description: 'Returns the appearance of a widget to a web page. The path contains `user_id`, `id` and `uuid` of the assistant, joined by dots. The request needs no access token. Its `Origin` must be among the `allowed_origins` of `widget_settings`, or it answers 403.';
};
export declare const createWidgetCall: {
    readonly method: 'POST';
    readonly path: '/widget/{token}/web-call';
    readonly summary: 'Start a call from a widget';
    readonly description: 'Starts a call for a visitor of a web page; your balance pays for it. The request needs no access token. Its `Origin` must be among the `allowed_origins` of `widget_settings`, or it answers 403. Only browsers send the true origin, so calls and costs are limited as well. A visitor may start 6 calls a minute, 3 of them in a burst, and have two in progress. All visitors of a widget together may start 60 calls a minute, 20 of them in a burst. `widget_settings` has the most calls in progress (`calls_at_once`, 5 by default), the longest call (`max_call_seconds`, 300), and the most that calls cost in an hour (`max_spend_per_hour`, 1 USD) and in a day (`max_spend_per_day`, 10 USD). One visitor can cause half of that, and never more than 1 USD in an hour and 10 USD in a day. Above a limit the request answers 429. `variables` may have the names in `visitor_variables` of `widget_settings`, and values of one line with up to 200 characters, numbers, true and false. Null counts as not given. Every other name is refused with 422, whether the prompt uses it or not. The prompt, the record of the call and the webhook mark these values as unverified.';
};
export declare const sendSms: {
    readonly method: 'POST';
    readonly path: '/user/sms';
    readonly summary: 'Send an SMS';
    readonly description: 'Charges the price of each segment of the text, then sends the SMS. The usual status is `sent`. The status is `queued` if the carrier needs more than ten seconds. The service refunds an SMS that the carrier refuses. An SMS that the carrier accepts and cannot deliver stays charged. Premium-rate, shared-cost and satellite numbers are refused.';
};
export declare const listSms: {
    readonly method: 'GET';
    readonly path: '/user/sms';
    readonly summary: 'List SMS, sent and received, newest first';
    readonly description: 'Returns the SMS that you have sent and received, the newest first. The filters combine with AND. `phone_number` is the number of the other side. `date_from` and `date_to` are whole days in UTC. An inbound SMS has the status `received` and costs nothing.';
};
export declare const getSms: {
    readonly method: 'GET';
    readonly path: '/user/sms/{id}';
    readonly summary: 'Get one SMS';
    readonly description: 'Returns one SMS, sent or received, with its delivery status.';
};
export declare const getRecording: {
    readonly method: 'GET';
    readonly path: '/recordings/{token}';
    readonly summary: 'Listen to a recording';
    readonly description: 'Redirects from the `recording_url` of a call to its audio, at an address that is valid for two minutes. The audio is a WAV file with the customer and the assistant in separate channels. The request needs no access token, so everyone with the link can listen. If the recording is not ready yet, try again after `Retry-After` seconds. The recording is deleted at the end of the retention period.';
};
export declare const getOpenapi: {
    readonly method: 'GET';
    readonly path: '/openapi.json';
    readonly summary: 'Read the OpenAPI document';
    readonly description: 'Returns this document. The request needs no access token.';
};
