import * as v from 'valibot';
import { inBothModes, seconds, type SettingTable } from '#shared/assistants/setting.ts';
import { integerBetween, text } from '#shared/platform/http/fields.ts';
import { plainText, wholeNumber } from '#shared/platform/http/record-fields.ts';

export const silenceSettings = {
  reengagementInterval: {
    request: 're_engagement_interval',
    record: 'reengagement_interval',
    ...seconds(7, 600, 30),
    pipeline: {
      support: 'service',
      how: 'After this many seconds of silence the assistant asks whether the customer is still there. It asks once in each silence.',
    },
    multimodal: {
      support: 'model',
      session: ['audio.input.turn_detection.idle_timeout_ms'],
      how: 'With `vad` and up to 30 seconds, the model speaks again by itself. Otherwise the service asks it to.',
    },
  },
  reengagementPrompt: {
    request: 'reengagement_prompt',
    rule: text(1000),
    default: null,
    stored: v.nullable(v.string()),
    record: 'reengagement_prompt',
    shown: v.nullable(plainText('Ask whether the customer needs more time.')),
    pipeline: {
      support: 'model',
      how:
        'The model asks a silent customer in its own words, as these instructions tell it, with variables filled in as quoted data. Without them, or if the model fails, ' +
        'the assistant asks whether the customer is still there.',
    },
    multimodal: {
      support: 'model',
      session: ['instructions'],
      how: 'The model asks a silent customer as these instructions tell it, with variables filled in as quoted data.',
    },
  },
  maxInitialSilenceDuration: {
    request: 'max_initial_silence_duration',
    rule: integerBetween(1, 120),
    default: null,
    stored: v.nullable(v.number()),
    record: 'max_initial_silence_duration',
    shown: v.pipe(
      v.nullable(wholeNumber(10)),
      v.description('The value is in seconds. Null: `re_engagement_interval`.'),
    ),
    pipeline: {
      support: 'service',
      how:
        'If nothing was heard from the customer for this many seconds after the pick-up, the assistant says its initial message. If the assistant speaks first, it says it again; ' +
        'with null, it asks after `re_engagement_interval` whether the customer is still there.',
    },
    multimodal: {
      support: 'service',
      how: 'If the customer should speak first, and says nothing for this many seconds, the model is asked to say the initial message.',
    },
  },
  maxSilenceDuration: {
    request: 'max_silence_duration',
    record: 'max_silence_duration',
    ...seconds(1, 120, 40),
    ...inBothModes('After this many seconds of silence the assistant says goodbye and ends the call.'),
  },
} as const satisfies SettingTable;
