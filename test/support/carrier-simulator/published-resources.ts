import * as v from 'valibot';

// Written by hand after the carrier's published API description, as far as it speaks of what is used here. Strict: a field
// that the description does not have is an error, and so is one that is missing.

const sid = (prefix: string) => v.pipe(v.string(), v.regex(new RegExp(`^(?:${prefix})[0-9a-fA-F]{32}$`)));
const rfc2822 = v.pipe(v.string(), v.regex(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/));
const digits = v.pipe(v.string(), v.digits());
const amount = v.pipe(v.string(), v.regex(/^-?\d+\.\d+$/));
const path = v.pipe(v.string(), v.startsWith('/2010-04-01/Accounts/AC'));
const subresources = v.record(v.string(), path);
const sources = 'DialVerb Conference OutboundAPI Trunking RecordVerb StartCallRecordingAPI StartConferenceRecordingAPI';
const messageStatuses =
  'queued sending sent failed delivered undelivered receiving received accepted scheduled read partially_delivered canceled';

export const publishedCall = v.strictObject({
  sid: sid('CA'),
  date_created: v.nullable(rfc2822),
  date_updated: v.nullable(rfc2822),
  parent_call_sid: v.nullable(sid('CA')),
  account_sid: sid('AC'),
  to: v.string(),
  to_formatted: v.string(),
  from: v.string(),
  from_formatted: v.string(),
  phone_number_sid: v.nullable(sid('PN')),
  status: v.picklist(['queued', 'ringing', 'in-progress', 'completed', 'busy', 'failed', 'no-answer', 'canceled']),
  start_time: v.nullable(rfc2822),
  end_time: v.nullable(rfc2822),
  duration: v.nullable(digits),
  price: v.nullable(amount),
  price_unit: v.nullable(v.pipe(v.string(), v.length(3))),
  direction: v.picklist(['inbound', 'outbound-api', 'outbound-dial']),
  answered_by: v.nullable(v.string()),
  api_version: v.string(),
  forwarded_from: v.nullable(v.string()),
  group_sid: v.nullable(sid('GP')),
  caller_name: v.nullable(v.string()),
  queue_time: digits,
  trunk_sid: v.nullable(sid('TK')),
  uri: path,
  subresource_uris: subresources,
});

export const publishedMessage = v.strictObject({
  body: v.nullable(v.string()),
  num_segments: digits,
  direction: v.picklist(['inbound', 'outbound-api', 'outbound-call', 'outbound-reply']),
  from: v.nullable(v.string()),
  to: v.nullable(v.string()),
  date_updated: v.nullable(rfc2822),
  price: v.nullable(amount),
  error_message: v.nullable(v.string()),
  uri: path,
  account_sid: sid('AC'),
  num_media: digits,
  status: v.picklist(messageStatuses.split(' ')),
  messaging_service_sid: v.nullable(sid('MG')),
  sid: sid('SM|MM'),
  date_sent: v.nullable(rfc2822),
  date_created: v.nullable(rfc2822),
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
  date_created: v.nullable(rfc2822),
  date_updated: v.nullable(rfc2822),
  start_time: v.nullable(rfc2822),
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
  address_sid: v.nullable(sid('AD')),
  address_requirements: v.picklist(['none', 'any', 'local', 'foreign']),
  api_version: v.string(),
  beta: v.nullable(v.boolean()),
  capabilities: v.strictObject({ mms: v.boolean(), sms: v.boolean(), voice: v.boolean(), fax: v.boolean() }),
  date_created: rfc2822,
  date_updated: rfc2822,
  friendly_name: v.string(),
  identity_sid: v.nullable(sid('RI')),
  phone_number: v.pipe(v.string(), v.regex(/^\+[1-9]\d{6,14}$/)),
  origin: v.picklist(['twilio', 'hosted']),
  sid: sid('PN'),
  sms_application_sid: v.nullable(sid('AP')),
  sms_fallback_method: httpMethod,
  sms_fallback_url: addressOrNothing,
  sms_method: httpMethod,
  sms_url: addressOrNothing,
  status_callback: addressOrNothing,
  status_callback_method: httpMethod,
  trunk_sid: v.nullable(sid('TK')),
  uri: path,
  voice_receive_mode: v.picklist(['voice', 'fax']),
  voice_application_sid: v.nullable(sid('AP')),
  voice_caller_id_lookup: v.nullable(v.boolean()),
  voice_fallback_method: httpMethod,
  voice_fallback_url: addressOrNothing,
  voice_method: httpMethod,
  voice_url: addressOrNothing,
  emergency_status: v.picklist(['Active', 'Inactive']),
  emergency_address_sid: v.nullable(sid('AD')),
  emergency_address_status: v.string(),
  bundle_sid: v.nullable(sid('BU')),
  status: v.nullable(v.string()),
  type: v.nullable(v.string()),
});

const page = {
  end: v.pipe(v.number(), v.integer()),
  start: v.pipe(v.number(), v.integer()),
  page: v.pipe(v.number(), v.integer()),
  page_size: v.pipe(v.number(), v.integer()),
  uri: path,
  first_page_uri: path,
  next_page_uri: v.nullable(path),
  previous_page_uri: v.nullable(path),
};

export const publishedLists = {
  calls: v.strictObject({ ...page, calls: v.array(publishedCall) }),
  numbers: v.strictObject({ ...page, incoming_phone_numbers: v.array(publishedNumber) }),
  messages: v.strictObject({ ...page, messages: v.array(publishedMessage) }),
  recordings: v.strictObject({ ...page, recordings: v.array(publishedCallRecording) }),
};
