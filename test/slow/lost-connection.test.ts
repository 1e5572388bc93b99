import { expect, it } from 'vitest';
import { useLocalStack, waitFor } from '#test/support/local-stack.ts';
import { createAssistant, makeCall, settledCall, type SimulatedCall } from '#test/support/over-http.ts';
import { patience } from '#test/support/patience.ts';

// Slow enough for the last loss to come before the customer says goodbye, also on a busy machine.
const running = useLocalStack({ simulatorSpeed: 8 });
const LIMIT_MS = patience(60_000);

const connections = ({ timeline }: SimulatedCall) =>
  timeline.filter(({ type, data }) => type === 'conversation' && data['state'] === 'connecting').length;

it.each([
  { losses: 1, number: '+12025550121' },
  { losses: 2, number: '+12025550122' },
])('a call that loses its connection goes on, without a second greeting: $losses times', async ({ losses, number }) => {
  const { api, simulator } = running();
  const greeting = 'Good day, this is Mia of the harbour office.';
  const callId = await makeCall(api, number, await createAssistant(api, { initial_message: greeting }));
  const seen = async () =>
    (await simulator<{ calls: SimulatedCall[] }>(`/calls?to=${encodeURIComponent(number)}`)).calls[0];
  for (let loss = 1; loss <= losses; loss += 1) {
    const talking = await waitFor('the conversation', async () => {
      const now = await seen();
      return now && connections(now) === loss && now.dialogue.length > loss && now;
    });
    await simulator(`/calls/${talking.sid}/drop`, { method: 'POST' });
  }
  const ended = await settledCall(api, callId, undefined, LIMIT_MS);
  const over = (await seen())!;
  expect(ended.status).toMatch(/^ended_by_/);
  expect(connections(over)).toBe(losses + 1);
  expect(over.dialogue.filter(({ who, text }) => who === 'assistant' && text.startsWith(greeting))).toHaveLength(1);
  expect(ended.transcript.split(greeting)).toHaveLength(2);
  // Words that the customer says while there is no connection reach no transcription; the last ones do.
  const said = over.dialogue.filter(({ who }) => who === 'customer').map(({ text }) => text);
  expect(ended.transcript).toContain(said.at(-1));
});
