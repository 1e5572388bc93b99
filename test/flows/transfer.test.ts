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

const statuses = {
  takes: 'bridged',
  declines: 'declined',
  hangsUp: 'declined',
  busy: 'busy',
  noAnswer: 'no_answer',
  failed: 'failed',
  mailbox: 'no_answer',
  silent: 'no_answer',
} as const;

it('calls each human once, bridges who takes the call, and keeps the other customers', async () => {
  const { api } = running();
  const calls = Object.entries(human).map(async ([who, phone_number], index) => {
    const number = `+1202556${1000 + index}`;
    await customer(number);
    const assistantId = await createAssistant(api, { tools: [{ type: 'call_transfer', phone_number }] });
    return { who, call: await settledCall(api, await makeCall(api, number, assistantId), undefined, 60_000) };
  });
  const settled = await Promise.all(calls);
  const bridged = settled.flatMap(({ who, call }) => (call.outcome === 'transferred' ? [who] : []));
  expect(Object.fromEntries(settled.map(({ who, call }) => [who, call.transfers.map(({ status }) => status)]))).toEqual(
    Object.fromEntries(Object.entries(statuses).map(([who, status]) => [who, [status]])),
  );
  expect(bridged).toEqual(['takes']);
  const { calls: dialled } = await running().simulator<{ calls: Array<{ to: string; endedAt: number | null }> }>(
    '/calls',
  );
  const legs = dialled.filter(({ to }) => Object.values(human).includes(to));
  expect(legs.map(({ to }) => to).toSorted()).toEqual(Object.values(human).toSorted());
  expect(legs.filter(({ endedAt }) => endedAt === null)).toEqual([]);
  expect(await running().violations()).toEqual([]);
});
