import * as v from 'valibot';
import { oneOrZero, sensitivity, unsupported, yesNo, type SettingTable } from '#shared/assistants/setting.ts';
import { boolean, integerBetween, oneOf } from '#shared/platform/http/fields.ts';
import { wholeNumber } from '#shared/platform/http/record-fields.ts';

const texts = v.array(v.string());
const phrases = (...examples: string[]) => v.pipe(texts, v.examples([examples]));
const endpointTypes = ['vad', 'ai'] as const;
const uninterrupted = unsupported('The speech model is interrupted by any speech.');

export const turnSettings = {
  allowInterruptions: {
    request: 'allow_interruptions',
    record: 'allow_interruptions',
    ...yesNo(true),
    pipeline: {
      support: 'carrier',
      how: 'If not, the assistant is heard to the end, and what the customer says meanwhile is lost.',
    },
    multimodal: {
      support: 'model',
      session: ['audio.input.turn_detection.interrupt_response'],
      how: 'If not, the assistant is heard to the end.',
    },
  },
  useMinInterruptWords: {
    request: 'use_min_interrupt_words',
    rule: boolean(),
    default: true,
    pipeline: { support: 'service', how: '`false` sets the number of words to none, whatever else is sent.' },
    multimodal: uninterrupted,
  },
  minInterruptWords: {
    request: 'min_interrupt_words',
    rule: integerBetween(0, 10),
    default: 0,
    // Null in items from before 0 said the same.
    stored: v.nullable(v.number()),
    record: 'min_interrupt_words',
    shown: v.pipe(
      v.nullable(v.number()),
      v.transform((words) => words ?? 0),
      wholeNumber(2),
      v.description('0: any word interrupts.'),
    ),
    pipeline: {
      support: 'service',
      how:
        '1: short sounds such as «uh-huh» do not interrupt. From 2 on the service counts the words that the customer says over the ' +
        'assistant: with fewer it speaks on, and does not answer them. The first words of a call are then heard to the end.',
    },
    multimodal: uninterrupted,
  },
  endpointType: {
    request: 'endpoint_type',
    rule: oneOf(endpointTypes),
    default: 'vad',
    stored: v.picklist(endpointTypes),
    record: 'endpoint_type',
    shown: v.picklist(endpointTypes),
    pipeline: {
      support: 'carrier',
      how: '`vad`: silence ends the turn of the customer. `ai`: a model detects its end, in en, es, fr, de, hi, ru, pt, ja, it and nl.',
    },
    multimodal: {
      support: 'model',
      session: ['audio.input.turn_detection.type'],
      how: '`vad`: silence ends the turn of the customer. `ai`: the model detects its end by the words.',
    },
  },
  endpointSensitivity: {
    request: 'endpoint_sensitivity',
    record: 'endpoint_sensitivity',
    ...sensitivity(0.5),
    pipeline: {
      support: 'carrier',
      how: 'How long the assistant waits: seconds of silence from 0.6 to 5, or the certainty of the model from 0.6 to 0.9.',
    },
    multimodal: {
      support: 'model',
      session: ['audio.input.turn_detection.silence_duration_ms', 'audio.input.turn_detection.eagerness'],
      how: 'How long the assistant waits: seconds of silence from 0.3 to 5, or high, medium and low eagerness.',
    },
  },
  interruptSensitivity: {
    request: 'interrupt_sensitivity',
    record: 'interrupt_sensitivity',
    ...sensitivity(0.5),
    pipeline: {
      support: 'carrier',
      how: 'How easily a sound interrupts the assistant: low, from 0.25 medium, from 0.5 high, the default of the carrier.',
    },
    multimodal: {
      support: 'model',
      session: ['audio.input.turn_detection.threshold'],
      how: 'With `vad`, how quiet a sound may be to count as speech; with `ai` it has no effect.',
    },
  },
  fillers: {
    request: 'filler_audios',
    record: 'fillers',
    ...oneOrZero(false),
    pipeline: {
      support: 'service',
      how: 'The assistant says a filler 0.7 seconds after the prompt when the model has not begun to answer, not only after a second.',
    },
    multimodal: {
      support: 'model',
      session: ['instructions'],
      how: 'The model is told to say a few words when it needs a moment; it decides when that is.',
    },
  },
  fillerConfig: {
    stored: v.object({ neutral: texts, negative: texts, positive: texts, question: texts }),
    record: 'filler_config',
    shown: v.pipe(
      v.strictObject({
        neutral: phrases('One moment.'),
        negative: phrases('I see.'),
        positive: phrases('Great.'),
        question: phrases('Let me think.'),
      }),
      v.title('FillerConfig'),
    ),
    pipeline: {
      support: 'service',
      how: 'The fillers, by the mood of what the customer said; never the same one twice in a row.',
    },
    multimodal: {
      support: 'model',
      session: ['instructions'],
      how: 'The neutral ones are given to the model as examples.',
    },
  },
} as const satisfies SettingTable;
