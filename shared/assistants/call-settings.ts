import * as v from 'valibot';
import { inBothModes, oneOrZero, seconds, unsupported, yesNo, type SettingTable } from '#shared/assistants/setting.ts';
import { sentences } from '#shared/platform/errors.ts';
import { arrayOf, matching, objectOf, oneOf, required, text, uniqueBy, webUrl } from '#shared/platform/http/fields.ts';
import { sentUrl, plainText as shownText } from '#shared/platform/http/record-fields.ts';

export const postCallFieldTypes = ['string', 'number', 'bool'] as const;

export interface PostCallField {
  name: string;
  type: (typeof postCallFieldTypes)[number];
  description: string;
}

const statusAndSummary: PostCallField[] = [
  { name: 'status', type: 'bool', description: 'Whether the goal of the call was reached.' },
  { name: 'summary', type: 'string', description: 'A short summary of the conversation.' },
];

/** An evaluation is one answer of the model. More values would not fit into it in time. */
export const MAX_POST_CALL_FIELDS = 50;
/** A name is a key of the evaluation, so none that JavaScript objects have for themselves. */
const POST_CALL_NAME = /^(?!(?:__proto__|constructor|prototype)$)\w+$/;

export const callSettings = {
  maxDuration: {
    request: 'max_call_duration',
    record: 'max_duration',
    ...seconds(20, 1200, 600),
    ...inBothModes(
      'The carrier ends the call at this limit, or earlier if the balance does not pay for all of it. If the limit is above 30 ' +
        'seconds, the assistant says goodbye some seconds before.',
    ),
  },
  ringingTime: {
    request: 'ringing_time',
    record: 'ringing_time',
    ...seconds(1, 60, 30),
    ...inBothModes('The telephone of the customer rings for this many seconds. It applies to outbound calls only.'),
  },
  endCallOnVoicemail: {
    request: 'end_call_on_voicemail',
    record: 'end_call_on_voicemail',
    ...oneOrZero(true),
    pipeline: {
      support: 'service',
      how: 'If the carrier detects a machine or a fax, the assistant stops speaking and the service ends the call. It applies to outbound calls only.',
    },
    multimodal: {
      support: 'service',
      how: 'If the carrier detects a machine or a fax, the service ends the call, without a goodbye of the model. It applies to outbound calls only.',
    },
  },
  voiceMailMessage: {
    request: 'voice_mail_message',
    rule: text(1000),
    default: null,
    stored: v.nullable(v.string()),
    record: 'voice_mail_message',
    shown: v.nullable(shownText('Hello, this is the practice. Please call us back.')),
    pipeline: {
      support: 'service',
      how:
        'If a mailbox answers, the assistant waits for the end of its greeting, says these words once, with variables filled in, and ends the call. Without them, ' +
        '`end_call_on_voicemail` decides: the call ends immediately, or the assistant says its initial message in this way. It applies to outbound calls only.',
    },
    multimodal: {
      support: 'model',
      session: ['audio.input.turn_detection.create_response'],
      how: 'If a mailbox answers, the model is muted, is asked to say exactly these words after the greeting, and the call ends.',
    },
  },
  maxHoldDuration: {
    request: 'max_hold_duration',
    record: 'max_hold_duration',
    ...seconds(10, 1200, 180),
    pipeline: {
      support: 'service',
      how:
        'If the customer’s line plays announcements, the assistant waits in silence, and ends the call after this many seconds. A menu that repeats itself is ' +
        'waited for for 60 seconds at most. It applies to outbound calls only.',
    },
    multimodal: unsupported('The speech model listens to announcements.'),
  },
  record: {
    request: 'record_call',
    record: 'record',
    ...yesNo(false),
    shown: v.pipe(v.boolean(), v.description('If true, calls are recorded.')),
    pipeline: {
      support: 'carrier',
      how: 'The carrier records both sides, each in its own channel.',
    },
    multimodal: { support: 'carrier', how: 'The carrier records both sides, each in its own channel.' },
  },
  postCallEvaluation: {
    request: 'post_call_evaluation',
    record: 'post_call_evaluation',
    ...yesNo(true),
    ...inBothModes(
      'If true, a model evaluates the transcript after the call. Voicemails and calls without a word are not evaluated.',
    ),
  },
  postCallSchema: {
    request: 'post_call_schema',
    rule: v.pipe(
      arrayOf(
        objectOf({
          name: required(matching(POST_CALL_NAME)),
          type: required(oneOf(postCallFieldTypes)),
          description: required(text()),
        }),
      ),
      v.maxLength(MAX_POST_CALL_FIELDS, sentences.maxItems(MAX_POST_CALL_FIELDS)),
      uniqueBy<PostCallField>('name'),
    ),
    default: statusAndSummary,
    stored: v.array(v.object({ name: v.string(), type: v.picklist(postCallFieldTypes), description: v.string() })),
    record: 'post_call_schema',
    shown: v.array(
      v.pipe(
        v.strictObject({
          name: shownText('status'),
          type: v.picklist(postCallFieldTypes),
          description: shownText('Whether the goal of the call was reached.'),
        }),
        v.title('PostCallField'),
      ),
    ),
    ...inBothModes(
      'The evaluation extracts these values. A value is null if the conversation does not contain it, or if the model returns twice what cannot be read as its type. Numbers, yes and no are read in the language of the assistant. There may be up to 50, with different names.',
    ),
  },
  isWebhookActive: {
    request: 'is_webhook_active',
    record: 'is_webhook_active',
    ...yesNo(false),
    ...inBothModes('If true, the service sends the webhook.'),
  },
  webhookUrl: {
    request: 'webhook_url',
    rule: webUrl(),
    default: null,
    stored: v.nullable(v.string()),
    record: 'webhook_url',
    shown: v.nullable(sentUrl('https://example.com/calls')),
    ...inBothModes('This URL receives a webhook at the end of every call.'),
  },
  inboundWebhookUrl: {
    default: null,
    stored: v.nullable(v.string()),
    record: 'inbound_webhook_url',
    shown: v.nullable(sentUrl('https://example.com/inbound')),
    ...inBothModes('This URL receives a webhook at the end of inbound calls. A separate endpoint sets it.'),
  },
  sendWebhookOnlyOnCompleted: {
    request: 'send_webhook_only_on_completed',
    record: 'send_webhook_only_on_completed',
    ...yesNo(true),
    ...inBothModes('If true, the service sends no webhooks for unanswered calls.'),
  },
  includeRecordingInWebhook: {
    request: 'include_recording_in_webhook',
    record: 'include_recording_in_webhook',
    ...yesNo(true),
    ...inBothModes('If true, the webhook contains the link to the recording.'),
  },
} as const satisfies SettingTable;
