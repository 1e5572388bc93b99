import { describe, expect, it } from 'vitest';
import { findCallModel, modelOfAnswers } from '#shared/call-life/measure-latency.ts';
import type { ConversationEvent } from '#shared/conversations/conversation-items.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { createMemoryModels } from '#test/support/memory/models.ts';

const answer = (model?: string): ConversationEvent => ({
  kind: 'assistant_said',
  at: 1,
  generation: 1,
  text: 'Yes.',
  ...(model !== undefined && { model }),
});
const heard: ConversationEvent = { kind: 'customer_said', at: 1, text: 'Hello.' };

describe('the model of a call', () => {
  it.each([
    { name: 'nobody, where only the greeting was said', events: [answer(), heard], model: undefined },
    {
      name: 'the one that answered',
      events: [answer(), heard, answer('gpt-6-luna')],
      model: { name: 'gpt-6-luna', simulated: false },
    },
    {
      name: 'the rehearsal model, which is simulated',
      events: [answer('rehearsal')],
      model: { name: 'rehearsal', simulated: true },
    },
    {
      name: 'the fallback, if it answered more often',
      events: [answer('gpt-6-luna'), answer('nova-2-lite'), answer('nova-2-lite')],
      model: { name: 'nova-2-lite', simulated: false },
    },
    {
      name: 'the later one of two that answered as often',
      events: [answer('gpt-6-luna'), answer('nova-2-lite')],
      model: { name: 'nova-2-lite', simulated: false },
    },
  ])('is $name', ({ events, model }) => {
    expect(modelOfAnswers(events)).toEqual(model);
  });

  it.each([true, false])('of speech is that of the assistant, simulated: %s', async (isSpeechSimulated) => {
    const deps = { models: createMemoryModels({ isSpeechSimulated }), clock: createFixedClock() };
    const assistant = { mode: 'multimodal', multimodalModelId: 104 } as const;
    const model = { name: 'gpt-realtime-2.1', simulated: isSpeechSimulated };
    await expect(findCallModel([answer()], assistant, deps)).resolves.toEqual(model);
    await expect(findCallModel([heard], assistant, deps)).resolves.toBeUndefined();
  });
});
