import * as v from 'valibot';
import { oneOrZero, sensitivity, unsupported, yesNo, type SettingTable } from '#shared/assistants/setting.ts';
import { boolean, describedAs, integerBetween, numberBetween, oneOf } from '#shared/platform/http/fields.ts';
import { wholeNumber } from '#shared/platform/http/record-fields.ts';

const texts = v.array(v.string());
const phrases = (...examples: string[]) => v.pipe(texts, v.examples([examples]));
const endpointTypes = ['vad', 'ai'] as const;
const uninterrupted = unsupported('Any speech interrupts the speech model.');

export const turnSettings = {
  allowInterruptions: {
    request: 'allow_interruptions',
    record: 'allow_interruptions',
    ...yesNo(true),
    pipeline: {
      support: 'carrier',
      how: 'If false, the assistant speaks to the end, and answers afterwards what the customer has said or pressed meanwhile.',
    },
    multimodal: {
      support: 'model',
      session: ['audio.input.turn_detection.interrupt_response'],
      how: 'If false, the assistant speaks to the end.',
    },
  },
  greetingInterruptible: {
    request: 'greeting_interruptible',
    rule: boolean(),
    default: null,
    stored: v.nullable(v.boolean()),
    record: 'greeting_interruptible',
    shown: v.pipe(
      v.nullable(v.boolean()),
      v.description('Null: calls to a customer have a greeting that is said to its end, and all others have not.'),
    ),
    pipeline: {
      support: 'carrier',
      how:
        'If false, the assistant says its initial message to the end, also over the «Hello?» of the customer, and answers afterwards what the customer has said meanwhile. ' +
        'If true, speech of the customer stops it. By default it is false for outbound calls, and true for inbound and web calls.',
    },
    multimodal: unsupported('The speech model decides.'),
  },
  useMinInterruptWords: {
    request: 'use_min_interrupt_words',
    rule: boolean(),
    default: true,
    pipeline: { support: 'service', how: 'If false, the number of words is 0, even if `min_interrupt_words` is sent.' },
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
      v.description('With 0, any word interrupts.'),
    ),
    pipeline: {
      support: 'service',
      how:
        'With 1, short sounds such as «uh-huh» do not interrupt. From 2 on, the service counts the words that the customer says over ' +
        'the assistant. If they are fewer, the assistant continues, and answers them at the end. The assistant also says its first words to the end.',
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
      how: 'With `vad`, silence ends the turn of the customer. With `ai`, a model detects its end, in en, es, fr, de, hi, ru, pt, ja, it and nl.',
    },
    multimodal: {
      support: 'model',
      session: ['audio.input.turn_detection.type'],
      how: 'With `vad`, silence ends the turn of the customer. With `ai`, the model detects its end from the words.',
    },
  },
  endpointSensitivity: {
    request: 'endpoint_sensitivity',
    record: 'endpoint_sensitivity',
    ...sensitivity(0.5),
    pipeline: {
      support: 'carrier',
      how: 'With `vad`, the assistant waits for 0.6 to 5 seconds of silence. With `ai`, it waits until the model is certain, with a threshold from 0.6 to 0.9.',
    },
    multimodal: {
      support: 'model',
      session: ['audio.input.turn_detection.silence_duration_ms', 'audio.input.turn_detection.eagerness'],
      how: 'With `vad`, the assistant waits for 0.3 to 5 seconds of silence. With `ai`, the eagerness of the model is high, medium or low.',
    },
  },
  interruptSensitivity: {
    request: 'interrupt_sensitivity',
    record: 'interrupt_sensitivity',
    ...sensitivity(0.5),
    pipeline: {
      support: 'carrier',
      how: 'The sensitivity to sounds is low below 0.25, medium from 0.25, and high from 0.5. High is the default of the carrier.',
    },
    multimodal: {
      support: 'model',
      session: ['audio.input.turn_detection.threshold'],
      how: 'With `vad`, a higher value lets quieter sounds count as speech. With `ai`, the value has no effect.',
    },
  },
  turnDetectionThreshold: {
    request: 'turn_detection_threshold',
    rule: v.pipe(numberBetween(0, 1), describedAs({ type: ['number', 'string', 'null'], minimum: 0, maximum: 1 })),
    default: null,
    stored: v.nullable(v.number()),
    record: 'turn_detection_threshold',
    shown: v.pipe(v.nullable(v.number()), v.examples([0.6])),
    pipeline: unsupported('The carrier has no such threshold: `interrupt_sensitivity` sets how it takes sounds.'),
    multimodal: {
      support: 'model',
      session: ['audio.input.turn_detection.threshold'],
      how: 'With `vad`, sounds above the threshold count as speech: a higher value needs louder speech. Null: it follows from `interrupt_sensitivity`. With `ai`, it has no effect.',
    },
  },
  fillers: {
    request: 'filler_audios',
    record: 'fillers',
    ...oneOrZero(false),
    pipeline: {
      support: 'service',
      how: 'If true, the assistant says a filler when the model has not begun to answer 0.7 seconds after the prompt, so that no wait is silent for two seconds. If false, it says none, however long the model takes.',
    },
    multimodal: {
      support: 'model',
      session: ['instructions'],
      how: 'If true, the instructions ask the model to say a few words when it needs a moment. The model decides when to do so.',
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
      how: 'The service chooses a filler that fits the mood of the customer’s words. It never says the same one twice in a row.',
    },
    multimodal: {
      support: 'model',
      session: ['instructions'],
      how: 'The instructions of the model contain the neutral fillers as examples.',
    },
  },
} as const satisfies SettingTable;
