import * as v from 'valibot';

// Written by hand after the carrier's published API description, as far as it speaks of what is used here. Strict: a field
// that the description does not have is an error, and so is one that is missing.

type Words<Names> = Names extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Names;
/** Several fields of one kind. */
const each = <Names extends string, Kind>(names: Names, kind: Kind) =>
  Object.fromEntries(names.split(' ').map((name) => [name, kind])) as Record<Extract<Words<Names>, string>, Kind>;
const sid = (prefix: string) => v.pipe(v.string(), v.regex(new RegExp(`^(?:${prefix})[0-9a-fA-F]{32}$`)));
const rfc2822 = v.pipe(v.string(), v.regex(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/));
const digits = v.pipe(v.string(), v.digits());
const amount = v.pipe(v.string(), v.regex(/^-?\d+\.\d+$/));
const path = v.pipe(v.string(), v.startsWith('/2010-04-01/Accounts/AC'));
const snakeCase = v.pipe(v.string(), v.regex(/^[a-z]+(?:_[a-z]+)*$/));
const subresources = v.record(v.string(), path);
const sources = 'DialVerb Conference OutboundAPI Trunking RecordVerb StartCallRecordingAPI StartConferenceRecordingAPI';
const messageStatuses =
  'queued sending sent failed delivered undelivered receiving received accepted scheduled read partially_delivered canceled';

export const publishedCall = v.strictObject({
  sid: sid('CA'),
  ...each('date_created date_updated start_time end_time', v.nullable(rfc2822)),
  parent_call_sid: v.nullable(sid('CA')),
  account_sid: sid('AC'),
  ...each('to to_formatted from from_formatted api_version', v.string()),
  phone_number_sid: v.nullable(sid('PN')),
  status: v.picklist(['queued', 'ringing', 'in-progress', 'completed', 'busy', 'failed', 'no-answer', 'canceled']),
  duration: v.nullable(digits),
  price: v.nullable(amount),
  price_unit: v.nullable(v.pipe(v.string(), v.length(3))),
  direction: v.picklist(['inbound', 'outbound-api', 'outbound-dial']),
  ...each('answered_by forwarded_from caller_name', v.nullable(v.string())),
  group_sid: v.nullable(sid('GP')),
  queue_time: digits,
  trunk_sid: v.nullable(sid('TK')),
  uri: path,
  subresource_uris: subresources,
});

export const publishedMessage = v.strictObject({
  ...each('body from to error_message', v.nullable(v.string())),
  ...each('num_segments num_media', digits),
  direction: v.picklist(['inbound', 'outbound-api', 'outbound-call', 'outbound-reply']),
  ...each('date_updated date_sent date_created', v.nullable(rfc2822)),
  price: v.nullable(amount),
  uri: path,
  account_sid: sid('AC'),
  status: v.picklist(messageStatuses.split(' ')),
  messaging_service_sid: v.nullable(sid('MG')),
  sid: sid('SM|MM'),
  error_code: v.nullable(v.pipe(v.number(), v.integer())),
  price_unit: v.nullable(v.pipe(v.string(), v.length(3))),
  api_version: v.string(),
  subresource_uris: subresources,
});

const recording = {
  account_sid: sid('AC'),
  api_version: v.string(),
  call_sid: sid('CA'),
  conference_sid: v.nullable(sid('CF')),
  ...each('date_created date_updated start_time', v.nullable(rfc2822)),
  duration: v.nullable(digits),
  sid: sid('RE'),
  price: v.nullable(amount),
  price_unit: v.nullable(v.string()),
  status: v.picklist(['in-progress', 'paused', 'stopped', 'processing', 'completed', 'absent', 'deleted']),
  channels: v.picklist([1, 2]),
  source: v.picklist(sources.split(' ')),
  error_code: v.nullable(v.pipe(v.number(), v.integer())),
  uri: path,
  encryption_details: v.nullable(v.unknown()),
};

export const publishedRecording = v.strictObject({
  ...recording,
  media_url: v.pipe(v.string(), v.url()),
  subresource_uris: subresources,
});

export const publishedCallRecording = v.strictObject({ ...recording, track: v.string() });

const httpMethod = v.nullable(v.picklist(['GET', 'POST']));
const addressOrNothing = v.nullable(v.union([v.literal(''), v.pipe(v.string(), v.url())]));

export const publishedNumber = v.strictObject({
  account_sid: sid('AC'),
  ...each('address_sid emergency_address_sid', v.nullable(sid('AD'))),
  address_requirements: v.picklist(['none', 'any', 'local', 'foreign']),
  ...each('api_version friendly_name emergency_address_status', v.string()),
  ...each('beta voice_caller_id_lookup', v.nullable(v.boolean())),
  capabilities: v.strictObject({ mms: v.boolean(), sms: v.boolean(), voice: v.boolean(), fax: v.boolean() }),
  ...each('date_created date_updated', rfc2822),
  identity_sid: v.nullable(sid('RI')),
  phone_number: v.pipe(v.string(), v.regex(/^\+[1-9]\d{6,14}$/)),
  origin: v.picklist(['twilio', 'hosted']),
  sid: sid('PN'),
  ...each('sms_application_sid voice_application_sid', v.nullable(sid('AP'))),
  ...each('sms_fallback_method sms_method status_callback_method voice_fallback_method voice_method', httpMethod),
  ...each('sms_fallback_url sms_url status_callback voice_fallback_url voice_url', addressOrNothing),
  trunk_sid: v.nullable(sid('TK')),
  uri: path,
  voice_receive_mode: v.picklist(['voice', 'fax']),
  emergency_status: v.picklist(['Active', 'Inactive']),
  bundle_sid: v.nullable(sid('BU')),
  ...each('status type', v.nullable(v.string())),
});

/** After https://www.twilio.com/docs/voice/api/call-event-resource: the description says only that both may be null. */
const publishedEvent = v.strictObject({
  request: v.nullable(
    v.strictObject({ ...each('url method', v.string()), parameters: v.record(snakeCase, v.string()) }),
  ),
  response: v.nullable(
    v.strictObject({
      date_created: rfc2822,
      ...each('request_duration response_code', v.nullable(v.number())),
      ...each('content_type response_body', v.nullable(v.string())),
    }),
  ),
});

const page = {
  ...each('end start page page_size', v.pipe(v.number(), v.integer())),
  ...each('uri first_page_uri', path),
  ...each('next_page_uri previous_page_uri', v.nullable(path)),
};

export const publishedLists = {
  calls: v.strictObject({ ...page, calls: v.array(publishedCall) }),
  numbers: v.strictObject({ ...page, incoming_phone_numbers: v.array(publishedNumber) }),
  messages: v.strictObject({ ...page, messages: v.array(publishedMessage) }),
  events: v.strictObject({ ...page, events: v.array(publishedEvent) }),
  recordings: v.strictObject({ ...page, recordings: v.array(publishedCallRecording) }),
};
