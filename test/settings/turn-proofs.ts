import { expect } from 'vitest';
import { instructions, noEffect, relay, turnDetection, type Proofs } from '#test/settings/proof.ts';
import { holdRealtimeCall } from '#test/settings/realtime-call.ts';
import { assistantOf, attributesOf, relayOf, scriptOf, twimlOf } from '#test/settings/wire.ts';
import { holdCall } from '#test/support/in-memory/calls.ts';
import { createMemoryLanguageModel } from '#test/support/memory/platform.ts';

/** The carrier reports the words, and the service counts them. */
const counted = {
  interruptible: 'dtmf',
  reportInputDuringAgentSpeech: 'any',
  partialPrompts: 'true',
  events: 'speaker-events tokens-played',
};

export const turnProofs: Proofs = {
  system_prompt: {
    pipeline: async () => {
      const model = createMemoryLanguageModel();
      const live = await holdCall({ model, assistant: assistantOf('pipeline', { system_prompt: 'You sell boats.' }) });
      await live.voice('off');
      await live.say('Hi');
      expect(model.replies[0]?.systemPrompt).toBe('You sell boats.');
    },
    multimodal: instructions({ system_prompt: 'You sell boats.' }, 'You sell boats.'),
  },
  initial_message: {
    pipeline: relay({ initial_message: 'Ahoy!' }, { welcomeGreeting: 'Ahoy!' }),
    multimodal: async () => {
      const held = await holdRealtimeCall({ initial_message: 'Ahoy!' });
      await held.steer('greet');
      expect(held.said()).toEqual([{ kind: 'greeting', text: 'Ahoy!' }]);
    },
  },
  variables: {
    pipeline: async () => {
      const variables = { name: 'Ada', firm: 'ACME' };
      const assistant = assistantOf('pipeline', { initial_message: 'Hi {name} of {firm}.', variables });
      const attributes = attributesOf(await twimlOf(assistant, { name: 'Bob' }), 'ConversationRelay');
      expect(attributes['welcomeGreeting']).toBe('Hi Bob of ACME.');
    },
    multimodal: instructions({ system_prompt: 'Ask for {name}.', variables: { name: 'Ada' } }, 'Ask for "Ada".'),
  },
  timezone: (mode) => {
    const at = (timezone: string) =>
      scriptOf(assistantOf(mode, { timezone, system_prompt: '{current_time}' })).systemPrompt;
    expect(at('Europe/Berlin')).toBe('2:00 PM');
    expect(at('America/New_York')).toBe('8:00 AM');
  },
  who_speaks_first: {
    pipeline: [
      relay({ who_speaks_first: 'AI assistant' }, { welcomeGreeting: 'Good day.' }),
      async () => expect(await relayOf({ who_speaks_first: 'Customer' })).not.toHaveProperty('welcomeGreeting'),
    ],
    multimodal: [
      instructions({ who_speaks_first: 'Customer' }, 'The customer speaks first'),
      async () => {
        const held = await holdRealtimeCall({ who_speaks_first: 'Customer', end_call_on_voicemail: false });
        expect(held.queued('steer-realtime')).toEqual([]);
      },
    ],
  },
  endpoint_type: {
    pipeline: relay({ endpoint_type: 'ai' }, { speechModel: 'flux', eotThreshold: '0.7' }),
    multimodal: turnDetection({ endpoint_type: 'ai' }, { type: 'semantic_vad' }),
  },
  endpoint_sensitivity: {
    pipeline: [
      [0, 600],
      [0.5, 600],
      [2, 2000],
      [5, 5000],
    ].map(([seconds, wait]) => relay({ endpoint_sensitivity: seconds }, { speechTimeout: String(wait) })),
    multimodal: turnDetection({ endpoint_sensitivity: 5 }, { silence_duration_ms: 5000 }),
  },
  interrupt_sensitivity: {
    pipeline: [
      [0, 'low'],
      [0.25, 'medium'],
      [0.5, 'high'],
      [5, 'high'],
    ].map(([level, carrier]) => relay({ interrupt_sensitivity: level }, { interruptSensitivity: carrier })),
    multimodal: turnDetection({ interrupt_sensitivity: 5 }, { threshold: 0.3 }),
  },
  turn_detection_threshold: {
    pipeline: noEffect({ turn_detection_threshold: 0.9 }, { turn_detection_threshold: null }),
    multimodal: [
      turnDetection({ turn_detection_threshold: 0.9, interrupt_sensitivity: 5 }, { threshold: 0.9 }),
      turnDetection({ turn_detection_threshold: 0 }, { threshold: 0 }),
      turnDetection({ turn_detection_threshold: null }, { threshold: 0.5 }),
    ],
  },
  allow_interruptions: {
    pipeline: [
      relay({ allow_interruptions: true }, { interruptible: 'any', reportInputDuringAgentSpeech: 'any' }),
      relay(
        { allow_interruptions: false, min_interrupt_words: 3 },
        { interruptible: 'none', welcomeGreetingInterruptible: 'none', reportInputDuringAgentSpeech: 'any' },
      ),
    ],
    multimodal: turnDetection({ allow_interruptions: false }, { interrupt_response: false }),
  },
  greeting_interruptible: {
    pipeline: [
      relay({}, { interruptible: 'any', welcomeGreetingInterruptible: 'none' }),
      relay({ greeting_interruptible: true }, { welcomeGreetingInterruptible: 'any' }),
      relay({ greeting_interruptible: true, allow_interruptions: false }, { welcomeGreetingInterruptible: 'none' }),
    ],
    multimodal: noEffect({ greeting_interruptible: true }, { greeting_interruptible: false }),
  },
  min_interrupt_words: {
    pipeline: [
      relay({ min_interrupt_words: 1 }, { ignoreBackchannel: 'true', interruptible: 'any' }),
      relay({ min_interrupt_words: 3 }, counted),
      async () => {
        const live = await holdCall({
          assistant: assistantOf('pipeline', { min_interrupt_words: 3, greeting_interruptible: true }),
        });
        await live.voice('on');
        await live.receive({ type: 'prompt', voicePrompt: 'Wait a', last: false });
        expect(live.frames()).toEqual([]);
        await live.receive({ type: 'prompt', voicePrompt: 'Wait a moment', last: false });
        expect(live.frames().at(-1)).toEqual({ kind: 'stop' });
      },
    ],
    multimodal: noEffect({ min_interrupt_words: 0 }, { min_interrupt_words: 5 }),
  },
  use_min_interrupt_words: {
    pipeline: async () =>
      expect(await relayOf({ use_min_interrupt_words: false, min_interrupt_words: 3 })).toEqual(await relayOf()),
    multimodal: noEffect({ min_interrupt_words: 5 }, { use_min_interrupt_words: false, min_interrupt_words: 5 }),
  },
};
