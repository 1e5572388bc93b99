import { expect, it } from 'vitest';
import { handler } from '#functions/carrier/twilio-bridge-ended.ts';
import type { Call } from '#shared/calls/call.ts';
import type { CallInstructions } from '#shared/calls/carrier.ts';
import { carrierEvent, verifySigned } from '#test/support/events.ts';
import { bridgeCall, carrierCallId } from '#test/support/in-memory/calls.ts';

const answers: CallInstructions = {
  connectConversation: () => Promise.reject(new Error('not asked')),
  hangUp: () => '<Hangup/>',
  canSay: () => true,
  dialHuman: () => '<Dial/>',
  announceToHuman: () => '<Gather/>',
  bridge: () => '<Response/>',
  sayGoodbye: (text: string) => text,
  reject: () => '<Reject/>',
};

async function setup(call: Partial<Call> = {}) {
  const scene = await bridgeCall(call);
  const endpoint = handler.with({ ...scene, instructions: answers }, verifySigned, () => scene.clock.now());
  const report = (DialCallStatus: string, CallStatus = 'in-progress', signature?: string) =>
    endpoint(
      carrierEvent(scene.key, 'bridge-ended', { CallSid: carrierCallId, CallStatus, DialCallStatus }, signature),
    );
  return { ...scene, report };
}

it.each([
  { dial: 'completed', call: 'completed', endedBy: 'customer', status: 'in-progress' },
  { dial: 'answered', call: 'completed', endedBy: 'customer', status: 'in-progress' },
  { dial: 'canceled', call: 'completed', endedBy: 'customer', status: 'in-progress' },
  { dial: 'no-answer', call: 'completed', endedBy: 'customer', status: 'in-progress' },
  { dial: 'no-answer', call: 'no-answer', endedBy: 'customer', status: 'in-progress' },
  { dial: 'failed', call: 'canceled', endedBy: 'customer', status: 'in-progress' },
  { dial: 'completed', call: 'in-progress', endedBy: null, status: 'in-progress' },
  { dial: 'busy', call: 'ringing', endedBy: null, status: 'failed' },
  { dial: 'failed', call: 'in-progress', endedBy: null, status: 'failed' },
  { dial: 'busy', call: 'in-progress', endedBy: null, status: 'failed' },
  { dial: 'no-answer', call: 'in-progress', endedBy: null, status: 'failed' },
  { dial: 'canceled', call: 'completed', before: 'assistant', endedBy: 'assistant', status: 'in-progress' },
  { dial: 'failed', call: 'in-progress', before: 'assistant', endedBy: 'assistant', status: 'in-progress' },
] as const)('takes $dial with a call that is $call for ended by $endedBy, and $status', async (row) => {
  const { report, now } = await setup({ endedBy: 'before' in row ? row.before : null });
  const response = await report(row.dial, row.call);
  expect(response).toMatchObject({ statusCode: 200, body: '<Hangup/>' });
  expect(await now()).toMatchObject({ endedBy: row.endedBy, status: row.status });
});

it('settles a call that the model did not take, without a charge', async () => {
  const { report, queue, key, counts } = await setup();
  await report('failed');
  expect(queue.sent).toMatchObject([{ queue: 'finish-call', message: key }]);
  expect(counts).toEqual([{ name: 'ConversationFailed', dimensions: { code: 'bridge-failed' } }]);
});

it.each([
  { what: 'the model has left', seconds: 594, endReason: 'model_failed' },
  { what: 'its time was up', seconds: 595, endReason: undefined },
  { what: 'the assistant has ended it', seconds: 90, before: 'assistant', endReason: undefined },
] as const)('gives a call whose customer is still there the reason $endReason when $what', async (row) => {
  const { report, now, clock } = await setup({ allowedSeconds: 600, endedBy: 'before' in row ? row.before : null });
  const { answeredAt, createdAt } = (await now())!;
  clock.move((answeredAt ?? createdAt) + row.seconds * 1000 - clock.now());
  await report('completed');
  expect((await now())?.endReason).toBe(row.endReason);
});

it('asks the carrier soon, in case its last callback is lost', async () => {
  const { report, timer, clock, key } = await setup();
  await report('completed');
  expect(timer.timers).toEqual([{ dueAt: clock.now() + 10_000, queue: 'check-call', message: key }]);
});
