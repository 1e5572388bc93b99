import { expect, it } from 'vitest';
import { useLocalStack } from '#test/support/local-stack.ts';
import { createAssistant, makeCall, settledCall } from '#test/support/over-http.ts';

const running = useLocalStack({ simulatorSpeed: 5 });

const human = {
  takes: '+12025550186',
  declines: '+12025550187',
  hangsUp: '+12025550188',
  busy: '+12025550150',
  noAnswer: '+12025550151',
  failed: '+12025550152',
  mailbox: '+12025550153',
  silent: '+12025550155',
};

/** A customer who asks for a human, and stays as long as somebody speaks. */
async function customer(number: string) {
  const script = [{ say: 'Please put me through to a human.' }, { listen: true }, { listen: true }, { listen: true }];
  await running().simulator('/behaviours', {
    method: 'POST',
    body: JSON.stringify({ number, script, afterwards: 'hang_up' }),
  });
}

it.each([
  { who: 'takes', status: 'bridged' },
  { who: 'declines', status: 'declined' },
  { who: 'hangsUp', status: 'declined' },
  { who: 'busy', status: 'busy' },
  { who: 'noAnswer', status: 'no_answer' },
  { who: 'failed', status: 'failed' },
  { who: 'mailbox', status: 'no_answer' },
  { who: 'silent', status: 'no_answer' },
] as const)('the call of a customer whose human $who is $status', async ({ who, status }) => {
  const { api, simulator } = running();
  const number = `+1202556${String(1000 + Object.keys(human).indexOf(who))}`;
  await customer(number);
  const assistantId = await createAssistant(api, { tools: [{ type: 'call_transfer', phone_number: human[who] }] });
  const call = await settledCall(api, await makeCall(api, number, assistantId), undefined, 60_000);
  expect(call.transfers).toMatchObject([{ to: human[who], status }]);
  expect(call.outcome === 'transferred').toBe(status === 'bridged');
  const { calls } = await simulator<{ calls: Array<{ to: string; status: string }> }>('/calls');
  const legs = calls.filter(({ to }) => to === human[who]);
  expect(legs).toHaveLength(1);
  expect(['completed', 'busy', 'no-answer', 'failed']).toContain(legs[0]?.status);
  const { violations } = await simulator<{ violations: unknown[] }>('/violations');
  expect(violations).toEqual([]);
});
