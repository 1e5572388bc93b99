import { expect } from 'vitest';
import { createMemoryLanguageModel } from '#test/support/memory/platform.ts';
import { noEffect, type Proofs } from '#test/settings/proof.ts';
import { assistantOf, attributesOf, relayOf, scriptOf, sessionOf, twimlOf } from '#test/settings/wire.ts';
import { holdCall } from '#test/support/live-call.ts';
import { holdRealtimeCall } from '#test/settings/realtime-call.ts';

export const turnProofs: Proofs = {
  system_prompt: {
    pipeline: async () => {
      const model = createMemoryLanguageModel();
      const live = await holdCall({ model, assistant: assistantOf('pipeline', { system_prompt: 'You sell boats.' }) });
      await live.say('Hi');
      expect(model.replies[0]?.systemPrompt).toBe('You sell boats.');
    },
    multimodal: () => expect(sessionOf({ system_prompt: 'You sell boats.' }).instructions).toContain('You sell boats.'),
  },
  initial_message: {
    pipeline: async () => expect((await relayOf({ initial_message: 'Ahoy!' }))['welcomeGreeting']).toBe('Ahoy!'),
    multimodal: async () => {
      const held = await holdRealtimeCall({ initial_message: 'Ahoy!' });
      await held.steer('greet');
      expect(held.said()).toEqual([{ kind: 'greeting', text: 'Ahoy!' }]);
    },
  },
  variables: {
    pipeline: async () => {
      const assistant = assistantOf('pipeline', {
        initial_message: 'Hi {name} of {firm}.',
        variables: { name: 'Ada', firm: 'ACME' },
      });
      const relay = attributesOf(await twimlOf(assistant, { name: 'Bob' }), 'ConversationRelay');
      expect(relay['welcomeGreeting']).toBe('Hi Bob of ACME.');
    },
    multimodal: () =>
      expect(sessionOf({ system_prompt: 'Ask for {name}.', variables: { name: 'Ada' } }).instructions).toContain(
        'Ask for Ada.',
      ),
  },
  timezone: (mode) => {
    const at = (timezone: string) =>
      scriptOf(assistantOf(mode, { timezone, system_prompt: '{current_time}' })).systemPrompt;
    expect(at('Europe/Berlin')).toBe('2:00 PM');
    expect(at('America/New_York')).toBe('8:00 AM');
  },
  who_speaks_first: {
    pipeline: async () => {
      expect(await relayOf({ who_speaks_first: 'Customer' })).not.toHaveProperty('welcomeGreeting');
      expect((await relayOf({ who_speaks_first: 'AI assistant' }))['welcomeGreeting']).toBe('Good day.');
    },
    multimodal: async () => {
      const held = await holdRealtimeCall({ who_speaks_first: 'Customer', end_call_on_voicemail: false });
      expect(held.queued('steer-realtime')).toEqual([]);
      expect(sessionOf({ who_speaks_first: 'Customer' }).instructions).toContain('The customer speaks first');
    },
  },
  endpoint_type: {
    pipeline: async () => {
      expect(await relayOf({ endpoint_type: 'ai' })).toMatchObject({ speechModel: 'flux', eotThreshold: '0.86' });
      const bySilence = await relayOf({ endpoint_type: 'vad' });
      expect(bySilence).toMatchObject({ speechTimeout: '1600' });
      expect(bySilence).not.toHaveProperty('speechModel');
    },
    multimodal: () => {
      expect(sessionOf({ endpoint_type: 'ai' }).audio.input.turn_detection.type).toBe('semantic_vad');
      expect(sessionOf({ endpoint_type: 'vad' }).audio.input.turn_detection.type).toBe('server_vad');
    },
  },
  endpoint_sensitivity: {
    pipeline: async () => {
      const timeouts = await Promise.all(
        [0, 1, 2, 3, 4, 5].map(async (step) => (await relayOf({ endpoint_sensitivity: step }))['speechTimeout']),
      );
      expect(timeouts).toEqual(['2000', '1600', '1300', '1000', '800', '600']);
      expect(await relayOf({ endpoint_type: 'ai', endpoint_sensitivity: 5 })).toMatchObject({ eotThreshold: '0.6' });
    },
    multimodal: () => {
      const { turn_detection: slow } = sessionOf({ endpoint_sensitivity: 0 }).audio.input;
      expect(slow).toMatchObject({ silence_duration_ms: 1000 });
      expect(sessionOf({ endpoint_sensitivity: 5 }).audio.input.turn_detection).toMatchObject({
        silence_duration_ms: 300,
      });
      const eager = { endpoint_type: 'ai', endpoint_sensitivity: 5 } as const;
      expect(sessionOf(eager).audio.input.turn_detection).toMatchObject({ eagerness: 'high' });
    },
  },
  interrupt_sensitivity: {
    pipeline: async () => {
      const levels = await Promise.all(
        [0, 1, 2, 3, 4, 5].map(
          async (step) => (await relayOf({ interrupt_sensitivity: step }))['interruptSensitivity'],
        ),
      );
      expect(levels).toEqual(['low', 'low', 'medium', 'medium', 'high', 'high']);
    },
    multimodal: () => {
      expect(sessionOf({ interrupt_sensitivity: 5 }).audio.input.turn_detection).toMatchObject({ threshold: 0.3 });
      const byModel = sessionOf({ interrupt_sensitivity: 5, endpoint_type: 'ai' }).audio.input.turn_detection;
      expect(byModel).not.toHaveProperty('threshold');
    },
  },
  allow_interruptions: {
    pipeline: async () => {
      const free = { interruptible: 'any', welcomeGreetingInterruptible: 'any' };
      expect(await relayOf({ allow_interruptions: true })).toMatchObject(free);
      const bound = { interruptible: 'none', welcomeGreetingInterruptible: 'none' };
      expect(await relayOf({ allow_interruptions: false, min_interrupt_words: 3 })).toMatchObject(bound);
    },
    multimodal: () =>
      expect(sessionOf({ allow_interruptions: false }).audio.input.turn_detection.interrupt_response).toBe(false),
  },
  min_interrupt_words: {
    pipeline: async () => {
      expect(await relayOf({ min_interrupt_words: 1 })).toMatchObject({
        ignoreBackchannel: 'true',
        interruptible: 'any',
      });
      const counted = {
        interruptible: 'dtmf',
        reportInputDuringAgentSpeech: 'speech',
        partialPrompts: 'true',
        events: 'speaker-events tokens-played',
      };
      expect(await relayOf({ min_interrupt_words: 3 })).toMatchObject(counted);
      const live = await holdCall({ assistant: assistantOf('pipeline', { min_interrupt_words: 3 }) });
      await live.voice('on');
      await live.receive({ type: 'prompt', voicePrompt: 'Wait a', last: false });
      expect(live.frames()).toEqual([]);
      await live.receive({ type: 'prompt', voicePrompt: 'Wait a moment', last: false });
      expect(live.frames().at(-1)).toEqual({ type: 'text', token: ' ', last: true, preemptible: true });
    },
    multimodal: noEffect({ min_interrupt_words: 0 }, { min_interrupt_words: 5 }).multimodal,
  },
  use_min_interrupt_words: {
    pipeline: async () =>
      expect(await relayOf({ use_min_interrupt_words: false, min_interrupt_words: 3 })).toEqual(await relayOf()),
    multimodal: noEffect({ min_interrupt_words: 5 }, { use_min_interrupt_words: false, min_interrupt_words: 5 })
      .multimodal,
  },
};
