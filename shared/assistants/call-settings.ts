import * as v from 'valibot';
import { inBothModes, oneOrZero, seconds, yesNo, type SettingTable } from '#shared/assistants/setting.ts';
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
const MAX_POST_CALL_FIELDS = 50;
/** A name is a key of the evaluation, so none that JavaScript objects have for themselves. */
const POST_CALL_NAME = /^(?!(?:__proto__|constructor|prototype)$)\w+$/;

export const callSettings = {
  reengagementInterval: {
    request: 're_engagement_interval',
    record: 'reengagement_interval',
    ...seconds(7, 600, 30),
    pipeline: {
      support: 'service',
      how: 'After this many seconds of silence the assistant asks whether the customer is still there, once per silence.',
    },
    multimodal: {
      support: 'model',
      session: ['audio.input.turn_detection.idle_timeout_ms'],
      how: 'With `vad` and up to 30 seconds the model speaks again by itself; else the service asks it to.',
    },
  },
  maxSilenceDuration: {
    request: 'max_silence_duration',
    record: 'max_silence_duration',
    ...seconds(1, 120, 40),
    ...inBothModes('After this many seconds of silence the assistant says goodbye and ends the call.'),
  },
  maxDuration: {
    request: 'max_call_duration',
    record: 'max_duration',
    ...seconds(20, 1200, 600),
    ...inBothModes(
      'The carrier ends the call at this limit, or earlier where the balance does not pay for all of it. In calls of more than 30 ' +
        'seconds the assistant says goodbye some seconds before.',
    ),
  },
  endCallOnVoicemail: {
    request: 'end_call_on_voicemail',
    record: 'end_call_on_voicemail',
    ...oneOrZero(true),
    pipeline: {
      support: 'service',
      how: 'The carrier detects a machine or fax during the call; the assistant then stops speaking, and the service ends the call. Outbound calls only.',
    },
    multimodal: {
      support: 'service',
      how: 'The carrier detects a machine or fax during the call, and the service ends the call; the model says nothing before. Outbound calls only.',
    },
  },
  record: {
    request: 'record_call',
    record: 'record',
    ...yesNo(false),
    shown: v.pipe(v.boolean(), v.description('Whether calls are recorded.')),
    pipeline: {
      support: 'carrier',
      how: 'Both sides, each on its own channel.',
    },
    multimodal: { support: 'carrier', how: 'Both sides, each on its own channel.' },
  },
  postCallEvaluation: {
    request: 'post_call_evaluation',
    record: 'post_call_evaluation',
    ...yesNo(true),
    ...inBothModes(
      'Whether a model reads the transcript after the call. Voicemails and calls without a word are not evaluated.',
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
      'The values that the evaluation extracts, each of its type, or null where the conversation does not tell or the model gives another type. At most 50, each with a name of its own.',
    ),
  },
  isWebhookActive: {
    request: 'is_webhook_active',
    record: 'is_webhook_active',
    ...yesNo(false),
    ...inBothModes('Whether the webhook is sent.'),
  },
  webhookUrl: {
    request: 'webhook_url',
    rule: webUrl(),
    default: null,
    stored: v.nullable(v.string()),
    record: 'webhook_url',
    shown: v.nullable(sentUrl('https://example.com/calls')),
    ...inBothModes('The URL that receives a webhook at the end of every call.'),
  },
  inboundWebhookUrl: {
    default: null,
    stored: v.nullable(v.string()),
    record: 'inbound_webhook_url',
    shown: v.nullable(sentUrl('https://example.com/inbound')),
    ...inBothModes('The URL that receives a webhook at the end of inbound calls; an endpoint of its own sets it.'),
  },
  sendWebhookOnlyOnCompleted: {
    request: 'send_webhook_only_on_completed',
    record: 'send_webhook_only_on_completed',
    ...yesNo(true),
    ...inBothModes('Whether unanswered calls are left out.'),
  },
  includeRecordingInWebhook: {
    request: 'include_recording_in_webhook',
    record: 'include_recording_in_webhook',
    ...yesNo(true),
    ...inBothModes('Whether the webhook has the link to the recording.'),
  },
} as const satisfies SettingTable;
