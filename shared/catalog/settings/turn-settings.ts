import { inBothModes, unsupported, type AssistantSetting } from '#shared/catalog/settings/setting.ts';

/** Who speaks when, and what is said. */
export const turnSettings = [
  {
    field: 'system_prompt',
    record: ['system_prompt'],
    pipeline: { support: 'model', how: 'What the model is told before the conversation, with variables filled in.' },
    multimodal: {
      support: 'model',
      session: ['instructions'],
      how: 'What the model is told before the conversation, with variables filled in.',
    },
  },
  {
    field: 'initial_message',
    record: ['initial_message'],
    pipeline: {
      support: 'carrier',
      attributes: ['welcomeGreeting'],
      how: 'The first words, with variables filled in. Spoken as soon as the line is open.',
    },
    multimodal: {
      support: 'model',
      session: ['instructions'],
      how: 'The model is asked to say exactly these words first, with variables filled in; nothing forces it to.',
    },
  },
  {
    field: 'variables',
    record: ['variables'],
    ...inBothModes(
      'Fill `{name}` in initial message and system prompt; those of a call go before those of its assistant.',
    ),
  },
  {
    field: 'timezone',
    record: ['timezone'],
    ...inBothModes('The zone of `{current_date}` and `{current_time}`.'),
  },
  {
    field: 'who_speaks_first',
    record: ['wait_for_customer'],
    pipeline: {
      support: 'service',
      attributes: ['welcomeGreeting'],
      how: '`Customer`: there are no first words, and the silence of the customer counts from the beginning.',
    },
    multimodal: {
      support: 'service',
      session: ['instructions'],
      how: '`Customer`: the model is not asked for first words, and is told to wait.',
    },
  },
  {
    field: 'endpoint_type',
    record: ['endpoint_type'],
    pipeline: {
      support: 'carrier',
      attributes: ['speechModel', 'eotThreshold', 'speechTimeout'],
      how: '`vad`: silence ends the turn of the customer. `ai`: a model hears its end, in languages that Deepgram transcribes.',
    },
    multimodal: {
      support: 'model',
      session: ['audio.input.turn_detection.type'],
      how: '`vad`: silence ends the turn of the customer. `ai`: the model hears its end by what was said.',
    },
  },
  {
    field: 'endpoint_sensitivity',
    record: ['endpoint_sensitivity'],
    pipeline: {
      support: 'carrier',
      attributes: ['speechTimeout', 'eotThreshold'],
      how: 'How soon the turn of the customer ends, in six steps: 2.0 to 0.6 seconds of silence, or a certainty of 0.9 to 0.6.',
    },
    multimodal: {
      support: 'model',
      session: ['audio.input.turn_detection.silence_duration_ms', 'audio.input.turn_detection.eagerness'],
      how: 'How soon the turn of the customer ends: six steps from 1.0 to 0.3 seconds of silence, or low, medium and high eagerness.',
    },
  },
  {
    field: 'interrupt_sensitivity',
    record: ['interrupt_sensitivity'],
    pipeline: {
      support: 'carrier',
      attributes: ['interruptSensitivity'],
      how: 'How easily a sound interrupts the assistant: low, medium or high.',
    },
    multimodal: {
      support: 'model',
      session: ['audio.input.turn_detection.threshold'],
      how: 'With `vad`, how loud a sound must be to count as speech; with `ai` it has no effect.',
    },
  },
  {
    field: 'allow_interruptions',
    record: ['allow_interruptions'],
    pipeline: {
      support: 'carrier',
      attributes: ['interruptible', 'welcomeGreetingInterruptible'],
      how: 'If not, the assistant is heard to the end, and what is said meanwhile is lost.',
    },
    multimodal: {
      support: 'model',
      session: ['audio.input.turn_detection.interrupt_response'],
      how: 'If not, the assistant is heard to the end.',
    },
  },
  {
    field: 'min_interrupt_words',
    record: ['min_interrupt_words'],
    pipeline: {
      support: 'service',
      attributes: ['ignoreBackchannel', 'interruptible', 'reportInputDuringAgentSpeech', 'partialPrompts', 'events'],
      how:
        '1: murmurs such as «uh-huh» do not interrupt. From 2 on the service counts the words that are said over the assistant: with ' +
        'fewer it speaks on, and they are not answered. The first words of a call are heard to the end then.',
    },
    multimodal: unsupported('The speech model is interrupted by any speech.'),
  },
  {
    field: 'use_min_interrupt_words',
    record: ['min_interrupt_words'],
    pipeline: { support: 'service', how: '`false` sets the number of words to none, whatever else is sent.' },
    multimodal: unsupported('The speech model is interrupted by any speech.'),
  },
] as const satisfies readonly AssistantSetting[];
